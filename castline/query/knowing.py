"""What somebody knows, and who knows of an event, as of a moment: who was there, who heard of it, from whom and when. Who knows of
what is asked in words is for `agent.knowers`, which looks for all the places that tell of it."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from castline.graph.facts import Event, Knowledge, is_by_rules, place_of
from castline.graph.moments import chapters_since, pack
from castline.query.entries import EventEntry
from castline.query.heads import name_teller
from castline.query.view import Evidence, View, cite

THERE = frozenset({"took-part", "witnessed"})
KnownEvent = tuple[Knowledge, Event]
"""An event, and how somebody knows of it."""
SPEAKS = "spoke"
"""How somebody stands to what they say themselves, where that tells of it."""
ONLOOKER = "near"
"""How somebody stands to narrated words that tell of no event: they show near them, and may have been there."""
PRESENT = THERE | {SPEAKS, ONLOOKER}
SURE = 0.5
"""The chance from which on a place is taken to tell of an event."""


class Knower(msgspec.Struct, frozen=True):
    """Somebody who knows of an event since `at`; `source` is who told it, where somebody did. `how` is as in the graph, "spoke" of
    who says the words that tell of it, or "near" of narrated words that are no event (whoever shows within 500 characters of them)."""

    id: str
    name: str
    at: str
    how: str
    source: str | None
    evidence: Evidence


class Happening(msgspec.Struct, frozen=True):
    """An event that can be asked about; `happened` as in `EventEntry`. `id` is "" for what is told and is no event: its `summary` are
    the words that tell it, and its `importance` 0."""

    id: str
    at: str
    summary: str
    importance: float
    place: str | None
    evidence: Evidence
    happened: str | None = None


class ToldAt(msgspec.Struct, frozen=True):
    """A place that tells of an event, as it happens or is spoken of: the chance (0..1) that it does, 1 where it has the very words that
    were asked for, and who knows of the event by it. `says` is what happens there in a model's sentence, where it has told an event."""

    at: str
    chance: float
    evidence: Evidence
    knowers: tuple[Knower, ...]
    says: str = ""


class Knowing(msgspec.Struct, frozen=True):
    """An event, and everybody met by `at`, each in one of three lists, in the order in which they came to know or were met: by the event,
    by the places that surely tell of it, else by those that may (whose chance is the confidence of the evidence).

    `unknowing` are those of whom the text has not told by then that they know: it may still be that they do.
    """

    saga: str
    at: str
    event: Happening
    there: tuple[Knower, ...]
    heard: tuple[Knower, ...]
    unknowing: tuple[tuple[str, str], ...]
    """(Id, name)."""
    tellings: tuple[ToldAt, ...] = ()
    """The places that tell of it besides, in the order of the text. Where none has the words and none is sure, they are the likeliest, and
    `event` is the first among these."""


def find_known(view: View, one: str) -> dict[str, Knowledge]:
    """Event -> how somebody first came to know of it, by the view's moment."""
    known: dict[str, Knowledge] = {}
    for fact in sorted(view.facts(["knowledge"], one), key=lambda fact: (pack(fact.told), fact.how not in THERE)):
        known.setdefault(fact.event, fact)
    return known


def rate_event(view: View, event: Event) -> float:
    """How much an event weighs by now: its importance (0..1), fading slowly with the chapters since, to 0.6 of it."""
    return event.importance * (0.6 + 0.4 / (1 + 0.25 * chapters_since(pack(event.told), view.bound)))


def show_event(view: View, known: Knowledge, event: Event, rename: Callable[[str], str]) -> EventEntry:
    """An event as somebody knows of it; who says it, and to whom, under their names of now."""
    source = view.name(known.source) if known.source else None
    words = rename(event.summary)
    return EventEntry(
        words if is_by_rules(event.by) else name_teller(view)(words),
        event.type,
        known.how,
        source,
        event.importance,
        event.place,
        cite(event),
        event.happened,
    )


def list_happenings(view: View) -> list[Happening]:
    """Every event told by the view's moment, the latest first."""
    return [show_happening(event) for event in sorted(view.facts(["event"]), key=place_of, reverse=True)]


def show_happening(event: Event) -> Happening:
    """An event as it can be asked about."""
    return Happening(event.id, event.told, event.summary, event.importance, event.place, cite(event), event.happened)


def list_knowers(view: View, event: Event) -> dict[str, Knower]:
    """Who knows of an event by the view's moment (id -> since when and how), in the order in which they came to."""
    return list_all_knowers(view, [event])[event.id]


def list_all_knowers(view: View, events: Collection[Event]) -> dict[str, dict[str, Knower]]:
    """The same of several events, by the event's id."""
    known: dict[str, dict[str, Knowledge]] = {event.id: {} for event in events}
    for fact in view.facts(["knowledge"]):
        if (own := known.get(fact.event)) is not None:
            who = view.root(fact.character)
            if who not in own or _rank(fact) < _rank(own[who]):
                own[who] = fact
    return {
        event: {who: _knower(view, who, fact) for who, fact in sorted(own.items(), key=lambda row: pack(row[1].told))}
        for event, own in known.items()
    }


def _rank(fact: Knowledge) -> tuple[int, bool]:
    """What of one's ways of knowing comes first: the earliest, of those of one moment having been there."""
    return pack(fact.told), fact.how not in THERE


def _knower(view: View, who: str, fact: Knowledge) -> Knower:
    source = view.name(fact.source) if fact.source else None
    return Knower(who, view.name(who), fact.told, fact.how, source, cite(fact))
