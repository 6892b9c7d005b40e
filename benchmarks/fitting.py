"""Log-linear choice, fitted: named features per candidate in, a weight per feature out (scipy, deterministic)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from castline.ingest.extraction.weight import EVEN, SCALE

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


class Yes(NamedTuple):
    """Something that is so or not: its features, which count by their share, those that count whole, how much it weighs if it
    is so (0: it is not), and what it is from."""

    shared: list[str]
    own: list[str]
    worth: float
    source: str


WIDE, OFTEN = 6, 12
"""A feature is learnt from so many sources and cases, at least."""
POSITIVE = 0.5
"""What all that is so weighs beside all that is not."""
SMALL = 0.004
"""Weights smaller than this are left out."""


def fit_yes(cases: Sequence[Yes], strength: float, steps: int = 60) -> dict[str, float]:
    """Logistic regression with a Gaussian prior of precision `strength` (L-BFGS): weights by feature, "" the constant.

    Shared features are scaled as castline.ingest.extraction.weight scales them; what is rare is let weigh more than the common
    (by the logarithm of how rare it is), as it tells more.
    """
    names = _find_wide(cases)
    rarity = _rate_rarity(cases, names)
    table = _weigh_table(cases, {name: at for at, name in enumerate(names)}, rarity)
    worth = np.array([case.worth for case in cases], float)

    def lose(weights: Any) -> tuple[float, Any]:
        loss, slope = _lose_odds(table @ weights[:-1] + weights[-1], worth)
        loss += strength / 2 * float(weights[:-1] @ weights[:-1])
        return loss, np.append(table.T @ slope + strength * weights[:-1], slope.sum())

    found = minimize(lose, np.zeros(len(names) + 1), jac=True, method="L-BFGS-B", options={"maxiter": steps}).x
    kept = zip(names, found[:-1] * rarity, strict=True)
    return {"": round(float(found[-1]), 3)} | {n: round(float(w), 3) for n, w in kept if abs(w) >= SMALL}


def fit_ranked(groups: Sequence[Sequence[Yes]], strength: float, steps: int = 120) -> dict[str, float]:
    """Weights by feature under which, of each group, what is so comes first, and "", the constant that makes them log-odds.

    The likelihood is that of a draw from each group, by the exponential of the sums, for each that is so, as often as it
    weighs (Cao et al. 2007, ListNet); under a Gaussian prior of precision `strength` (L-BFGS). Scale and constant are those of
    a logistic regression on sums by weights from the other half of the sources. Shared features are scaled as
    castline.ingest.extraction.weight scales them; what is rare is let weigh more than the common, as it tells more.
    """
    groups = [group for group in groups if group]
    cases = [case for group in groups for case in group]
    names = _find_wide(cases)
    rarity = _rate_rarity(cases, names)
    table = _weigh_table(cases, {name: at for at, name in enumerate(names)}, rarity)
    worth = np.array([case.worth for case in cases], float)
    lengths = np.array([len(group) for group in groups])
    sources = sorted({case.source for case in cases})
    halves = np.array([sources.index(group[0].source) % 2 for group in groups])
    half = np.repeat(halves, lengths)
    sums = np.zeros(len(cases))
    for other in (0, 1):
        learnt = _rank(table[half != other], worth[half != other], lengths[halves != other], strength, steps)
        sums[half == other] = table[half == other] @ learnt
    scale, constant = _fit_scale(sums, worth)
    kept = zip(names, _rank(table, worth, lengths, strength, steps) * rarity * scale, strict=True)
    return {"": round(constant, 3)} | {n: round(float(w), 3) for n, w in kept if abs(w) >= SMALL}


def _rank(table: Any, worth: Any, lengths: Any, strength: float, steps: int) -> Any:
    """The weights under which what is so comes first in its group; `lengths` are those of the groups, one behind the other."""
    starts = np.cumsum([0, *lengths])[:-1]
    given = (table, worth / worth[worth > 0].mean(), starts, strength)
    start, options = np.zeros(table.shape[1]), {"maxiter": steps}
    return minimize(_lose_ranked, start, given, jac=True, method="L-BFGS-B", options=options).x


def _lose_ranked(weights: Any, table: Any, worth: Any, starts: Any, strength: float) -> tuple[float, Any]:
    """What the weights lose against what is so of each group and the prior, and its slope."""
    owner = np.repeat(np.arange(len(starts)), np.diff([*starts, len(worth)]))
    sums = table @ weights
    sums -= np.maximum.reduceat(sums, starts)[owner]
    total = np.add.reduceat(np.exp(sums), starts)[owner]
    loss = strength / 2 * weights @ weights - (worth * (sums - np.log(total))).sum()
    excess = np.exp(sums) / total * np.add.reduceat(worth, starts)[owner] - worth
    return float(loss), table.T @ excess + strength * weights


def _fit_scale(sums: Any, worth: Any) -> tuple[float, float]:
    """The scale and the constant that make sums the log-odds of being so."""

    def lose(line: Any) -> tuple[float, Any]:
        loss, slope = _lose_odds(line[0] * sums + line[1], worth)
        return loss, np.array([slope @ sums, slope.sum()])

    scale, constant = minimize(lose, np.array([1.0, 0.0]), jac=True, method="L-BFGS-B").x
    return float(scale), float(constant)


def _lose_odds(odds: Any, worth: Any) -> tuple[float, Any]:
    """What log-odds lose against what is so, which weighs POSITIVE times all else together; and the slope by each."""
    is_so = worth > 0
    share = np.where(is_so, worth / worth[is_so].mean() * POSITIVE * (~is_so).sum() / is_so.sum(), 1.0)
    chance = 1 / (1 + np.exp(-odds))
    loss = -(share * np.log(np.where(is_so, chance, 1 - chance) + 1e-12)).sum()
    return float(loss), share * (chance - is_so)


def _rate_rarity(cases: Sequence[Yes], names: Sequence[str]) -> Any:
    """How much a feature is let weigh: words and pairs by the logarithm of how rare they are."""
    counts = Counter(feature for case in cases for feature in (*case.shared, *case.own))
    return np.array(
        [np.log(len(cases) / counts[name]) / 5 if name[1:2] == "=" and name[0] in "wbc" else 1.0 for name in names]
    )


def _find_wide(cases: Sequence[Yes]) -> list[str]:
    """Features that stand in several sources, sorted."""
    sources: dict[str, set[str]] = {}
    counts: Counter[str] = Counter()
    for case in cases:
        for feature in (*case.shared, *case.own):
            counts[feature] += 1
            sources.setdefault(feature, set()).add(case.source)
    return sorted(name for name, found in sources.items() if len(found) >= WIDE and counts[name] >= OFTEN)


def _weigh_table(cases: Sequence[Yes], place: dict[str, int], rarity: Any) -> Any:
    """A row per case, a column per feature."""
    at: list[int] = []
    value: list[float] = []
    ends = [0]
    for case in cases:
        scale = SCALE / (len(case.shared) + EVEN) ** 0.5
        for features, by in ((case.shared, scale), (case.own, 1.0)):
            known = [place[f] for f in features if f in place]
            at += known
            value += [by] * len(known)
        ends.append(len(at))
    columns = np.array(at, int)
    return csr_matrix((np.array(value) * rarity[columns], columns, np.array(ends)), shape=(len(cases), len(place)))
