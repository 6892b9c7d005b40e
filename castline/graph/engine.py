"""Cypher over graphs in memory, in a process of its own: what a query may cost, it costs here.

A child is `python -m castline.graph.engine`. It reads frames of msgpack from its standard input, answers each with one,
and ends with its input:

    Load  a saga's lines and where they are cut   ->  (nothing)
    Ask   a query over the graph last loaded      ->  Found, or Failed with the limit or the engine's own words

A limit on memory that the engine cannot keep ends the process; who asked sees that by the exit code.
"""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from typing import Any

import kglite
import msgspec

from castline.frames import serve
from castline.graph.facts import decode, kind
from castline.graph.identity import KINDS as NAMING
from castline.graph.identity import Cast
from castline.graph.limits import MIB, Limits
from castline.graph.plain import plain
from castline.graph.property_graph import Graph, weave

WORN = 4
"""After a query has left more than this part of its memory behind, the process is not used again."""


class Load(msgspec.Struct, tag=True):
    """In a cut graph a character's `name` is the best known by then. Without a cut (`bound` None) it is the id, as on a
    server, where nothing that changes may stand on a character."""

    saga: str
    bound: int | None
    lines: list[str]


class Ask(msgspec.Struct, tag=True):
    """A query that `guard` let through, what its parameters are, and what it may take."""

    query: str
    given: dict[str, Any]
    limits: Limits


class Found(msgspec.Struct, tag=True):
    """The rows, packed; `worn` where the process should not be asked again."""

    rows: msgspec.Raw
    worn: bool


class Failed(msgspec.Struct, tag=True):
    """`limit` is the name of that which was reached, or empty; then `words` say what is wrong with the query."""

    limit: str
    words: str


REQUESTS = msgspec.msgpack.Decoder(Load | Ask)
ANSWERS = msgspec.msgpack.Decoder(Found | Failed | None)
ENCODER = msgspec.msgpack.Encoder()


def build(saga: str, bound: int | None, lines: list[str]) -> kglite.FrozenGraph:
    """The graph of a saga's lines, cut at `bound` already."""
    facts = [decode(line) for line in lines]
    names = None
    if bound is not None:
        cast = Cast(fact for fact in facts if kind(fact) in NAMING)
        names = {one: cast.name(one, bound) for one in cast.met}
    return load(weave(saga, facts, names))


def load(graph: Graph) -> kglite.FrozenGraph:
    """A property graph in kglite, for reading."""
    kglite.set_query_warning_policy("silent")
    nodes: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for node in graph.nodes.values():
        nodes[node.label].append(node.properties)
    edges: defaultdict[tuple[str, str, str], list[dict[str, Any]]] = defaultdict(list)
    for edge in graph.edges:
        ends = {"_from": edge.source[1], "_to": edge.target[1]}
        edges[edge.type, edge.source[0], edge.target[0]].append(edge.properties | ends)
    loaded = kglite.from_records({
        "nodes": [
            {"type": label, "id_field": "id", "title_field": "name", "records": records}
            for label, records in nodes.items()
        ],
        "connections": [
            {"type": type_, "source_type": source, "source_id_field": "_from", "target_type": target,
             "target_id_field": "_to", "records": records}
            for (type_, source, target), records in edges.items()
        ],
    })  # fmt: skip
    frozen: kglite.FrozenGraph = loaded.freeze()
    return frozen


def answer(graph: kglite.FrozenGraph, asked: Ask) -> Found | Failed:
    """The rows, if they keep the limits on number and size; memory is the caller's to bound."""
    limits = asked.limits
    try:
        rows = graph.cypher(
            asked.query, params=asked.given, timeout_ms=int(limits.seconds * 1000), row_limit=limits.rows + 1
        ).to_list()
        if len(rows) > limits.rows:
            return Failed("rows", "")
        packed = ENCODER.encode([{key: plain(value, _loosen) for key, value in row.items()} for row in rows])
    except kglite.CypherTimeoutError:
        return Failed("seconds", "")
    except MemoryError:
        return Failed("memory", "")
    except (kglite.KgError, TypeError, ValueError, OverflowError) as error:
        return Failed("", str(error))
    return Failed("size", "") if len(packed) > limits.size * MIB else Found(msgspec.Raw(packed), False)


def _loosen(value: Any) -> Any:
    """Nodes and relationships as their properties; a path as the list of its parts."""
    match value:
        case {"nodes": nodes, "relationships": edges, **rest} if not rest:
            return [part for pair in zip(nodes, [*edges, None], strict=True) for part in pair if part]
        case {"id": int(), "properties": dict(own), **rest} if rest.keys() in ({"labels"}, {"start", "end", "type"}):
            return {key: item for key, item in sorted(own.items()) if key not in ("title", "type")}
    return value


def _answer_within(graph: kglite.FrozenGraph, asked: Ask) -> Found | Failed:
    """The same under a limit on what the process may take beside what it has."""
    before = _measure()
    _bound(before + asked.limits.memory * MIB if before else None)
    found = answer(graph, asked)
    _bound(None)
    if isinstance(found, Found):
        found.worn = _measure() > before + asked.limits.memory * MIB // WORN
    return found


def _measure() -> int:
    """Bytes of address space in use; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGESIZE")
    except OSError:
        return 0


def _bound(size: int | None) -> None:
    """Bound this process's address space (None: as far as it may go), where the system can."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows
        return
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    wanted = most if size is None else size if most == resource.RLIM_INFINITY else min(size, most)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, most))


class _Engine:
    """A child: it keeps the graph that was last loaded."""

    def __init__(self) -> None:
        self.graph = build("", None, [])

    def answer(self, frame: bytes) -> bytes:
        """What it says to a request."""
        asked = REQUESTS.decode(frame)
        if isinstance(asked, Ask):
            return ENCODER.encode(_answer_within(self.graph, asked))
        del self.graph  # both at once may not fit
        self.graph = build(asked.saga, asked.bound, asked.lines)
        return ENCODER.encode(None)


if __name__ == "__main__":
    serve(_Engine().answer)
