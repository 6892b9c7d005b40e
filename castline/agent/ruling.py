"""The ruling on a question put to somebody at a moment: past or future, there or not, falsified or not.

This is the judging side: it looks at what comes, too. What a ruling says of that may not be shown to whoever plays the
person; `hints` says what may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import msgspec
import numpy as np

from castline.agent.cited import AROUND, Telling, cite_places
from castline.agent.deeds import Deeds, read_deeds
from castline.agent.falsified import Doubt, find_doubt, leave_out
from castline.agent.kindred import Kindred
from castline.agent.locating import Looked, look
from castline.agent.presence import find_signs, heed_reading
from castline.agent.questions import Question, read_question
from castline.agent.weights import Weights, read_weights
from castline.graph.facts import Event, Knowledge, decode
from castline.query.concordance import Concordance, Floats, Places, Span
from castline.query.view import View

Temporal = Literal["past", "future", "never happened", "unknown"]
Spatial = Literal["present", "absent", "heard", "unknown"]


class Ruling(msgspec.Struct, frozen=True):
    """What the graph says of a question. `confidence` (0..1) is that of `temporal`; `places` are where what is asked about
    is told, by the moment, and `beyond` where it is told later; `heard_from` and `heard_at` say from whom and when it was
    heard of; `doubted` are the details that the place does not bear out, where one is changed, the likeliest first; `places`
    are then those of the question without that one; `instead` is what is told in its place, which only a model finds
    (`picking`)."""

    at: str
    who: str
    question: str
    temporal: Temporal
    spatial: Spatial
    confidence: float
    present: float
    falsified: float
    heard_from: str | None
    heard_at: str | None
    doubted: tuple[str, ...]
    places: tuple[Telling, ...]
    beyond: tuple[Telling, ...]
    instead: str | None = None

    @property
    def later(self) -> float:
        """How likely it is of what comes (0..1)."""
        return self.confidence if self.temporal == "future" else 1 - self.confidence


@dataclass(frozen=True, slots=True)
class Sought:
    """A question looked for in what is told (`past`, the first `told` sentences, with the counts of these alone), and in all
    that was ingested (`whole`), up to the sentence `end`."""

    asked: str
    question: Question
    concordance: Concordance
    deeds: Deeds
    told: int
    end: int
    past: Looked
    whole: Looked


SURE = 0.5


def seek(view: View, who: str, question: str) -> Sought:
    """Look for what a question is about, in what is told and in what comes. Raises UnknownName and AmbiguousName."""
    asked, concordance = view.find(who), view.concordance()
    deeds = read_deeds(view, concordance)
    told = concordance.upto(view.bound)
    kin = Kindred(view)
    known = read_question(question, asked, view.cast, view.bound, kin)
    later, end = read_question(question, asked, view.cast, view.horizon, kin), concordance.upto(view.horizon)
    past = look(concordance, deeds, known, (0, told), lambda one: view.cast.members(one, view.bound))
    whole = look(concordance, deeds, later, (0, end), lambda one: view.cast.members(one, view.horizon))
    return Sought(asked, known, concordance, deeds, told, end, past, whole)


def rule(view: View, who: str, question: str, weights: Weights | None = None) -> Ruling:
    """The ruling on a question put to a person (name or id) at the view's moment. No model is asked."""
    return rule_on(view, seek(view, who, question), weights or read_weights())


def rule_on(view: View, found: Sought, weights: Weights) -> Ruling:
    """The ruling on a question that was looked for."""
    asked = found.question.text
    past, whole = (side.features @ np.array(weights.place) for side in (found.past, found.whole))
    ahead = found.whole.places >= found.told
    later = logistic(compare_sides(found, whole) @ np.array(weights.time)) if ahead.any() else 0.0
    shares = share(past)
    ids = view.cast.members(found.asked, view.bound)
    narrator = bool(view.cast.narrators & set(ids))
    signs = find_signs(
        found.concordance, found.deeds, found.question, ids, narrator, found.past.places, shares, found.told
    )
    present = logistic(signs @ np.array(weights.presence))
    if len(past):
        place = find_likeliest(found, shares)
        present = heed_reading(found.concordance, found.deeds, asked, ids, place, found.told, present)
    doubt = doubt_details(view, found, shares, weights.detail)
    falsified = logistic(doubt.signs @ np.array(weights.false)) if len(past) else 0.0
    temporal = _decide(later, falsified, bool(len(past)))
    if temporal == "never happened":
        found, shares = look_again(view, found, doubt, np.array(weights.place))
    spatial, source, at = (
        place_them(view, found, best_span(found, shares), present)
        if temporal in ("past", "never happened")
        else ("unknown", None, None)
    )
    return Ruling(
        view.at, view.name(found.asked), asked, temporal, spatial, round(max(later, 1 - later), 3), round(present, 3),
        round(falsified, 3), source, at, tuple(detail.text for detail in doubt.details) if temporal == "never happened" else (),
        cite_places(found.concordance, found.past.places, shares, found.told),
        cite_places(found.concordance, found.whole.places[ahead], share(whole)[ahead], found.end),
    )  # fmt: skip


