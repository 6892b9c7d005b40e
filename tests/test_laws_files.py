"""The prefix law over files: what a file that ends sooner holds whole are the chapters of the whole file, with their facts.

A chapter is held whole where the text of the next one has begun. Where none is yet, the chapters of the file are those of the
whole file, or it is said that they may not be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from books import FEELINGS, NAMES, read_through, save, tell_all
from test_reading import page, write_epub

from castline.graph.opening import open_store
from castline.graph.store import Store
from castline.ingest.pieces import tell_apart
from castline.ingest.reading.book import read
from castline.ingest.segmentation.chapters import Chapter, cut

WEATHER = (
    "It rained on the quay for three days. On the fourth the wind went round to the north, the boats came in, and all who had "
    "waited for them stood at the wall and counted. One was missing, and nobody said its name until the evening had come."
)
BODIES = [[*body, WEATHER] for body in [*FEELINGS, *NAMES[:2]]]
ROMAN = ["I", "II", "III", "IV", "V", "VI"]
TITLES = ["The Oar", "The Spoon", "The Cart", "The Key", "The Gate", "The Lamp"]
BARE = [f"CHAPTER {roman}" for roman in ROMAN]
TITLED = [f"CHAPTER {roman}. {title}" for roman, title in zip(ROMAN, TITLES, strict=True)]
FOREWORD = [
    "This book was found in a chest on the quay, and nobody who was asked could say how it had come there.",
    "It is printed as it was found. Names were changed where somebody who is named is still alive, and wishes it.",
    "What is told of the harbour is true, and whoever doubts it may go there and ask the first that he meets.",
]


def told(headings: list[str], bodies: list[list[str]]) -> list[str]:
    """Chapters as blocks: a heading, and paragraphs."""
    return [block for heading, body in zip(headings, bodies, strict=True) for block in (heading, *body)]


def listed(*headings: str) -> list[str]:
    return ["CONTENTS", "\n".join(headings)]


VOLUMES = ["VOLUME I", *told(BARE[:3], BODIES[:3]), "VOLUME II", *told(BARE[:3], BODIES[3:])]
MISNUMBERED = [f"CHAPTER {roman}" for roman in ("I", "II", "IV", "V", "VII", "VIII")]
PREFACES = [
    "PREFACE", *FOREWORD, "INTRODUCTION", "The harbour of that town was built by those who came before, and is older than its walls.",
    "Whoever has walked there knows the smell of it, and will find it on these pages.", "TO THE READER",
    "Be patient with him who copied this by a poor light, and had nobody to ask.",
]  # fmt: skip
TEXTS = {
    "plain": told(BARE, BODIES),
    "bare numbers": told(ROMAN, BODIES),
    "contents": [*listed(*TITLED), *told(BARE, BODIES)],
    "contents, preface": [*listed("PREFACE", *TITLED), "PREFACE", *FOREWORD, *told(TITLED, BODIES)],
    "contents, words, title": [*listed(*BARE), *FOREWORD, "THE SALT", *told(BARE, BODIES)],
    "contents otherwise numbered": [*listed(*(t.removeprefix("CHAPTER ") for t in TITLED)), *told(BARE, BODIES)],
    "contents without numbers": [*listed(*TITLES), *told(TITLES, BODIES)],
    "volumes": VOLUMES,
    "contents by volumes": [*listed("VOLUME I", *BARE[:3], "VOLUME II", *BARE[:3]), *FOREWORD, *VOLUMES],
    "several prefaces": [*PREFACES, *told(BARE, BODIES)],
    "contents, several prefaces": [*listed("PREFACE", "INTRODUCTION", *BARE), *PREFACES, *told(BARE, BODIES)],
    "misnumbered": told(MISNUMBERED, BODIES),
    "contents, misnumbered": [*listed(*MISNUMBERED), *FOREWORD, *told(MISNUMBERED, BODIES)],
    "a heading within": told(BARE, [*BODIES[:2], [BODIES[2][0], "CHAPTER IX", *BODIES[2][1:]], *BODIES[3:]]),
    "prologue": [*listed("PROLOGUE", *BARE[:5]), *told(["PROLOGUE", *BARE[:5]], BODIES)],
}


def write_text(path: Path, blocks: list[str]) -> Path:
    return save(path, "\n\n".join(["THE SALT", "by Nobody", *blocks]) + "\n", "book.txt")


def write_markdown(path: Path, blocks: list[str]) -> Path:
    marked = [f"## {block}" if block in BARE else block for block in blocks]
    return save(path, "\n\n".join(["# The Salt", *marked]) + "\n", "book.md")


def mark_up(blocks: list[str]) -> str:
    return "".join(f"<h2>{block}</h2>" if block in BARE else f"<p>{block}</p>" for block in blocks)


def write_html(path: Path, blocks: list[str]) -> Path:
    return save(path, f"<html><body><h1>The Salt</h1>{mark_up(blocks)}", "book.html")


def write_pages(path: Path, blocks: list[str]) -> Path:
    """An EPUB with a page for each chapter."""
    pages: list[list[str]] = []
    for block in blocks:
        pages += [[]] if block in BARE or not pages else []
        pages[-1].append(block)
    path.mkdir(parents=True, exist_ok=True)
    return write_epub(path / "book.epub", {f"{n}.xhtml": page(mark_up(blocks)) for n, blocks in enumerate(pages)})


def write_guessed(path: Path, blocks: list[str]) -> Path:
    """No UTF-8, and no word of what it is."""
    path.mkdir(parents=True, exist_ok=True)
    text = "\n\n".join(["THE SALT, or LE PÈRE", *blocks]).replace("“", '"').replace("”", '"').replace("’", "'")
    (path / "book.txt").write_bytes(text.encode("cp1252"))
    return path / "book.txt"


def write_gutenberg(path: Path, blocks: list[str]) -> Path:
    start = "*** START OF THE PROJECT GUTENBERG EBOOK THE SALT ***"
    return save(path, "\r\n\r\n".join(["A licence.", start, *blocks]), "book.txt")


def write_xhtml(path: Path, blocks: list[str]) -> Path:
    return save(path, page(mark_up(blocks)), "book.xhtml")


Write = Callable[[Path, list[str]], Path]
FORMS: dict[str, tuple[Write, list[str]]] = {name: (write_text, blocks) for name, blocks in TEXTS.items()}
OTHERS = (write_markdown, write_html, write_xhtml, write_pages, write_guessed, write_gutenberg)
FORMS |= {write.__name__: (write, TEXTS["plain"]) for write in OTHERS}


def held(whole: tuple[Chapter, ...], length: int) -> list[Chapter]:
    """The chapters after which the next one's text has begun before the file ends."""
    return [one for one, after in pairwise(whole) if after.scenes[0].paragraphs[0].end <= length]


