"""One chapter into Neo4j, inside one transaction: turn, endings, nodes, relationships, diaries, pages."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec
from neo4j import ManagedTransaction, Record, Transaction

from castline.errors import StoreBusy
from castline.graph import neo4j_changes as changes
from castline.graph.facts import Event, Fact, Knowledge, encode, kind, read_states, slot
from castline.graph.loom import CHAINED
from castline.graph.mentions import press, press_text
from castline.graph.moments import Moment, pack
from castline.graph.neo4j_changes import Change
from castline.graph.pages import Page, is_due, make_page, open_page
from castline.graph.parts import PAGED, places
from castline.graph.property_graph import Graph, Ref, weave
from castline.graph.schema import HOMES
from castline.graph.store import Batch, check_version

Rows = list[dict[str, Any]]
Parts = dict[str, Rows]
"""Rows by the part of a query that they are for."""

MOST = 5_000
"""Rows of a part that go over in one query."""


def add(tx: ManagedTransaction, batch: Batch, token: str) -> None:
    """Write a batch. `token` names this write: one that was committed unheard is known again, and not repeated."""
    facts = sorted(batch.facts, key=lambda fact: pack(fact.told))
    ledger = tx.run(changes.TURN, saga=batch.saga, ids=_told_earlier(facts)).single(strict=True)
    if ledger["token"] == token:
        return
    _check_turn(batch, ledger)
    graph = weave(batch.saga, facts, last={label: at for label, at in zip(CHAINED, ledger["last"], strict=True) if at})
    diary = _diary(facts, dict(ledger["events"]) | _event_lines(facts))
    endings = Endings(facts)
    _send(
        tx, changes.NODES, batch.saga, _node_rows(graph, endings) | _record_rows(batch, token, graph) | {"diary": diary}
    )
    _send(tx, changes.EDGES, batch.saga, _edge_rows(graph, endings))
    grown = {row["who"] for row in diary if row["part"] in PAGED}
    _turn_pages(tx, batch.saga, sorted(grown), Moment(batch.chapter.book, batch.chapter.ordinal).bound)


def rehearse(tx: Transaction) -> None:
    """Run what writes a chapter without a row: the server plans each query, and keeps its plan."""
    for change in (changes.NODES, changes.EDGES):
        tx.run(change.query, rows={part: [] for part in change.parts}, saga="").consume()
    for query in (changes.GROWN, changes.SINCE):
        tx.run(query, ids=[], saga="", bound=0).consume()
    tx.run(changes.PAGES, rows=[]).consume()


def _check_turn(batch: Batch, ledger: Record) -> None:
    """Raise StoreBusy where the saga is not as the writer has seen it."""
    if ledger["leaving"]:
        raise StoreBusy(f"The saga '{batch.saga}' is being forgotten. Let that finish, then run this again.")
    check_version(batch.saga, ledger["version"], batch.after)


class Endings:
    """What the facts of a batch supersede: states among themselves, and states told `earlier` (rows by type).

    `until` is by fact id; `live` names the slots whose last word is in the batch.
    """

    def __init__(self, facts: Iterable[Fact]) -> None:
        self.until: dict[str, int] = {}
        self.live: dict[str, str] = {}
        self.earlier: Parts = defaultdict(list)
        standing: dict[str, str] = {}
        for fact in facts:
            if key := slot(fact):
                told = pack(fact.told)
                if key in standing:
                    self.until[standing[key]] = told
                    del self.live[standing[key]]
                else:
                    self.earlier[HOMES[kind(fact)]].append({"slot": key, "until": told})
                standing[key] = fact.id
                self.live[fact.id] = key

    def home(self, fact: Fact) -> dict[str, Any]:
        """What the store adds to a home."""
        added: dict[str, Any] = {"line": encode(fact)}
        if fact.id in self.until:
            added["until"] = self.until[fact.id]
        if fact.id in self.live:
            added["live"] = self.live[fact.id]
        return added


def _node_rows(graph: Graph, endings: Endings) -> Parts:
    """Rows by part: what has ended, and the nodes. An end of a relationship that nothing has told of is made bare, so that
    no fact is lost for want of it."""
    rows: Parts = defaultdict(list, {f"ended_{type_}": ended for type_, ended in endings.earlier.items()})
    for node in graph.nodes.values():
        own = endings.home(node.fact) if node.fact else {}
        part = f"home_{node.label}" if node.fact else node.label
        rows[part].append({"id": node.id, "properties": node.properties | own})
    bare: dict[Ref, dict[str, Any]] = {}
    for edge in graph.edges:
        for end in {edge.source, edge.target} - graph.nodes.keys():
            bare.setdefault(end, {"name": end[1], "saga": edge.properties["saga"], "told": edge.properties["told"]})
    for (label, identifier), properties in bare.items():
        rows[label].append({"id": identifier, "properties": properties})
    return rows


def _edge_rows(graph: Graph, endings: Endings) -> Parts:
    rows: Parts = defaultdict(list)
    for edge in graph.edges:
        own = endings.home(edge.fact) if edge.fact else {}
        row = {"source": edge.source[1], "target": edge.target[1], "properties": edge.properties | own}
        rows[f"{edge.type}_{edge.source[0]}_{edge.target[0]}"].append(row)
    return rows


def _record_rows(batch: Batch, token: str, graph: Graph) -> Parts:
    memory = [{"name": name, "body": body} for name, body in batch.memory.items()]
    last = {f"last_{label}": identifier for label, identifier in graph.last.items()}
    return {
        "book": [msgspec.to_builtins(batch.book)],
        "chapter": [msgspec.to_builtins(batch.chapter) | _bodies(batch)],
        "learnt": [row for row in memory if row["body"] is not None],
        "unlearnt": [row for row in memory if row["body"] is None],
        "ledger": [{"version": batch.after + 1, "token": token, "last": last}],
    }


def _bodies(batch: Batch) -> dict[str, bytes]:
    return {"mentions": press(batch.mentions), "body": press_text(batch.text)}


def _diary(facts: list[Fact], events: dict[str, str]) -> Rows:
    """The lines by character, part and moment, in the order told; what is known goes with its event's line."""
    entries: dict[tuple[str, int, int], dict[str, Any]] = {}
    for fact in facts:
        for who, part in places(fact):
            told = pack(fact.told)
            entry = entries.setdefault(
                (who, part, told), {"who": who, "part": part, "told": told, "lines": [], "events": []}
            )
            entry["lines"].append(encode(fact))
            if isinstance(fact, Knowledge):
                entry["events"].append(events.get(fact.event, ""))
    return list(entries.values())


