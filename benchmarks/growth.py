"""What a chapter costs to append to a short saga and to a long one: the append law in seconds.

A made serial is read through the real pipeline. Around two chapters, the 100th and the last, each chapter is an
ingest of its own of the book so far, as by somebody who reads a serial as it appears: once all in one file, which grows to
some 3 MB, and once in volumes of a hundred chapters, of which the last is given.
"""

from __future__ import annotations

import os
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.machine import table
from benchmarks.serial import write_serial
from castline.graph.opening import open_store
from castline.graph.store import Store
from castline.ingest.pipeline import ingest

EARLY, LATE, SPAN = 100, int(os.environ.get("CASTLINE_BENCH_CHAPTERS", "2000")), 20
"""The chapters looked at, and how many up to each are timed."""
SAGA = "serial"
VOLUME = 100
"""Chapters of a volume."""
HEAD = [
    "store",
    "chapter",
    "facts",
    "commit ms",
    "ratio",
    "reads ms",
    "ratio",
    "rest ms",
    "ratio",
    "whole append ms",
    "ratio",
    "of the processor ms",
    "ratio",
]
"""The commit is the store's share of the chapter itself; the reads are what a run of its own asks of the store before
it (the saga's record and memory); the rest is reading, cutting and the rules. What the processor took of the whole is told
apart, since other work on the machine, which comes and goes between two chapters, counts for less in it. Ratios are to the
early chapter."""


def measure_growth(_data: Path) -> str:
    """A table for SQLite and, where CASTLINE_BENCH_NEO4J names one, a server; its saga `serial` is replaced."""
    with tempfile.TemporaryDirectory() as home:
        rows = list[list[object]]()
        for volume, told in ((LATE, "one file"), (VOLUME, "volumes")):
            rows += _measure(open_store(f"{home}/{volume}.db"), f"SQLite, {told}", Path(home), volume)
            if url := os.environ.get("CASTLINE_BENCH_NEO4J"):
                rows += _measure(open_store(url), f"Neo4j, {told}", Path(home), volume)
    return table(HEAD, rows)


def _measure(store: Store, name: str, home: Path, volume: int) -> list[list[object]]:
    """Rows of a store; a file holds `volume` chapters."""
    store.forget(SAGA)
    found = [(chapter, *_append(store, home, chapter, volume)) for chapter in (EARLY, LATE)]
    store.forget(SAGA)
    store.close()
    first = found[0][2]
    return [
        [
            name,
            chapter,
            facts,
            *(cell for now, then in zip(spent, first, strict=True) for cell in (now * 1000, now / then)),
        ]
        for chapter, facts, spent in found
    ]


def _append(store: Store, home: Path, chapter: int, volume: int) -> tuple[int, list[float]]:
    """Of the mean append up to a chapter: facts, and seconds of the commit, the store's reads, the rest, the whole, and the
    processor's."""
    start = chapter - SPAN
    ingest(store, [*_save_all(home, start - 1, volume)], SAGA, processes=2)
    ingest(store, [_save(home, start, volume)], SAGA, processes=1)  # the model is loaded, the file's pages are at hand
    watched, facts, whole, processor = Watched(store), 0, 0.0, 0.0
    for upto in range(start + 1, chapter + 1):
        book = _save(home, upto, volume)
        began, used = perf_counter(), process_time()
        facts += ingest(watched, [book], SAGA, processes=1).facts
        whole, processor = whole + perf_counter() - began, processor + process_time() - used
    commit = watched.seconds.pop("write")
    reads = sum(watched.seconds.values())
    return facts // SPAN, [part / SPAN for part in (commit, reads, whole - commit - reads, whole, processor)]


def _save_all(home: Path, chapters: int, volume: int) -> Iterator[Path]:
    """All files of a serial of so many chapters."""
    yield from (_save(home, min(chapters, before + volume), volume) for before in range(0, chapters, volume))


def _save(home: Path, chapters: int, volume: int) -> Path:
    """The last file of a serial of so many chapters."""
    before = (chapters - 1) // volume * volume
    path = home / f"serial-{before // volume + 1}.txt"
    path.write_text(write_serial(chapters, before), encoding="utf-8")
    return path


class Watched:
    """A store, and the seconds spent in each verb that an ingest asks of it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def __getattr__(self, verb: str) -> Any:
        ask = getattr(self.store, verb)

        def timed(*given: Any) -> Any:
            began = perf_counter()
            try:
                return ask(*given)
            finally:
                self.seconds[verb] += perf_counter() - began

        return timed
