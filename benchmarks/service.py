"""Snapshots over HTTP for 50 clients, while an ingest writes, beside a bare "hello" of the same server in the same run.

Service, clients and ingest share this machine, each in processes of its own. The ingest is a job, a book that was sent to the
service: its process ranks behind what answers. A `castline ingest` of somebody's own does not. `repeated` are moments that
were asked before, `new` ones that were not; `hello` is an application that answers five bytes and does nothing else.
"""

from __future__ import annotations

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
from benchmarks.clients import ask
from benchmarks.machine import table

SECONDS = 6.0
WARMING = 10.0
"""Seconds of questions before anything is counted: a server compiles what it is asked often."""
EVENLY = {"SQLite": 500, "Neo4j": 250}
"""New moments a second that are asked evenly."""
NOVELS = ("pride_and_prejudice", "david_copperfield")
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
    asked = list(_ingest(url, novels))
    random.Random(3).shuffle(asked)
    rate, count = EVENLY[store], int(EVENLY[store] * SECONDS)
    repeated, even, fresh = asked[:200], asked[200 : 200 + count], asked[200 + count :]
    with serving(url) as port, greeting() as hello, writing(port, novels / "dorian_gray.txt"):
        ask(port, fresh[: len(fresh) // 3], WARMING, once=True)
        ask(port, repeated, 2.0)
        floor = ask(hello, ["/"], SECONDS)
        yield [store, "hello", floor[0], 1.0, *floor[1:]]
        for name, found in (
            ("repeated", ask(port, repeated, SECONDS)),
            ("new", ask(port, fresh[len(fresh) // 3 :], SECONDS, once=True)),
            (f"new, at {rate}/s", ask(port, even, SECONDS, once=True, rate=rate)),
        ):
            yield [store, name, found[0], found[0] / floor[0], *found[1:]]


def _ingest(url: str, novels: Path) -> Iterator[str]:
    """What can be asked of two novels: each person at the end of each chapter from the first that tells of them."""
    for name in NOVELS:
        with castline.open(url, name) as library:
            library.ingest(novels / f"{name}.txt", replace=True)
            chapters = [chapter.at for chapter in library.chapters()]
            yield from (
                _path(name, one.id, at)
                for one in library.cast()
                for at in chapters
                if _chapter(at) >= _chapter(one.met)
            )


def _chapter(at: str) -> list[int]:
    """Book and chapter of a moment."""
    return [int(number) for number in at.split(".")[:2]]


def _path(saga: str, who: str, at: str) -> str:
    return f"/v1/snapshot?{urlencode({'saga': saga, 'character': who, 'at': at})}"


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
