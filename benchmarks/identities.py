"""Who turns out to be whom, on the gold reveals: `python -m benchmarks DATA identities`.

A record's two names are looked up as a user would, each spelling that the gold gives (outside and inside brackets, on
either side of a slash); a name that finds nobody, or several, is *not found*. *Early*: both names lead to one person
at the end of the chapter before the reveal. *Joined*: they do at the end of the chapter of the reveal. Only the kinds
that say two are one person are counted (reveal, false name, disguise, name change, initials).
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.machine import table
from castline.errors import AskError
from castline.graph.stores import open_store
from castline.ingest.pipeline import ingest
from castline.query.view import View, Views

KINDS = frozenset({"reveal", "false name", "disguise", "name change", "initials"})
HEAD = ["novel", "reveals", "both names found", "early", "joined"]


def measure_identities(folder: Path) -> str:
    """A row per novel, and one over all."""
    records = [msgspec.json.decode(line) for line in (folder / "gold" / "identity.jsonl").read_bytes().splitlines()]
    rows, total = [], Counter[str]()
    for novel in dict.fromkeys(record["novel"] for record in records):
        own = [record for record in records if record["novel"] == novel and record["kind"] in KINDS]
        counts = score_reveals(folder / "novels" / f"{novel}.txt", own)
        rows.append(_row(novel, counts))
        total += counts
        print(rows[-1], flush=True)
    return table(HEAD, [*rows, _row("all", total)])


def _row(name: str, n: Counter[str]) -> list[object]:
    return [name, n["reveals"], n["found"], n["early"], n["joined"]]


def score_reveals(novel: Path, records: list[dict[str, Any]]) -> Counter[str]:
    """Counts of one novel."""
    n: Counter[str] = Counter(reveals=len(records))
    with tempfile.TemporaryDirectory() as home:
        store = open_store(f"{home}/novel.db")
        ingest(store, [novel], "novel", processes=2)
        views = Views(store)
        for record in records:
            before, after = (views.open("novel", str(record["reveal_chapter"] - back)) for back in (1, 0))
            names = record["name_before"], record["name_after"]
            ones, others = (find_all(after, name) for name in names)
            n["found"] += bool(ones and others)
            n["joined"] += bool(ones & others)
            n["early"] += bool(find_all(before, names[0]) & find_all(before, names[1]))
    return n


def find_all(view: View, name: str) -> set[str]:
    """The people whom the spellings of a gold name lead to."""
    found = set()
    spellings = [part for piece in re.split(r"[()]", name) for part in re.split(r"[/,]", piece)]
    for spelling in spellings:
        try:
            found.add(view.cast.find(spelling.strip(" '\"."), view.bound))
        except AskError:
            continue
    return found
