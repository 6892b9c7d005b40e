"""The door every store is behind, and `open_store`, which finds the right one for a URL.

A store keeps facts as their export lines beside the few columns that reads need. Everything it answers is
cut at a *bound*: a packed moment, the bound itself inside (see `moments`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from castline.errors import AskError
from castline.graph.facts import Fact, Mention, State


@dataclass(frozen=True, slots=True)
class BookRecord:
    """A book of a saga; `sha256` and `length` are those of its whole text, `chapters` what the cutter found."""

    ordinal: int
    file: str
    sha256: str
    length: int
    chapters: int


@dataclass(frozen=True, slots=True)
class ChapterRecord:
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
    `memory` is what the next chapter needs to go on from here.
    """

    saga: str
    after: int
    book: BookRecord
    chapter: ChapterRecord
    facts: Sequence[Fact]
    mentions: Sequence[Mention]
    memory: bytes


@dataclass(slots=True)
class Portrait:
    """What a snapshot of some ids needs, read in one go: states, and lines (UTF-8) of other facts.

    `states` folds to the live states by slot, in order told; `known` are (knowledge, event) pairs and
    `said` utterances, newest first; `scenes` the newest scene each id was in; `memorable` like `known`, of the
    weightiest before the last page (may repeat what is in `known`).
    """

    version: int
    states: list[State] = field(default_factory=list)
    known: list[tuple[bytes, bytes]] = field(default_factory=list)
    memorable: list[tuple[bytes, bytes]] = field(default_factory=list)
    said: list[bytes] = field(default_factory=list)
    scenes: list[bytes] = field(default_factory=list)


class Store(Protocol):
    """Where facts live. `url` holds no password."""

    url: str

    def sagas(self) -> list[str]:
        """The names of the sagas here, sorted."""
        ...

    def saga(self, name: str) -> SagaRecord | None:
        """The saga of that name, or None."""
        ...

    def version(self, saga: str) -> int:
        """How many commits the saga has seen, that which forgot it too; it never falls. 0 where there is none."""
        ...

    def memory(self, saga: str) -> bytes | None:
        """What the last commit left for the next chapter."""
        ...

    def write(self, batch: Batch) -> None:
        """Add a chapter: all of it stands when this returns, and none of it if this raises."""
        ...

    def forget(self, saga: str) -> int:
        """Remove a saga and all its facts. Only its version stays, and grows; returns it."""
        ...

    def facts(self, saga: str, kinds: Sequence[str], bound: int, who: str | None = None) -> Iterator[str]:
        """Lines of these kinds told by the bound, sorted by (told, kind, id), `until` as of the bound; only
        those in the history of the character `who`, where one is given. Mentions, if among the kinds, come first."""
        ...

    def events(self, saga: str, ids: Sequence[str], bound: int) -> list[str]:
        """The lines of these events, in any order."""
        ...

    def portrait(self, saga: str, ids: Sequence[str], bound: int, known: int, said: int) -> Portrait:
        """The raw material of a snapshot (at most `known` and `said` of those per id)."""
        ...

    def close(self) -> None:
        """Let go of files and sockets."""
        ...


def open_store(url: str) -> Store:
    """Open `sqlite:///path.db`, a plain path, or `neo4j://host:7687` (also bolt, +s and +ssc).

    Neo4j credentials come from NEO4J_USERNAME and NEO4J_PASSWORD (no authentication without them). Raises
    StoreUnreachable, StoreTooNew, or AskError for a URL of no known kind, or with a name and password in it.
    """
    scheme, _, rest = url.partition("://")
    refuse_secret(url)
    if "://" not in url or scheme == "sqlite":
        from castline.graph.sqlite import SqliteStore

        return SqliteStore(rest.removeprefix("/") if scheme == "sqlite" and rest else url)
    if scheme.split("+")[0] in ("neo4j", "bolt"):
        from castline.graph.neo4j import connect

        return connect(url)
    raise AskError(f"'{url}' is no store. Use sqlite:///path.db, or neo4j://host:7687 for a server.")


_SECRET = re.compile(r"^(?!sqlite:)([\w+.-]+:(?://)?).*@", re.S)
"""Scheme or user, and all up to the last @: a password may hold any sign, a slash too."""


def holds_secret(url: str) -> bool:
    """Whether a name and password seem to stand in the URL. A file's path is none: `./a:b@c.db`, `sqlite:///a@b.db`."""
    return bool(_SECRET.match(url)) and not Path(url).exists()


def refuse_secret(url: str) -> None:
    """Raise AskError, which does not repeat it, where a name and password seem to stand in the URL."""
    if holds_secret(url):
        raise AskError(
            f"'{hide_secret(url)}': leave name and password out of the URL. Set NEO4J_USERNAME and NEO4J_PASSWORD instead."
        )


def hide_secret(url: str) -> str:
    """The URL as it may be shown: without what may be a name and password."""
    if not holds_secret(url):
        return url
    scheme, parted, _ = url.partition("://")
    return f"{scheme}{parted}{url.rpartition('@')[2]}" if parted else url.rpartition("@")[2]
