"""Words per second and peak memory of an ingest, beside bare spaCy on the same text, the same cores, the same run.

The floor is the same model with all its parts (as `spacy.load` gives it) over the same paragraphs, in as many
processes as the ingest parses in, each with its share of the chapters and nothing kept or handed back.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.machine import peak_memory, table
from castline.graph.opening import open_store
from castline.ingest.language.parser import find_model
from castline.ingest.pipeline import ingest
from castline.ingest.reading.book import read
from castline.ingest.segmentation.chapters import cut

PROCESSES = 2
SAGA = "bench"
NOVELS = ("pride_and_prejudice", "war_and_peace")

_BARE = """
import json, sys, time, spacy
texts = json.load(sys.stdin)
nlp = spacy.load(sys.argv[1], exclude=json.loads(sys.argv[2]))
list(nlp.pipe(texts[:20]))
print("ready", flush=True)
began = time.perf_counter()
for doc in nlp.pipe(texts, batch_size=64):
    pass
print(time.perf_counter() - began)
"""


def measure_ingest(folder: Path) -> str:
    """A table for both novels; each in a process of its own, so that the peak is its own. Where CASTLINE_BENCH_NEO4J names a
    server, they are read into that, too; its saga `bench` is replaced."""
    rows = []
    for novel in NOVELS:
        path = folder / "novels" / f"{novel}.txt"
        ours = json.loads(_run([sys.executable, "-m", "benchmarks.ingesting", str(path)]))
        full, lean = bare_words_per_second(path, []), bare_words_per_second(path, ["ner"])
        rows.append([novel, ours["words"], ours["rate"], full, ours["rate"] / full, lean, ours["rate"] / lean, ours["memory"],
                     ours["append"], ours["server"] or ""])  # fmt: skip
    head = [
        "novel",
        "words",
        "words/s",
        "bare spaCy",
        "ratio",
        "bare, no NER",
        "ratio",
        "peak MB",
        "append of the last chapter, s",
        "time on Neo4j, of SQLite's",
    ]
    return table(head, rows)


def _run(command: list[str]) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def bare_words_per_second(path: Path, exclude: list[str]) -> float:
    """Words per second of bare `nlp.pipe` in PROCESSES processes, model loading left out."""
    manuscript = cut(read(path))
    text = manuscript.book.text
    texts = [text[p.start : p.end] for c in manuscript.chapters for s in c.scenes for p in s.paragraphs]
    words = sum(len(t.split()) for t in texts)
    command = [sys.executable, "-c", _BARE, str(find_model()), json.dumps(exclude)]
    env = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    children = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)
                for _ in range(PROCESSES)]  # fmt: skip
    for number, child in enumerate(children):
        assert child.stdin
        json.dump(texts[number::PROCESSES], child.stdin)
        child.stdin.close()
    slowest = 0.0
    for child in children:
        assert child.stdout
        slowest = max(slowest, float(child.stdout.read().split()[-1]))
        child.wait()
    return words / slowest


def ingest_once(path: Path) -> dict[str, float]:
    """Rate and peak of one ingest, then the seconds to append the last chapter to all but it (model loaded)."""
    chapters = len(cut(read(path)).chapters)
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"{folder}/whole.db")
        report = ingest(store, [path], processes=PROCESSES)
        memory = peak_memory(PROCESSES)
        most = open_store(f"{folder}/most.db")
        ingest(most, [path], through=f"1.{chapters - 1}", processes=PROCESSES)
        ingest(open_store(f"{folder}/warm.db"), [path], through="1.1", processes=1)
        began = perf_counter()
        ingest(most, [path], processes=1)
        append = perf_counter() - began
    server = report.words_per_second / _read_into(url, path) if (url := os.environ.get("CASTLINE_BENCH_NEO4J")) else 0.0
    return {
        "words": report.words,
        "rate": report.words_per_second,
        "memory": memory,
        "append": append,
        "server": server,
    }


def _read_into(url: str, path: Path) -> float:
    """Words per second of an ingest on a server."""
    store = open_store(url)
    store.forget(SAGA)
    rate = ingest(store, [path], SAGA, processes=PROCESSES).words_per_second
    store.forget(SAGA)
    store.close()
    return rate


if __name__ == "__main__":
    print(json.dumps(ingest_once(Path(sys.argv[1]))))
