"""What was found wrong with a text but did not stop the reading of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One imperfection: `start`/`end` are character offsets into the book's text (end exclusive).

    What is `whole` is said of the file as it is, and might not be said of one that ends sooner: it is for whoever reads
    the file, and no fact as of any chapter.
    `by` is who found it, "" for whoever read or cut the book.
    """

    message: str
    advice: str
    start: int = 0
    end: int = 0
    whole: bool = False
    by: str = ""
