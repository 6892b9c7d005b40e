"""One chapter into Neo4j, inside one transaction: turn, endings, nodes, relationships, diaries, pages."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec
from neo4j import ManagedTransaction

from castline.errors import StoreBusy
from castline.graph import neo4j_queries as queries
from castline.graph.facts import STATES, Event, Fact, Knowledge, Scene, encode, kind, read_states, slot, subjects
from castline.graph.loom import CHAINED
from castline.graph.mentions import press
from castline.graph.moments import Moment, pack
from castline.graph.neo4j_queries import EVENT, KNOWN, SAID, SCENE, STATE
from castline.graph.pages import Page, is_due, make_page, open_page
from castline.graph.property_graph import Graph, weave
from castline.graph.schema import HOMES
from castline.graph.store import Batch

Rows = list[dict[str, Any]]

MOST = 5_000
"""Rows that go over in one query."""

_PARTS = {"knowledge": KNOWN, "utterance": SAID, "participation": EVENT} | dict.fromkeys(STATES, STATE)


def add(tx: ManagedTransaction, batch: Batch, token: str) -> None:
    """Write a batch. `token` names this write: one that was committed unheard is known again, and not repeated."""
    last = _take_turn(tx, batch, token)
    if last is None:
        return
    facts = sorted(batch.facts, key=lambda fact: pack(fact.told))
    endings = Endings(facts)
    for type_, ended in endings.earlier.items():
        _send(tx, queries.END[type_], ended)
    graph = weave(batch.saga, facts, last=last)
    _add_graph(tx, batch.saga, graph, endings)
    diary = _diary(tx, facts)
    _send(tx, queries.DIARY, diary, saga=batch.saga)
    grown = {row["who"] for row in diary if row["part"] in (STATE, KNOWN)}
    _turn_pages(tx, batch.saga, sorted(grown), Moment(batch.chapter.book, batch.chapter.ordinal).bound)
    _keep_records(tx, batch, token, graph)


def _take_turn(tx: ManagedTransaction, batch: Batch, token: str) -> dict[str, str] | None:
    """The last node of each chain; None where this very write stands already. Raises StoreBusy."""
    tx.run(queries.LOCK, saga=batch.saga).consume()
    ledger = tx.run(queries.LEDGER, saga=batch.saga).single(strict=True)
    if ledger["token"] == token:
        return None
    if ledger["leaving"]:
        raise StoreBusy(f"The saga '{batch.saga}' is being forgotten. Let that finish, then run this again.")
    if ledger["version"] != batch.after:
        raise StoreBusy(
            f"Another ingest is writing the saga '{batch.saga}': it stands at commit {ledger['version']}, this one had "
            f"seen {batch.after}. Let that one finish, then run this again: it goes on from there."
        )
    return {label: found for label, found in zip(CHAINED, ledger["last"], strict=True) if found}


class Endings:
    """What the facts of a batch supersede: states among themselves, and states told `earlier` (rows by type).

    `until` is by fact id; `live` names the slots whose last word is in the batch.
    """

    def __init__(self, facts: Iterable[Fact]) -> None:
        self.until: dict[str, int] = {}
        self.live: dict[str, str] = {}
        self.earlier: defaultdict[str, Rows] = defaultdict(list)
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


def _add_graph(tx: ManagedTransaction, saga: str, graph: Graph, endings: Endings) -> None:
    nodes: defaultdict[str, Rows] = defaultdict(list)
    for node in graph.nodes.values():
        own = endings.home(node.fact) if node.fact else {}
        query = (queries.HOME_NODES if node.fact else queries.NODES)[node.label]
        nodes[query].append({"id": node.id, "properties": node.properties | own})
    edges: defaultdict[tuple[str, str, str], Rows] = defaultdict(list)
    for edge in graph.edges:
        own = endings.home(edge.fact) if edge.fact else {}
        row = {"source": edge.source[1], "target": edge.target[1], "properties": edge.properties | own}
        edges[edge.type, edge.source[0], edge.target[0]].append(row)
    for query, rows in nodes.items():
        _send(tx, query, rows)
    for ends, rows in edges.items():
        _send(tx, queries.edges(*ends), rows, saga=saga)


def _diary(tx: ManagedTransaction, facts: list[Fact]) -> Rows:
    """The lines by character, part and moment, in the order told; what is known goes with its event's line."""
    events = _event_lines(tx, facts)
    entries: dict[tuple[str, int, int], dict[str, Any]] = {}
    for fact in facts:
        for who, part in _readers(fact):
            told = pack(fact.told)
            entry = entries.setdefault(
                (who, part, told), {"who": who, "part": part, "told": told, "lines": [], "events": []}
            )
            entry["lines"].append(encode(fact))
            if isinstance(fact, Knowledge):
                entry["events"].append(events.get(fact.event, ""))
    return list(entries.values())


