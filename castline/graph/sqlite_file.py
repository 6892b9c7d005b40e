"""The one file of an embedded store: opened once per thread, brought to its schema, its errors in our words."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from castline.errors import StoreBusy, StoreError, StoreTooNew, StoreUnreachable, StoreUnwritable

PATIENCE = 10
"""Seconds for which a writer waits for another to finish its chapter."""

CACHE_KB = 65_536
"""Of the file kept in memory per connection: the indexes of a long saga are written all over."""

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE saga (key INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, version INTEGER NOT NULL, memory BLOB);
    CREATE TABLE book (saga INTEGER, ordinal INTEGER, file TEXT, sha256 TEXT, length INTEGER, chapters INTEGER,
      PRIMARY KEY (saga, ordinal)) WITHOUT ROWID;
    CREATE TABLE chapter (saga INTEGER, book INTEGER, ordinal INTEGER, digest TEXT, prefix_sha256 TEXT, end INTEGER,
      label TEXT, part TEXT, mentions BLOB, PRIMARY KEY (saga, book, ordinal)) WITHOUT ROWID;
    CREATE TABLE fact (seq INTEGER PRIMARY KEY, saga INTEGER NOT NULL, id TEXT UNIQUE NOT NULL, kind TEXT NOT NULL,
      told INTEGER NOT NULL, until INTEGER, slot TEXT, event TEXT, line TEXT NOT NULL);
    CREATE INDEX fact_kind ON fact (saga, kind, told, id);
    CREATE INDEX fact_slot ON fact (slot) WHERE until IS NULL AND slot IS NOT NULL;
    CREATE TABLE history (saga INTEGER, who TEXT, part INTEGER, told INTEGER, fact INTEGER,
      PRIMARY KEY (saga, who, part, told, fact)) WITHOUT ROWID;
    CREATE TABLE page (saga INTEGER, who TEXT, told INTEGER, size INTEGER, body BLOB,
      PRIMARY KEY (saga, who, told)) WITHOUT ROWID;
    """,
    # Pages of an older form: they are written anew as chapters come. A row apart from its key keeps the search short.
    """
    DROP TABLE page;
    CREATE TABLE page (saga INTEGER, who TEXT, told INTEGER, size INTEGER, body BLOB);
    CREATE UNIQUE INDEX page_of ON page (saga, who, told);
    """,
    # The memory in rows, so that a chapter writes what it changed: a whole one of before is the row without a name.
    """
    CREATE TABLE memory (saga INTEGER NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL);
    CREATE UNIQUE INDEX memory_of ON memory (saga, name);
    INSERT INTO memory SELECT key, '', memory FROM saga WHERE memory IS NOT NULL;
    ALTER TABLE saga DROP COLUMN memory;
    """,
    # Chapters written before have no text: passages are found in those that come.
    """
    ALTER TABLE chapter ADD COLUMN body BLOB
    """,
    # By the saga's name: what a person has said of it outlives it, and may be there before it.
    """
    CREATE TABLE kept (saga TEXT NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL);
    CREATE UNIQUE INDEX kept_of ON kept (saga, name)
    """,
)
"""Applied in order; the database remembers how many in `user_version`. Append only."""


class SqliteFile:
    """A SQLite file with a write-ahead log; threads each get a connection of their own."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._migrate()

    @property
    def db(self) -> sqlite3.Connection:
        """This thread's connection."""
        db: sqlite3.Connection | None = getattr(self._local, "db", None)
        if db is None:
            db = self._local.db = self._connect()
            self._connections.append(db)
        return db

    def close(self) -> None:
        """Close the connections of all threads."""
        for db in self._connections:
            db.close()
        self._connections.clear()
        self._local = threading.local()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All that is written inside stands when this ends, and none of it if it raises."""
        with self.mended(), self._transaction("BEGIN IMMEDIATE"):
            yield

    @contextmanager
    def reading(self) -> Iterator[None]:
        """All that is read inside is of one moment, whatever is written meanwhile."""
        with self.mended(), self._transaction("BEGIN"):
            yield

    @contextmanager
    def mended(self) -> Iterator[None]:
        """Say in our words what SQLite reports in its own."""
        try:
            yield
        except sqlite3.Error as error:
            raise _explain(self.path, error) from error

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        db = self.db
        db.execute(begin)
        try:
            yield
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise

    def _connect(self) -> sqlite3.Connection:
        if not Path(self.path).parent.is_dir():
            raise StoreUnreachable(f"No folder for the store '{self.path}'. Make the folder, or give --store another.")
        try:
            db = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
            db.execute("PRAGMA schema_version")
            db.execute(f"PRAGMA cache_size = -{CACHE_KB}")
        except sqlite3.Error as error:
            raise StoreUnreachable(
                f"'{self.path}' cannot be opened as a store: {error}. Give --store a file that castline made, or a new one."
            ) from error
        return db

    def _migrate(self) -> None:
        with self.mended():
            applied = self.db.execute("PRAGMA user_version").fetchone()[0]
            if applied > len(MIGRATIONS):
                raise StoreTooNew(
                    f"The store '{self.path}' has schema {applied}; this castline knows {len(MIGRATIONS)}. Upgrade castline."
                )
            if applied == len(MIGRATIONS):
                return
            self.db.execute("PRAGMA journal_mode = WAL")
            with self._transaction("BEGIN IMMEDIATE"):
                applied = self.db.execute("PRAGMA user_version").fetchone()[0]
                for step in range(applied, len(MIGRATIONS)):
                    for statement in MIGRATIONS[step].split(";"):
                        self.db.execute(statement)
                    self.db.execute(f"PRAGMA user_version = {step + 1}")


def _explain(path: str, error: sqlite3.Error) -> StoreError:
    said = str(error)
    if "readonly" in said or "read-only" in said:
        return StoreUnwritable(
            f"The store '{path}' is read-only. Give --store a file that may be written, or copy it first."
        )
    if "full" in said:
        return StoreUnwritable(
            f"No room left for the store '{path}'. Free some space and run the same command: it resumes."
        )
    if "disk I/O" in said:
        return StoreUnwritable(
            f"The disk under the store '{path}' fails, or a quota is used up. Mend that and run the same command: it resumes."
        )
    if "locked" in said or "busy" in said:
        return StoreBusy(
            f"Another ingest is writing into the store '{path}'. Let that one finish, then run this again: it goes on from there."
        )
    return StoreUnreachable(
        f"The store '{path}' does not answer: {said}. If the file is not castline's, give --store another."
    )
