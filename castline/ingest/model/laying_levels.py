"""The levels of an answer, as bonds that the rules can go on from."""

from __future__ import annotations

from collections.abc import Iterator

from castline.ingest.amend import Answer
from castline.ingest.decisions import Decisions, Level, Step
from castline.ingest.feelings.levels import DOUBT, FULL
from castline.ingest.memory.memory import Bond
from castline.ingest.model.form import Felt, Reading
from castline.ingest.model.spot import Spot

HIGHEST = 9.9
"""The strongest affection that accounts can come to: 10 would take boundless warmth."""


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


def _make(holder: int, toward: int, told: Felt, spot: Spot) -> Level:
    span, _ = spot.find(told.ev)
    before = spot.people.memory.bonds.get((holder, toward), Bond())
    warmth, grievance = _open_accounts(told.a, before)
    step = Step("reading", round(told.a - before.affection, 2), *span)
    return spot.make(
        Level, span, holder=holder, toward=toward, affection=round(float(told.a), 2), familiarity=round(float(told.f), 2),
        warmth=round(warmth, 3), grievance=round(grievance, 3), cues=[step],
    )  # fmt: skip


def _open_accounts(affection: float, before: Bond) -> tuple[float, float]:
    """Warmth and grievance that come to a level, the other side's account being as it was, and no more than a quarter of
    the own: what was is not forgotten, but it does not make the new level rigid."""
    strength = min(abs(affection), HIGHEST)
    other = min(before.grievance if affection >= 0 else before.warmth, 1.0)
    own = (strength * (other + DOUBT) + FULL * other) / (FULL - strength)
    return (own, other) if affection >= 0 else (other, own)
