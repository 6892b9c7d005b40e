"""The levels of an answer, as bonds that the rules can go on from."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from castline.graph.ties import ENDS
from castline.ingest.amend import Answer
from castline.ingest.decisions import Decisions, Level, Step
from castline.ingest.feelings.levels import begin, open_accounts
from castline.ingest.memory.memory import Bond
from castline.ingest.model.form import Felt, Reading, Tied
from castline.ingest.model.spot import Spot


def lay_levels(reading: Reading, spot: Spot, decisions: Decisions) -> Iterator[Answer]:
    """Each level told, in place of what the rules made of the pair from the passage on: they had begun from another."""
    laid: dict[tuple[int, int], Felt] = {}
    for told in reading.fe:
        ends = list(spot.people.find_all([told.who, told.toward]))
        if len(ends) == 2:
            laid[ends[0], ends[1]] = told
    for old in decisions.levels:
        if (old.holder, old.toward) in laid and old.start >= spot.passage.start:
            yield Answer(spot.by, None, old, "told otherwise by the passage")
    for (holder, toward), told in laid.items():
        yield Answer(spot.by, _make(holder, toward, told, spot))


def lay_first_levels(reading: Reading, spot: Spot, decisions: Decisions) -> Iterator[Answer]:
    """Those of kin, friends and foes of whom an answer tells that they are so, and no level: no lower than such ties start, from where
    it stands on; what the rules made of the two from there on had begun from another. Who does not know of a tie feels nothing for it."""
    told = {(one.who, one.toward) for one in reading.fe}
    ties: dict[tuple[int, int], Tied] = {}
    for tie in reading.tie:
        for one, other in ((tie.who, tie.to), (tie.to, tie.who)):
            ends = list(spot.people.find_all([one, other]))
            if (
                len(ends) == 2
                and tie.st != "ends"
                and tie.kind not in ENDS
                and (one, other) not in told
                and one not in tie.hid
            ):
                ties.setdefault((ends[0], ends[1]), tie)
    for (holder, toward), tie in ties.items():
        yield from _begin(holder, toward, tie, spot, decisions)


def _begin(holder: int, toward: int, tie: Tied, spot: Spot, decisions: Decisions) -> Iterator[Answer]:
    span, _ = spot.find(tie.ev)
    own = [level for level in decisions.levels if (level.holder, level.toward) == (holder, toward)]
    before = [level for level in own if level.start < span[0]]
    stood = before[-1] if before else spot.people.memory.bonds.get((holder, toward), Bond())
    bond = begin(Bond(stood.affection, stood.familiarity, stood.warmth, stood.grievance), tie.kind)
    if bond.familiarity > stood.familiarity:
        yield from (Answer(spot.by, None, old, "told otherwise by the passage") for old in own if old not in before)
        step = Step(f"tie:{tie.kind}", round(bond.affection - stood.affection, 2), *span)
        levels = msgspec.structs.asdict(bond)
        yield Answer(spot.by, spot.make(Level, span, holder=holder, toward=toward, cues=[step], **levels))


def _make(holder: int, toward: int, told: Felt, spot: Spot) -> Level:
    span, _ = spot.find(told.ev)
    before = spot.people.memory.bonds.get((holder, toward), Bond())
    warmth, grievance = open_accounts(told.a, before)
    why = spot.name_ids(" ".join(told.why.split()).rstrip("."))
    step = Step("reading", round(told.a - before.affection, 2), *span, why)
    return spot.make(
        Level, span, holder=holder, toward=toward, affection=round(float(told.a), 2), familiarity=round(float(told.f), 2),
        warmth=round(warmth, 3), grievance=round(grievance, 3), cues=[step],
    )  # fmt: skip
