"""Parsing in other processes: they crash nobody, may die themselves, and outlive no one."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from pathlib import Path
from types import FrameType

import pytest
from runs import start

from castline.errors import CastlineError
from castline.ingest.extraction.workers import Task, extract_all

TASKS = [Task(text := f"“Good day,” said Anna. She saw Peter {n} times.", [(0, len(text), 1)]) for n in range(24)]


def test_only_the_callers_thread_encodes_and_decodes() -> None:
    """Where msgspec first met a type in two threads at one moment, one ingest in six to twenty ended in a segmentation fault."""
    elsewhere: list[str] = []

    def watch(_: FrameType, event: str, function: object) -> None:
        if event == "c_call" and (
            "msgspec" in repr(function) or "msgspec" in (getattr(function, "__module__", "") or "")
        ):
            elsewhere.append(repr(function))

    threading.setprofile(watch)  # of threads that start from here on
    try:
        assert len(list(extract_all(TASKS[:4], None, 2))) == 4
    finally:
        threading.setprofile(None)
    assert elsewhere == []


def find_children(parent: int) -> list[int]:
    """The parsing processes of a process."""
    found = subprocess.run(["pgrep", "-P", str(parent), "-f", "castline.ingest"], capture_output=True, text=True)
    return [int(line) for line in found.stdout.split()]


def test_a_child_that_dies_is_started_anew() -> None:
    told: list[str] = []
    alone = list(extract_all(TASKS, None, 1))
    together = extract_all(TASKS, None, 2, told.append)
    first = next(together)
    for child in find_children(os.getpid()):
        os.kill(child, signal.SIGKILL)
    assert [first, *together] == alone
    assert told and "signal 9" in told[0] and "read again" in told[0]


def test_a_chapter_that_ends_every_child_ends_the_ingest_in_words() -> None:
    """No model of that name: each child dies at once, for whatever chapter."""
    with pytest.raises(CastlineError, match="--processes 1"):
        list(extract_all(TASKS[:2], "no_such_model", 2))


def test_children_end_with_their_parent_in_silence(tmp_path: Path) -> None:
    words = "She went to the mill, and there she saw Peter, who told her of the ships. "
    (tmp_path / "book.txt").write_text("\n\n".join(f"CHAPTER {n}\n\n{words * 1200}" for n in range(1, 9)))
    parent = start(tmp_path, "ingest", str(tmp_path / "book.txt"), "--processes", "2")
    children = _wait_for_children(parent.pid)
    time.sleep(2.5)  # in the middle of a chapter
    parent.kill()
    time.sleep(0.5)
    assert not [child for child in children if Path(f"/proc/{child}").exists() and _is_running(child)]
    assert parent.communicate()[1] == ""


def _wait_for_children(parent: int) -> list[int]:
    for _ in range(400):
        if len(found := find_children(parent)) == 2:
            return found
        time.sleep(0.05)
    raise AssertionError("no children were started")


def _is_running(process: int) -> bool:
    return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
