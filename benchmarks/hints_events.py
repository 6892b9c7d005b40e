"""Hints on the events of a plot, which are hundreds where the gold questions are twelve to a kind.

Each event of the held-out novel is put as a question at the end of its chapter: to each main person who is met by then, and with a
detail changed by lot. "there" are those who take part or see it by the gold; who does not is "elsewhere" where he has a part in
another event of the chapter, "talked of" where the event's own words name him, "near" where he has one within two chapters. A
changed detail is put right where the place that is cited holds most of the words of the gold's quote; "named" is where the first
detail in doubt is the changed one. `there` was hardly verified by the gold, and the changes are drawn by lot, not by a reader's wit.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import numpy as np

from benchmarks.hinting import SORTS, Asked, Plot, find_rows, is_new
from benchmarks.machine import table
from castline.agent.cited import cite_places
from castline.agent.ruling import SURE, doubt_details, logistic, look_again
from castline.agent.weights import Weights
from castline.query.concordance import Concordance, Floats, Places
from castline.query.sentences import find_terms

HELD = 0.5
"""The share of a quote's words that a place must hold."""
HEAD = [
    "",
    "there",
    "elsewhere",
    "talked of",
    "near",
    "cited",
    "changed detail found",
    "named",
    "put right",
    "true detail doubted",
]
BINS = (0.0, 0.2, 0.35, 0.5, 0.65, 0.8, 1.0)
Marks = dict[str, list[float]]
Scored = tuple[Marks, list[tuple[float, bool, str]]]
"""What is right by kind, and of each chance of having been there whether it is so, and the sort."""


def score_events(plot: Plot, weights: Weights) -> Scored:
    """What is right of a novel by weights that were fitted without it."""
    marks: Marks = defaultdict(list)
    rows = find_rows(plot, np.array(weights.place))
    chances = [(logistic(signs @ np.array(weights.presence)), so, sort) for signs, so, sort in rows.presence]
    for chance, so, sort in chances:
        marks[sort].append((chance > SURE) == so)
    for asked in rows.asked:
        _mark(asked, weights, marks)
    return marks, chances


def _mark(asked: Asked, weights: Weights, marks: Marks) -> None:
    found = asked.found
    doubt = doubt_details(asked.view, found, asked.shares, weights.detail)
    false = logistic(doubt.signs @ np.array(weights.false)) > SURE
    if asked.changed is None:
        marks["true detail doubted"].append(false)
        marks["cited"].append(
            _is_cited(found.concordance, found.past.places, asked.shares, found.told, asked.event.quote)
        )
        return
    marks["changed detail found"].append(false)
    marks["named"].append(false and bool(doubt.details) and is_new(asked.changed, doubt.details[0].terms))
    again, shares = look_again(asked.view, found, doubt, np.array(weights.place))
    held = _is_cited(found.concordance, again.past.places, shares, found.told, asked.event.quote)
    marks["put right"].append(false and held)


def _is_cited(concordance: Concordance, places: Places, shares: Floats, told: int, quote: str) -> bool:
    cited = cite_places(concordance, places, shares, told)
    return bool(cited) and holds(cited[0].text, quote)


def holds(text: str, quote: str) -> bool:
    """Whether a text holds most of the words of a quote."""
    wanted = set(find_terms(quote))
    return len(wanted & set(find_terms(text))) >= HELD * len(wanted)


def show_events(scored: dict[str, Scored]) -> str:
    """A row per novel and one of all, and how often somebody was there by the chance that was given."""
    total: Marks = defaultdict(list)
    for marks, _ in scored.values():
        for kind, right in marks.items():
            total[kind] += right
    rows = [[name, *_row(marks)] for name, (marks, _) in scored.items()]
    counts = ["questions", *(len(total[kind]) for kind in HEAD[1:])]
    return table(HEAD, [*rows, ["all", *_row(total)], counts]) + "\n\n" + _show_chances([
        one for _, chances in scored.values() for one in chances
    ])  # fmt: skip


def _row(marks: Marks) -> list[object]:
    return [f"{100 * np.mean(marks[kind]):.1f}" if marks.get(kind) else "" for kind in HEAD[1:]]


def _show_chances(chances: list[tuple[float, bool, str]]) -> str:
    """Bins of the chance, its mean, and the share of those who were there, each sort weighing as in the fit."""
    sorts = [sort for *_, sort in chances]
    worth = np.array([SORTS[sort] / sorts.count(sort) for sort in sorts])
    chance, so = np.array([one for one, *_ in chances]), np.array([one for _, one, _ in chances], dtype=float)
    rows: list[list[object]] = []
    for low, high in pairwise(BINS):
        inside = (chance >= low) & (chance < high)
        if inside.any():
            mean, share = (float(np.average(one[inside], weights=worth[inside])) for one in (chance, so))
            rows.append([f"{low:.2f} to {high:.2f}", int(inside.sum()), f"{mean:.2f}", f"{share:.2f}"])
    return table(["chance of having been there", "questions", "mean", "were there"], rows)
