"""Exports: the public line format of facts, and the graph in files that other tools open."""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from castline.graph.facts import FORMAT, Character
from castline.graph.facts import KINDS as FACTS
from castline.graph.moments import Moment, pack
from castline.query.social_graph import draw_people, draw_people_over_time
from castline.query.view import View

ALL_KINDS = tuple(sorted(str(cls.__struct_config__.tag) for cls in FACTS))

KINDS = {"facts": "application/x-ndjson", "graphml": "application/graphml+xml", "gexf": "application/gexf+xml"}
"""Form -> its media type."""


def export_facts(view: View, cut: bool, mentions: bool = False) -> Iterator[str]:
    """The saga as lines of JSON, the header first, sorted by (told, kind, id), cut at the view's moment.

    `cut` tells whether a moment was asked for: then the header, too, speaks only of the text up to it.
    """
    yield msgspec.json.encode(_header(view, cut)).decode()
    kinds = [kind for kind in ALL_KINDS if kind != "mention"]
    lines = view.store.facts(view.record.name, kinds, view.bound)
    sources: list[Iterator[str]] = [lines]
    if mentions:
        sources.append(iter(sorted(view.store.facts(view.record.name, ["mention"], view.bound), key=_order)))
    for line in heapq.merge(*sources, key=_order) if mentions else lines:
        yield _complete(view, line)


class _Key(msgspec.Struct):
    """What lines are sorted by."""

    kind: str
    id: str
    told: str


_keys = msgspec.json.Decoder(_Key)


def _order(line: str) -> tuple[int, str, str]:
    key = _keys.decode(line)
    return pack(key.told), key.kind, key.id


def _complete(view: View, line: str) -> str:
    """A character's best name and gender are those known at the cut."""
    if not line.startswith('{"kind":"character"'):
        return line
    fact = msgspec.json.decode(line, type=Character)
    filled = msgspec.structs.replace(
        fact, name=view.cast.name(fact.id, view.bound), gender=view.cast.gender(fact.id, view.bound)
    )
    return msgspec.json.encode(filled).decode()


def _header(view: View, cut: bool) -> dict[str, Any]:
    """Each book with the digest of the text that offsets point into: the whole of it, where all of it was read
    and nothing was cut; else of the text up to the end of the last chapter told (`length` characters)."""
    books = []
    for book in view.record.books:
        told = [
            c for c in view.record.chapters if c.book == book.ordinal and Moment(c.book, c.ordinal).packed <= view.bound
        ]
        if not told:
            continue
        whole = not cut and len(told) == book.chapters
        sha256, length = (book.sha256, book.length) if whole else (told[-1].prefix_sha256, told[-1].end)
        books.append(
            {"book": book.ordinal, "file": book.file, "sha256": sha256, "length": length, "chapters": len(told)}
        )
    return {"kind": "castline", "format": FORMAT, "saga": view.record.name, "books": books}


def export_graph(view: View, form: str) -> Iterator[str]:
    """The people and what is between them, as lines of `graphml` or `gexf`; without the day of writing, so that the same
    cut is the same file."""
    import networkx

    if form == "graphml":
        yield from networkx.generate_graphml(draw_people(view))
    else:
        lines = networkx.generate_gexf(draw_people_over_time(view))
        yield from (re.sub(r'^(\s*<meta) lastmodifieddate="[\d-]*">', r"\1>", line) for line in lines)
