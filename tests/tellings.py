"""Stores that are told facts by hand, a chapter at a time."""

from __future__ import annotations

from typing import Any

from castline.graph.facts import Chapter, Character, Fact, Feeling, Name
from castline.graph.moments import Moment
from castline.graph.store import Batch, BookRecord, ChapterRecord, Store
from castline.query.view import Views

Telling = tuple[type[Fact], dict[str, Any]]
"""A class of facts, and what is its own in one of them."""


def tell(store: Store, *chapters: list[Telling]) -> Views:
    """A saga of a book whose chapters tell these facts."""
    for ordinal, told in enumerate(chapters, 1):
        common: dict[str, Any] = {"book": 1, "chapter": ordinal, "told": str(Moment(1, ordinal)), "start": 0, "end": 4,
                                  "text": "word", "by": "made"}  # fmt: skip
        facts = [cls(**{"id": f"veil:1.{ordinal}:f{n}"} | common | own) for n, (cls, own) in enumerate(told)]
        facts.append(Chapter(id=f"veil:1.{ordinal}", label=f"CHAPTER {ordinal}", **common))
        book = BookRecord(1, "veil.txt", "", 100, len(chapters))
        chapter = ChapterRecord(1, ordinal, "", "", ordinal * 10, f"CHAPTER {ordinal}", None)
        store.write(Batch("veil", ordinal - 1, book, chapter, facts, [], {}))
    return Views(store)


def feels(holder: str, toward: str, affection: float, familiarity: float) -> Telling:
    return Feeling, {"holder": holder, "toward": toward, "affection": affection, "familiarity": familiarity}


def is_called(who: str, form: str) -> list[Telling]:
    return [(Character, {"id": who}), (Name, {"character": who, "form": form, "type": "full"})]
