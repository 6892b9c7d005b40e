"""What a user's Cypher may take: time, memory, rows and bytes. Each limit says itself which one it was, and what to do."""

from __future__ import annotations

import msgspec

from castline.errors import AskError, QueryError

MIB = 2**20


class Limits(msgspec.Struct, frozen=True):
    """`seconds` are wall-clock, from when the graph is there; `memory` and `size` are in MiB.

    `memory` is what the query may take beside the graph, where the system can bound a process's (Linux); on a
    Neo4j it is the server's own `db.memory.transaction.max` that bounds it. `rows` and `size` bound the answer, the latter packed (about as large as its JSON).
    """

    seconds: float = 20.0
    memory: int = 1024
    rows: int = 10_000
    size: int = 32

    def check(self) -> None:
        """Raise AskError for a limit that lets nothing through."""
        for name in self.__struct_fields__:
            if not getattr(self, name) > 0:
                raise AskError(f"The limit {name}={getattr(self, name)} lets no query through. Give it more than 0.")


_REACHED = {
    "seconds": ("The query was stopped after {at:g} seconds, its limit on time. Begin at a node of known id or name, bound "
                "what is open (`[*1..3]`, LIMIT)"),
    "memory": "The query was stopped at {at} MiB, its limit on memory. Collect and sort less at once",
    "rows": "The query gives more than {at:,} rows, its limit on rows. Count or aggregate in the query, add LIMIT",
    "size": "The rows take more than {at} MiB, the limit on their size. Return fewer or shorter fields, add LIMIT",
}  # fmt: skip


def exceed(limits: Limits, name: str) -> QueryError:
    """The error of a query that has reached the limit of that name."""
    said = _REACHED[name].format(at=getattr(limits, name))
    return QueryError(f"{said}, or allow more: --max-{name}, Limits({name}=...).")
