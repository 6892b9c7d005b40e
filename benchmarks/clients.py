"""Clients of a server, in a process of their own: how many answers a second they get, and how long each takes."""

from __future__ import annotations

import asyncio
import functools
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

CLIENTS = 50


def ask(
    port: int, paths: Sequence[str], seconds: float, once: bool = False, clients: int = CLIENTS, rate: float = 0
) -> tuple[float, float, float, int]:
    """(Answers a second, p50 ms, p99 ms, errors) of clients in a process of their own, each on one connection that
    is open before the first asks.

    They ask in turn for `seconds`; `once` where no path may be asked again. With a `rate`, so many questions a second are due
    at even times, and an answer's time counts from then; without one, each client asks again at once.
    """
    given = json.dumps(
        {"port": port, "paths": list(paths), "seconds": seconds, "once": once, "clients": clients, "rate": rate}
    )
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.clients"], input=given, capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout)
    return float(found[0]), float(found[1]), float(found[2]), int(found[3])


class _Client(asyncio.Protocol):
    """One connection that asks, waits for the whole answer, and asks again."""

    def __init__(self, paths: Iterator[str], taken: list[float], errors: list[int], done: asyncio.Future[None]) -> None:
        self._paths, self._taken, self._errors, self._done = paths, taken, errors, done
        self._left, self._head, self._began = -1, b"", 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def start(self, due: float, until: float, every: float) -> None:
        """Ask in turn from one time of the clock to another: a question is due `every` so many seconds (0: at once)."""
        self._due, self._until, self._every = due, until, every
        self._wait()

    def _wait(self) -> None:
        asyncio.get_running_loop().call_later(max(0.0, self._due - time.perf_counter()), self._ask)

    def _ask(self) -> None:
        path = next(self._paths, None)
        if path is None or self._due > self._until:
            self._transport.close()
            return
        self._began, self._head, self._left = self._due, b"", -1
        self._due += self._every
        self._transport.write(b"GET " + path.encode() + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")

    def data_received(self, data: bytes) -> None:
        if self._left < 0:
            self._head += data
            head, ended, body = self._head.partition(b"\r\n\r\n")
            if not ended:
                return
            self._left = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]) - len(body)
            if not head.startswith(b"HTTP/1.1 200"):
                self._errors.append(1)
        else:
            self._left -= len(data)
        if self._left == 0:
            now = time.perf_counter()
            self._taken.append(now - self._began)
            if self._every:
                self._wait()
            else:
                self._due = now
                self._ask()

    def connection_lost(self, exc: Exception | None) -> None:
        if exc:
            self._errors.append(1)
        if not self._done.done():
            self._done.set_result(None)


def _itself(client: _Client) -> _Client:
    return client


async def _ask_all(
    port: int, paths: list[str], seconds: float, once: bool, clients: int, rate: float
) -> tuple[float, float, float, int]:
    def endless() -> Iterator[str]:
        while True:
            yield from paths

    taken: list[float] = []
    errors: list[int] = []
    loop, asked = asyncio.get_running_loop(), iter(paths) if once else endless()
    ends: list[asyncio.Future[None]] = [loop.create_future() for _ in range(clients)]
    asking = [_Client(asked, taken, errors, end) for end in ends]
    for client in asking:
        await loop.create_connection(functools.partial(_itself, client), "127.0.0.1", port)
    began = time.perf_counter()
    every = clients / rate if rate else 0.0
    for n, client in enumerate(asking):
        client.start(began + n * every / clients, began + seconds, every)
    await asyncio.gather(*ends)
    rate = len(taken) / (time.perf_counter() - began)
    taken.sort()
    return rate, taken[len(taken) // 2] * 1000, taken[int(len(taken) * 0.99)] * 1000, len(errors)


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_ask_all(**json.load(sys.stdin)))))
