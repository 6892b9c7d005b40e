"""Where a thing is told that is asked about in words, by the view's moment: as it happens, and wherever it is spoken of after.

    the words in one sentence, or in a few that stand together -> there it is told
    else, and besides, the places that are most like what is asked -> each with the chance that it tells of that

The chance is a logit of two numbers, fitted on 475 places of 52 events of thirteen novels, asked for by a sentence and by a few words,
which were read and judged (`benchmarks/tellings.jsonl`, `python -m benchmarks DATA knowing`): of places asked for by a sentence that say who
does what to whom, those above 0.6 tell of it in 3 of 4 cases; by a few words hardly any is above, and 1 in 3 tells of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from castline.agent.cited import AROUND, find_stretches
from castline.agent.deeds import read_deeds
from castline.agent.locating import FEATURES, Looked, look
from castline.agent.questions import read_question
from castline.agent.ruling import logistic, share
from castline.agent.weights import read_weights
from castline.query.asked_events import find_together
from castline.query.concordance import Floats, Span
from castline.query.knowing import SURE
from castline.query.view import Evidence, View

MOST, LOOKED = 6, 4
"""Scenes that are named where none has the words themselves, and places that are looked at for each."""
LEAST = 0.2
"""The chance from which on a place is named where none has the words; beside those that have them it is SURE."""
LIKE, SHARE, ALWAYS = 0.13, 0.24, -0.95
"""Weights of the score of a place's best sentence, and of the logarithm of the stretch's share of likelihood; and what is added."""


@dataclass(frozen=True, slots=True)
class Place:
    """Sentences that tell of a thing, and the chance (0..1) that they do."""

    span: Span
    chance: float


def cite_place(view: View, place: Place, by: str) -> Evidence:
    """The words of a place, found by a rule or a model."""
    told, _, start, end, words = view.concordance().cite(place.span)
    return Evidence(told, start, end, words, by, place.chance)


def find_places(view: View, asked: str, taken: tuple[Span, ...] = ()) -> list[Place]:
    """The places that tell what is asked, in the order of the text: those that have its words, and those likely to tell of it, none
    over another or over what is `taken`. Raises AskError where too many scenes have the words."""
    exact = () if taken else tuple(find_together(view, asked))
    least = SURE if taken or exact else LEAST
    likely = _list_likely(view, asked, least)
    apart = [one for one in likely if all(one.span[1] <= a or b <= one.span[0] for a, b in (*taken, *exact))]
    return sorted([*(Place(span, 1.0) for span in exact), *apart], key=lambda one: one.span)


def _list_likely(view: View, asked: str, least: float) -> list[Place]:
    """The likeliest place of each scene, of at most MOST scenes."""
    scenes: dict[int, Place] = {}
    for one in rank_places(view, asked, MOST * LOOKED):
        scenes.setdefault(view.concordance().sentences[one.span[0]].told, one)
    return [one for one in list(scenes.values())[:MOST] if one.chance >= least]


def rank_places(view: View, asked: str, most: int, around: int = AROUND) -> list[Place]:
    """The likeliest stretches told by the view's moment, the likeliest first: a place with `around` sentences on either side, on whose
    page stands a word of what is asked."""
    found = look_for(view, asked)
    worded = found.features[:, [FEATURES.index(one) for one in ("words page", "names page")]].sum(axis=1) > 0
    found = Looked(found.places[worded], found.features[worded])
    if not len(found.places):
        return []
    scores = found.features @ np.array(read_weights().place)
    stop = view.concordance().upto(view.bound)
    stretches = find_stretches(view.concordance(), found.places, share(scores), stop, most, around)
    return [Place(span, round(rate(found, scores, span, held), 3)) for span, held in stretches]


def look_for(view: View, asked: str) -> Looked:
    """The places told by the view's moment that are most like what is asked, with what each has."""
    concordance = view.concordance()
    question = read_question(asked, "", view.cast, view.bound)
    return look(
        concordance, read_deeds(view, concordance), question, (0, concordance.upto(view.bound)),
        lambda one: view.cast.members(one, view.bound),
    )  # fmt: skip


def rate(found: Looked, scores: Floats, span: Span, held: float) -> float:
    """The chance that a stretch tells what was looked for, by its best sentence and the share of likelihood that it holds."""
    inside = (found.places >= span[0]) & (found.places < span[1])
    return logistic(LIKE * float(scores[inside].max()) + SHARE * float(np.log(held + 1e-6)) + ALWAYS)
