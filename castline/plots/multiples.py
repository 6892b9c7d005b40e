"""Multiples: the pairs whose feelings shifted most, a small chart each, all on one scale."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from castline.errors import AskError
from castline.plots.canvas import BACK, DASHED, FAINT, FORTH, GRID, Titles, check_path, load, save, say_step
from castline.query.histories import FeelingHistory
from castline.query.quoting import chapter_of, quote, shorten
from castline.query.shifts import Shift, Shifts

COLUMNS = 3
SINCE = "#e3e9f1"
"""The ground of the chapters that were asked about."""
WIDE, HIGH, LEAST = 3.6, 3.1, 6.4
"""Inches of a chart, its words included, and of the whole picture's width at least."""


def plot_shifts(shifts: Shifts, histories: Sequence[FeelingHistory], path: str | Path) -> None:
    """Draw each shift's pair into a .png, .svg or .html file: the feeling that shifted in blue, its return thin.

    `histories` are those of the shifts that swung, in the same order: what is new and has not moved is no line. Raises
    AskError for another ending, where matplotlib is missing, or where nothing swung.
    """
    file, matplotlib = check_path(path), load()
    if not histories:
        raise AskError(
            f"Nobody's affection moved after {shifts.since} and by {shifts.at}, once it was told: there is nothing to draw."
        )
    rows = max(1, -(-len(histories) // COLUMNS))
    columns = min(COLUMNS, len(histories))
    figure = matplotlib.figure.Figure(figsize=(max(WIDE * columns, LEAST), 1.15 + HIGH * rows))
    heading = f"The greatest swings after {shifts.since}, up to {shifts.at}"
    figure.text(0.02, 1 - 0.22 / figure.get_figheight(), heading, fontsize=13, weight="bold", va="top")
    _explain(matplotlib, figure, shifts)
    titles: Titles = {}
    swings = [shift for shift in shifts.shifts if shift.swing]
    for place, (shift, history) in enumerate(zip(swings, histories, strict=True)):
        row, column = divmod(place, COLUMNS)
        bottom = 1 - (0.95 + HIGH * (row + 1) - 1.2) / figure.get_figheight()
        box = ((column + 0.14) / columns, bottom, 0.8 / columns, 1.45 / figure.get_figheight())
        titles |= _draw(figure.add_axes(box), shift, history, place, _floor(shifts.since))
    save(figure, file, heading, titles)


def _floor(since: str) -> tuple[int, ...]:
    return tuple(int(part) for part in since.split(".")[:2])


def _draw(axes: Any, shift: Shift, history: FeelingHistory, place: int, floor: tuple[int, ...]) -> Titles:
    told = sorted({level[0] for one in history.directions for level in one.levels}, key=_floor)
    at = {chapter: index for index, chapter in enumerate(told)}
    before = sum(_floor(chapter) <= floor for chapter in told)
    axes.axvspan(before - 0.5, len(told) - 0.5, color=SINCE, zorder=0, linewidth=0)
    axes.axhline(0, color=FAINT, linewidth=0.7)
    for one, colour, wide in zip(reversed(history.directions), (BACK, FORTH), (1.0, 2.0), strict=True):
        if one.levels:
            xs = [*(at[chapter] for chapter, *_ in one.levels), len(told) - 0.5]
            ys = [level for _, level, _ in (*one.levels, one.levels[-1])]
            axes.plot(
                xs,
                ys,
                color=colour,
                linewidth=wide,
                drawstyle="steps-post",
                linestyle=DASHED if colour == BACK else "-",
            )
    axes.set_ylim(-10, 10)
    axes.set_xlim(-0.5, max(1, len(told)) - 0.5)
    axes.set_yticks((-10, -5, 0, 5, 10))
    every = max(1, len(told) // 5)
    axes.set_xticks(range(0, len(told), every), [chapter.split(".")[1] for chapter in told[::every]])
    axes.tick_params(labelsize=7, length=2)
    axes.grid(axis="y", color=GRID, linewidth=0.6)
    axes.set_title(f"{shorten(shift.holder, 22)} toward {shorten(shift.toward, 22)}", fontsize=8.5, loc="left", color=FORTH,
                   weight="bold")  # fmt: skip
    shifted = history.directions[0].changes
    step = next((c for c in shifted if c.at == shift.at and c.evidence.text == shift.evidence.text), None)
    head = f"{chapter_of(shift.at)}: {say_step(step.affection_step, step.affection)}" if step else chapter_of(shift.at)
    words = "\n".join([head, *textwrap.wrap(quote(shift.evidence.text, 270), 56)])
    mark = f"shift-{place}"
    axes.text(0, -0.17, words, transform=axes.transAxes, fontsize=7, va="top", gid=mark, linespacing=1.35)
    return {mark: shift.evidence.text}


def _explain(matplotlib: Any, figure: Any, shifts: Shifts) -> None:
    """What each line and the ground mean."""
    line = matplotlib.lines.Line2D
    none: tuple[list[float], list[float]] = ([], [])
    handles = [
        line(*none, color=FORTH, linewidth=2.0, label="the feeling named"),
        line(*none, color=BACK, linewidth=1.0, linestyle=DASHED, label="its return"),
        line(*none, color=SINCE, linewidth=7, label=f"after {shifts.since}"),
    ]
    top = 1 - 0.42 / figure.get_figheight()
    figure.legend(handles=handles, loc="upper left", bbox_to_anchor=(0.012, top), ncols=3, frameon=False, fontsize=8)
