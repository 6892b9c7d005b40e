"""Multiples: the pairs whose feelings shifted most, a small chart each, all on one scale."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from castline.plots.canvas import BACK, FAINT, FORTH, GRID, Titles, check_path, load, save
from castline.query.histories import FeelingHistory
from castline.query.quoting import cited, shorten
from castline.query.shifts import Shift, Shifts

COLUMNS = 3
WIDE, HIGH = 3.6, 2.9
"""Inches of a chart, its words included."""


def plot_shifts(shifts: Shifts, histories: Sequence[FeelingHistory], path: str | Path) -> None:
    """Draw each shift's pair into a .png, .svg or .html file: the feeling that shifted in blue, its return thin.

    `histories` are those of the shifts, in the same order. Raises AskError for another ending, or where matplotlib is
    missing.
    """
    file, matplotlib = check_path(path), load()
    rows = max(1, -(-len(histories) // COLUMNS))
    figure = matplotlib.figure.Figure(figsize=(WIDE * COLUMNS, 0.8 + HIGH * rows))
    heading = f"The greatest shifts after {shifts.since}, up to {shifts.at}"
    figure.text(0.03, 1 - 0.22 / figure.get_figheight(), heading, fontsize=13, weight="bold", va="top")
    titles: Titles = {}
    for place, (shift, history) in enumerate(zip(shifts.shifts, histories, strict=True)):
        row, column = divmod(place, COLUMNS)
        bottom = 1 - (0.7 + HIGH * (row + 1) - 1.0) / figure.get_figheight()
        box = ((column + 0.14) / COLUMNS, bottom, 0.8 / COLUMNS, 1.45 / figure.get_figheight())
        titles |= _draw(figure.add_axes(box), shift, history, place, _floor(shifts.since))
    save(figure, file, heading, titles)


def _floor(since: str) -> tuple[int, ...]:
    return tuple(int(part) for part in since.split(".")[:2])


def _draw(axes: Any, shift: Shift, history: FeelingHistory, place: int, floor: tuple[int, ...]) -> Titles:
    told = sorted({level[0] for one in history.directions for level in one.levels}, key=_floor)
    at = {chapter: index for index, chapter in enumerate(told)}
    before = sum(_floor(chapter) <= floor for chapter in told)
    axes.axvspan(before - 0.5, len(told) - 0.5, color="#f3f6fa", zorder=0, linewidth=0)
    axes.axhline(0, color=FAINT, linewidth=0.7)
    for one, colour, wide in zip(reversed(history.directions), (BACK, FORTH), (1.0, 2.0), strict=True):
        if one.levels:
            xs = [*(at[chapter] for chapter, *_ in one.levels), len(told) - 0.5]
            ys = [level for _, level, _ in (*one.levels, one.levels[-1])]
            axes.plot(xs, ys, color=colour, linewidth=wide, drawstyle="steps-post", alpha=0.45 if wide == 1.0 else 1.0)
    axes.set_ylim(-10, 10)
    axes.set_xlim(-0.5, max(1, len(told)) - 0.5)
    axes.set_yticks((-10, -5, 0, 5, 10))
    every = max(1, len(told) // 5)
    axes.set_xticks(range(0, len(told), every), [chapter.split(".")[1] for chapter in told[::every]])
    axes.tick_params(labelsize=7, length=2)
    axes.grid(axis="y", color=GRID, linewidth=0.6)
    axes.set_title(f"{shorten(shift.holder, 22)} toward {shorten(shift.toward, 22)}", fontsize=8.5, loc="left", color=FORTH,
                   weight="bold")  # fmt: skip
    words = "\n".join(textwrap.wrap(cited(shift.evidence, 96), 50))
    mark = f"shift-{place}"
    axes.text(0, -0.17, f"{shift.was_affection:+.1f} to {shift.affection:+.1f}  {words}", transform=axes.transAxes, fontsize=7,
              va="top", gid=mark)  # fmt: skip
    return {mark: shift.evidence.text}
