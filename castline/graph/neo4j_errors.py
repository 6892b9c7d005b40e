"""What the driver and the server report, in our words. Theirs never reach a user; the error they raised is the cause of ours."""

from __future__ import annotations

import logging

from neo4j.exceptions import DriverError, Neo4jError

from castline.errors import StoreBusy, StoreError, StoreUnreachable, StoreUnwritable

# The driver logs each of its tries. Without a listener of the program's own, Python would print them to the screen.
logging.getLogger("neo4j").addHandler(logging.NullHandler())

_RESUMES = "An ingest that was under way goes on from its last chapter when it is run again."

OUT_OF_MEMORY = ("OutOfMemory", "MemoryLimit", "StackOverFlow")
"""Parts of the codes of what a server had no memory for."""

_KNOWN: tuple[tuple[tuple[str, ...], type[StoreError], str], ...] = (
    (("Forbidden", "ReadOnly", "NotALeader"), StoreUnwritable,
     "The store '{url}' may not be written with these credentials. Use a user who may, or a writable server."),
    (("Neo.ClientError.Security",), StoreUnreachable,
     "The store '{url}' does not let us in. Set NEO4J_USERNAME and NEO4J_PASSWORD to what the server expects."),
    (("DatabaseNotFound",), StoreUnreachable,
     "The server '{url}' has no database of that name. Set NEO4J_DATABASE to one that it has, or leave it unset."),
    (("ConstraintValidation", "DeadlockDetected", "LockClient", "LockAcquisition"), StoreBusy,
     "Another ingest is writing into '{url}'. Let that one finish, then run this again: it goes on from there."),
    (("OutOfDisk", "TransactionLogError"), StoreUnwritable,
     "No room left at '{url}'. Free some space and run the same command: it resumes."),
    (OUT_OF_MEMORY, StoreUnwritable,
     "The server '{url}' has too little memory for this. Give it more (server.memory.heap.max_size) and run the same "
     "command: it resumes."),
    (("DatabaseUnavailable", "Terminated", "Outdated", "TransientError"), StoreUnreachable,
     "The server '{url}' is stopping, or not up yet. Wait until it is up. " + _RESUMES),
)  # fmt: skip
"""Parts of the codes of Neo4j's errors, first match first, and what is said of them."""


def explain(url: str, error: DriverError | Neo4jError) -> StoreError:
    """The error to raise for one of the driver's."""
    code = (error.code or "") if isinstance(error, Neo4jError) else ""
    for parts, cls, words in _KNOWN:
        if any(part in code for part in parts):
            return cls(words.format(url=url))
    if code:
        return StoreUnreachable(
            f"The store '{url}' does not answer as it should ({code}). The server's own log says more. " + _RESUMES
        )
    return StoreUnreachable(
        f"No Neo4j answers at '{url}'. Start the server (`docker compose up -d`), or check host and port. " + _RESUMES
    )
