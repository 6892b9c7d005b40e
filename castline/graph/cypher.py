"""Cypher over a saga, the same on every store.

With a moment to cut at (or on the embedded store) the property graph of what was told by then is built in
memory and asked there, by a process of its own, so that a query cannot reach what is not in it. Without a cut a store that speaks
Cypher (Neo4j) is asked itself. Either way a query has limits: see `limits`.

Both take what `guard` lets through. For the same rows from both, say labels and types (`(c:Character)`, not
`(c)`), say `{saga: $saga}` where a database holds several sagas, return fields rather than whole nodes, and
sort. `$saga` is given always; `$at` too, the cut as a packed moment (without a cut, one after every other).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from castline.graph.engine import Load
from castline.graph.engines import ENGINES
from castline.graph.facts import KINDS
from castline.graph.guard import check
from castline.graph.limits import Limits
from castline.graph.moments import FOREVER
from castline.graph.store import Store

WOVEN = tuple(str(cls.__struct_config__.tag) for cls in KINDS if str(cls.__struct_config__.tag) != "mention")
"""The kinds of facts that a graph is woven of."""


def run_cypher(
    store: Store, saga: str, query: str, bound: int | None = None, parameters: Mapping[str, Any] | None = None,
    limits: Limits | None = None,
) -> list[dict[str, Any]]:  # fmt: skip
    """The rows of a query as plain values, as of `bound` (itself inside; None: all that was told).

    Nodes and relationships come as their properties, paths as lists of these. Raises QueryError for a query
    that does more than read, that the engine cannot run, or that reaches a limit.
    """
    limits = limits or Limits()
    limits.check()
    check(query)
    given = {"saga": saga, "at": FOREVER if bound is None else bound, **(parameters or {})}
    rows = store.ask(query, given, limits) if bound is None else None
    return _ask_memory(store, saga, bound, query, given, limits) if rows is None else rows


def _ask_memory(
    store: Store, saga: str, bound: int | None, query: str, given: dict[str, Any], limits: Limits
) -> list[dict[str, Any]]:
    """The rows from the graph of what was told by then; one that is kept for it is known by what it was made of."""
    lines = list(store.facts(saga, WOVEN, FOREVER if bound is None else bound))
    key = hashlib.sha256("\n".join([saga, str(bound is None), *lines]).encode()).digest()
    return ENGINES.ask(key, lambda: Load(saga, bound, lines), query, given, limits)
