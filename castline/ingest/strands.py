"""Strands: two who turn out to be one may both have felt something for a third, or a third for both.

What the one of them felt does not take the place of what the other did: from the join on both accounts are added up, and the two
know each other as well as the better known did.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from castline.ingest.decisions import Decisions, Join, Level
from castline.ingest.feelings.levels import weigh
from castline.ingest.memory.memory import Bond, Memory, Pair


def join_levels(memory: Memory, decisions: Decisions) -> Decisions:
    """A chapter's decisions with the levels of those who are joined in it added up, from the scene of the join on. `memory` is of the
    chapters before."""
    if not decisions.joins or not decisions.levels:
        return decisions
    strands = {one.gone: one for one in decisions.joins}
    levels: list[Level] = []
    for level in sorted(decisions.levels, key=lambda one: one.scene or 0):
        levels += _add(memory, strands, levels, level)
    return msgspec.structs.replace(decisions, levels=sorted(levels, key=lambda one: one.scene or 0))


def _add(memory: Memory, joins: dict[int, Join], before: list[Level], level: Level) -> Iterator[Level]:
    """A level as it stands, or, if it is one strand's of two, that of both."""
    both = _root(memory, joins, level.holder), _root(memory, joins, level.toward)
    if both[0] == both[1]:
        return
    scene = max((joins[key].scene or 0 for key in (level.holder, level.toward) if key in joins), default=None)
    own = _find_own(memory, before, both, level, scene is not None)
    touched = scene is not None or bool({*both} & {one.kept for one in joins.values()})
    if own is None or not touched or (scene is None and level.familiarity >= own.familiarity):
        yield level
        return
    joined = _join(level, both, own)
    if scene is not None and (level.scene or 0) < scene:  # till then they are two
        yield level
        joined = msgspec.structs.replace(joined, scene=scene, cues=[], slight=True)
    yield joined


def _root(memory: Memory, joins: dict[int, Join], key: int) -> int:
    while key in joins and joins[key].kept != key:
        key = joins[key].kept
    return memory.person(key).key if key < len(memory.people) else key


def _find_own(memory: Memory, before: list[Level], both: Pair, level: Level, apart: bool) -> Bond | None:
    """What the pair felt besides: as the chapter has left it by their own names, else as it was before. A level of the rules for who
    is yet `apart` begins anew, and what that one felt before the chapter is added."""
    told = next((one for one in reversed(before) if (one.holder, one.toward) == both and one.rule != JOINED), None)
    if told is not None:
        return _bond(told) if apart else None
    kept, gone = memory.bonds.get(both), memory.bonds.get((level.holder, level.toward)) if apart else None
    return _sum(kept, gone) if kept and gone else kept or gone


JOINED = "joined"
"""The rule of a level that was added up."""


def _bond(level: Level) -> Bond:
    return Bond(level.affection, level.familiarity, level.warmth, level.grievance)


def _sum(one: Bond, other: Bond) -> Bond:
    warmth, grievance = round(one.warmth + other.warmth, 3), round(one.grievance + other.grievance, 3)
    return Bond(round(weigh(warmth, grievance), 3), max(one.familiarity, other.familiarity), warmth, grievance)


def _join(level: Level, both: Pair, own: Bond) -> Level:
    bond = _sum(_bond(level), own)
    return msgspec.structs.replace(
        level, holder=both[0], toward=both[1], warmth=bond.warmth, grievance=bond.grievance, affection=bond.affection,
        familiarity=bond.familiarity, rule=JOINED,
    )  # fmt: skip
