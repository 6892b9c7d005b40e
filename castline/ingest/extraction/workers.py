"""Parsing in other processes: each a plain child of its own, fed chapters over a pipe.

A child is `python -m castline.ingest.extraction.workers MODEL`; it reads frames of msgpack from its
standard input and answers each with one, until the input ends. So nothing is forked and no caller's script is
imported again. The threads here only carry bytes: two that first meet a type in msgspec at one moment can crash the
process, so everything is encoded and decoded by the caller's thread.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import msgspec

from castline.errors import CastlineError
from castline.frames import receive, send, serve
from castline.ingest.annotations import Extract
from castline.ingest.language.detection import ENGLISH

WORTH_IT = 25_000
"""Words from which on it pays to start children (each takes about two seconds to load its model)."""
AHEAD = 2
"""Chapters parsed ahead of the one being resolved, per child: bounds memory, however long the book."""
TRIES = 3
"""How often a chapter is given to a child: one that dies over it is started anew."""


class Task(msgspec.Struct, array_like=True):
    """A chapter's own text, its paragraphs (start, end, scene) within it, its heading with that of its part, its language
    (what is not English is read without a model), and what stands before it and belongs to no chapter."""

    text: str
    paragraphs: list[tuple[int, int, int]]
    heading: str = ""
    language: str = ENGLISH
    before: str = ""


_ENCODER = msgspec.msgpack.Encoder()
_TASKS = msgspec.msgpack.Decoder(Task)
_EXTRACTS = msgspec.msgpack.Decoder(Extract)

Told = Callable[[str], None]
"""Called with a sentence for the user."""


def extract_all(
    tasks: Iterable[Task], model: str | None, processes: int, tell: Told = lambda words: None
) -> Iterator[Extract]:
    """The extracts of the tasks, in order. With one process, in this one.

    A child that dies is started anew and its chapter tried again, and `tell` is told so; raises CastlineError where
    one chapter ends three in a row.
    """
    if processes <= 1:
        for task in tasks:
            yield _read(task, model)
        return
    with _Children(model, processes, tell) as children:
        yield from children.run(tasks)


def _read(task: Task, model: str | None) -> Extract:
    """Here spaCy is first needed: a parent whose children read does without it."""
    from castline.ingest.extraction.extract import extract
    from castline.ingest.language.parser import load_model

    nlp = load_model(model if task.language == ENGLISH else None)
    return extract(nlp, task.text, task.paragraphs, task.heading, task.before)


class _Children:
    """As many children as there are threads; each thread talks to its own."""

    def __init__(self, model: str | None, count: int, tell: Told) -> None:
        self.model, self.count, self.tell = model, count, tell
        self.local = threading.local()
        self.started: list[subprocess.Popen[bytes]] = []
        self.deaths: queue.SimpleQueue[int] = queue.SimpleQueue()
        """The exit codes of children that died, to be told by the caller's thread."""
        self.lock, self.closed = threading.Lock(), False

    def __enter__(self) -> _Children:
        self.pool = ThreadPoolExecutor(self.count, "castline-parse", initializer=self._start)
        return self

    def __exit__(self, *_: object) -> None:
        with self.lock:
            self.closed = True
        for child in self.started:
            child.kill()
        self.pool.shutdown(cancel_futures=True)
        for child in self.started:
            _bury(child)

    def _start(self) -> None:
        command = [sys.executable, "-m", "castline.ingest.extraction.workers", self.model or ""]
        # One thread of arithmetic per child: the children are the parallelism.
        env = os.environ | {
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        with self.lock:
            if self.closed:
                raise EOFError
            self.local.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)
            self.started.append(self.local.child)

    def run(self, tasks: Iterable[Task]) -> Iterator[Extract]:
        """Extracts in order, with a bounded number of tasks under way."""
        waiting: deque[Future[bytes]] = deque()
        for task in tasks:
            waiting.append(self.pool.submit(self._ask, _ENCODER.encode(task)))
            if len(waiting) >= self.count * (1 + AHEAD):
                yield self._take(waiting.popleft())
        while waiting:
            yield self._take(waiting.popleft())

    def _take(self, answer: Future[bytes]) -> Extract:
        body = answer.result()
        while not self.deaths.empty():
            self.tell(
                f"A parsing process ended before it had answered ({_say_end(self.deaths.get())}); its chapter was read again by another."
            )
        return _EXTRACTS.decode(body)

    def _ask(self, task: bytes) -> bytes:
        """Runs in a thread of the pool: bytes to this thread's child and back."""
        for _ in range(TRIES):
            child: subprocess.Popen[bytes] = self.local.child
            assert child.stdin and child.stdout
            try:
                send(child.stdin, task)
                return receive(child.stdout)
            except (BrokenPipeError, EOFError):
                self.deaths.put(child.wait())
                self._start()
        raise CastlineError(
            f"A parsing process ended {TRIES} times before it had answered (out of memory, or killed). Nothing already "
            "written is lost: run the same command again, with --processes 1 if memory is short."
        )


def _bury(child: subprocess.Popen[bytes]) -> None:
    """Wait for a child that was killed, and close its pipes."""
    child.wait()
    for pipe in (child.stdin, child.stdout):
        try:
            if pipe:
                pipe.close()
        except BrokenPipeError:  # half a task was still to be sent
            pass


def _say_end(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _answer(task: bytes) -> bytes:
    """What a child says to a task."""
    return _ENCODER.encode(_read(_TASKS.decode(task), sys.argv[1] or None))


if __name__ == "__main__":
    serve(_answer)
