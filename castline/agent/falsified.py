"""Whether a question changes a detail of what is told: signs of it, weighted.

A detail is what the place asked about does not hold while it holds the rest: a name that nobody bears, a person or a place
that is not on that page, a word that the book has not used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from castline.agent.details import Detail, list_details, weigh_details
from castline.agent.questions import Question
from castline.query.concordance import Concordance, Floats, Places, Span

SIGNS = (
    "name unknown", "person away", "capital away", "rarest away", "share away", "never used", "rest near", "certain",
    "most doubted", "next doubted", "mean doubt", "always",
)  # fmt: skip
AROUND = 12
"""Sentences on either side of a place in which a detail of it may stand."""
BEST = 3
"""Places that may hold it."""
DOUBTED = 2
"""Details that are named as doubtful, at most."""
NONE = -4.0
"""The doubt of a detail that is not there."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What speaks for a changed detail (a value for each of SIGNS), and the details in doubt, the strongest first."""

    signs: Floats
    details: tuple[Detail, ...]


def find_doubt(
    concordance: Concordance,
    question: Question,
    places: Places,
    shares: Floats,
    told: int,
    members: Mapping[str, Sequence[str]],
    weights: Floats,
) -> Doubt:
    """What of a question its likeliest places do not hold. `told` is how many sentences are; `members` are the ids of each
    person in the question; `weights` those of details.SIGNS."""
    details = list_details(question, members)
    doubts = weigh_details(concordance, details, places, shares, told) @ weights
    order = np.argsort(-doubts, kind="stable")
    most = [*(float(doubts[at]) for at in order[:2]), NONE, NONE][:2]
    mean = float(doubts.mean()) if details else NONE
    around = [_around(concordance, int(at), told) for at in places[np.argsort(-shares, kind="stable")[:BEST]]]
    signs = [
        *_find_away(concordance, details, around, told),
        float(shares.max()) if len(shares) else 0.0,
        *most,
        mean,
        1.0,
    ]
    doubtful = [details[at] for at in order[:DOUBTED] if doubts[at] > 0] or [details[at] for at in order[:1]]
    return Doubt(np.array(signs, dtype=np.float64), tuple(doubtful))


def leave_out(question: Question, detail: Detail) -> Question:
    """The question without a detail, to be looked for again: a word that is not there draws to where it is."""
    gone, whom = set(detail.terms), set(detail.ids)
    return replace(
        question,
        terms=tuple(term for term in question.terms if term not in gone),
        names=tuple(term for term in question.names if term not in gone),
        people=tuple(person for person in question.people if not whom & set(person)),
    )


def _find_away(concordance: Concordance, details: Sequence[Detail], around: Sequence[Span], told: int) -> list[float]:
    """The first seven of SIGNS: what is on none of these pages."""
    people, names, words = (
        [detail for detail in details if detail.kind == kind] for kind in ("person", "name", "word")
    )
    capitals = [name for name in names if not all(_stands(concordance, term, around) for term in name.terms)]
    away = [person for person in people if not any(_is_meant(concordance, one, around) for one in person.ids)]
    uses = {word.terms[0]: _uses(concordance, word.terms[0], told) for word in words}
    rarity = {term: float(np.log1p(told / (1 + count))) for term, count in uses.items()}
    gone = sorted(
        (term for term in rarity if not _stands(concordance, term, around)), key=lambda term: (-rarity[term], term)
    )
    total, top = sum(rarity.values()) or 1.0, max(rarity.values(), default=1.0)
    return [
        any(not all(_uses(concordance, term, told) for term in name.terms) for name in capitals), bool(away), bool(capitals),
        rarity[gone[0]] / top if gone else 0.0, sum(rarity[term] for term in gone) / total,
        bool(gone) and uses[gone[0]] == 0, 1 - sum(rarity[term] for term in gone[1:]) / total,
    ]  # fmt: skip


def _around(concordance: Concordance, at: int, told: int) -> Span:
    first, last = concordance.chapter_of(at)
    return max(first, at - AROUND), min(last, told, at + AROUND + 1)


def _is_meant(concordance: Concordance, one: str, spans: Sequence[Span]) -> bool:
    return one in concordance.meant and _is_in(concordance.meant[one], spans)


def _stands(concordance: Concordance, term: str, spans: Sequence[Span]) -> bool:
    return term in concordance.postings and _is_in(concordance.postings[term][0], spans)


def _is_in(places: Places, spans: Sequence[Span]) -> bool:
    return any(np.searchsorted(places, first) < np.searchsorted(places, last) for first, last in spans)


def _uses(concordance: Concordance, term: str, told: int) -> int:
    places = concordance.postings.get(term)
    return int(np.searchsorted(places[0], told)) if places else 0
