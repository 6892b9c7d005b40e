"""Multiples: the pairs whose feelings shifted most, a small chart each, all on one scale."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from castline.errors import AskError
from castline.plots.canvas import (
    BACK,
    DASHED,
    FAINT,
    FORTH,
    GRID,
    MARGIN,
    Titles,
    check_path,
    load,
    number_chapters,
    save,
    say_step,
)
from castline.query.histories import FeelingHistory
from castline.query.quoting import WHOLE, chapter_of, quote, shorten
from castline.query.shifts import Shift, Shifts

COLUMNS = 3
SINCE = "#e3e9f1"
"""The ground of the chapters that were asked about."""
WIDE, LEAST = 3.6, 6.4
"""Inches of a chart's width, and of the whole picture's at least."""
HEAD, CHART, ABOVE, BELOW, LINE = 0.8, 1.45, 0.35, 0.52, 0.134
"""Inches: over all charts, a chart itself, what is over it and under it, and a line of its words."""
COLUMN = 56
"""Characters of a line of words."""


def plot_shifts(shifts: Shifts, histories: Sequence[FeelingHistory], path: str | Path) -> None:
    """Draw each shift's pair into a .png, .svg, .pdf or .html file: the feeling that shifted in blue, its return thin, all over the
    same chapters.

    `histories` are those of the shifts that swung, in the same order: what is new and has not moved is no line. Raises
    AskError for another ending, where matplotlib is missing, or where nothing swung.
    """
    file, matplotlib = check_path(path), load()
    if not histories:
        raise AskError(
            f"Nobody's affection moved after {shifts.since} and by {shifts.at}, once it was told: there is nothing to draw."
        )
    swings = [shift for shift in shifts.shifts if shift.swing]
    captions = [_caption(shift, history) for shift, history in zip(swings, histories, strict=True)]
    rows = [captions[at : at + COLUMNS] for at in range(0, len(captions), COLUMNS)]
    bottoms = list(accumulate(ABOVE + CHART + BELOW + LINE * max(map(len, row)) for row in rows))
    columns, high = min(COLUMNS, len(histories)), HEAD + bottoms[-1]
    figure = matplotlib.figure.Figure(figsize=(max(WIDE * columns, LEAST), high))
    heading = f"The greatest swings of affection after {shifts.since}, up to {shifts.at}"
    chapters = _chapters(histories)
    figure.text(0.02, 1 - 0.22 / high, heading, fontsize=13, weight="bold", va="top")
    _explain(matplotlib, figure, shifts)
    titles: Titles = {}
    for place, (shift, history) in enumerate(zip(swings, histories, strict=True)):
        row, column = divmod(place, COLUMNS)
        top = HEAD + ABOVE + (bottoms[row - 1] if row else 0)
        axes = figure.add_axes(((column + 0.14) / columns, 1 - (top + CHART) / high, 0.8 / columns, CHART / high))
        _draw(axes, shift, history, chapters, _floor(shifts.since))
        axes.set_ylabel("affection" if column == 0 else "", fontsize=7, color=FAINT)
        mark = f"shift-{place}"
        words = "\n".join(captions[place])
        axes.text(0, -0.31, words, transform=axes.transAxes, fontsize=7, va="top", gid=mark, linespacing=1.35)
        titles[mark] = shift.evidence.text
    save(figure, file, heading, titles)


def choose_pairs(shifts: Shifts, most: int) -> Shifts:
    """The greatest swing of each two people that swung, at most so many: a chart shows both ways."""
    found: dict[frozenset[str], Shift] = {}
    for shift in shifts.shifts:
        if shift.swing:
            found.setdefault(frozenset((shift.holder_id, shift.toward_id)), shift)
    return replace(shifts, shifts=tuple(found.values())[:most])


def _caption(shift: Shift, history: FeelingHistory) -> list[str]:
    """When and how far it moved most, and the whole words that moved it, in lines."""
    shifted = history.directions[0].changes
    step = next((c for c in shifted if c.at == shift.at and c.evidence.text == shift.evidence.text), None)
    head = (
        f"in {chapter_of(shift.at)} {say_step(step.affection_step, step.affection)}"
        if step
        else f"in {chapter_of(shift.at)}"
    )
    return [head, *textwrap.wrap(quote(shift.evidence.text, WHOLE), COLUMN)]


def _floor(since: str) -> tuple[int, ...]:
    return tuple(int(part) for part in since.split(".")[:2])


def _chapters(histories: Sequence[FeelingHistory]) -> list[str]:
    """Every chapter that a level is given for, in order."""
    return sorted({level[0] for one in histories for way in one.directions for level in way.levels}, key=_floor)


def _draw(axes: Any, shift: Shift, history: FeelingHistory, told: list[str], floor: tuple[int, ...]) -> None:
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
    axes.set_ylim(-10 - MARGIN, 10 + MARGIN)
    axes.set_xlim(-0.5, max(1, len(told)) - 0.5)
    axes.set_yticks((-10, -5, 0, 5, 10))
    number_chapters(axes, told, 5, fontsize=7, color=FAINT, labelpad=1)
    axes.tick_params(labelsize=7, length=2)
    axes.grid(axis="y", color=GRID, linewidth=0.6)
    axes.set_title(f"{shorten(shift.holder, 20)} toward {shorten(shift.toward, 20)}", fontsize=8, loc="left", color=FORTH,
                   weight="bold")  # fmt: skip


def _explain(matplotlib: Any, figure: Any, shifts: Shifts) -> None:
    """What each line and the ground mean."""
    line = matplotlib.lines.Line2D
    none: tuple[list[float], list[float]] = ([], [])
    handles = [
        line(*none, color=FORTH, linewidth=2.0, label="what the first feels for the second"),
        line(*none, color=BACK, linewidth=1.0, linestyle=DASHED, label="and the second for the first"),
        line(*none, color=SINCE, linewidth=7, label=f"after {shifts.since}"),
    ]
    top = 1 - 0.42 / figure.get_figheight()
    figure.legend(handles=handles, loc="upper left", bbox_to_anchor=(0.012, top), ncols=3, frameon=False, fontsize=8)
