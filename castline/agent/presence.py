"""Whether somebody was there at a place in the text: signs of it, weighted.

Who acts, speaks, is spoken to, or is spoken of by the tale itself near the place, is likely there; whom others only talk of is not.
What counts is how far the nearest such sentence of the chapter is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from castline.agent.deeds import Deeds
from castline.agent.questions import Question, find_names
from castline.query.concordance import Concordance, Floats, Places, Span

REACHES = (4.0, 20.0)
"""Sentences over which a sign counts for a place less and less: the place itself, a page or two."""
SIGNS = (
    "in the scene", "shows here", "shows near", "in the chapter",
    *(f"{what} {reach}" for what in ("does", "undergoes", "shown", "acts", "talked of") for reach in ("here", "near")),
    "named first", "named with", "named as a subject of talk", "tells the story", "certain", "always",
)  # fmt: skip
_FIRST = re.compile(r"(?:^.{0,7}|\band|,)\s*$", re.S)
_REPORTED = re.compile(
    r"\b(?:that|if|whether|how|what|whom|whose|because|until|since|who|which)\b"
    r"|\b(?:of|about|for|from|concerning|than|like|against|near|over)\s*$",
    re.I,
)
BY_READING = 0.9
"""How likely it is that who was there is as a model has read it."""
NEAR = 3
"""Sentences between a place and the nearest event that it may be of, at most."""
_TELLING = re.compile(
    r"\b(?:say|says|said|tell|tells|told|telling|read|reads|confess|confessed|admit|admitted)\b", re.I
)
"""Words of a question by which it is about somebody's telling, and not about what is told."""
LEAST = 0.02
"""The share of likelihood below which a place is not looked at."""
_PLACED = 14
"""Signs that a place gives."""


def find_signs(
    concordance: Concordance, deeds: Deeds, question: Question, ids: Sequence[str], narrator: bool, places: Places, shares: Floats,
    told: int,
) -> Floats:  # fmt: skip
    """What speaks for it that a person (`ids`, the first theirs as asked) was at these places, each with its share of
    likelihood: a value for each of SIGNS. Nothing is looked at beyond the first `told` sentences."""
    signs = np.zeros(_PLACED)
    kinds = [
        [where[one] for one in ids if one in where]
        for where in (deeds.does, deeds.undergoes, deeds.shown, deeds.acts, deeds.talked)
    ]
    looked = shares >= LEAST
    held = max(1e-9, float(shares[looked].sum()))
    for at, share in zip(places[looked], shares[looked], strict=True):
        signs += share / held * _look(concordance, kinds, ids, int(at), told)
    sure = float(shares.max()) if len(shares) else 0.0
    return np.array([*signs, *_roles(question, set(ids)), narrator, sure, 1.0], dtype=np.float64)


def heed_reading(
    concordance: Concordance, deeds: Deeds, question: str, ids: Sequence[str], at: int, told: int, present: float
) -> float:
    """How likely somebody was there, at a sentence, where a model has read an event within NEAR of it: who took part in that or saw
    it was; who did neither was not, if they are in no scene there, or it is only told of there and no telling is asked about; of whoever
    else is in the scene the signs (`present`) tell. Nothing is looked at beyond the first `told` sentences."""
    beside = [one for one in _neighbours(deeds.read[: np.searchsorted(deeds.read, told)], at) if abs(one - at) <= NEAR]
    if not beside:
        return present
    near = min(beside, key=lambda one: abs(one - at))
    if any(near in _neighbours(deeds.saw[one], near) for one in ids if one in deeds.saw):
        return max(present, BY_READING)
    told_of = near in _neighbours(deeds.tales, near) and not _TELLING.search(question)
    here = not told_of and any(_within(span, near, 0) for one in ids for span in concordance.there.get(one, ()))
    return present if here else min(present, 1 - BY_READING)


def _neighbours(places: Places, at: int) -> list[int]:
    """The last place before a sentence, and the first from it on."""
    after = int(np.searchsorted(places, at))
    return [int(one) for one in places[max(0, after - 1) : after + 1]]


def _look(concordance: Concordance, kinds: list[list[Places]], ids: Sequence[str], at: int, told: int) -> Floats:
    first, last = concordance.chapter_of(at)
    last = min(last, told)
    stays = [(a, b) for one in ids for a, b in concordance.stays.get(one, ()) if a < last and b > first]
    gaps = [_gap(where, at, first, last) for where in kinds]
    return np.array([
        any(_within(span, at, 0) for one in ids for span in concordance.there.get(one, ())),
        any(_within(span, at, 0) for span in stays), any(_within(span, at, 20) for span in stays),
        min(gaps) < last - first, *(np.exp(-gap / reach) for gap in gaps for reach in REACHES),
    ])  # fmt: skip


def _within(span: Span, at: int, slack: int) -> bool:
    return span[0] - slack <= at < span[1] + slack


def _gap(where: Sequence[Places], at: int, first: int, last: int) -> float:
    """How many sentences the nearest of these is from a place, within the chapter; past all counting where there is none."""
    gap = np.inf
    for places in where:
        gap = min([gap, *(abs(one - at) for one in _neighbours(places, at) if first <= one < last)])
    return gap


def _roles(question: Question, ids: set[str]) -> tuple[bool, bool, bool]:
    """Whether the clause names them (or says "you") as one who begins it, as one who takes part, or as one whom it is only
    about."""
    first, part, about = False, question.of_asked, False
    for start, name in find_names(question.clause):
        if not ids & {one for person in question.meaning.get(name, ()) for one in person}:
            continue
        before = question.clause[:start]
        if question.clause[start + len(name) :].startswith(("'s", "’s")) or _REPORTED.search(before):
            about = True
        elif _FIRST.search(before):
            first = True
        else:
            part = True
    return first, part, about
