"""Answers, kept by the hash of what was asked, in a file beside the store: nothing is paid for twice.

The file holds answers and reports of runs, and no facts: whoever removes it loses money, and nothing else.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from castline.errors import StoreUnwritable
from castline.ingest.model.endpoint import Completion

_SCHEMA = """
CREATE TABLE IF NOT EXISTS answer(
  hash TEXT PRIMARY KEY, model TEXT, version TEXT, text TEXT, read INTEGER, cached INTEGER, written INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS rung(endpoint TEXT, model TEXT, rung TEXT, PRIMARY KEY(endpoint, model)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS vector(hash TEXT PRIMARY KEY, model TEXT, body BLOB) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS run(number INTEGER PRIMARY KEY, saga TEXT, began TEXT, report TEXT);
"""


class Kept:
    """The file of answers; may be used from several threads, and by several processes."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self._lock = threading.Lock()
        try:
            self._db = sqlite3.connect(self.path, timeout=30, check_same_thread=False, isolation_level=None)
            self._db.executescript(_SCHEMA)
        except sqlite3.Error as error:
            raise StoreUnwritable(f"Answers cannot be kept in '{self.path}': {error}. Make it writable.") from error

    def find(self, key: str) -> Completion | None:
        """The answer to what has this hash."""
        with self._lock:
            query = "SELECT text, read, cached, written FROM answer WHERE hash = ?"
            row = self._db.execute(query, (key,)).fetchone()
        return Completion(*row) if row else None

    def keep(self, key: str, model: str, version: str, answer: Completion) -> None:
        """Keep an answer: it stands when this returns."""
        values = (key, model, version, answer.text, answer.read, answer.cached, answer.written)
        self._write("INSERT OR REPLACE INTO answer VALUES(?, ?, ?, ?, ?, ?, ?)", values)

    def find_vectors(self, keys: Sequence[str]) -> dict[str, bytes]:
        """The vectors of texts, by these hashes, of those that are kept."""
        query = "SELECT body FROM vector WHERE hash = ?"
        with self._lock:
            rows = {key: self._db.execute(query, (key,)).fetchone() for key in keys}
        return {key: row[0] for key, row in rows.items() if row}

    def keep_vectors(self, model: str, made: Mapping[str, bytes]) -> None:
        """Keep vectors by the hashes of their texts."""
        for key, body in made.items():
            self._write("INSERT OR REPLACE INTO vector VALUES(?, ?, ?)", (key, model, body))

    def rung(self, endpoint: str, model: str) -> str | None:
        """The rung of the ladder that was found to hold."""
        with self._lock:
            query = "SELECT rung FROM rung WHERE endpoint = ? AND model = ?"
            row = self._db.execute(query, (endpoint, model)).fetchone()
        return row[0] if row else None

    def keep_rung(self, endpoint: str, model: str, rung: str) -> None:
        """Remember a rung that holds."""
        self._write("INSERT OR REPLACE INTO rung VALUES(?, ?, ?)", (endpoint, model, rung))

    def keep_run(self, saga: str, began: str, report: dict[str, Any]) -> None:
        """Keep what a run did."""
        self._write("INSERT INTO run(saga, began, report) VALUES(?, ?, ?)", (saga, began, json.dumps(report)))

    def runs(self) -> list[dict[str, Any]]:
        """The reports of all runs, the first first."""
        with self._lock:
            rows = self._db.execute("SELECT number, saga, began, report FROM run ORDER BY number").fetchall()
        return [{"run": number, "saga": saga, "began": began, **json.loads(body)} for number, saga, began, body in rows]

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def _write(self, statement: str, values: tuple[Any, ...]) -> None:
        try:
            with self._lock, closing(self._db.execute(statement, values)):
                pass
        except sqlite3.Error as error:
            raise StoreUnwritable(f"Answers cannot be kept in '{self.path}': {error}. Make room for it.") from error


def find_path(url: str) -> Path:
    """Where the answers of a store are kept: beside its file, or in the working directory for a server."""
    if url.startswith("sqlite:///"):
        return Path(url.removeprefix("sqlite:///") + ".answers")
    return Path("castline.answers")
