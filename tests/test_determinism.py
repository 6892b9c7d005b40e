"""The same book is the same graph to the byte, whatever the hash seed, the locale, the folder, or how many processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from shelf import LEDGER

ASKED = (
    ("export", "facts", "--mentions"), ("export", "facts", "--at", "7"), ("export", "graphml"), ("export", "gexf", "--at", "9"),
    ("cast",), ("snapshot", "Brisa"), ("snapshot", "Brisa", "--at", "6", "--format", "markdown", "--budget", "900"),
    ("diff", "Brisa", "--from", "4"), ("feelings", "Brisa", "Perrine"),
    ("cypher", "MATCH (a:Character)-[r:FEELS]->(b:Character) RETURN a.id, b.id, r.affection, r.cues ORDER BY r.id", "--at", "8"),
)  # fmt: skip


def tell(folder: Path, seed: int, locale: str, processes: int) -> list[bytes]:
    """Everything that is asked of a store made under this seed, locale and number of processes."""
    env = os.environ | {"PYTHONHASHSEED": str(seed), "LC_ALL": locale, "TZ": "Asia/Tokyo" if seed else "UTC"}
    ingest = ("ingest", str(LEDGER), "--saga", "ledger", "--processes", str(processes))
    return [
        subprocess.run(
            [sys.executable, "-m", "castline", "--store", f"sqlite:///{folder}/{seed}.db", *words],
            env=env,
            check=True,
            capture_output=True,
        ).stdout
        for words in (ingest, *ASKED)
    ][1:]


def test_neither_seed_nor_locale_nor_processes_show(tmp_path: Path) -> None:
    one, other = tell(tmp_path, 0, "C", 1), tell(tmp_path, 77, "C.UTF-8", 2)
    for words, first, second in zip(ASKED, one, other, strict=True):
        assert first == second, words
        assert first
