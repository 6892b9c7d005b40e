"""Inputs that are made to be slow are read in the time of their length, or refused."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import tracemalloc
import zipfile
from pathlib import Path

import hostile
import pytest
from drawing import FUZZ

from castline.errors import InputError, ReadError
from castline.ingest.extraction.quotes import find_quotes
from castline.ingest.reading.book import read
from castline.ingest.segmentation.chapters import cut

SIZE = 20_000 if FUZZ == 1 else 250_000
"""Characters at first; what is quadratic shows when there are four times as many."""
GROWTH, NOISE = 8.0, 0.4
"""Four times the characters may take so many times as long, and seconds by which a busy machine may be late."""
TRIES = 3
"""What is quadratic is so each time; garbage that earlier tests have left is collected but once."""
SEVERAL = (
    "names and names",
    "one surname",
    "titled names",
    "vocatives",
    "opening quotes",
    "headings over words",
    "speakers",
    "titles",
)
SECONDS_A_MB, MEMORY = 270.0, 1024
"""Ten times what a novel takes of the processor, and MiB."""

KINDS = [kind for kind, _, _ in hostile.make(20)]


@pytest.fixture(scope="module")
def inputs() -> dict[int, dict[str, tuple[str, bytes]]]:
    return {size: {kind: (name, data) for kind, name, data in hostile.make(size)} for size in (SIZE, 4 * SIZE)}


@pytest.mark.parametrize("kind", KINDS)
def test_reading_and_cutting_are_linear(
    tmp_path: Path, kind: str, inputs: dict[int, dict[str, tuple[str, bytes]]]
) -> None:
    took = []
    for _ in range(TRIES):
        took.append([_spend(tmp_path, *inputs[size][kind]) for size in (SIZE, 4 * SIZE)])
        if took[-1][1] < GROWTH * took[-1][0] + NOISE:
            return
    pytest.fail(f"seconds of {SIZE} and {4 * SIZE} characters, {TRIES} times: {took}")


@pytest.mark.parametrize("piece", ["‘a’ ", "‘a’, ", "‘a b c d e f g’ a' ", "‘A a' ", "‘Go,’ "])
def test_finding_quotes_is_linear(piece: str) -> None:
    """Marks that close, seem to close and do not, in one paragraph."""
    took: list[tuple[float, float]] = []
    for _ in range(TRIES):
        took.append((_find(piece * 8_000), _find(piece * 32_000)))
        if took[-1][1] < GROWTH * took[-1][0] + NOISE:
            return
    pytest.fail(f"seconds of 8,000 and 32,000 pieces, {TRIES} times: {took}")


def _find(text: str) -> float:
    began = time.process_time()
    find_quotes(text, [(0, len(text))])
    return time.process_time() - began


def _spend(folder: Path, name: str, data: bytes) -> float:
    """Seconds of the processor that reading and cutting a file take."""
    (folder / name).write_bytes(data)
    began = time.process_time()
    try:
        cut(read(folder / name))
    except InputError as error:
        assert str(error).startswith("Cannot read")
    return time.process_time() - began


INGEST = """
import json, resource, sys, time
from castline.graph.opening import open_store
from castline.ingest.pipeline import ingest
began = time.process_time()
ingest(open_store(sys.argv[2]), [sys.argv[1]], "hostile", processes=1)
print(json.dumps([time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024]))
"""


@pytest.mark.parametrize("kind", SEVERAL if FUZZ == 1 else hostile.TEXTS)
def test_a_whole_ingest_keeps_within_time_and_memory(tmp_path: Path, kind: str) -> None:
    """In a process of its own: what it takes at its worst is told by the system."""
    size = 30_000 if FUZZ == 1 else 1_000_000
    (tmp_path / "book.txt").write_text(hostile.TEXTS[kind](size), encoding="utf-8")
    command = [sys.executable, "-c", INGEST, str(tmp_path / "book.txt"), str(tmp_path / "castline.db")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=4 * SECONDS_A_MB)
    assert done.returncode == 0 or "Cannot read" in done.stderr, done.stderr[-500:]
    if done.returncode == 0:
        took, memory = json.loads(done.stdout)
        assert took < 10 + SECONDS_A_MB * size / 1e6 and memory < MEMORY


@pytest.mark.parametrize("method", hostile.BOMBS.values(), ids=hostile.BOMBS)
def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path, method: int) -> None:
    path = tmp_path / "bomb.epub"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("META-INF/container.xml", hostile.CONTAINER, zipfile.ZIP_STORED)
        archive.writestr("book.opf", hostile.PACKAGE, zipfile.ZIP_STORED)
        with archive.open("a.xhtml", "w", force_zip64=True) as page:
            for _ in range(300):
                page.write(b" " * 2**20)
    assert path.stat().st_size < 2**20
    tracemalloc.start()
    with pytest.raises(ReadError, match=r"zip bomb|no EPUB may use"):
        read(path)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 64 * 2**20


def test_a_directory_that_points_before_the_file_is_a_broken_one(tmp_path: Path) -> None:
    """Drawn by lot: members were sought at negative places."""
    data = bytearray(hostile.pack("<html><body><p>Anna sat down.</p></body></html>"))
    data[-6:-2] = (int.from_bytes(data[-6:-2], "little") + 30_000).to_bytes(4, "little")
    (tmp_path / "book.epub").write_bytes(data)
    with pytest.raises(ReadError, match="broken"):
        read(tmp_path / "book.epub")
