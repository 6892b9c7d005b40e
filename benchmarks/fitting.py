"""Log-linear choice, fitted: named features per candidate in, a weight per feature out (scipy, deterministic)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy.optimize import minimize

Example = tuple[list[list[str]], int]
"""The features of each candidate, and which is right."""
RARE = 4
"""Features of fewer candidates than this are left out."""


def fit(
    examples: Sequence[Example], strength: float = 1.0, given: Mapping[str, float] | None = None, steps: int = 250
) -> dict[str, float]:
    """Maximum likelihood of the right candidates under a Gaussian prior of precision `strength` (L-BFGS, at most `steps`).
    Weights that are `given` stay as they are."""
    counts = Counter(feature for rows, _ in examples for row in rows for feature in row)
    names = sorted(feature for feature, n in counts.items() if n >= RARE)
    if not names:
        return {}
    table = _index(examples, {name: place for place, name in enumerate(names)})
    start = np.array([(given or {}).get(name, 0.0) for name in names])
    held = [(value, value) if name in (given or {}) else (None, None) for name, value in zip(names, start, strict=True)]
    found = minimize(
        _lose, start, (*table, strength), jac=True, bounds=held, method="L-BFGS-B", options={"maxiter": steps}
    )
    return {name: round(float(weight), 3) for name, weight in zip(names, found.x, strict=True) if abs(weight) >= 0.002}


def _lose(weights: Any, at: Any, rows: Any, starts: Any, rights: Any, strength: float) -> tuple[float, Any]:
    """What the weights lose against the right candidates and the prior, and its slope."""
    owner = np.repeat(np.arange(len(starts)), np.diff([*starts, rows[-1] + 1 if len(rows) else 0]))
    scores = np.bincount(rows, weights[at], minlength=len(owner))
    scores -= np.maximum.reduceat(scores, starts)[owner]
    chance = np.exp(scores)
    chance /= np.add.reduceat(chance, starts)[owner]
    loss = strength / 2 * weights @ weights - np.log(np.maximum(chance[rights], 1e-300)).sum()
    chance[rights] -= 1.0
    return loss, np.bincount(at, chance[rows], minlength=len(weights)) + strength * weights


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
