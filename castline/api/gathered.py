"""Gathered: short questions to a file, answered by one thread, a handful of those that wait at one go.

question ─┐                 ┌─ answer       a thread of its own for each costs more than the answer: whatever reads a row lets
question ─┼─ one thread ────┼─ answer       go of the interpreter and has to win it back from all the others
question ─┘                 └─ answer
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

import anyio
from anyio.to_thread import run_sync
from starlette.responses import Response

Find = Callable[[], Response]
AT_ONE_GO = 8
"""Questions that are answered before the first of their answers is sent: few enough for nobody to wait for long."""


class Gathered:
    """The questions that wait, and the thread that answers them in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Find, asyncio.Future[Response]]] = deque()
        self._answering: asyncio.Task[None] | None = None
        self._limit = anyio.CapacityLimiter(1)

    async def ask(self, find: Find) -> Response:
        """What `find` answers, or raises."""
        answer: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        self._waiting.append((find, answer))
        if self._answering is None or self._answering.done():
            self._answering = asyncio.create_task(self._answer())
        return await answer

    async def _answer(self) -> None:
        while self._waiting:
            some = [self._waiting.popleft() for _ in range(min(AT_ONE_GO, len(self._waiting)))]
            some = [(find, answer) for find, answer in some if not answer.done()]  # nobody waits for it any more
            found = await run_sync(_find_all, [find for find, _ in some], limiter=self._limit)
            for (_, answer), one in zip(some, found, strict=True):
                if answer.done():
                    continue
                if isinstance(one, Response):
                    answer.set_result(one)
                else:
                    answer.set_exception(one)


def _find_all(finds: Sequence[Find]) -> list[Response | Exception]:
    """Each answer, or what went wrong with it."""
    found: list[Response | Exception] = []
    for find in finds:
        try:
            found.append(find())
        except Exception as error:  # said to whoever asked, and to nobody else
            found.append(error)
    return found
