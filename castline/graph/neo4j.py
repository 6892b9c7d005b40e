"""The server store: Neo4j 5, through the official driver. What stands where is told in `schema`."""

from __future__ import annotations

import os
import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
from neo4j import Driver, GraphDatabase, Query, Record, RoutingControl
from neo4j.exceptions import ConfigurationError, DriverError, Neo4jError

from castline.errors import AskError, StoreTooNew
from castline.graph import neo4j_queries as queries
from castline.graph.facts import decode, ended, read_states, slot
from castline.graph.limits import Limits
from castline.graph.mentions import unpress, unpress_text
from castline.graph.moments import Moment, pack, show
from castline.graph.neo4j_answers import ask
from castline.graph.neo4j_errors import explain
from castline.graph.neo4j_sessions import Sessions
from castline.graph.neo4j_writing import add, rehearse, unfold
from castline.graph.parts import SAYINGS, SCENES, parts_with
from castline.graph.schema import HOMES, MIGRATIONS
from castline.graph.store import (
    Batch,
    BookRecord,
    ChapterRecord,
    Portrait,
    SagaRecord,
    check_version,
    end_of,
)  # fmt: skip
from castline.graph.together import Together
from castline.graph.urls import hide_secret, refuse_secret

PATIENCE = 4.0
"""Seconds for which the driver tries again before a server counts as gone."""

GREETING = 15.0
"""Seconds within which a server must have greeted us: something else may listen at its port, and say nothing."""

SWEPT_AT_ONCE = 2_000
"""Nodes or relationships that go in one transaction: a server keeps all of one in memory."""


class _Head(msgspec.Struct):
    """The part of a line that it is sorted by."""

    kind: str
    id: str
    told: str


_head = msgspec.json.Decoder(_Head).decode


def connect(url: str) -> Neo4jStore:
    """Open the store at `neo4j://` or `bolt://` (+s, +ssc).

    Credentials are NEO4J_USERNAME and NEO4J_PASSWORD (no authentication without a password), the database is
    NEO4J_DATABASE or the server's own choice.
    """
    refuse_secret(url)
    password = os.environ.get("NEO4J_PASSWORD")
    auth = (os.environ.get("NEO4J_USERNAME", "neo4j"), password) if password else None
    try:
        driver = GraphDatabase.driver(
            url, auth=auth, user_agent="castline", connection_timeout=5, max_transaction_retry_time=PATIENCE,
            connection_acquisition_timeout=GREETING, notifications_min_severity="OFF",
        )  # fmt: skip
    except (ConfigurationError, ValueError) as error:
        raise AskError(f"'{url}' is no Neo4j URL. Write for example neo4j://localhost:7687.") from error
    try:
        return _greeted(driver, url)
    except BaseException:
        driver.close()
        raise


def _greeted(driver: Driver, url: str) -> Neo4jStore:
    """The store behind a driver of our own. A server that is not there is said to be missing without a second try."""
    try:
        driver.verify_connectivity()
    except ValueError as error:
        raise AskError(f"'{url}' is no Neo4j URL. Write for example neo4j://localhost:7687.") from error
    except (DriverError, Neo4jError) as error:
        raise explain(url, error) from error
    return Neo4jStore(driver, url, os.environ.get("NEO4J_DATABASE"), owned=True)


