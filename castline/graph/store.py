"""The door every store is behind, and the records that go through it.

A store keeps facts as their export lines beside the few columns that reads need. Everything it answers is
cut at a *bound*: a packed moment, the bound itself inside (see `moments`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from castline.errors import StoreBusy
from castline.graph.facts import Fact, Mention, State
from castline.graph.limits import Limits
from castline.graph.moments import Moment


@dataclass(frozen=True, slots=True)
class BookRecord:
    """A book of a saga; `sha256` and `length` are those of its whole text, `chapters` what the cutter found."""

    ordinal: int
    file: str
    sha256: str
    length: int
    chapters: int


class ChapterRecord(msgspec.Struct, frozen=True):
    """A chapter that stands in the store. `digest` is of what was read of it; `prefix_sha256` and `end` are
    of the book's text up to its end, so that a cut export names nothing that comes after it."""

    book: int
    ordinal: int
    digest: str
    prefix_sha256: str
    end: int
    label: str
    part: str | None


@dataclass(frozen=True, slots=True)
class SagaRecord:
    """A saga as it stands: `version` counts its commits, those before it was last forgotten too; `chapters` are in
    narration order."""

    name: str
    version: int
    books: tuple[BookRecord, ...]
    chapters: tuple[ChapterRecord, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """One chapter's worth, written whole or not at all.

    `after` is the version that the writer has seen: a store whose saga has moved on answers StoreBusy.
    `memory` is what the next chapter needs to go on from here: the rows that have changed since the commit before,
    by name (None: the row is gone); the others stand as they were. `text` is the chapter's own, heading included.
    """

    saga: str
    after: int
    book: BookRecord
    chapter: ChapterRecord
    facts: Sequence[Fact]
    mentions: Sequence[Mention]
    memory: Mapping[str, bytes | None]
    text: str = ""


def check_version(saga: str, found: int, seen: int) -> None:
    """Raise StoreBusy where a saga is no longer as its writer has seen it."""
    if found != seen:
        raise StoreBusy(
            f"Another ingest is writing the saga '{saga}': it stands at commit {found}, this one had seen {seen}. Let that one "
            "finish, then run this again: it goes on from there."
        )


def end_of(start: str) -> str:
    """The least string after all that begin with `start`."""
    return start[:-1] + chr(ord(start[-1]) + 1)


@dataclass(slots=True)
class Portrait:
    """What a snapshot of some ids needs, read in one go: states, and lines (UTF-8) of other facts.

    `states` folds to the live states by slot, in order told; `known` are (knowledge, event) pairs and
    `said` utterances, newest first, `sayings` those that stand alone (may repeat them); `scenes` the newest scene each id was
    in; `memorable` like `known`, of the weightiest before the last page (may repeat what is in `known`).
    """

    version: int
    states: list[State] = field(default_factory=list)
    known: list[tuple[bytes, bytes]] = field(default_factory=list)
    memorable: list[tuple[bytes, bytes]] = field(default_factory=list)
    said: list[bytes] = field(default_factory=list)
    sayings: list[bytes] = field(default_factory=list)
    scenes: list[bytes] = field(default_factory=list)


class Store(Protocol):
    """Where facts live. `url` holds no password."""

    url: str

    def sagas(self) -> list[str]:
        """The names of the sagas here, sorted."""
        ...

    def saga(self, name: str, last: int | None = None) -> SagaRecord | None:
        """The saga of that name, or None. With `last`, of each book's chapters only so many, those that end it: who goes on
        with a long saga need not read the list of all."""
        ...

    def version(self, saga: str) -> int:
        """How many commits the saga has seen, that which forgot it too; it never falls. 0 where there is none."""
        ...

    def memory(self, saga: str) -> dict[str, bytes]:
        """What the commits have left for the next chapter: rows by name, in the order of their names."""
        ...

    def recall(self, saga: str, version: int, names: Collection[str], starts: Collection[str]) -> dict[str, bytes]:
        """Of the same, the rows of these names, and all whose names begin with one of `starts` (none is empty). Raises
        StoreBusy where the saga is at another version than the reader has seen."""
        ...

    def prepare(self) -> None:
        """Get ready to write, while the first chapter is still being read: called in a thread, changes nothing, and need not
        be called. What goes wrong in it is left for `write` to meet."""
        ...

    def write(self, batch: Batch) -> None:
        """Add a chapter: all of it stands when this returns, and none of it if this raises."""
        ...

    def forget(self, saga: str) -> int:
        """Remove a saga and all its facts. Only its version stays, and grows; returns it."""
        ...

    def rewrite(self, saga: str, after: int, batches: Sequence[Batch]) -> None:
        """Put these chapters in place of all that a saga holds at version `after`; forgetting it counts as one commit. An embedded
        store does it at once. A server does it chapter by chapter, so the caller keeps what it takes to do it again."""
        ...

    def kept(self, saga: str) -> dict[str, bytes]:
        """What is kept for a saga beside its facts, by name: `forget` leaves it, and no commit counts it."""
        ...

    def keep(self, saga: str, rows: Mapping[str, bytes | None]) -> None:
        """Keep these rows, and let go of those that are None: all of it stands when this returns, none of it if this
        raises. The saga need not be there yet."""
        ...

    def facts(self, saga: str, kinds: Sequence[str], bound: int, who: str | None = None) -> Iterator[str]:
        """Lines of these kinds told by the bound, sorted by (told, kind, id), `until` as of the bound; only
        those in the history of the character `who`, where one is given. Mentions, if among the kinds, come first."""
        ...

    def events(self, saga: str, ids: Sequence[str], bound: int) -> list[str]:
        """The lines of these events, in any order."""
        ...

    def texts(self, saga: str, after: Moment | None = None) -> Iterator[tuple[int, int, str]]:
        """Book, chapter and the chapter's own text, in narration order; of those after the chapter of a moment, where one
        is given. The text is empty where it was written by a castline that kept none."""
        ...

    def portrait(self, saga: str, ids: Sequence[str], bound: int, known: int, said: int) -> Portrait:
        """The raw material of a snapshot (at most `known` and `said` of those per id)."""
        ...

    def ask(self, query: str, given: dict[str, Any], limits: Limits) -> list[dict[str, Any]] | None:
        """The rows, as plain values, of a Cypher query that `guard` let through, over all that is here; None from a
        store that speaks no Cypher. Raises QueryError for one that does not run, or not within the limits."""
        ...

    def close(self) -> None:
        """Let go of files and sockets."""
        ...
