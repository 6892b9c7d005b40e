"""Tables: what is told by a moment in rows, for spreadsheets and data frames. Each column has one type throughout, each cell is
one line; what is not told is None. Rows stand in the order told, within a moment in that of the text.

people      id, name, also, gender, met, narrator, events, quotes      in the order met
scenes      at, who_id, who, presence, place      who is there in each scene; through whose eyes it is told is `pov`
feelings    from_id, from, toward_id, toward, at, affection, familiarity, step, until, SOURCE    each level; `step` is by how much
            the affection moved to it, and `text` the words that moved it
relations   a_id, a, kind, b_id, b, at, until, SOURCE      a is `kind` of b, from `at` until `until`
events      id, at, happened, summary, kind, place, importance, SOURCE
presence    event_id, at, who_id, who, presence, role, confidence
knowledge   who_id, who, event_id, event, at, how, source_id, source, confidence
quotes      who_id, who, to_id, to, at, SOURCE

SOURCE is confidence, by, start, end, text: how sure it is, which rule, model or person says so, and the words with their offsets
into the book's text. Behind `at` ("2.12.1") stand its `book` and `chapter` in figures.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from typing import Any

from castline.errors import AskError
from castline.graph.facts import Event, Fact, Relation, place_of
from castline.query.course import THERE
from castline.query.people import list_cast
from castline.query.quoting import squeeze
from castline.query.scenes import list_scenes
from castline.query.strands import live_relations, trace_pairs
from castline.query.view import View

Row = dict[str, Any]
SEVERAL = " | "
"""Between the values of a cell that has several."""


def list_rows(view: View, table: str) -> list[Row]:
    """The rows of a table as of the view's moment. Raises AskError for a table that there is not."""
    if table not in TABLES:
        raise AskError(f"There is no table '{table}'. Ask for {', '.join(TABLES)}.")
    return [{name: None if cell == "" else cell for name, cell in row.items()} for row in TABLES[table](view)]


def _in_order(view: View, kind: str) -> list[Any]:
    return sorted(view.facts([kind]), key=place_of)


def _when(told: str) -> Row:
    book, chapter, *_ = told.split(".")
    return {"at": told, "book": int(book), "chapter": int(chapter)}


def _source(fact: Fact) -> Row:
    """Where it stands, who says so, and how sure it is."""
    return {"confidence": float(fact.confidence), "by": fact.by, "start": fact.start, "end": fact.end, "text": squeeze(fact.text)}  # fmt: skip


def _people(view: View) -> Iterator[Row]:
    places = {one: place for place, one in enumerate(view.cast.known(view.bound))}
    for e in sorted(list_cast(view), key=lambda entry: places[entry.id]):
        yield {"id": e.id, "name": e.name, "also": SEVERAL.join(e.also), "gender": e.gender or "", "met": e.met,
               "narrator": e.narrator, "events": e.events, "quotes": e.quotes}  # fmt: skip


def _scenes(view: View) -> Iterator[Row]:
    for scene in list_scenes(view):
        there = sorted((stay.presence != "pov", stay.id, stay) for stay in scene.people if stay.presence in THERE)
        for *_, stay in there:
            yield {
                **_when(scene.at),
                "who_id": stay.id,
                "who": stay.name,
                "presence": stay.presence,
                "place": scene.place or "",
            }


def _feelings(view: View) -> Iterator[Row]:
    levels = [
        (place_of(f), pair, f, was, until) for pair, run in trace_pairs(view).items()
        for was, f, until in zip([0.0, *(f.affection for f in run[:-1])], run, [*(f.told for f in run[1:]), ""], strict=True)
    ]  # fmt: skip
    for _, (holder, toward), f, was, until in sorted(levels, key=lambda level: level[:2]):
        yield {"from_id": holder, "from": view.name(holder), "toward_id": toward, "toward": view.name(toward), **_when(f.told),
               "affection": float(f.affection), "familiarity": float(f.familiarity), "step": round(f.affection - was, 2), "until": until,
               **_source(f)}  # fmt: skip


def _relations(view: View) -> Iterator[Row]:
    told: list[Relation] = list(view.facts(["relation"]))
    over = [tie for tie in told if tie.until is not None and view.root(tie.a) != view.root(tie.b)]
    for r in sorted([*live_relations(view, told), *over], key=place_of):
        a, b = view.root(r.a), view.root(r.b)
        yield {"a_id": a, "a": view.name(a), "kind": r.subtype or r.type, "b_id": b, "b": view.name(b), **_when(r.told),
               "until": r.until or "", **_source(r)}  # fmt: skip


