"""What `check` says of answers, right and wrong: `python -m benchmarks DATA claims`.

Answers that somebody of a novel might give at a moment in its middle (`claims.jsonl`), two people of each of fifteen novels, by readings of a
large language model that had the text before them and nothing of castline: of what they know by then ("right", a denial among them); of what
comes after ("future"); of a scene where they were not, as if they had been ("unwitnessed"); with one detail changed of what they saw
("changed"). How likely a fault must be was set on ten of the novels; the other five, answers and all, came after.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from benchmarks.machine import table
from benchmarks.shelf import fetch_novel
from castline.agent.check import check_answer
from castline.errors import CastlineError

ANSWERS = Path(__file__).parent / "claims.jsonl"
KINDS = ("right", "future", "unwitnessed", "changed")
SETS = ("set on", "left out")
HEAD = ["novels", "answers", "asked", "nobody of the name", "nothing found", "future", "unwitnessed", "contradicted"]


def measure_claims(folder: Path) -> str:
    """A row per kind of answer, of the novels that the thresholds were set on and of those left out."""
    counts: dict[tuple[str, str], Counter[str]] = {(group, kind): Counter() for group in SETS for kind in KINDS}
    for line in ANSWERS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        novel = fetch_novel(folder / "pdnc" / "data" / row["novel"] / "novel_text.txt")
        for who, at, kind, answer in row["answers"]:
            n = counts["left out" if row["left_out"] else "set on", kind]
            n["asked"] += 1
            try:
                faults: set[str] = {claim.fault for claim in check_answer(novel.at(at), who, answer)}
            except CastlineError:
                faults = {"nobody"}
            n.update(faults or {"nothing"})
        print(row["novel"], flush=True)
    return table(HEAD, [_row(group, kind, n) for (group, kind), n in counts.items()])


def _row(group: str, kind: str, n: Counter[str]) -> list[object]:
    return [group, kind, *(n[what] for what in ("asked", "nobody", "nothing", "future", "unwitnessed", "contradicted"))]
