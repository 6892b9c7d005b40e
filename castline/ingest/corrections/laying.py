"""Corrections as answers to what has been decided of a chapter: the last to speak, after rules and models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from castline.graph.corrections import (
    Antecedent,
    AnyCorrection,
    Apart,
    Feeling,
    Hearer,
    Nobody,
    Rename,
    Same,
    Speaker,
    Tied,
    kind_of,
    people_of,
)
from castline.graph.facts import NameType
from castline.graph.moments import parse
from castline.graph.ties import group_of
from castline.ingest.amend import Answer, amend, follow_speaker
from castline.ingest.corrections.page import Page
from castline.ingest.corrections.prior import RULE
from castline.ingest.decisions import (
    Decisions,
    Erratum,
    Happening,
    Join,
    Known,
    Level,
    Meaning,
    Naming,
    Part,
    Parting,
    Speech,
    Staging,
    Step,
    Tie,
    Trait,
)
from castline.ingest.feelings.levels import open_accounts
from castline.ingest.language.names import read_name
from castline.ingest.learn import learn_people
from castline.ingest.memory.meant import find_person, find_root
from castline.ingest.memory.memory import Bond, Memory
from castline.ingest.resolution.cast.kinship import standing

Shared = Speech | Staging | Happening | Trait
"""What several have a part in."""

HOW = "said to be one"
"""How an identity is told that a person has said."""
SURE: dict[str, Any] = {"rule": RULE, "confidence": 1.0}

Laid = tuple[Decisions, set[str]]
"""Decisions with corrections laid over them, and the ids of those that found their place in the chapter."""


def lay(corrections: Sequence[AnyCorrection], page: Page, memory: Memory, decisions: Decisions, laid: set[str]) -> Laid:
    """Lay corrections that are due, in their order. `memory` is of the chapters before, `laid` are those that have found
    their place in one of them."""
    found: set[str] = set()
    decisions = msgspec.structs.replace(decisions, errata=list(decisions.errata))
    people: Memory | None = None
    for one in corrections:
        if isinstance(one, Rename) and one.id in laid:
            continue
        people = people or learn_people(memory, decisions)
        answers = _ANSWERS[type(one)](one, page, people, decisions)
        if answers is None:
            continue
        if one.id not in laid:
            decisions.errata.append(_note(one, answers, page, people, decisions))
        found.add(one.id)
        if answers:
            decisions = amend(
                decisions, [msgspec.structs.replace(answer, by=one.by, why=one.why) for answer in answers]
            )
            people = None
    return decisions, found


def _note(one: AnyCorrection, answers: list[Answer], page: Page, people: Memory, decisions: Decisions) -> Erratum:
    """The correction itself, on the words of the first thing that it says, else on those of its people."""
    keys = tuple(find_person(people, who) for who in people_of(one))
    made = next((answer.decision for answer in answers if answer.decision and not answer.instead_of), None)
    span, scene = page.spot_of({*keys, *(people.person(key).key for key in keys)}, decisions)
    if made and made.scene is not None:
        span, scene = (made.start, made.end), made.scene
    return Erratum(
        start=span[0], end=span[1], scene=scene, **SURE, by=one.by, correction=one.id, what=kind_of(one), people=keys
    )


def _answer_same(one: Same, page: Page, people: Memory, decisions: Decisions) -> list[Answer] | None:
    kept, gone = sorted((find_root(people, one.a), find_root(people, one.b)))
    if kept < 0:
        return None
    if kept == gone:
        return []
    span, scene = page.spot_of({kept, gone}, decisions)
    return [_say(Join(start=span[0], end=span[1], scene=scene, **SURE, kept=kept, gone=gone, how=HOW))]


def _answer_apart(one: Apart, page: Page, people: Memory, decisions: Decisions) -> list[Answer] | None:
    """Two who are one by now are parted; that they are not joined again, `prior` sees to."""
    a, b = find_person(people, one.a), find_person(people, one.b)
    if a < 0 or b < 0 or a == b:
        return None
    if people.person(a).key != people.person(b).key:
        return []
    gone = max(key for key in (a, b) if people.people[key].joined >= 0)
    kept = people.people[gone].joined
    span, scene = page.spot_of({kept}, decisions)
    return [_say(Parting(start=span[0], end=span[1], scene=scene, **SURE, kept=kept, gone=gone))]


def _answer_rename(one: Rename, page: Page, people: Memory, decisions: Decisions) -> list[Answer] | None:
    key = find_person(people, one.who)
    if key < 0:
        return None
    span, scene = page.spot_of({key, people.person(key).key}, decisions)
    kind: NameType = read_name(one.name).type if one.name[:1].isupper() else "description"
    return [
        _say(Naming(start=span[0], end=span[1], scene=scene, **SURE, person=key, form=one.name, type=kind, leads=True))
    ]


def _answer_speaker(one: Speaker, page: Page, people: Memory, decisions: Decisions) -> list[Answer] | None:
    speaker = find_root(people, one.who)
    quote = page.find_quote(one.quote)
    if speaker < 0 or quote < 0:
        return None
    old = next((said for said in decisions.speeches if said.quote == quote), None)
    start, end = page.notes.utterances[quote].parts[0]
    to = tuple(key for key in old.addressees if key != speaker) if old else ()
    weight, scene = old.weight if old else None, page.scene_at(start)
    made = Speech(start=start, end=end, scene=scene, **SURE, quote=quote, speaker=speaker, addressees=to, weight=weight)
    return [_say(made), *_answer_pronouns(page, decisions, made)]


def _answer_hearer(one: Hearer, page: Page, people: Memory, decisions: Decisions) -> list[Answer] | None:
    hearer = find_root(people, one.who)
    quote = page.find_quote(one.quote)
    old = next((said for said in decisions.speeches if said.quote == quote), None)
    if hearer < 0 or old is None or old.speaker == hearer:
        return None
    made = msgspec.structs.replace(old, **SURE, addressees=(hearer,))
    return [_say(made), *_answer_pronouns(page, decisions, made)]


def _answer_meant(one: Antecedent, page: Page, people: Memory, decisions: Decisions) -> list[Answer] | None:
    key, word = find_root(people, one.who), page.find_word(one)
    if key < 0 or word < 0:
        return None
    note = page.notes.mentions[word]
    scene = page.scene_at(note.start)
    return [_say(Meaning(start=note.start, end=note.end, scene=scene, **SURE, mention=word, person=key))]


def _answer_pronouns(page: Page, decisions: Decisions, said: Speech) -> Iterator[Answer]:
    """ "I" of a quote is who says it, and "you" is somebody else."""
    stood = {one.mention: one for one in decisions.meanings}
    for index, key in follow_speaker(page.notes, decisions, said):
        note = page.notes.mentions[index]
        if key < 0:
            yield Answer("", None, stood[index])
            continue
        scene = page.scene_at(note.start)
        yield _say(Meaning(start=note.start, end=note.end, scene=scene, **SURE, mention=index, person=key))


def _answer_feeling(one: Feeling, page: Page, people: Memory, decisions: Decisions) -> list[Answer] | None:
    """The level as of a scene, in place of what the rules made of the pair from there on."""
    both = find_root(people, one.holder), find_root(people, one.toward)
    since = parse(one.since or "", books=2).scene or max(page.scenes, default=1)
    if min(both) < 0 or both[0] == both[1] or since > max(page.scenes, default=1) or not page.notes.sentences:
        return None  # a chapter without a sentence has no words to cite
    own = [level for level in decisions.levels if (level.holder, level.toward) == both]
    past = [Bond(old.affection, old.familiarity, old.warmth, old.grievance) for old in own if (old.scene or 0) < since]
    before = past[-1] if past else people.bonds.get(both, Bond())
    span, scene = page.last_spot(both, decisions, since)
    warmth, grievance = open_accounts(one.affection, before)
    made = Level(
        start=span[0], end=span[1], scene=scene, **SURE, holder=both[0], toward=both[1], affection=float(one.affection),
        familiarity=before.familiarity if one.familiarity is None else float(one.familiarity), warmth=round(warmth, 3),
        grievance=round(grievance, 3), cues=[Step(RULE, round(one.affection - before.affection, 2), *span)],
    )  # fmt: skip
    return [*(Answer("", None, old) for old in own if (old.scene or 0) >= since), _say(made)]


def _answer_tie(one: Tied, page: Page, people: Memory, decisions: Decisions) -> list[Answer] | None:
    """What one is to another, in place of what the rules make of the two, here and later."""
    a, b = find_root(people, one.a), find_root(people, one.b)
    if min(a, b) < 0 or a == b:
        return None
    of_two = [tie for tie in decisions.ties if {people.person(tie.a).key, people.person(tie.b).key} == {a, b}]
    gone = [tie for tie in of_two if not one.what or _group(tie.kind) == _group(one.what)]
    answers = [Answer("", None, tie) for tie in gone]
    if one.what and standing(people, b, a, group_of(one.what)) != one.what:
        span, scene = page.spot_of({a, b}, decisions)
        answers.append(_say(Tie(start=span[0], end=span[1], scene=scene, **SURE, a=a, b=b, kind=one.what)))
    return answers


def _group(kind: str) -> str:
    """Of kin and of marriage two have one tie at most."""
    group = group_of(kind)
    return "kin" if group == "union" else group


def _answer_nobody(one: Nobody, page: Page, people: Memory, decisions: Decisions) -> list[Answer] | None:
    key = find_root(people, one.who)
    return list(_drop(key, decisions)) if key >= 0 else None


def _drop(key: int, decisions: Decisions) -> Iterator[Answer]:
    """All that was decided of somebody, and their part in what was decided of others."""
    own = decisions
    shared: list[Shared] = [
        *own.speeches,
        *own.stagings,
        *own.happenings,
        *(one for one in own.traits if one.person != key),
    ]
    single: list[Any] = [*own.introductions, *own.namings, *own.meanings, *own.traits, *own.moods]
    for one in single:
        if one.person == key:
            yield Answer("", None, one)
    for both in (*own.ties, *own.levels, *own.joins, *own.partings):
        if key in _ends(both):
            yield Answer("", None, both)
    for old in shared:
        if (made := _without(old, key)) != old:
            yield Answer("", made, old)


def _ends(old: Any) -> list[int]:
    return [getattr(old, name) for name in ("a", "b", "holder", "toward", "kept", "gone") if hasattr(old, name)]


def _without(old: Shared, key: int) -> Shared:
    """A decision in which somebody no longer has a part."""
    replace = msgspec.structs.replace
    if isinstance(old, Trait):
        return replace(old, others=tuple(one for one in old.others if one != key))
    if isinstance(old, Speech):
        to = tuple(one for one in old.addressees if one != key)
        return replace(old, speaker=-1 if old.speaker == key else old.speaker, addressees=to)
    if isinstance(old, Staging):
        present = {one: stays for one, stays in old.present.items() if one != key}
        return replace(old, present=present, focal=-1 if old.focal == key else old.focal)
    parts: list[Part] = [part for part in old.parts if part.person != key]
    known: list[Known] = [
        replace(one, source=-1 if one.source == key else one.source) for one in old.known if one.person != key
    ]
    return replace(old, parts=parts, known=known)


def _say(made: Any) -> Answer:
    """An answer whose giver is still to be filled in."""
    return Answer("", made)


_ANSWERS: dict[type[Any], Callable[[Any, Page, Memory, Decisions], list[Answer] | None]] = {
    Same: _answer_same, Apart: _answer_apart, Rename: _answer_rename, Nobody: _answer_nobody, Speaker: _answer_speaker,
    Hearer: _answer_hearer, Antecedent: _answer_meant, Feeling: _answer_feeling, Tied: _answer_tie,
}  # fmt: skip
"""Kind -> its answers to a chapter: none where it stands already, None where it has no place there."""
