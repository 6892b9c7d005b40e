"""Lines: how two people felt for each other, or one for several, chapter by chapter, with the words of the turning points."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from castline.errors import AskError
from castline.plots.canvas import (
    BACK,
    DASHED,
    FAINT,
    FORTH,
    GRID,
    INK,
    MARGIN,
    Titles,
    check_path,
    load,
    number_chapters,
    save,
    say_step,
)
from castline.query.histories import Change, Direction, FeelingHistory
from castline.query.quoting import WHOLE, chapter_of, listed, quote, shorten

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
LINES = (
    (FORTH, "-"),
    (BACK, DASHED),
    ("#009e73", (0, (1, 1.2))),
    ("#9a4f80", (0, (7, 2, 1.5, 2))),
    (INK, (0, (3, 1, 1, 1, 1, 1))),
)
"""The colour and the dashes of each line: the first three are Okabe and Ito's, which the colour-blind tell apart; the dashes do so in
grey, too."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A numbered turning point: where it stands, and the change that made it."""

    number: int
    direction: int
    chapter: str
    change: Change


def plot_feelings(history: FeelingHistory, path: str | Path) -> None:
    """Draw every direction, five at most, as a line chart into a .png, .svg, .pdf or .html file.

    Above, affection (-10..10); below it familiarity (0..10); under both, the words of the numbered turning points.
    Raises AskError for another ending, for more lines, where matplotlib is missing, or where nothing has been told of any.
    """
    file, matplotlib = check_path(path), load()
    who = _say_who(history)
    if len(history.directions) > len(LINES):
        raise AskError(
            f"{len(history.directions)} lines cannot be told apart in one picture: name {len(LINES)} at most."
        )
    if not any(one.levels for one in history.directions):
        raise AskError(f"No feeling of {who} has been told by {history.at}: there is nothing to draw.")
    turns = choose_turns(history)
    told = [_tell(turn, history) for turn in turns]
    lines = sum(len(words) + BETWEEN for words in told)
    figure = matplotlib.figure.Figure(figsize=(WIDTH, 5.4 + LINE * lines))
    words_high = (0.15 + LINE * lines) / figure.get_figheight()
    top = figure.add_axes((0.07, words_high + (1 - words_high) * 0.36, 0.74, (1 - words_high) * 0.52))
    low = figure.add_axes((0.07, words_high + (1 - words_high) * 0.12, 0.74, (1 - words_high) * 0.18))
    heading = f"{who}, as of {history.at}"
    figure.text(0.07, 1 - 0.3 / figure.get_figheight(), shorten(heading, 90), fontsize=13, weight="bold", va="top")
    chapters = _chapters(history)
    titles = _draw(top, low, history, chapters, turns)
    _write(figure, told, turns, words_high)
    save(figure, file, heading, titles)


def _say_who(history: FeelingHistory) -> str:
    """ "Anna and Ben", or "Anna toward Ben and Cato"."""
    holders = list(dict.fromkeys(one.holder for one in history.directions))
    if len(holders) > 1:
        return listed(holders)
    return f"{holders[0]} toward {listed([one.toward for one in history.directions])}"


def choose_turns(history: FeelingHistory) -> list[Turn]:
    """The greatest turning points of all directions, numbered in the order told; where nobody turns, the greatest steps."""
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
    for which, one in enumerate(history.directions):
        if one.levels:
            titles |= _draw_direction(top, low, one, which, chapters)
            name = f"{shorten(one.holder, 22)}\ntoward {shorten(one.toward, 20)}"
            ends.append((one.levels[-1][1], name, LINES[which][0]))
    _name_ends(top, ends, len(chapters))
    _number(top, history, chapters, turns)
    _settle(top, low, chapters)
    return titles


def _draw_direction(top: Any, low: Any, one: Direction, which: int, chapters: dict[str, int]) -> Titles:
    """The line of one direction, with a dot where an affection moved that says which words moved it."""
    levels = [*one.levels, one.levels[-1]]
    xs = [*(chapters[chapter] for chapter, *_ in one.levels), len(chapters) - 0.5]
    colour, dashes = LINES[which]
    style = {
        "linestyle": dashes,
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


GAP = 3.4
"""Affection that the two lines of a name take up."""


def spread(places: list[float]) -> list[float]:
    """Rising places between the edges, moved as little as need be, so that each two are a gap apart."""
    gap = min(GAP, 2 * EDGE / max(1, len(places) - 1))
    found: list[list[float]] = []
    for place in places:  # groups of names that touch, each around its middle
        found.append([place])
        while len(found) > 1 and _start(found[-1], gap) < _start(found[-2], gap) + gap * len(found[-2]):
            found[-2:] = [found[-2] + found[-1]]
    return [_start(group, gap) + gap * at for group in found for at in range(len(group))]


def _start(group: list[float], gap: float) -> float:
    """Where the lowest name of a group stands."""
    wide = gap * (len(group) - 1)
    return max(-EDGE, min(EDGE - wide, sum(group) / len(group) - wide / 2))


def _name_ends(top: Any, ends: list[tuple[float, str, str]], count: int) -> None:
    """Each line's name at its end, kept apart where the lines end close together."""
    ends.sort()
    places = spread([max(-EDGE, min(EDGE, level)) for level, *_ in ends])
    for place, (_, words, colour) in zip(places, ends, strict=True):
        top.annotate(
            words, (count - 0.4, place), annotation_clip=False, va="center", fontsize=8.5, color=colour, weight="bold"
        )


def _number(top: Any, history: FeelingHistory, chapters: dict[str, int], turns: list[Turn]) -> None:
    """A numbered ring on each turning point, above the line where it rose and below where it fell."""
    for turn in turns:
        one = history.directions[turn.direction]
        level = next(level for chapter, level, _ in one.levels if chapter == turn.chapter)
        up = turn.change.affection_step > 0
        colour = LINES[turn.direction][0]
        top.annotate(
            str(turn.number), (chapters[turn.chapter], level), xytext=(0, 13 if up else -13), textcoords="offset points",
            ha="center", va="center", fontsize=7.5, color="white", weight="bold",
            bbox={"boxstyle": "circle,pad=0.22", "facecolor": colour, "edgecolor": "white"},
        )  # fmt: skip


def _settle(top: Any, low: Any, chapters: dict[str, int]) -> None:
    """Axes: chapters across, the whole of either scale up."""
    for axes, limits, step, words in ((top, (-10, 10), 5, "affection"), (low, (0, 10), 5, "familiarity")):
        axes.set_ylim(limits[0] - MARGIN * (limits[0] < 0), limits[1] + MARGIN)
        axes.set_xlim(-0.5, max(1, len(chapters)) - 0.5)
        axes.set_yticks(range(limits[0], limits[1] + 1, step))
        axes.grid(axis="y", color=GRID, linewidth=0.8)
        axes.set_axisbelow(True)
        axes.set_ylabel(words)
        number_chapters(axes, list(chapters), 12)
    top.tick_params(labelbottom=False)
    top.set_xlabel("")


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
            colour = LINES[turn.direction][0] if place == 0 else INK
            figure.text(0.07 if place == 0 else 0.09, at, text, fontsize=8, color=colour,
                        weight="bold" if place == 0 else "normal")  # fmt: skip
            at -= line
        at -= line * BETWEEN
