"""Values of a Cypher engine as JSON has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def plain(value: Any, loosen: Callable[[Any], Any]) -> Any:
    """A value as JSON has it; bytes are left out (None), and what JSON does not know, a date say, is written out.

    `loosen` turns what is the engine's own (nodes, relationships, paths) into dicts and lists, and lets the rest be.
    """
    match loosen(value):
        case None | bool() | int() | float() | str() as one:
            return one
        case dict() as fields:
            return {str(key): plain(item, loosen) for key, item in fields.items()}
        case list() | tuple() as items:
            return [plain(item, loosen) for item in items]
        case bytes() | bytearray():
            return None
    return value.iso_format() if hasattr(value, "iso_format") else str(value)
