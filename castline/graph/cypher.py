"""Cypher over a saga, the same on every store.

With a moment to cut at (or on the embedded store) the property graph of what was told by then is built in
memory and asked there, so that a query cannot reach what is not in it. Without a cut a store that speaks Cypher (Neo4j) is asked itself.

Both take what `guard` lets through. For the same rows from both, say labels and types (`(c:Character)`, not
`(c)`), say `{saga: $saga}` where a database holds several sagas, return fields rather than whole nodes, and
sort. `$saga` is given always; `$at` too, the cut as a packed moment (without a cut, one after every other).
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict, defaultdict
from collections.abc import Mapping
from threading import Lock
from typing import Any

import kglite

from castline.errors import QueryError
from castline.graph.facts import KINDS, decode, kind
from castline.graph.guard import check
from castline.graph.identity import KINDS as NAMING
from castline.graph.identity import Cast
from castline.graph.moments import FOREVER
from castline.graph.plain import plain
from castline.graph.property_graph import Graph, weave
from castline.graph.store import Store

LONGEST = 20.0
"""Seconds that a query may take."""

MOST_WORK = 200_000_000
"""Items that a query in memory may handle, so that none takes all the memory there is."""

KEPT = 4
"""Graphs in memory that are kept for the next query."""

WOVEN = tuple(str(cls.__struct_config__.tag) for cls in KINDS if str(cls.__struct_config__.tag) != "mention")

_graphs: OrderedDict[bytes, kglite.FrozenGraph] = OrderedDict()
_turn = Lock()


def run_cypher(
    store: Store, saga: str, query: str, bound: int | None = None, parameters: Mapping[str, Any] | None = None
) -> list[dict[str, Any]]:
    """The rows of a query as plain values, as of `bound` (itself inside; None: all that was told).

    Nodes and relationships come as their properties, paths as lists of these. Raises QueryError for a query
    that does more than read, or that the engine cannot run.
    """
    check(query)
    given = {"saga": saga, "at": FOREVER if bound is None else bound, **(parameters or {})}
    rows = store.ask(query, given, LONGEST) if bound is None else None
    return _ask_memory(_graph_of(store, saga, bound), query, given) if rows is None else rows


def _ask_memory(graph: kglite.FrozenGraph, query: str, given: dict[str, Any]) -> list[dict[str, Any]]:
    try:
        rows = graph.cypher(query, params=given, timeout_ms=int(LONGEST * 1000), max_work_units=MOST_WORK).to_list()
    except (kglite.KgError, TypeError, ValueError) as error:
        raise QueryError(f"The query does not run: {error}") from error
    return [{key: plain(value, _loosen) for key, value in row.items()} for row in rows]


def _graph_of(store: Store, saga: str, bound: int | None) -> kglite.FrozenGraph:
    """The graph in memory of a saga cut at a bound; the last few are kept, by what they were made of.

    In a cut graph a character's `name` is the best known by then. Without a cut it is the id, as on a server,
    where nothing that changes may stand on a character.
    """
    lines = list(store.facts(saga, WOVEN, FOREVER if bound is None else bound))
    key = hashlib.sha256("\n".join([saga, str(bound is None), *lines]).encode()).digest()
    with _turn:
        if key in _graphs:
            _graphs.move_to_end(key)
            return _graphs[key]
    facts = [decode(line) for line in lines]
    names = None
    if bound is not None:
        cast = Cast(fact for fact in facts if kind(fact) in NAMING)
        names = {one: cast.name(one, bound) for one in cast.met}
    graph = load(weave(saga, facts, names))
    with _turn:
        _graphs[key] = graph
        while len(_graphs) > KEPT:
            _graphs.popitem(last=False)
    return graph


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


def _loosen(value: Any) -> Any:
    """Nodes and relationships as their properties; a path as the list of its parts."""
    match value:
        case {"nodes": nodes, "relationships": edges, **rest} if not rest:
            return [part for pair in zip(nodes, [*edges, None], strict=True) for part in pair if part]
        case {"id": int(), "properties": dict(own), **rest} if rest.keys() in ({"labels"}, {"start", "end", "type"}):
            return {key: item for key, item in sorted(own.items()) if key not in ("title", "type")}
    return value
