"""Pages: what was live for a character at some chapter's end, so that no read walks a whole history.

Once half as much has changed as the last page holds (and at least 64 facts), the next page is written. So pages
cost in all no more than twice what the facts do, and a snapshot reads one page and a bounded tail, however long the saga.
"""

from __future__ import annotations

import msgspec

from castline.graph.facts import Event, State, decode
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
    """The (knowledge, event) pairs of all that is known which no page forgets, weightiest first, later ones first among equals; one per
    event."""
    found: dict[str, tuple[Event, tuple[bytes, bytes]]] = {}
    for pair in pairs:
        event: Event = decode(pair[1])
        found[event.id] = event, pair
    ranked = sorted(found.values(), key=lambda row: (-row[0].importance, -pack(row[0].told), row[0].id))
    deaths = [event.id for event, _ in ranked if event.type == "death"][:DEATHS]
    kept = {*(event.id for event, _ in ranked[:MEMORABLE]), *deaths}
    return [pair for event, pair in ranked if event.id in kept]
