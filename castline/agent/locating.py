"""Where in the saga the thing asked about is told: a weighted look at every window of sentences, the likeliest first.

What is told by the moment is searched with its own statistics, and so is what comes after it: the ranks among the first are
those of a book that ends there.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from castline.agent.deeds import Deeds
from castline.agent.questions import Question
from castline.query.bm25 import Searched, between
from castline.query.concordance import Concordance, Floats, Places, Span

NEAR, PAGE, LONG = 3, 21, 61
"""Sentences in the windows that are looked at: the place itself, about a page around it, and a scene."""
FEATURES = (
    "words near", "names near", "words page", "names page", "words long", "names long", "rare near", "pairs near",
    "people near", "people page", "people there", "does near", "undergoes near", "weight near", "chapter",
)  # fmt: skip
MOST = 100
"""Places that are looked at a second time, of what is told and of what comes."""

Members = Callable[[str], Iterable[str]]
"""The ids under which somebody is meant in a stretch."""


@dataclass(frozen=True, slots=True)
class Looked:
    """The likeliest places of a stretch, by sentence: what each has of FEATURES."""

    places: Places
    features: Floats


def look(concordance: Concordance, deeds: Deeds, question: Question, span: Span, members: Members) -> Looked:
    """The MOST places of a stretch that have most of what is asked about, with their features."""
    size = span[1] - span[0]
    if size == 0 or not (question.terms or question.names or question.people):
        return Looked(np.zeros(0, dtype=np.int64), np.zeros((0, len(FEATURES))))
    terms = list(dict.fromkeys(question.terms))
    searched = Searched(concordance, [*terms, *question.names], span)
    own = len(terms)
    columns: dict[str, Floats] = {}
    for name, width in (("near", NEAR), ("page", PAGE), ("long", LONG)):
        times = searched.holds(width)
        scores, rarity = searched.weigh(times, width)
        columns[f"words {name}"], columns[f"names {name}"] = (
            scores[:own].sum(axis=0) / 10,
            scores[own:].sum(axis=0) / 10,
        )
        if width == NEAR:
            columns["rare near"] = (rarity[:own, None] * (times[:own] > 0)).sum(axis=0) / max(1e-9, rarity[:own].sum())
            columns["pairs near"] = _pairs(searched.holds(1), terms, question.terms)
    people = [[one for who in person for one in members(who)] for person in question.people]
    columns["people near"] = _share(concordance.meant, people, span, NEAR)
    columns["people page"] = _share(concordance.meant, people, span, PAGE)
    columns["people there"] = _share_there(concordance, people, span)
    columns["does near"] = _share(deeds.does, people[:1], span, NEAR)
    columns["undergoes near"] = _share(deeds.undergoes, people[1:], span, NEAR)
    columns["weight near"] = _spread(deeds.weight[span[0] : span[1]], NEAR, np.maximum)
    columns["chapter"] = _chapters(concordance, searched.holds(1), span)
    first = sum(columns[name] for name in ("words near", "words page", "people page", "people near"))
    first = first + 0.3 * (columns["names near"] + columns["chapter"])
    best = np.sort(np.argsort(-first, kind="stable")[:MOST])
    return Looked(best + span[0], np.stack([columns[name][best] for name in FEATURES], axis=1))


def _pairs(times: Floats, terms: list[str], asked: tuple[str, ...]) -> Floats:
    """How many terms that follow each other in the question stand in one sentence, in it or beside it."""
    rows = {term: row for row, term in enumerate(terms)}
    held = times > 0
    found = np.zeros(times.shape[1])
    for a, b in set(itertools.pairwise(asked)):
        if a != b:
            found += held[rows[a]] & held[rows[b]]
    return _spread(found, NEAR, np.maximum)


def _spread(values: Floats, width: int, fold: Callable[[Floats, Floats], Floats]) -> Floats:
    made = values.copy()
    for step in range(1, width // 2 + 1):
        made[step:] = fold(made[step:], values[:-step])
        made[:-step] = fold(made[:-step], values[step:])
    return made


def _share(where: dict[str, Places], people: list[list[str]], span: Span, width: int) -> Floats:
    """The share of these people of whom there is something in each window."""
    size = span[1] - span[0]
    total = np.zeros(size)
    for ids in people:
        sums = np.zeros(size + 1)
        for one in ids:
            places = where.get(one)
            if places is not None:
                first, last = np.searchsorted(places, span)
                sums[places[first:last] - span[0] + 1] = 1
        np.cumsum(sums, out=sums)
        total += between(sums, width) > 0
    return total / max(1, len(people))


def _share_there(concordance: Concordance, people: list[list[str]], span: Span) -> Floats:
    """The share of these people who are in the scene."""
    total = np.zeros(span[1] - span[0])
    for ids in people:
        there = np.zeros(span[1] - span[0], dtype=bool)
        for one in ids:
            for first, last in concordance.there.get(one, ()):
                there[max(0, first - span[0]) : max(0, last - span[0])] = True
        total += there
    return total / max(1, len(people))


def _chapters(concordance: Concordance, times: Floats, span: Span) -> Floats:
    """BM25 of each sentence's chapter among the chapters of the stretch (length left aside), over ten."""
    _, chapter = np.unique(concordance.chapters[span[0] : span[1]], return_inverse=True)
    count = int(chapter.max()) + 1
    lengths = np.bincount(chapter, weights=concordance.lengths[span[0] : span[1]], minlength=count)
    total = np.zeros(count)
    for row in times:
        held = np.bincount(chapter, weights=row, minlength=count)
        df = np.count_nonzero(held)
        rarity = np.log1p((count - df + 0.5) / (df + 0.5))
        total += rarity * held * 2.2 / (held + 1.2 * (0.25 + 0.75 * lengths / max(1e-9, float(lengths.mean()))))
    return total[chapter] / 10
