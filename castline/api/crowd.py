"""A crowd's questions: once several short ones to a file wait at one time, a process beside the service answers them.

question ─┐            ┌───────────────┐            ┌─ answer     Python runs on one core a process: threads take the
question ─┼─ the loop ─┤ the answerer, ├─ the loop ─┼─ answer     interpreter from each other and from the loop, and
question ─┘            │   in turn     │            └─ answer     cost more in winning it back than the answers do
                       └───────────────┘
Few questions are answered in threads, and start no process. So are those that a process left behind when it ended; another is
not started, since what ended the first may well end the next.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from castline.api.kept import STAMP
from castline.graph.moments import write
from castline.library import Library
from castline.query.view import Stamp

Find = Callable[[], Response]
Run = Callable[[Request, Find], Awaitable[Response]]
"""How a question is answered beside the loop: in which thread or process."""
FEW = 4
"""Questions under way at one time that do not make a crowd."""
LENGTH = 4
"""Bytes that say how long a frame is, the greatest first."""
AHEAD = 2**20
"""Bytes of answers that are taken from the process before they are handed out."""
LOG = logging.getLogger("castline.requests")


class Question(msgspec.Struct, array_like=True):
    """A question as it came, and the state of its saga as it stood then."""

    path: str
    query: bytes
    stamp: Stamp | None


class Answer(msgspec.Struct, array_like=True):
    """What was answered to it, refusals too."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


def frame(what: Question | Answer) -> bytes:
    """A question or an answer, with its length before it."""
    body = msgspec.msgpack.encode(what)
    return len(body).to_bytes(LENGTH, "big") + body


class Crowd:
    """Short questions to a file: answered one by one by `run`, or many by a process that this starts and ends."""

    def __init__(self, library: Library, run: Run) -> None:
        self._library, self._run = library, run
        self._under_way = 0
        self._starting: asyncio.Task[None] | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._closing = False
        self._pipe: asyncio.StreamWriter | None = None
        self._waiting: deque[asyncio.Future[Answer]] = deque()

    async def ask(self, request: Request, find: Find) -> Response:
        """The answer to a request; `find` is the way to it in this process."""
        if self._pipe is None:
            return await self._answer_here(request, find)
        waited: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append(waited)
        scope = request.scope
        self._pipe.write(frame(Question(scope["path"], scope["query_string"], scope.get(STAMP))))
        try:
            return _respond(await waited)
        except ConnectionError:
            return await self._run(request, find)

    async def close(self) -> None:
        """End the process, if there is one."""
        self._closing = True
        if self._process is not None:
            _kill(self._process)
        if self._starting is not None:
            await asyncio.wait([self._starting])

    async def _answer_here(self, request: Request, find: Find) -> Response:
        self._under_way += 1
        if self._under_way > FEW and self._starting is None:
            self._starting = asyncio.create_task(self._keep_process())
        try:
            return await self._run(request, find)
        finally:
            self._under_way -= 1

    async def _keep_process(self) -> None:
        """Start the process, and hand out what it answers until it ends or is to end."""
        until = self._library.until
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "castline.api.answerer", self._library.url, self._library.saga or "", "" if until is None else write(until),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=AHEAD, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )  # fmt: skip
        self._process = process
        if self._closing:
            _kill(process)
        try:
            await self._hand_out(process)
        except (asyncio.IncompleteReadError, OSError):
            if not self._closing:
                LOG.warning("the process that answered a crowd has ended; threads answer")
        finally:
            self._pipe = None
            self._leave_waiting()
            await _end(process)

    async def _hand_out(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin and process.stdout
        await _read(process.stdout)  # it says that it is ready
        self._pipe = process.stdin
        while True:
            answer = msgspec.msgpack.decode(await _read(process.stdout), type=Answer)
            waited = self._waiting.popleft()
            if not waited.done():  # else nobody waits for it any more
                waited.set_result(answer)

    def _leave_waiting(self) -> None:
        """Send those who still wait back to the way in this process."""
        for waited in self._waiting:
            if not waited.done():
                waited.set_exception(ConnectionError())
        self._waiting.clear()


def _kill(process: asyncio.subprocess.Process) -> None:
    """It only reads: there is nothing that it would leave half done."""
    with suppress(ProcessLookupError):
        process.kill()


async def _end(process: asyncio.subprocess.Process) -> None:
    """End a process, and see both of its pipes closed: the loop may end right after."""
    assert process.stdin
    _kill(process)
    process.stdin.close()
    await process.communicate()
    with suppress(OSError):
        await process.stdin.wait_closed()


async def _read(stream: asyncio.StreamReader) -> bytes:
    return await stream.readexactly(int.from_bytes(await stream.readexactly(LENGTH), "big"))


def _respond(answer: Answer) -> Response:
    response = Response(answer.body, answer.status)
    response.raw_headers = answer.headers
    return response
