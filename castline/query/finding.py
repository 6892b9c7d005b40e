"""A finding: something that a person who knows the book should look at, and how to settle it."""

from __future__ import annotations

import msgspec

from castline.query.view import Evidence


class Finding(msgspec.Struct, frozen=True):
    """`kind` is "split" (these people may be one), "merge" (this person may be two), "nobody" (this may be no person), "contrary"
    (what is told of this person at two places cannot both be so: it was read wrong, or is written so) or "refused" (what a
    model said of a passage and was not let through: of nobody); `worth` counts scenes; `correct` is the correction that settles
    it, in the words that `castline correct` takes (none for the last two)."""

    kind: str
    worth: int
    people: tuple[str, ...]
    ids: tuple[str, ...]
    why: str
    evidence: tuple[Evidence, ...]
    correct: tuple[str, ...] = ()


def say_meetings(times: int) -> str:
    """How often two meet, in words."""
    return "they never meet" if not times else f"they meet {'once' if times == 1 else f'{times} times'}"
