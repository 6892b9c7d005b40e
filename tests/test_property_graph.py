"""The property graph: every fact at home once, labels and types of the schema only, the same cut or told piecemeal."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from sagas import make_batches, stories

from castline.graph import neo4j_changes, neo4j_queries, schema
from castline.graph.engine import load
from castline.graph.facts import Fact, kind
from castline.graph.neo4j import Neo4jStore
from castline.graph.property_graph import Graph, weave
from castline.graph.store import Batch


def told(batches: list[Batch]) -> list[Fact]:
    return [fact for batch in batches for fact in batch.facts]


def piecemeal(batches: list[Batch]) -> Graph:
    """The graph as a store gathers it: batch after batch."""
    whole = Graph()
    for batch in batches:
        part = weave(batch.saga, batch.facts, last=whole.last)
        whole.nodes = part.nodes | whole.nodes
        whole.edges += part.edges
        whole.last = part.last
    return whole


@settings(max_examples=25, deadline=None)
@given(batches=stories())
def test_every_fact_is_at_home_once(batches: list[Batch]) -> None:
    graph = weave(batches[0].saga, told(batches))
    homes = [node.fact for node in graph.nodes.values() if node.fact] + [edge.fact for edge in graph.edges if edge.fact]
    assert Counter(fact.id for fact in homes) == Counter(fact.id for fact in told(batches))
    for node in graph.nodes.values():
        assert node.fact is None or schema.HOMES[kind(node.fact)] == node.label
    for edge in graph.edges:
        assert edge.fact is None or schema.HOMES[kind(edge.fact)] == edge.type
        assert edge.source in graph.nodes and edge.target in graph.nodes


@settings(max_examples=25, deadline=None)
@given(batches=stories())
def test_the_graph_keeps_the_portable_rules(batches: list[Batch]) -> None:
    graph = weave(batches[0].saga, told(batches))
    for node in graph.nodes.values():
        own = node.properties
        assert node.label in schema.LABELS
        assert isinstance(own["id"], str) and isinstance(own["name"], str) and own["saga"] == batches[0].saga
        assert not own.keys() & {"title", "type", "label"} | own.keys() & schema.HIDDEN
        assert all(is_portable(value) for value in own.values())
    for edge in graph.edges:
        assert (edge.type, edge.source[0], edge.target[0]) in schema.ENDS
        assert {"saga", "told", "at"} <= edge.properties.keys()
        assert all(is_portable(value) for value in edge.properties.values())


def is_portable(value: Any) -> bool:
    if isinstance(value, list):
        return len({type(item) for item in value}) == 1 and all(isinstance(item, str | int | float) for item in value)
    return isinstance(value, str | int | float | bool)


@settings(max_examples=25, deadline=None)
@given(batches=stories())
def test_told_piecemeal_it_is_the_same_graph(batches: list[Batch]) -> None:
    whole, parts = weave(batches[0].saga, told(batches)), piecemeal(batches)
    assert whole.nodes == parts.nodes
    assert sorted(map(repr, whole.edges)) == sorted(map(repr, parts.edges))


def test_the_picture_of_the_schema_shows_every_type_and_label() -> None:
    assert {type_ for type_, *_ in schema.ENDS} == set(schema.TYPES)
    assert {label for _, *labels in schema.ENDS for label in labels} == set(schema.LABELS)


def test_a_character_has_no_property_that_could_change() -> None:
    graph = weave("made", told(list(make_batches(2, 3))), names={"made:1.1:c1": "Brisa"})
    people = {node.id: node.properties for node in graph.nodes.values() if node.label == "Character"}
    assert people.pop("made:1.1:c1")["name"] == "Brisa"
    assert all(own["name"] == who for who, own in people.items())
    allowed = {"id", "name", "saga", "told", "at", "book", "chapter", "by", "confidence", "narrator"}
    assert all(own.keys() <= allowed for own in people.values())


def test_chapters_scenes_and_moments_follow_one_another() -> None:
    graph = weave("made", told(list(make_batches(4, 2, books=2))))
    following = {edge.source[1]: edge.target[1] for edge in graph.edges if edge.type == "NEXT"}
    assert following["made:book:1"] == "made:book:2"
    assert following["made:1.1:chapter0"] == "made:1.2:chapter0"
    assert following["made:1.2:chapter0"] == "made:2.1:chapter0"
    assert following["made:moment:1.2.3"] == "made:moment:2.1"
    chained = Counter(
        node.label for node in graph.nodes.values() if node.label in ("Book", "Chapter", "Scene", "Moment")
    )
    assert len(following) == sum(chained.values()) - len(chained)


def test_memory_holds_all_of_the_graph() -> None:
    graph = weave("made", told(list(make_batches(3, 4))))
    loaded = load(graph)
    assert loaded.cypher("MATCH (n) RETURN count(n) AS n").to_list() == [{"n": len(graph.nodes)}]
    assert loaded.cypher("MATCH ()-[r]->() RETURN count(r) AS n").to_list() == [{"n": len(graph.edges)}]


@pytest.mark.neo4j
def test_the_server_holds_all_of_the_graph(neo4j_store: Neo4jStore, saga_name: str) -> None:
    batches = list(make_batches(4, 5, saga=saga_name, books=2))
    for batch in batches:
        neo4j_store.write(batch)
    graph = weave(saga_name, told(batches))
    for label in schema.LABELS:
        rows = neo4j_store.driver.execute_query(
            f"MATCH (n:{label} {{saga: $saga}}) RETURN properties(n) AS n", saga=saga_name
        )
        found = {row["n"]["id"]: without_store(row["n"]) for row in rows.records}
        assert found == {node.id: node.properties for node in graph.nodes.values() if node.label == label}
    for type_ in schema.TYPES:
        rows = neo4j_store.driver.execute_query(
            f"MATCH (a)-[r:{type_} {{saga: $saga}}]->(b) RETURN a.id AS a, b.id AS b, properties(r) AS r",
            saga=saga_name,
        )
        ends = sorted((row["a"], row["b"], row["r"]["at"], row["r"].get("id", "")) for row in rows.records)
        assert ends == sorted(
            (e.source[1], e.target[1], e.properties["at"], e.properties.get("id", ""))
            for e in graph.edges
            if e.type == type_
        )


def without_store(properties: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in properties.items() if key not in schema.HIDDEN}


PARAMETERS: dict[str, Any] = {
    "saga": "s", "ids": ["a"], "who": "a", "parts": [0, 1], "bound": 5, "known": 9, "said": 9, "scenes": 1, "most": 9, "applied": 1,
    "version": 1, "token": "t", "last": {}, "tail": 2, "book": 1, "ordinal": 1, "record": {},
    "rows": [{"id": "a", "source": "a", "target": "b", "slot": "x", "until": 4, "who": "a", "part": 0, "told": 4, "lines": ["l"], "name": "a", "body": b"",
              "events": [""], "properties": {"id": "a", "told": 3}}],
}  # fmt: skip


def stored_queries() -> dict[str, str]:
    """Every query of `neo4j_queries` and `neo4j_changes`, by name."""
    found = {"NODES": neo4j_changes.NODES.query, "EDGES": neo4j_changes.EDGES.query}
    for name, value in (vars(neo4j_queries) | vars(neo4j_changes)).items():
        if not name.isupper() or name.startswith("_"):
            continue
        texts = value.items() if isinstance(value, dict) else enumerate(value) if name == "SWEEPS" else [("", value)]
        found |= {f"{name} {key}".strip(): text for key, text in texts if isinstance(text, str) and " " in text}
    return found


@pytest.mark.neo4j
def test_no_stored_query_scans(neo4j_store: Neo4jStore) -> None:
    queries = stored_queries()
    assert len(queries) > 30
    for name, query in queries.items():
        given = PARAMETERS | {"rows": {}} if name in ("NODES", "EDGES") else PARAMETERS
        plan = neo4j_store.driver.execute_query("EXPLAIN " + query, given).summary.plan
        steps = list(operators(plan))
        assert not [step for step in steps if "Scan" in step], (name, steps)
        if name == "PORTRAIT":
            assert not [step for step in steps if "Sort" in step or "Top" in step], steps


def operators(plan: Any) -> Any:
    """The operators of a plan, top first."""
    yield plan["operatorType"]
    for child in plan.get("children", []):
        yield from operators(child)
