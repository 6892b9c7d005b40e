"""Pages: what was live for a character at some chapter's end, so that no read walks a whole history.

Once half as much has changed as the last page holds (and at least 64 facts), the next page is written. So pages
cost in all no more than twice what the facts do, and a snapshot reads one page and a bounded tail, however long the saga.
"""

from __future__ import annotations

import msgspec

from castline.graph.facts import State, decode
from castline.graph.moments import pack

LEAST = 64
MEMORABLE, DEATHS = 24, 12
"""The events that a page keeps of those known: the weightiest, and of deaths the weightiest beside them, which nobody forgets."""


class Page(msgspec.Struct, array_like=True):
    """`states`: the live states, in order told; `memorable`: (knowledge, event) lines, weightiest first."""

    states: list[State] = []
    memorable: list[tuple[bytes, bytes]] = []

    @property
    def size(self) -> int:
        """How many lines it holds."""
        return len(self.states) + len(self.memorable)

    def pack(self) -> bytes:
        """The page as a store keeps it."""
        return msgspec.msgpack.encode(self)


_decoder = msgspec.msgpack.Decoder(Page)


def open_page(body: bytes | None) -> Page:
    """A page as a store kept it; an empty one where there is none yet."""
    return _decoder.decode(body) if body else Page()


def is_due(grown: int, size: int) -> bool:
    """Whether `grown` facts since a page of `size` lines call for the next."""
    return grown >= max(LEAST, size // 2)


def make_page(last: Page, states: list[State], known: list[tuple[bytes, bytes]]) -> Page:
    """The page that follows `last`, given the lines told since, in order."""
    return Page(live(last.states + states), keep_memorable(last.memorable + known))


def live(states: list[State]) -> list[State]:
    """Of states in the order told, those that no later one of their slot supersedes."""
    kept: dict[str, State] = {}
    for state in states:
        kept.pop(state.slot, None)
        kept[state.slot] = state
    return list(kept.values())


def keep_memorable(pairs: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Those of all that is known which no page forgets, weightiest first."""
    deaths = [pair for pair in pairs if decode(pair[1]).type == "death"]
    return weightiest([*weightiest(pairs, MEMORABLE), *weightiest(deaths, DEATHS)], MEMORABLE + DEATHS)


def weightiest(pairs: list[tuple[bytes, bytes]], most: int) -> list[tuple[bytes, bytes]]:
    """The `most` (knowledge, event) pairs of greatest importance, later ones first among equals; one per event."""
    found = {}
    for known, told_of in pairs:
        event = decode(told_of)
        found[event.id] = (-event.importance, -pack(event.told), event.id, known, told_of)
    return [(known, event) for _, _, _, known, event in sorted(found.values())[:most]]
