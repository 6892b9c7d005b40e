"""Hints with a model that picks among the likeliest pages: `python -m benchmarks.picking DATA FOLDER`.

The gold questions, put as in `benchmarks/hints.py`, with the weights that ship. The model answers through files: FOLDER gets
requests.jsonl, and wants answers.jsonl; run it again when the answers stand there, until nothing is awaited.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from functools import partial
from pathlib import Path

from benchmarks.hints import LOOKED_HEAD, PAPER, find_ruling, mark, show_looked
from benchmarks.machine import table
from benchmarks.shelf import fetch_novel, find_gold, read_aliases
from castline.agent.filing import Filing
from castline.agent.model import ANSWERING, Messages, Model, Sampling
from castline.agent.picking import rule_with
from castline.agent.ruling import rule
from castline.errors import AnswersAwaited


class Counted:
    """A model whose questions are counted: those asked again had an answer that cannot stand."""

    def __init__(self, model: Model) -> None:
        self.name, self._model = model.name, model
        self.asked = self.again = 0

    def answer(self, messages: Messages, sampling: Sampling = ANSWERING) -> str:
        """The model's."""
        self.asked += 1
        self.again += len(messages) > 2
        return self._model.answer(messages, sampling)


def measure_picking(folder: Path, model: Model) -> str:
    """A row per novel, one for all, one for the graph alone, and the paper's. Raises AnswersAwaited where some are missing."""
    total: dict[str, list[bool]] = defaultdict(list)
    alone: dict[str, list[bool]] = defaultdict(list)
    rows, awaited = list[list[object]](), 0
    for path in sorted((folder / "gold" / "questions").glob("*.jsonl")):
        novel, aliases = fetch_novel(folder / "novels" / f"{path.stem}.txt"), read_aliases(folder, path.stem)
        marks: dict[str, list[bool]] = defaultdict(list)
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            view, known = novel.at(row["time_point"]), find_gold(novel.memory, row["character"], aliases)
            mark(row, find_ruling(view, row, known, rule), alone)
            try:
                mark(row, find_ruling(view, row, known, partial(rule_with, model)), marks)
            except AnswersAwaited:
                awaited += 1
        rows.append(show_looked(path.stem, marks))
        for kind, right in marks.items():
            total[kind] += right
    if awaited:
        raise AnswersAwaited(f"{awaited} questions await answers.", "", awaited)
    return table(LOOKED_HEAD, [*rows, show_looked("all", total), show_looked("the graph alone", alone), [*PAPER, ""]])


def main(folder: Path, files: Path) -> None:
    """Print the table, or what is awaited."""
    with Filing(files) as filing:
        counted = Counted(filing.find_model("recorded"))
        print(measure_picking(folder, counted))
        print(f"{counted.asked} answers, {counted.again} of them after one that was refused.")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
