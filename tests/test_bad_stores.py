"""What a store meets in the world: two writers, quotas, files that are no store, files that may not be written."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sqlite3
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from runs import exported, fails, run, start
from shelf import LEDGER, TALE, ledger_url, write_tale

import castline
from castline.cli import main


def test_two_ingests_at_once_make_what_one_makes(tmp_path: Path) -> None:
    """Each chapter is written by one of them; the other goes on after it or says in plain words that it was late."""
    pair = [start(tmp_path, "ingest", str(LEDGER), "--processes", "1") for _ in range(2)]
    ended = [(*child.communicate(), child.returncode) for child in pair]
    assert 0 in [code for *_, code in ended], ended
    for _, said, code in ended:
        late = "Another ingest is writing" in said and "it goes on from there" in said
        assert code == 0 or (late and said.count("\n") == 1), said
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library, castline.open(ledger_url()) as undisturbed:
        assert list(library.export(mentions=True)) == list(undisturbed.export(mentions=True))
        assert library.ingest(LEDGER).skipped == 14


def test_two_who_read_a_saga_anew_at_once_leave_one_whole_saga(tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        library.ingest(LEDGER, through="3")
    pair = [start(tmp_path, "ingest", str(LEDGER), "--processes", "1", "--replace") for _ in range(2)]
    ended = [(*child.communicate(), child.returncode) for child in pair]
    assert all(code == 0 or "Another ingest is writing" in said for _, said, code in ended), ended
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library, castline.open(ledger_url()) as undisturbed:
        library.ingest(LEDGER)
        assert list(library.export(mentions=True)) == list(undisturbed.export(mentions=True))


def test_a_store_that_may_grow_no_more_keeps_what_it_has(told: Path) -> None:
    """A quota (here, on the size of files) stops an ingest in the middle; with room again it goes on."""
    limit = 2**17

    def confine() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    before = exported(told)
    child = start(told, "ingest", str(LEDGER), "--processes", "1", preexec_fn=confine)
    said = child.communicate()[1]
    assert child.returncode == 1 and said.startswith("castline: ") and "run the same command" in said, said
    assert exported(told) == before
    assert run(told, "ingest", str(LEDGER)).exit_code == 0


@pytest.mark.parametrize("kind", ["text", "folder", "no folder", "later"])
def test_a_store_that_is_none_is_not_touched(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "castline.db"
    if kind == "text":
        path.write_text(TALE * 100)
    elif kind == "folder":
        path.mkdir()
    elif kind == "later":
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA user_version = 99")
        db.close()
    before = path.read_bytes() if path.is_file() else b""
    folder = tmp_path / "none" if kind == "no folder" else tmp_path
    for words in (("ingest", str(write_tale(tmp_path))), ("cast",)):
        said = fails(folder, *words)
        assert ("Upgrade castline" if kind == "later" else "--store") in said
    assert before == (path.read_bytes() if path.is_file() else b"")


def test_a_server_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    said = CliRunner().invoke(main, ["--store", "bolt://127.0.0.1:9", "ingest", str(write_tale(tmp_path))])
    assert said.exit_code == 1 and "No Neo4j answers" in said.stderr and said.stderr.count("\n") == 1


def obey() -> None:
    """Let even root be bound by what files allow (in a child, before it starts)."""
    drop_from_bounds, may_override, may_read = 24, 1, 2
    libc = ctypes.CDLL(None)
    if os.geteuid() == 0:
        for capability in (may_override, may_read):
            libc.prctl(drop_from_bounds, capability, 0, 0, 0)


needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="root is bound by Linux's own means")


@needs_linux
def test_a_book_that_may_not_be_read_is_said_so(told: Path) -> None:
    (told / "tale.txt").chmod(0)
    child = start(told, "ingest", str(told / "tale.txt"), "--replace", preexec_fn=obey)
    assert (
        "cannot be opened (Permission denied). Check its permissions." in child.communicate()[1]
        and child.returncode == 1
    )
    assert "Quill" in exported(told)


@needs_linux
def test_a_file_that_may_not_be_written_is_read_and_not_lost(told: Path) -> None:
    whole = exported(told)
    for folder_mode in (0o755, 0o555):
        (told / "castline.db").chmod(0o444)
        told.chmod(folder_mode)
        read_only = start(told, "export", "facts", preexec_fn=obey)
        written = start(told, "ingest", str(told / "tale.txt"), "--saga", "more", preexec_fn=obey)
        assert read_only.communicate() == (whole, "")
        assert "read-only" in written.communicate()[1] and written.returncode == 1
    told.chmod(0o755)
