"""Who somebody is, as an actor is told of himself: names, looks, nature, and with whom he spoke last."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from castline.graph.honorifics import SEVERAL
from castline.graph.moments import chapters_since, pack
from castline.query.acquaintance import TELLER, name_by_oneself
from castline.query.entries import AttributeEntry, Snapshot
from castline.query.quoting import listed, quote, squeeze
from castline.query.traits import FATE, HIDES, PORTRAIT, WANTS
from castline.query.wording import is_noun

LATELY = 1
"""Chapters back that are not long ago; what this chapter tells has just happened."""
TOGETHER = 4
"""Of those who were spoken with last, how many are named."""
SENTENCE = 240
"""Characters of a sentence on somebody's nature, at most."""
_GLOSSED = ("gender", "title", "occupation")
_ANYBODYS = frozenset({
    "house", "home", "room", "bed", "horse", "horses", "carriage", "gig", "watch", "stick", "cane", "umbrella", "hat", "coat", "cloak",
    "bag", "purse", "book", "pipe", "knife", "sword", "pistol", "pistols", "revolver", "gun", "garden", "office", "can read", "can write",
})  # fmt: skip
"""What anybody has, or can do."""
_FOND = re.compile(r"^(?i:(?:my|dear|dearest|poor|sweet|good|honest|brave|friend)\s+)+(?=[A-Z])")
"""What is said fondly before a name, or for a title."""
_SEVERAL = re.compile(rf"(?:the )?(?:{'|'.join(sorted(word.title() for word in SEVERAL))})\b(?=\W*\w)")
_LINES = {PORTRAIT: "Who you are", WANTS: "What you want now", HIDES: "What you keep to yourself"}
"""How what a model tells in a line is headed."""
BEFORE = "What you wanted when the story last showed you"
"""The same of what was wanted in an earlier chapter: of now nothing is told."""
_WHOLE = {"personality": 1, "looks": 2}
"""Kinds of traits whose sentences are told -> how many a sentence must tell of."""


def gloss(snapshot: Snapshot) -> str:
    """Who somebody is in a word or two (", a woman, lawyer"), where that is told."""
    sex = {"female": "a woman", "male": "a man"}.get(snapshot.gender or "", "")
    own = {word.strip(".").casefold() for word in snapshot.name.split()}
    callings = [a.value for a in snapshot.attributes if a.attribute in _GLOSSED[1:] and a.value.casefold() not in own]
    return "".join(f", {word}" for word in dict.fromkeys([sex, *callings[:2]]) if word)


def say_oneself(snapshot: Snapshot) -> Iterator[str]:
    """The lines on the person alone."""
    yield from _say_lines(snapshot)
    if also := _also_called(snapshot):
        yield f"You are also called {listed(also)}."
    if snapshot.narrator:
        yield "It is you who tell the story."
    told = [a for a in snapshot.attributes if a.attribute not in (*_GLOSSED, *_LINES) and not is_anybodys(a.value)]
    for kind in dict.fromkeys(a.attribute for a in told):
        of_kind = [a for a in told if a.attribute == kind]
        yield f"{kind.capitalize()}: {', '.join(dict.fromkeys(a.value for a in of_kind))}.{_say_whole(snapshot, of_kind)}"
    if any(a.attribute == FATE for a in snapshot.attributes):
        return
    where = snapshot.whereabouts
    if where and where.present and chapters_since(pack(where.scene), pack(snapshot.at)) <= LATELY:
        yield f"You spoke last with {_with(snapshot)}."
    if snapshot.mood:
        yield f"Your mood now: {snapshot.mood.emotion}."


def _say_lines(snapshot: Snapshot) -> Iterator[str]:
    """What a model has told in lines; what was wanted before the chapter in which somebody was there last is left out."""
    for kind, heading in _LINES.items():
        told = [a for a in snapshot.attributes if a.attribute == kind and (kind != WANTS or _is_current(snapshot, a))]
        if told:
            past = kind == WANTS and chapters_since(pack(told[-1].evidence.told), pack(snapshot.at)) > 0
            yield f"{BEFORE if past else heading}: {'; '.join(dict.fromkeys(a.value for a in told))}."


def _is_current(snapshot: Snapshot, told: AttributeEntry) -> bool:
    """Whether something was told in the chapter in which somebody was there last (of who is in none, of late): what they wanted before may
    be had by now, or given up. The dead want nothing."""
    if any(a.attribute == FATE for a in snapshot.attributes):
        return False
    where = snapshot.whereabouts
    ago = chapters_since(pack(told.evidence.told), pack(where.scene if where else snapshot.at))
    return ago <= (0 if where else LATELY)


def _say_whole(snapshot: Snapshot, traits: list[AttributeEntry]) -> str:
    """The sentences that tell of somebody's nature, and of their looks those that tell of more than one thing: they say more than the
    words that are kept of them. None that stands in what is told anyway."""
    places = Counter((a.evidence.start, a.evidence.end, a.evidence.text) for a in traits if a.attribute in _WHOLE)
    whole = [place for place, things in places.items() if things >= _WHOLE[traits[0].attribute]]
    apart = [
        text
        for start, end, text in whole
        if not any(t.evidence.start < end and start < t.evidence.end for t in snapshot.told)
    ]
    return f" The book says: {' '.join(quote(text, SENTENCE) for text in apart)}" if apart else ""


def is_anybodys(value: str) -> bool:
    """Whether it tells an actor nothing that somebody has this, or can do it: "a house", "can read"."""
    return value.removeprefix("a ").removeprefix("an ") in _ANYBODYS


def _also_called(snapshot: Snapshot) -> list[str]:
    """The other names, each spelling once: "M Orme" is "M. Orme"; "dearest Ada" is Ada, "the Misses Orme" are several, and "the
    narrator" is a part, and no name."""
    found: dict[str, str] = {_spell(snapshot.name): ""}
    forms = [_FOND.sub("", squeeze(one.form)) for one in snapshot.names]
    strays = _find_strays(forms)
    for form in forms:
        borne = form != TELLER and not _SEVERAL.match(form) and form not in strays
        found.setdefault(_spell(form), form if borne else "")
    return [form for form in found.values() if form]


def _find_strays(forms: list[str]) -> set[str]:
    """The full names with a surname that no other form bears out, where another surname is borne out: "Ada Wick" beside "Ada Marsh"
    and "Miss Marsh"."""
    named = [(given, surname) for given, _, surname in (form.rpartition(" ") for form in forms) if given]
    uses = Counter(surname for _, surname in named)
    borne = [f"{given} " for given, surname in named if uses[surname] > 1]
    return {
        f"{given} {surname}"
        for given, surname in named
        if uses[surname] == 1 and any(other.startswith(f"{given} ") for other in borne)
    }


def _spell(form: str) -> str:
    return squeeze(form).replace(".", "").casefold()


def _with(snapshot: Snapshot) -> str:
    """Who was spoken with last, those first who matter most."""
    assert snapshot.whereabouts is not None
    there = snapshot.whereabouts.present
    rank = {one.who: place for place, one in enumerate(snapshot.feelings)}
    named = sorted((one for one in there if not is_noun(one)), key=lambda one: rank.get(one, len(rank))) or [*there]
    named = [name_by_oneself(snapshot, one) for one in named]
    return listed([*named[:TOGETHER], "others"] if len(named) > TOGETHER else named)
