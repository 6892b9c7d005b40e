"""Tables as a store keeps them: a row is read when it is first asked for, so that a chapter costs what it touches.

people                 how many people have been met
people/12              one of them
votes/Anna             a row of a table, by its key
bonds/12 TAB 40        a row whose key is a tuple; all of one first part, "bonds/12 TAB ...", are a group
words/hale TAB 12      12 may be found by the word "hale" (see `register`); such a row is empty
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from castline.graph.store import Store

K = TypeVar("K")
V = TypeVar("V")
SPLIT = "\t"
"""Between the parts of a key: no name has one, since its white space is squeezed."""

Recall = Callable[[Collection[str], Collection[str]], Mapping[str, bytes]]
"""The rows of these names, and all rows whose names begin with one of the others."""


@dataclass(slots=True)
class Recalled:
    """What a store remembers of a saga; `version` is that which the writer has last seen. Raises StoreBusy once somebody else
    has written."""

    store: Store
    saga: str
    version: int

    def __call__(self, names: Collection[str], starts: Collection[str]) -> Mapping[str, bytes]:
        return self.store.recall(self.saga, self.version, names, starts)


class Rows:
    """The same of rows that are in hand."""

    def __init__(self, rows: Mapping[str, bytes]) -> None:
        self.rows = rows
        self._names = sorted(rows)

    def __call__(self, names: Collection[str], starts: Collection[str]) -> Mapping[str, bytes]:
        found = {name: self.rows[name] for name in names if name in self.rows}
        for start in starts:
            at = bisect_left(self._names, start)
            while at < len(self._names) and self._names[at].startswith(start):
                found[self._names[at]] = self.rows[self._names[at]]
                at += 1
        return found


@dataclass(frozen=True, slots=True)
class Shape(Generic[K, V]):
    """How a table's rows are kept: the types of a key's parts, and what reads a row."""

    table: str
    parts: tuple[Callable[[str], Any], ...]
    decode: Callable[[bytes], V]

    def name(self, key: K) -> str:
        """The name of a row."""
        told = SPLIT.join(map(str, key)) if isinstance(key, tuple) else key
        return f"{self.table}/{told}"

    def start(self, first: object) -> str:
        """What the names of a group's rows begin with."""
        return f"{self.table}/{first}{SPLIT}"

    def key(self, name: str) -> K:
        """The key of a row's name."""
        told = name.removeprefix(f"{self.table}/")
        if len(self.parts) == 1:
            return self.parts[0](told)  # type: ignore[no-any-return]
        return tuple(read(part) for read, part in zip(self.parts, told.split(SPLIT), strict=True))  # type: ignore[return-value]


class Kept(Generic[K, V]):
    """A table as it is kept. What has been read of it all forks share, and none changes."""

    def __init__(self, shape: Shape[K, V], recall: Recall) -> None:
        self.shape, self.recall = shape, recall
        self._rows: dict[K, V | None] = {}
        """Of a row that was looked for and is not there, None."""
        self._groups: dict[Any, list[K]] = {}
        self._whole = False

    def get(self, key: K) -> V | None:
        """A row, or None."""
        if key not in self._rows:
            self.read([key])
        return self._rows.get(key)

    def group(self, first: Any) -> list[K]:
        """The keys with a first part, in any order."""
        self.read((), [first])
        return self._groups[first]

    def __iter__(self) -> Iterator[K]:
        self.read_all()
        return (key for key, row in self._rows.items() if row is not None)

    def read_all(self) -> None:
        """Read the whole table."""
        if not self._whole:
            for name, body in self.recall((), [f"{self.shape.table}/"]).items():
                self._rows[self.shape.key(name)] = self.shape.decode(body)
            self._whole = True

    def read(self, keys: Iterable[K], firsts: Iterable[Any] = ()) -> None:
        """Read rows and groups, in one go, before they are asked for one by one."""
        wanted = Wanted()
        wanted.add(self, keys, firsts)
        wanted.read(self.recall)

    def missing(self, keys: Iterable[K], firsts: Iterable[Any]) -> tuple[list[K], list[Any]]:
        """Of rows and groups, those of which it is not known yet what they are."""
        lacking = [first for first in dict.fromkeys(firsts) if first not in self._groups]
        if self._whole:
            self._groups |= {first: [key for key in self if key[0] == first] for first in lacking}  # type: ignore[index]
            return [], []
        return [
            key for key in dict.fromkeys(keys)
            if key not in self._rows and not (isinstance(key, tuple) and key[0] in self._groups)
        ], lacking  # fmt: skip

    def take(self, keys: Iterable[K], firsts: Iterable[Any], rows: Mapping[str, bytes]) -> None:
        """Take over what was found of those that were missing."""
        for key in keys:
            body = rows.get(self.shape.name(key))
            self._rows[key] = self.shape.decode(body) if body is not None else None
        for first in firsts:
            self._groups[first] = []
        for name in rows if firsts else ():
            if name.startswith(f"{self.shape.table}/") and (key := self.shape.key(name))[0] in firsts:  # type: ignore[index]
                self._rows[key] = self.shape.decode(rows[name])
                self._groups[key[0]].append(key)  # type: ignore[index]


class Wanted:
    """Rows and groups of several tables, to be read in one go."""

    def __init__(self) -> None:
        self._asked: list[tuple[Kept[Any, Any], list[Any], list[Any]]] = []

    def add(self, kept: Kept[Any, Any], keys: Iterable[Any], firsts: Iterable[Any] = ()) -> None:
        """Ask for what is not known yet of a table's rows, and of its groups."""
        missing = kept.missing(keys, firsts)
        if missing[0] or missing[1]:
            self._asked.append((kept, *missing))

    def read(self, recall: Recall) -> None:
        """Read it."""
        if not self._asked:
            return
        names = [kept.shape.name(key) for kept, keys, _ in self._asked for key in keys]
        starts = [kept.shape.start(first) for kept, _, firsts in self._asked for first in firsts]
        rows = recall(names, starts)
        for kept, keys, firsts in self._asked:
            kept.take(keys, firsts, rows)
