"""Where people stand in a drawn network: springs between those who are near (Fruchterman and Reingold 1991), a chapter at
a time, each from the places of the one before.

So the places as of a chapter are made of that chapter and those before it alone, and a step of a chapter moves nobody
whose feelings stayed. x is -1.5..1.5 and y is -1..1.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from heapq import nsmallest
from typing import Any

import numpy as np

from castline.graph.identity import Cast
from castline.graph.moments import Moment
from castline.query.course import Course, Level, count_scene, count_scenes, level_before, standing
from castline.query.strands import Pair
from castline.query.view import View

_NEVER = (0, 0)
Places = dict[str, tuple[float, float]]

SETTLED = 32
"""People of most weight, whom springs hold; others stand about the edge."""
ROUNDS, SETTLING = 8, 60
"""Rounds of forces in a chapter, and of the first one that has anybody."""
FURTHEST = 0.02
"""How far somebody who has a place may move in a round."""
WIDE = 1.5
LENGTH = 0.5
"""Of a spring at rest."""
ACQUAINTED = 3.0
"""The familiarity from which two hold each other: else everybody would be drawn into one heap."""
CENTRE = (1.1, 2.2)
"""How strongly everybody is drawn to the middle, across and up: the picture is wider than high."""
_GOLDEN = math.pi * (3 - math.sqrt(5))


def find_places(view: View, course: Course) -> Places:
    """The places of everybody who ever was among the SETTLED by the view's moment."""
    with course.lock:
        tally = Tally(course, view.cast)
        places = course.places
        for number, chapter in enumerate(view.record.chapters):
            whole = Moment(chapter.book, chapter.ordinal).bound
            if number < len(places) and view.bound >= whole:
                continue
            tally.move_to(min(view.bound, whole))
            made = _step(tally, places[number - 1] if number else {})
            if view.bound < whole:
                return made  # a chapter that is cut at a scene is nobody's start
            places.append(made)
        return places[len(view.record.chapters) - 1]


class Tally:
    """What stands at a bound that moves on: the level of each pair, by who feels it, and the scenes of each person."""

    def __init__(self, course: Course, cast: Cast) -> None:
        self.bound = 0
        self.levels: defaultdict[str, dict[str, Level]] = defaultdict(dict)
        self.scenes: dict[str, list[int]] = {}
        self.felt: set[str] = set()
        self.moved: list[Pair] = []
        """Those whose level the last step changed."""
        self.leading: list[str] = []
        """The SETTLED of most scenes among those of whom a feeling is told."""
        self._course, self.cast = course, cast

    def move_to(self, bound: int) -> None:
        """Go on to a later bound. Where two have turned out to be one since, all is counted anew."""
        before, self.bound = self.bound, bound
        fresh = self._course.levels_between(before, bound)
        self.moved = [(self.cast.root(f.holder, bound), self.cast.root(f.toward, bound)) for f in fresh]
        if not before or self.cast.has_joined(before, bound):
            self._count_anew()
            return
        for pair in self.moved:
            if level := level_before(self._course, self.cast, pair, bound, bound + 1):
                self._put(pair, level)
        there = self._course.scenes_between(before, bound)
        for scene in there:
            count_scene(self.scenes, scene, self.cast, bound)
        # Scenes are only added: whom this step does not touch cannot come before those who lead.
        touched = {one for pair in self.moved for one in pair} | {
            self.cast.root(one, bound) for scene in there for one in scene.present
        }
        self.leading = self._lead(self.felt & {*self.leading, *touched})

    def _count_anew(self) -> None:
        levels = self._course.levels_by(self.bound)
        self.levels.clear()
        self.felt.clear()
        for pair, level in standing(levels, self.cast, self.bound).items():
            self._put(pair, level)
        self.scenes = count_scenes(self._course, self.cast, self.bound)
        self.leading = self._lead(self.felt)

    def _put(self, pair: Pair, level: Level) -> None:
        if pair[0] != pair[1]:
            self.levels[pair[0]][pair[1]] = level
            self.felt.update(pair)

    def _lead(self, people: set[str]) -> list[str]:
        scenes, met = self.scenes, self.cast.met
        return nsmallest(SETTLED, people, key=lambda one: (-scenes.get(one, _NEVER)[0], met.get(one, 0), len(one), one))


