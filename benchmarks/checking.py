"""What `check` says of answers with a model that reads: `python -m benchmarks.checking DATA FOLDER`.

Fifty-four of the answers of `claims.jsonl` (see `claims.py`), drawn by lot: twelve of each wrong sort and eighteen right ones, two thirds of them
of the novels on which nothing was set. FOLDER takes what is asked (`requests.jsonl`), and the answers beside it (`answers.jsonl`). An answer is
found out where a claim of it has the fault that it was written with; *any fault* is what a speaker would be asked to mend.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from benchmarks.claims import ANSWERS, KINDS
from benchmarks.machine import table
from benchmarks.shelf import fetch_novel
from castline.agent.check import Fault
from castline.agent.checking import check_with
from castline.agent.filing import Filing
from castline.agent.model import Model
from castline.errors import AnswersAwaited, UnknownName

HEAD = ["checked by", "answers", "asked", "with their fault", "with any fault"]
MODEL, SEED = "recorded", 11
DRAWN = {"right": (12, 6), "future": (8, 4), "unwitnessed": (8, 4), "changed": (8, 4)}
"""Of each kind, how many of the novels left out, and of the others."""
FAULTS: dict[str, Fault] = {"future": "future", "unwitnessed": "unwitnessed", "changed": "contradicted"}


class Given(NamedTuple):
    """An answer that somebody gives at the end of a chapter of a novel."""

    novel: str
    left_out: bool
    who: str
    at: int
    kind: str
    answer: str


def draw() -> list[Given]:
    """The answers, in an order of chance."""
    chance, given = random.Random(SEED), list(_read())
    drawn: list[Given] = []
    for kind, (others, set_on) in DRAWN.items():
        for left_out, most in ((True, others), (False, set_on)):
            drawn += chance.sample([one for one in given if one.kind == kind and one.left_out is left_out], most)
    chance.shuffle(drawn)
    return drawn


def _read() -> Iterator[Given]:
    for row in map(json.loads, ANSWERS.read_text(encoding="utf-8").splitlines()):
        yield from (Given(row["novel"], row["left_out"], *answer) for answer in row["answers"])


def measure_checking(data: Path, folder: Path) -> str:
    """A row for each kind of answer and who checks it. Raises AnswersAwaited where answers are missing."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    with Filing(folder) as filing:
        for one in draw():
            for by, model in ((MODEL, filing.find_model(MODEL)), ("the graph", None)):
                with suppress(AnswersAwaited, UnknownName):
                    n = counts.setdefault((by, one.kind), Counter())
                    n += _score(data, one, model)
    rows = [
        [by, kind, *(counts[by, kind][what] for what in ("asked", "fault", "any"))]
        for by in (MODEL, "the graph")
        for kind in KINDS
    ]
    return table(HEAD, rows)


def _score(data: Path, one: Given, model: Model | None) -> Counter[str]:
    view = fetch_novel(data / "pdnc" / "data" / one.novel / "novel_text.txt").at(one.at)
    faults = {claim.fault for claim in check_with(model, view, one.who, one.answer)}
    return Counter({"asked": 1, "fault": int(FAULTS.get(one.kind) in faults), "any": int(bool(faults))})


if __name__ == "__main__":
    print(measure_checking(Path(sys.argv[1]), Path(sys.argv[2])))
