"""Jobs: books that are read into the store by a process beside the service, so that it goes on answering; and sagas that are
settled anew with their corrections, which are jobs without books.

    castline.db.jobs/
      3f9c.../job.json      what was asked, and what became of it
      3f9c.../books/        the files as they came

A job survives the service: what was under way when it ended is `stopped` when it starts again, and `resume` goes on after
the last chapter that was written. To cancel is to end the process: nothing of a chapter stands half.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import shutil
import signal
import sys
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from castline.api.problems import name_parameters
from castline.errors import AskError, InputError, StoreBusy, UnknownName

AT_ONCE = 1
"""Jobs that read at one time; others wait."""
PATIENCE = 10.0
"""Seconds for which a process that is to end may finish what it writes."""
KEPT = 50
"""Jobs that have ended and are still told of; older ones go, with their books."""
KINDS = (".txt", ".md", ".markdown", ".html", ".htm", ".xhtml", ".epub")
State = Literal["waiting", "reading", "done", "failed", "cancelled", "stopped"]


class Job(msgspec.Struct, kw_only=True):
    """A job as it is told. `words` and `of_words` say how far it is, `chapter` which one was written last."""

    id: str
    saga: str
    files: tuple[str, ...]
    cut: str | None = None
    """A regular expression for lines that are chapter headings."""
    replace: bool = False
    """Whether what the saga holds is still to be forgotten first."""
    state: State = "waiting"
    words: int = 0
    of_words: int = 0
    chapter: str = ""
    error: str | None = None
    report: dict[str, Any] | None = None
    began: float = 0.0
    """Seconds since 1970."""

    @property
    def ended(self) -> bool:
        """Whether nothing more will come of it by itself."""
        return self.state not in ("waiting", "reading")


class Jobs:
    """The jobs of a store."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._folder = find_folder(url)
        self._jobs: dict[str, Job] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._changed = asyncio.Condition()
        for file in sorted(self._folder.glob("*/job.json")):
            job = msgspec.json.decode(file.read_bytes(), type=Job)
            if not job.ended:
                job.state = "stopped"
            self._jobs[job.id] = job

    def all(self) -> list[Job]:
        """All that are remembered, the newest first."""
        return sorted(self._jobs.values(), key=lambda job: -job.began)

    def find(self, identifier: str) -> Job:
        """The job of that id. Raises UnknownName."""
        if identifier not in self._jobs:
            raise UnknownName(f"No job '{identifier}'. GET /v1/jobs lists those that there are.")
        return self._jobs[identifier]

    def place(
        self, saga: str, names: Sequence[str], cut: str | None = None, replace: bool = False
    ) -> tuple[Job, list[Path]]:
        """A new job, and where its books are to be put before it starts. Raises InputError, StoreBusy."""
        self.check_free(saga)
        for name in names:
            check_name(name)
        if not names or len(set(names)) < len(names):
            raise InputError("Send at least one book, each under a name of its own.")
        job = Job(
            id=secrets.token_hex(8), saga=saga, files=tuple(names), cut=cut or None, replace=replace, began=time.time()
        )
        books = self._folder / job.id / "books"
        books.mkdir(parents=True)
        return job, [books / name for name in names]

    def check_free(self, saga: str) -> None:
        """Raise StoreBusy where a job is at work on a saga."""
        if busy := next((job for job in self._jobs.values() if job.saga == saga and not job.ended), None):
            raise StoreBusy(
                f"Job {busy.id} is reading into '{saga}'. Let it end, or cancel it: DELETE /v1/jobs/{busy.id}"
            )

    async def settle(self, saga: str) -> Job:
        """Start a job that brings no books: it settles a saga with its corrections as they stand now."""
        job = Job(id=secrets.token_hex(8), saga=saga, files=(), began=time.time())
        (self._folder / job.id).mkdir(parents=True)
        return await self.start(job)

    async def start(self, job: Job) -> Job:
        """Let a job run, or run on."""
        if not job.ended and job.id in self._jobs:
            raise AskError(f"Job {job.id} is {job.state}.")
        job.state, job.error, job.report = "waiting", None, None
        self._jobs[job.id] = job
        self._forget_old()
        await self._tell(job)
        self._tasks[job.id] = asyncio.create_task(self._run(job))
        return job

    async def cancel(self, identifier: str) -> Job:
        """End a job: what it has written stands. Returns when it has ended."""
        job = self.find(identifier)
        if not job.ended:
            job.state = "cancelled"
            if process := self._processes.get(identifier):
                process.send_signal(signal.SIGTERM)
            else:
                self._tasks[identifier].cancel()
            await asyncio.wait([self._tasks[identifier]], timeout=PATIENCE)
            await self._tell(job)
        return job

    async def follow(self, identifier: str) -> AsyncIterator[Job]:
        """The job as it stands, and again whenever that has changed, until it ends."""
        job, last = self.find(identifier), b""
        while True:
            if (now := msgspec.json.encode(job)) != last:
                last = now
                yield job
            if job.ended:
                return
            async with self._changed:
                try:
                    await asyncio.wait_for(self._changed.wait(), 15)
                except TimeoutError:
                    last = b""  # said again, so that nobody in between takes the line for dead

    async def close(self) -> None:
        """End what runs; it can be resumed when the service is there again."""
        for identifier in [one.id for one in self._jobs.values() if not one.ended]:
            await self.cancel(identifier)
            self._jobs[identifier].state = "stopped"
            await self._tell(self._jobs[identifier])

    async def _run(self, job: Job) -> None:
        async with self._turn:
            if job.state == "cancelled":
                return
            job.state = "reading"
            await self._tell(job)
            files = [str(self._folder / job.id / "books" / name) for name in job.files]
            options = json.dumps({"pattern": job.cut, "replace": job.replace})
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "castline.api.reader", self._url, job.saga, options, *files,
                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, limit=2**24,
            )  # fmt: skip
            self._processes[job.id] = process
            try:
                await self._listen(job, process)
            finally:
                del self._processes[job.id]

    async def _listen(self, job: Job, process: asyncio.subprocess.Process) -> None:
        assert process.stdout
        async for line in process.stdout:
            for name, value in json.loads(line).items():
                setattr(job, name, _in_our_words(value))
            job.replace = job.replace and not job.chapter  # who goes on does not begin anew
            await self._tell(job)
        code = await process.wait()
        if job.state == "reading":
            job.state = "done" if job.report is not None else "failed"
            if job.state == "failed" and job.error is None:
                job.error = f"The process that read ended ({code}). Resume it: POST /v1/jobs/{job.id}/resume"
        await self._tell(job)

    async def _tell(self, job: Job) -> None:
        """Write down how a job stands, and wake those who follow it."""
        file = self._folder / job.id / "job.json"
        part = file.with_suffix(".part")
        part.write_bytes(msgspec.json.encode(job))
        part.replace(file)
        async with self._changed:
            self._changed.notify_all()

    def _forget_old(self) -> None:
        for job in [job for job in self.all() if job.ended][KEPT:]:
            shutil.rmtree(self._folder / job.id, ignore_errors=True)
            del self._jobs[job.id]


def find_folder(url: str) -> Path:
    """Where the jobs of a store are: beside its file, or in the working directory for a server."""
    if url.startswith("sqlite:///"):
        return Path(url.removeprefix("sqlite:///") + ".jobs")
    return Path("castline.jobs")


def _in_our_words(told: Any) -> Any:
    """What the process that reads says, with parameters as they are named here, however deep in it."""
    match told:
        case str():
            return name_parameters(told)
        case list():
            return [_in_our_words(one) for one in told]
        case dict():
            return {name: _in_our_words(one) for name, one in told.items()}
    return told


def check_name(name: str) -> None:
    """Raise InputError for a name that is no plain book's: it becomes a file's."""
    if (
        not re.fullmatch(r"[^\x00-\x1f/\\:%]{1,120}", name)
        or name.startswith(".")
        or Path(name).suffix.lower() not in KINDS
    ):
        raise InputError(f"'{name[:130]}' is no name of a book. Send files that end in {', '.join(KINDS)}.")
