"""`open_store`: the store that a URL names. The one module that knows every kind of store."""

from __future__ import annotations

from castline.errors import AskError
from castline.graph.store import Store
from castline.graph.urls import refuse_secret


def open_store(url: str) -> Store:
    """Open `sqlite:///path.db`, a plain path, or `neo4j://host:7687` (also bolt, +s and +ssc).

    Neo4j credentials come from NEO4J_USERNAME and NEO4J_PASSWORD (no authentication without them). Raises
    StoreUnreachable, StoreTooNew, or AskError for a URL of no known kind, or with a name and password in it.
    """
    scheme, _, rest = url.partition("://")
    refuse_secret(url)
    if "://" not in url or scheme == "sqlite":
        from castline.graph.sqlite import SqliteStore

        return SqliteStore(rest.removeprefix("/") if scheme == "sqlite" and rest else url)
    if scheme.split("+")[0] in ("neo4j", "bolt"):
        from castline.graph.neo4j import connect

        return connect(url)
    raise AskError(f"'{url}' is no store. Use sqlite:///path.db, or neo4j://host:7687 for a server.")
