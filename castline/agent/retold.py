"""Events that a model has told in a sentence of its own, found by what is asked in other words: whoever is named must be in the event, and
its sentence must have the words, close together, in whatever order and form. Words that few such sentences have count for more.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from castline.agent.kindred import Kindred
from castline.agent.questions import find_names, read_question
from castline.graph.facts import Event, is_by_rules, place_of
from castline.query.heads import name_teller
from castline.query.knowing import ToldAt, list_knowers
from castline.query.sentences import find_terms
from castline.query.view import View, cite

WHOLE, PART = 0.9, 0.4
"""How likely an event is the one asked about whose sentence has all the words, or at least HALF of them, by count or by weight. (Chosen; of
47 people whom the first names surely, 43 know: `benchmarks/secrets.py`.)"""
HALF, MOST, BETWEEN = 0.5, 6, 3
"""The share of the words; how many events are named of which none has them all; and words that may stand between two of them."""
_ACTS = frozenset({"agent", "patient", "speaker", "addressee"})


def find_retold(view: View, asked: str) -> list[tuple[float, Event]]:
    """The events by the view's moment that a model has told and that are likely meant, each with the chance that it is, the likeliest
    first, of those as likely the first told."""
    rated = _rate(view, asked)
    whole = [(WHOLE, one.event) for one in rated if one.meant and one.share == 1 and one.near]
    return whole or [(PART, one.event) for one in rated if one.meant and one.share >= HALF][:MOST]


def rank_retold(view: View, asked: str, most: int) -> list[Event]:
    """The events by the view's moment that a model has told and that have most to do with what is asked, in the order of the text: those
    with most of whom it names, then of its words, then of weight."""
    rated = sorted(_rate(view, asked), key=lambda one: (-one.people, -one.share, -one.event.importance, one.event.id))
    return sorted((one.event for one in rated[:most]), key=place_of)


@dataclass(frozen=True, slots=True)
class _Rated:
    """An event: the share of the words asked for that its sentence has, whether these stand near each other, and how many of those named
    are in it. What names nobody, and asks for no word, means no event."""

    event: Event
    share: float
    near: bool
    people: int
    meant: bool


def _rate(view: View, asked: str) -> list[_Rated]:
    """Every event that a model has told, the likeliest first."""
    events = [event for event in view.facts(["event"]) if not is_by_rules(event.by)]
    if not events:
        return []
    question = read_question(asked, "", view.cast, view.bound, Kindred(view))
    teller = name_teller(view)
    sentences = {event.id: teller(event.summary) for event in events}
    terms = {one: find_terms(_blank_names(view, words)) for one, words in sentences.items()}
    weights = _weigh(question.terms, terms.values())
    people, named = _list_people(view), [{view.root(one) for one in whom} for whom in question.people]
    asks = bool(question.terms) or len(named) > 1
    rated = []
    for event in events:
        there = people[event.id] | _find_named(view, sentences[event.id])
        count = sum(bool(whom & there) for whom in named)
        near = _are_near(weights, terms[event.id])
        rated.append(_Rated(event, _share(weights, terms[event.id]), near, count, asks and count == len(named)))
    return sorted(rated, key=lambda one: (-one.share, place_of(one.event)))


def _share(weights: Mapping[str, float], terms: Sequence[str]) -> float:
    """How many of the terms asked for are among others, by count or by weight, whichever is more; 1 where none is asked for."""
    held = [weight for term, weight in weights.items() if term in terms]
    return max(len(held) / len(weights), sum(held) / sum(weights.values())) if weights else 1.0


def _are_near(wanted: Collection[str], terms: Sequence[str]) -> bool:
    """Whether terms stand together somewhere in a sentence, with at most BETWEEN others between two of them."""
    run: set[str] = set()
    last = 0
    for at, term in enumerate(terms):
        if term in wanted:
            run = {*(run if at - last <= BETWEEN + 1 else ()), term}
            last = at
            if len(run) == len(wanted):
                return True
    return not wanted


def tell_of(view: View, chance: float, event: Event, among: Collection[str] | None = None) -> ToldAt:
    """Such an event as a place that tells of what is asked, with everybody who knows of it (`among`: those of these ids alone)."""
    knowers = tuple(one for one in list_knowers(view, event).values() if among is None or one.id in among)
    return ToldAt(event.told, chance, cite(event), knowers, name_teller(view)(event.summary))


def _weigh(terms: Iterable[str], sentences: Iterable[Sequence[str]]) -> dict[str, float]:
    """How rare each term is among the sentences."""
    having, count = Counter[str](), 0
    for words in sentences:
        having.update(set(words))
        count += 1
    return {term: log(1 + (count + 1) / (having[term] + 0.5)) for term in dict.fromkeys(terms)}


def _list_people(view: View) -> dict[str, set[str]]:
    """Event -> who does and undergoes it."""
    people: dict[str, set[str]] = defaultdict(set)
    for part in view.facts(["participation"]):
        if part.role in _ACTS:
            people[part.event].add(view.root(part.character))
    return people


def _find_named(view: View, sentence: str) -> set[str]:
    """Whom the names in a sentence mean."""
    return {view.root(one) for _, name in find_names(sentence) for one in view.cast.candidates(name, view.bound)}


def _blank_names(view: View, sentence: str) -> str:
    """A sentence without the names of people in it: who is called Son is nobody's."""
    for start, name in find_names(sentence):
        if view.cast.candidates(name, view.bound):
            sentence = sentence[:start] + " " * len(name) + sentence[start + len(name) :]
    return sentence
