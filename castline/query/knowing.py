"""Who knows of an event, as of a moment: who was there, who heard of it, from whom and when, and who does not know. Of what is
told and is no event: who says it to whom, or who shows on the page, at each place that tells it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from castline.graph.facts import Event, Knowledge, Utterance, place_of
from castline.graph.moments import chapters_since, pack
from castline.query.asked_events import Cited, find_event, find_tellings
from castline.query.entries import EventEntry
from castline.query.scenes import PAGE, list_onlookers
from castline.query.sentences import find_terms
from castline.query.view import Evidence, View, cite

THERE = frozenset({"took-part", "witnessed"})
KnownEvent = tuple[Knowledge, Event]
"""An event, and how somebody knows of it."""
ONLOOKER = "near"
"""How somebody stands to narrated words that tell of no event: they show on that page, and may have been there."""
PRESENT = THERE | {ONLOOKER}


class Knower(msgspec.Struct, frozen=True):
    """Somebody who knows of an event since `at`; `source` is who told it, where somebody did. `how` is as in the graph, or
    "near" of what is told and is no event (whoever shows on that page)."""

    id: str
    name: str
    at: str
    how: str
    source: str | None
    evidence: Evidence


class Happening(msgspec.Struct, frozen=True):
    """An event that can be asked about; `happened` as in `EventEntry`. `id` is "" for what is told and is no event: its
    `summary` is the sentence that tells it, and its `importance` 0."""

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
    tellings: tuple[Happening, ...] = ()
    """Of what is told and is no event, all places that tell it; `event` is the first."""


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
    return EventEntry(
        rename(event.summary), event.type, known.how, source, event.importance, event.place, cite(event), event.happened
    )


def list_happenings(view: View) -> list[Happening]:
    """Every event told by the view's moment, the latest first."""
    return [_show(event) for event in sorted(view.facts(["event"]), key=place_of, reverse=True)]


def _show(event: Event) -> Happening:
    return Happening(event.id, event.told, event.summary, event.importance, event.place, cite(event), event.happened)


def find_knowing(view: View, asked: str) -> Knowing:
    """Who knows of the event whose id this is, or whose summary or evidence holds these words, in a row or else all of them; where
    no event does, and sentences tell it, who says and hears it there, or, where nobody says it, who shows on that page.

    Raises UnknownName where there is neither by the view's moment, AskError where there are several events, or too many places.
    """
    found = find_event(view, asked)
    tellings, known = _find_tellers(view, asked) if found is None else _find_knowers(view, found)
    return Knowing(
        view.record.name, view.at, tellings[0],
        tuple(one for one in known.values() if one.how in PRESENT),
        tuple(one for one in known.values() if one.how not in PRESENT),
        tuple((one, view.name(one)) for one in view.cast.known(view.bound) if one not in known),
        tellings if found is None else (),
    )  # fmt: skip


def _find_knowers(view: View, event: Event) -> tuple[tuple[Happening, ...], dict[str, Knower]]:
    """An event, and who knows of it in the order in which they came to."""
    known: dict[str, Knowledge] = {}
    for fact in view.facts(["knowledge"]):
        if fact.event == event.id:
            who, before = view.root(fact.character), known.get(view.root(fact.character))
            if before is None or (pack(fact.told), fact.how not in THERE) < (
                pack(before.told),
                before.how not in THERE,
            ):
                known[who] = fact
    ordered = sorted(known.items(), key=lambda row: pack(row[1].told))
    return (_show(event),), {who: _knower(view, who, fact) for who, fact in ordered}


def _find_tellers(view: View, asked: str) -> tuple[tuple[Happening, ...], dict[str, Knower]]:
    """The places that tell what is asked, and who knows it by them since when: whoever says or hears it, else who is near."""
    tellings, known = list[Happening](), dict[str, Knower]()
    for cited in find_tellings(view, asked):
        told, _, start, end, words = cited
        evidence = Evidence(told, start, end, words, "search", 1.0)
        if said := _find_sayings(view, asked, cited):
            evidence = msgspec.structs.replace(evidence, by=said[0].by, confidence=said[0].confidence)
        here = _find_talkers(view, said, evidence) if said else _find_onlookers(view, cited, evidence)
        tellings.append(Happening("", told, words, 0.0, None, evidence))
        for who, one in here.items():
            if who not in known or (known[who].how == ONLOOKER and one.how != ONLOOKER):
                known[who] = one
    return tuple(tellings), known


def _find_onlookers(view: View, cited: Cited, evidence: Evidence) -> dict[str, Knower]:
    """Who shows within a page of a place."""
    told, book, start, *_ = cited
    there = list_onlookers(view, book, start, PAGE)
    return {
        who: Knower(
            who, view.name(who), told, ONLOOKER, None, msgspec.structs.replace(evidence, by=by, confidence=sure)
        )
        for who, by, sure in there
    }


def _find_sayings(view: View, asked: str, cited: Cited) -> list[Utterance]:
    """What is said at a place and has at least half the words, where it is known who says it."""
    _, book, start, end, _ = cited
    terms = set(find_terms(asked))
    inside = (
        one for one in view.facts(["utterance"])
        if one.book == book and one.speaker and any(a < end and start < b for a, b in one.parts)
    )  # fmt: skip
    return [one for one in inside if 2 * len(terms & set(find_terms(one.words or one.text))) >= len(terms)]


def _find_talkers(view: View, sayings: list[Utterance], evidence: Evidence) -> dict[str, Knower]:
    """Who says something, and those to whom it is said."""
    found: dict[str, Knower] = {}
    for said in sayings:
        speaker = view.root(said.speaker or "")
        found.setdefault(speaker, Knower(speaker, view.name(speaker), said.told, "took-part", None, evidence))
        for one in map(view.root, said.addressees):
            found.setdefault(one, Knower(one, view.name(one), said.told, "told", view.name(speaker), evidence))
    return found


def _knower(view: View, who: str, fact: Knowledge) -> Knower:
    source = view.name(fact.source) if fact.source else None
    return Knower(who, view.name(who), fact.told, fact.how, source, cite(fact))
