"""Shifts: whose feelings changed most between two moments, and by which words."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from castline.errors import MomentError
from castline.graph.facts import Cue, Feeling
from castline.graph.moments import pack
from castline.query.strands import Pair, trace_pairs
from castline.query.turns import find_turns
from castline.query.view import Evidence, View, cite
from castline.query.wording import say_affection, say_object

TOP = 9


class Shift(msgspec.Struct, frozen=True):
    """How far one person's feeling for another moved; `at`, `cues` and `evidence` are those of its greatest step."""

    holder: str
    holder_id: str
    toward: str
    toward_id: str
    was_affection: float
    affection: float
    was_familiarity: float
    familiarity: float
    words: str
    at: str
    cues: tuple[Cue, ...]
    evidence: Evidence


class Shifts(msgspec.Struct, frozen=True):
    """The greatest changes after `since` and up to `at` (inside), the greatest first."""

    saga: str
    since: str
    at: str
    shifts: tuple[Shift, ...]


def find_shifts(before: View, after: View, top: int = TOP) -> Shifts:
    """The `top` greatest changes of affection of anyone for anyone after one moment and by another.

    Raises MomentError where they are the wrong way about.
    """
    if before.bound > after.bound:
        raise MomentError(f"--from {before.at} comes after --to {after.at}: turn them about.")
    runs = trace_pairs(after).items()
    found = [shift for pair, run in runs if (shift := _shift(after, before.bound, pair, run))]
    found.sort(key=lambda s: -abs(s.affection - s.was_affection))
    return Shifts(after.record.name, before.at, after.at, tuple(found[:top]))


def _shift(view: View, floor: int, pair: Pair, run: list[Feeling]) -> Shift | None:
    """The change of one pair after `floor`, if its affection changed."""
    old = [f for f in run if pack(f.told) <= floor]
    new = run[len(old) :]
    was = (old[-1].affection, old[-1].familiarity) if old else (0.0, 0.0)
    if not new or new[-1].affection == was[0]:
        return None
    up = 1 if new[-1].affection > was[0] else -1
    steps = zip([was[0], *(f.affection for f in new)], new, strict=False)
    _, turn = max(((up * (f.affection - level), f) for level, f in steps), key=lambda pair: pair[0])
    last, who, whom = new[-1], view.name(pair[0]), view.name(pair[1])
    them = say_object(view.cast.gender(pair[1], view.bound)) if whom == who else whom
    return Shift(
        who, pair[0], whom, pair[1], was[0], last.affection, was[1], last.familiarity, f"{who} {say_affection(last.affection, them)}.",
        turn.told, turn.cues, cite(turn),
    )  # fmt: skip


def find_swings(before: View, after: View, top: int = TOP) -> Shifts:
    """The `top` greatest swings: how far the highest and the lowest affection of a pair lie apart after one moment and by
    another, the level that stood at the first counted in; among equals, those of more turning points.

    How two first feel for each other is where a line begins, and no swing. Raises MomentError where the moments are the
    wrong way about.
    """
    if before.bound > after.bound:
        raise MomentError(f"--from {before.at} comes after --to {after.at}: turn them about.")
    found = []
    for pair, run in trace_pairs(after).items():
        start = sum(pack(f.told) <= before.bound for f in run)
        told = run[max(0, start - 1) :]
        steps = [(abs(f.affection - was.affection), f) for was, f in pairwise(told)]
        if steps and (swing := _range(told)) > 0:
            step = max(steps, key=lambda row: row[0])[1]
            turns = len(find_turns([(f.told, f.affection, f.familiarity) for f in told]))
            found.append(((-round(swing, 2), -turns, pair), told, step))
    found.sort(key=lambda row: row[0])
    rows = tuple(_told(after, pair, told, step) for (_, _, pair), told, step in found[:top])
    return Shifts(after.record.name, before.at, after.at, rows)


def _range(told: list[Feeling]) -> float:
    levels = [f.affection for f in told]
    return max(levels) - min(levels)


def _told(view: View, pair: Pair, told: list[Feeling], step: Feeling) -> Shift:
    first, last, who, whom = told[0], told[-1], view.name(pair[0]), view.name(pair[1])
    words = f"{who} {say_affection(last.affection, whom)}."
    levels = (first.affection, last.affection, first.familiarity, last.familiarity)
    return Shift(who, pair[0], whom, pair[1], *levels, words, step.told, step.cues, cite(step))
