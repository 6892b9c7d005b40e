"""The weightiest places of a chapter: what is told of it, and in whose sentences of somebody they are known."""

from __future__ import annotations

import math
from collections.abc import Iterable

from castline.ingest.annotations import Extract

WORDS_A_PLACE = 700
FEWEST, MOST = 3, 8
"""A chapter is told by one place in so many words, within these bounds: a retelling mentions two to four things a chapter."""
APART = 500
"""Characters between the beginnings of two places, at least, in a chapter of usual length: they tell two things."""
ANYWAY, LEAST, WORTH = 2, -1.25, 0.2
"""How many places of a chapter are told if they weigh no less than LEAST (log-odds); any further one must be WORTH telling, but
in a chapter of fewer words than WORDS_A_PLACE."""
STEEP, MIDDLING = 2.0, 0.4
"""How fast importance rises with weight, and the weight of what is of middling importance: that of most chosen places is
between 0 and 0.9."""


def choose_places(notes: Extract, tellable: Iterable[int]) -> dict[int, float]:
    """Sentence -> its importance (0..1), of the weightiest among those that can be told; in order."""
    most = max(FEWEST, min(MOST, round(notes.words / WORDS_A_PLACE)))
    size = notes.sentences[-1][1] - notes.sentences[0][0] if notes.sentences else 0
    apart = min(APART, size // (2 * most))
    anyway = ANYWAY if notes.words >= WORDS_A_PLACE else most
    chosen: list[int] = []
    for at in sorted(tellable, key=lambda at: (-notes.weights[at][0], at)):
        if notes.weights[at][0] < (LEAST if len(chosen) < anyway else WORTH) or len(chosen) == most:
            break
        if all(abs(notes.sentences[at][0] - notes.sentences[other][0]) >= apart for other in chosen):
            chosen.append(at)
    return {at: rate_importance(notes.weights[at][0]) for at in sorted(chosen)}


def rate_importance(weight: float) -> float:
    """A weight (log-odds) as importance, 0..1."""
    return round(1 / (1 + math.exp(-STEEP * (weight - MIDDLING))), 3)
