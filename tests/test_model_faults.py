"""Whatever goes wrong at whichever call: run again, the saga is what it would have been, and nothing is paid twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from books import digest

from castline.errors import ModelError
from castline.graph.opening import open_store
from castline.graph.sqlite import SqliteStore
from castline.graph.store import Store
from castline.testing import FAULTS, Fault, ScriptedServer
from scripts import MODEL, TALE, read_with, reply, write_tale


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("undisturbed")
    store = SqliteStore(str(folder / "castline.db"))
    with ScriptedServer(reply) as server:
        read_with(store, write_tale(folder), folder, server.url)
    found = digest(store)
    store.close()
    return found


def read_on(store: Store, folder: Path, server: ScriptedServer) -> int:
    """Run until it ends; how often it had to be run."""
    for runs in range(1, 4):
        try:
            report = read_with(store, write_tale(folder), folder, server.url, seconds=0.4)
        except ModelError:
            continue
        if report.reading is None or not report.reading["failed"]:
            return runs
    raise AssertionError("three runs were not enough")


@pytest.mark.parametrize("kind", FAULTS)
@pytest.mark.parametrize("call", range(1, len(TALE) + 1))
def test_a_fault_at_every_call(store: Store, tmp_path: Path, undisturbed: str, kind: str, call: int) -> None:
    store.forget("made")
    with ScriptedServer(reply, {call: Fault(kind, 1.0 if kind == "slow" else 0.0)}) as server:  # type: ignore[arg-type]
        runs = read_on(store, tmp_path, server)
        assert runs == (2 if kind == "no money" else 1)
        paid = [str(body["messages"]) for body in server.calls]
    assert digest(store) == undisturbed
    assert len(paid) <= len(TALE) + 2  # the call that failed, and another with what was wrong


@pytest.mark.parametrize("kind", ["failing", "cut", "garbage", "hang up", "busy"])
def test_an_endpoint_that_never_recovers_leaves_the_rules_reading(store: Store, tmp_path: Path, kind: str) -> None:
    faults = {number: Fault(kind) for number in range(1, 200)}  # type: ignore[arg-type]
    with ScriptedServer(reply, faults) as server:
        report = read_with(store, write_tale(tmp_path), tmp_path, server.url)
    assert report.reading and report.reading["failed"] == len(TALE) == report.chapters
    assert len(server.calls) <= 25 * len(TALE)
    assert len([one for one in report.problems if MODEL in one.message]) == len(TALE)
    store.forget("made")


def test_a_killed_run_goes_on_and_pays_for_nothing_twice(tmp_path: Path, undisturbed: str) -> None:
    book = write_tale(tmp_path)
    command = [
        sys.executable, "-m", "castline", "ingest", str(book), "--store", f"sqlite:///{tmp_path}/castline.db", "--saga", "made",
        "--model", MODEL, "--at-once", "1",
    ]  # fmt: skip
    with ScriptedServer(reply, {3: Fault("slow", 60.0)}) as server:
        run = subprocess.Popen([*command, "--base-url", server.url], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        give_up = time.monotonic() + 60
        while len(server.calls) < 3 and time.monotonic() < give_up:
            time.sleep(0.02)
        os.kill(run.pid, signal.SIGKILL)
        run.communicate()
        assert run.returncode == -signal.SIGKILL and len(server.calls) == 3
        done = subprocess.run([*command, "--base-url", server.url], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert len(server.calls) == 4
    store = open_store(f"sqlite:///{tmp_path}/castline.db")
    assert digest(store) == undisturbed
    store.close()
