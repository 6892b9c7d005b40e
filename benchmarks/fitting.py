"""Log-linear choice, fitted: named features per candidate in, a weight per feature out (numpy, deterministic)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

Example = tuple[list[list[str]], int]
"""The features of each candidate, and which is right."""
RARE = 4
"""Features of fewer candidates than this are left out."""


def fit(
    examples: Sequence[Example], strength: float = 1.0, given: Mapping[str, float] | None = None, steps: int = 250
) -> dict[str, float]:
    """Maximum likelihood of the right candidates under a Gaussian prior of precision `strength` (Adam, full batch). Weights
    that are `given` stay as they are."""
    counts = Counter(feature for rows, _ in examples for row in rows for feature in row)
    names = sorted(feature for feature, n in counts.items() if n >= RARE)
    at, rows, starts, rights = _index(examples, {name: place for place, name in enumerate(names)})
    weights = np.array([(given or {}).get(name, 0.0) for name in names])
    free = np.array([name not in (given or {}) for name in names])
    first, second = np.zeros(len(names)), np.zeros(len(names))
    rate, owner = 0.1, np.repeat(np.arange(len(starts)), np.diff([*starts, rows[-1] + 1 if len(rows) else 0]))
    for step in range(1, steps + 1):
        scores = np.bincount(rows, weights[at], minlength=len(owner))
        scores -= np.maximum.reduceat(scores, starts)[owner]
        chance = np.exp(scores)
        chance /= np.add.reduceat(chance, starts)[owner]
        chance[rights] -= 1.0
        slope = np.bincount(at, chance[rows], minlength=len(names)) + strength * weights
        slope *= free
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        pace = rate * (0.5 if step > steps // 2 else 1.0) * (0.2 if step > steps * 3 // 4 else 1.0)
        weights -= pace * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True) if abs(weight) >= 0.002}


def _index(examples: Sequence[Example], place: dict[str, int]) -> tuple[Any, Any, Any, Any]:
    """(feature, candidate row) pairs as two columns; the first row of each example; the right rows."""
    at: list[int] = []
    rows: list[int] = []
    starts: list[int] = []
    rights: list[int] = []
    row = 0
    for candidates, right in examples:
        starts.append(row)
        rights.append(row + right)
        for features in candidates:
            known = [place[f] for f in features if f in place]
            at += known
            rows += [row] * len(known)
            row += 1
    return np.array(at), np.array(rows), np.array(starts), np.array(rights)


def choose(weights: dict[str, float], candidates: list[list[str]]) -> int:
    """The likeliest candidate."""
    scores = [sum(weights.get(f, 0.0) for f in row) for row in candidates]
    return scores.index(max(scores))
