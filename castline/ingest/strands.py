"""Strands: two who turn out to be one may both have felt something for a third, or a third for both.

Who joins them after the rules have read the chapter (a person, a model) leaves two levels of one pair. What the one of them felt does
not take the place of what the other did: both accounts are added up, and the two know each other as well as the better known did.
"""

from __future__ import annotations

import msgspec

from castline.ingest.decisions import Decisions, Level
from castline.ingest.feelings.levels import weigh
from castline.ingest.memory.memory import Memory


def join_levels(memory: Memory, decisions: Decisions) -> Decisions:
    """A chapter's decisions with the levels of those who are joined in it added up. `memory` is of the chapters before: since two only
    come to know each other better, a level of the joined that knows less than theirs did is the other strand's."""
    kept = {one.kept for one in decisions.joins}
    if not kept:
        return decisions
    return msgspec.structs.replace(decisions, levels=[_add(memory, kept, level) for level in decisions.levels])


def _add(memory: Memory, kept: set[int], level: Level) -> Level:
    """A level as it stands, or, if it is one strand's of two, that of both."""
    own = memory.bonds.get((level.holder, level.toward))
    if own is None or kept.isdisjoint((level.holder, level.toward)) or level.familiarity >= own.familiarity:
        return level
    warmth, grievance = level.warmth + own.warmth, level.grievance + own.grievance
    return msgspec.structs.replace(
        level, warmth=round(warmth, 3), grievance=round(grievance, 3), affection=round(weigh(warmth, grievance), 3),
        familiarity=own.familiarity, rule="joined",
    )  # fmt: skip
