"""The stage: what one screen shows of a moment. Who stands where, what is between them, and what this chapter changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from castline.graph.facts import Event, Feeling, Relation, decode
from castline.graph.moments import Moment, show, unpack
from castline.query.course import (
    Course,
    Level,
    count_chapters,
    count_scenes,
    course_of,
    find_death,
    level_before,
    standing,
)
from castline.query.layout import SETTLED, find_places, place_rest, rank_people
from castline.query.network import group_people
from castline.query.render import say_place
from castline.query.strands import Pair, live_relations
from castline.query.view import Evidence, View, cite
from castline.query.wording import say_affection

NEWS = 12
"""Events, and changes of feeling, that a chapter's news has at most, the weightiest."""
STEP = 0.4
"""The least change of affection that is news."""


class Figure(msgspec.Struct, frozen=True):
    """Somebody on the stage. `scenes` are those they were in so far, `seen` the last of these, `chapters` how many each chapter
    has of them ("1.34": 2), `group` counts from 1 (0 for none), `x` is -1.7..1.7 and `y` -1.2..1.2; `died` is when they are told to have
    died, and None for who lives."""

    id: str
    name: str
    gender: str | None
    scenes: int
    seen: str | None
    met: str
    group: int
    x: float
    y: float
    chapters: dict[str, int]
    died: str | None = None


class Thread(msgspec.Struct, frozen=True):
    """What is between two on the stage, `a` and `b` by their ids: affection and familiarity each way (None where nothing is
    told), and their tie, if one stands: `a` is `tie` of `b`."""

    a: str
    b: str
    forth: float | None
    back: float | None
    familiarity: float
    tie: str | None


class Shifted(msgspec.Struct, frozen=True):
    """An affection that this chapter moved; `words` say where it stands."""

    holder: str
    holder_id: str
    toward: str
    toward_id: str
    was: float
    affection: float
    words: str
    evidence: Evidence


class Told(msgspec.Struct, frozen=True):
    """An event or a tie that this chapter tells; `happened` as in `EventEntry`."""

    id: str
    at: str
    text: str
    importance: float
    evidence: Evidence
    happened: str | None = None


class Stage(msgspec.Struct, frozen=True):
    """One screen of a moment. `of` counts everybody met by then; `events` and `shifts` are this chapter's, the weightiest
    first, `events_in_all` and `shifts_in_all` how many there are; `groups` name each group by its most present member."""

    saga: str
    at: str
    place: str
    of: int
    people: tuple[Figure, ...]
    threads: tuple[Thread, ...]
    groups: tuple[str, ...]
    newcomers: tuple[str, ...]
    events: tuple[Told, ...]
    events_in_all: int
    shifts: tuple[Shifted, ...]
    shifts_in_all: int
    ties: tuple[Told, ...]


def set_stage(view: View, most: int = 30) -> Stage:
    """The stage as of the view's moment, with the `most` people of most scenes."""
    course = course_of(view)
    pairs = standing(course.levels_by(view.bound), view.cast, view.bound)
    scenes = count_scenes(course, view.cast, view.bound)
    ranked = rank_people(scenes, view.cast, view.bound)
    shown = ranked[:most]
    groups = _group(pairs, ranked)
    relations = live_relations(view, view.facts(["relation"]))
    events, shifts = _events(view), _shifts(view, course, pairs)
    return Stage(
        saga=view.record.name, at=view.at, place=say_place(view.record, view.moment), of=len(ranked),
        people=_figures(view, course, scenes, shown, groups), threads=_threads(view, pairs, relations, set(shown)),
        groups=tuple(view.name(group[0]) for group in groups), newcomers=_newcomers(view, ranked),
        events=tuple(events[:NEWS]), events_in_all=len(events), shifts=tuple(shifts[:NEWS]), shifts_in_all=len(shifts),
        ties=tuple(_tie(view, r) for r in relations if _is_new(view, r.book, r.chapter) and r.type != "family")[:NEWS],
    )  # fmt: skip


def _group(pairs: dict[Pair, Level], ranked: Sequence[str]) -> list[list[str]]:
    """Circles of friends among those of most weight, each with its most present member first."""
    people = ranked[:SETTLED]
    levels = {pair: level.affection for pair, level in pairs.items()}
    return [[people[one] for one in group] for group in group_people(levels, people)]


