"""Every query that the Neo4j store runs, but for those that write a chapter (`neo4j_changes`). Values are parameters; labels and types are the schema's own constants.

A diary entry is what was told of one character at one moment, in one of the parts that `parts` lists: one index range gives
a snapshot all it needs, however many relationships a hub has (300 relationships cost 14 ms to read, and the
entries that hold the same lines 1 ms). Each range is read backwards and only as far as its limit.
"""

from __future__ import annotations

from castline.graph.schema import HOME_TYPES, HOMES, LABELS

APPLIED = "MATCH (s:CastlineSchema {id: 'castline'}) RETURN s.applied AS applied"
SET_APPLIED = "MERGE (s:CastlineSchema {id: 'castline'}) SET s.applied = $applied"
AWAIT_INDEXES = "CALL db.awaitIndexes(120)"

# -- sagas ---------------------------------------------------------------------------------------------------

SAGAS = (
    "MATCH (l:CastlineLedger) WHERE l.saga >= '' AND l.leaving IS NULL AND l.token IS NOT NULL RETURN l.saga AS saga"
)
"""A ledger without the token of a last write is of a saga that was forgotten."""

SAGA = """
MATCH (l:CastlineLedger {saga: $saga}) WHERE l.leaving IS NULL AND l.token IS NOT NULL
CALL () {
  MATCH (b:CastlineBook) WHERE b.saga = $saga AND b.ordinal >= 0
  WITH b ORDER BY b.ordinal
  RETURN collect([b.ordinal, b.file, b.sha256, b.length, b.chapters]) AS books
}
CALL () {
  MATCH (c:CastlineChapter) WHERE c.saga = $saga AND c.book >= 0 AND c.ordinal >= 0
  WITH c.book AS book, max(c.ordinal) AS held
  MATCH (c:CastlineChapter) WHERE c.saga = $saga AND c.book = book AND c.ordinal > coalesce(held - $tail, -1)
  WITH c ORDER BY c.book, c.ordinal
  RETURN collect([c.book, c.ordinal, c.digest, c.prefix_sha256, c.end, c.label, c.part]) AS chapters
}
RETURN l.version AS version, books, chapters
"""

VERSION = "MATCH (l:CastlineLedger {saga: $saga}) RETURN l.version AS version"
MEMORY = """
MATCH (l:CastlineLedger {saga: $saga}) WHERE l.leaving IS NULL
MATCH (m:CastlineMemory) WHERE m.saga = $saga AND m.name >= ''
RETURN collect([m.name, m.body]) AS rows
"""

RECALL = """
OPTIONAL MATCH (l:CastlineLedger {saga: $asked.saga}) WHERE l.leaving IS NULL
CALL () {
  UNWIND $asked.names AS name MATCH (m:CastlineMemory {saga: $asked.saga, name: name})
  RETURN collect([m.name, m.body]) AS rows
}
CALL () {
  UNWIND $asked.ranges AS range
  MATCH (m:CastlineMemory) WHERE m.saga = $asked.saga AND m.name >= range[0] AND m.name < range[1]
  RETURN collect([m.name, m.body]) AS more
}
RETURN coalesce(l.version, 0) AS version, rows + more AS rows
"""
"""All that is asked for is in one parameter, so that a plan serves lists of any length."""

KEPT = """
MATCH (k:CastlineKept) WHERE k.saga = $saga AND k.name >= ''
RETURN collect([k.name, k.body]) AS rows
"""
KEEP = """
CALL () { UNWIND $gone AS name MATCH (k:CastlineKept {saga: $saga, name: name}) DELETE k }
CALL () { UNWIND $told AS row MERGE (k:CastlineKept {saga: $saga, name: row.name}) SET k.body = row.body }
"""

LEAVING = "MATCH (l:CastlineLedger) WHERE l.saga >= '' AND l.leaving RETURN l.saga AS saga"
LEAVE = (
    "MATCH (l:CastlineLedger {saga: $saga}) SET l.leaving = true, l.version = l.version + 1 RETURN l.version AS version"
)
LEFT = """
MATCH (l:CastlineLedger {saga: $saga})
REMOVE l.leaving, l.token, l.last_Book, l.last_Chapter, l.last_Scene, l.last_Moment
"""
"""The ledger stays, bare but for its version: whoever has seen an earlier one must see that it is past."""
_SWEEP_EDGES = """
MATCH ()-[r:{type_}]->() WHERE r.saga = $saga AND r.told >= 0
WITH r LIMIT $most DELETE r RETURN count(*) AS gone
"""
_SWEEP = "MATCH (n:{label}) WHERE n.saga = $saga{rest} WITH n LIMIT $most DETACH DELETE n RETURN count(*) AS gone"
_FEW = ("Evidence", "Utterance", "Event", "Scene", "Chapter")
"""Labels whose nodes have few relationships. With them go those between them and hubs: a hub that still had all of its
own would take more memory than a server has for one transaction."""
_RESTS = dict.fromkeys((*_FEW, *(label for label in LABELS if label not in _FEW)), " AND n.told >= 0") | {
    "CastlineBook": " AND n.ordinal >= 0",
    "CastlineChapter": " AND n.book >= 0 AND n.ordinal >= 0",
    "CastlineMemory": " AND n.name >= ''",
    "CastlinePage": " AND n.who >= '' AND n.told >= 0",
    "CastlineDiary": " AND n.who >= '' AND n.part >= 0 AND n.told >= 0",
}
SWEEPS = (
    *(_SWEEP_EDGES.format(type_=type_) for type_ in HOME_TYPES),
    *(_SWEEP.format(label=label, rest=rest) for label, rest in _RESTS.items()),
)
"""Each removes at most `$most` relationships of a type or nodes of a label: run until nothing is gone."""

