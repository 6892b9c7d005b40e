"""The embedded store: one SQLite file, write-ahead log, many readers beside one writer."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from castline.graph.facts import State, encode, ended, kind, read_states, slot
from castline.graph.limits import Limits
from castline.graph.mentions import press, press_text, unpress, unpress_text
from castline.graph.moments import Moment, pack, show
from castline.graph.pages import Page, is_due, make_page, open_page
from castline.graph.parts import PAGED, SAID, SAYINGS, SCENE, SCENES, VOICE, places
from castline.graph.sqlite_file import SqliteFile
from castline.graph.store import (
    Batch,
    BookRecord,
    ChapterRecord,
    Portrait,
    SagaRecord,
    check_version,
    end_of,
)  # fmt: skip

_FACTS = """SELECT line, CASE WHEN until <= :bound THEN until END FROM fact
    WHERE saga = :saga AND kind IN (SELECT value FROM json_each(:kinds)) AND told <= :bound ORDER BY told, kind, id"""
_FACTS_OF = """SELECT line, CASE WHEN until <= :bound THEN until END FROM fact
    WHERE seq IN (SELECT fact FROM history WHERE saga = :saga AND who = :who AND told <= :bound)
    AND kind IN (SELECT value FROM json_each(:kinds)) ORDER BY told, kind, id"""
_SAGAS = "SELECT name FROM saga WHERE EXISTS (SELECT 1 FROM chapter WHERE chapter.saga = saga.key) ORDER BY name"
_BOOKS = "SELECT ordinal, file, sha256, length, chapters FROM book WHERE saga = ? ORDER BY ordinal"
_CHAPTERS = (
    "SELECT book, ordinal, digest, prefix_sha256, end, label, part FROM chapter WHERE saga = ? AND book = ?"
    " ORDER BY ordinal DESC LIMIT ?"
)
"""The last first; -1 is no limit."""
_SAGA = "SELECT key, version FROM saga WHERE name = ? AND EXISTS (SELECT 1 FROM chapter WHERE chapter.saga = saga.key)"
_MEMORY = """SELECT m.name, m.body FROM memory m JOIN saga s ON s.key = m.saga WHERE s.name = ? ORDER BY m.name"""
_ROW = "SELECT body FROM memory WHERE saga = ? AND name = ?"
_ROWS_FROM = "SELECT name, body FROM memory WHERE saga = ? AND name >= ? AND name < ?"
_REMEMBER = """INSERT INTO memory VALUES (?, ?, ?)
    ON CONFLICT (saga, name) DO UPDATE SET body = excluded.body"""
_KEEP = """INSERT INTO kept VALUES (?, ?, ?)
    ON CONFLICT (saga, name) DO UPDATE SET body = excluded.body"""
_MENTIONS = "SELECT book, ordinal, mentions FROM chapter WHERE saga = ? ORDER BY book, ordinal"
_TEXTS = (
    """SELECT book, ordinal, body FROM chapter WHERE saga = ? AND (book, ordinal) > (?, ?) ORDER BY book, ordinal"""
)
_EVENTS = """SELECT line FROM fact WHERE id IN (SELECT value FROM json_each(?)) AND saga = ? AND kind = 'event'
    AND told <= ?"""
_PAGE = "SELECT told, body FROM page WHERE saga = ? AND who = ? AND told <= ? ORDER BY told DESC LIMIT 1"
_STATES = """SELECT CAST(f.line AS BLOB) FROM history h JOIN fact f ON f.seq = h.fact
    WHERE h.saga = ? AND h.who = ? AND h.part = 0 AND h.told > ? AND h.told <= ? ORDER BY h.told, h.fact"""
_NEWEST = """SELECT CAST(f.line AS BLOB) FROM history h JOIN fact f ON f.seq = h.fact
    WHERE h.saga = ? AND h.who = ? AND h.part = ? AND h.told <= ? ORDER BY h.told DESC, h.fact DESC LIMIT ?"""
_KNOWN = """SELECT CAST(f.line AS BLOB), CAST(e.line AS BLOB) FROM history h JOIN fact f ON f.seq = h.fact
    JOIN fact e ON e.id = f.event
    WHERE h.saga = ? AND h.who = ? AND h.part = 1 AND h.told <= ? ORDER BY h.told DESC, h.fact DESC LIMIT ?"""
_SINCE = """SELECT CAST(f.line AS BLOB), CAST(e.line AS BLOB) FROM history h JOIN fact f ON f.seq = h.fact
    JOIN fact e ON e.id = f.event
    WHERE h.saga = ? AND h.who = ? AND h.part = 1 AND h.told > ? AND h.told <= ? ORDER BY h.told, h.fact"""
_COUNT = "SELECT count(*) FROM history WHERE saga = ? AND who = ? AND part IN (0, 1) AND told > ? AND told <= ?"
"""Parts are named one by one: over a range of them SQLite would walk the whole history."""


class SqliteStore:
    """A saga store in one file. Threads each get a connection of their own."""

    def __init__(self, path: str) -> None:
        self.url = f"sqlite:///{path}"
        self._file = SqliteFile(path)

    def close(self) -> None:
        self._file.close()

    # -- sagas -------------------------------------------------------------------------------------------

    def sagas(self) -> list[str]:
        with self._file.mended():
            return [name for (name,) in self._file.db.execute(_SAGAS)]

    def saga(self, name: str, last: int | None = None) -> SagaRecord | None:
        with self._file.reading():
            row = self._file.db.execute(_SAGA, (name,)).fetchone()
            if row is None:
                return None
            key, version = row
            books = [BookRecord(*book) for book in self._file.db.execute(_BOOKS, (key,))]
            ends = (
                self._file.db.execute(_CHAPTERS, (key, book.ordinal, -1 if last is None else last)) for book in books
            )
            chapters = (ChapterRecord(*row) for rows in ends for row in rows.fetchall()[::-1])
            return SagaRecord(name, version, tuple(books), tuple(chapters))

    def version(self, saga: str) -> int:
        with self._file.mended():
            row = self._file.db.execute("SELECT version FROM saga WHERE name = ?", (saga,)).fetchone()
            return int(row[0]) if row else 0

    def memory(self, saga: str) -> dict[str, bytes]:
        with self._file.mended():
            return dict(self._file.db.execute(_MEMORY, (saga,)))

    def recall(self, saga: str, version: int, names: Collection[str], starts: Collection[str]) -> dict[str, bytes]:
        with self._file.reading():
            row = self._file.db.execute("SELECT key, version FROM saga WHERE name = ?", (saga,)).fetchone() or (-1, 0)
            check_version(saga, row[1], version)
            found = {name: self._file.db.execute(_ROW, (row[0], name)).fetchone() for name in names}
            rows = {name: one[0] for name, one in found.items() if one}
            for start in starts:
                rows.update(self._file.db.execute(_ROWS_FROM, (row[0], start, end_of(start))))
            return rows

    def forget(self, saga: str) -> int:
        with self._file.writing():
            self._clear(saga)
            return self.version(saga)

    def rewrite(self, saga: str, after: int, batches: Sequence[Batch]) -> None:
        with self._file.writing():
            check_version(saga, self.version(saga), after)
            self._clear(saga)
            for batch in batches:
                self._add(batch)

    def _clear(self, saga: str) -> None:
        key = self._key(saga)
        for table in ("book", "chapter", "fact", "history", "page", "memory"):
            self._file.db.execute(f"DELETE FROM {table} WHERE saga = ?", (key,))  # noqa: S608 - our own names
        # The row stays, bare: whoever has seen an earlier version must see that it is past.
        self._file.db.execute("UPDATE saga SET version = version + 1 WHERE key = ?", (key,))

    def kept(self, saga: str) -> dict[str, bytes]:
        with self._file.mended():
            return dict(self._file.db.execute("SELECT name, body FROM kept WHERE saga = ? ORDER BY name", (saga,)))

    def keep(self, saga: str, rows: Mapping[str, bytes | None]) -> None:
        with self._file.writing():
            gone = [(saga, name) for name, body in rows.items() if body is None]
            self._file.db.executemany("DELETE FROM kept WHERE saga = ? AND name = ?", gone)
            told = [(saga, name, body) for name, body in rows.items() if body is not None]
            self._file.db.executemany(_KEEP, told)

    def _key(self, saga: str) -> int:
        row = self._file.db.execute("SELECT key FROM saga WHERE name = ?", (saga,)).fetchone()
        return int(row[0]) if row else -1

    # -- writing -----------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """A file is ready when it is open."""

    def write(self, batch: Batch) -> None:
        with self._file.writing():
            self._add(batch)

    def _add(self, batch: Batch) -> None:
        key = self._take_turn(batch)
        book, chapter = batch.book, batch.chapter
        self._file.db.execute(
            "INSERT OR REPLACE INTO book VALUES (?, ?, ?, ?, ?, ?)",
            (key, book.ordinal, book.file, book.sha256, book.length, book.chapters),
        )
        self._file.db.execute(
            "INSERT INTO chapter VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (key, chapter.book, chapter.ordinal, chapter.digest, chapter.prefix_sha256, chapter.end,
             chapter.label, chapter.part, press(batch.mentions), press_text(batch.text)),
        )  # fmt: skip
        self._remember(key, batch.memory)
        touched = self._add_facts(key, batch)
        self._turn_pages(key, touched, Moment(chapter.book, chapter.ordinal).bound)

    def _take_turn(self, batch: Batch) -> int:
        found = self._file.db.execute("SELECT key, version FROM saga WHERE name = ?", (batch.saga,)).fetchone()
        check_version(batch.saga, found[1] if found else 0, batch.after)
        if found is None:
            added = self._file.db.execute("INSERT INTO saga (name, version) VALUES (?, 1)", (batch.saga,))
            return int(added.lastrowid or 0)
        self._file.db.execute("UPDATE saga SET version = version + 1 WHERE key = ?", (found[0],))
        return int(found[0])

    def _remember(self, key: int, rows: Mapping[str, bytes | None]) -> None:
        gone = [(key, name) for name, body in rows.items() if body is None]
        kept = [(key, name, body) for name, body in rows.items() if body is not None]
        self._file.db.executemany("DELETE FROM memory WHERE saga = ? AND name = ?", gone)
        self._file.db.executemany(_REMEMBER, kept)

    def _add_facts(self, key: int, batch: Batch) -> set[str]:
        """Insert the facts, end what they supersede, and return whose state or knowledge grew."""
        last = self._file.db.execute("SELECT coalesce(max(seq), 0) FROM fact").fetchone()[0]
        rows: list[tuple[Any, ...]] = []
        history: list[tuple[Any, ...]] = []
        endings: list[tuple[int, str, int]] = []
        for seq, fact in enumerate(sorted(batch.facts, key=lambda f: pack(f.told)), last + 1):
            told, key_slot = pack(fact.told), slot(fact)
            if key_slot:
                endings.append((told, key_slot, seq))
            rows.append((seq, key, fact.id, kind(fact), told, key_slot, getattr(fact, "event", None), encode(fact)))
            history += [(key, who, part, told, seq) for who, part in places(fact)]
        self._file.db.executemany(
            "INSERT INTO fact (seq, saga, id, kind, told, slot, event, line) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows
        )
        self._file.db.executemany("UPDATE fact SET until = ? WHERE slot = ? AND until IS NULL AND seq < ?", endings)
        self._file.db.executemany("INSERT OR IGNORE INTO history VALUES (?, ?, ?, ?, ?)", history)
        return {who for _, who, part, _, _ in history if part in PAGED}

    def _turn_pages(self, key: int, touched: set[str], bound: int) -> None:
        for who in sorted(touched):
            last = self._file.db.execute(
                "SELECT told, size FROM page WHERE saga = ? AND who = ? ORDER BY told DESC LIMIT 1", (key, who)
            ).fetchone() or (0, 0)
            grown = self._file.db.execute(_COUNT, (key, who, last[0], bound)).fetchone()[0]
            if is_due(grown, last[1]):
                page = make_page(*self._unfolded(key, who, bound))
                self._file.db.execute(
                    "INSERT INTO page VALUES (?, ?, ?, ?, ?)", (key, who, bound, page.size, page.pack())
                )

    def _unfolded(self, key: int, who: str, bound: int) -> tuple[Page, list[State], list[tuple[bytes, bytes]]]:
        told, page = self._last_page(key, who, bound)
        states = self._states_since(key, who, told, bound)
        return page, states, list(self._file.db.execute(_SINCE, (key, who, told, bound)))

    def _states_since(self, key: int, who: str, told: int, bound: int) -> list[State]:
        return read_states([line for (line,) in self._file.db.execute(_STATES, (key, who, told, bound))])

    def _last_page(self, key: int, who: str, bound: int) -> tuple[int, Page]:
        row = self._file.db.execute(_PAGE, (key, who, bound)).fetchone()
        return (row[0], open_page(row[1])) if row else (0, Page())

    # -- reading -----------------------------------------------------------------------------------------

    def facts(self, saga: str, kinds: Sequence[str], bound: int, who: str | None = None) -> Iterator[str]:
        key = self._key(saga)
        asked = {"saga": key, "kinds": msgspec.json.encode(list(kinds)).decode(), "bound": bound, "who": who}
        if "mention" in kinds:
            yield from self._mentions(key, bound, who)
        with self._file.mended():
            for line, until in self._file.db.execute(_FACTS_OF if who else _FACTS, asked):
                yield ended(line, show(until) if until is not None else None)

    def _mentions(self, key: int, bound: int, who: str | None) -> Iterator[str]:
        with self._file.mended():
            for book, ordinal, body in self._file.db.execute(_MENTIONS, (key,)):
                if Moment(book, ordinal).packed > bound:
                    return
                yield from unpress(body, bound, who)

    def texts(self, saga: str, after: Moment | None = None) -> Iterator[tuple[int, int, str]]:
        since = (after.book, after.chapter) if after else (0, 0)
        with self._file.mended():
            for book, ordinal, body in self._file.db.execute(_TEXTS, (self._key(saga), *since)):
                yield book, ordinal, unpress_text(body)

    def events(self, saga: str, ids: Sequence[str], bound: int) -> list[str]:
        with self._file.mended():
            return [
                line
                for (line,) in self._file.db.execute(
                    _EVENTS, (msgspec.json.encode(list(ids)).decode(), self._key(saga), bound)
                )
            ]

    def portrait(self, saga: str, ids: Sequence[str], bound: int, known: int, said: int) -> Portrait:
        with self._file.reading():
            row = self._file.db.execute("SELECT key, version FROM saga WHERE name = ?", (saga,)).fetchone() or (-1, 0)
            found = Portrait(row[1])
            for who in ids:
                told, page = self._last_page(row[0], who, bound)
                found.states += page.states
                found.states += self._states_since(row[0], who, told, bound)
                found.memorable += page.memorable
                found.known += self._file.db.execute(_KNOWN, (row[0], who, bound, known))
                found.said += self._newest(row[0], who, SAID, bound, said)
                found.sayings += self._newest(row[0], who, VOICE, bound, SAYINGS)
                found.scenes += self._newest(row[0], who, SCENE, bound, SCENES)
            return found

    def _newest(self, key: int, who: str, part: int, bound: int, most: int) -> list[bytes]:
        return [line for (line,) in self._file.db.execute(_NEWEST, (key, who, part, bound, most))]

    def ask(self, query: str, given: dict[str, Any], limits: Limits) -> None:
        """SQLite speaks no Cypher."""