def rank_people(scenes: Mapping[str, Sequence[int]], cast: Cast, bound: int) -> list[str]:
    """Everybody met, those in most scenes first."""
    known = cast.known(bound)
    order = {one: place for place, one in enumerate(known)}
    return sorted(known, key=lambda one: (-scenes.get(one, _NEVER)[0], order[one]))


def _step(tally: Tally, before: Places) -> Places:
    """The places after one more chapter."""
    people = tally.leading
    if not people:
        return before
    known = {one: before[one] for one in people if one in before}
    new = np.array([one not in known for one in people])
    among = set(people)
    if not new.any() and not any(a in among and b in among for a, b in tally.moved):
        return before
    springs = _join(tally.levels, people)
    at = np.array([known.get(one) or _enter(number, springs, people, known) for number, one in enumerate(people)])
    at = _settle(at, springs, new, ROUNDS if known else SETTLING)
    return before | {one: (round(float(x), 3), round(float(y), 3)) for one, (x, y) in zip(people, at, strict=True)}


def _join(levels: Mapping[str, Mapping[str, Level]], people: Sequence[str]) -> Any:
    """How strongly each two are held together: by how well they know each other, and half as much where one hates."""
    springs = np.zeros((len(people), len(people)))
    place = {one: number for number, one in enumerate(people)}
    for holder, a in place.items():
        felt = levels.get(holder, {})
        for toward in felt.keys() & place.keys():
            b, level = place[toward], felt[toward]
            if level.familiarity > ACQUAINTED:
                pull = (level.familiarity - ACQUAINTED) / 8 * (0.5 if level.affection <= -1 else 1.0)
                springs[a, b] = springs[b, a] = max(springs[a, b], pull)
    return springs


def _enter(number: int, springs: Any, people: Sequence[str], known: Places) -> tuple[float, float]:
    """Where a newcomer comes in: beside those whom he knows, or from the edge."""
    turn = (len(known) + number) * _GOLDEN
    held = [(springs[number, other], known[name]) for other, name in enumerate(people) if name in known]
    total = sum(pull for pull, _ in held)
    if total:
        x, y = (sum(pull * at[axis] for pull, at in held) / total for axis in (0, 1))
        return x + 0.3 * math.cos(turn), y + 0.3 * math.sin(turn)
    far = 0.25 + 0.1 * math.sqrt(number)
    return far * WIDE * math.cos(turn), far * math.sin(turn)


def _settle(at: Any, springs: Any, new: Any, rounds: int) -> Any:
    """The places after some rounds of pushing apart and pulling together."""
    first = rounds == SETTLING
    for number in range(rounds):
        apart = at[:, None, :] - at[None, :, :]
        far = np.maximum(np.sqrt((apart**2).sum(axis=2)), 0.02)
        push = LENGTH**2 / far**2 * 0.6
        pull = springs * far / LENGTH
        force = (apart * (push - pull)[:, :, None]).sum(axis=1) - CENTRE * at
        size = np.maximum(np.sqrt((force**2).sum(axis=1, keepdims=True)), 1e-9)
        cool = 1 - number / rounds
        most = np.where(new, 0.12, 0.1 if first else FURTHEST)[:, None] * cool
        at = at + force / size * np.minimum(size * 0.1, most)
        at = np.clip(at, (-WIDE, -1.0), (WIDE, 1.0))
    return at


def place_rest(people: Sequence[str], places: Places) -> Places:
    """Places about the edge for those whom no springs hold, in their order."""
    rest = [one for one in people if one not in places]
    return {
        one: (round(1.62 * math.cos(n * _GOLDEN), 3), round(1.12 * math.sin(n * _GOLDEN), 3))
        for n, one in enumerate(rest)
    }