# -- reading -------------------------------------------------------------------------------------------------

_NODE_LINES = """
MATCH (h:{home}) WHERE h.saga = $saga AND h.told <= $bound AND h.line IS NOT NULL
RETURN h.told AS told, collect([h.id, h.line, h.until]) AS rows
"""
_EDGE_LINES = """
MATCH ()-[h:{home}]->() WHERE h.saga = $saga AND h.told <= $bound AND h.line IS NOT NULL
RETURN h.told AS told, collect([h.id, h.line, h.until]) AS rows
"""
LINES = {
    home: (_NODE_LINES if home in LABELS else _EDGE_LINES).format(home=home) for home in sorted(set(HOMES.values()))
}

DIARY_LINES = """
UNWIND $parts AS part
MATCH (d:CastlineDiary) WHERE d.saga = $saga AND d.who = $who AND d.part = part AND d.told <= $bound
WITH part, d ORDER BY part, d.told
RETURN collect(d.lines) AS entries
"""

MENTIONS = """
MATCH (c:CastlineChapter) WHERE c.saga = $saga AND c.book >= 0 AND c.ordinal >= 0
RETURN c.book AS book, c.ordinal AS ordinal, c.mentions AS mentions ORDER BY c.book, c.ordinal
"""

TEXTS = """
MATCH (c:CastlineChapter) WHERE c.saga = $saga AND c.book >= 0 AND c.ordinal >= 0
AND (c.book > $book OR (c.book = $book AND c.ordinal > $ordinal))
RETURN c.book AS book, c.ordinal AS ordinal, c.body AS body ORDER BY c.book, c.ordinal
"""

EVENTS = """
UNWIND $ids AS id
MATCH (e:Event {id: id}) WHERE e.saga = $saga AND e.told <= $bound AND e.line IS NOT NULL
RETURN collect(e.line) AS lines
"""

PORTRAITS = """
OPTIONAL MATCH (l:CastlineLedger {saga: $saga})
CALL () {
  UNWIND $asked AS one
  WITH one[0] AS n, one[1] AS who, one[2] AS bound
  CALL (who, bound) {
    MATCH (p:CastlinePage) WHERE p.saga = $saga AND p.who = who AND p.told <= bound
    WITH p ORDER BY p.saga, p.who, p.told DESC LIMIT 1
    RETURN collect([p.told, p.body])[0] AS page
  }
  CALL (who, bound, page) {
    MATCH (d:CastlineDiary)
    WHERE d.saga = $saga AND d.who = who AND d.part = 0 AND d.told > coalesce(page[0], 0) AND d.told <= bound
    WITH d ORDER BY d.saga, d.who, d.part, d.told
    RETURN collect(d.lines) AS states
  }
  CALL (who, bound) {
    MATCH (d:CastlineDiary) WHERE d.saga = $saga AND d.who = who AND d.part = 1 AND d.told <= bound
    WITH d.lines AS lines, d.events AS events ORDER BY d.saga, d.who, d.part, d.told DESC
    UNWIND range(size(lines) - 1, 0, -1) AS i
    WITH lines[i] AS line, events[i] AS event WHERE event <> ''
    WITH line, event LIMIT $known
    RETURN collect([line, event]) AS known
  }
  CALL (who, bound) {
    MATCH (d:CastlineDiary) WHERE d.saga = $saga AND d.who = who AND d.part = 2 AND d.told <= bound
    WITH d.lines AS lines ORDER BY d.saga, d.who, d.part, d.told DESC
    UNWIND range(size(lines) - 1, 0, -1) AS i
    WITH lines[i] AS line LIMIT $said
    RETURN collect(line) AS said
  }
  CALL (who, bound) {
    MATCH (d:CastlineDiary) WHERE d.saga = $saga AND d.who = who AND d.part = 5 AND d.told <= bound
    WITH d.lines AS lines ORDER BY d.saga, d.who, d.part, d.told DESC
    UNWIND range(size(lines) - 1, 0, -1) AS i
    WITH lines[i] AS line LIMIT $sayings
    RETURN collect(line) AS sayings
  }
  CALL (who, bound) {
    MATCH (d:CastlineDiary) WHERE d.saga = $saga AND d.who = who AND d.part = 3 AND d.told <= bound
    WITH d.lines AS lines ORDER BY d.saga, d.who, d.part, d.told DESC
    UNWIND range(size(lines) - 1, 0, -1) AS i
    WITH lines[i] AS line LIMIT $scenes
    RETURN collect(line) AS scenes
  }
  RETURN collect([n, page[1], states, known, said, sayings, scenes]) AS parts
}
RETURN l.version AS version, parts
"""
"""Of several questions at once: `$asked` is a list of [which question, who, bound]."""
