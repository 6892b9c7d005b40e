"""What a request asks: its parameters, checked and said back plainly where they are wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from castline.errors import AskError

PARAMETERS: dict[str, tuple[str, ...]] = {
    "/health": (), "/sagas": (), "/doctor": ("saga",),
    "/cast": ("saga", "at"),
    "/snapshot": ("saga", "character", "at", "format", "budget", "min-confidence"),
    "/feelings": ("saga", "a", "b", "at"),
    "/shifts": ("saga", "from", "to", "top"), "/network": ("saga", "at"),
    "/events": ("saga", "character", "at"),
    "/diff": ("saga", "character", "from", "to"),
    "/review": ("saga", "at", "top"),
    "/cypher": ("saga", "query", "at", "params"),
    "/export": ("saga", "form", "at", "mentions"),
}  # fmt: skip
"""Path -> the parameters it takes: those of the command line."""


class Asked:
    """The parameters of one request to `path`. Raises AskError for one it does not take, or takes but once."""

    def __init__(self, items: Sequence[tuple[str, str]], path: str) -> None:
        self._path = path
        self._given = dict(items)
        taken = PARAMETERS[path]
        for name in self._given:
            if name not in taken:
                raise AskError(f"{path} takes no '{name}'. It takes: {', '.join(taken) or 'nothing'}.")
        if len(items) > len(self._given):
            raise AskError(f"{path} was given a parameter twice: {', '.join(name for name, _ in items)}.")

    def text(self, name: str) -> str | None:
        """The value, or None where it is absent or empty."""
        return self._given.get(name) or None

    def needed(self, name: str) -> str:
        """The value of a parameter that must be there."""
        value = self.text(name)
        if value is None:
            raise AskError(f"{self._path} needs '{name}': {self._path}?{name}=...")
        return value

    def whole(self, name: str) -> int | None:
        """A whole number from 1."""
        value = self.text(name)
        if value is not None and not (value.isascii() and value.isdigit() and int(value[:12]) > 0):
            raise AskError(f"'{name}' must be a whole number from 1, not '{value}'.")
        return int(value) if value else None

    def share(self, name: str) -> float | None:
        """A number from 0 to 1."""
        value = self.text(name)
        try:
            number = float(value) if value else None
        except ValueError:
            number = -1.0
        if number is not None and not 0 <= number <= 1:
            raise AskError(f"'{name}' must be a number from 0 to 1, not '{value}'.")
        return number

    def fields(self, name: str) -> dict[str, Any]:
        """A JSON object; an empty one where it is absent."""
        try:
            found = msgspec.json.decode(self.text(name) or "{}", type=dict[str, Any])
        except msgspec.DecodeError as error:
            raise AskError(f"'{name}' must be a JSON object, as in {name}={{\"n\": 5}}.") from error
        return found

    def flag(self, name: str) -> bool:
        """True for 1, true or yes; false for 0, false, no or nothing."""
        value = (self.text(name) or "0").casefold()
        if value not in ("1", "true", "yes", "0", "false", "no"):
            raise AskError(f"'{name}' must be 1 or 0, not '{value}'.")
        return value in ("1", "true", "yes")
