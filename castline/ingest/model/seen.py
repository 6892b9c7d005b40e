"""What the rules have read of a chapter, before any model is asked about it."""

from __future__ import annotations

from dataclasses import dataclass

from castline.ingest.annotations import Extract
from castline.ingest.decisions import Decisions
from castline.ingest.memory.memory import Memory
from castline.ingest.model.passages import Passage, cut_passages
from castline.ingest.second_reader import Looked


@dataclass(frozen=True, slots=True)
class Seen:
    """A chapter as the rules read it. `before` is their memory of the chapters before it, `after` that with it; offsets
    count from the chapter's start. Of no model's answer is anything in it: so no passage need wait for another."""

    book: int
    chapter: int
    label: str
    text: str
    notes: Extract
    before: Memory
    after: Memory
    decisions: Decisions
    passages: tuple[Passage, ...]

    @property
    def place(self) -> str:
        """Book and chapter: "1.7"."""
        return f"{self.book}.{self.chapter}"


def see(looked: Looked) -> Seen:
    """A chapter as the rules read it, in passages."""
    piece = looked.piece
    return Seen(
        piece.book.ordinal, piece.chapter.ordinal, piece.chapter.label, piece.text, looked.notes, looked.before, looked.after,
        looked.decisions, tuple(cut_passages(piece.text, looked.notes)),
    )  # fmt: skip
