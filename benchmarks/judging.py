"""The judge without a model, on right and planted wrong answers to the gold questions: `python -m benchmarks DATA judge`.

Right answers are the gold ones, put in the first person where they speak of the person by name. Wrong ones are planted: of
what lies ahead, told as known; of what somebody missed, told as seen; of what they saw, denied; of a fact, the answer to
another question of its kind; of a changed detail, affirmed. "held to the label" gives the judge the label that the benchmark
has; "by the graph alone" gives it the question and nothing else. A score is right where it is 1 for a right answer and 0 for a
planted one. The words of both kinds are the gold's and ours, not a model's: of a model's answers these figures say less.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.machine import table
from benchmarks.shelf import fetch_novel, find_gold, read_aliases
from castline.agent.judge import Label, Type, judge_by_graph
from castline.errors import CastlineError

HEAD = ["", "future", "absence", "presence", "fact", "changed detail", "all right answers", "all planted"]
TYPES: dict[str, Type] = {
    "future": "future", "past-absence": "past-absence", "past-presence": "past-presence", "past-only-fact": "past-only",
    "past-only-fake": "past-only",
}  # fmt: skip


def measure_judge(folder: Path) -> str:
    """A row for the judge with the label, and one without it."""
    marks: dict[tuple[str, str, str], list[bool]] = defaultdict(list)
    for path in sorted((folder / "gold" / "questions").glob("*.jsonl")):
        novel = fetch_novel(folder / "novels" / f"{path.stem}.txt")
        aliases = read_aliases(folder, path.stem)
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for row in rows:
            view = novel.at(row["time_point"])
            for who in (row["character"], find_gold(novel.memory, row["character"], aliases)):
                try:
                    view.find(who)
                except CastlineError:
                    continue
                for right, answer in ((True, _right(row)), (False, _wrong(row, rows))):
                    for way, label in (("held to the label", _label(row)), ("by the graph alone", None)):
                        score = judge_by_graph(view, who, row["question"], answer, label).score
                        for kind in (row["kind"], "right" if right else "planted"):
                            marks[way, kind, ""].append(score == int(right))
                break
    kinds = [*TYPES, "right", "planted"]
    ways = ("held to the label", "by the graph alone")
    return table(HEAD, [[way, *(f"{100 * np.mean(marks[way, kind, '']):.1f}" for kind in kinds)] for way in ways])


def _label(row: dict[str, Any]) -> Label:
    return Label(TYPES[row["kind"]], row["event_summary"], row["answer"], fake=row["kind"] == "past-only-fake")


def _right(row: dict[str, Any]) -> str:
    answer: str = row["answer"]
    for said, own in (
        (f"{row['character']} cannot", "I cannot"),
        (f"{row['character']} was not", "I was not"),
        (f"{row['character']} was", "I was"),
    ):
        answer = answer.replace(said, own)
    return answer


def _wrong(row: dict[str, Any], rows: list[dict[str, Any]]) -> str:
    event: str = row["event_summary"]
    match row["kind"]:
        case "future":
            return f"Yes, I remember it well. {event}"
        case "past-absence":
            return f"Yes, I was there and saw it all. {event}"
        case "past-presence":
            return "No, I was not there. I have never heard of it."
        case "past-only-fake":
            return f"Yes, so it was, and I thought nothing of it. {row['question'].partition(' ')[2].rstrip('?')}."
    own = [other for other in rows if other["kind"] == row["kind"]]
    answer: str = own[(own.index(row) + 1) % len(own)]["answer"]
    return answer
