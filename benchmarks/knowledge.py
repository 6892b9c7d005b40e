"""Who was there and who was not, on the gold questions: `python -m benchmarks DATA knowledge`.

A question of kind past-presence names somebody who took part in an event; of kind past-absence, somebody who did not.
The words that the gold gives as evidence are looked up in the event's chapter. Somebody was there where a scene, told
by the question's time point, says that he stayed: a stay of his holds those words, or comes within 500 characters of
them. Characters are found by name as of the time point; one that is not found is wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.machine import table
from benchmarks.shelf import SAGA, fetch_novel
from castline.errors import AskError
from castline.query.scenes import was_there
from castline.query.view import View

KINDS = {"past-presence": True, "past-absence": False}
HEAD = ["novel", *(name for kind in KINDS for name in (kind, "right"))]


def measure_knowledge(folder: Path) -> str:
    """A row per novel, and one over all."""
    rows, total = [], Counter[str]()
    for file in sorted((folder / "gold" / "questions").glob("*.jsonl")):
        questions = [msgspec.json.decode(line) for line in file.read_bytes().splitlines()]
        counts = score_questions(folder / "novels" / f"{file.stem}.txt", questions)
        rows.append(_row(file.stem, counts))
        total += counts
    return table(HEAD, [*rows, _row("all", total)])


def _row(name: str, n: Counter[str]) -> list[object]:
    return [name, *(part for kind in KINDS for part in (n[kind], f"{n[f'{kind} right'] / max(1, n[kind]):.3f}"))]


def score_questions(novel: Path, questions: list[dict[str, Any]]) -> Counter[str]:
    """Counts of one novel: questions of each kind, and those answered right."""
    told, n = fetch_novel(novel), Counter[str]()
    ends = {c.ordinal: c.end for c in told.views.open(SAGA, None).record.chapters}
    for asked in questions:
        if asked["kind"] in KINDS:
            at = find_words(told.text, asked["evidence"], ends.get(asked["event_chapter"] - 1, 0))
            there = _ask(told.at(asked["time_point"]), asked["character"], at)
            n[asked["kind"]] += 1
            n[f"{asked['kind']} right"] += there is KINDS[asked["kind"]]
    return n


def find_words(text: str, words: str, start: int) -> int:
    """The offset of some words at or after `start`, white space and the shape of quotation marks aside; -1: none."""
    pattern = r"\\s+".join(re.escape(word) for word in re.sub(r"[“”\"‘’'_]", " ", words).split())
    found = re.compile(pattern.replace(r"\\s+", r"[\s“”\"‘’'_]+")).search(text, start)
    return found.start() if found else -1


def _ask(view: View, name: str, at: int) -> bool | None:
    """Whether somebody was there at an offset, as of the view; None where nobody of that name is known."""
    try:
        return was_there(view, name, 1, at)
    except AskError:
        return None
