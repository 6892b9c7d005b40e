"""Lines: how two people felt for each other, chapter by chapter, with the words of the turning points."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from castline.errors import AskError
from castline.plots.canvas import BACK, DASHED, FAINT, FORTH, GRID, INK, Titles, check_path, load, save, say_step
from castline.query.histories import Change, Direction, FeelingHistory
from castline.query.quoting import WHOLE, chapter_of, quote, shorten

MOST_TURNS = 8
"""Turning points that are told in words, the greatest of both directions."""
STEPS = 3
"""Steps that are told in words where nobody turns."""
TOLD = 0.4
"""The least step of affection that a dot stands for."""
WIDTH, LINE, COLUMN = 10.5, 0.17, 84
"""Inches of width, inches a line of words, and characters in half the width."""
BETWEEN = 0.6
"""Lines left between two turning points."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A numbered turning point: where it stands, and the change that made it."""

    number: int
    direction: int
    chapter: str
    change: Change


def plot_feelings(history: FeelingHistory, path: str | Path) -> None:
    """Draw both directions as a line chart into a .png, .svg or .html file.

    Above, affection (-10..10); below it familiarity (0..10); under both, the words of the numbered turning points.
    Raises AskError for another ending, where matplotlib is missing, or where nothing has been told of the two.
    """
    file, matplotlib = check_path(path), load()
    if not any(one.levels for one in history.directions):
        names = " and ".join(one.holder for one in history.directions)
        raise AskError(
            f"Nothing of what {names} feel for each other has been told by {history.at}: there is nothing to draw."
        )
    turns = choose_turns(history)
    told = [_tell(turn, history) for turn in turns]
    lines = sum(len(words) + BETWEEN for words in told)
    figure = matplotlib.figure.Figure(figsize=(WIDTH, 5.4 + LINE * lines))
    words_high = (0.15 + LINE * lines) / figure.get_figheight()
    top = figure.add_axes((0.07, words_high + (1 - words_high) * 0.36, 0.74, (1 - words_high) * 0.52))
    low = figure.add_axes((0.07, words_high + (1 - words_high) * 0.12, 0.74, (1 - words_high) * 0.18))
    a, b = (one.holder for one in history.directions)
    heading = f"{a} and {b}, as of {history.at}"
    figure.text(0.07, 1 - 0.3 / figure.get_figheight(), shorten(heading, 90), fontsize=13, weight="bold", va="top")
    chapters = _chapters(history)
    titles = _draw(top, low, history, chapters, turns)
    _write(figure, told, turns, words_high)
    save(figure, file, heading, titles)


def choose_turns(history: FeelingHistory) -> list[Turn]:
    """The greatest turning points of both directions, numbered in the order told; where nobody turns, the greatest steps."""
    found = []
    turned = any(one.turns for one in history.directions)
    for which, one in enumerate(history.directions):
        for chapter in one.turns if turned else dict.fromkeys(chapter_of(change.at) for change in one.changes):
            steps = [change for change in one.changes if chapter_of(change.at) == chapter]
            greatest_step = max(steps, key=lambda change: abs(change.affection_step), default=None)
            if greatest_step and (turned or abs(greatest_step.affection_step) >= TOLD):
                found.append((which, chapter, greatest_step))
    greatest = sorted(found, key=lambda item: -abs(item[2].affection_step))[: MOST_TURNS if turned else STEPS]
    order = sorted(greatest, key=lambda item: (_place(item[1]), item[0]))
    return [Turn(number, *item) for number, item in enumerate(order, 1)]


def _place(chapter: str) -> tuple[int, ...]:
    return tuple(int(part) for part in chapter.split("."))


def _chapters(history: FeelingHistory) -> dict[str, int]:
    """Every chapter that a level is given for -> its place on the axis."""
    told = {level[0] for one in history.directions for level in one.levels}
    return {chapter: at for at, chapter in enumerate(sorted(told, key=_place))}


def _draw(top: Any, low: Any, history: FeelingHistory, chapters: dict[str, int], turns: list[Turn]) -> Titles:
    titles: Titles = {}
    top.axhline(0, color=FAINT, linewidth=0.8)
    ends: list[tuple[float, str, str]] = []
    for which, (one, colour) in enumerate(zip(history.directions, (FORTH, BACK), strict=True)):
        if one.levels:
            titles |= _draw_direction(top, low, one, which, colour, chapters)
            ends.append((one.levels[-1][1], f"{shorten(one.holder, 22)}\ntoward {shorten(one.toward, 20)}", colour))
    _name_ends(top, ends, len(chapters))
    _number(top, history, chapters, turns)
    _settle(top, low, chapters)
    return titles


