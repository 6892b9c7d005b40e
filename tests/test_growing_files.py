"""A file that grows by whole chapters is cut where it has grown, and comes to what the whole file is cut to."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import save
from test_laws_files import BODIES, TEXTS, WEATHER, told

from castline.graph.store import BookRecord, ChapterRecord
from castline.ingest.reading.book import read
from castline.ingest.segmentation.chapters import Chapter, Manuscript, cut
from castline.ingest.segmentation.continuation import Continuation, continue_cut, digest_of, hash_text

PARAGRAPHS = [" ".join([WEATHER, *body]) for body in BODIES]
NUMBERED = [f"CHAPTER {n}" for n in range(1, 7)]
GROWN = "\n\n".join(told(NUMBERED, [[one, WEATHER] for one in PARAGRAPHS])) + "\n\n"
ENDINGS = {
    "an epilogue": f"EPILOGUE\n\n{WEATHER}\n",
    "a part": f"PART II\n\nCHAPTER 7\n\n{WEATHER}\n\n{PARAGRAPHS[0]}\n",
    "notes": f"\n\nNOTES\n\n{WEATHER}\n",
    "a number left out": f"CHAPTER 8\n\n{WEATHER}\n\n{PARAGRAPHS[0]}\n",
    "a number again": f"CHAPTER 6\n\n{WEATHER}\n\n{PARAGRAPHS[0]}\n",
    "words of the last chapter": f"{WEATHER}\n\nCHAPTER 7\n\n{WEATHER}\n\n{PARAGRAPHS[0]}\n",
    "other numbers": f"VII\n\n{WEATHER}\n\n{PARAGRAPHS[0]}\n",
    "hardly anything": "CHAPTER 7\n\nIt rained.\n",
    "a letter inside": f"CHAPTER 7\n\n{WEATHER}\n\nLETTER 1\n\n{PARAGRAPHS[0]}\n\n{WEATHER}\n",
    "blanks": "\n\n\n",
}


def manuscript(folder: Path, text: str) -> Manuscript:
    return cut(read(save(folder, text, "book.txt")))


def records(read_before: Manuscript) -> tuple[BookRecord, list[ChapterRecord]]:
    """What a store holds of a file that was read whole."""
    text, chapters = read_before.book.text, read_before.chapters
    book = BookRecord(1, "book.txt", hash_text(text).hexdigest(), len(text), len(chapters))
    return book, [
        ChapterRecord(1, c.ordinal, digest_of(c.start, text[c.start : c.end]), hash_text(text[: c.end]).hexdigest(),
                      c.end, c.label, c.part)
        for c in chapters
    ]  # fmt: skip


def grow(folder: Path, before: str, after: str) -> tuple[Continuation | None, tuple[Chapter, ...]]:
    """What is cut of a file that was `before` and is `after`, and the chapters of the whole."""
    book, held = records(manuscript(folder, before))
    whole = manuscript(folder, after)
    grown = continue_cut(whole.book, book, held)
    by_its_end = continue_cut(whole.book, book, held[-2:])
    assert (grown and (grown.manuscript, grown.last)) == (by_its_end and (by_its_end.manuscript, by_its_end.last))
    return grown, whole.chapters


@pytest.mark.parametrize("held", [2, 3, 5])
@pytest.mark.parametrize("upto", [5, 6])
def test_what_a_file_has_grown_by_is_cut_alone(tmp_path: Path, held: int, upto: int) -> None:
    starts = [*(GROWN.index(f"{heading}\n") for heading in NUMBERED), len(GROWN)]
    grown, whole = grow(tmp_path, GROWN[: starts[held]], GROWN[: starts[upto]])
    assert grown is not None and grown.manuscript.chapters == whole[held:]
    assert len(whole) == upto and grown.prefix.hexdigest() == hash_text(GROWN[: starts[held]]).hexdigest()


@pytest.mark.parametrize("ending", ENDINGS)
def test_whatever_else_is_added_is_asked_of_the_whole_file(tmp_path: Path, ending: str) -> None:
    grown, _ = grow(tmp_path, GROWN, GROWN + ENDINGS[ending])
    assert grown is None


def test_a_word_changed_before_the_end_is_asked_of_the_whole_file(tmp_path: Path) -> None:
    start = GROWN.index("CHAPTER 6\n")
    changed = GROWN.replace("rained", "snowed", 1)
    assert grow(tmp_path, GROWN[:start], changed)[0] is None
    assert grow(tmp_path, GROWN, changed)[0] is None


def test_an_unchanged_file_has_nothing_new(tmp_path: Path) -> None:
    grown, whole = grow(tmp_path, GROWN, GROWN)
    assert grown is not None and grown.manuscript.chapters == () and len(whole) == 6


@pytest.mark.parametrize("form", TEXTS)
def test_any_file_that_grows_is_cut_like_the_whole(tmp_path: Path, form: str) -> None:
    """From every chapter to every later one; where only the whole file can tell, it is asked."""
    whole = manuscript(tmp_path, "\n\n".join(["THE SALT", *TEXTS[form]]) + "\n\n")
    text, ends = whole.book.text, [*(chapter.start for chapter in whole.chapters), len(whole.book.text)]
    for held, upto in [(a, b) for a in range(2, len(ends)) for b in range(a, len(ends))]:
        grown, chapters = grow(tmp_path, text[: ends[held]], text[: ends[upto]])
        if grown is not None:
            assert grown.manuscript.chapters == chapters[held:], (held, upto)
