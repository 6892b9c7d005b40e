"""Weights by the greatest likelihood: of the right place among those found, and of what is so by its signs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from scipy.optimize import minimize

from castline.agent.locating import FEATURES
from castline.agent.ruling import share
from castline.query.concordance import Floats

Example = tuple[Floats, bool, str]
"""Signs, whether it is so, and the sort."""
DRAWN = 1e-3
"""How strongly weights are drawn to nothing."""


def fit_places(examples: Sequence[tuple[Floats, Floats, Floats]]) -> Floats:
    """The weights under which the right chapter, and in it the right place, get most of the likelihood."""

    def loss(weights: Floats) -> tuple[float, Floats]:
        total, slope = 0.0, np.zeros_like(weights)
        for features, same, near in examples:
            shares = share(features @ weights)
            for right, worth in ((same, 1.0), (near, 0.5)):
                held = float(shares @ right)
                if held > 1e-12:
                    total -= worth * np.log(held)
                    slope -= worth * (features.T @ (shares * right / held - shares))
        return float(total / len(examples) + 1e-3 * weights @ weights), slope / len(examples) + 2e-3 * weights

    return np.asarray(minimize(loss, np.zeros(len(FEATURES)), jac=True, method="L-BFGS-B").x)


def fit_logit(examples: Sequence[Example], sorts: Mapping[str, float] | None = None) -> Floats:
    """Weights of signs; the examples of each sort count as much together as is said, or all sorts alike."""
    signs, right = np.array([row for row, *_ in examples]), np.array([one for _, one, _ in examples], dtype=float)
    counts = Counter(sort for *_, sort in examples)
    worth = np.array([(sorts or {}).get(sort, 1.0) / counts[sort] for *_, sort in examples])
    worth /= worth.mean()

    def loss(weights: Floats) -> tuple[float, Floats]:
        likely = 1 / (1 + np.exp(-(signs @ weights)))
        missed = -np.mean(worth * (right * np.log(likely + 1e-9) + (1 - right) * np.log(1 - likely + 1e-9)))
        slope = signs.T @ (worth * (likely - right)) / len(right)
        return float(missed + DRAWN * weights @ weights), slope + 2 * DRAWN * weights

    return np.asarray(minimize(loss, np.zeros(signs.shape[1]), jac=True, method="L-BFGS-B").x)
