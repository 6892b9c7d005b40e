"""What a chapter costs to append to a short saga and to a long one: the append law in seconds.

A made serial is read through the real pipeline. Around two chapters, the 100th and the last, each chapter is an
ingest of its own of the book so far, as by somebody who reads a serial as it appears.
"""

from __future__ import annotations

import os
import tempfile
from collections import defaultdict
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.machine import table
from benchmarks.serial import write_serial
from castline.graph.opening import open_store
from castline.graph.store import Store
from castline.ingest.pipeline import ingest

EARLY, LATE, SPAN = 100, int(os.environ.get("CASTLINE_BENCH_CHAPTERS", "2000")), 20
"""The chapters looked at, and how many up to each are timed."""
SAGA = "serial"
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
]
"""The commit is the store's share of the chapter itself; the reads are what a run of its own asks of the store before
it (the saga's record and memory); the rest is reading, cutting and the rules. Ratios are to the early chapter."""


def measure_growth(_data: Path) -> str:
    """A table for SQLite and, where CASTLINE_BENCH_NEO4J names one, a server; its saga `serial` is replaced."""
    with tempfile.TemporaryDirectory() as home:
        rows = _measure(open_store(f"{home}/bench.db"), "SQLite", Path(home))
        if url := os.environ.get("CASTLINE_BENCH_NEO4J"):
            rows += _measure(open_store(url), "Neo4j", Path(home))
    return table(HEAD, rows)


def _measure(store: Store, name: str, home: Path) -> list[list[object]]:
    store.forget(SAGA)
    found = [(chapter, *_append(store, home, chapter)) for chapter in (EARLY, LATE)]
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


def _append(store: Store, home: Path, chapter: int) -> tuple[int, list[float]]:
    """Of the mean append up to a chapter: facts, and seconds of the commit, the store's reads, the rest, and the whole."""
    ingest(store, [_save(home, chapter - SPAN - 1)], SAGA, processes=2)
    ingest(store, [_save(home, chapter - SPAN)], SAGA, processes=1)  # the model is loaded, the file's pages are at hand
    watched, facts, whole = Watched(store), 0, 0.0
    for upto in range(chapter - SPAN + 1, chapter + 1):
        book = _save(home, upto)
        began = perf_counter()
        facts += ingest(watched, [book], SAGA, processes=1).facts
        whole += perf_counter() - began
    commit = watched.seconds.pop("write")
    reads = sum(watched.seconds.values())
    return facts // SPAN, [part / SPAN for part in (commit, reads, whole - commit - reads, whole)]


def _save(home: Path, chapters: int) -> Path:
    path = home / "serial.txt"
    path.write_text(write_serial(chapters), encoding="utf-8")
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
