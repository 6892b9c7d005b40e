"""Where the names of a web stand: beside their person, over as few lines and other names as may be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from castline.query.quoting import shorten
from castline.query.stage import Figure, Stage, Thread

LONGEST = 24
"""Characters of a name that are drawn."""
X, Y = 10.5 * 72 * 0.96 / 3.6, 8.2 * 72 * 0.77 / 2.6
"""Points of the picture to a step of the stage, across and down."""
LETTER, HIGH = 0.6, 1.25
"""A letter's width, and a line's height, of its size."""
STEPS = 24
"""Places along a line at which a name may cover it."""
Box = tuple[float, float, float, float]


class Place(NamedTuple):
    """Where a name stands: its offset from its person, in points, and how it is aligned to it."""

    offset: tuple[float, float]
    align: str
    box: Box


def size_of(one: Figure, stage: Stage) -> float:
    """The area of a person's mark, in square points: the more scenes, the larger."""
    return 40 + 260 * one.scenes / max(1, stage.people[0].scenes)


def is_busy(one: Figure, stage: Stage) -> bool:
    """Whether somebody is in more than a quarter of the scenes of who is in most."""
    return one.scenes > max(1, stage.people[0].scenes) / 4


def place_names(people: Sequence[Figure], stage: Stage, threads: Iterable[Thread]) -> dict[str, Place]:
    """By id, a place for each name, the busiest first: the one of eight about the mark that covers least of marks, names and lines."""
    marks = {one.id: _square(one.x * X, -one.y * Y, size_of(one, stage) ** 0.5 / 2) for one in people}
    points = [point for thread in threads for point in _points(thread, {one.id: one for one in people})]
    found: dict[str, Place] = {}
    for one in people:
        taken = [*(box for who, box in marks.items() if who != one.id), *(place.box for place in found.values())]
        tries = _try(one, stage)
        found[one.id] = min(tries, key=lambda place: (_cost(place.box, taken, points), tries.index(place)))
    return found


def _try(one: Figure, stage: Stage) -> list[Place]:
    size, away = (8.5 if is_busy(one, stage) else 7.0), size_of(one, stage) ** 0.5 / 2
    wide, high = LETTER * size * len(shorten(one.name, LONGEST)), HIGH * size
    below, beside = away + 0.6 * size + 1, away + 3
    tries = []
    for dx, dy, align in (
        (0.0, -below, "center"), (0.0, below, "center"), (beside, 0.0, "left"), (-beside, 0.0, "right"),
        (away, -below, "left"), (-away, -below, "right"), (away, below, "left"), (-away, below, "right"),
    ):  # fmt: skip
        left = one.x * X + dx - {"center": wide / 2, "left": 0.0, "right": wide}[align]
        middle = -one.y * Y + dy
        tries.append(Place((dx, dy), align, (left, middle - high / 2, left + wide, middle + high / 2)))
    return tries


def _square(x: float, y: float, half: float) -> Box:
    return x - half, y - half, x + half, y + half


def _points(thread: Thread, people: dict[str, Figure]) -> Iterable[tuple[float, float]]:
    a, b = people[thread.a], people[thread.b]
    for step in range(1, STEPS):
        share = step / STEPS
        yield (a.x + (b.x - a.x) * share) * X, -(a.y + (b.y - a.y) * share) * Y


def _cost(box: Box, taken: Iterable[Box], points: Iterable[tuple[float, float]]) -> float:
    """Square points of marks and names that a box covers, what is beyond the picture, and some for each place of a line."""
    left, low, right, high = box
    covered = sum(
        max(0.0, min(right, east) - max(left, west)) * max(0.0, min(high, north) - max(low, south))
        for west, south, east, north in taken
    )
    beyond = max(0.0, -1.8 * X - left) + max(0.0, right - 1.8 * X)
    return covered + 50 * beyond + 12 * sum(left <= x <= right and low <= y <= high for x, y in points)
