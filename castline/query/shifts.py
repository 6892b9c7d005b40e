"""Shifts: whose feelings changed most between two moments, and by which words."""

from __future__ import annotations

import msgspec

from castline.errors import MomentError
from castline.graph.facts import Cue, Feeling
from castline.graph.moments import pack
from castline.query.strands import Pair, trace_pairs
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
