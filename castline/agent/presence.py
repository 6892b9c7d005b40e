"""Whether somebody was there at a place in the text: signs of it, weighted."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from castline.agent.deeds import Deeds
from castline.agent.questions import Question, find_names
from castline.query.concordance import Concordance, Floats, Places, Span

SIGNS = (
    "in the scene", "shows here", "shows near", "meant here", "meant near", "meant around", "in the chapter", "acts near",
    "undergoes near", "acts around", "named", "named first", "talked of", "tells the story", "certain", "always",
)  # fmt: skip
_REPORTED = re.compile(r"\b(?:that|about|of|whether|how|near|concerning|from|for|whose)\b", re.I)
LEAST = 0.02
"""The share of likelihood below which a place is not looked at."""


def find_signs(
    concordance: Concordance, deeds: Deeds, question: Question, ids: Sequence[str], narrator: bool, places: Places, shares: Floats,
    told: int,
) -> Floats:  # fmt: skip
    """What speaks for it that a person (`ids`, the first theirs as asked) was at these places, each with its share of
    likelihood: a value for each of SIGNS. Nothing is looked at beyond the first `told` sentences."""
    signs = np.zeros(10)
    for at, share in zip(places, shares, strict=True):
        if share >= LEAST:
            signs += share * np.array(_look(concordance, deeds, ids, int(at), told), dtype=np.float64)
    core, first, talked = _roles(question, set(ids))
    sure = float(shares.max()) if len(shares) else 0.0
    return np.array([*signs, core, first, talked and not core, narrator, sure, 1.0], dtype=np.float64)


def _look(concordance: Concordance, deeds: Deeds, ids: Sequence[str], at: int, told: int) -> list[bool]:
    stays = [span for one in ids for span in concordance.stays.get(one, ())]
    meant, does, undergoes = (
        [where[one] for one in ids if one in where] for where in (concordance.meant, deeds.does, deeds.undergoes)
    )
    first, last = concordance.chapter_of(at)
    last = min(last, told)
    stays = [(a, b) for a, b in stays if a < last and b > first]

    def near(where: Sequence[Places], width: int) -> bool:
        return any(_is_near(one, max(first, at - width), min(last - 1, at + width)) for one in where)

    return [
        any(_within(span, at, 0) for one in ids for span in concordance.there.get(one, ())),
        any(_within(span, at, 0) for span in stays),
        any(_within(span, at, 20) for span in stays),
        *(near(meant, width) for width in (1, 5, 15)),
        near(meant, last - first),
        near(does, 5),
        near(undergoes, 5),
        near(does, 40),
    ]


def _within(span: Span, at: int, slack: int) -> bool:
    return span[0] - slack <= at < span[1] + slack


def _is_near(places: Places, first: int, last: int) -> bool:
    found = int(np.searchsorted(places, first))
    return found < len(places) and bool(places[found] <= last)


def _roles(question: Question, ids: set[str]) -> tuple[bool, bool, bool]:
    """Whether the clause names them as one who takes part, before all others, or as one who is only talked of in it."""
    core, first, talked = question.of_asked, False, False
    for start, name in find_names(question.clause):
        if not ids & {one for person in question.meaning.get(name, ()) for one in person}:
            continue
        if question.clause[start + len(name) :].startswith(("'s", "’s")) or _REPORTED.search(question.clause[:start]):
            talked = True
        else:
            core, first = True, first or start < 8
    return core, first, talked
