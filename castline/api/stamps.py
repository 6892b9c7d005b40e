"""Stamps: which state of a saga stands now, asked of the store once for all requests that wait for it.

request ─┐                          ┌─ request      who comes while the store is being asked waits for the next asking:
request ─┼─ store.version (once) ───┼─ request      nobody is told of a state older than the question
request ─┘                          └─ request
"""

from __future__ import annotations

import asyncio

import anyio
from anyio.to_thread import run_sync

from castline.errors import CastlineError
from castline.library import Library
from castline.query.view import Stamp

MOST = 512
"""Names of sagas for which something is remembered; there are not so many, but any name may be asked for."""


class Stamps:
    """The state of any saga of a library."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._waiting: dict[str | None, asyncio.Future[Stamp | None]] = {}
        self._asking: asyncio.Task[None] | None = None
        self._limit = anyio.CapacityLimiter(1)

    async def now(self, saga: str | None) -> Stamp | None:
        """The state of a saga (None: the only one); None where there is none such, or the store does not answer."""
        waited = self._waiting.get(saga)
        if waited is None:
            waited = self._waiting[saga] = asyncio.get_running_loop().create_future()
            if self._asking is None or self._asking.done():
                self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(waited)

    async def _ask(self) -> None:
        while self._waiting:
            asked, self._waiting = self._waiting, {}
            found = await run_sync(self._read, list(asked)[:MOST], limiter=self._limit)
            for saga, waited in asked.items():
                waited.set_result(found.get(saga))

    def _read(self, sagas: list[str | None]) -> dict[str | None, Stamp | None]:
        return {saga: self._stamp(saga) for saga in sagas}

    def _stamp(self, saga: str | None) -> Stamp | None:
        try:
            return self._library.of(saga).stamp()
        except CastlineError:
            return None