def _draw_direction(top: Any, low: Any, one: Direction, which: int, colour: str, chapters: dict[str, int]) -> Titles:
    """The line of one direction, with a dot where an affection moved that says which words moved it."""
    levels = [*one.levels, one.levels[-1]]
    xs = [*(chapters[chapter] for chapter, *_ in one.levels), len(chapters) - 0.5]
    style = {
        "linestyle": DASHED if which else "-",
        "color": colour,
        "linewidth": 2,
        "drawstyle": "steps-post",
        "solid_joinstyle": "round",
    }
    top.plot(xs, [level for _, level, _ in levels], **style)
    low.plot(xs, [level for *_, level in levels], **{**style, "linewidth": 1.4})
    titles: Titles = {}
    for number, change in enumerate(one.changes):
        if abs(change.affection_step) >= TOLD:
            mark = f"change-{which}-{number}"
            at = chapters[chapter_of(change.at)]
            level = next(level for chapter, level, _ in one.levels if chapter == chapter_of(change.at))
            top.plot([at], [level], "o", color=colour, markersize=3.5, gid=mark)
            titles[mark] = (
                f"{change.at}: {say_step(change.affection_step, change.affection)}, {quote(change.evidence.text, WHOLE)}"
            )
    return titles


EDGE = 8.6
"""Affection above and below which no name stands, so that it stays beside the picture."""


def _name_ends(top: Any, ends: list[tuple[float, str, str]], count: int) -> None:
    """Each line's name at its end, kept apart where the lines end close together."""
    ends.sort()
    gap = 3.4
    places = [level for level, *_ in ends]
    if len(places) == 2 and places[1] - places[0] < gap:
        middle = sum(places) / 2
        middle = max(-EDGE + gap / 2, min(EDGE - gap / 2, middle))
        places = [middle - gap / 2, middle + gap / 2]
    for place, (_, words, colour) in zip(places, ends, strict=True):
        at = max(-EDGE, min(EDGE, place))
        top.annotate(
            words, (count - 0.4, at), annotation_clip=False, va="center", fontsize=8.5, color=colour, weight="bold"
        )


def _number(top: Any, history: FeelingHistory, chapters: dict[str, int], turns: list[Turn]) -> None:
    """A numbered ring on each turning point, above the line where it rose and below where it fell."""
    for turn in turns:
        one = history.directions[turn.direction]
        level = next(level for chapter, level, _ in one.levels if chapter == turn.chapter)
        up = turn.change.affection_step > 0
        colour = (FORTH, BACK)[turn.direction]
        top.annotate(
            str(turn.number), (chapters[turn.chapter], level), xytext=(0, 13 if up else -13), textcoords="offset points",
            ha="center", va="center", fontsize=7.5, color="white", weight="bold",
            bbox={"boxstyle": "circle,pad=0.22", "facecolor": colour, "edgecolor": "white"},
        )  # fmt: skip


def _settle(top: Any, low: Any, chapters: dict[str, int]) -> None:
    """Axes: chapters across, the whole of either scale up."""
    books = {chapter.split(".")[0] for chapter in chapters}
    every = max(1, len(chapters) // 12)
    shown = [(at, chapter) for chapter, at in chapters.items() if at % every == 0]
    for axes, limits, step, words in ((top, (-10, 10), 5, "affection"), (low, (0, 10), 5, "familiarity")):
        axes.set_ylim(*limits)
        axes.set_xlim(-0.5, max(1, len(chapters)) - 0.5)
        axes.set_yticks(range(limits[0], limits[1] + 1, step))
        axes.grid(axis="y", color=GRID, linewidth=0.8)
        axes.set_axisbelow(True)
        axes.set_ylabel(words)
        axes.set_xticks([at for at, _ in shown], [c if len(books) > 1 else c.split(".")[1] for _, c in shown])
    top.tick_params(labelbottom=False)
    low.set_xlabel("chapter")


def _tell(turn: Turn, history: FeelingHistory) -> list[str]:
    """A turning point in lines: who, when, how far; and the words."""
    one = history.directions[turn.direction]
    head = f"{turn.number}   {turn.chapter}  {shorten(one.holder, 30)} toward {shorten(one.toward, 30)}, "
    head += say_step(turn.change.affection_step, turn.change.affection)
    return [head, *textwrap.wrap(quote(turn.change.evidence.text, WHOLE), 2 * COLUMN - 26)]


def _write(figure: Any, told: list[list[str]], turns: list[Turn], high: float) -> None:
    line = LINE / figure.get_figheight()
    at = high - line
    for words, turn in zip(told, turns, strict=True):
        for place, text in enumerate(words):
            colour = (FORTH, BACK)[turn.direction] if place == 0 else INK
            figure.text(0.07 if place == 0 else 0.09, at, text, fontsize=8, color=colour,
                        weight="bold" if place == 0 else "normal")  # fmt: skip
            at -= line
        at -= line * BETWEEN