def _events(view: View) -> Iterator[Row]:
    for e in _in_order(view, "event"):
        yield {"id": e.id, **_when(e.told), "happened": e.happened or "", "summary": squeeze(e.summary), "kind": e.type, "place": e.place or "",
               "importance": float(e.importance), **_source(e)}  # fmt: skip


def _presence(view: View) -> Iterator[Row]:
    for p in _in_order(view, "participation"):
        who = view.root(p.character)
        yield {
            "event_id": p.event,
            **_when(p.told),
            "who_id": who,
            "who": view.name(who),
            "presence": p.presence,
            "role": p.role,
            "confidence": float(p.confidence),
        }


def _knowledge(view: View) -> Iterator[Row]:
    events: dict[str, Event] = {e.id: e for e in view.facts(["event"])}
    for k in _in_order(view, "knowledge"):
        who, source = view.root(k.character), view.root(k.source) if k.source else ""
        yield {"who_id": who, "who": view.name(who), "event_id": k.event, "event": squeeze(events[k.event].summary) if k.event in events else "",
               **_when(k.told), "how": k.how, "source_id": source, "source": view.name(source) if source else "",
               "confidence": float(k.confidence)}  # fmt: skip


def _quotes(view: View) -> Iterator[Row]:
    for u in _in_order(view, "utterance"):
        who = view.root(u.speaker) if u.speaker else ""
        yield {"who_id": who, "who": view.name(who) if who else "", "to_id": SEVERAL.join(map(view.root, u.addressees)),
               "to": SEVERAL.join(view.name(one) for one in u.addressees), **_when(u.told), **_source(u)}  # fmt: skip


TABLES: dict[str, Callable[[View], Iterator[Row]]] = {
    "people": _people, "scenes": _scenes, "feelings": _feelings, "relations": _relations, "events": _events, "presence": _presence,
    "knowledge": _knowledge, "quotes": _quotes,
}  # fmt: skip
_AT, _SOURCE = "at book chapter", "confidence by start end text"
_COLUMNS = {
    "people": "id name also gender met narrator events quotes", "scenes": f"{_AT} who_id who presence place",
    "feelings": f"from_id from toward_id toward {_AT} affection familiarity step until {_SOURCE}",
    "relations": f"a_id a kind b_id b {_AT} until {_SOURCE}", "events": f"id {_AT} happened summary kind place importance {_SOURCE}",
    "presence": f"event_id {_AT} who_id who presence role confidence",
    "knowledge": f"who_id who event_id event {_AT} how source_id source confidence", "quotes": f"who_id who to_id to {_AT} {_SOURCE}",
}  # fmt: skip
_FIGURES: dict[str, type] = {
    "affection": float, "familiarity": float, "step": float, "confidence": float, "importance": float, "narrator": bool,
    "book": int, "chapter": int, "start": int, "end": int,
}  # fmt: skip
_COUNTS = ("people.events", "people.quotes")


def columns_of(table: str) -> dict[str, type]:
    """The columns of a table, each with its type: text, but for figures."""
    names = _COLUMNS[table].split()
    return {name: int if f"{table}.{name}" in _COUNTS else _FIGURES.get(name, str) for name in names}


def write_csv(view: View, table: str) -> Iterator[str]:
    """The table as lines of CSV (RFC 4180), its head first."""
    rows = list_rows(view, table)
    body = io.StringIO()
    writer = csv.DictWriter(body, list(columns_of(table)), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _tame(value) for name, value in row.items()})
        yield body.getvalue().removesuffix("\n")
        body.seek(0)
        body.truncate()
    if not rows:
        yield body.getvalue().removesuffix("\n")


def _tame(value: Any) -> Any:
    """A book's words that a spreadsheet would run as a formula stand as words."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def write_parquet(view: View, table: str) -> bytes:
    """The table as a Parquet file. Raises AskError where pyarrow is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise AskError("Parquet needs pyarrow, which is not installed: pip install 'castline[tables]'") from None
    rows = list_rows(view, table)
    kinds = {str: pyarrow.string(), float: pyarrow.float64(), int: pyarrow.int64(), bool: pyarrow.bool_()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in columns_of(table).items()])
    body = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema), body)
    return body.getvalue()
