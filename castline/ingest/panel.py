"""Several who read beside the rules, one after the other: of what two say of one thing, the last one's word stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from castline.ingest.annotations import Extract
from castline.ingest.decisions import Decisions
from castline.ingest.memory.memory import Given, Memory
from castline.ingest.pieces import Piece
from castline.ingest.second_reader import Amended, Looked, SecondReader

_AND = " + "


def seat(readers: Sequence[SecondReader]) -> SecondReader:
    """These readers as one. Facts say which of them has said what."""
    return readers[0] if len(readers) == 1 else Panel(readers)


def split_name(name: str) -> list[str]:
    """The names of the readers that a panel's name, or a reader's own, is made of."""
    return name.split(_AND)


class Panel:
    """Two readers or more. All see what the rules have read, and none what the others say; a chapter is read whole where each
    has read all of it."""

    def __init__(self, readers: Sequence[SecondReader]) -> None:
        self.readers = tuple(readers)
        self.name = _AND.join(reader.name for reader in readers)

    def read(self, chapters: Iterable[Looked], tell: Callable[[int, int, str], None] | None) -> list[Looked]:
        """Let each read all that is new: the first as the rules come to it, the others after him."""
        looked = self.readers[0].read(chapters, tell)
        for reader in self.readers[1:]:
            looked = reader.read(looked, tell)
        return looked

    def find_given(self, piece: Piece) -> Given:
        """Who is meant by the answers of all; the last one's word stands."""
        given = Given()
        for reader in self.readers:
            given |= reader.find_given(piece)
        return given

    def amend(self, piece: Piece, notes: Extract, memory: Memory, decisions: Decisions) -> Amended:
        """The answers of each, laid over those of whoever is named before."""
        amended = [Amended(decisions, (), True)]
        for reader in self.readers:
            amended.append(reader.amend(piece, notes, memory, amended[-1].decisions))
        problems = tuple(problem for one in amended for problem in one.problems)
        return Amended(amended[-1].decisions, problems, all(one.complete for one in amended))

    def report(self) -> dict[str, Any]:
        """The reports of all."""
        return {"model": self.name, "runs": [reader.report() for reader in self.readers]}
