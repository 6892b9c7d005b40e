"""The memory as a store keeps it: rows by name, of which a commit writes those that changed.

people/12          one person
bonds/12           all rows of a table of pairs whose first is 12
votes/anna         a row of a table by form
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

import msgspec

from castline.ingest.memory.memory import Bond, Carried, Memory, Pair
from castline.ingest.memory.people import Person
from castline.ingest.memory.tables import Groups

_KEYED: dict[str, tuple[type[Any], Any]] = {
    "votes": (str, tuple[int, int]), "linked": (str, tuple[str, ...]), "surnames": (str, tuple[str, ...]), "sisters": (str, bool), "called": (int, int),
    "tellers": (str, int), "carried": (str, Carried), "kin": (int, dict[int, tuple[str, ...]]),
}  # fmt: skip
"""Table -> (what its keys are, what its values are): a row each."""
_GROUPED: dict[str, tuple[type[Any], Any]] = {
    "apart": (int, list[tuple[Pair, int]]), "together": (int, list[tuple[Pair, int]]),
    "beside": (str, list[tuple[tuple[str, str], int]]), "calls": (int, list[tuple[Pair, int]]),
    "answers": (int, list[tuple[Pair, int]]), "turns": (int, list[tuple[Pair, int]]),
    "hints": (int, list[tuple[tuple[int, str, int], float]]), "attributes": (int, list[tuple[tuple[int, str], tuple[str, ...]]]),
    "bonds": (int, list[tuple[Pair, Bond]]),
}  # fmt: skip
"""The same of tables whose keys are tuples: all rows of one first part stand in one."""
_encode = msgspec.msgpack.Encoder().encode
_person = msgspec.msgpack.Decoder(Person).decode
_decoders = {name: msgspec.msgpack.Decoder(values).decode for name, (_, values) in (_KEYED | _GROUPED).items()}


def write_rows(memory: Memory) -> dict[str, bytes | None]:
    """The rows that changed since the memory was made or forked; None for one that is gone."""
    rows: dict[str, bytes | None] = {f"people/{key}": _encode(one) for key, one in memory.people.changes().items()}
    for name, table in memory.tables():
        if not table.written:
            continue
        if isinstance(table, Groups):
            for first in dict.fromkeys(key[0] for key in table.written):
                group = [(key, table[key]) for key in table.group(first)]
                rows[f"{name}/{first}"] = _encode(group) if group else None
        else:
            for key, value in table.changes().items():
                rows[f"{name}/{key}"] = _encode(value) if value is not None else None
    return rows


def read_rows(rows: Mapping[str, bytes]) -> Memory:
    """The memory that a store kept; an empty one for no rows."""
    parted: dict[str, dict[str, bytes]] = {}
    for name, body in rows.items():
        table, _, key = name.partition("/")
        parted.setdefault(table, {})[key] = body
    memory = Memory()
    people = {int(key): _person(body) for key, body in parted.get("people", {}).items()}
    memory.people.apply(people)
    for name, rows_of in memory.tables():
        rows_of.fill(_read_table(name, parted.get(name, {})))
    return memory.fork()


def _read_table(name: str, rows: Mapping[str, bytes]) -> dict[Any, Any]:
    decode = _decoders[name]
    if name in _KEYED:
        read_key = _KEYED[name][0]
        return {read_key(key): decode(body) for key, body in rows.items()}
    return dict(chain.from_iterable(map(decode, rows.values())))
