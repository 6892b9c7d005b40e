"""Pictures: written as asked, the same for the same answer, with the words of what they mark, and safe to open."""

from __future__ import annotations

import builtins
import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from click.testing import CliRunner
from conftest import need_module
from msgspec.structs import replace
from shelf import ledger_url, write_tale

import castline
from castline.cli import main
from castline.errors import AskError
from castline.plots import plot_feelings, plot_heat, plot_shifts, plot_web
from castline.plots.lines import EDGE, LINES, choose_turns, spread

need_module("matplotlib")
VERBS = (
    ("feelings", "Brisa", "Perrine"),
    ("shifts", "--from", "4"),
    ("network", "--at", "10"),
    ("network", "--at", "10", "--heat"),
)


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb[0])
@pytest.mark.parametrize("kind", ["png", "svg", "pdf", "html"])
def test_each_verb_draws_each_kind(verb: tuple[str, ...], kind: str, tmp_path: Path) -> None:
    file = tmp_path / f"picture.{kind}"
    done = CliRunner().invoke(main, ["--store", ledger_url(), *verb, "--plot", str(file)])
    assert done.exit_code == 0, done.output
    body = file.read_bytes()
    assert len(body) > 5000
    if kind == "png":
        assert body.startswith(b"\x89PNG")
    elif kind == "pdf":
        assert body.startswith(b"%PDF")
    else:
        text = body.decode("utf-8")
        ElementTree.fromstring(text[text.index("<svg") : text.rindex("</svg>") + 6])
        assert "<title>" in text and "http-equiv" not in text and "<script" not in text


