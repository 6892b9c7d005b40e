"""Web: the network of a moment as a drawing, with its circles of friends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from castline.errors import AskError
from castline.plots.canvas import BACK, DASHED, FAINT, FORTH, INK, Titles, check_path, load, save
from castline.plots.web_names import LONGEST, Place, is_busy, place_names, size_of
from castline.query.quoting import chapter_of, shorten
from castline.query.stage import Figure, Stage, Thread, set_stage
from castline.query.view import View

MOST = 30
"""People that are drawn: those in most scenes."""
FELT = 1.1
"""The least affection, either way, that is more than that of two who have met (1)."""
MARKS = "osD^vPX*"
"""A shape for each circle of friends, so that they are told apart in grey, too."""
TINTS = ("#2f8f6b", "#a8589a", "#9a7b00", "#3d8fb5", "#7a6fd0", "#8a6a55", "#5f7f2f", "#666666")


def plot_web(view: View, path: str | Path, most: int = MOST) -> None:
    """Draw who stands where into a .png, .svg, .pdf or .html file: people where the page shows them, a line for what two feel.

    Raises AskError for another ending, where matplotlib is missing, or where nobody feels anything yet.
    """
    file, matplotlib = check_path(path), load()
    stage = set_stage(view, most)
    if not any(thread.forth is not None or thread.back is not None for thread in stage.threads):
        raise AskError(f"Nobody's feeling for anybody has been told by {view.at}: there is nothing to draw.")
    figure = matplotlib.figure.Figure(figsize=(10.5, 8.2))
    axes = figure.add_axes((0.02, 0.13, 0.96, 0.77))
    axes.set_axis_off()
    axes.set_xlim(-1.8, 1.8)
    axes.set_ylim(1.3, -1.3)
    heading = f"Who stands where, as of {view.at}"
    figure.text(0.03, 0.97, heading, fontsize=13, weight="bold", va="top")
    threads = sorted((one for one in stage.threads if _strength(one) >= FELT), key=_strength)
    bound = {one for thread in threads for one in (thread.a, thread.b)}
    drawn = [one for one in stage.people if one.id in bound]
    few = len(drawn) < stage.of
    whom = (
        f"{len(drawn)} of {stage.of} people: of those in most scenes, whoever has more than met another"
        if few
        else f"All {stage.of} people"
    )
    said = f"{whom}; the larger, the more scenes"
    figure.text(0.03, 0.935, said, fontsize=8.5, color=FAINT, va="top")
    people = {one.id: one for one in stage.people}
    titles: Titles = {}
    for number, thread in enumerate(threads):
        titles |= _draw_thread(axes, thread, people, f"thread-{number}")
    places = place_names(drawn, stage, threads)
    for number, one in enumerate(reversed(drawn)):
        titles |= _draw_person(axes, one, stage, f"person-{number}", places[one.id])
    _explain(matplotlib, figure, stage)
    save(figure, file, heading, titles)


def _strength(thread: Thread) -> float:
    return max(abs(thread.forth or 0.0), abs(thread.back or 0.0))


def _draw_thread(axes: Any, thread: Thread, people: dict[str, Figure], mark: str) -> Titles:
    """A line in two halves: each is what the person at its end feels."""
    a, b = people[thread.a], people[thread.b]
    middle = ((a.x + b.x) / 2, (a.y + b.y) / 2)
    for half, (one, felt) in enumerate(((a, thread.forth), (b, thread.back))):
        level = felt or 0.0
        colour = FORTH if level >= FELT else BACK if level <= -FELT else "#bbbbbb"
        strong = _strength(thread) >= 2.5
        axes.plot(
            (one.x, middle[0]), (one.y, middle[1]), color=colour, linewidth=0.6 + thread.familiarity / 3,
            linestyle=DASHED if level <= -FELT else "-", alpha=0.85 if strong else 0.22, zorder=1, solid_capstyle="butt",
            gid=f"{mark}-{half}",
        )  # fmt: skip
    words = f"{a.name} for {b.name}: {_say(thread.forth)}; back: {_say(thread.back)}"
    return {f"{mark}-{half}": words for half in (0, 1)}


def _say(level: float | None) -> str:
    return "nothing told" if level is None else f"{level:+.1f}"


def _draw_person(axes: Any, one: Figure, stage: Stage, mark: str, place: Place) -> Titles:
    busy, size = is_busy(one, stage), size_of(one, stage)
    tint, shape = (
        (TINTS[(one.group - 1) % len(TINTS)], MARKS[(one.group - 1) % len(MARKS)]) if one.group else ("#999999", "o")
    )
    axes.scatter(
        [one.x], [one.y], s=size, color=tint, marker=shape, edgecolors="white", linewidths=1.2, zorder=3, gid=mark
    )
    axes.annotate(
        f"{shorten(one.name, LONGEST)}{' †' if one.died else ''}", (one.x, one.y), xytext=place.offset, textcoords="offset points", ha=place.align, va="center",
        fontsize=8.5 if busy else 7, weight="bold" if busy else "normal", color=INK, zorder=4,
        bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.65, "pad": 0.6},
    )  # fmt: skip
    seen = f", last in {chapter_of(one.seen)}" if one.seen else ""
    return {mark: f"{one.name}: {one.scenes} scenes{seen}"}


def _explain(matplotlib: Any, figure: Any, stage: Stage) -> None:
    """What lines and shapes mean."""
    line = matplotlib.lines.Line2D
    none: tuple[list[float], list[float]] = ([], [])
    lines = [
        line(*none, color=FORTH, linewidth=2.2, label="affection"),
        line(*none, color="#bbbbbb", linewidth=2.2, label="neither"),
        line(*none, color=BACK, linewidth=2.2, linestyle=DASHED, label="dislike"),
    ]
    circles = [
        line(
            *none,
            color=TINTS[n % len(TINTS)],
            marker=MARKS[n % len(MARKS)],
            linestyle="",
            markersize=7,
            label=f"circle of {shorten(name, 22)}",
        )
        for n, name in enumerate(stage.groups[:8])
    ]
    for handles, columns, top in ((lines, 3, 0.112), (circles, 4, 0.086)):
        figure.legend(
            handles=handles, loc="upper left", bbox_to_anchor=(0.025, top), ncols=columns, frameon=False, fontsize=8,
            handlelength=3.2,
        )  # fmt: skip
    said = (
        "Each half of a line is what the person at that end feels; the wider, the better they know each other. Faint: less than 2.5 of 10.\n"
        "No line: they have only met. †: told to have died. A shape for each circle, people closer to each other than to the others, named for the one in most scenes."
    )
    figure.text(0.03, 0.012, said, fontsize=7.5, color=FAINT)
