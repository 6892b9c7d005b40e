"""Stamps: which state of a saga stands now, asked of the store once for all requests that wait for it.

request ─┐                          ┌─ request      who comes while the store is being asked waits for the next asking:
request ─┼─ store.version (once) ───┼─ request      nobody is told of a state older than the question
request ─┘                          └─ request

A file is asked in the loop itself, once for all requests that have come by then: it takes a tenth of what handing the
question to a thread takes, and readers of a write-ahead log wait for nobody. A server is asked in a thread.
"""

from __future__ import annotations

import asyncio

import anyio
from anyio.to_thread import run_sync

from castline.errors import CastlineError
from castline.graph.urls import is_file
from castline.library import Library
from castline.query.view import Stamp

PAUSE = 0.003
"""Seconds for which a server is left alone where several waited for its last answer: those who come meanwhile share the next
asking, which costs more than to answer them all. Whoever comes alone is not kept."""
MOST = 512
"""Names of sagas for which something is remembered; there are not so many, but any name may be asked for."""


class Stamps:
    """The state of any saga of a library."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._at_hand = is_file(library.url)
        self._waiting: dict[str | None, list[asyncio.Future[Stamp | None]]] = {}
        self._asking: asyncio.Task[None] | None = None
        self._limit = anyio.CapacityLimiter(1)

    async def now(self, saga: str | None) -> Stamp | None:
        """The state of a saga (None: the only one); None where there is none such, or the store does not answer."""
        waited: asyncio.Future[Stamp | None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(saga, []).append(waited)
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        return await waited

    async def _ask(self) -> None:
        while self._waiting:
            asked, self._waiting = self._waiting, {}
            names = list(asked)[:MOST]
            found = self._read(names) if self._at_hand else await run_sync(self._read, names, limiter=self._limit)
            for saga, waiting in asked.items():
                for waited in waiting:
                    if not waited.done():  # else whoever asked has gone
                        waited.set_result(found.get(saga))
            if not self._at_hand and sum(map(len, asked.values())) > 1:
                await asyncio.sleep(PAUSE)

    def _read(self, sagas: list[str | None]) -> dict[str | None, Stamp | None]:
        return {saga: self._stamp(saga) for saga in sagas}

    def _stamp(self, saga: str | None) -> Stamp | None:
        try:
            return self._library.of(saga).stamp()
        except CastlineError:
            return None
