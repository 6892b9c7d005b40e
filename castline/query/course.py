"""The course of a saga's feelings and scenes, read once and kept: what stands at a moment is then a fold in memory.

The same fold as in `strands`, over figures alone: a step of the page's slider asks for it at every chapter.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from castline.graph.facts import join_lines
from castline.graph.identity import Cast
from castline.graph.moments import FOREVER, chapters_since, pack, unpack
from castline.query.strands import Pair
from castline.query.traits import FATE
from castline.query.view import View


class Level(msgspec.Struct, frozen=True, gc=False):
    """A feeling in figures, and the line it stands in."""

    told: int
    holder: str
    toward: str
    affection: float
    familiarity: float
    id: str
    line: str


class Scenery(msgspec.Struct, frozen=True, gc=False):
    """A scene and who was in it, in person."""

    told: int
    present: tuple[str, ...]


@dataclass(slots=True)
class Course:
    """All levels and scenes of a saga, as told; `runs` has the levels of each strand by themselves, `deaths` when somebody is first told to have
    died (id -> packed moment). `places` are positions of people, a chapter's after the other, as far as
    somebody asked; `lock` is held by who reckons more of them."""

    levels: list[Level]
    scenes: list[Scenery]
    runs: dict[Pair, list[Level]]
    deaths: dict[str, int]
    places: list[dict[str, tuple[float, float]]] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def levels_by(self, bound: int) -> list[Level]:
        """Those told by a bound, it inside."""
        return self.levels_between(-1, bound)

    def levels_between(self, before: int, bound: int) -> list[Level]:
        """Those told after one bound and by another, which is inside."""
        first, end = (bisect_right(self.levels, at, key=lambda level: level.told) for at in (before, bound))
        return self.levels[first:end]

    def scenes_by(self, bound: int) -> list[Scenery]:
        """Those told by a bound, it inside."""
        return self.scenes_between(-1, bound)

    def scenes_between(self, before: int, bound: int) -> list[Scenery]:
        """Those told after one bound and by another, which is inside."""
        first, end = (bisect_right(self.scenes, at, key=lambda scene: scene.told) for at in (before, bound))
        return self.scenes[first:end]


class _Felt(msgspec.Struct, gc=False):
    id: str
    told: str
    holder: str = msgspec.field(name="from")
    toward: str
    affection: float
    familiarity: float
    until: str | None = None


class _Present(msgspec.Struct, gc=False):
    character: str
    presence: str


class _Scene(msgspec.Struct, gc=False):
    told: str
    present: tuple[_Present, ...] = ()


class _Trait(msgspec.Struct, gc=False):
    told: str
    character: str
    attribute: str


_felt = msgspec.json.Decoder(list[_Felt])
_traits = msgspec.json.Decoder(list[_Trait])
_scenes = msgspec.json.Decoder(list[_Scene])
_kept: WeakKeyDictionary[Cast, Course] = WeakKeyDictionary()
_reading = Lock()
THERE = frozenset({"pov", "on-page"})
"""How somebody is in a scene who is there, and not only talked of."""


def course_of(view: View) -> Course:
    """The course of the view's saga; read with its people, and kept as long as they are."""
    with _reading:
        if (found := _kept.get(view.cast)) is None:
            found = _kept[view.cast] = _read(view)
        return found


def _read(view: View) -> Course:
    lines = list(view.store.facts(view.record.name, ["feeling"], FOREVER))
    rows = list(zip(_felt.decode(join_lines(line.encode() for line in lines)), lines, strict=True))
    # Of one moment's, what the next of its strand ended at once comes before that: the order of `strands`.
    rows.sort(key=lambda row: (pack(row[0].told), pack(row[0].until) if row[0].until else FOREVER, row[0].id))
    levels = [Level(pack(f.told), f.holder, f.toward, f.affection, f.familiarity, f.id, line) for f, line in rows]
    told: list[Any] = _scenes.decode(
        join_lines(s.encode() for s in view.store.facts(view.record.name, ["scene"], FOREVER))
    )
    scenes = [Scenery(pack(s.told), tuple(p.character for p in s.present if p.presence in THERE)) for s in told]
    runs: dict[Pair, list[Level]] = {}
    for level in levels:
        runs.setdefault((level.holder, level.toward), []).append(level)
    return Course(levels, sorted(scenes, key=lambda scene: scene.told), runs, _read_deaths(view))


def _read_deaths(view: View) -> dict[str, int]:
    lines = view.store.facts(view.record.name, ["attribute"], FOREVER)
    deaths: dict[str, int] = {}
    for trait in _traits.decode(join_lines(line.encode() for line in lines)):
        if trait.attribute == FATE:
            deaths[trait.character] = min(pack(trait.told), deaths.get(trait.character, FOREVER))
    return deaths


def find_death(course: Course, cast: Cast, one: str, bound: int, seen: int) -> int | None:
    """When somebody is told to have died, by a bound (packed); None for who lives, or was `seen` in a scene of a later chapter: either was
    read wrong, or the tale goes back."""
    told = [course.deaths[id] for id in cast.members(one, bound) if course.deaths.get(id, bound + 1) <= bound]
    return min(told) if told and chapters_since(min(told), seen) <= 0 else None


def standing(levels: list[Level], cast: Cast, bound: int) -> dict[Pair, Level]:
    """The level of each pair, one way, that stands at a bound; of strands that are one by then, the better known leads."""
    found: dict[Pair, Level] = {}
    for level in {(level.holder, level.toward): level for level in levels}.values():
        pair = cast.root(level.holder, bound), cast.root(level.toward, bound)
        if pair[0] != pair[1] and (pair not in found or _weight(level) > _weight(found[pair])):
            found[pair] = level
    return found


def level_before(course: Course, cast: Cast, pair: Pair, bound: int, floor: int) -> Level | None:
    """What stood of a pair, who are one each as of `bound`, before the packed moment `floor`."""
    strands = ((a, b) for a in cast.members(pair[0], bound) for b in cast.members(pair[1], bound))
    runs = ([level for level in course.runs.get(strand, ()) if level.told < floor] for strand in strands)
    return max((run[-1] for run in runs if run), key=_weight, default=None)


def _weight(level: Level) -> tuple[float, int, str, str]:
    return level.familiarity, level.told, level.holder, level.toward


def count_scenes(course: Course, cast: Cast, bound: int) -> dict[str, list[int]]:
    """Who was in how many scenes by a bound, and when last: id -> [scenes, packed moment]."""
    found: dict[str, list[int]] = {}
    for scene in course.scenes_by(bound):
        count_scene(found, scene, cast, bound)
    return found


def count_chapters(course: Course, cast: Cast, bound: int) -> dict[str, dict[str, int]]:
    """Who was in how many scenes of which chapters ("1.34") by a bound: id -> chapter -> scenes, in the order told."""
    found: dict[str, dict[str, int]] = {}
    for scene in course.scenes_by(bound):
        moment = unpack(scene.told)
        chapter = f"{moment.book}.{moment.chapter}"
        for one in dict.fromkeys(cast.root(one, bound) for one in scene.present):
            row = found.setdefault(one, {})
            row[chapter] = row.get(chapter, 0) + 1
    return found


def count_scene(found: dict[str, list[int]], scene: Scenery, cast: Cast, bound: int) -> None:
    """Add one scene to the counts."""
    for one in dict.fromkeys(cast.root(one, bound) for one in scene.present):
        row = found.setdefault(one, [0, 0])
        row[0] += 1
        row[1] = scene.told
