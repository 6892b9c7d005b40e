"""Stretches that are cited: the likeliest places with the sentences around them, none over another."""

from __future__ import annotations

import msgspec
import numpy as np

from castline.query.concordance import Concordance, Floats, Places, Span

PLACES = 3
"""Places that a ruling names."""
AROUND = 2
"""Sentences on either side of a place that are cited with it."""


class Telling(msgspec.Struct, frozen=True, gc=False):
    """Where it is told: the moment, the words there, and how likely it is that this is meant (0..1)."""

    at: str
    book: int
    start: int
    end: int
    text: str
    likelihood: float


def cite_places(concordance: Concordance, places: Places, shares: Floats, stop: int) -> tuple[Telling, ...]:
    """The likeliest stretches up to `stop`, each as likely as all places in it are together."""
    return tuple(
        cite(concordance, span, likelihood)
        for span, likelihood in find_stretches(concordance, places, shares, stop, PLACES, AROUND)
    )


def cite(concordance: Concordance, span: Span, likelihood: float) -> Telling:
    """A stretch as it is told."""
    return Telling(*concordance.cite(span), round(likelihood, 3))


def find_stretches(
    concordance: Concordance, places: Places, shares: Floats, stop: int, most: int, around: int
) -> list[tuple[Span, float]]:
    """The likeliest stretches that do not overlap, at most so many: a place with `around` sentences on either side, within its
    chapter and up to `stop`; how likely each is."""
    found: list[tuple[Span, float]] = []
    votes = gather_votes(concordance.chapters[places], places, shares, around)
    for row in np.argsort(-votes, kind="stable"):
        span = widen(concordance, int(places[row]), around, stop)
        if all(span[1] <= a or span[0] >= b for (a, b), _ in found):
            found.append((span, min(1.0, float(votes[row]))))
        if len(found) == most:
            break
    return found


def widen(concordance: Concordance, place: int, around: int, stop: int) -> Span:
    """A sentence with those around it, within its chapter and up to `stop`."""
    first, last = concordance.chapter_of(place)
    return max(first, place - around), min(last, stop, place + around + 1)


def gather_votes(chapters: Places, places: Places, shares: Floats, around: int = AROUND) -> Floats:
    """What the places that are cited together with each have together: several that are told side by side are one find."""
    near = np.abs(places[:, None] - places[None, :]) <= around
    votes: Floats = (near & (chapters[:, None] == chapters[None, :])) @ shares
    return votes
