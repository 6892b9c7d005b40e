"""The prefix law over files: what a file that ends sooner holds whole are the chapters of the whole file, with their facts.

A chapter is held whole where the text of the next one has begun. Problems are left out: they tell how a file could be cut
into chapters, and that is asked of the file as it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from books import FEELINGS, NAMES, read_through, save, tell_all
from test_reading import page, write_epub

from castline.graph.opening import open_store
from castline.graph.store import Store
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


Write = Callable[[Path, list[str]], Path]
FORMS: dict[str, tuple[Write, list[str]]] = {name: (write_text, blocks) for name, blocks in TEXTS.items()}
FORMS |= {write.__name__: (write, TEXTS["plain"]) for write in (write_markdown, write_html, write_pages)}


def held(whole: tuple[Chapter, ...], length: int) -> list[Chapter]:
    """The chapters after which the next one's text has begun before the file ends."""
    return [one for one, after in pairwise(whole) if after.scenes[0].paragraphs[0].end <= length]


@pytest.mark.parametrize("form", FORMS)
def test_a_file_cut_anywhere_holds_the_same_chapters(tmp_path: Path, form: str) -> None:
    write, blocks = FORMS[form]
    whole = cut(read(write(tmp_path, blocks))).chapters
    assert len(whole) == len(BODIES)
    counts = set()
    for stop in range(1, len(blocks)):
        part = cut(read(write(tmp_path, blocks[:stop])))
        expected = held(whole, len(part.book.text))
        assert list(part.chapters[: len(expected)]) == expected, blocks[stop - 1]
        assert not expected or len(part.chapters) <= len(expected) + 2, blocks[stop - 1]
        counts.add(len(expected))
    assert counts == {0, *range(1, len(BODIES))}


@pytest.mark.parametrize(
    "form", ["contents, words, title", "contents by volumes", "write_markdown", "write_html", "write_pages"]
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


def answers(store: Store, n: int) -> dict[str, object]:
    """All that is said as of a chapter, but for problems."""
    said: dict[str, object] = dict(tell_all(store, f"1.{n}"))
    lines = [line for line in str(said["export"]).split("\n") if json.loads(line)["kind"] != "problem"]
    assert len(lines) > 20
    return said | {"export": lines}