def cut_short(blocks: list[str]) -> Iterator[list[str]]:
    """The blocks that a file may end after, and the lines of a list in it."""
    for stop in range(1, len(blocks)):
        lines = blocks[stop - 1].split("\n")
        for line in range(1, len(lines) + 1):
            yield [*blocks[: stop - 1], "\n".join(lines[:line])]


@pytest.mark.parametrize("form", FORMS)
def test_a_file_cut_anywhere_holds_the_same_chapters(tmp_path: Path, form: str) -> None:
    write, blocks = FORMS[form]
    entire = cut(read(write(tmp_path, blocks)))
    whole, wrong = entire.chapters, tell_apart(entire)
    assert len(whole) == len(BODIES)
    counts = set()
    for sooner in cut_short(blocks):
        part = cut(read(write(tmp_path, sooner)))
        expected = held(whole, len(part.book.text))
        assert list(part.chapters[: len(expected)]) == expected, sooner[-1]
        assert not expected or len(part.chapters) <= len(expected) + 2, sooner[-1]
        told = tell_apart(part)
        assert all(told.get(one.ordinal) == wrong.get(one.ordinal) for one in expected), sooner[-1]
        if not expected and [one.start for one in part.chapters] != [one.start for one in whole[: len(part.chapters)]]:
            said = " ".join(problem.message for problem in told[0])
            assert "list of contents" in said or "the whole book is one chapter" in said, sooner[-1]
        counts.add(len(expected))
    assert counts == {0, *range(1, len(BODIES))}


@pytest.mark.parametrize("form", ["misnumbered", "a heading within"])
def test_what_is_wrong_with_a_chapter_is_told_with_it(tmp_path: Path, form: str) -> None:
    write, blocks = FORMS[form]
    told = tell_apart(cut(read(write(tmp_path, blocks))))
    assert 0 not in told and sum(map(len, told.values())) >= 1


@pytest.mark.parametrize(
    "form",
    [
        "contents, words, title",
        "contents by volumes",
        "misnumbered",
        "write_guessed",
        "write_markdown",
        "write_html",
        "write_pages",
    ],
)
def test_a_file_that_ends_sooner_tells_the_same_facts(tmp_path: Path, form: str) -> None:
    """In the middle of a chapter: what is told by the end of the one before."""
    write, blocks = FORMS[form]
    book = write(tmp_path, blocks)
    whole = open_store(str(tmp_path / "whole.db"))
    read_through(whole, book)
    chapters = cut(read(book)).chapters
    for n in (2, 4):
        stop = blocks.index(BODIES[n][0]) + 1
        sooner = write(tmp_path / str(n), blocks[:stop])
        assert len(held(chapters, len(read(sooner).text))) == n
        part = open_store(str(tmp_path / f"{n}.db"))
        read_through(part, sooner)
        assert answers(part, n) == answers(whole, n)


def answers(store: Store, n: int) -> dict[str, str]:
    """All that is said as of a chapter, and of what is wrong with it."""
    said = tell_all(store, f"1.{n}")
    assert len(said["export"].split("\n")) > 20
    return said
