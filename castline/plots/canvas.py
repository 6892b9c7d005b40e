"""The canvas: matplotlib, loaded when a picture is asked for, and pictures as files.

A picture is written as PNG, as SVG, or as an HTML page that holds the SVG. In both of the latter, what is marked (see
`Titles`) says its words when the pointer rests on it. The same answer makes the same file.
"""

from __future__ import annotations

import html
import io
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from castline.errors import AskError
from castline.query.quoting import squeeze

KINDS = (".png", ".svg", ".html", ".pdf")
INK, FAINT, GRID = "#222222", "#777777", "#e4e4e4"
FORTH, BACK = "#0072b2", "#d55e00"
"""Blue and vermilion of Okabe and Ito's palette, told apart by the colour-blind too."""
_STYLE = {
    "font.family": "DejaVu Sans", "font.size": 9, "axes.edgecolor": FAINT, "axes.labelcolor": INK, "text.color": INK,
    "axes.spines.top": False, "axes.spines.right": False, "xtick.color": FAINT, "ytick.color": FAINT,
    "svg.hashsalt": "castline", "svg.fonttype": "none", "pdf.fonttype": 42, "text.parse_math": False,
}  # fmt: skip
DASHED = (0, (5, 2))
"""What is drawn in the second colour is dashed as well: in a paper printed in grey they are told apart."""
MARGIN = 0.5
"""Room beyond the ends of a scale, so that a line along one is not the frame."""
_COMMENT = re.compile(r"<!--.*?-->", re.S)
Titles = dict[str, str]
"""The id of a mark in the picture -> the words it says."""


def load() -> Any:
    """matplotlib with castline's style. Raises AskError where it is not installed."""
    try:
        import matplotlib
        import matplotlib.figure
        import matplotlib.lines
    except ImportError:
        raise AskError("Plots need matplotlib, which is not installed: pip install 'castline[plot]'") from None
    matplotlib.rcParams.update(matplotlib.rcParamsDefault)
    matplotlib.rcParams.update(_STYLE)
    return matplotlib


def number_chapters(axes: Any, chapters: Sequence[str], most: int, **label: Any) -> None:
    """Number the chapters ("2.14", in order) below an axis, about `most` of them, with a line where another book begins; of the only book
    the axis says which it is, where it is not the first."""
    books = list(dict.fromkeys(chapter.split(".")[0] for chapter in chapters))
    every = max(1, len(chapters) // most)
    names = [chapter if len(books) > 1 else chapter.split(".")[1] for chapter in chapters[::every]]
    axes.set_xticks(range(0, len(chapters), every), names)
    axes.set_xlabel("chapter" if len(books) != 1 or books == ["1"] else f"chapter of book {books[0]}", **label)
    for at, (one, other) in enumerate(pairwise(chapters)):
        if one.split(".")[0] != other.split(".")[0]:
            axes.axvline(at + 0.5, color=FAINT, linewidth=0.8, linestyle=":", zorder=0)


def say_step(step: float, to: float) -> str:
    """How far an affection moved, and where it came to: "by -5.3, to -7.1"."""
    return f"by {step:+.1f}, to {to:+.1f}"


def check_path(path: str | Path) -> Path:
    """The path of a picture, before anything is drawn. Raises AskError for a kind that is not written."""
    found = Path(path)
    if found.suffix.lower() not in KINDS:
        raise AskError(
            f"'{found.name}' is no picture that castline writes: name a file that ends in .png, .svg, .pdf or .html."
        )
    return found


def save(figure: Any, path: Path, heading: str, titles: Titles | None = None) -> None:
    """Write a figure as the kind that the path's ending says. Raises AskError where it cannot be written."""
    kind = path.suffix.lower()
    made = io.BytesIO()
    if kind == ".png":
        figure.savefig(made, format="png", dpi=144, metadata={"Software": None})
        body = made.getvalue()
    elif kind == ".pdf":
        figure.savefig(
            made,
            format="pdf",
            metadata={"CreationDate": None, "Creator": "castline", "Producer": None, "Title": heading},
        )
        body = made.getvalue()
    else:
        figure.savefig(made, format="svg", metadata={"Date": None, "Creator": "castline"})
        svg = _entitle(made.getvalue().decode("utf-8"), titles or {})
        body = (svg if kind == ".svg" else _page(svg, heading)).encode("utf-8")
    try:
        path.write_bytes(body)
    except OSError as error:
        raise AskError(f"Cannot write '{path}': {error.strerror}.") from None


def _entitle(svg: str, titles: Titles) -> str:
    """Give each mark the words that a viewer shows when the pointer rests on it. Comments, in which matplotlib repeats
    what it drew, go: a book's words have no place in them."""
    svg = _COMMENT.sub("", svg)
    for mark, words in titles.items():
        opening = f'<g id="{mark}">'
        svg = svg.replace(opening, f"{opening}<title>{html.escape(squeeze(words))}</title>", 1)
    return svg


def _page(svg: str, heading: str) -> str:
    """A page of its own, with nothing fetched from elsewhere."""
    drawing = svg[svg.index("<svg") :]
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{html.escape(heading)}</title>\n'
        "<style>body{margin:2rem auto;max-width:72rem}svg{width:100%;height:auto}</style>\n"
        f"{drawing}</html>\n"
    )
