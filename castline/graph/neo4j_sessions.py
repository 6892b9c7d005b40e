"""Sessions of the driver that end whatever comes between."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from neo4j import Driver, Session


@contextmanager
def open_session(driver: Driver, **told: Any) -> Iterator[Session]:
    """A session, closed for certain. Raises what the driver does. `told` is what the driver's own `session` takes.

    Where closing finds the connection taken away (another thread has closed the driver), the driver may raise in the middle of
    it, and the session counts as open for good. Asked again, it does the rest.
    """
    session = driver.session(**told)
    try:
        yield session
    finally:
        try:
            session.close()
        except Exception:
            session.close()
            raise
