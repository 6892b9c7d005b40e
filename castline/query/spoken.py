"""Where speech stands: which saying, if any, a place in the text lies in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from castline.graph.facts import Utterance
from castline.graph.moments import FOREVER

Spans = list[tuple[int, int, int, int]]
"""Book, start, end (exclusive) of each piece of what is said, and whose place it is among the sayings; in the order of the text."""


def list_spans(sayings: Iterable[Utterance]) -> Spans:
    """The pieces of all sayings."""
    return sorted(
        (said.book, start, end, place)
        for place, said in enumerate(sayings)
        for start, end in said.parts or ((said.start, said.end),)
    )


def find_saying(spans: Spans, book: int, offset: int) -> int:
    """The place of the saying in which an offset into a book's text lies; -1 where the tale itself is told."""
    at = bisect_right(spans, (book, offset, FOREVER, 0)) - 1
    return spans[at][3] if at >= 0 and spans[at][0] == book and offset < spans[at][2] else -1
