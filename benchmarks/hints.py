"""Hints on the gold questions: `python -m benchmarks DATA hints`.

Each question is put to its person at the end of its chapter; the graph is that of the rules, and no model is asked. The
weights are fitted on the plots' gold of thirteen novels, and for a novel's own figures on the other twelve: none of the
questions, and nothing of their novels, was seen by the weights that answer them. What ships is fitted on all thirteen.
What is looked at (not how much it weighs) was chosen with an eye on these questions, so another novel may fare a little worse.
The events of all thirteen, each novel's by weights fitted without it, are a second measure (`benchmarks/hints_events.py`).

temporal is right where what lies ahead is said to, and what is told is said to be past (past, or never happened, for a changed
detail of what happened). spatial is right where who was there is said to be present, and who was not to be absent or to have
heard of it. A changed detail is found where the answer is "never happened", and put right where the place cited holds most
of the words of the gold quote as well. "unknown", and somebody whom the graph does not know, count as wrong. The baseline: all
is past; who is named in the question was present.
"""

from __future__ import annotations

import json
import os
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import castline.agent
from benchmarks.hinting import Plot, find_places, fit
from benchmarks.hints_events import Scored, holds, score_events, show_events
from benchmarks.machine import table
from benchmarks.shelf import fetch_novel, find_gold, read_aliases
from castline.agent.questions import find_clause
from castline.agent.ruling import Ruling, rule
from castline.agent.weights import Weights
from castline.errors import AmbiguousName, UnknownName
from castline.query.sentences import find_terms
from castline.query.view import View

PAPER: list[object] = ["GPT-4 Turbo's experts, on TimeChara (the paper)", "85.0", "94.3", "84.0", "96.0", "", "", ""]
HEAD = ["", "future", "past", "absent", "present", "changed detail found", "put right", "true detail doubted"]
LOOKED_HEAD = [*HEAD, "true detail named"]
GROUPS = 3
"""Groups of the novels without questions, each held out at once."""


def measure_hints(folder: Path) -> str:
    """A row per novel, one for all, the baseline's and the paper's; the time that an answer takes; and the events' tables."""
    plots = [
        Plot(folder, path.stem, fetch_novel(folder / "novels" / f"{path.stem}.txt"))
        for path in sorted((folder / "gold" / "plot").glob("*.jsonl"))
    ]
    places = {plot.name: list(find_places(plot)) for plot in plots}
    total: dict[str, list[bool]] = defaultdict(list)
    base: dict[str, list[bool]] = defaultdict(list)
    rows, times = list[list[object]](), list[float]()
    asked = {path.stem for path in (folder / "gold" / "questions").glob("*.jsonl")}
    scored: dict[str, Scored] = {}
    for group in _part(
        [plot for plot in plots if plot.name in asked], [plot for plot in plots if plot.name not in asked]
    ):
        weights = fit(plots, places, {plot.name for plot in group})
        scored |= {plot.name: score_events(plot, weights) for plot in group}
        if group[0].name not in asked:
            continue
        plot = group[0]
        marks = _score(folder, plot, weights, times, base)
        rows.append(show_row(plot.name, marks))
        for kind, right in marks.items():
            total[kind] += right
    _ship(fit(plots, places))
    lines: list[list[object]] = [*rows, show_row("all", total), show_row("baseline", base), PAPER]
    middle, late = np.percentile(times, [50, 95])
    return (
        table(HEAD, lines)
        + f"\n\nAn answer takes {middle * 1e3:.1f} ms in the middle, {late * 1e3:.1f} ms at the 95th of 100, of one processor's time.\n\n"
        + show_events({plot.name: scored[plot.name] for plot in plots})
    )


def _part(asked: list[Plot], others: list[Plot]) -> list[list[Plot]]:
    """Novels with questions are held out one at a time, the others a few together."""
    return [*([plot] for plot in asked), *(others[at::GROUPS] for at in range(min(GROUPS, len(others))))]


def _ship(weights: Weights) -> None:
    path = Path(castline.agent.__file__).parent / "weights.json"
    if os.environ.get("CASTLINE_SHIP_WEIGHTS"):
        path.write_bytes(msgspec.json.format(msgspec.json.encode(weights), indent=1) + b"\n")


def show_looked(name: str, marks: dict[str, list[bool]]) -> list[object]:
    """The same where a model may say what is told in place of a changed detail: how often it has a word of the gold's answer."""
    return [*show_row(name, marks), f"{100 * np.mean(marks['named']):.1f}" if marks.get("named") else ""]


def show_row(name: str, marks: dict[str, list[bool]]) -> list[object]:
    """A row of the table, in hundredths."""
    kinds = ("future", "past", "absent", "present", "found", "mended", "doubted")
    return [name, *(f"{100 * np.mean(marks[kind]):.1f}" if marks.get(kind) else "" for kind in kinds)]


def _score(
    folder: Path, plot: Plot, weights: Weights, times: list[float], base: dict[str, list[bool]]
) -> dict[str, list[bool]]:
    marks: dict[str, list[bool]] = defaultdict(list)
    aliases = read_aliases(folder, plot.name)
    for line in (folder / "gold" / "questions" / f"{plot.name}.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        view = plot.novel.at(row["time_point"])
        began = time.thread_time()
        ruling = find_ruling(
            view, row, find_gold(plot.novel.memory, row["character"], aliases), partial(rule, weights=weights)
        )
        times.append(time.thread_time() - began)
        mark(row, ruling, marks)
        named = (
            bool(set(row["character"].split()) & set(find_clause(row["question"]).split()))
            or " you " in f" {find_clause(row['question'])} "
        )
        base["future" if row["kind"] == "future" else "past"].append(row["kind"] != "future")
        if row["kind"] in ("past-absence", "past-presence"):
            base[row["kind"][5:].replace("presence", "present").replace("absence", "absent")].append(
                named == (row["kind"] == "past-presence")
            )
    return marks


def find_ruling(
    view: View, row: dict[str, Any], known: str, judge: Callable[[View, str, str], Ruling]
) -> Ruling | None:
    """The ruling on a question of the gold, whose person is asked for by name and then by the id `known`; None for nobody."""
    for who in (row["character"], known):
        try:
            return judge(view, who, row["question"])
        except (UnknownName, AmbiguousName):
            continue
    return None


def mark(row: dict[str, Any], ruling: Ruling | None, marks: dict[str, list[bool]]) -> None:
    """Add to the marks, by kind, what is right of a ruling."""
    kind = row["kind"]
    temporal, spatial = (ruling.temporal, ruling.spatial) if ruling else ("unknown", "unknown")
    marks["future" if kind == "future" else "past"].append(
        temporal in (("future",) if kind == "future" else ("past", "never happened"))
    )
    if kind == "past-presence":
        marks["present"].append(spatial == "present")
    if kind == "past-absence":
        marks["absent"].append(spatial in ("absent", "heard"))
    if kind == "past-only-fake":
        marks["found"].append(temporal == "never happened")
        places = ruling.places if ruling and temporal == "never happened" else ()
        marks["mended"].append(bool(places) and holds(places[0].text, row["evidence"]))
        true = set(find_terms(row["answer"])) - set(find_terms(row["question"]))
        marks["named"].append(bool(places) and bool(true & set(find_terms(ruling.instead or "" if ruling else ""))))
    elif kind.startswith("past"):
        marks["doubted"].append(temporal == "never happened")
