"""The memory: all that a chapter may know of those before it. Each part has one owner, which says what its rows mean.

    people             resolution.cast          everybody met
    names              resolution.cast          the evidence about whose a name is
    talk               resolution.cast          who calls whom by name, and who answers
    tellers            resolution.coreference   who says "I", book by book and paper by paper
    titled             resolution.coreference   whom a book's title names
    carried            resolution               whom the last chapter left in mind
    ties               narrative.ties           what people are to each other
    attributes         narrative.attributes     what has been told of people
    bonds              feelings.levels          what anyone feels for another
    shown              writer                   the last words that showed it
    said_two, given    corrections              who is said to be two, and who is meant where

Rules may write to a fork; for the chapters to come only `learn` does, and `writer` where words get their date.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from castline.graph.corrections import Who
from castline.graph.facts import Shown
from castline.ingest.annotations import MentionNote
from castline.ingest.language.names import squeeze
from castline.ingest.memory.people import Person, is_meant
from castline.ingest.memory.tables import Changes, Groups, People, Table

Pair = tuple[int, int]
"""Two people: in order of their keys where nothing is directed (`pair`), else from the first to the second."""
MOST_TOLD = 3
"""Sentences told of somebody in the book's own words that are kept in mind, the first: all that a prompt has room for."""


class Bond(msgspec.Struct, array_like=True, frozen=True):
    """The levels of one directed pair, and the two accounts that the affection comes from."""

    affection: float = 0.0
    familiarity: float = 0.0
    warmth: float = 0.0
    grievance: float = 0.0


class Hint(msgspec.Struct, array_like=True, frozen=True):
    """How often a sort of kin has been hinted at: a name near the noun, in one sentence with it, near several such kin, called by it,
    and told to be it."""

    near: float = 0.0
    same: float = 0.0
    plural: float = 0.0
    called: float = 0.0
    told: float = 0.0

    def add(self, more: Hint) -> Hint:
        """Both together."""
        both = zip(msgspec.structs.astuple(self), msgspec.structs.astuple(more), strict=True)
        return Hint(*(round(a + b, 3) for a, b in both))


class Carried(msgspec.Struct, array_like=True, frozen=True):
    """What one chapter's end leaves to the next one's beginning."""

    in_mind: dict[int, float] = {}
    """Who is in mind, and how much: a chapter may open with "He"."""


@dataclass(frozen=True, slots=True)
class Given:
    """Who says a quote of a chapter, whom it is said to, and whom a mention means, by their numbers, as a person or a second reader
    says; the rules go by it."""

    speakers: Mapping[int, Who] = field(default_factory=dict)
    hearers: Mapping[int, Who] = field(default_factory=dict)
    mentions: Mapping[int, Who] = field(default_factory=dict)

    def __or__(self, more: Given) -> Given:
        """Both together; of what both tell, the other's word."""
        return Given(
            {**self.speakers, **more.speakers}, {**self.hearers, **more.hearers}, {**self.mentions, **more.mentions}
        )

    def __bool__(self) -> bool:
        return bool(self.speakers or self.hearers or self.mentions)


@dataclass(slots=True)
class NameMemory:
    """The evidence about whose a name is. `votes` are (person, place) votes of a form."""

    votes: Table[str, tuple[int, int]] = field(default_factory=Table)
    linked: Table[str, tuple[str, ...]] = field(default_factory=Table)
    """Surname -> the first names that full names told so far give it, without titles."""
    surnames: Table[str, tuple[str, ...]] = field(default_factory=Table)
    """The other way: word by which a first name is found (`register`) -> such surnames."""
    callings: Table[str, tuple[int, ...]] = field(default_factory=Table)
    """Noun -> those whom words beside their names have told to be that ("Mr. Marsh the lawyer")."""
    sisters: Table[str, bool] = field(default_factory=Table)
    """Surnames of which the text has told of more than one Miss: "the eldest Miss Hale" is none by her given name."""
    apart: Groups[Pair, int] = field(default_factory=Groups)
    """Pair -> the chapters that set two people of one surname apart."""
    together: Groups[Pair, int] = field(default_factory=Groups)
    """Pair -> the sentences that name both, where one is known by a given name and the other is not."""
    beside: Groups[tuple[str, str], int] = field(default_factory=Groups)
    """Two forms -> the clauses that name both as two people, where one has borne them."""


@dataclass(slots=True)
class TalkMemory:
    """Who calls whom by name, and who answers: directed pairs, but for `turns`."""

    calls: Groups[Pair, int] = field(default_factory=Groups)
    """How often the one was said to call the other by name."""
    called: Table[int, int] = field(default_factory=Table)
    """Person -> how often anybody called them by name."""
    answers: Groups[Pair, int] = field(default_factory=Groups)
    """How often somebody called the one by name just before or after the other was said to speak."""
    heard: Groups[Pair, int] = field(default_factory=Groups)
    """How often somebody called the one by name, and the other spoke next or just before."""
    turns: Groups[Pair, int] = field(default_factory=Groups)
    """How often one of two was said to speak right after the other, where one is known by a noun."""


