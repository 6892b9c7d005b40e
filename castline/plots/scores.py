"""Scores: how methods hold to time and place, by type of question, and by how far ahead the question lies."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from castline.errors import AskError
from castline.plots.canvas import FAINT, GRID, INK, Titles, check_path, load, save

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#222222", "#999933", "#882255")
MARKS = "osD^vPX<>"
"""A colour and a mark for each method, so that they are told apart in grey, too."""
COLUMNS = ("future", "past-absence", "past-presence", "past-only", "average")
SPREAD = 0.6
"""How much of a column's width its points take."""


def plot_scores(found: Mapping[str, Any], path: str | Path) -> None:
    """Draw a report (`castline.bench.reporting.report`) into a .png, .svg, .pdf or .html file: right answers of a hundred, with the
    standard error; by a model's judgement where there is one, else by the graph's.

    Raises AskError for another ending, where matplotlib is missing, or where nothing was answered.
    """
    file, matplotlib = check_path(path), load()
    if not found["methods"]:
        raise AskError("No answer of these items is in the run: there is nothing to draw.")
    judge = "model" if any(isinstance(row["model"]["average"], dict) for row in found["methods"]) else "graph"
    gaps = [row for row in found["gaps"] if row["who"] == "all"]
    high = 4.4 if gaps else 0.0
    figure = matplotlib.figure.Figure(figsize=(9.4, 5.2 + high))
    heading = "Answers that hold to time and place"
    tall = figure.get_figheight()
    figure.text(0.02, 1 - 0.2 / tall, heading, fontsize=13, weight="bold", va="top")
    said = f"right of a hundred, judged by the {judge}; lines are standard errors of the mean"
    figure.text(0.02, 1 - 0.5 / tall, said, fontsize=8.5, color=FAINT, va="top")
    axes = figure.add_axes((0.06, (high + 0.9) / tall, 0.92, 3.6 / tall))
    titles = _draw_types(axes, found["methods"], judge)
    if gaps:
        _draw_gaps(figure.add_axes((0.06, 0.7 / tall, 0.92, 3.0 / tall)), gaps, judge)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.07), ncols=4, frameon=False, fontsize=8)
    save(figure, file, heading, titles)


def _draw_types(axes: Any, rows: list[Any], judge: str) -> Titles:
    titles: Titles = {}
    for place, row in enumerate(rows):
        colour, mark = _style(place)
        shift = SPREAD * ((place + 0.5) / len(rows) - 0.5)
        held = [
            (at + shift, row[judge][column], column)
            for at, column in enumerate(COLUMNS)
            if isinstance(row[judge][column], dict)
        ]
        for at, cell, column in held:
            name = f"score-{place}-{column}"
            axes.errorbar(
                at,
                cell["mean"],
                cell["error"],
                color=colour,
                marker=mark,
                markersize=6,
                linewidth=1.2,
                linestyle="none",
            )
            axes.plot([at], [cell["mean"]], color=colour, marker=mark, markersize=6, gid=name)
            titles[name] = f"{row['method']}, {column}: {cell['mean']} ± {cell['error']} of {cell['of']}"
        axes.plot([], [], color=colour, marker=mark, linestyle="none", label=row["method"])
    axes.set_xlim(-0.5, len(COLUMNS) - 0.5)
    axes.set_xticks(range(len(COLUMNS)), COLUMNS)
    for border in range(len(COLUMNS) - 1):
        axes.axvline(border + 0.5, color=GRID, linewidth=0.8)
    _scale(axes)
    return titles


def _draw_gaps(axes: Any, rows: list[Any], judge: str) -> None:
    gaps = list(rows[0][judge])
    for place, row in enumerate(rows):
        colour, mark = _style(place)
        held = [(at, row[judge][gap]["mean"]) for at, gap in enumerate(gaps) if isinstance(row[judge].get(gap), dict)]
        axes.plot([at for at, _ in held], [mean for _, mean in held], color=colour, marker=mark, linewidth=1.4)
    axes.set_xticks(range(len(gaps)), gaps)
    axes.set_title(
        "Questions of the future, by time points before the scene (0 the nearest)", fontsize=9, loc="left", color=INK
    )
    _scale(axes)


def _style(place: int) -> tuple[str, str]:
    return COLOURS[place % len(COLOURS)], MARKS[place % len(MARKS)]


def _scale(axes: Any) -> None:
    axes.set_ylim(-4, 104)
    axes.set_yticks(range(0, 101, 25))
    axes.grid(axis="y", color=GRID, linewidth=0.6)
    axes.tick_params(length=2, labelcolor=INK)
