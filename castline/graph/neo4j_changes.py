"""The queries that write a chapter. Values are parameters; labels and types are the schema's own constants.

A trip to the server costs more than most of what is written on it. So a chapter's nodes and records go over in one
query of many parts, and its relationships in another. All rows are in one parameter, a map: the server plans a
query anew for every order of magnitude that a list among its parameters comes in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from castline.graph.loom import CHAINED
from castline.graph.schema import ENDS, HOMES, LABELS


class Change(NamedTuple):
    """A query of many parts, run in their order; `$rows` has the rows of each under its name."""

    query: str
    parts: frozenset[str]


def together(parts: Mapping[str, str]) -> Change:
    """The change that does each part for every `row` given to it."""
    steps = (f"CALL () {{ UNWIND $rows.{name} AS row {body} }}" for name, body in parts.items())
    return Change("\n".join(steps), frozenset(parts))


TURN = """
MERGE (l:CastlineLedger {saga: $saga}) ON CREATE SET l.version = 0 SET l.locked = true
WITH l
CALL () { UNWIND $ids AS id MATCH (e:Event {id: id}) WHERE e.line IS NOT NULL RETURN collect([e.id, e.line]) AS events }
RETURN l.version AS version, l.token AS token, l.leaving AS leaving,
       [l.last_Book, l.last_Chapter, l.last_Scene, l.last_Moment] AS last, events
"""
"""The first of every transaction: its SET makes whoever comes second wait, and then see the other's version. Also the
lines of events that were told earlier."""
assert CHAINED == ("Book", "Chapter", "Scene", "Moment")

_ENDED = "MATCH ()-[r:{type}]->() WHERE r.live = row.slot SET r.until = row.until REMOVE r.live"
"""A slot has at most one live relationship; `live` names the slot, so that ending it needs no look at its past."""
_NODE = "MERGE (n:{label} {{id: row.id}}) ON CREATE SET n += row.properties"
_HOME = "MERGE (n:{label} {{id: row.id}}) SET n += row.properties"
"""A home tells more than a node that was only referred to before, so it is written over it."""
_EDGE = "MATCH (a:{source} {{id: row.source}}) MATCH (b:{target} {{id: row.target}}) CREATE (a)-[r:{type}]->(b) SET r = row.properties"

_RECORDS = {
    "diary": "MERGE (d:CastlineDiary {saga: $saga, who: row.who, part: row.part, told: row.told})"
    " ON CREATE SET d.lines = row.lines, d.events = row.events"
    " ON MATCH SET d.lines = d.lines + row.lines, d.events = d.events + row.events",
    "book": "MERGE (b:CastlineBook {saga: $saga, ordinal: row.ordinal}) SET b += row",
    "chapter": "CREATE (c:CastlineChapter {saga: $saga}) SET c += row",
    "unlearnt": "MATCH (m:CastlineMemory {saga: $saga, name: row.name}) DELETE m",
    "learnt": "MERGE (m:CastlineMemory {saga: $saga, name: row.name}) SET m.body = row.body",
    "ledger": "MATCH (l:CastlineLedger {saga: $saga}) SET l.version = row.version, l.token = row.token, l += row.last REMOVE l.locked",
}

NODES = together(
    {f"ended_{type_}": _ENDED.format(type=type_) for type_ in ("FEELS", "HAS", "RELATED_TO", "SAME_AS")}
    | {label: _NODE.format(label=label) for label in LABELS}
    | {f"home_{label}": _HOME.format(label=label) for label in LABELS if label in HOMES.values()}
    | _RECORDS
)
EDGES = together({
    "_".join(ends): _EDGE.format(type=ends[0], source=ends[1], target=ends[2]) for ends in ENDS
})  # fmt: skip

GROWN = """
UNWIND $ids AS who
CALL (who) {
  MATCH (p:CastlinePage) WHERE p.saga = $saga AND p.who = who AND p.told >= 0
  WITH p ORDER BY p.saga, p.who, p.told DESC LIMIT 1
  RETURN collect([p.told, p.size])[0] AS page
}
CALL (who, page) {
  MATCH (d:CastlineDiary)
  WHERE d.saga = $saga AND d.who = who AND d.part IN [0, 1]
    AND d.told > coalesce(page[0], 0) AND d.told <= $bound
  RETURN sum(size(d.lines)) AS grown
}
RETURN who, grown, coalesce(page[1], 0) AS size
"""

SINCE = """
UNWIND $ids AS who
CALL (who) {
  MATCH (p:CastlinePage) WHERE p.saga = $saga AND p.who = who AND p.told >= 0
  WITH p ORDER BY p.saga, p.who, p.told DESC LIMIT 1
  RETURN collect([p.told, p.body])[0] AS page
}
CALL (who, page) {
  MATCH (d:CastlineDiary)
  WHERE d.saga = $saga AND d.who = who AND d.part = 0 AND d.told > coalesce(page[0], 0) AND d.told <= $bound
  WITH d ORDER BY d.saga, d.who, d.part, d.told
  RETURN collect(d.lines) AS states
}
CALL (who, page) {
  MATCH (d:CastlineDiary)
  WHERE d.saga = $saga AND d.who = who AND d.part = 1 AND d.told > coalesce(page[0], 0) AND d.told <= $bound
  WITH d ORDER BY d.saga, d.who, d.part, d.told
  RETURN collect([d.lines, d.events]) AS known
}
RETURN who, page[1] AS body, states, known
"""

PAGES = "UNWIND $rows AS row CREATE (p:CastlinePage) SET p = row"
