"""Who knows of what is asked, as of a moment: the event of these words or this id, and every place that tells of it; who was there,
who says it to whom, or who shows about narrated words; and who does not know.

A fact is known by whoever has one of the places that tell it. Which these are is sure where the words themselves stand there, and
likely elsewhere; a model that reads them says which it is, and who knows of it by them (`witnesses`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from castline.agent.model import Model
from castline.agent.retold import find_retold, tell_of
from castline.agent.tellings import Place, cite_place, find_places
from castline.agent.witnesses import read_tellings
from castline.graph.facts import Event, Utterance
from castline.graph.moments import pack
from castline.query.asked_events import find_event, refuse_event
from castline.query.knowing import (
    ONLOOKER,
    PRESENT,
    SPEAKS,
    SURE,
    THERE,
    Happening,
    Knower,
    Knowing,
    ToldAt,
    list_knowers,
    show_happening,
)
from castline.query.scenes import list_onlookers
from castline.query.sentences import find_terms
from castline.query.view import Evidence, View

SPOKEN, PARTLY = 0.5, 0.25
"""The share of a place that is said, above which those who say and hear it know of it, and nobody for being near; and where what is
said has half of the words that are asked for and stand there. Of 159 places that tell of an event in thirteen novels, who knows of it
by them is named with precision 0.80 and recall 0.71 (0.66 and 0.80 where whoever shows on the page is taken to know)."""


def find_knowing(view: View, asked: str, model: Model | None = None) -> Knowing:
    """Who knows of the event whose id this is, or of what these words say: in a row, together, or in other words. A `model` reads the
    likeliest places and says which of them tell it.

    Raises UnknownName where nothing told by the view's moment is like it, AskError where too many places have the words; with a
    model ModelError.
    """
    event = find_event(view, asked)
    retold = [] if model or (event and event.id == asked) else find_retold(view, asked)
    if event is None and retold and retold[0][0] >= SURE:
        event = retold[0][1]
    others = [(chance, one) for chance, one in retold if event is None or (chance >= SURE and one.id != event.id)]
    told = [] if event and not view.keeps_text() else _find_told(view, asked, event, [one for _, one in others], model)
    told = sorted([*told, *(tell_of(view, *one) for one in others)], key=lambda one: pack(one.at))
    if not told and event is None:
        raise refuse_event(view, asked)
    known = _gather(list_knowers(view, event) if event else {}, told)
    ids = {one.id for one in known}
    return Knowing(
        view.record.name, view.at, show_happening(event) if event else _show(max(told, key=lambda one: one.chance)),
        tuple(one for one in known if one.how in PRESENT), tuple(one for one in known if one.how not in PRESENT),
        tuple((one, view.name(one)) for one in view.cast.known(view.bound) if one not in ids),
        tuple(told),
    )  # fmt: skip


def _find_told(
    view: View, asked: str, event: Event | None, others: Sequence[Event], model: Model | None
) -> list[ToldAt]:
    """The places that tell of it besides the event and `others` that are taken for it, in the order of the text, each with who knows
    by it."""
    words = f"{event.summary} {event.text}" if event else asked
    told = [*([event] if event else []), *others] if view.keeps_text() else []
    taken = tuple(view.concordance().span(one.book, one.start, one.end) for one in told)
    if model is not None:
        return read_tellings(model, view, words, taken)
    places = find_places(view, asked, words, taken)
    sayings = list(view.facts(["utterance"])) if places else []
    return [know_by(view, words, place, sayings) for place in places]


def _show(one: ToldAt) -> Happening:
    return Happening("", one.at, one.says or one.evidence.text, 0.0, None, one.evidence)


def _gather(known: dict[str, Knower], told: Sequence[ToldAt]) -> list[Knower]:
    """Who knows by the event, by the places that surely tell of it, else by the others, in the order in which they came to; who is near
    a place and has part in another that is as sure knows by that."""
    found = dict(known)
    for place in (place for sure in (True, False) for place in told if (place.chance >= SURE) is sure):
        _learn(found, place)
    return sorted(found.values(), key=lambda one: (pack(one.at), one.how not in THERE))


def _learn(found: dict[str, Knower], place: ToldAt) -> None:
    for one in place.knowers:
        before = found.get(one.id)
        if before is None or (one.how != ONLOOKER and _is_better(one, before, place.chance >= SURE)):
            found[one.id] = one


def _is_better(one: Knower, before: Knower, sure: bool) -> bool:
    """Whether somebody is better said to know by a place in which they have part: they were near another as sure, or came to know later."""
    if before.how == ONLOOKER:
        return sure or before.evidence.confidence < SURE
    return sure and pack(one.at) < pack(before.at)


def know_by(view: View, asked: str, place: Place, sayings: Sequence[Utterance]) -> ToldAt:
    """A place that tells of what is asked, and who knows by it; `sayings` are all that are told by the view's moment."""
    book, start, end = view.concordance().cite(place.span)[1:4]
    said = _find_sayings(sayings, asked, book, start, end)
    evidence = cite_place(view, place, said[0].by if said else "search")
    if said:
        return ToldAt(evidence.told, place.chance, evidence, tuple(_find_talkers(view, said, evidence)))
    near = (who for who, _, _ in list_onlookers(view, book, (start + end) // 2))
    knowers = tuple(Knower(who, view.name(who), evidence.told, ONLOOKER, None, evidence) for who in near)
    return ToldAt(evidence.told, place.chance, evidence, knowers)


def _find_sayings(sayings: Sequence[Utterance], asked: str, book: int, start: int, end: int) -> list[Utterance]:
    """What is said in a stretch, by whoever is known to say it, where the stretch tells of what is asked by what is said: what has most
    words of it first, whose speaker tells it to the others."""
    inside = [
        one for one in sayings
        if one.book == book and one.speaker and any(a < end and start < b for a, b in one.parts)
    ]  # fmt: skip
    spoken = sum(min(b, end) - max(a, start) for one in inside for a, b in one.parts if a < end and start < b)
    share = spoken / max(1, end - start)
    terms = set(find_terms(asked)) & set(find_terms(" ".join(one.text for one in inside)))
    has = {one.id: len(terms & set(find_terms(one.words or one.text))) for one in inside}
    having = [one for one in inside if terms and 2 * has[one.id] >= len(terms)]
    found = inside if share > SPOKEN else having if share > PARTLY else []
    return sorted(found, key=lambda one: (-has[one.id], one.start))


def _find_talkers(view: View, sayings: Sequence[Utterance], evidence: Evidence) -> Iterable[Knower]:
    """Who says something, and those to whom it is said."""
    found: dict[str, Knower] = {}
    for said in sayings:
        speaker = view.root(said.speaker or "")
        found.setdefault(speaker, Knower(speaker, view.name(speaker), said.told, SPEAKS, None, evidence))
        for one in map(view.root, said.addressees):
            found.setdefault(one, Knower(one, view.name(one), said.told, "told", view.name(speaker), evidence))
    return found.values()