def _readers(fact: Fact) -> list[tuple[str, int]]:
    """In whose diaries a fact stands, and in which part."""
    if isinstance(fact, Scene):
        return [(who, SCENE) for who in dict.fromkeys(present.character for present in fact.present)]
    part = _PARTS.get(kind(fact))
    return [] if part is None else [(who, part) for who in dict.fromkeys(subjects(fact))]


def _event_lines(tx: ManagedTransaction, facts: list[Fact]) -> dict[str, str]:
    """The lines of the events that the facts tell of, from the batch or, if told earlier, from the store."""
    lines = {fact.id: encode(fact) for fact in facts if isinstance(fact, Event)}
    told_earlier = {fact.event for fact in facts if isinstance(fact, Knowledge)} - lines.keys()
    if told_earlier:
        lines |= {
            row["id"]: row["line"] for row in tx.run(queries.EVENT_LINES, ids=sorted(told_earlier)) if row["line"]
        }
    return lines


def _turn_pages(tx: ManagedTransaction, saga: str, touched: list[str], bound: int) -> None:
    """Write the next page of those in whose history as much has changed as the last page holds."""
    asked: dict[str, Any] = {"saga": saga, "bound": bound}
    counts = tx.run(queries.GROWN, ids=touched, **asked)
    due = [row["who"] for row in counts if is_due(row["grown"], row["size"])]
    if not due:
        return
    rows = []
    for found in tx.run(queries.SINCE, ids=due, **asked):
        states = read_states([line.encode() for entry in found["states"] for line in entry])
        known = [
            (line.encode(), event.encode())
            for entry in found["known"] for line, event in zip(*entry, strict=True) if event
        ]  # fmt: skip
        page = make_page(unfold(found["body"]), states, known)
        body = zlib.compress(page.pack(), 6)
        rows.append({"saga": saga, "who": found["who"], "told": bound, "size": page.size, "body": body})
    _send(tx, queries.PAGES, rows)


def unfold(body: bytes | None) -> Page:
    """The page in a node's body; an empty one where there is none yet."""
    return open_page(zlib.decompress(body) if body else None)


def _keep_records(tx: ManagedTransaction, batch: Batch, token: str, graph: Graph) -> None:
    book, chapter = msgspec.to_builtins(batch.book), msgspec.to_builtins(batch.chapter)
    tx.run(queries.BOOK, saga=batch.saga, ordinal=batch.book.ordinal, record=book)
    record = chapter | {"mentions": press(batch.mentions)}
    tx.run(queries.CHAPTER, saga=batch.saga, book=batch.chapter.book, ordinal=batch.chapter.ordinal, record=record)
    _remember(tx, batch)
    last = {f"last_{label}": identifier for label, identifier in graph.last.items()}
    tx.run(queries.TURN, saga=batch.saga, version=batch.after + 1, token=token, last=last)


def _remember(tx: ManagedTransaction, batch: Batch) -> None:
    rows = [{"name": name, "body": body} for name, body in batch.memory.items()]
    _send(tx, queries.UNLEARN, [row for row in rows if row["body"] is None], saga=batch.saga)
    _send(tx, queries.REMEMBER, [row for row in rows if row["body"] is not None], saga=batch.saga)


def _send(tx: ManagedTransaction, query: str, rows: Rows, **asked: Any) -> None:
    for start in range(0, len(rows), MOST):
        tx.run(query, rows=rows[start : start + MOST], **asked).consume()
