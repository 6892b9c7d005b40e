"""Tables of the memory: rows by key that know which of them were written, so that a chapter costs what it changes.

Values are never changed in place: a row is read, and written anew. So a fork shares all rows with what it is forked
from, and neither sees what is written to the other. Rows that nobody has written yet stand in `kept`, where they are
read when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar, overload

import msgspec

from castline.ingest.memory.kept import Kept
from castline.ingest.memory.people import Person
from castline.ingest.memory.register import Register

K = TypeVar("K")
V = TypeVar("V")


class Table(Generic[K, V]):
    """To be written by `table[key] = value` and `del table[key]`; `written` are the keys since it was made."""

    def __init__(self, rows: Mapping[K, V | None] | None = None, kept: Kept[K, V] | None = None) -> None:
        self.kept = kept
        self.written: dict[K, None] = {}
        self._rows: dict[K, V | None] = dict(rows or {})
        """Of a row that is gone, None."""

    @overload
    def get(self, key: K) -> V | None: ...
    @overload
    def get(self, key: K, default: V) -> V: ...
    def get(self, key: K, default: V | None = None) -> V | None:
        """A row, or the default where there is none."""
        found = self._rows.get(key) if self.kept is None or key in self._rows else self.kept.get(key)
        return default if found is None else found

    def __getitem__(self, key: K) -> V:
        if (found := self.get(key)) is None:
            raise KeyError(key)
        return found

    def __contains__(self, key: K) -> bool:
        return self.get(key) is not None

    def __setitem__(self, key: K, value: V) -> None:
        self._rows[key] = value
        self.written[key] = None

    def __delitem__(self, key: K) -> None:
        self._rows[key] = None
        self.written[key] = None

    def __iter__(self) -> Iterator[K]:
        """All keys; reads the whole table."""
        before = [key for key in self.kept if key not in self._rows] if self.kept is not None else []
        return iter([*before, *(key for key, row in self._rows.items() if row is not None)])

    def items(self) -> Iterator[tuple[K, V]]:
        """All rows; reads the whole table."""
        return ((key, self[key]) for key in self)

    def fork(self) -> Table[K, V]:
        """A table that begins as this one, of which nothing has been written yet."""
        return Table(self._rows, self.kept)

    def changes(self) -> dict[K, V | None]:
        """Key -> the row as it stands, None where it is gone, of those written."""
        return {key: self._rows[key] for key in self.written}

    def apply(self, changes: Mapping[K, V | None]) -> None:
        """Write rows that were changed elsewhere."""
        for key, value in changes.items():
            if value is not None:
                self[key] = value
            elif key in self:
                del self[key]


class Groups(Table[K, V]):
    """A table whose keys are tuples, and which knows the keys of one first part without a look at all."""

    def __init__(
        self, rows: Mapping[K, V | None] | None = None, kept: Kept[K, V] | None = None,
        firsts: dict[Any, dict[K, None]] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(rows, kept)
        self._firsts: dict[Any, dict[K, None]] = {} if firsts is None else firsts
        """The keys that any fork has written."""

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self._firsts.setdefault(key[0], {})[key] = None  # type: ignore[index]

    def group(self, first: Any) -> list[K]:
        """The keys with this first part, sorted."""
        kept = self.kept.group(first) if self.kept is not None else ()
        return sorted(key for key in {*kept, *self._firsts.get(first, ())} if key in self)

    def fork(self) -> Groups[K, V]:
        return Groups(self._rows, self.kept, self._firsts)


def count(table: Table[K, int], key: K, more: int = 1) -> None:
    """Add to a row that counts."""
    table[key] = table.get(key, 0) + more


class People:
    """Everybody met, by key: 0, 1, 2 ... Who is to be changed is asked for by `change`."""

    def __init__(
        self, own: Mapping[int, Person] | None = None, number: int = 0, kept: Kept[int, Person] | None = None,
        register: Register | None = None,
    ) -> None:  # fmt: skip
        self.kept = kept
        self.register = Register() if register is None else register
        self.written: dict[int, Person | None] = {}
        """Who was met or changed since the last fork: who they were before, None for somebody new."""
        self._own = dict(own or {})
        self._number = number

    def __len__(self) -> int:
        return self._number

    def __getitem__(self, key: int) -> Person:
        found = self._own.get(key)
        if found is None:
            found = self.kept.get(key) if self.kept is not None else None
        if found is None:
            raise IndexError(f"nobody has been met as number {key}, of {self._number}")
        return found

    def __iter__(self) -> Iterator[Person]:
        """Everybody, in order met; reads all of them."""
        if self.kept is not None:
            self.kept.read_all()
        return map(self.__getitem__, range(self._number))

    def change(self, key: int) -> Person:
        """A person of one's own to change: whoever forked these people from others does not see it."""
        if key not in self.written:
            one = self[key]
            self._own[key] = msgspec.structs.replace(one, forms=dict(one.forms))
            self.written[key] = one
        return self._own[key]

    def meet(self, identifier: str, kind: str) -> Person:
        """Somebody new; one's own to change."""
        person = self._own[self._number] = Person(self._number, identifier, kind)
        self.written[person.key] = None
        self._number += 1
        return person

    def fork(self) -> People:
        """A copy of which nobody has been changed yet."""
        for key in self.written:
            self.register.enter(self._own[key])
        return People(self._own, self._number, self.kept, self.register)

    def among(self, words: Iterable[str]) -> list[Person]:
        """Everybody who may be found by any of the words (see `register`), in order met; whoever asks must look closer.

        Those in hand, met or changed since the last fork, are always among them.
        """
        found = self.register.look_up(set(words)) | self.written.keys()
        if self.kept is not None:
            self.kept.read(key for key in found if key not in self._own)
        return [self[key] for key in sorted(found) if key < self._number]

    def changes(self) -> dict[int, Person]:
        """Everybody met or changed since."""
        return {key: self._own[key] for key in self.written}

    def apply(self, changes: Mapping[int, Person]) -> None:
        """Take over people as they were changed elsewhere; new ones must come in the order met."""
        for key in sorted(changes):
            known = key < self._number
            self.written.setdefault(key, self[key] if known else None)
            self._own[key] = changes[key]
            self._number = max(self._number, key + 1)


Changes = dict[str, dict[Any, Any]]
"""Table -> key -> the row as it stands, None where it is gone."""
