"""Exports: the public line format of facts, and what is told by a moment in forms that other tools open."""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from castline.errors import AskError
from castline.graph.facts import FORMAT, Character
from castline.graph.facts import KINDS as FACTS
from castline.graph.moments import Moment, pack
from castline.query.card import draw_card, make_card, make_old_card
from castline.query.hpd_document import make_document
from castline.query.linked import make_linked
from castline.query.lorebook import make_lorebook
from castline.query.memories import write_memories
from castline.query.render import indent, render, say_place
from castline.query.snapshot import take_snapshot
from castline.query.social_graph import draw_people, draw_people_over_time
from castline.query.tables import TABLES, write_csv, write_parquet
from castline.query.view import View

ALL_KINDS = tuple(sorted(str(cls.__struct_config__.tag) for cls in FACTS))

KINDS = {
    "facts": "application/x-ndjson", "graphml": "application/graphml+xml", "gexf": "application/gexf+xml",
    "card": "application/json", "card-v2": "application/json", "card-png": "image/png", "lorebook": "application/json",
    "messages": "application/json", "markdown": "text/markdown", "memories": "text/plain", "csv": "text/csv",
    "parquet": "application/vnd.apache.parquet", "jsonld": "application/ld+json", "hpd": "application/json",
}  # fmt: skip
"""Form -> its media type."""
OF_ONE = ("card", "card-v2", "card-png", "messages", "markdown", "memories", "hpd")
"""Forms that are one person's."""
OF_TABLE = ("csv", "parquet")
"""Forms that are one table's."""


def export(view: View, form: str, character: str | None = None, table: str | None = None) -> Iterator[bytes]:
    """A form of what is told by the view's moment, in pieces; `facts` have their own door.

    A `lorebook` is of everybody, or of what `character` knows of the others.
    Raises AskError for no such form, or one that needs a `character` or a `table` and was given none.
    """
    if form not in KINDS:
        raise AskError(f"'{form}' is no export. Ask for {', '.join(KINDS)}.")
    if form in OF_ONE and not character:
        raise AskError(f"'{form}' is one person's: name them.")
    if form in OF_TABLE and not table:
        raise AskError(f"'{form}' is one table's: say which with --of: {', '.join(TABLES)}.")
    return _pieces(view, form, character or "", table or "")


def _pieces(view: View, form: str, who: str, of: str) -> Iterator[bytes]:
    match form:
        case "card" | "card-v2":
            card = make_card(view, who)
            yield _lay(card if form == "card" else make_old_card(card))
        case "card-png":
            yield draw_card(make_card(view, who))
        case "lorebook":
            yield _lay(make_lorebook(view, who))
        case "messages" | "markdown":
            yield (
                render(take_snapshot(view, who, hearing=form == "messages"), form, say_place(view.record, view.moment))
                .rstrip("\n")
                .encode()
                + b"\n"
            )
        case "parquet":
            yield write_parquet(view, of)
        case "jsonld":
            yield _lay(make_linked(view))
        case "hpd":
            yield _lay(make_document(view, who))
        case _:
            yield from _lines(view, form, who, of)


def _lines(view: View, form: str, who: str, table: str) -> Iterator[bytes]:
    lines = (
        write_memories(view, who)
        if form == "memories"
        else write_csv(view, table)
        if form == "csv"
        else export_graph(view, form)
    )
    for line in lines:
        yield line.encode() + b"\n"


def _lay(value: object) -> bytes:
    return indent(value).encode() + b"\n"


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
