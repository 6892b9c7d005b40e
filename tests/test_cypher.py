"""Cypher: what the guard lets through, and the same rows from the server and from memory."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from neo4j.exceptions import ClientError
from runs import run
from sagas import make_batches, stories

import castline
from castline.errors import Notice, QueryError
from castline.graph.cypher import run_cypher
from castline.graph.facts import Attribute, Fact, Name, Relation
from castline.graph.guard import check
from castline.graph.hints import PROPERTIES, find_unknown
from castline.graph.moments import Moment
from castline.graph.property_graph import weave
from castline.graph.sqlite import SqliteStore
from castline.graph.store import Store

LIVE = "r.told <= $at AND (r.until IS NULL OR r.until > $at)"
READS = (
    "MATCH (c:Character {saga: $saga}) RETURN count(c) AS people",
    "MATCH (c:Character {saga: $saga}) RETURN c.id AS id, c.told AS told, c.narrator AS n ORDER BY id",
    "MATCH (a:Character {saga: $saga})-[r:FEELS]->(b:Character) WHERE " + LIVE + " RETURN a.id AS a, b.id AS b,"
    " r.affection AS affection, r.familiarity AS familiarity, r.cues AS cues, r.at AS at ORDER BY a, b",
    "MATCH (a:Character {saga: $saga})-[r:FEELS]->(b:Character) RETURN r.id AS id, r.until AS until ORDER BY id",
    "MATCH (c:Character {saga: $saga})-[r:KNOWN_AS]->(n:Name) RETURN n.name AS name, collect(DISTINCT r.kind) AS kinds ORDER BY name",
    "MATCH (a:Character {saga: $saga})-[:PARTICIPATED_IN]->(e:Event)<-[:PARTICIPATED_IN]-(b:Character) WHERE a.id < b.id"
    " RETURN a.id AS a, b.id AS b, count(e) AS together ORDER BY a, b",
    "MATCH (c:Character {saga: $saga})-[k:KNOWS_OF]->(e:Event)-[:OCCURS_IN]->(s:Scene)-[:PART_OF]->(ch:Chapter)"
    " RETURN ch.ordinal AS chapter, c.id AS who, count(DISTINCT e) AS events, max(e.importance) AS most ORDER BY chapter, who",
    "MATCH (u:Utterance {saga: $saga})-[:SUPPORTED_BY]->(e:Evidence) RETURN u.id AS id, e.text AS text, e.start AS start ORDER BY id",
    "MATCH (c:Character {saga: $saga})-[r:HAS]->(a:Attribute) WHERE r.until IS NULL RETURN c.id AS id, r.kind AS kind, a.value AS value"
    " ORDER BY id, kind, value",
    "MATCH (a:Moment {saga: $saga})-[:NEXT]->(b:Moment) RETURN a.name AS a, b.name AS b ORDER BY a",
    "MATCH (b:Book {saga: $saga})-[:PART_OF]->(s:Saga) RETURN b.name AS book, s.id AS saga",
    "UNWIND [1, 2] AS n WITH n WHERE n > 1 RETURN n, CASE WHEN n = 2 THEN 'two' ELSE 'x' END AS word",
    "MATCH (c:Character {saga: $saga}) OPTIONAL MATCH (c)-[r:SAME_AS]->(d:Character) RETURN c.id AS c, count(d) AS same ORDER BY c",
    "MATCH (c:Character {saga: $saga}) WHERE EXISTS { MATCH (c)-[:SAID]->(u:Utterance) WHERE u.emotion IS NOT NULL }"
    " RETURN c.id AS id ORDER BY id LIMIT 3",
    "MATCH (e:Event {saga: $saga}) RETURN e.kind AS kind, e.place AS place, count(*) AS n, avg(e.importance) > 0 AS some"
    " ORDER BY kind, place UNION ALL MATCH (e:Event {id: 'no'}) RETURN 1 AS kind, 2 AS place, 3 AS n, 4 AS some",
    "MATCH (s:Chapter {saga: $saga})-[h:HAS]->(a:Attribute {kind: 'summary'}) RETURN s.id AS id, a.value AS words ORDER BY id",
)
WRITES = (
    "CREATE (n)", "MATCH (n) SET n.x = 1", "MATCH (n) DELETE n", "MATCH (n) DETACH DELETE n", "MERGE (n:X)",
    "MATCH (n) REMOVE n.x", "MATCH (n) FOREACH (x IN [1] | SET n.x = 1)", "LOAD CSV FROM 'file:///x' AS l RETURN l",
    "MATCH (n) RETURN n; MATCH (n) DELETE n", "CALL { CREATE (n) }", "CALL apoc.load.json('x') YIELD value RETURN value",
    "CALL dbms.listConfig() YIELD name RETURN name", "CALL db.labels.x()", "RETURN apoc.load.json('x')", "DROP INDEX x",
    "SHOW USERS", "USE neo4j MATCH (n) RETURN n", "MATCH (n) WITH * SET n.x = 1", "MATCH (n) WITH n ORDER BY n.x DESC SET n.y = 1",
    "MATCH (n) WHERE true DELETE n", "MATCH (n) WHERE n.x IS NULL DELETE n", "MATCH (n) WITH CASE WHEN 1=1 THEN 1 END SET n.x=1",
    "MATCH (n) /* x */ SET /* y */ n.x = 1", "MATCH (n) // hm\nSET n.x = 1", "RETURN 'a\\u0027 + 1 SET n", "MATCH (`SET`) SET `SET`.x = 1",
    "MATCH (n) CALL (n) { DELETE [n][0] }", "MATCH (n) CALL (n) { SET n.x = 1 }", "MATCH (n) DELETE [n][0]", "MATCH p=() DELETE p",
    "MATCH (n) SET (n).x = 1", "MATCH (n) LIMIT 5 SET n.x = 1", "", "   ", "// only", "EXPLAIN CREATE (n)", "PROFILE MATCH (n) DELETE n",
    "MATCH (n:CastlineLedger) RETURN n", "MATCH (n:`CastlinePage`) RETURN n", "MATCH (n)\u180eSET n.x = 1", "RETURN 1 AS x INSERT (:A)",
    "CALL `apoc.x`()", "CALL db.`labels`()", "MATCH (n) CALL { WITH n SET n.x = 1 } IN TRANSACTIONS", "RETURN file('x')", "RETURN reduce(s = 'x', i IN range(1, 40) | s + s) AS x",
    "MATCH (n) WITH n SKIP 1 CREATE (m)", "UNWIND [1] AS x CREATE p = (a)-[:T]->(b) RETURN p", "MATCH (n) SET n:Label", "MATCH (n) SET n += {a: 1}",
)  # fmt: skip


def test_a_function_that_is_not_let_through_is_told_with_those_that_are() -> None:
    with pytest.raises(
        QueryError, match=r"^reduce\(\.\.\.\) is none of the functions .*: abs, avg, .* substring, sum, "
    ):
        check("MATCH (n) RETURN reduce(a = 0, x IN [1] | a + x)")


@pytest.mark.parametrize("query", READS)
def test_reads_pass_the_guard(query: str) -> None:
    check(query)
    check(query.lower().replace("$saga", "$saga") + " ;")


@pytest.mark.parametrize("query", WRITES)
def test_whatever_else_is_refused_with_a_reason(query: str) -> None:
    with pytest.raises(QueryError, match=r"query|queries|called|allowed|run here"):
        check(query)


WORDS = st.sampled_from(
    ["MATCH", "(n)", "SET", "n.x = 1", "DELETE", "n", "WITH", "*", "CALL", "{", "}", "RETURN", "'a'", "[n]", "UNION", "ALL", "END",
     "CASE", "WHERE", "true", "CREATE", "(m)", "/*", "*/", "`x`", "REMOVE", "n:L", "FOREACH", "(x IN [1] |", ")", "DETACH"]
)  # fmt: skip


@pytest.mark.neo4j
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(words=st.lists(WORDS, max_size=10))
def test_what_passes_the_guard_is_a_read_to_neo4j(neo4j_store: Store, words: list[str]) -> None:
    query = "MATCH (n:Nothing) " + " ".join(words)
    try:
        check(query)
        assert explain(neo4j_store, query) == "r"
    except (QueryError, ClientError):  # refused, or no query at all
        return


def explain(store: Store, query: str) -> str:
    """What Neo4j takes a query for: r reads, rw and w write."""
    summary = store.driver.execute_query("EXPLAIN " + query).summary  # type: ignore[attr-defined]
    return str(summary.query_type)


@pytest.mark.neo4j
def test_neo4j_tells_a_read_from_a_write(neo4j_store: Store) -> None:
    assert {explain(neo4j_store, query) for query in ("MATCH (n:Nothing) RETURN n", "MATCH (n) WITH * RETURN 'a'")} == {
        "r"
    }
    assert "w" in explain(neo4j_store, "MATCH (n:Nothing) SET n.x = 1") + explain(neo4j_store, "CREATE (m) RETURN m")


@pytest.mark.neo4j
@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(batches=stories())
def test_the_server_and_memory_give_the_same_rows(
    neo4j_store: Store, tmp_path_factory: pytest.TempPathFactory, batches: list
) -> None:  # type: ignore[type-arg]
    embedded = SqliteStore(str(tmp_path_factory.mktemp("cypher") / "castline.db"))
    saga = batches[0].saga
    stands = neo4j_store.forget(saga)
    for batch in batches:
        embedded.write(batch)
        neo4j_store.write(dataclasses.replace(batch, after=stands + batch.after))
    bound = Moment(1, len(batches)).bound
    for query in READS:
        native = run_cypher(neo4j_store, saga, query)
        assert run_cypher(embedded, saga, query) == native, query
        assert run_cypher(neo4j_store, saga, query, bound, {"at": 2**52 - 1}) == native, query
    embedded.close()


def test_a_cut_graph_holds_nothing_from_after_the_cut(sqlite_store: Store) -> None:
    for batch in make_batches(3, 3):
        sqlite_store.write(batch)
    bound = Moment(1, 1).bound
    found = run_cypher(sqlite_store, "made", "MATCH (n) RETURN max(n.told) AS told, count(n) AS nodes", bound)[0]
    assert found["told"] <= bound
    whole = run_cypher(sqlite_store, "made", "MATCH (n) RETURN max(n.told) AS told, count(n) AS nodes")[0]
    assert whole["told"] > bound and whole["nodes"] > found["nodes"]
    ended = run_cypher(sqlite_store, "made", "MATCH ()-[r:FEELS]->() RETURN max(r.until) AS until", bound)
    assert ended[0]["until"] is None or ended[0]["until"] <= bound


def test_nodes_come_as_their_properties(store: Store, saga_name: str) -> None:
    batch = next(iter(make_batches(1, 1, saga=saga_name, words=("w",))))
    store.write(batch)
    row = run_cypher(store, saga_name, "MATCH (c:Character {saga: $saga})-[r:KNOWN_AS]->(n:Name) RETURN n, r")[0]
    assert row["n"] == {
        "at": "1.1",
        "id": f"{saga_name}:name:w 1",
        "name": "w 1",
        "saga": saga_name,
        "told": row["n"]["told"],
    }
    assert row["r"]["text"] == "w" and "line" not in row["r"] and "live" not in row["r"]
    path = run_cypher(store, saga_name, "MATCH p = (c:Character {saga: $saga})-[r:KNOWN_AS]->(n:Name) RETURN p")[0]["p"]
    assert [part["id"] for part in path] == [row["r"]["who"], row["r"]["id"], row["n"]["id"]]


def test_an_unknown_saga_is_an_empty_graph(store: Store) -> None:
    assert run_cypher(store, "nobody", "MATCH (c:Character {saga: $saga}) RETURN c.id AS id") == []


@pytest.mark.parametrize("query", ["MATCH (n:Character RETURN n", "RETURN $missing AS x", "MATCH (n) RETURN m"])
def test_a_broken_query_is_a_query_error(store: Store, query: str) -> None:
    with pytest.raises(QueryError, match="does not run"):
        run_cypher(store, "nobody", query)


def test_no_file_is_read(sqlite_store: Store, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    with pytest.raises(QueryError):
        run_cypher(sqlite_store, "x", f"LOAD CSV FROM 'file://{tmp_path}/secret' AS line RETURN line")


@pytest.mark.parametrize(
    ("query", "hints"),
    [
        ("MATCH (c:Charakter) RETURN c.id AS id", ["No label 'Charakter' in this graph; did you mean 'Character'? Labels: Saga, Book,"]),
        ("MATCH (c:character) RETURN c.id AS id", ["No label 'character' in this graph; did you mean 'Character'?"]),
        ("MATCH (a)-[r:FEEL|KNOWS]->(b) RETURN a.id AS id", ["No relationship type 'FEEL' in this graph; did you mean 'FEELS'?",
                                                             "No relationship type 'KNOWS' in this graph; did you mean 'KNOWS_OF'?"]),
        ("MATCH (a:Character)-[r:FEELS]->(b) WHERE r.afection > 2 RETURN r.afection AS x",
         ["No property 'afection' in this graph; did you mean 'affection'? Properties: id, name,"]),
        ("MATCH (a:Character {nam: 'x'}) RETURN a.id AS id", ["No property 'nam' in this graph; did you mean 'name'?"]),
        ("MATCH (a:Zzz) RETURN a.id AS id", ["No label 'Zzz' in this graph. Labels: Saga,"]),
        ("MATCH (n) WHERE n:Persn RETURN count(n) AS n", ["No label 'Persn' in this graph"]),
        ("MATCH (a:`Charakter`) RETURN [x IN [1] | x] AS y, {xs: 1} AS m", ["No label 'Charakter'"]),
    ],
)  # fmt: skip
def test_names_that_no_graph_has_are_hinted_at(tmp_path: Path, query: str, hints: list[str]) -> None:
    found = find_unknown(query)
    assert len(found) == len(hints)
    assert all(said.startswith(hint) for said, hint in zip(found, hints, strict=True)), found


@pytest.mark.parametrize("query", [*READS, "WITH {size: 1} AS m RETURN m.size AS s, [x IN [1, 2] WHERE x > 1 | x] AS y",
                                   "MATCH (a)-[r:FEELS*1..2]-(b) RETURN count(*) AS n", "CALL db.labels() YIELD label RETURN label"])  # fmt: skip
def test_names_that_are_there_are_not(query: str) -> None:
    assert find_unknown(query) == []


def test_every_key_of_a_graph_is_known_and_no_other() -> None:
    facts = [fact for batch in make_batches(3, 4) for fact in batch.facts]
    graph = weave(
        "made", [*facts, with_a_part(facts[0]), with_the_lead(facts), with_others(facts), with_a_secret(facts)]
    )
    keys = {key for made in (*graph.nodes.values(), *graph.edges) for key in made.properties}
    assert keys <= set(PROPERTIES) and set(PROPERTIES) - keys <= {"until", "happened"}


def with_the_lead(facts: Sequence[Fact]) -> Fact:
    """A name that has come to lead, which the made sagas do not draw."""
    return msgspec.structs.replace(next(fact for fact in facts if isinstance(fact, Name)), id="made:lead", leads=True)


def with_others(facts: Sequence[Fact]) -> Fact:
    """A sentence that tells of somebody with others, which the made sagas do not draw."""
    told = next(fact for fact in facts if isinstance(fact, Attribute))
    return msgspec.structs.replace(told, id="made:told", others=("made:1.1:c0",))


def with_a_secret(facts: Sequence[Fact]) -> Fact:
    """A tie that one of the two does not know of, which the made sagas do not draw."""
    tie = next(fact for fact in facts if isinstance(fact, Relation))
    return msgspec.structs.replace(tie, id="made:secret", hidden_from=(tie.a,))


def with_a_part(chapter: Fact) -> Fact:
    """A heading of a part, which the made sagas do not always draw."""
    return msgspec.structs.replace(chapter, id="made:rare", part="VOLUME I")


def test_a_query_with_an_unknown_name_gives_rows_and_a_hint(store: Store, saga_name: str, tmp_path: Path) -> None:
    for batch in make_batches(1, 1, saga=saga_name, words=("w",)):
        store.write(batch)
    said: list[str] = []
    with castline.open(store.url, saga_name, said.append) as library:
        assert library.cypher("MATCH (c:Character {saga: $saga}) RETURN count(c.naem) AS n") == [{"n": 0}]
    assert [hint.split(";")[0] for hint in said] == ["No property 'naem' in this graph"]


def test_the_hint_is_a_python_warning_and_a_line_on_stderr(told: Path) -> None:
    query = "MATCH (c:Charakter) RETURN count(c) AS n"
    with (
        castline.open(f"sqlite:///{told}/castline.db") as library,
        pytest.warns(Notice, match="did you mean 'Character'"),
    ):
        assert library.cypher(query) == [{"n": 0}]
    done = run(told, "cypher", query)
    assert (done.exit_code, json.loads(done.stdout)) == (0, [{"n": 0}])
    assert done.stderr.startswith("castline: No label 'Charakter' in this graph; did you mean 'Character'? Labels: ")


def test_that_names_stand_in_a_cut_graph_is_said_where_nothing_is_found(sqlite_store: SqliteStore) -> None:
    for batch in make_batches(2, 3):
        sqlite_store.write(batch)
    with castline.open(sqlite_store.url, "made") as library:
        with pytest.warns(Notice, match="people have names in a graph cut"):
            assert library.cypher("MATCH (c:Character) WHERE c.name = 'Nobody' RETURN c.id AS id") == []
        assert library.cypher("MATCH (c:Character) WHERE c.name = 'Nobody' RETURN c.id AS id", 2) == []
        assert library.cypher("MATCH (c:Character) WHERE c.id = 'nobody' RETURN c.id AS id") == []
