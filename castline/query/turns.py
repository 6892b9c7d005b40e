"""Turning points: the chapters in which an affection leaps, or goes over to the other side."""

from __future__ import annotations

from collections.abc import Sequence

LEAP = 4.0
"""Points of affection that make a turn at once."""
CLEAR = 1.5
"""From so far on one side of nothing to so far on the other is a turn, whatever the distance."""
DRIFT = 0.25
"""How fast the level that a turn is measured from follows slow change, a chapter."""


def find_turns(levels: Sequence[tuple[str, float, float]]) -> tuple[str, ...]:
    """The chapters of a series of (chapter, affection, familiarity) at which the affection turned, in order.

    The first level is where a feeling starts and no turn. Slow growth is none either: what a leap is measured from
    moves along. Only levels up to a chapter decide whether it is a turn.
    """
    found: list[str] = []
    settled = levels[0][1] if levels else 0.0
    for chapter, affection, _ in levels[1:]:
        crossed = affection * settled < 0 and min(abs(affection), abs(settled)) >= CLEAR
        if crossed or abs(affection - settled) >= LEAP:
            found.append(chapter)
            settled = affection
        settled += DRIFT * (affection - settled)
    return tuple(found)
