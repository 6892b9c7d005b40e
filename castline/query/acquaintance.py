"""The people somebody knows, as an actor is told of them: what each is to them, what they feel, and the words that show it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from castline.query.entries import FeelingEntry, RelationEntry, Snapshot
from castline.query.quoting import listed, quote

_SECOND = {"is": "are", "has": "have", "does": "do"}
_VERBS = re.compile(r"\b(?:is|has|does|knows|likes|dislikes|loves|detests|hates|wants)\b")
MET, MET_WELL = 1.5, 3.0
"""The familiarity from which on somebody matters to an actor whom they feel for strongly, and any other."""
KNOWN_WELL = 4.5
"""The familiarity from which on somebody is more than an acquaintance."""
STRONG, MARKED = 4.0, 2.0
"""The affection either way that is strong, and that which counts as such where words show it; of who has no name twice as
much."""
SAID_BY_TIE = 6.0
"""The affection from which on "your sister" says it all, unless words show it: most of it was taken from the tie."""
TELLING = 15
"""Characters of words that say why somebody feels so, at least."""


def say_people(snapshot: Snapshot) -> Iterator[str]:
    """Each person in one line: what they are to you, what you feel, and the words that show it."""
    ties = {tie.id: tie for tie in snapshot.relations}
    other = snapshot.partner.id if snapshot.partner else ""
    felt = [one for one in snapshot.feelings if _matters(one) and one.id != other]
    known = {
        tie.word
        for tie in snapshot.relations
        if _name_by_oneself(snapshot, tie.who) == tie.who and not is_noun(tie.who)
    }
    told: set[str] = set()
    others: list[str] = []
    for entry in felt:
        tie, own = ties.pop(entry.id, None), _name_by_oneself(snapshot, entry.who)
        if own not in told and tie is None and own == entry.who and _is_mere(entry):
            others.append(own)
        elif own not in told and (line := _feel_for(entry, tie, own, known)):
            yield line
        told.add(own)
    for tie in snapshot.relations:
        if tie.id in ties and tie.id != other and _name_by_oneself(snapshot, tie.who) == tie.who:
            yield f"{tie.who} is {say_yours(tie.word)}."
    if others:
        yield f"You are also acquainted with {listed(others)}."


def _is_mere(entry: FeelingEntry) -> bool:
    """Whether all that is felt for somebody is what is felt for any acquaintance."""
    side = entry.toward
    return side is not None and not side.shown and abs(side.affection) < MARKED and side.familiarity < KNOWN_WELL


def _name_by_oneself(snapshot: Snapshot, who: str) -> str:
    """Whoever is known as one's own kin alone is "your sister", and told of once: "Anna’s sister" to everybody but Anna."""
    owner, _, kin = who.rpartition("’s ")
    return f"your {kin}" if owner in {snapshot.name, *(one.form for one in snapshot.names)} else who


def _feel_for(entry: FeelingEntry, tie: RelationEntry | None, own: str, known: set[str]) -> str:
    """What is felt for somebody; of kin only where it is more than the word for them says, and of kin without a name only that
    there is one, unless that is `known`."""
    named, side = own == entry.who, entry.toward
    kin = tie.type == "family" if tie else not named
    if kin and side and side.affection >= SAID_BY_TIE and not side.shown:
        word = own.removeprefix("your ") if not named else tie.word if tie else ""
        if named and not is_noun(own):
            return f"{own} is {say_yours(word)}."
        return "" if word in known else f"You have {'an' if word[:1] in 'aeiou' else 'a'} {word}."
    return say_feeling(entry, tie.word if tie and named else "").replace(entry.who, own)


def _matters(entry: FeelingEntry) -> bool:
    """Whether somebody is well known, or is felt for strongly; of who is known by a noun alone, more is asked."""
    side, share = entry.toward, 2 if is_noun(entry.who) else 1
    if side is None or side.familiarity >= MET_WELL:
        return side is not None
    if side.shown:
        return abs(side.affection) >= share * MARKED
    return side.familiarity >= share * MET and abs(side.affection) >= share * STRONG


def is_noun(who: str) -> bool:
    """Whether somebody is known by a noun alone: "the sister", "the man"."""
    return who.startswith("the ")


def say_feeling(entry: FeelingEntry, tie: str) -> str:
    assert entry.toward is not None
    side = entry.toward
    words = entry.who.join(_second(part) for part in side.words.split(entry.who))
    who = f"{entry.who} is {say_yours(tie)}. " if tie else ""
    telling = side.shown and abs(side.affection) >= MARKED and len(side.evidence.text) >= TELLING
    because = f" Last moved by: {quote(side.evidence.text, 140)}" if telling else ""
    return f"{who}You {words}.{because}"


def say_yours(tie: str) -> str:
    """ "Your sister"; who is only known to be kin is of your family."""
    return "of your family" if tie == "family" else f"your {tie}"


def _second(words: str) -> str:
    """ "is fond of" as "are fond of", "likes" as "like"."""
    return _VERBS.sub(lambda found: _SECOND.get(found[0], found[0].removesuffix("s")), words)
