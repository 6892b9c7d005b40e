"""What was found wrong with a text but did not stop the reading of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One imperfection: `start`/`end` are character offsets into the book's text (end exclusive); `by` is who found
    it, "" for whoever read or cut the book."""

    message: str
    advice: str
    start: int = 0
    end: int = 0
    by: str = ""
