"""`python -m benchmarks DATA`: measure everything and write benchmarks/results.md.

DATA is a folder with `novels/pride_and_prejudice.txt` and `novels/war_and_peace.txt`. Neo4j is measured where
CASTLINE_BENCH_NEO4J holds the URL of a server (`scripts/neo4j run -- make bench` starts one).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from benchmarks.ingesting import measure_ingest
from benchmarks.machine import describe_machine
from benchmarks.snapshots import measure_neo4j, measure_sqlite
from benchmarks.speakers import measure_speakers

SCALES = tuple(int(scale) for scale in os.environ.get("CASTLINE_BENCH_SCALES", "1,10").split(","))
"""Sizes of the made sagas, as times of the first."""
RESULTS = Path(__file__).parent / "results.md"
HEADINGS = {
    "ingest": "## Ingest, beside bare spaCy",
    "sqlite": "## Snapshots from SQLite, beside its floor",
    "neo4j": "## Snapshots from Neo4j, beside its floor",
    "speakers": "## Who speaks, on PDNC, from raw text",
}


def main(data: Path, parts: list[str]) -> None:
    """Measure the named parts (all of them by default) and put each in its place in the results."""
    every = [part for part in HEADINGS if part != "neo4j" or "CASTLINE_BENCH_NEO4J" in os.environ]
    for part in parts or every:
        body = _measure(part, data)
        print(body, flush=True)
        _place(part, f"{describe_machine()}\n\n{body}\n")


def _measure(part: str, data: Path) -> str:
    if part == "ingest":
        return measure_ingest(data)
    if part == "sqlite":
        return measure_sqlite(data, SCALES)
    if part == "neo4j":
        return measure_neo4j(data, SCALES, os.environ["CASTLINE_BENCH_NEO4J"])
    return measure_speakers(data)


def _place(part: str, body: str) -> None:
    """Replace the first table of a section; the words that follow a section's table are kept."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else "# Figures\n"
    heading = HEADINGS[part]
    if heading not in text:
        text += f"\n{heading}\n"
    head, _, rest = text.partition(heading + "\n")
    section, mark, after = rest.partition("\n## ")
    kept = section.partition("\n<!-- words -->")[1:]
    RESULTS.write_text(f"{head}{heading}\n\n{body}{''.join(kept)}{mark}{after}", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."), sys.argv[2:])
