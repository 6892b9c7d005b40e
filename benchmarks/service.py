"""Snapshots over HTTP for 50 clients, while an ingest writes, beside a bare "hello" of the same server in the same run.

Service, clients and ingest share this machine, each in processes of its own. The ingest is a job, a book that was sent to the
service: its process ranks behind what answers. A `castline ingest` of somebody's own does not. `repeated` are moments that
were asked before, `new` ones that were not; `hello` is an application that answers five bytes and does nothing else.
"""

from __future__ import annotations

import asyncio
import functools
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

import httpx

import castline
from benchmarks.machine import table

CLIENTS = 50
SECONDS = 6.0
HEAD = ["store", "asked", "answers/s", "of the hello's", "p50 ms", "p99 ms", "errors"]
_HELLO = """
import sys, uvicorn
from castline.api.protocol import Protocol
async def app(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5")]})
    await send({"type": "http.response.body", "body": b"hello"})
uvicorn.run(app, port=int(sys.argv[1]), http=Protocol, ws="none", lifespan="off", access_log=False, log_level="error")
"""


def measure_service(folder: Path) -> str:
    """Tables for SQLite and, where CASTLINE_BENCH_NEO4J names a server, for Neo4j; and the page's times."""
    novels = folder / "novels"
    with tempfile.TemporaryDirectory() as home:
        rows = list(_measure("SQLite", f"sqlite:///{home}/bench.db", novels))
        page = _time_page(f"sqlite:///{home}/page.db", novels / "war_and_peace.txt")
    if url := os.environ.get("CASTLINE_BENCH_NEO4J"):
        rows += _measure("Neo4j", url, novels)
    return f"{table(HEAD, rows)}\n\n{page}"


def _measure(store: str, url: str, novels: Path) -> Iterator[list[object]]:
    with castline.open(url, "novel") as library:
        library.ingest(novels / "pride_and_prejudice.txt", replace=True)
        met = {entry.id: int(entry.met.split(".")[1]) for entry in library.cast()}
    asked = [_path(who, n) for who, first in met.items() for n in range(first, 62)]
    random.Random(3).shuffle(asked)
    repeated, fresh = asked[:200], asked[200:]
    with serving(url) as port, greeting() as hello, writing(port, novels / "dorian_gray.txt"):
        ask(port, repeated, 2.0)
        floor = ask(hello, ["/"], SECONDS)
        yield [store, "hello", floor[0], 1.0, *floor[1:]]
        for name, paths in (("repeated", repeated), ("new", fresh)):
            found = ask(port, paths, SECONDS, once=name == "new")
            yield [store, name, found[0], found[0] / floor[0], *found[1:]]


def _path(who: str, chapter: int) -> str:
    return f"/v1/snapshot?{urlencode({'saga': 'novel', 'character': who, 'at': str(chapter)})}"


def _time_page(url: str, novel: Path) -> str:
    """What the page asks for a great novel: at first, and at a step of its slider."""
    with castline.open(url, "novel") as library:
        library.ingest(novel)
    with serving(url) as port:
        first = [_took(port, path) for path in ("/v1/names", "/v1/chapters?saga=novel", "/v1/stage?saga=novel")]
        steps = sorted(
            _took(port, f"/v1/stage?saga=novel&at=1.{n}") for n in random.Random(4).sample(range(1, 365), 60)
        )
    return table(
        ["the page, War and Peace", "ms"],
        [["first view: names, chapters, stage", sum(first)], ["a step, p50", steps[30]], ["a step, the slowest of 60", steps[-1]]],
    )  # fmt: skip


def _took(port: int, path: str) -> float:
    return ask(port, [path], 60, once=True, clients=1)[1]


@contextmanager
def serving(url: str) -> Iterator[int]:
    """The port of a service over a store."""
    port = _free_port()
    with _running([sys.executable, "-m", "castline", "--store", url, "serve", "--port", str(port)], port):
        yield port


@contextmanager
def greeting() -> Iterator[int]:
    """The port of the bare hello."""
    port = _free_port()
    with _running([sys.executable, "-c", _HELLO, str(port)], port):
        yield port


@contextmanager
def writing(port: int, book: Path) -> Iterator[None]:
    """A job that reads a book into the service's store, into one saga after another as often as it ends."""
    over = threading.Event()
    sender = threading.Thread(target=_send, args=(port, book, over))
    sender.start()
    time.sleep(8)
    try:
        yield
        assert sender.is_alive(), "the ingest had ended"
    finally:
        over.set()
        sender.join()


def _send(port: int, book: Path, over: threading.Event) -> None:
    """Send a book, and again under another name when it is read, until it is `over` or fails."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        for n in count(1):
            answer = client.post(f"/v1/sagas/other{n}/jobs", files={"books": (book.name, book.read_bytes())})
            job = f"/v1/jobs/{answer.raise_for_status().json()['id']}"
            while (state := client.get(job).json()["state"]) in ("waiting", "reading"):
                if over.wait(0.5):
                    client.delete(job)
                    return
            if state != "done":
                return


@contextmanager
def _running(command: Sequence[str], port: int) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait()


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def ask(
    port: int, paths: Sequence[str], seconds: float, once: bool = False, clients: int = CLIENTS
) -> tuple[float, float, float, int]:
    """(Answers a second, p50 ms, p99 ms, errors) of clients in a process of their own, each on one connection that
    is open before the first asks.

    They ask in turn for `seconds`; `once` where no path may be asked again.
    """
    given = json.dumps({"port": port, "paths": list(paths), "seconds": seconds, "once": once, "clients": clients})
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.service"], input=given, capture_output=True, text=True, check=True
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

    def start(self, until: float) -> None:
        """Ask in turn until a time of the clock."""
        self._until = until
        self._ask()

    def _ask(self) -> None:
        path = next(self._paths, None)
        if path is None or time.perf_counter() > self._until:
            self._transport.close()
            return
        self._began, self._head, self._left = time.perf_counter(), b"", -1
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
            self._taken.append(time.perf_counter() - self._began)
            self._ask()

    def connection_lost(self, exc: Exception | None) -> None:
        if exc:
            self._errors.append(1)
        if not self._done.done():
            self._done.set_result(None)


def _itself(client: _Client) -> _Client:
    return client


async def _ask_all(
    port: int, paths: list[str], seconds: float, once: bool, clients: int
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
    for client in asking:
        client.start(began + seconds)
    await asyncio.gather(*ends)
    rate = len(taken) / (time.perf_counter() - began)
    taken.sort()
    return rate, taken[len(taken) // 2] * 1000, taken[int(len(taken) * 0.99)] * 1000, len(errors)


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_ask_all(**json.load(sys.stdin)))))
