"""Who knows of an event, as of a moment: who was there, who heard of it, from whom and when, and who does not know."""

from __future__ import annotations

import msgspec

from castline.errors import AskError, UnknownName
from castline.graph.asked_names import fold
from castline.graph.facts import Event, Knowledge, decode, place_of
from castline.graph.moments import chapters_since, pack
from castline.query.entries import EventEntry
from castline.query.sentences import split_words
from castline.query.view import Evidence, View, cite

THERE = frozenset({"took-part", "witnessed"})
KnownEvent = tuple[Knowledge, Event]
"""An event, and how somebody knows of it."""
SHOWN = 6
"""Events that are named where the words of a question mean several."""
LONG = 4
"""Letters from which on a word may say which event is meant."""


class Knower(msgspec.Struct, frozen=True):
    """Somebody who knows of an event since `at`; `source` is who told it, where somebody did."""

    id: str
    name: str
    at: str
    how: str
    source: str | None
    evidence: Evidence


class Happening(msgspec.Struct, frozen=True):
    """An event that can be asked about; `happened` as in `EventEntry`."""

    id: str
    at: str
    summary: str
    importance: float
    place: str | None
    evidence: Evidence
    happened: str | None = None


class Knowing(msgspec.Struct, frozen=True):
    """An event, and everybody met by `at`, each in one of three lists, in the order in which they came to know or were met.

    `unknowing` are those of whom the text has not told by then that they know: it may still be that they do.
    """

    saga: str
    at: str
    event: Happening
    there: tuple[Knower, ...]
    heard: tuple[Knower, ...]
    unknowing: tuple[tuple[str, str], ...]
    """(Id, name)."""


def find_known(view: View, one: str) -> dict[str, Knowledge]:
    """Event -> how somebody first came to know of it, by the view's moment."""
    known: dict[str, Knowledge] = {}
    for fact in sorted(view.facts(["knowledge"], one), key=lambda fact: (pack(fact.told), fact.how not in THERE)):
        known.setdefault(fact.event, fact)
    return known


def rate_event(view: View, event: Event) -> float:
    """How much an event weighs by now: its importance (0..1), fading slowly with the chapters since, to 0.6 of it."""
    return event.importance * (0.6 + 0.4 / (1 + 0.25 * chapters_since(pack(event.told), view.bound)))


def show_event(view: View, known: Knowledge, event: Event) -> EventEntry:
    """An event as somebody knows of it."""
    source = view.name(known.source) if known.source else None
    return EventEntry(
        event.summary, event.type, known.how, source, event.importance, event.place, cite(event), event.happened
    )


def list_happenings(view: View) -> list[Happening]:
    """Every event told by the view's moment, the latest first."""
    return [_show(event) for event in sorted(view.facts(["event"]), key=place_of, reverse=True)]


def _show(event: Event) -> Happening:
    return Happening(event.id, event.told, event.summary, event.importance, event.place, cite(event), event.happened)


def find_knowing(view: View, asked: str) -> Knowing:
    """Who knows of the event whose id this is, or whose summary or evidence holds these words, in a row or else all of them.

    Raises UnknownName where there is none by the view's moment, AskError where there are several.
    """
    event = _find(view, asked)
    known: dict[str, Knowledge] = {}
    for fact in view.facts(["knowledge"]):
        if fact.event == event.id:
            who, before = view.root(fact.character), known.get(view.root(fact.character))
            if before is None or (pack(fact.told), fact.how not in THERE) < (
                pack(before.told),
                before.how not in THERE,
            ):
                known[who] = fact
    knowers = {who: _knower(view, who, fact) for who, fact in sorted(known.items(), key=lambda row: pack(row[1].told))}
    return Knowing(
        view.record.name, view.at, _show(event),
        tuple(one for one in knowers.values() if one.how in THERE),
        tuple(one for one in knowers.values() if one.how not in THERE),
        tuple((one, view.name(one)) for one in view.cast.known(view.bound) if one not in knowers),
    )  # fmt: skip


def _knower(view: View, who: str, fact: Knowledge) -> Knower:
    source = view.name(fact.source) if fact.source else None
    return Knower(who, view.name(who), fact.told, fact.how, source, cite(fact))


def _find(view: View, asked: str) -> Event:
    if stored := view.store.events(view.record.name, [asked], view.bound):
        event: Event = decode(stored[0])
        return event
    events: list[Event] = list(view.facts(["event"]))
    words = fold(asked)
    found = [e for e in events if words in fold(e.summary) or words in fold(e.text)] or _find_scattered(events, words)
    if len(found) == 1:
        return found[0]
    if not found:
        raise UnknownName(_say_none(view, asked, events))
    shown = _list(sorted(found, key=lambda e: -e.importance)[:SHOWN])
    raise AskError(f"'{asked}' is in {len(found)} events by {view.at}: {shown}. Ask with more words, or with the id.")


def _find_scattered(events: list[Event], words: str) -> list[Event]:
    """Those that have all the words, in any order."""
    wanted = set(split_words(words))
    return [e for e in events if wanted and wanted <= _words_of(e)]


def _words_of(event: Event) -> set[str]:
    return {*split_words(event.summary), *split_words(event.text)}


def _say_none(view: View, asked: str, events: list[Event]) -> str:
    """That there is none, with those that share most of the longer words."""
    words = {word for word in split_words(asked) if len(word) >= LONG}
    shared = {e.id: len(words & _words_of(e)) for e in events}
    near = sorted((e for e in events if shared[e.id]), key=lambda e: (-shared[e.id], -e.importance, e.id))[:SHOWN]
    return (
        f"No event by {view.at} has the words '{asked}'.{f' Near are: {_list(near)}.' if near else ''} `castline events NAME` lists "
        "what somebody took part in; what was told and is no event is found with `castline passages`."
    )


def _list(events: list[Event]) -> str:
    return "; ".join(f"{e.told} “{e.summary}” ({e.id})" for e in events)