def doubt_details(view: View, found: Sought, shares: Floats, weights: Sequence[float]) -> Doubt:
    """What speaks for a changed detail, the places found being as likely as `shares` says."""
    people = {one: view.cast.members(one, view.bound) for person in found.question.people for one in person}
    return find_doubt(
        found.concordance, found.question, found.past.places, shares, found.told, people, np.array(weights)
    )


def look_again(view: View, found: Sought, doubt: Doubt, weights: Floats) -> tuple[Sought, Floats]:
    """The question without its most doubtful detail, looked for again; the likelihood of the places found so."""
    question = leave_out(found.question, doubt.details[0]) if doubt.details else found.question
    past = look(
        found.concordance, found.deeds, question, (0, found.told), lambda one: view.cast.members(one, view.bound)
    )
    if not len(past.places):
        return found, share(found.past.features @ weights)
    return replace(found, past=past), share(past.features @ weights)


def _decide(later: float, falsified: float, told: bool) -> Temporal:
    """All but "future" rests on what is told alone."""
    if later > SURE:
        return "future"
    if not told:
        return "unknown"
    return "never happened" if falsified > SURE else "past"


def share(scores: Floats) -> Floats:
    """Scores as shares of likelihood, which add up to one."""
    if not len(scores):
        return scores
    raised: Floats = np.exp(scores - scores.max())
    return raised / raised.sum()  # type: ignore[no-any-return]


NOTHING = -5.0
"""The score of a side on which no place was found."""


def compare_sides(found: Sought, scores: Floats) -> Floats:
    """How much better what comes fits than what is told: its best place, its best chapter; and a one. `scores` are of the
    places of the whole."""
    chapters, ahead = found.concordance.chapters[found.whole.places], found.whole.places >= found.told
    (told, told_chapter), (coming, coming_chapter) = (_best(chapters[side], scores[side]) for side in (~ahead, ahead))
    return np.array([coming - told, coming_chapter - told_chapter, 1.0])


def _best(chapters: Places, scores: Floats) -> tuple[float, float]:
    return (float(scores.max()), _best_chapter(chapters, scores)) if len(scores) else (NOTHING, NOTHING)


def _best_chapter(chapters: Places, scores: Floats) -> float:
    return max(float(np.logaddexp.reduce(scores[chapters == one])) for one in np.unique(chapters))


def logistic(value: float) -> float:
    """A logit as a probability."""
    return float(1 / (1 + np.exp(-value)))


def place_them(view: View, found: Sought, span: Span, present: float) -> tuple[Spatial, str | None, str | None]:
    """Whether the person was there; or else whether, from whom and when they heard of what happened in these sentences."""
    if present > SURE:
        return "present", None, None
    first, last = span
    events: dict[str, Event] = {}
    known: list[Knowledge] = [
        fact for fact in view.facts(["knowledge"], found.asked) if fact.how in ("told", "overheard", "read")
    ]
    for line in view.store.events(view.record.name, sorted({fact.event for fact in known}), view.bound):
        event: Event = decode(line)
        events[event.id] = event
    for fact in known:
        event_ = events.get(fact.event)
        if event_:
            a, b = found.concordance.span(event_.book, event_.start, event_.end)
            if a < last and b > first:
                return "heard", view.name(fact.source) if fact.source else None, fact.told
    return "absent", None, None


def find_likeliest(found: Sought, shares: Floats) -> int:
    """The sentence of the likeliest place."""
    return int(found.past.places[int(shares.argmax())])


def best_span(found: Sought, shares: Floats) -> Span:
    """The sentences about the likeliest place."""
    at = find_likeliest(found, shares)
    return at - AROUND, at + AROUND + 1
