"""What a user's Cypher may take: each limit is kept, says which it was, and leaves the next query well."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import pytest
from drawing import FUZZ
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from runs import fails, run
from sagas import make_batches

import castline
from castline.errors import AskError, QueryError
from castline.graph.cypher import run_cypher
from castline.graph.guard import check
from castline.graph.limits import Limits
from castline.graph.store import Store

SMALL = Limits(seconds=2, memory=256)
GREEDY = {
    "cartesian": "UNWIND range(1, 3000) AS a UNWIND range(1, 3000) AS b UNWIND range(1, 3000) AS c RETURN count(*) AS n",
    "rows of it": "UNWIND range(1, 3000) AS a UNWIND range(1, 3000) AS b UNWIND range(1, 3000) AS c RETURN a, b, c",
    "paths": "UNWIND range(1, 100000) AS i MATCH p = (a)-[*1..9]-(b) RETURN count(p) AS n",
    "comprehension": "UNWIND range(1, 1000000) AS i RETURN sum(size([x IN range(1, 100000) WHERE x % 7 = i % 7 | x * 2])) AS n",
    "replace": "WITH 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' AS s"
    " RETURN replace(replace(replace(replace(replace(replace(s, 'a', s), 'a', s), 'a', s), 'a', s), 'a', s), 'a', s) AS t",
    "collect": "UNWIND range(1, 100000) AS i UNWIND range(1, 100000) AS j WITH collect([i, j]) AS pairs RETURN pairs[5] AS n",
}
LIMITED = r"its limit on (time|memory|rows)|more memory than the server has"


@pytest.fixture
def small(store: Store, saga_name: str) -> tuple[Store, str]:
    """A store of each kind with a saga of some chapters."""
    for batch in make_batches(2, 3, saga=saga_name):
        store.write(batch)
    return store, saga_name


@pytest.mark.parametrize("query", GREEDY.values(), ids=GREEDY)
def test_no_query_takes_more_than_it_may(small: tuple[Store, str], query: str) -> None:
    store, saga = small
    began = time.perf_counter()
    with pytest.raises(QueryError, match=LIMITED):
        run_cypher(store, saga, query, limits=SMALL)
    assert time.perf_counter() - began < 2 * SMALL.seconds + 4
    assert run_cypher(store, saga, "RETURN 1 AS n") == [{"n": 1}], "the next query"


def test_an_answer_is_bounded(small: tuple[Store, str]) -> None:
    store, saga = small
    many = "UNWIND range(1, $n) AS n RETURN n ORDER BY n"
    assert len(run_cypher(store, saga, many, None, {"n": 20}, Limits(rows=20))) == 20
    with pytest.raises(QueryError, match=r"more than 20 rows, its limit.*--max-rows"):
        run_cypher(store, saga, many, None, {"n": 21}, Limits(rows=20))
    wide = "UNWIND range(1, $n) AS n RETURN n, $words AS words"
    words = "x" * 10_000
    assert len(run_cypher(store, saga, wide, None, {"n": 100, "words": words}, Limits(size=1))) == 100
    with pytest.raises(QueryError, match=r"more than 1 MiB, the limit on their size.*--max-size"):
        run_cypher(store, saga, wide, None, {"n": 110, "words": words}, Limits(size=1))
    with pytest.raises(QueryError, match=r"the limit on their size|its limit on memory"):  # 100 MB
        run_cypher(store, saga, wide, None, {"n": 10_000, "words": words})


def test_a_graph_in_memory_keeps_its_process_after_a_query(sqlite_store: Store) -> None:
    for batch in make_batches(2, 3):
        sqlite_store.write(batch)
    ask = "MATCH (c:Character) RETURN count(c) AS n"
    began = time.perf_counter()
    first = run_cypher(sqlite_store, "made", ask)
    cold, began = time.perf_counter() - began, time.perf_counter()
    for _ in range(20):
        assert run_cypher(sqlite_store, "made", ask) == first
    assert (time.perf_counter() - began) / 20 < cold / 4, "a process is started once"


def test_queries_are_answered_beside_a_greedy_one(sqlite_store: Store) -> None:
    for batch in make_batches(2, 3):
        sqlite_store.write(batch)
    refused: list[str] = []

    def ask_greedily() -> None:
        with pytest.raises(QueryError) as raised:
            run_cypher(sqlite_store, "made", GREEDY["comprehension"], limits=SMALL)
        refused.append(str(raised.value))

    def count_answers() -> int:
        greedy, answered = threading.Thread(target=ask_greedily), 0
        greedy.start()
        while greedy.is_alive():
            assert run_cypher(sqlite_store, "made", "RETURN 1 AS n") == [{"n": 1}]
            answered += 1
        return answered

    # Where a query waited for the greedy one, one alone would be answered each time; a machine may stand still once.
    assert max(count_answers() for _ in range(3)) > 1
    assert len(refused) == 3 and all("its limit on" in why for why in refused)


def test_the_limits_are_options(told: Path) -> None:
    many = "UNWIND range(1, 9) AS n RETURN n"
    assert "its limit on rows" in fails(told, "cypher", many, "--max-rows", "8")
    assert "limit on time" in fails(told, "cypher", GREEDY["comprehension"], "--max-seconds", "0.5")
    assert "limit on memory" in fails(told, "cypher", GREEDY["replace"], "--max-memory", "64")
    assert len(json.loads(run(told, "cypher", many, "--max-rows", "9", "--max-size", "1").stdout)) == 9
    with castline.open(f"sqlite:///{told}/castline.db") as library, pytest.raises(AskError, match="rows=0"):
        library.cypher(many, limits=castline.Limits(rows=0))


@pytest.mark.parametrize(
    "query",
    ["RETURN " + "(" * 20_000 + "1" + ")" * 20_000 + " AS n", "RETURN " + "[" * 65 + "]" * 65, "RETURN 1" + " + 1" * 20_000,
     "RETURN /*" + "/*" * 20_000, "MATCH " + "('" * 20_000, "RETURN " + "NOT " * 12_000 + "true AS n", "RETURN " + "-" * 40_000 + "1 AS n"],
)  # fmt: skip
def test_a_query_that_goes_deep_ends_soon(small: tuple[Store, str], query: str) -> None:
    store, saga = small
    began = time.perf_counter()
    with pytest.raises(QueryError):
        run_cypher(store, saga, query, limits=SMALL)
    assert time.perf_counter() - began < SMALL.seconds + 4


def test_parameters_that_are_no_values_are_refused(sqlite_store: Store) -> None:
    with pytest.raises(QueryError, match="plain values"):
        run_cypher(sqlite_store, "made", "RETURN $x AS x", None, {"x": object()})


WORDS = st.sampled_from(
    ["MATCH", "(n)", "(a)-[r]->(b)", "WHERE", "n.id = 'x'", "WITH", "*", "RETURN", "n", "count(*)", "AS x", "UNWIND", "range(1, 1000)", ",",
     "[x IN range(1, 1000) | x]", "collect(n)", "ORDER BY", "LIMIT 3", "UNION", "CALL {", "}", "(", ")", "-[*]-", "replace('a', 'a', 'aa')", "$at",
     "'", "`", "{", "/*", "*/", "1", "+", "NOT", "CASE", "WHEN", "THEN", "END", "SET n.x = 1", "DELETE n", ";", "\\", "é", "😀"]
)  # fmt: skip


@settings(max_examples=30 * FUZZ, deadline=None, suppress_health_check=list(HealthCheck))
@given(words=st.lists(WORDS, max_size=14))
def test_whatever_is_asked_gives_rows_or_words(sqlite_store: Store, words: list[str]) -> None:
    query = " ".join(["MATCH (m)", *words])
    try:
        check(query)
        rows = run_cypher(sqlite_store, "nobody", query, limits=Limits(seconds=1, memory=128, rows=100))
    except QueryError as refused:
        assert str(refused)
    else:
        assert isinstance(rows, list)
