"""Moments by name, and by book, part and chapter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import castline
from castline.cli import main
from castline.errors import MomentError
from castline.graph.store import BookRecord, ChapterRecord, SagaRecord
from castline.query.when import find_moment


def test_a_name_is_taken_wherever_a_moment_is(told: Path) -> None:
    with castline.open(f"sqlite:///{told}/castline.db") as library:
        assert library.name_moment("The Arrival", 2).at == "1.2"
        assert library.cast(at="the arrival") == library.cast(at=2)
        assert library.snapshot(library.cast(2)[0].id, "The  arrival").at == "1.2"
        library.name_moment("the arrival", "1.1")
        assert [(one.name, one.at) for one in library.moments()] == [("the arrival", "1.1")]
    with castline.open(f"sqlite:///{told}/castline.db") as again:
        assert again.cast(at="The Arrival") == again.cast(at=1)


@pytest.mark.parametrize("name", ["", "12", "1.2", "x" * 121, "a\x1b[0m"])
def test_what_would_be_no_name_is_refused(told: Path, name: str) -> None:
    with castline.open(f"sqlite:///{told}/castline.db") as library, pytest.raises(MomentError, match="will not do"):
        library.name_moment(name, 1)


def test_a_moment_that_is_not_there_gets_no_name(told: Path) -> None:
    with castline.open(f"sqlite:///{told}/castline.db") as library:
        with pytest.raises(MomentError):
            library.name_moment("the end", 99)
        assert library.moments() == []


def test_the_command_names_lists_and_imports(told: Path) -> None:
    store, runner = ["--store", f"sqlite:///{told}/castline.db"], CliRunner()
    (told / "names.csv").write_text('the feast,1.2\n"the storm, at sea",1.1\n', encoding="utf-8")
    found = runner.invoke(main, [*store, "moments", "--import", str(told / "names.csv")])
    assert [row["name"] for row in json.loads(found.output)] == ["the storm, at sea", "the feast"]
    assert "the end" in runner.invoke(main, [*store, "moments", "the end", "3", "--table"]).output
    assert runner.invoke(main, [*store, "moments", "alone"]).exit_code == 2
    assert runner.invoke(main, [*store, "cast", "--at", "the feast"]).exit_code == 0


def test_a_file_that_is_none_of_ours_is_said(told: Path) -> None:
    (told / "castline.db.moments").write_text("nonsense", encoding="utf-8")
    with castline.open(f"sqlite:///{told}/castline.db") as library, pytest.raises(MomentError, match="Mend or remove"):
        library.cast(at="the feast")


def test_book_part_and_chapter() -> None:
    parts = [(1, "PART ONE"), (1, "PART ONE"), (2, "BOOK THREE"), (2, "BOOK FOUR"), (2, "BOOK FOUR")]
    chapters, counts = [], {1: 0, 2: 0}
    for book, part in parts:
        counts[book] += 1
        chapters.append(ChapterRecord(book, counts[book], "", "", 0, f"CHAPTER {counts[book]}", part))
    books = tuple(BookRecord(n, f"{n}.txt", "", 0, counts[n]) for n in counts)
    record = SagaRecord("saga", 5, books, tuple(chapters))
    assert str(find_moment(record, "2-4-2")) == "2.3"
    assert str(find_moment(record, "2-3-1")) == "2.1"
    assert str(find_moment(record, "1-1-2")) == "1.2"
    for wrong in ("2-3-2", "2-9-1", "3-1-1", "2-4-0"):
        with pytest.raises(MomentError, match="part"):
            find_moment(record, wrong)
