"""A user's Cypher, asked of the server itself."""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import Any

from neo4j import Driver, Query, RoutingControl
from neo4j.exceptions import Neo4jError
from neo4j.graph import Node, Path, Relationship

from castline.errors import QueryError
from castline.graph.neo4j_errors import OUT_OF_MEMORY
from castline.graph.plain import plain
from castline.graph.schema import HIDDEN

FAULTS = ("Neo.ClientError.Statement", "Neo.ClientError.Procedure", "Neo.ClientError.Transaction")
"""Codes of errors that are the query's fault."""


def ask(
    driver: Driver, database: str | None, query: str, given: dict[str, Any], seconds: float
) -> list[dict[str, Any]]:
    """The rows as plain values. Raises QueryError where the query is at fault, and else what the driver raises."""
    try:
        found = driver.execute_query(
            Query(query, timeout=seconds), given, database_=database, routing_=RoutingControl.READ
        )
    except Neo4jError as error:
        if any(part in (error.code or "") for part in OUT_OF_MEMORY):
            raise QueryError(
                "The query takes more memory than the server has for one. Ask for less at once."
            ) from error
        if (error.code or "").startswith(FAULTS):
            raise QueryError(f"The query does not run: {error.message}") from error
        raise
    return [{key: plain(record[key], _loosen) for key in found.keys} for record in found.records]


def _loosen(value: Any) -> Any:
    """Nodes and relationships as their properties, without the store's own; a path as the list of its parts."""
    match value:
        case Path():
            parts = chain.from_iterable(zip_longest(value.nodes, value.relationships))
            return [part for part in parts if part is not None]
        case Node() | Relationship():
            return {key: item for key, item in sorted(value.items()) if key not in HIDDEN}
    return value
