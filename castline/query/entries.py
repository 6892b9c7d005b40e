"""What a snapshot is made of: plain values, each with the words it stands on."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from castline.query.view import Evidence


class NameEntry(msgspec.Struct, frozen=True, gc=False):
    """A name gone by so far."""

    form: str
    type: str
    evidence: Evidence


class AttributeEntry(msgspec.Struct, frozen=True, gc=False):
    """Something that is so of the person."""

    attribute: str
    value: str
    evidence: Evidence


class TellingEntry(msgspec.Struct, frozen=True, gc=False):
    """A sentence by which readers know the person, in the book's words; `weight` 0..1 is how telling it is. `others` are the ids of
    who else is surely in it, says it or hears it; `heard` is whether the person was there, as far as the text shows,
    None where that was not asked."""

    words: str
    weight: float
    evidence: Evidence
    others: tuple[str, ...] = ()
    heard: bool | None = None


class RelationEntry(msgspec.Struct, frozen=True, gc=False):
    """What another person is to this one: `who` is their `kind`; `word` is the exact word for it, by gender where that is told
    ("mother", "aunt by marriage"). `hidden_from` are the ids of those of the two who do not know of it, as far as is told."""

    who: str
    id: str
    kind: str
    type: str
    evidence: Evidence
    word: str
    hidden_from: tuple[str, ...] = ()


class Side(msgspec.Struct, frozen=True, gc=False):
    """One direction of a feeling, in figures and in words; `cues` say what moved it last, and `shown` are the last
    words that show it as it stands: those of the evidence, or earlier ones; `why` is the cause, as a model has put it."""

    affection: float
    familiarity: float
    words: str
    cues: tuple[str, ...]
    evidence: Evidence
    shown: Evidence | None = None
    why: str = ""


class FeelingEntry(msgspec.Struct, frozen=True, gc=False):
    """Both directions between the person and another; None where nothing is told of it."""

    who: str
    id: str
    toward: Side | None
    back: Side | None


class KnownEntry(msgspec.Struct, frozen=True, gc=False):
    """Somebody else whom the person knows, by a name, of whom no more is told: how well (familiarity, 0..10), and where that last
    moved."""

    who: str
    id: str
    familiarity: float
    evidence: Evidence


class EventEntry(msgspec.Struct, frozen=True, gc=False):
    """Something the person knows of; `how`, and `source` where somebody told it. `happened` is when, where it was only told of:
    "before 1.34.2", or a moment."""

    summary: str
    type: str
    how: str
    source: str | None
    importance: float
    place: str | None
    evidence: Evidence
    happened: str | None = None


class QuoteEntry(msgspec.Struct, frozen=True, gc=False):
    """The person's own words, and to whom."""

    words: str
    to: tuple[str, ...]
    evidence: Evidence


class MoodEntry(msgspec.Struct, frozen=True, gc=False):
    """The latest mood told."""

    emotion: str
    intensity: float
    evidence: Evidence


class Whereabouts(msgspec.Struct, frozen=True, gc=False):
    """The last scene the person was in: its place, where the text names one, and to whom they surely speak as it last shows
    them."""

    scene: str
    place: str | None
    present: tuple[str, ...]
    evidence: Evidence


class PartnerEntry(msgspec.Struct, frozen=True, gc=False):
    """The other one in a talk: their ties to the person, the feelings both ways, and the names by which the person has called
    them to their face (`calls`), and they the person (`called`), the most used first."""

    who: str
    id: str
    ties: tuple[RelationEntry, ...]
    feeling: FeelingEntry | None
    calls: tuple[str, ...]
    called: tuple[str, ...]


class Snapshot(msgspec.Struct, frozen=True, gc=False):
    """Who somebody is as of `at` (inside), and nothing from after it. Lists are most telling first."""

    saga: str
    at: str
    id: str
    name: str
    gender: str | None
    met: str
    narrator: bool
    names: tuple[NameEntry, ...]
    attributes: tuple[AttributeEntry, ...]
    told: tuple[TellingEntry, ...]
    relations: tuple[RelationEntry, ...]
    feelings: tuple[FeelingEntry, ...]
    events: tuple[EventEntry, ...]
    quotes: tuple[QuoteEntry, ...]
    mood: MoodEntry | None
    whereabouts: Whereabouts | None
    left_out: dict[str, int]
    """Section -> how many entries were known but are not shown."""
    doubtful: dict[str, int]
    """Section -> how many more would be there but for the confidence asked for."""
    partner: PartnerEntry | None = None
    shared: tuple[EventEntry, ...] = ()
    """Events that the person and the partner both took part in or saw."""
    unshared: tuple[EventEntry, ...] = ()
    """Events that the person knows of, and the partner, as far as is told, does not. `events` has neither these nor those."""
    known: tuple[KnownEntry, ...] = ()
    """Who else is known, after those of `feelings`, the best known first."""
    dead: tuple[str, ...] = ()
    """Whose death the person knows of (ids)."""

    @property
    def forms(self) -> tuple[str, ...]:
        """By which names the person goes, in the order in which they were told."""
        return tuple(name.form for name in self.names)

    def _repr_html_(self) -> str:
        from castline.query.page import write_page
        from castline.query.rich import show_page

        return show_page(write_page(self, self.at))


class Limits(msgspec.Struct, frozen=True):
    """How many entries a snapshot shows of a section (`..._read` of events that a model has told), and attributes of one kind;
    what is beyond is counted. Of what thirteen
    novels' readers would say first, the eighth to tenth of those who matter bear one in eight, the tenth to twelfth event one in
    twelve."""

    feelings: int = 7
    attributes_of_a_kind: int = 3
    told: int = 16
    relations: int = 12
    events: int = 9
    events_read: int = 14
    shared: int = 8
    unshared: int = 5
    unshared_read: int = 10
    known: int = 12


SHOWN = Limits()
WIDE = Limits(*[4 * getattr(SHOWN, name) for name in Limits.__struct_fields__])
"""What a snapshot is drawn from that is to fill a budget."""
NO_LIMITS = Limits(*[sys.maxsize] * len(Limits.__struct_fields__))


def shorten(entries: list[Any], most: int, section: str, left_out: dict[str, int]) -> tuple[Any, ...]:
    """The first `most` of a section's entries; the others are counted in `left_out`."""
    if len(entries) > most:
        left_out[section] = len(entries) - most
    return tuple(entries[:most])