class Neo4jStore:
    """A saga store in a Neo4j database. Threads may share it, as they may the driver.

    The driver is the caller's unless `owned`; `database` None is the server's own choice.
    """

    def __init__(
        self, driver: Driver, url: str = "neo4j://", database: str | None = None, *, owned: bool = False
    ) -> None:
        self.driver = driver
        self.url = hide_secret(url)
        self._sessions = Sessions(driver, database)
        self._owned = owned
        self._portraits = Together(self._draw)
        self._migrate()

    def _migrate(self) -> None:
        found = self._read(queries.APPLIED)
        applied = int(found[0]["applied"]) if found else 0
        if applied > len(MIGRATIONS):
            raise StoreTooNew(
                f"The store '{self.url}' has schema {applied}; this castline knows {len(MIGRATIONS)}. Upgrade castline."
            )
        for step in range(applied, len(MIGRATIONS)):
            for statement in MIGRATIONS[step]:
                self._change(statement)
            self._change(queries.AWAIT_INDEXES)
            self._change(queries.SET_APPLIED, applied=step + 1)
        for row in self._read(queries.LEAVING):
            self.forget(row["saga"])

    def close(self) -> None:
        """Close a driver of our own, once what other threads ask has been answered."""
        if self._owned:
            self._sessions.close()

    # -- asking ------------------------------------------------------------------------------------------

    def _read(self, query: str | Query, /, **asked: Any) -> list[Record]:
        with self.mended():
            return self._sessions.run(query, asked, RoutingControl.READ)

    def _glance(self, query: str | Query, /, **asked: Any) -> list[Record]:
        """The same for what is asked most often, in fewer trips. Where it must be asked again, that is done the longer way."""
        with self.mended():
            try:
                return self._sessions.glance(query, asked)
            except (DriverError, Neo4jError) as error:
                if not error.is_retryable():
                    raise
        return self._read(query, **asked)

    def _change(self, query: str, /, **asked: Any) -> list[Record]:
        with self.mended():
            return self._sessions.run(query, asked, RoutingControl.WRITE)

    @contextmanager
    def mended(self) -> Iterator[None]:
        """Say in our words what the driver reports in its own."""
        try:
            yield
        except (DriverError, Neo4jError) as error:
            raise explain(self.url, error) from error

    # -- sagas -------------------------------------------------------------------------------------------

    def sagas(self) -> list[str]:
        return sorted(row["saga"] for row in self._read(queries.SAGAS))

    def saga(self, name: str, last: int | None = None) -> SagaRecord | None:
        for row in self._read(queries.SAGA, saga=name, tail=last):
            books = tuple(BookRecord(*book) for book in row["books"])
            return SagaRecord(name, row["version"], books, tuple(ChapterRecord(*c) for c in row["chapters"]))
        return None

    def version(self, saga: str) -> int:
        found = self._glance(queries.VERSION, saga=saga)
        return int(found[0]["version"]) if found else 0

    def memory(self, saga: str) -> dict[str, bytes]:
        return dict(sorted(self._read(queries.MEMORY, saga=saga)[0]["rows"]))

    def recall(self, saga: str, version: int, names: Collection[str], starts: Collection[str]) -> dict[str, bytes]:
        ranges = [[start, end_of(start)] for start in starts]
        found = self._read(queries.RECALL, asked={"saga": saga, "names": list(names), "ranges": ranges})[0]
        check_version(saga, found["version"], version)
        return dict(found["rows"])

    def kept(self, saga: str) -> dict[str, bytes]:
        return dict(sorted(self._read(queries.KEPT, saga=saga)[0]["rows"]))

    def keep(self, saga: str, rows: Mapping[str, bytes | None]) -> None:
        told = [{"name": name, "body": body} for name, body in rows.items() if body is not None]
        self._change(queries.KEEP, saga=saga, gone=[name for name, body in rows.items() if body is None], told=told)

    def forget(self, saga: str) -> int:
        """Marks the saga as leaving before anything goes: stopped half way, the next `connect` finishes it."""
        leaving = self._change(queries.LEAVE, saga=saga)
        if not leaving:
            return 0
        for sweep in queries.SWEEPS:
            while self._change(sweep, saga=saga, most=SWEPT_AT_ONCE)[0]["gone"]:
                pass
        self._change(queries.LEFT, saga=saga)
        return int(leaving[0]["version"])

    def rewrite(self, saga: str, after: int, batches: Sequence[Batch]) -> None:
        check_version(saga, self.version(saga), after)
        self.forget(saga)
        for batch in batches:
            self.write(batch)

    # -- writing -----------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Let the server plan its large queries: a cold one takes seconds over them."""
        with (
            suppress(DriverError, Neo4jError),
            self._sessions.open() as session,
            session.begin_transaction() as tx,
        ):
            rehearse(tx)
            tx.rollback()

    def write(self, batch: Batch) -> None:
        with self.mended(), self._sessions.open() as session:
            session.execute_write(add, batch, uuid.uuid4().hex)

    # -- reading -----------------------------------------------------------------------------------------

    def facts(self, saga: str, kinds: Sequence[str], bound: int, who: str | None = None) -> Iterator[str]:
        if "mention" in kinds:
            yield from self._mentions(saga, bound, who)
        lines = self._lines_of(saga, kinds, bound, who) if who else self._lines(saga, kinds, bound)
        yield from (line for _, line in sorted(lines))

    def _lines(self, saga: str, kinds: Sequence[str], bound: int) -> Iterator[tuple[tuple[int, str, str], str]]:
        """Lines with what they are sorted by, from the homes of these kinds."""
        for home in sorted({HOMES[kind] for kind in kinds if kind in HOMES}):
            for group in self._read(queries.LINES[home], saga=saga, bound=bound):
                for identifier, line, until in group["rows"]:
                    kind = _head(line).kind
                    if kind in kinds:
                        shown = show(until) if until is not None and until <= bound else None
                        yield (group["told"], kind, identifier), ended(line, shown)

    def _lines_of(
        self, saga: str, kinds: Sequence[str], bound: int, who: str
    ) -> Iterator[tuple[tuple[int, str, str], str]]:
        """The same from a character's diary, where a state is ended by the next of its slot."""
        lines: dict[str, tuple[_Head, str]] = {}
        standing: dict[str, str] = {}
        for row in self._read(queries.DIARY_LINES, saga=saga, who=who, parts=parts_with(kinds), bound=bound):
            for line in (line for entry in row["entries"] for line in entry):
                head, key = _head(line), slot(decode(line))
                if key and key in standing:
                    before, earlier = lines[standing[key]]
                    lines[before.id] = (before, ended(earlier, head.told))
                if key:
                    standing[key] = head.id
                lines[head.id] = (head, line)
        return (((pack(h.told), h.kind, h.id), line) for h, line in lines.values() if h.kind in kinds)

    def _mentions(self, saga: str, bound: int, who: str | None) -> Iterator[str]:
        for row in self._read(queries.MENTIONS, saga=saga):
            if Moment(row["book"], row["ordinal"]).packed > bound:
                return
            yield from unpress(row["mentions"], bound, who)

    def texts(self, saga: str, after: Moment | None = None) -> Iterator[tuple[int, int, str]]:
        since = {"book": after.book, "ordinal": after.chapter} if after else {"book": 0, "ordinal": 0}
        for row in self._read(queries.TEXTS, saga=saga, **since):
            yield row["book"], row["ordinal"], unpress_text(row["body"])

    def events(self, saga: str, ids: Sequence[str], bound: int) -> list[str]:
        return list(self._read(queries.EVENTS, saga=saga, ids=list(ids), bound=bound)[0]["lines"])

    def portrait(self, saga: str, ids: Sequence[str], bound: int, known: int, said: int) -> Portrait:
        return self._portraits.ask((saga, known, said), (ids, bound))

    def _draw(self, of: tuple[str, int, int], asked: Sequence[tuple[Sequence[str], int]]) -> list[Portrait]:
        """Portraits of a saga with so much known and said: several (people, bound) in one trip."""
        saga, known, said = of
        most = {"known": known, "said": said, "sayings": SAYINGS, "scenes": SCENES}
        each = [[n, who, bound] for n, (ids, bound) in enumerate(asked) for who in ids]
        row = self._glance(queries.PORTRAITS, saga=saga, asked=each, **most)[0]
        found = [Portrait(row["version"] or 0) for _ in asked]
        for n, *parts in row["parts"] if row["version"] else ():
            _add_parts(found[n], *parts)
        return found

    def ask(self, query: str, given: dict[str, Any], limits: Limits) -> list[dict[str, Any]]:
        with self.mended():
            return ask(self._sessions, query, given, limits)


def _add_parts(found: Portrait, body: Any, states: Any, known: Any, said: Any, sayings: Any, scenes: Any) -> None:
    """Add one id's parts to a portrait, as the server gives them."""
    page = unfold(body)
    found.states += page.states
    found.states += read_states([line.encode() for entry in states for line in entry])
    found.memorable += page.memorable
    found.known += [(line.encode(), event.encode()) for line, event in known]
    found.said += [line.encode() for line in said]
    found.sayings += [line.encode() for line in sayings]
    found.scenes += [line.encode() for line in scenes]
