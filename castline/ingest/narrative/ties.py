"""Families: ties that the text tells without an apposition, outright, by name or by many small hints.

A shared surname makes a family of people who are together on the page. "Her friend" beside a name is a hint that it may
be theirs; hints that point both ways ("Anna's friend" near Marta, "Marta's friend" near Anna) make a tie, dated by the
hint that completed it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import combinations

from castline.graph.ties import INVERSE
from castline.ingest.annotations import Clause
from castline.ingest.draft import Draft
from castline.ingest.language.lexicon import SPEECH_VERBS
from castline.ingest.language.names import read_name
from castline.ingest.memory.memory import pair
from castline.ingest.memory.people import Person
from castline.ingest.narrative.certainty import is_plain
from castline.ingest.narrative.modality import UNREAL, Modality, read_modality
from castline.ingest.narrative.presence import Attendance
from castline.ingest.resolution.cast.kinship import is_styled_by, read_tie, standing, tie_of
from castline.ingest.resolution.cast.namesakes import list_namesakes

NEAR = 8
"""Mentions before and after a role noun among which its bearer's name may stand."""
MOST_KIN = 24
"""People of one surname on one page beyond whom it is no family's, but a register's."""
EACH, BOTH, TOLD = 1.0, 3.0, 2.0
"""Hints that are wanted each way, and in all; of one who says "my friend", and whom nobody names, so many will do."""

MEANT = 2.0
"""Times that "her brother" has meant the one man of her surname who may be, or "his sister" has meant her."""

Found = tuple[int, int, str, int, bool]
"""`a` is `kind` of `b`, at an offset; and whether it may be believed: talk in which a pronoun leaves a doubt may not."""


def find_families(draft: Draft, here: Attendance) -> Iterator[Found]:
    """Ties by surname between those who are on the page together."""
    called: dict[int, int] = {}
    for note, key in zip(draft.notes.mentions, draft.found.who, strict=True):
        if key >= 0 and note.kind == "name" and draft.memory.people[key].surname:
            called.setdefault(key, note.start)
    for people in here.on_page.values():
        named = sorted(set(people) & set(called))
        for b, a in _share_surname(draft, named):
            kind = _by_name(draft.memory.person(a), draft.memory.person(b))
            if not kind or (kind == "family" and (standing(draft.memory, b, a, "union") or _may_be_one(draft, a, b))):
                continue
            yield a, b, kind, max(called[a], called[b]), True


def _share_surname(draft: Draft, named: list[int]) -> Iterator[tuple[int, int]]:
    """Pairs that may be of one family, in their order."""
    houses: dict[str, list[int]] = {}
    for key in named:
        houses.setdefault(draft.memory.person(key).surname, []).append(key)
    yield from sorted(pair for house in houses.values() if len(house) <= MOST_KIN for pair in combinations(house, 2))


def _by_name(a: Person, b: Person) -> str:
    """ "spouse" for Mr. and Mrs. so-and-so, and for John Hale and Mrs. John Hale, "family" for others of one surname, "" for none."""
    if a.key == b.key or a.surname != b.surname:
        return ""
    if is_styled_by(a, b):
        return "spouse"
    titles = {a.title, b.title}
    given = a.given or b.given or any(read_name(form).given for one in (a, b) for form in one.forms)
    return "spouse" if titles == {"mr", "mrs"} and not given else "family"


def find_told(draft: Draft) -> Iterator[Found]:
    """Ties that a clause tells: "Marta was his sister", "Martin is the son of Anna", "Anna and Peter were cousins"."""
    for clause in draft.notes.clauses:
        if (
            clause.verb not in ("be", "become")
            or clause.negated
            or clause.modal
            or (clause.open and not (clause.quote >= 0 and clause.open in SPEECH_VERBS))
            or read_modality(draft, clause.at) & (UNREAL if clause.quote >= 0 else UNREAL | Modality.THOUGHT)
        ):
            continue
        for _, start, _, _ in clause.complements:
            if (index := _noun_at(draft, start)) >= 0 and (kind := read_tie(draft.text, draft.notes.mentions[index])):
                for a, b in _told_of(draft, clause, index, kind):
                    who = draft.found.who
                    sure = draft.notes.mentions[index].quote < 0 or (is_plain(draft, a) and is_plain(draft, b))
                    yield who[a], who[b], kind, start, sure


def _noun_at(draft: Draft, start: int) -> int:
    """The noun of a predicate at an offset, -1 where it is none that stands for a person."""
    low = bisect_left(draft.notes.mentions, start + 1, key=lambda note: note.start) - 1
    note = draft.notes.mentions[low] if low >= 0 else None
    return low if note and note.kind == "nominal" and note.role == "attr" and start < note.end else -1


