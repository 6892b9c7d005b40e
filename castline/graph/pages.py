"""Pages: what was live for a character at some chapter's end, so that no read walks a whole history.

Once as much has changed as the last page holds (and at least 64 facts), the next page is written. So pages
cost in all no more than the facts do, and a snapshot reads one page and a bounded tail, however long the saga.
"""

from __future__ import annotations

from typing import Any

import msgspec

from castline.graph.facts import decode, decode_all, slot
from castline.graph.moments import pack

LEAST = 64
MEMORABLE = 24


class Page(msgspec.Struct):
    """`states`: lines of the live states, in order told; `memorable`: (knowledge, event) lines, weightiest first."""

    states: list[str] = []
    memorable: list[tuple[str, str]] = []

    @property
    def size(self) -> int:
        """How many lines it holds."""
        return len(self.states) + len(self.memorable)


def is_due(grown: int, size: int) -> bool:
    """Whether `grown` facts since a page of `size` lines call for the next."""
    return grown >= max(LEAST, size)


def make_page(last: Page, states: list[str], known: list[tuple[str, str]]) -> Page:
    """The page that follows `last`, given the lines told since, in order."""
    return Page(live(last.states + states), weightiest(last.memorable + known, MEMORABLE))


def live(lines: list[str]) -> list[str]:
    """Of state lines in the order told, those that no later one of their slot supersedes."""
    kept: dict[str, str] = {}
    for line, fact in zip(lines, decode_all(lines), strict=True):
        key = slot(fact) or fact.id
        kept.pop(key, None)
        kept[key] = line
    return list(kept.values())


def live_facts(lines: list[str]) -> list[Any]:
    """The same as facts."""
    kept: dict[str, Any] = {}
    for fact in decode_all(lines):
        key = slot(fact) or fact.id
        kept.pop(key, None)
        kept[key] = fact
    return list(kept.values())


def weightiest(pairs: list[tuple[str, str]], most: int) -> list[tuple[str, str]]:
    """The `most` (knowledge, event) pairs of greatest importance, later ones first among equals; one per event."""
    found = {}
    for known, told_of in pairs:
        event = decode(told_of)
        found[event.id] = (-event.importance, -pack(event.told), event.id, known, told_of)
    return [(known, event) for _, _, _, known, event in sorted(found.values())[:most]]
