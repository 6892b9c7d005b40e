"""Named moments: labels that a user gives to moments ("the feast"), kept in a file beside the store.

They are the user's own words, no facts: a name stands for its moment wherever one is asked for, and in no answer.
"""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from castline.errors import MomentError, StoreUnwritable
from castline.graph.asked_names import fold
from castline.graph.moments import pack
from castline.graph.urls import is_file

LONGEST = 120
"""Characters of a name."""


class NamedMoment(msgspec.Struct, frozen=True):
    """A name, and the moment in full ("1.34" or "1.34.2")."""

    name: str
    at: str


class Named:
    """The names of one store, by saga."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def beside(cls, url: str) -> Named:
        """Beside the store's file, or in the working directory for a server."""
        return cls(Path(url.removeprefix("sqlite:///") + ".moments" if is_file(url) else "castline.moments"))

    def names(self, saga: str) -> list[NamedMoment]:
        """The names of a saga, by their moments. Raises MomentError for a file that is none of ours."""
        return sorted(self._read().get(saga, []), key=lambda one: (pack(one.at), one.name))

    def find(self, saga: str, name: str) -> str | None:
        """The moment of a name, however its letters are written; None where nothing is called so."""
        return next((one.at for one in self.names(saga) if fold(one.name) == fold(name)), None)

    def add(self, saga: str, name: str, at: str) -> NamedMoment:
        """Give a moment a name; what it was given to before has it no more. Raises MomentError for a name that will not do."""
        if not name.strip() or len(name) > LONGEST or not name.isprintable() or not any(map(str.isalpha, name)):
            raise MomentError(
                f"{name[:60]!r} will not do as a name of a moment: it must hold a letter, and {LONGEST} characters at most."
            )
        made, every = NamedMoment(name.strip(), at), self._read()
        every[saga] = [*(one for one in every.get(saga, []) if fold(one.name) != fold(name)), made]
        self._write(every)
        return made

    def _read(self) -> dict[str, list[NamedMoment]]:
        if not self.path.exists():
            return {}
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=dict[str, list[NamedMoment]])
        except (msgspec.DecodeError, OSError) as error:
            raise MomentError(
                f"'{self.path}' should hold names of moments, and does not: {error}. Mend or remove it."
            ) from error

    def _write(self, every: dict[str, list[NamedMoment]]) -> None:
        fresh = self.path.with_name(self.path.name + ".new")
        try:
            fresh.write_text(
                json.dumps(msgspec.to_builtins(every), ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
            )
            fresh.replace(self.path)
        except OSError as error:
            raise StoreUnwritable(
                f"The names of moments cannot be kept in '{self.path}': {error.strerror}. Make it writable."
            ) from error
