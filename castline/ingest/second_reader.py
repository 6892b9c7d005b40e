"""The second reader: somebody who reads beside the rules, and amends what they have decided.

The rules read all that is new first, as if there were nobody else. The second reader sees that, chapter by chapter,
and answers; then the chapters are settled in order, each with his answers laid over what the rules decide, given what
was amended before. So he never needs to wait for his own answers, and never sees more than a chapter and what was told
before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from castline.ingest.annotations import Extract
from castline.ingest.decisions import Decisions
from castline.ingest.memory.memory import Given, Memory
from castline.ingest.memory.rows import read_rows, write_rows
from castline.ingest.pieces import Piece
from castline.ingest.reading.problems import Problem
from castline.ingest.settling import make_prefix, settle

OWN = "rules:"
"""What the rows of the rules' own memory start with, in a saga that somebody else has read too."""
MARK = "read:"
"""What the rows start with that say who has read a chapter, beside the rules."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A chapter as the rules alone read it; `before` and `after` are their own memory."""

    piece: Piece
    notes: Extract
    before: Memory
    after: Memory
    decisions: Decisions


@dataclass(frozen=True, slots=True)
class Amended:
    """A chapter's decisions with the reader's answers; `complete` unless some of them are wanting."""

    decisions: Decisions
    problems: tuple[Problem, ...]
    complete: bool


class SecondReader(Protocol):
    """Whoever reads beside the rules. `name` is what facts and marks say of him."""

    name: str

    def read(self, chapters: Iterable[Looked], tell: Callable[[int, int, str], None] | None) -> list[Looked]:
        """Read all that is new, and give it back; a chapter may be read while the rules still look at later ones. `tell` is
        called with (done, all so far, a few words). Raises where it cannot be gone on with."""
        ...

    def find_given(self, piece: Piece) -> Given:
        """Who is meant in a chapter that was read, by the answers: the rules read on from them."""
        ...

    def amend(self, piece: Piece, notes: Extract, memory: Memory, decisions: Decisions) -> Amended:
        """The answers to a chapter that was read, laid over what is decided of it now."""
        ...

    def report(self) -> dict[str, Any]:
        """What was asked, answered and spent."""
        ...


def look(saga: str, pieces: Iterable[Piece], notes: Iterable[Extract], memory: Memory, model: str) -> Iterator[Looked]:
    """Let the rules read chapters by themselves; `memory` is theirs, and `model` the parser's name."""
    for piece, own in zip(pieces, notes, strict=True):
        done = settle(saga, piece.book.ordinal, piece.chapter, piece.text, own, memory, (), model)
        yield Looked(piece, own, memory, done.memory, done.decisions)
        memory = done.memory


def tell_read(looked: Looked, reader: SecondReader, amended: Amended) -> dict[str, bytes | None]:
    """The rows that say a chapter was read: the reader's mark, and the rules' own memory."""
    own = {f"{OWN}{name}": body for name, body in write_rows(looked.after).items()}
    mark = reader.name if amended.complete else f"{reader.name} in part"
    return own | {f"{MARK}{_place(looked.piece)}": mark.encode()}


def prefix_of(saga: str, piece: Piece) -> str:
    """What the ids of all that a chapter tells start with."""
    return make_prefix(saga, piece.book.ordinal, piece.chapter)


def read_own_memory(rows: Mapping[str, bytes]) -> Memory:
    """The rules' own memory of a saga: that of the saga, as long as nobody else has read it."""
    own = {name.removeprefix(OWN): body for name, body in rows.items() if name.startswith(OWN)}
    return read_rows(own or rows)


def find_marks(rows: Mapping[str, bytes]) -> list[str]:
    """Who has read chapters beside the rules, by these rows."""
    return sorted({body.decode().removesuffix(" in part") for name, body in rows.items() if name.startswith(MARK)})


def find_unread(rows: Mapping[str, bytes], places: Iterable[tuple[int, int]], reader: SecondReader) -> list[str]:
    """The chapters among these (book, chapter) that the reader has not read, or not all of."""
    told = (f"{book}.{chapter}" for book, chapter in places)
    return [place for place in told if rows.get(f"{MARK}{place}", b"").decode() != reader.name]


def _place(piece: Piece) -> str:
    return f"{piece.book.ordinal}.{piece.chapter.ordinal}"
