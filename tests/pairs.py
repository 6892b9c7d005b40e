"""Two people in a book of a few sentences, and what they feel for each other at its end."""

from __future__ import annotations

from pathlib import Path

from books import read_through, save, view_at

from castline.graph.opening import open_store
from castline.query.histories import Direction, trace_feelings
from castline.query.view import View

HEAD = "Anna Quill lived in the harbour. Edmund Marsh lived in the town. Anna Quill came to see Edmund Marsh.\n\n"


def read_book(folder: Path, *chapters: str) -> View:
    """A book of these chapters, as of its end."""
    text = "\n\n\n".join(f"CHAPTER {n}\n\n{HEAD if n == 1 else ''}{body}" for n, body in enumerate(chapters, 1))
    book = save(folder, text + "\n")
    store = open_store(str(folder / "book.db"))
    read_through(store, book)
    return view_at(store, None)


def both(view: View, a: str = "Anna", b: str = "Edmund") -> tuple[Direction, Direction]:
    return trace_feelings(view, a, b).directions


def last(view: View, a: str = "Anna", b: str = "Edmund") -> tuple[float, float]:
    """(affection, familiarity) from `a` to `b` at the end."""
    levels = both(view, a, b)[0].levels
    return levels[-1][1:] if levels else (0.0, 0.0)
