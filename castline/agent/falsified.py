"""Whether a question changes a detail of what is told: signs of it, weighted.

A detail is what the place asked about does not hold while it holds the rest: a name that nobody bears, a person or a place
that is not on that page, a word that the book has not used.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from castline.agent.questions import Question
from castline.query.concordance import Concordance, Floats, Places, Span
from castline.query.sentences import find_terms

SIGNS = (
    "name unknown", "person away", "capital away", "rarest away", "share away", "never used", "rest near", "certain", "always",
)  # fmt: skip
AROUND = 12
"""Sentences on either side of a place in which a detail of it may stand."""
BEST = 3
"""Places that may hold it."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What speaks for a changed detail (a value for each of SIGNS), and the words that are in doubt, the strongest first."""

    signs: Floats
    words: tuple[str, ...]


def find_doubt(
    concordance: Concordance,
    question: Question,
    places: Places,
    shares: Floats,
    told: int,
    members: dict[str, list[str]],
) -> Doubt:
    """What of a question its likeliest places do not hold. `told` is how many sentences are; `members` are the ids of each
    person in the question."""
    best = [int(at) for at in places[np.argsort(-shares, kind="stable")[:BEST]]]
    around = [_around(concordance, at, told) for at in best]
    asked = {*question.terms, *(term for name in question.unknown for term in find_terms(name))}
    held = {term for term in asked if any(_stands(concordance, term, span) for span in around)}
    rarity = _rarity(concordance, question.terms, told)
    away = sorted((term for term in rarity if term not in held), key=lambda term: (-rarity[term], term))
    total = sum(rarity.values()) or 1.0
    absent = [name for name in question.meaning if _is_away(concordance, question, name, around, members)]
    capitals = [name for name in question.unknown if not set(find_terms(name)) <= held]
    top = max(rarity.values(), default=1.0)
    signs = [
        bool([name for name in capitals if not all(_uses(concordance, term, told) for term in find_terms(name))]), bool(absent),
        bool(capitals), (rarity[away[0]] / top) if away else 0.0, sum(rarity[term] for term in away) / total,
        bool(away) and _uses(concordance, away[0], told) == 0, 1 - sum(rarity[term] for term in away[1:]) / total,
        float(shares.max()) if len(shares) else 0.0, 1.0,
    ]  # fmt: skip
    return Doubt(np.array(signs, dtype=np.float64), tuple(dict.fromkeys([*capitals, *absent, *away[:1]])))


def _around(concordance: Concordance, at: int, told: int) -> Span:
    first, last = concordance.chapter_of(at)
    return max(first, at - AROUND), min(last, told, at + AROUND + 1)


def _is_away(
    concordance: Concordance, question: Question, name: str, around: list[Span], members: dict[str, list[str]]
) -> bool:
    """Whether nobody whom a name may mean is spoken of on any of these pages."""
    ids = [one for person in question.meaning[name] for who in person for one in members.get(who, [who])]
    if not ids:
        return False
    spans = [(first, last) for first, last in around]
    return not any(
        np.searchsorted(concordance.meant[one], first) < np.searchsorted(concordance.meant[one], last)
        for one in ids if one in concordance.meant for first, last in spans
    )  # fmt: skip


def _stands(concordance: Concordance, term: str, span: Span) -> bool:
    places = concordance.postings.get(term)
    return places is not None and bool(np.searchsorted(places[0], span[0]) < np.searchsorted(places[0], span[1]))


def _uses(concordance: Concordance, term: str, told: int) -> int:
    places = concordance.postings.get(term)
    return int(np.searchsorted(places[0], told)) if places else 0


def _rarity(concordance: Concordance, terms: tuple[str, ...], told: int) -> dict[str, float]:
    """How rare each term is in what is told: log(1 + sentences / (1 + those that hold it))."""
    return {term: float(np.log1p(told / (1 + _uses(concordance, term, told)))) for term in dict.fromkeys(terms)}
