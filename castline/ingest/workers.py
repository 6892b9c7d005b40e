"""Parsing in other processes: each a plain child of its own, fed chapters over a pipe.

A child is `python -m castline.ingest.workers MODEL`; it reads frames (4 bytes of length, then msgpack) from its
standard input and answers each with one, until the input ends. So nothing is forked and no caller's script is
imported again.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import IO, Any

import msgspec

from castline.errors import CastlineError
from castline.ingest.extract import Extract
from castline.ingest.extraction import extract
from castline.ingest.language import load_model

_HEAD = struct.Struct("<I")
WORTH_IT = 25_000
"""Words from which on it pays to start children (each takes about two seconds to load its model)."""
AHEAD = 2
"""Chapters parsed ahead of the one being resolved, per child: bounds memory, however long the book."""


class Task(msgspec.Struct, array_like=True):
    """A chapter's own text, and its paragraphs (start, end, scene) within it."""

    text: str
    paragraphs: list[tuple[int, int, int]]


def extract_all(tasks: Iterable[Task], model: str | None, processes: int) -> Iterator[Extract]:
    """The extracts of the tasks, in order. With one process, in this one."""
    if processes <= 1:
        nlp = load_model(model)
        for task in tasks:
            yield extract(nlp, task.text, task.paragraphs)
        return
    with _Children(model, processes) as children:
        yield from children.run(tasks)


class _Children:
    """As many children as there are threads; each thread talks to its own."""

    def __init__(self, model: str | None, count: int) -> None:
        self.model, self.count = model, count
        self.local = threading.local()
        self.started: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> _Children:
        self.pool = ThreadPoolExecutor(self.count, "castline-parse", initializer=self._start)
        return self

    def __exit__(self, *_: object) -> None:
        for child in self.started:
            child.kill()
        self.pool.shutdown(cancel_futures=True)
        for child in self.started:
            child.wait()
            for pipe in (child.stdin, child.stdout):
                if pipe:
                    pipe.close()

    def _start(self) -> None:
        command = [sys.executable, "-m", "castline.ingest.workers", self.model or ""]
        # One thread of arithmetic per child: the children are the parallelism.
        env = os.environ | {
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        self.local.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)
        self.started.append(self.local.child)

    def run(self, tasks: Iterable[Task]) -> Iterator[Extract]:
        """Extracts in order, with a bounded number of tasks under way."""
        waiting: deque[Future[Extract]] = deque()
        for task in tasks:
            waiting.append(self.pool.submit(self._ask, task))
            if len(waiting) >= self.count * (1 + AHEAD):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def _ask(self, task: Task) -> Extract:
        child: subprocess.Popen[bytes] = self.local.child
        assert child.stdin and child.stdout
        try:
            _send(child.stdin, msgspec.msgpack.encode(task))
            answer = _receive(child.stdout)
        except (BrokenPipeError, EOFError) as error:
            raise CastlineError(
                "A parsing process ended before it had answered (out of memory, or killed). Nothing already written is "
                "lost: run the same command again, with --processes 1 if memory is short."
            ) from error
        return msgspec.msgpack.decode(answer, type=Extract)


def _send(pipe: IO[bytes], body: bytes) -> None:
    pipe.write(_HEAD.pack(len(body)) + body)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> bytes:
    head = pipe.read(_HEAD.size)
    if len(head) < _HEAD.size:
        raise EOFError
    size = _HEAD.unpack(head)[0]
    body = pipe.read(size)
    if len(body) < size:
        raise EOFError
    return body


def _serve(model: str, source: IO[bytes], answers: IO[bytes]) -> None:
    nlp: Any = load_model(model or None)
    while True:
        try:
            task = msgspec.msgpack.decode(_receive(source), type=Task)
        except EOFError:
            return
        _send(answers, msgspec.msgpack.encode(extract(nlp, task.text, task.paragraphs)))


if __name__ == "__main__":
    _serve(sys.argv[1], sys.stdin.buffer, sys.stdout.buffer)
