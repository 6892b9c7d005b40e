"""The details of a question (whom it names, its other names, its words), and how far the likeliest places bear each out.

What a question asserts that no sentence about the place holds, while they hold the rest of it, is what was changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from castline.agent.questions import Question
from castline.query.concordance import Concordance, Floats, Places
from castline.query.sentences import find_terms, split_words, stem

Kind = Literal["person", "name", "word"]
BEST = 10
"""Places that are looked at."""
REACHES = (3.0, 12.0, 60.0, 400.0)
"""Sentences over which a use of a detail counts for a place less and less: the place itself, a page, a scene, a chapter."""
NEAR = 3
"""Sentences within which two details stand together."""
SIGNS = (
    "nobody", "person", "name", "rarity", "never used",
    *(f"{kind} {reach}" for kind in ("held", "person held", "name held", "rest held") for reach in ("here", "page", "scene", "chapter")),
    "together", "most together", "of few", "of weight", "rest", "always",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Detail:
    """A detail as it is written in the question; `terms` are the stems of its words, `ids` whom it may mean."""

    text: str
    kind: Kind
    terms: tuple[str, ...]
    ids: tuple[str, ...]


def list_details(question: Question, members: Mapping[str, Sequence[str]]) -> list[Detail]:
    """The details of a question, names first. `members` are the ids of each person in it."""
    made = []
    for name, people in question.meaning.items():
        ids = [one for person in people for who in person for one in members.get(who, [who])]
        known = bool(ids) and name not in question.unknown
        made.append(
            Detail(
                name, "person" if known else "name", tuple(find_terms(name)), tuple(dict.fromkeys(ids)) if known else ()
            )
        )
    named = {term for detail in made for term in detail.terms}
    words = {stem(word): word for word in reversed(split_words(question.clause))}
    return made + [
        Detail(words.get(term, term), "word", (term,), ())
        for term in dict.fromkeys(question.terms)
        if term not in named
    ]


def weigh_details(
    concordance: Concordance, details: Sequence[Detail], places: Places, shares: Floats, told: int
) -> Floats:
    """Details x SIGNS: what speaks for it that each is changed. Nothing is looked at beyond the first `told` sentences."""
    best = np.argsort(-shares, kind="stable")[:BEST]
    likely = shares[best] / max(1e-9, float(shares[best].sum()))
    uses = [_find_uses(concordance, detail, told) for detail in details]
    rarity = np.array([np.log1p(told / (1 + len(one))) for one in uses])
    held = np.array([[np.exp(-_gaps(one, places[best]) / reach) for reach in REACHES] for one in uses])
    total = max(1e-9, float(rarity.sum()))
    together = _pair(uses, told)
    rows = []
    for row, (detail, used) in enumerate(zip(details, uses, strict=True)):
        person, name, unused = detail.kind == "person", detail.kind == "name", not len(used)
        own = held[row] @ likely
        others = [at for at in range(len(details)) if at != row]
        rest = (
            rarity[others] @ held[others, 1] / max(1e-9, float(rarity[others].sum())) if others else np.zeros(len(best))
        )
        near = together[row, others]
        rows.append([
            name and unused, person, name, rarity[row] / 8, unused, *own, *(person * own), *(name * own),
            *(held[row] @ (likely * rest)), float(near.mean()) if others else 0.0, float(near.max(initial=0.0)), 1 / len(details),
            rarity[row] / total, float(rest @ likely), 1.0,
        ])  # fmt: skip
    return np.array(rows, dtype=np.float64).reshape(len(details), len(SIGNS))


def _find_uses(concordance: Concordance, detail: Detail, told: int) -> Places:
    """The sentences told so far that speak of the detail: that mean the person, or hold the rarest of the words."""
    if detail.kind == "person":
        found = [concordance.meant[one] for one in detail.ids if one in concordance.meant]
        return _cut(np.unique(np.concatenate(found)) if found else _NONE, told)
    return min(
        (_cut(concordance.postings.get(term, (_NONE, _NONE))[0], told) for term in detail.terms), key=len, default=_NONE
    )


_NONE: Places = np.zeros(0, dtype=np.int64)


def _cut(places: Places, told: int) -> Places:
    return places[: int(np.searchsorted(places, told))]


def _gaps(used: Places, places: Places) -> Floats:
    """How many sentences each place is from the nearest use."""
    if not len(used):
        return np.full(len(places), 1e6)
    after = np.searchsorted(used, places)
    later, sooner = used[np.minimum(after, len(used) - 1)], used[np.maximum(after - 1, 0)]
    gaps: Floats = np.minimum(np.abs(later - places), np.abs(places - sooner)).astype(np.float64)
    return gaps


def _pair(uses: Sequence[Places], told: int) -> Floats:
    """How much oftener any two stand together, all over what is told, than by chance: logarithms."""
    made = np.zeros((len(uses), len(uses)))
    for row, one in enumerate(uses):
        for column in range(row):
            few, many = sorted((one, uses[column]), key=len)
            if len(few):
                chance = len(few) * min(1.0, (2 * NEAR + 1) * len(many) / told)
                found = np.count_nonzero(_gaps(many, few) <= NEAR)
                made[row, column] = made[column, row] = np.log((found + 0.5) / (chance + 0.5))
    return made
