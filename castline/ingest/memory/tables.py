"""Tables of the memory: dicts that know which of their rows were written, so that a chapter costs what it changes.

Values are never changed in place: a row is read, and written anew. So a copy of a table shares all rows with it, and
neither sees what is written to the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from castline.ingest.memory.people import Person
from castline.ingest.memory.register import Register

K = TypeVar("K")
V = TypeVar("V")


class Table(dict[K, V]):
    """A dict to be written by `table[key] = value` and `del table[key]` alone; `written` are the keys since it was made."""

    def __init__(self, rows: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        super().__init__(rows)
        self.written: dict[K, None] = {}

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.written[key] = None

    def __delitem__(self, key: K) -> None:
        super().__delitem__(key)
        self.written[key] = None

    def fill(self, rows: Mapping[K, V]) -> None:
        """Take over rows as they are stored: nothing has been written by it."""
        self.update(rows)

    def fork(self) -> Table[K, V]:
        """A copy of which nothing has been written yet."""
        return Table(self)

    def changes(self) -> dict[K, V | None]:
        """Key -> the row as it stands, None where it is gone, of those written."""
        return {key: self.get(key) for key in self.written}

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
        self, rows: Mapping[K, V] | Iterable[tuple[K, V]] = (), firsts: dict[Any, dict[K, None]] | None = None
    ) -> None:
        super().__init__(rows)
        self._firsts: dict[Any, dict[K, None]] = {} if firsts is None else firsts

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self._firsts.setdefault(key[0], {})[key] = None  # type: ignore[index]

    def fill(self, rows: Mapping[K, V]) -> None:
        super().fill(rows)
        for key in rows:
            self._firsts.setdefault(key[0], {})[key] = None  # type: ignore[index]

    def group(self, first: Any) -> list[K]:
        """The keys with this first part, sorted. All forks share what is known of them; only those here are told."""
        return sorted(key for key in self._firsts.get(first, ()) if key in self)  # type: ignore[type-var]

    def fork(self) -> Groups[K, V]:
        return Groups(self, self._firsts)


def count(table: Table[K, int], key: K, more: int = 1) -> None:
    """Add to a row that counts."""
    table[key] = table.get(key, 0) + more


class People(list[Person]):
    """Everybody met, by key. Read them as a list; who is to be changed is asked for by `change`."""

    def __init__(self, people: Iterable[Person] = (), register: Register | None = None) -> None:
        super().__init__(people)
        self.written: dict[int, None] = {}
        self.register = Register() if register is None else register

    def change(self, key: int) -> Person:
        """A person of one's own to change: whoever forked these people from others does not see it."""
        if key not in self.written:
            one = self[key]
            self[key] = msgspec.structs.replace(one, forms=dict(one.forms))
            self.written[key] = None
        return self[key]

    def meet(self, identifier: str, kind: str) -> Person:
        """Somebody new; one's own to change."""
        self.append(Person(len(self), identifier, kind))
        self.written[len(self) - 1] = None
        return self[-1]

    def fork(self) -> People:
        """A copy of which nobody has been changed yet."""
        for key in self.written:
            self.register.enter(self[key])
        return People(self, self.register)

    def among(self, words: Iterable[str]) -> list[Person]:
        """Everybody who may be found by any of the words (see `register`), in order met; whoever asks must look closer.

        Those in hand, met or changed since the last fork, are always among them.
        """
        found = self.register.look_up(set(words))
        found.update(self.written)
        return [self[key] for key in sorted(found) if key < len(self)]

    def changes(self) -> dict[int, Person]:
        """Everybody met or changed since."""
        return {key: self[key] for key in self.written}

    def apply(self, changes: Mapping[int, Person]) -> None:
        """Take over people as they were changed elsewhere; new ones must come in the order met."""
        for key in sorted(changes):
            if key == len(self):
                self.append(changes[key])
            else:
                self[key] = changes[key]
            self.written[key] = None


Changes = dict[str, dict[Any, Any]]
"""Table -> key -> the row as it stands, None where it is gone."""
