"""Pages: what was live for a character at some chapter's end, so that no read walks a whole history.

Once half as much has changed as the last page holds (and at least 64 facts), the next page is written. So pages
cost in all no more than twice what the facts do, and a snapshot reads one page and a bounded tail, however long the saga.
"""

from __future__ import annotations

import msgspec

from castline.graph.facts import Gist, decode, decode_gists, slot
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
    return grown >= max(LEAST, size // 2)


def make_page(last: Page, states: list[str], known: list[tuple[str, str]]) -> Page:
    """The page that follows `last`, given the lines told since, in order."""
    return Page(live(last.states + states), weightiest(last.memorable + known, MEMORABLE))


def live(lines: list[str]) -> list[str]:
    """Of state lines in the order told, those that no later one of their slot supersedes."""
    return [line for _, line in live_gists(lines)]


def live_gists(lines: list[str]) -> list[tuple[Gist, str]]:
    """The same, each with its gist."""
    kept: dict[str, tuple[Gist, str]] = {}
    for gist, line in zip(decode_gists(lines), lines, strict=True):
        key = slot(gist, gist.kind) or gist.id
        kept.pop(key, None)
        kept[key] = (gist, line)
    return list(kept.values())


def weightiest(pairs: list[tuple[str, str]], most: int) -> list[tuple[str, str]]:
    """The `most` (knowledge, event) pairs of greatest importance, later ones first among equals; one per event."""
    found = {}
    for known, told_of in pairs:
        event = decode(told_of)
        found[event.id] = (-event.importance, -pack(event.told), event.id, known, told_of)
    return [(known, event) for _, _, _, known, event in sorted(found.values())[:most]]