def test_the_same_answer_is_the_same_picture(tmp_path: Path) -> None:
    with castline.open(ledger_url()) as library:
        history = library.feelings("Brisa", "Perrine")
    for name in ("one.svg", "two.svg"):
        plot_feelings(history, tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_turning_points_are_numbered_in_order_and_told_by_their_greatest_step() -> None:
    with castline.open(ledger_url()) as library:
        history = library.feelings("Brisa", "Perrine")
    turns = choose_turns(history)
    assert turns and [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    chapters = [int(turn.chapter.split(".")[1]) for turn in turns]
    assert chapters == sorted(chapters)
    for turn in turns:
        one = history.directions[turn.direction]
        steps = [
            abs(c.affection_step) for c in one.changes if c.at.startswith(turn.chapter + ".") or c.at == turn.chapter
        ]
        assert turn.chapter in one.turns and abs(turn.change.affection_step) == max(steps)


def test_where_nobody_turns_the_greatest_steps_are_told() -> None:
    with castline.open(ledger_url()) as library:
        history = library.feelings("Brisa", "Perrine")
    still = msgspec.structs.replace(
        history, directions=tuple(msgspec.structs.replace(one, turns=()) for one in history.directions)
    )
    turns = choose_turns(still)
    steps = [abs(change.affection_step) for one in history.directions for change in one.changes]
    assert 0 < len(turns) <= 3 and max(abs(turn.change.affection_step) for turn in turns) == max(steps)


def test_hostile_words_stay_words(tmp_path: Path) -> None:
    """Markup and formulas in a book are drawn as they stand and are no part of the page."""
    text = "CHAPTER 1\n\nMiss Anna Quill hated Mr. Ben Marsh, who wrote <script>alert(1)</script> and $x^2$ & more.\n"
    with castline.open(f"sqlite:///{tmp_path}/hostile.db") as library:
        library.ingest(write_tale(tmp_path, "hostile.txt", text))
        plot_feelings(library.feelings("Anna", "Ben"), tmp_path / "hostile.html")
        plot_heat(library.view(), tmp_path / "heat.html")
        plot_web(library.view(), tmp_path / "web.html")
        with pytest.raises(AskError, match="nothing to draw"):
            plot_shifts(library.shifts("1.1"), [], tmp_path / "none.svg")
    assert not (tmp_path / "none.svg").exists()
    for name in ("hostile.html", "heat.html", "web.html"):
        page = (tmp_path / name).read_text(encoding="utf-8")
        assert "<script" not in page
    assert "&lt;script" in (tmp_path / "hostile.html").read_text(encoding="utf-8")


def test_what_cannot_be_drawn_is_said(tmp_path: Path) -> None:
    with castline.open(ledger_url()) as library:
        history = library.feelings("Brisa", "Perrine")
        with pytest.raises(AskError, match=r"\.png, \.svg, \.pdf or \.html"):
            plot_feelings(history, tmp_path / "feelings.gif")
        with pytest.raises(AskError, match="Cannot write"):
            plot_feelings(history, tmp_path / "no" / "such" / "folder.svg")
    with castline.open(f"sqlite:///{tmp_path}/empty.db") as library:
        library.ingest(write_tale(tmp_path, "empty.txt", "CHAPTER 1\n\nIt rained.\n\nCHAPTER 2\n\nIt rained.\n"))
        with pytest.raises(AskError, match="nothing to draw"):
            plot_heat(library.view(), tmp_path / "heat.svg")
        with pytest.raises(AskError, match="nothing to draw"):
            plot_web(library.view(), tmp_path / "web.svg")


def test_words_in_an_svg_are_text(tmp_path: Path) -> None:
    with castline.open(ledger_url()) as library:
        plot_web(library.view("10"), tmp_path / "web.svg")
        plot_feelings(library.feelings("Brisa", "Perrine"), tmp_path / "lines.svg")
    for name in ("web.svg", "lines.svg"):
        texts = ElementTree.parse(tmp_path / name).iter("{http://www.w3.org/2000/svg}text")
        assert any("Brisa" in "".join(text.itertext()) for text in texts)


def test_a_swing_goes_up_and_down_and_a_first_feeling_is_none(tmp_path: Path) -> None:
    text = """CHAPTER 1\n\nMiss Anna Quill met Mr. Ben Marsh. Anna Quill loved Ben Marsh.\n
CHAPTER 2\n\nAnna Quill hated Ben Marsh.\n\nCHAPTER 3\n\nAnna Quill loved Ben Marsh. Miss Clara Stone hated Ben Marsh.\n"""
    with castline.open(f"sqlite:///{tmp_path}/x.db") as library:
        library.ingest(write_tale(tmp_path, "x.txt", text))
        found = {(s.holder, s.toward): s.swing for s in library.shifts("1").shifts}
        assert next(iter(found)) == ("Anna Quill", "Ben Marsh") and found["Anna Quill", "Ben Marsh"] > 0
        assert list(found.values()) == sorted(found.values(), reverse=True)
        assert found["Miss Clara Stone", "Ben Marsh"] == 0
    runner = CliRunner()
    asked = ["--store", f"sqlite:///{tmp_path}/x.db", "shifts", "--from", "1"]
    assert runner.invoke(main, [*asked, "--plot", f"{tmp_path}/x.svg"]).exit_code == 0
    drawn = (tmp_path / "x.svg").read_text(encoding="utf-8")
    assert "Anna Quill toward Ben Marsh" in drawn and "Clara Stone toward" not in drawn


def test_captions_are_whole_however_long_the_words_are(tmp_path: Path) -> None:
    words = " ".join(f"word{n}" for n in range(90))
    with castline.open(ledger_url()) as library:
        shifts = library.shifts("4")
        swung = [shift for shift in shifts.shifts if shift.swing]
        histories = [library.feelings(shift.holder, shift.toward) for shift in swung]
    long = [replace(shift, evidence=replace(shift.evidence, text=words)) for shift in swung]
    plot_shifts(replace(shifts, shifts=tuple(long)), histories, tmp_path / "x.svg")
    drawing = ElementTree.parse(tmp_path / "x.svg").getroot()
    texts = ["".join(text.itertext()) for text in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert words in " ".join(texts).replace("“", "").replace("”", "") and "…" not in "".join(texts)
    lowest = max(float(place) for place in re.findall(r' y="(-?[0-9.]+)"', (tmp_path / "x.svg").read_text("utf-8")))
    assert lowest < float(drawing.attrib["height"].removesuffix("pt"))


def test_without_matplotlib_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    real = builtins.__import__

    def refuse(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with castline.open(ledger_url()) as library, pytest.raises(AskError, match=r"castline\[plot\]"):
        plot_heat(library.view(), tmp_path / "heat.svg")


def test_what_one_feels_for_each_of_several_stands_in_one_picture(tmp_path: Path) -> None:
    with castline.open(ledger_url()) as library:
        first, *others = (entry.name for entry in library.cast("10")[: len(LINES) + 2])
        history = library.feelings(first, others[0], "10", more=others[1:3])
        both = library.feelings(first, others[0], "10")
        many = library.feelings(first, others[0], "10", more=others[1:])
        with pytest.raises(AskError, match="two are one person"):
            library.feelings(first, others[0], "10", more=[first])
    assert [(one.holder, one.toward) for one in history.directions] == [(first, other) for other in others[:3]]
    assert history.directions[0] == both.directions[0]
    plot_feelings(history, tmp_path / "several.svg")
    drawn = (tmp_path / "several.svg").read_text(encoding="utf-8")
    assert all(f"toward {one.toward}" in drawn for one in history.directions if one.levels)
    with pytest.raises(AskError, match="name 5 at most"):
        plot_feelings(many, tmp_path / "many.svg")


@pytest.mark.parametrize(
    "places", [[0.0], [5.0, 5.1], [-EDGE, -EDGE, EDGE], [8.0, 8.1, 8.2, 8.5], [-1.0, 0.0, 1.0, 2.0, 3.0]]
)
def test_names_keep_apart_and_in_order_inside_the_picture(places: list[float]) -> None:
    found = spread(places)
    gap = min(3.4, 2 * EDGE / max(1, len(places) - 1))
    assert all(b - a >= gap - 1e-9 for a, b in pairwise(found))
    assert found[0] >= -EDGE - 1e-9 and found[-1] <= EDGE + 1e-9
