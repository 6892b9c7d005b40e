"""The processes that answer queries in memory: started when needed, kept warm with their graph, killed where a limit is.

take one with the graph (or any, or a new one) -> load -> ask -> keep it, if it is well and not many are kept
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import msgspec

from castline.errors import QueryError
from castline.frames import receive, send
from castline.graph.engine import ANSWERS, ENCODER, REQUESTS, Ask, Failed, Found, Load
from castline.graph.limits import Limits, exceed

KEPT = 2
"""Processes that are kept for the next query, each with its graph in memory."""

AT_ONCE = 4
"""Queries that are answered at one time; another waits as long as a query may take."""

SLOWEST_LOAD = 120.0
"""Seconds within which the graph of the greatest saga must stand in memory."""

GRACE = 1.0
"""Seconds for which an engine that should have stopped by itself may go on."""

Lines = Callable[[], Load]
"""What a graph is made of, asked for where none stands ready."""

_ROWS = msgspec.msgpack.Decoder(list[dict[str, Any]])
_ENVIRONMENT = {
    # What a thread or an allocator only sets aside would count as taken.
    "MIMALLOC_ARENA_RESERVE": "65536", "MALLOC_ARENA_MAX": "2", "RAYON_NUM_THREADS": str(min(4, os.cpu_count() or 1)),
}  # fmt: skip


class _Engine:
    """One child; `key` names the graph that it holds."""

    def __init__(self) -> None:
        env = os.environ | _ENVIRONMENT | {"PYTHONPATH": os.pathsep.join(sys.path)}
        self.child = subprocess.Popen(
            [sys.executable, "-m", "castline.graph.engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=env,
        )  # fmt: skip
        self.key = b""

    def tell(self, request: Load | Ask, seconds: float) -> Found | Failed | None:
        """The answer. Raises EOFError where the child dies over it, TimeoutError where it is killed for its slowness."""
        assert self.child.stdin and self.child.stdout
        body = ENCODER.encode(request)
        late = threading.Timer(seconds, self.child.kill)
        late.start()
        began = time.monotonic()
        try:
            send(self.child.stdin, body)
            found: Found | Failed | None = ANSWERS.decode(receive(self.child.stdout))
            return found
        except (BrokenPipeError, EOFError) as error:
            raise (TimeoutError if time.monotonic() - began >= seconds else EOFError) from error
        finally:
            late.cancel()

    def end(self) -> int:
        """Kill the child, if it is still there, and see it out; its exit code."""
        self.child.kill()
        code = self.child.wait()
        for pipe in (self.child.stdin, self.child.stdout):
            try:
                if pipe:
                    pipe.close()
            except BrokenPipeError:  # half a request was still to be sent
                pass
        return code


class Engines:
    """Those that are idle. Threads may share it."""

    def __init__(self) -> None:
        self._idle: list[_Engine] = []
        self._turn = threading.Lock()
        self._places = threading.BoundedSemaphore(AT_ONCE)

    def ask(self, key: bytes, lines: Lines, query: str, given: dict[str, Any], limits: Limits) -> list[dict[str, Any]]:
        """The rows of a query over the graph of that key. Raises QueryError."""
        request = Ask(query, given, limits)
        _check_parameters(request)
        if not self._places.acquire(timeout=limits.seconds):
            raise QueryError(f"{AT_ONCE} queries are being answered, and none has ended. Ask again in a while.")
        try:
            engine = self._take(key)
            try:
                return self._ask(engine, key, lines, request)
            except BaseException:
                engine.end()
                raise
        finally:
            self._places.release()

    def _ask(self, engine: _Engine, key: bytes, lines: Lines, request: Ask) -> list[dict[str, Any]]:
        if engine.key != key:
            _load(engine, lines())
            engine.key = key
        found = _say_death(engine, request)
        if isinstance(found, Found) and not found.worn:
            self._keep(engine)
        else:
            engine.end()
        if isinstance(found, Found):
            return _ROWS.decode(found.rows)
        raise explain(found, request.limits)

    def _take(self, key: bytes) -> _Engine:
        """An idle engine, best one with that graph; else a new one."""
        with self._turn:
            self._idle = [engine for engine in self._idle if engine.child.poll() is None or engine.end() is None]
            for engine in self._idle:
                if engine.key == key:
                    self._idle.remove(engine)
                    return engine
            if len(self._idle) >= KEPT:
                return self._idle.pop(0)
        return _Engine()

    def _keep(self, engine: _Engine) -> None:
        with self._turn:
            self._idle.append(engine)
            surplus = self._idle[:-KEPT]
            self._idle = self._idle[-KEPT:]
        for one in surplus:
            one.end()

    def close(self) -> None:
        """End those that are idle."""
        with self._turn:
            idle, self._idle = self._idle, []
        for engine in idle:
            engine.end()


def _check_parameters(request: Ask) -> None:
    try:
        ENCODER.encode(request)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise QueryError(
            f"The parameters cannot be handed to a query: {error}. Give plain values, as JSON has them."
        ) from error


def _load(engine: _Engine, lines: Load) -> None:
    try:
        engine.tell(lines, SLOWEST_LOAD)
    except (EOFError, TimeoutError) as error:
        raise QueryError(
            f"The graph of '{lines.saga}' cannot be built in memory: the process for it ended ({engine.end()}). Free some "
            "memory, or ask of an earlier moment, whose graph is smaller."
        ) from error


def _say_death(engine: _Engine, request: Ask) -> Found | Failed:
    """The answer, or the limit that the child died of."""
    limits = request.limits
    try:
        found = engine.tell(request, limits.seconds + GRACE)
        assert found is not None
        return found
    except TimeoutError:
        return Failed("seconds", "")
    except EOFError:
        code = engine.end()
    if code == -6 or code == -9:  # an allocator that gets nothing aborts; the system kills what takes too much
        return Failed("memory", "")
    return Failed(
        "", f"the engine itself ended over it ({'signal' if code < 0 else 'exit code'} {abs(code)}); put it more simply"
    )


def explain(failed: Failed, limits: Limits) -> QueryError:
    """The error to raise for a query that found nothing."""
    if failed.limit:
        return exceed(limits, failed.limit)
    return QueryError(f"The query does not run: {failed.words}")


def _warm() -> None:
    """Let msgspec meet every type here, under the import's lock: two threads that first do so at one moment can crash."""
    for request in (Load("", None, []), Ask("", {}, Limits())):
        REQUESTS.decode(ENCODER.encode(request))
    for answer in (Found(msgspec.Raw(ENCODER.encode([{"": 0}])), False), Failed("", ""), None):
        ANSWERS.decode(ENCODER.encode(answer))
    _ROWS.decode(ENCODER.encode([{"": 0}]))


_warm()
ENGINES = Engines()
atexit.register(ENGINES.close)
