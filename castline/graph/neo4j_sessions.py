"""Sessions of a driver: each ends whatever comes between, and the driver is closed when none is at work.

A driver that is closed while another thread's session uses one of its connections may raise in the middle of closing, and so
may that session, which then counts as open for good.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Condition
from typing import Any

from neo4j import READ_ACCESS, Driver, Query, Record, RoutingControl, Session

from castline.errors import StoreUnreachable

PATIENCE = 15.0
"""Seconds for which sessions at work are waited for when the driver is to be closed."""

TRIES = 3
"""How often a session is asked to close: where its connection has been taken away, each try does a part of the rest."""


class Sessions:
    """The sessions of one driver in one database (None is the server's own choice). Threads may share it."""

    def __init__(self, driver: Driver, database: str | None) -> None:
        self.driver = driver
        self.database = database
        self._working = 0
        self._closing = False
        self._ended = Condition()

    @contextmanager
    def open(self, **told: Any) -> Iterator[Session]:
        """A session, closed for certain. Raises what the driver does. `told` is what the driver's own `session` takes."""
        with self._at_work():
            session = self.driver.session(database=self.database, **told)
            try:
                yield session
            finally:
                _end(session)

    def run(self, query: str | Query, asked: dict[str, Any], routing: RoutingControl) -> list[Record]:
        """The records of a transaction of its own, tried again where the driver holds that to be of use."""
        with self._at_work():
            return self.driver.execute_query(query, asked, database_=self.database, routing_=routing).records

    def glance(self, query: str | Query, asked: dict[str, Any]) -> list[Record]:
        """The records of a reading in one trip to the server, where a transaction of its own takes two; not tried again."""
        seen = self.driver.execute_query_bookmark_manager
        with self.open(default_access_mode=READ_ACCESS, bookmark_manager=seen) as session:
            return list(session.run(query, asked))

    def close(self) -> None:
        """Close the driver, once the sessions at work have ended; those that take over `PATIENCE` are cut off. None begins after."""
        with self._ended:
            self._closing = True
            self._ended.wait_for(lambda: not self._working, PATIENCE)
        self.driver.close()

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        with self._ended:
            if self._closing:
                raise StoreUnreachable("This store has been closed. Open it again to go on.")
            self._working += 1
        try:
            yield
        finally:
            with self._ended:
                self._working -= 1
                self._ended.notify_all()


def _end(session: Session) -> None:
    """Close it, asked again where that fails. Raises what the last try does."""
    for _ in range(TRIES - 1):
        with suppress(Exception):
            return session.close()
    return session.close()
