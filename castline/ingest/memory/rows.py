"""The memory as a store keeps it (see `kept`): opened, and what a commit writes of it, the rows that changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from castline.graph.facts import Shown
from castline.ingest.memory.kept import Kept, Recall, Rows, Shape
from castline.ingest.memory.memory import Bond, Carried, Hint, Memory
from castline.ingest.memory.people import Person
from castline.ingest.memory.register import Register, words_of
from castline.ingest.memory.tables import People

MET = "people"
"""The row that says how many people have been met. Every commit writes it: where it is not, nothing is remembered."""

_SHAPES: dict[str, tuple[tuple[type[Any], ...], Any]] = {
    "votes": ((str,), tuple[int, int]), "linked": ((str,), tuple[str, ...]), "surnames": ((str,), tuple[str, ...]),
    "sisters": ((str,), bool), "callings": ((str,), tuple[int, ...]), "called": ((int,), int), "tellers": ((str,), int), "titled": ((str,), bool), "carried": ((str,), Carried),
    "kin": ((int,), dict[int, tuple[str, ...]]), "apart": ((int, int), int), "together": ((int, int), int),
    "beside": ((str, str), int), "calls": ((int, int), int), "answers": ((int, int), int), "heard": ((int, int), int), "turns": ((int, int), int),
    "hints": ((int, str, int), float), "nameless": ((int, str), int), "near": ((int, int), dict[str, Hint]), "likely": ((int, int), dict[str, float]), "attributes": ((int, str), tuple[str, ...]), "bonds": ((int, int), Bond),
    "shown": ((int, int), tuple[bool, Shown]),
}  # fmt: skip
"""Table -> (the types of a key's parts, what a row is)."""
_encode = msgspec.msgpack.Encoder().encode
_read_number = msgspec.msgpack.Decoder(int).decode
_tables: dict[str, Shape[Any, Any]] = {
    name: Shape(name, parts, msgspec.msgpack.Decoder(row).decode) for name, (parts, row) in _SHAPES.items()
}
_people: Shape[int, Person] = Shape(MET, (int,), msgspec.msgpack.Decoder(Person).decode)
_words: Shape[tuple[str, int], bool] = Shape("words", (str, int), lambda _: True)


def open_memory(recall: Recall) -> Memory:
    """The memory that is kept where `recall` asks, read as it is needed; an empty one where nothing is kept."""
    met = recall([MET], ()).get(MET)
    if met is None:
        return Memory()
    register = Register(Kept(_words, recall))
    memory = Memory(People(None, _read_number(met), Kept(_people, recall), register))
    for name, table in memory.tables():
        table.kept = Kept(_tables[name], recall)
    return memory


def read_rows(rows: Mapping[str, bytes]) -> Memory:
    """The memory of rows in hand; an empty one for no rows."""
    return open_memory(Rows(rows))


def write_rows(memory: Memory) -> dict[str, bytes | None]:
    """The rows that changed since the memory was forked; None for one that is gone."""
    rows: dict[str, bytes | None] = {MET: _encode(len(memory.people))}
    for key, before in memory.people.written.items():
        now = memory.people[key]
        rows[_people.name(key)] = _encode(now)
        known = set(words_of(before)) if before else set()
        rows |= {_words.name((word, key)): b"" for word in words_of(now) if word not in known}
    for name, table in memory.tables():
        for key, value in table.changes().items():
            rows[_tables[name].name(key)] = _encode(value) if value is not None else None
    return rows
