"""The moment that a question means: however its number is printed, given or counted, and said where it could be another."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from runs import run
from shelf import write_tale

import castline
from castline import Library, Moment, MomentError, Notice
from castline.graph.labels import fold_label

SECOND = """CHAPTER 1

Mr. Marsh went down to the mill before daybreak. Miss Quill followed Mr. Marsh with a lantern, and the dog followed her.

CHAPTER 2

Nobody had seen the ferry since Tuesday. “It has sunk,” said Mrs. Stone, and Miss Quill believed her.

CHAPTER 3

Snow fell on the harbour all that week, and Mr. Marsh mended his nets beside the stove.
"""
"""A second book about the same people."""


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        library.ingest(write_tale(tmp_path))
        yield library


@pytest.mark.parametrize(
    ("printed", "folded"),
    [
        ("CHAPTER XXXIV.", "chapter 34"), ("Chapter the Thirty-Fourth", "chapter 34"), ("chapter thirty four", "chapter 34"),
        ("Chapter 34th", "chapter 34"), ("CHAPTER IIII", "chapter 4"), ("Chapter Twenty: One Night", "chapter 20 1 night"),
        ("Chapter One Hundred and First", "chapter 101"), ("Volume II, Chapter V", "volume 2 chapter 5"), ("The Gate", "the gate"),
        ("civic", "civic"), ("", ""),
    ],
)  # fmt: skip
def test_headings_are_compared_by_their_numbers(printed: str, folded: str) -> None:
    assert fold_label(printed) == folded


@pytest.mark.parametrize(
    ("at", "chapter"),
    [("Chapter 1", 1), ("chapter I.", 1), ("CHAPTER THREE", 3), ("Chapter the Second", 2), ("chapter iii", 3)],
)
def test_a_heading_is_found_by_its_number_however_printed(library: Library, at: str, chapter: int) -> None:
    """The tale prints CHAPTER 1, CHAPTER 2, CHAPTER 3."""
    assert library.snapshot("Anna", at).at == f"1.{chapter}"


def test_roman_headings_are_found_by_digits(tmp_path: Path) -> None:
    text = "\n\n".join(f"CHAPTER {n}\n\nMiss Anna Quill met Mr. Ben Marsh." for n in ("I", "II", "III", "IV"))
    with castline.open(f"sqlite:///{tmp_path}/roman.db") as library:
        library.ingest(write_tale(tmp_path, text=text))
        for at in ("Chapter 4", "chapter four", "CHAPTER IV"):
            assert library.snapshot("Anna", at).at == "1.4"


@pytest.mark.parametrize(
    ("ask", "last"),
    [
        (lambda library, at: library.cast(at), None), (lambda library, at: library.snapshot("Anna", at).at, "1.2"),
        (lambda library, at: library.render("Anna", at), None), (lambda library, at: library.feelings("Anna", "Ben", at).at, "1.2"),
        (lambda library, at: library.shifts(1, at).since, "1.1"), (lambda library, at: library.network(at).at, "1.2"),
        (lambda library, at: library.events("Anna", at), None), (lambda library, at: library.diff("Anna", 1, at).since, "1.1"),
        (lambda library, at: library.review(at), None), (lambda library, at: library.cypher("RETURN $at AS at", at)[0]["at"], None),
        (lambda library, at: list(library.export("facts", at)), None), (lambda library, at: library.view(at).at, "1.2"),
    ],
)  # fmt: skip
def test_the_number_of_a_chapter_is_a_moment_everywhere(library: Library, ask: Any, last: str | None) -> None:
    assert ask(library, 2) == ask(library, "1.2") == ask(library, Moment(1, 2))
    assert last is None or ask(library, 2) == last
    for none in (True, 1.5):
        with pytest.raises(MomentError, match=r"is no moment\. Give the number of a chapter"):
            ask(library, none)


def test_to_read_up_to_a_chapter_takes_its_number(tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/part.db") as library:
        assert library.ingest(write_tale(tmp_path), through=2).chapters == 2


def test_what_could_be_read_two_ways_says_how_it_was(library: Library, tmp_path: Path) -> None:
    with pytest.warns(Notice, match=r"2\.1 is chapter 2, scene 1, since the saga has one book: 1\.2\.1"):
        assert library.snapshot("Anna", "2.1").at == "1.2.1"
    for words in (
        ("cast", "--at", "2.1"),
        ("snapshot", "Anna", "--at", "2.1", "--table"),
        ("diff", "Anna", "--from", "2.1"),
    ):
        said = run(tmp_path, *words)
        assert (said.exit_code, said.stderr) == (
            0,
            "castline: 2.1 is chapter 2, scene 1, since the saga has one book: 1.2.1.\n",
        )
    assert json.loads(run(tmp_path, "snapshot", "Anna", "--at", "2.1").stdout)["at"] == "1.2.1"
    library.ingest([tmp_path / "tale.txt", write_tale(tmp_path, "second.txt", SECOND)])
    assert library.snapshot("Anna", "2.1").at == "2.1"


def test_from_speaks_only_of_what_is_told_by_to(library: Library, tmp_path: Path) -> None:
    """As of a chapter of the first book, the second is not there: not in what `--from` means, nor in what is said of it."""
    with castline.open(f"sqlite:///{tmp_path}/two.db", "tale") as two:
        two.ingest([tmp_path / "tale.txt", write_tale(tmp_path, "second.txt", SECOND)])
        for since in ("Chapter 1", "1", "1.1", "1.1.1", 1):
            assert two.diff("Anna", since, "1.2") == library.diff("Anna", since, "1.2")
        for since in ("Chapter 3", "3", "1.9", "9.9.9", "The Gate", "", "1.1.7", "x" * 99, "0", "CHAPTER"):
            told = []
            for one in (two, library):
                with pytest.raises(MomentError) as raised:
                    one.diff("Anna", since, "1.2")
                told.append(str(raised.value))
            assert told[0] == told[1]
