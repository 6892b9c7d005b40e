"""Shifts: whose feelings swung furthest between two moments, and by which words."""

from __future__ import annotations

from itertools import accumulate, pairwise

import msgspec

from castline.errors import MomentError
from castline.graph.facts import Cue, Feeling
from castline.graph.moments import pack
from castline.graph.ties import group_of
from castline.query.strands import Pair, trace_pairs
from castline.query.turns import find_turns
from castline.query.view import Evidence, View, cite
from castline.query.wording import say_affection, say_object

TOP = 9
TIE = "tie:"
"""How a cue begins that tells what two are to each other."""
Rank = tuple[float, int, float, Pair]


class Shift(msgspec.Struct, frozen=True):
    """How one person's feeling for another moved; `at`, `cues` and `evidence` are those of its greatest step.

    `swing` is how far its highest and its lowest affection lie apart, the level that stood at the first moment counted in: 0
    for a feeling that is new and has not moved since. What it `was` is 0 for any that is new. Where it went meanwhile, the
    `lowest` and the `highest`, leaves out what ties have added that the text tells late, as the swing does.
    """

    holder: str
    holder_id: str
    toward: str
    toward_id: str
    was_affection: float
    affection: float
    was_familiarity: float
    familiarity: float
    swing: float
    lowest: float
    highest: float
    words: str
    at: str
    cues: tuple[Cue, ...]
    evidence: Evidence


class Shifts(msgspec.Struct, frozen=True):
    """The greatest swings after `since` and up to `at` (inside), the greatest first."""

    saga: str
    since: str
    at: str
    shifts: tuple[Shift, ...]


def find_shifts(before: View, after: View, top: int = TOP) -> Shifts:
    """The `top` greatest swings of anyone's affection for anyone after one moment and by another, however they ended; among
    equals, those of more turning points.

    How two first feel for each other is where a line begins, and no swing: feelings that are new and have not moved since
    come last, the strongest first. Nor is it a swing that two are told to be brothers or friends, who have long been so; to be engaged
    or married may be one. Raises MomentError where the moments are the wrong way about.
    """
    if before.bound > after.bound:
        raise MomentError(f"--from {before.at} comes after --to {after.at}: turn them about.")
    found = []
    for pair, run in trace_pairs(after).items():
        stood = sum(pack(f.told) <= before.bound for f in run)
        old, new = run[max(0, stood - 1) : stood], run[stood:]
        levels = _level([*old, *new])
        swing = _measure(levels)
        if new and (swing or (not old and new[-1].affection)):
            found.append((_rank(pair, [*old, *new], levels, swing), old, new, levels))
    found.sort(key=lambda row: row[0])
    rows = tuple(_show(after, *row) for row in found[:top])
    return Shifts(after.record.name, before.at, after.at, rows)


def _level(run: list[Feeling]) -> list[float]:
    """The affections of a run, but for what ties have raised them that the text tells late."""
    told = accumulate(
        0.0 if at == 0 else sum(cue.weight for cue in f.cues if _is_late(cue)) for at, f in enumerate(run)
    )
    return [f.affection - late for f, late in zip(run, told, strict=True)]


def _is_late(cue: Cue) -> bool:
    return cue.type.startswith(TIE) and group_of(cue.type.removeprefix(TIE)) != "union"


def _measure(levels: list[float]) -> float:
    return round(max(levels) - min(levels), 2)


def _rank(pair: Pair, run: list[Feeling], levels: list[float], swing: float) -> Rank:
    turns = find_turns([(f.told, level, f.familiarity) for f, level in zip(run, levels, strict=True)])
    return -swing, -len(turns), -abs(run[-1].affection), pair


def _show(view: View, rank: Rank, old: list[Feeling], new: list[Feeling], levels: list[float]) -> Shift:
    swing, _, _, pair = rank
    later = [*old, *new][1:]
    steps = [(abs(level - was), f) for (was, level), f in zip(pairwise(levels), later, strict=True)]
    turn = max(steps, key=lambda row: row[0])[1] if swing else new[-1]
    was, is_ = (old[-1].affection, old[-1].familiarity) if old else (0.0, 0.0), new[-1]
    who, whom = view.name(pair[0]), view.name(pair[1])
    them = say_object(view.cast.gender(pair[1], view.bound)) if whom == who else whom
    return Shift(
        who, pair[0], whom, pair[1], was[0], is_.affection, was[1], is_.familiarity, abs(swing),
        round(min(levels), 2), round(max(levels), 2),
        f"{who} {say_affection(is_.affection, them)}.", turn.told, turn.cues, cite(turn),
    )  # fmt: skip
