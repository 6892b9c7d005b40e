"""Where a thing is told that is asked about in words, by the view's moment: as it happens, and wherever it is spoken of after.

    the words as they are asked, close together in one sentence -> there it is told
    all but the names, in a sentence in which those are meant    -> there as well
    else, and besides, the places that are most like what is asked -> each with the chance that it tells of that

The chance is a logit of three numbers, fitted on 475 places of 52 events of thirteen novels, asked for by a sentence and by a few words,
which were read and judged (`benchmarks/tellings.jsonl`, `python -m benchmarks DATA knowing`): of places found for a sentence that says who
does what to whom, those above 0.5 tell of it in 3 of 4 cases; for a few words hardly any is above, and 1 in 3 tells of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from castline.agent.cited import AROUND, find_stretches
from castline.agent.deeds import read_deeds
from castline.agent.kindred import Kindred
from castline.agent.locating import FEATURES, PAGE, Looked, look
from castline.agent.questions import read_question
from castline.agent.ruling import logistic, share
from castline.agent.weights import read_weights
from castline.query.asked_events import Named, find_together
from castline.query.bm25 import K, Searched
from castline.query.concordance import Floats, Span
from castline.query.knowing import SURE
from castline.query.sentences import COMMON, WORD
from castline.query.view import Evidence, View

MOST, LOOKED = 6, 4
"""Scenes that are named where none has the words themselves, and places that are looked at for each."""
LEAST = 0.25
"""The chance from which on a place is named where none has the words; beside those that have them it is SURE."""
WEIGHTS = (0.83, 0.62, 0.32, -0.74)
"""Of what speaks for a place (`Sought.weigh`)."""


@dataclass(frozen=True, slots=True)
class Place:
    """Sentences that tell of a thing, and the chance (0..1) that they do."""

    span: Span
    chance: float


def cite_place(view: View, place: Place, by: str) -> Evidence:
    """The words of a place, found by a rule or a model."""
    told, _, start, end, words = view.concordance().cite(place.span)
    return Evidence(told, start, end, words, by, place.chance)


@dataclass(frozen=True, slots=True)
class Sought:
    """What is most like what was asked for, of what is told: the places, their scores, how many terms were asked for, and the
    score of a page that has them all once."""

    found: Looked
    scores: Floats
    terms: int
    whole: float

    def weigh(self, span: Span, held: float) -> Floats:
        """What speaks for it that a stretch tells of it: how much of the terms its best page has, how many they are, the share of
        likelihood that it holds (both as logarithms), and a one."""
        inside = (self.found.places >= span[0]) & (self.found.places < span[1])
        page = float(self.found.features[inside, FEATURES.index("words page")].max()) * 10 / self.whole
        return np.array([page, np.log1p(self.terms), np.log(held + 1e-6), 1.0])


def find_places(view: View, asked: str, words: str, taken: tuple[Span, ...] = ()) -> list[Place]:
    """The places that tell what is asked, in the order of the text, none over another or over what is `taken`: those that have what
    was `asked` itself (of who is named, also where another word means them), and those likely to tell what the `words` say; beside
    what is taken or has it, those alone that surely do. Raises AskError where nothing is taken and too many scenes have what was asked."""
    exact = tuple(sorted({*find_together(view, asked, not taken), *_find_meant(view, asked)}))
    least = SURE if exact or taken else LEAST
    apart = [
        one for one in _list_likely(view, words)
        if one.chance >= least and all(one.span[1] <= a or b <= one.span[0] for a, b in (*taken, *exact))
    ]  # fmt: skip
    own = [span for span in exact if all(span[1] <= a or b <= span[0] for a, b in taken)]
    return sorted([*(Place(span, 1.0) for span in own), *apart], key=lambda one: one.span)


def _find_meant(view: View, asked: str) -> list[Span]:
    """Sentences that have the words of what was asked as they are, but for its names: whom these name is meant there, mostly by "he" or
    "she"."""
    question = read_question(asked, "", view.cast, view.bound, Kindred(view))
    if question.unknown or not question.terms or len(question.terms) + len(question.people) < 3:
        return []
    rest = asked
    for name in question.meaning:
        rest = re.sub(rf"\b{re.escape(name)}(?:['’]s)?", lambda found: " " * len(found[0]), rest)
    first = next((found.start() for found in WORD.finditer(rest) if found[0].lower() not in COMMON), 0)
    people = [Named(ids, asked.index(name) < first) for name, whom in question.meaning.items() for ids in whom]
    return find_together(view, rest, False, people)


def _list_likely(view: View, asked: str) -> list[Place]:
    """The likeliest place of each scene, of at most MOST scenes."""
    scenes: dict[int, Place] = {}
    for one in rank_places(view, asked, MOST * LOOKED):
        scenes.setdefault(view.concordance().sentences[one.span[0]].told, one)
    return list(scenes.values())[:MOST]


def rank_places(view: View, asked: str, most: int, around: int = AROUND) -> list[Place]:
    """The likeliest stretches told by the view's moment, the likeliest first: a place with `around` sentences on either side, on whose
    page stands a word of what is asked."""
    sought, concordance = seek_places(view, asked), view.concordance()
    stretches = find_stretches(
        concordance, sought.found.places, share(sought.scores), concordance.upto(view.bound), most, around
    )
    weights = np.array(WEIGHTS)
    return [Place(span, round(logistic(float(sought.weigh(span, held) @ weights)), 3)) for span, held in stretches]


def seek_places(view: View, asked: str) -> Sought:
    """The places told by the view's moment that are most like what is asked, on whose page stands a word of it."""
    concordance, question = view.concordance(), read_question(asked, "", view.cast, view.bound, Kindred(view))
    told = (0, concordance.upto(view.bound))
    found = look(
        concordance, read_deeds(view, concordance), question, told, lambda one: view.cast.members(one, view.bound)
    )
    worded = found.features[:, [FEATURES.index(one) for one in ("words page", "names page")]].sum(axis=1) > 0
    found = Looked(found.places[worded], found.features[worded])
    terms = list(dict.fromkeys(question.terms))
    searched = Searched(concordance, terms, told)
    whole = (K + 1) * float(searched.weigh(searched.holds(PAGE), PAGE)[1].sum())
    return Sought(found, found.features @ np.array(read_weights().place), len(terms), max(0.1, whole))