def _figures(
    view: View, course: Course, scenes: dict[str, list[int]], shown: Sequence[str], groups: Sequence[Sequence[str]]
) -> tuple[Figure, ...]:
    places = find_places(view, course)
    places = places | place_rest(shown, places)
    chapters = count_chapters(course, view.cast, view.bound)
    home = {one: number for number, group in enumerate(groups, 1) for one in group}
    figures = []
    for one in shown:
        count, last = scenes.get(one, (0, 0))
        died = find_death(course, view.cast, one, view.bound, last)
        figures.append(
            Figure(
                one, view.name(one), view.cast.gender(one, view.bound), count, show(last) if last else None,
                show(min(view.cast.met[i] for i in view.cast.members(one, view.bound) if i in view.cast.met)),
                home.get(one, 0), *places[one], chapters.get(one, {}), show(died) if died else None,
            )
        )  # fmt: skip
    return tuple(figures)


def _threads(
    view: View, pairs: dict[Pair, Level], relations: Sequence[Relation], shown: set[str]
) -> tuple[Thread, ...]:
    ties = {frozenset((view.root(r.a), view.root(r.b))): r for r in relations}
    seen = {tuple(sorted(pair)) for pair in pairs} | {tuple(sorted(pair)) for pair in ties}
    return tuple(_thread(view, a, b, pairs, ties) for a, b in sorted(seen) if {a, b} <= shown)


def _thread(view: View, a: str, b: str, pairs: dict[Pair, Level], ties: dict[frozenset[str], Relation]) -> Thread:
    tie = ties.get(frozenset((a, b)))
    if tie and view.root(tie.a) != a:
        a, b = b, a
    forth, back = pairs.get((a, b)), pairs.get((b, a))
    familiarity = max((level.familiarity for level in (forth, back) if level), default=0.0)
    kind = (tie.subtype or tie.type) if tie else None
    return Thread(a, b, forth.affection if forth else None, back.affection if back else None, familiarity, kind)


def _is_new(view: View, book: int, chapter: int) -> bool:
    return (book, chapter) == (view.moment.book, view.moment.chapter)


def _events(view: View) -> list[Told]:
    """This chapter's events, the weightiest first."""
    events: list[Event] = [e for e in view.facts(["event"]) if _is_new(view, e.book, e.chapter)]
    events.sort(key=lambda e: -e.importance)
    return [Told(e.id, e.told, e.summary, e.importance, cite(e), e.happened) for e in events]


def _tie(view: View, r: Relation) -> Told:
    said = f"{view.name(r.a)} is {r.subtype or r.type} of {view.name(r.b)}"
    return Told(r.id, r.told, said, r.confidence, cite(r))


def _shifts(view: View, course: Course, pairs: dict[Pair, Level]) -> list[Shifted]:
    """The affections that this chapter moved, the greatest change first."""
    floor = Moment(view.moment.book, view.moment.chapter).packed
    moved = {pair: level for pair, level in pairs.items() if level.told >= floor}
    found = []
    for pair, level in moved.items():
        old = level_before(course, view.cast, pair, view.bound, floor)
        was = old.affection if old else 0.0
        if abs(level.affection - was) >= STEP:
            found.append((-abs(level.affection - was), pair, level, was))
    return [_shifted(view, pair, level, was) for _, pair, level, was in sorted(found, key=lambda row: row[:2])]


def _shifted(view: View, pair: Pair, level: Level, was: float) -> Shifted:
    fact: Feeling = decode(level.line)
    holder, toward = view.name(pair[0]), view.name(pair[1])
    words = f"{holder} {say_affection(level.affection, toward)}"
    return Shifted(holder, pair[0], toward, pair[1], was, level.affection, words, cite(fact))


def _newcomers(view: View, ranked: Sequence[str]) -> tuple[str, ...]:
    """Who is met in this chapter, by name."""
    found: list[Any] = [one for one in ranked if _is_new(view, *_place(view.cast.met[one]))]
    return tuple(view.name(one) for one in found)


def _place(packed: int) -> tuple[int, int]:
    moment = unpack(packed)
    return moment.book, moment.chapter


class Tick(msgspec.Struct, frozen=True):
    """A chapter on the slider: its moment, heading, part and how many events it tells."""

    at: str
    label: str
    part: str | None
    events: int


def list_chapters(view: View) -> list[Tick]:
    """The chapters up to the view's moment."""
    counts: dict[tuple[int, int], int] = {}
    for event in view.facts(["event"]):
        counts[event.book, event.chapter] = counts.get((event.book, event.chapter), 0) + 1
    return [
        Tick(f"{c.book}.{c.ordinal}", c.label, c.part, counts.get((c.book, c.ordinal), 0)) for c in view.record.chapters
    ]
