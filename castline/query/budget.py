"""Trimming a snapshot to a token budget, by importance across all sections.

Tokens are estimated, not counted: four characters each, which is near for English prose in most models. Every
entry has one worth, whatever the budget, so a greater budget never shows less:

    worth of the n-th entry of a section (from 0) = weight / (1 + n / 6) * freshness / bulk

    freshness = 1 + 1 / 2 / (1 + chapters since it was told)     bulk = characters of it as JSON / 800, at least 1

The longest run of entries by worth whose rendered form fits is kept, the rest counted in `left_out`, whose own room is
kept free for the longest that it could be.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from castline.errors import AskError
from castline.graph.moments import chapters_since, pack
from castline.query.entries import FeelingEntry, Snapshot

CHARACTERS_PER_TOKEN = 4
LONG = 800
"""Characters of an entry as JSON (two dozen words of evidence) beyond which it counts for less."""
WEIGHTS = {
    "whereabouts": 1.0, "shared": 0.98, "feelings": 0.95, "events": 0.9, "unshared": 0.85, "relations": 0.8, "told": 0.75, "mood": 0.7, "names": 0.6, "known": 0.6,
    "attributes": 0.6, "quotes": 0.5,
}  # fmt: skip
_SINGLE = ("mood", "whereabouts")

Place = tuple[str, int]
"""A section and the ordinal of an entry in it."""


def estimate_tokens(text: str) -> int:
    """About how many tokens the text is: four characters each, rounded up."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


def trim(snapshot: Snapshot, budget: int, rendered: Callable[[Snapshot], str]) -> Snapshot:
    """The snapshot with the entries of most worth whose `rendered` form fits into `budget` tokens.

    Raises AskError, which names the least that is possible, where not even the head fits (name, moment, partner).
    """
    ranked = _rank(snapshot)
    head = _keep(snapshot, [], ranked)
    least = estimate_tokens(rendered(head))
    if least > budget:
        raise AskError(
            f"A budget of {budget} tokens does not hold {snapshot.name}: name and moment alone take {least} in this form. Give "
            f"{least} or more."
        )

    def size(count: int) -> int:
        kept = _keep(snapshot, ranked[:count], ranked[count:])
        return estimate_tokens(rendered(msgspec.structs.replace(kept, left_out=head.left_out)))

    count = bisect_right(range(len(ranked) + 1), budget, key=size) - 1
    return _keep(snapshot, ranked[:count], ranked[count:])


def _rank(snapshot: Snapshot) -> list[Place]:
    worth: dict[Place, float] = {}
    now = pack(snapshot.at)
    for section, weight in WEIGHTS.items():
        for index, entry in enumerate(_entries(snapshot, section)):
            bulk = max(1.0, len(msgspec.json.encode(entry)) / LONG)
            worth[section, index] = weight / (1 + index / 6) * _freshness(entry, now) / bulk
    return sorted(worth, key=lambda place: (-worth[place], place))


def _freshness(entry: Any, now: int) -> float:
    told = (
        [side.evidence.told for side in (entry.toward, entry.back) if side]
        if isinstance(entry, FeelingEntry)
        else [entry.evidence.told]
    )
    return 1 + 0.5 / (1 + chapters_since(max(map(pack, told)), now))


def _entries(snapshot: Snapshot, section: str) -> tuple[Any, ...]:
    found = getattr(snapshot, section)
    if section in _SINGLE:
        return () if found is None else (found,)
    return tuple(found)


def _keep(snapshot: Snapshot, kept: Iterable[Place], dropped: Iterable[Place]) -> Snapshot:
    chosen = set(kept)
    parts: dict[str, Any] = {}
    for section in WEIGHTS:
        found = tuple(e for n, e in enumerate(_entries(snapshot, section)) if (section, n) in chosen)
        parts[section] = next(iter(found), None) if section in _SINGLE else found
    missing = Counter(snapshot.left_out) + Counter(section for section, _ in dropped)
    return msgspec.structs.replace(snapshot, **parts, left_out=dict(sorted(missing.items())))
