"""Measures of answers as HPD has them (Chen et al. 2023, appendix C): rankings of candidates, variety, and differences."""

from __future__ import annotations

from collections.abc import Sequence

from castline.query.sentences import split_words

Ranking = Sequence[bool]
"""Candidates, the likeliest first: which of them are right."""
UNMEASURED = "not measured"


def measure_rankings(rankings: Sequence[Ranking]) -> dict[str, float | str]:
    """MAP, MRR, P@1, R10@1, R10@2 and R10@5 over rankings, each in 0..1. R10@k is the share of the right ones among the first k,
    of rankings of ten; where there is none such, it is not measured."""
    ten = [ranking for ranking in rankings if len(ranking) == 10]
    found: dict[str, float | str] = {
        "MAP": _mean([find_precision(ranking) for ranking in rankings]),
        "MRR": _mean([1 / (1 + list(ranking).index(True)) for ranking in rankings]),
        "P@1": _mean([float(ranking[0]) for ranking in rankings]),
    }
    return found | {f"R10@{k}": _mean([sum(ranking[:k]) / sum(ranking) for ranking in ten]) for k in (1, 2, 5)}


def find_precision(ranking: Ranking) -> float:
    """The average precision of a ranking with one right candidate or more: the mean, over these, of the share of right ones up to
    where each stands."""
    places = [at for at, right in enumerate(ranking, 1) if right]
    return sum(n / at for n, at in enumerate(places, 1)) / len(places)


def measure_variety(texts: Sequence[str], size: int) -> float | str:
    """Dist-n (Li et al. 2016): of all runs of n words in the texts, the share of different ones, of a hundred."""
    runs = [tuple(words[at : at + size]) for words in map(split_words, texts) for at in range(len(words) - size + 1)]
    return round(100 * len(set(runs)) / len(runs), 2) if runs else UNMEASURED


def compare_perplexities(wrong: float, right: float) -> float:
    """Delta-P: (wrong - right) / (wrong + right), -1..1; the greater, the better the right answers are told from the wrong."""
    return (wrong - right) / (wrong + right)


def _mean(values: Sequence[float]) -> float | str:
    return round(sum(values) / len(values), 3) if values else UNMEASURED