def _told_of(draft: Draft, clause: Clause, index: int, kind: str) -> list[tuple[int, int]]:
    """The mentions of who is it, and of whom: one of the two must be named, and the noun's gender must be the bearer's."""
    notes, who = draft.notes.mentions, draft.found.who
    noun = notes[index]
    behind = notes[index + 1 : index + 2] and draft.text[noun.end : notes[index + 1].start] == " of "
    after = [index + 1] if behind and draft.text[notes[index + 1].end :][:2] not in ("’s", "'s") else []
    owners = [noun.owner] if noun.owner >= 0 else after
    pairs = [
        (i, owner) for i in clause.subjects[:1] for owner in owners if len(clause.subjects) == 1 and not noun.plural
    ]
    if noun.head == "servant" and any(notes[owner].person == 2 for owner in owners):
        return []  # "I am your servant, sir" is said to anybody
    if noun.plural and not owners and len(clause.subjects) == 2 and INVERSE[kind] == kind:
        pairs = [(clause.subjects[0], clause.subjects[1])]
    return [
        (a, b) for a, b in pairs
        if who[a] >= 0 and who[b] >= 0 and who[a] != who[b]
        and ("name" in (notes[a].kind, notes[b].kind) or (is_plain(draft, a) and is_plain(draft, b)))
        and not (noun.gender and draft.memory.person(who[a]).gender not in ("", noun.gender))
    ]  # fmt: skip


def find_hinted(draft: Draft) -> Iterator[Found]:
    """Friendships whose hints have come to be enough both ways. Of kin the same would not be safe: "her brother" may be
    anybody's who is by."""
    notes, who, hints = draft.notes.mentions, draft.found.who, draft.memory.ties.hints
    for index, note in enumerate(notes):
        kind = tie_of(note.head) if note.kind == "nominal" and not note.plural and note.owner >= 0 else None
        owner = who[note.owner] if kind == "friend" else -1
        if owner < 0:
            continue
        named = _named_near(draft, index, owner)
        for key in named:
            own, other = (owner, str(kind), key), (key, str(kind), owner)
            hints[own] = round(hints.get(own, 0.0) + 1 / len(named), 3)
            back = hints.get(other, 0.0)
            told = owner == draft.found.teller_at(note.start) and hints[own] >= TOLD
            if told or (min(hints[own], back) >= EACH and hints[own] + back >= BOTH):
                yield key, owner, str(kind), note.start, True


def find_namesakes(draft: Draft) -> Iterator[Found]:
    """Kin whom a noun has meant by their surname alone as often as it takes to tell it."""
    who, hints = draft.found.who, draft.memory.ties.hints
    for index, note in enumerate(draft.notes.mentions):
        owner = who[note.owner] if note.kind == "nominal" and not note.plural and note.owner >= 0 else -1
        may = list_namesakes(draft.memory, owner, note.head, note.gender) if owner >= 0 and who[index] >= 0 else []
        key = who[index]
        if not any(one.key == key for one in may) or _may_be_one(draft, owner, key):
            continue
        if kind := read_tie(draft.text, note):
            own, other = (owner, kind, key), (key, INVERSE[kind], owner)
            hints[own] = hints.get(own, 0.0) + 1
            if hints[own] + hints.get(other, 0.0) >= MEANT:
                yield key, owner, kind, note.start, True


def _may_be_one(draft: Draft, a: int, b: int) -> bool:
    """Whether two of one gender, of whom but one goes by a given name, have never been named in one sentence: Mrs. Hale may be
    Ada, and is not told as her mother for bearing her surname. Of a Miss she may be no other than the mother."""
    one, other = draft.memory.person(a), draft.memory.person(b)
    if (
        one.gender != other.gender
        or one.has_given == other.has_given
        or {one.marriage, other.marriage} == {"single", "married"}
    ):
        return False
    return draft.memory.names.together.get(pair(one.key, other.key), 0) == 0


def _named_near(draft: Draft, index: int, owner: int) -> list[int]:
    """Those named in the sentence of a role noun, of its gender, spoken of as it is, its owner left out."""
    note, found = draft.notes.mentions[index], dict[int, None]()
    for at in range(max(0, index - NEAR), min(len(draft.notes.mentions), index + NEAR + 1)):
        other, key = draft.notes.mentions[at], draft.found.who[at]
        if other.kind != "name" or other.sentence != note.sentence or (other.quote < 0) != (note.quote < 0) or key < 0:
            continue
        gender = draft.memory.person(key).gender
        if key != owner and not (note.gender and gender and note.gender != gender):
            found[key] = None
    return list(found)
