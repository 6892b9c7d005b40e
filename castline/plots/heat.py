"""Heat: what everyone feels for everyone, as of a moment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from castline.errors import AskError
from castline.graph.facts import Feeling
from castline.plots.canvas import FAINT, GRID, INK, Titles, check_path, load, save
from castline.query.quoting import cited, shorten
from castline.query.strands import Pair, live_feelings
from castline.query.view import View, cite

MOST = 16
"""People that a map shows: those who feel and are felt for most."""
_DARK = 6.5
"""Affections beyond this stand in white figures on their dark ground."""
_MET = 1.05
"""Up to here two have only met."""
HATCH = "//"
"""Of dislike, which is told from affection so in grey, too."""
SCALE = ((-10, "wants dead"), (-5, "strongly dislikes"), (0, "indifferent"), (5, "is fond of"), (10, "would die for"))
"""What levels mean, from the model's scale of affection."""


def plot_heat(view: View, path: str | Path, most: int = MOST) -> None:
    """Draw the affections as of the view's moment into a .png, .svg, .pdf or .html file: from the row's person for the column's.

    Blank is where nothing is told. Raises AskError for another ending, where matplotlib is missing, or where nobody
    feels anything yet.
    """
    file, matplotlib = check_path(path), load()
    live = live_feelings(view)
    if not live:
        raise AskError(f"Nobody's feeling for anybody has been told by {view.at}: there is nothing to draw.")
    people = _choose(live, most)
    everybody = len({one for pair in live for one in pair})
    size = 2.6 + 0.5 * max(4, len(people))
    figure = matplotlib.figure.Figure(figsize=(size + 0.8, size + 0.5))
    axes = figure.add_axes((0.25, 0.08, 0.67, 0.69))
    names = [shorten(view.name(one), 24) for one in people]
    titles = _fill(matplotlib, axes, view, live, people)
    axes.set_xticks(range(len(people)), names, rotation=45, ha="left", rotation_mode="anchor")
    axes.set_yticks(range(len(people)), names)
    axes.tick_params(length=0, top=False, labeltop=True, bottom=False, labelbottom=False, labelcolor=INK)
    axes.spines[:].set_visible(False)
    axes.set_ylabel("who feels", color=FAINT)
    axes.xaxis.set_label_position("top")
    axes.set_xlabel("for whom", color=FAINT)
    _explain(matplotlib, figure)
    heading = f"Affection of everyone for everyone, as of {view.at}"
    figure.text(0.03, 0.975, heading, fontsize=13, weight="bold", va="top")
    figure.text(
        0.03,
        0.942,
        f"{len(people)} of {everybody} people who feel or are felt for; blank: nothing is told",
        fontsize=8.5,
        color=FAINT,
        va="top",
    )
    save(figure, file, heading, titles)


def _explain(matplotlib: Any, figure: Any) -> None:
    """The scale, in colours and words."""
    axes = figure.add_axes((0.25, 0.045, 0.67, 0.014))
    colours = matplotlib.colormaps["RdBu"]
    for level in range(-20, 21):
        ground = _paint(colours, level / 2)
        axes.add_patch(matplotlib.patches.Rectangle((level / 2 - 0.25, 0), 0.5, 1, **ground))
    axes.set_xlim(-10.25, 10.25)
    axes.set_yticks(())
    axes.set_xticks([level for level, _ in SCALE], [f"{level:+d} {word}".replace("+0", "0") for level, word in SCALE])
    axes.tick_params(length=2, labelsize=8, labelcolor=INK)
    axes.spines[:].set_visible(False)


def _paint(colours: Any, affection: float | None) -> dict[str, Any]:
    """The ground of an affection, hatched where it is a dislike; of None, where nothing is told."""
    ground = "#f6f6f6" if affection is None else colours(0.5 + affection / 20)
    hatch = HATCH if affection is not None and affection <= -_MET else None
    return {"facecolor": ground, "hatch": hatch, "edgecolor": GRID, "linewidth": 0}


def _choose(live: dict[Pair, Feeling], most: int) -> list[str]:
    """Those with most feelings told, by familiarity, either way; they who come first in the story break ties."""
    weight: dict[str, float] = {}
    for (holder, toward), f in sorted(live.items()):
        for one in (holder, toward):
            weight[one] = weight.get(one, 0.0) + f.familiarity
    return sorted(weight, key=lambda one: (-round(weight[one], 6), one))[:most]


def _fill(matplotlib: Any, axes: Any, view: View, live: dict[Pair, Feeling], people: list[str]) -> Titles:
    """A square for each feeling, with its figure; it says its words."""
    colours = matplotlib.colormaps["RdBu"]
    titles: Titles = {}
    for row, holder in enumerate(people):
        for column, toward in enumerate(people):
            f = live.get((holder, toward))
            ground = _paint(colours, f.affection if f else None)
            mark = f"cell-{row}-{column}"
            patch = matplotlib.patches.Rectangle((column - 0.48, row - 0.48), 0.96, 0.96, gid=mark, **ground)
            axes.add_patch(patch)
            if f is not None:
                colour = "white" if abs(f.affection) > _DARK else INK if abs(f.affection) > _MET else FAINT
                axes.text(
                    column,
                    row,
                    f"{f.affection:.0f}".replace("-0", "0"),
                    ha="center",
                    va="center",
                    fontsize=8,
                    color=colour,
                )
                titles[mark] = f"{view.name(holder)} for {view.name(toward)}: {f.affection:+.1f}, {cited(cite(f), 300)}"
    axes.set_xlim(-0.5, len(people) - 0.5)
    axes.set_ylim(len(people) - 0.5, -0.5)
    return titles