@dataclass(slots=True)
class TieMemory:
    """What people are to each other."""

    kin: Table[int, dict[int, tuple[str, ...]]] = field(default_factory=Table)
    """Owner -> the people tied to them -> what those are to the owner (finer kinds, one of a group)."""
    hints: Groups[tuple[int, str, int], float] = field(default_factory=Groups)
    """Owner, kind, other -> how often the text hinted at such a tie."""
    near: Groups[Pair, dict[str, Hint]] = field(default_factory=Groups)
    """Owner and other -> sort of kin -> what hints that the other is that to the owner. Where a row stands, so does the other way's."""
    likely: Groups[Pair, dict[str, float]] = field(default_factory=Groups)
    """Owner and other -> sort of kin -> how likely the other is that to the owner, as when the two were weighed last."""
    nameless: Groups[tuple[int, str], int] = field(default_factory=Groups)
    """Owner and noun ("his brother") -> who is known by that alone."""


@dataclass(slots=True)
class Memory:
    """What the next chapter needs. Everything here is known from the text up to now."""

    people: People = field(default_factory=People)
    names: NameMemory = field(default_factory=NameMemory)
    talk: TalkMemory = field(default_factory=TalkMemory)
    tellers: Table[str, int] = field(default_factory=Table)
    """Book, and the sort of paper and its writer where there is one -> the person who says "I"."""
    titled: Table[str, bool] = field(default_factory=Table)
    """Book and name: whom its title page names as the one whose tale it is -> whether it says that they wrote it."""
    carried: Table[str, Carried] = field(default_factory=Table)
    """One row, "", after the first chapter."""
    ties: TieMemory = field(default_factory=TieMemory)
    attributes: Groups[tuple[int, str], tuple[str, ...]] = field(default_factory=Groups)
    """Person and kind -> the values told so far (of the book's own words, `MOST_TOLD`)."""
    bonds: Groups[Pair, Bond] = field(default_factory=Groups)
    shown: Groups[Pair, tuple[bool, Shown]] = field(default_factory=Groups)
    """Whether the last words that showed a feeling of the one for the other were of liking, and those words."""
    said_two: tuple[tuple[Who, Who], ...] = ()
    """Who a person says are two, for the chapter in hand: it is kept with the corrections, and in no row."""
    given: Given = field(default_factory=Given)
    """Who is meant in the chapter in hand, by those who know better."""
    book: int = 0
    """Which book of the saga is in hand; told for each chapter, and in no row."""

    def are_said_two(self, one: Person, other: Person) -> bool:
        """Whether a person says that these are not one."""
        return any(
            (is_meant(one, a) and is_meant(other, b)) or (is_meant(one, b) and is_meant(other, a))
            for a, b in self.said_two
        )

    def person(self, key: int) -> Person:
        """The person, or whoever they have turned out to be."""
        person = self.people[key]
        while person.joined >= 0:
            person = self.people[person.joined]
        return person

    def fork(self) -> Memory:
        """A memory that begins as this one; neither sees what is written to the other from here on."""
        return Memory(
            self.people.fork(), _fork(self.names), _fork(self.talk), self.tellers.fork(), self.titled.fork(),
            self.carried.fork(), _fork(self.ties), self.attributes.fork(), self.bonds.fork(), self.shown.fork(), self.said_two,
            self.given, self.book,
        )  # fmt: skip

    def tables(self) -> Iterator[tuple[str, Table[Any, Any]]]:
        """(name, table) of all but the people."""
        for name in ("tellers", "titled", "carried", "attributes", "bonds", "shown"):
            yield name, getattr(self, name)
        for part in (self.names, self.talk, self.ties):
            for name in part.__slots__:
                yield name, getattr(part, name)

    def changes(self) -> Changes:
        """All rows written since this memory was made or forked."""
        found: Changes = {name: table.changes() for name, table in self.tables() if table.written}
        return {"people": self.people.changes(), **found}

    def apply(self, changes: Changes) -> None:
        """Write the rows that were changed in a fork."""
        self.people.apply(changes.get("people", {}))
        for name, table in self.tables():
            table.apply(changes.get(name, {}))


P = TypeVar("P", NameMemory, TalkMemory, TieMemory)


def _fork(part: P) -> P:
    return type(part)(*(getattr(part, name).fork() for name in part.__slots__))


def pair(one: int, other: int) -> Pair:
    """Two people, in either order."""
    return (one, other) if one < other else (other, one)


def bearer_of(memory: Memory, of_form: dict[str, int], note: MentionNote) -> int:
    """The person whom a name means in a chapter whose forms are given to people so; -1 for anything but a name."""
    key = of_form.get(squeeze(note.form), -1) if note.kind == "name" else -1
    return memory.person(key).key if key >= 0 else -1
