"""A user's Cypher, asked of the server itself: once, streamed, and given up at its limits.

    a thread of its own   opens a session, runs the query, counts rows and bytes as they come
    the caller            waits for it so long as the query may take, then has the server end the transaction

The server is told the limit on time too, but looks at its clock only between steps: not while it plans, nor in the middle
of collecting. Its memory for one transaction is its own setting, `db.memory.transaction.max`.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from itertools import chain, zip_longest
from typing import Any

import msgspec
from neo4j import READ_ACCESS, Query, Record
from neo4j.exceptions import DriverError, Neo4jError
from neo4j.graph import Node, Path, Relationship

from castline.errors import QueryError
from castline.graph.limits import MIB, Limits, exceed
from castline.graph.neo4j_errors import OUT_OF_MEMORY
from castline.graph.neo4j_sessions import Sessions
from castline.graph.plain import plain
from castline.graph.schema import HIDDEN

FAULTS = ("Neo.ClientError.Statement", "Neo.ClientError.Procedure", "Neo.ClientError.Transaction")
"""Codes of errors that are the query's fault."""

TIMED_OUT = ("TimedOut", "Transaction.Terminated", "TransactionMarkedAsFailed")
"""Parts of the codes of what the server ended for its slowness."""

GRACE = 1.0
"""Seconds for which a server that should have stopped by itself is waited for."""

NAME = "castlineQuery"
"""Under this key the server is told which transaction is ours."""

TERMINATE = (
    "SHOW TRANSACTIONS YIELD transactionId AS id, metaData WHERE metaData[$key] = $name "
    "TERMINATE TRANSACTIONS id YIELD message RETURN message"
)

Row = dict[str, Any]


def ask(sessions: Sessions, query: str, given: dict[str, Any], limits: Limits) -> list[Row]:
    """The rows as plain values. Raises QueryError where the query is at fault, and else what the driver raises."""
    name = uuid.uuid4().hex
    told = Query(query, {NAME: name}, limits.seconds)
    answer = _Answer(lambda: _stream(sessions, told, given, limits))
    if not answer.wait(limits.seconds + GRACE):
        _Answer(lambda: _terminate(sessions, name)).wait(GRACE)
        raise exceed(limits, "seconds")
    try:
        return answer.take()
    except Neo4jError as error:
        raise _blame(error, limits) or error from error


class _Answer:
    """What a call in a thread of its own comes to."""

    def __init__(self, call: Callable[[], list[Row]]) -> None:
        self._call = call
        self._rows: list[Row] = []
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._rows = self._call()
        except Exception as error:
            self._error = error

    def wait(self, seconds: float) -> bool:
        """Whether it has come to its end within so long."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def take(self) -> list[Row]:
        if self._error is not None:
            raise self._error
        return self._rows


def _stream(sessions: Sessions, query: Query, given: dict[str, Any], limits: Limits) -> list[Row]:
    rows: list[Row] = []
    size = 0
    # A session's own transaction is run once: what `execute_query` does, a server without memory would be asked again and again.
    with sessions.open(default_access_mode=READ_ACCESS) as session:
        for record in session.run(query, given):
            row = _plain(record)
            size += len(msgspec.msgpack.encode(row))
            if size > limits.size * MIB:
                raise exceed(limits, "size")
            if len(rows) == limits.rows:
                raise exceed(limits, "rows")
            rows.append(row)
    return rows


def _plain(record: Record) -> Row:
    return {key: plain(value, _loosen) for key, value in zip(record.keys(), record.values(), strict=True)}


def _terminate(sessions: Sessions, name: str) -> list[Row]:
    """Have the server end a transaction that it has not ended by itself."""
    try:
        with sessions.open() as session:
            return [_plain(record) for record in session.run(TERMINATE, key=NAME, name=name)]
    except (Neo4jError, DriverError):  # its own limit on time, which it knows, must do
        return []


def _blame(error: Neo4jError, limits: Limits) -> QueryError | None:
    code = error.code or ""
    if any(part in code for part in OUT_OF_MEMORY):
        return QueryError(
            "The query takes more memory than the server has for one (its db.memory.transaction.max). Collect and sort less "
            "at once, add LIMIT, or give the server more."
        )
    if any(part in code for part in TIMED_OUT):
        return exceed(limits, "seconds")
    if code.startswith(FAULTS):
        return QueryError(f"The query does not run: {error.message}")
    return None


def _loosen(value: Any) -> Any:
    """Nodes and relationships as their properties, without the store's own; a path as the list of its parts."""
    match value:
        case Path():
            parts = chain.from_iterable(zip_longest(value.nodes, value.relationships))
            return [part for part in parts if part is not None]
        case Node() | Relationship():
            return {key: item for key, item in sorted(value.items()) if key not in HIDDEN}
    return value
