"""What an ingest tells of itself: while it goes on, and when it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from castline.graph.facts import Problem
from castline.graph.moments import Moment
from castline.ingest.pieces import Piece

Progress = Callable[[int, int, str], None]
"""Called with (words done, words in all, chapter just written)."""


@dataclass(slots=True)
class Report:
    """What an ingest did. `seconds` are wall-clock, model loading included."""

    saga: str
    chapters: int = 0
    skipped: int = 0
    words: int = 0
    seconds: float = 0.0
    facts: int = 0
    model: str | None = None
    problems: list[Problem] = field(default_factory=list)
    reading: dict[str, Any] | None = None
    """What a second reader was asked, answered and cost."""
    incidents: list[str] = field(default_factory=list)
    """What went wrong on the way and was mended, in sentences: nothing of it is in the facts."""

    @property
    def words_per_second(self) -> float:
        """Words of the chapters written, by the wall clock."""
        return self.words / self.seconds if self.seconds else 0.0


def count(report: Report, piece: Piece, facts: Sequence[object]) -> None:
    report.chapters += 1
    report.words += piece.words
    report.facts += len(facts)
    report.problems += [fact for fact in facts if isinstance(fact, Problem)]


def report_file(report: Report, piece: Piece) -> None:
    """What is wrong with a file as it is; no facts, for a file that ends sooner might not have it."""
    report.problems += [
        Problem(
            id=f"{report.saga}:{piece.book.ordinal}:problem{n}", book=piece.book.ordinal, chapter=piece.chapter.ordinal,
            scene=None, told=str(Moment(piece.book.ordinal, piece.chapter.ordinal, 0)), start=found.start, end=found.end, text="",
            by="cut", confidence=1.0, message=found.message, advice=found.advice,
        )
        for n, found in enumerate(piece.of_file, 1)
    ]  # fmt: skip