def _event_lines(facts: list[Fact]) -> dict[str, str]:
    return {fact.id: encode(fact) for fact in facts if isinstance(fact, Event)}


def _told_earlier(facts: list[Fact]) -> list[str]:
    """The events that are known of in these facts and not told by them."""
    told = {fact.id for fact in facts if isinstance(fact, Event)}
    return sorted({fact.event for fact in facts if isinstance(fact, Knowledge)} - told)


def _turn_pages(tx: ManagedTransaction, saga: str, touched: list[str], bound: int) -> None:
    """Write the next page of those in whose history as much has changed as the last page holds."""
    asked: dict[str, Any] = {"saga": saga, "bound": bound}
    counts = tx.run(changes.GROWN, ids=touched, **asked)
    due = [row["who"] for row in counts if is_due(row["grown"], row["size"])]
    if not due:
        return
    rows = []
    for found in tx.run(changes.SINCE, ids=due, **asked):
        states = read_states([line.encode() for entry in found["states"] for line in entry])
        known = [
            (line.encode(), event.encode())
            for entry in found["known"] for line, event in zip(*entry, strict=True) if event
        ]  # fmt: skip
        page = make_page(unfold(found["body"]), states, known)
        body = zlib.compress(page.pack(), 6)
        rows.append({"saga": saga, "who": found["who"], "told": bound, "size": page.size, "body": body})
    tx.run(changes.PAGES, rows=rows).consume()


def unfold(body: bytes | None) -> Page:
    """The page in a node's body; an empty one where there is none yet."""
    return open_page(zlib.decompress(body) if body else None)


def _send(tx: ManagedTransaction, change: Change, saga: str, rows: Parts) -> None:
    """Make a change, at most MOST rows of a part at a time."""
    assert rows.keys() <= change.parts, rows.keys() - change.parts
    for start in range(0, max(map(len, rows.values()), default=0), MOST):
        given = {part: rows.get(part, [])[start : start + MOST] for part in change.parts}
        tx.run(change.query, rows=given, saga=saga).consume()
