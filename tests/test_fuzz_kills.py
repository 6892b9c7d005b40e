"""kill -9 at instants drawn by lot, on both stores: run again, an ingest ends where an undisturbed one does."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

from books import PEOPLE, PLAIN, SPOKEN, digest, write_book
from drawing import FUZZ, lots

from castline.graph.opening import open_store
from castline.graph.store import Store
from castline.ingest.pipeline import ingest

KILLS = 4 if FUZZ == 1 else 2 * FUZZ
"""On each store."""
CHAPTERS = 40
SAGA = "made to be killed"
INGEST = """
import sys
from castline.graph.opening import open_store
from castline.ingest.pipeline import ingest
ingest(open_store(sys.argv[1]), [sys.argv[2]], sys.argv[3], processes=1)
"""


def write_many(path: Path) -> Path:
    """A book of many short chapters."""
    draw = lots("chapters")
    chapters = [
        [draw.choice([*PLAIN, *SPOKEN]).format(a=draw.choice(PEOPLE), b=draw.choice(PEOPLE)) for _ in range(6)]
        for _ in range(CHAPTERS)
    ]
    path.write_text(write_book(chapters), encoding="utf-8")
    return path


def count(store: Store) -> int:
    """Chapters that stand."""
    found = store.saga(SAGA)
    return len(found.chapters) if found else 0


def start(store: Store, book: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", INGEST, store.url, str(book), SAGA]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


def kill_at(store: Store, book: Path, chapters: int, later: float) -> None:
    """Kill an ingest so many seconds after so many chapters stand, in the middle of its work."""
    child = start(store, book)
    while count(store) < chapters:
        assert child.poll() is None, "it ended before it was killed"
        time.sleep(0.001)
    time.sleep(later)
    child.kill()
    said = child.communicate()[1]
    assert (child.returncode, said) == (-signal.SIGKILL, ""), "the kill did not land"
    assert chapters <= count(store) < CHAPTERS


def test_an_ingest_may_be_killed_at_any_instant(store: Store, tmp_path: Path) -> None:
    book = write_many(tmp_path / "book.txt")
    calm = open_store(str(tmp_path / "calm.db"))
    ingest(calm, [book], SAGA, processes=1)
    expected, draw, landed = digest(calm, SAGA), lots("kills"), 0
    while landed < KILLS:
        store.forget(SAGA)
        at = 0
        while at < CHAPTERS - 12 and landed < KILLS:
            at = count(store) + draw.randint(0, 8)
            kill_at(store, book, at, draw.random() * 0.05)
            landed += 1
        ingest(store, [book], SAGA, processes=1)
        assert digest(store, SAGA) == expected
    store.forget(SAGA)
