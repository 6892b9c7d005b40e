"""The levels of an answer, as bonds that the rules can go on from."""

from __future__ import annotations

from collections.abc import Iterator

from castline.ingest.amend import Answer
from castline.ingest.decisions import Decisions, Level, Step
from castline.ingest.feelings.levels import open_accounts
from castline.ingest.memory.memory import Bond
from castline.ingest.model.form import Felt, Reading
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
