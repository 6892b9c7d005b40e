"""The same book under another name is refused, in whatever print; another book is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import FEELINGS, NAMES, save, write_book
from runs import exported, fails, run
from shelf import LEDGER, TALE, write_tale
from test_reading import page, write_epub

from castline import InputError, Library

HEADER = "THE HARBOUR\n\nby Nobody\n\nPrinted in the year of the great frost.\n\n\n"
CHANGED = TALE.replace(
    "In the evening Mr. Marsh struck Miss Quill.", "In the morning it rained on the quay for an hour."
)
PAGES = {
    f"{n}.xhtml": page("".join(f"<p>{words}</p>" if at else f"<h2>{words}</h2>" for at, words in enumerate(told.split("\n\n"))))
    for n, told in enumerate(TALE.replace("\nCHAPTER", "\0CHAPTER").strip().split("\0"), 1)
}  # fmt: skip
EDITIONS = {
    "the same text": TALE,
    "another header": HEADER + TALE,
    "a chapter changed": CHANGED,
    "other line ends": TALE.replace("\n", "\r\n"),
    "plain quotes, no dots": TALE.replace("“", '"').replace("”", '"').replace("Mr.", "Mr"),
    "its beginning": TALE[: TALE.index("CHAPTER 3")],
    "with a new chapter": TALE
    + "\nCHAPTER 4\n\nIn the spring Miss Quill left the harbour, and nobody saw her again.\n",
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_same_book_under_another_name_is_refused(tmp_path: Path, edition: str) -> None:
    assert run(tmp_path, "ingest", str(write_tale(tmp_path))).exit_code == 0
    before = exported(tmp_path)
    again = write_tale(tmp_path, "copy.txt", EDITIONS[edition])
    said = fails(tmp_path, "ingest", str(again), "--saga", "tale")
    assert "'copy.txt' is 'tale.txt' again" in said and "--replace" in said and "--saga" in said and "old name" in said
    assert exported(tmp_path) == before
    assert run(tmp_path, "ingest", str(again), "--saga", "another").exit_code == 0
    assert run(tmp_path, "ingest", str(again), "--saga", "tale", "--replace").exit_code == 0


def test_the_same_book_in_another_form_is_refused(tmp_path: Path) -> None:
    assert run(tmp_path, "ingest", str(write_tale(tmp_path))).exit_code == 0
    said = fails(tmp_path, "ingest", str(write_epub(tmp_path / "tale.epub", PAGES)), "--saga", "tale")
    assert "'tale.epub' is 'tale.txt' again, book 1 of the saga 'tale': 3 of 3 chapters" in said


def test_two_files_of_one_book_are_refused_before_anything_is_forgotten(told: Path) -> None:
    before = exported(told)
    files = [str(write_tale(told, name, text)) for name, text in (("one.txt", TALE), ("two.txt", CHANGED))]
    said = fails(told, "ingest", *files, "--saga", "tale", "--replace")
    assert "'two.txt' is 'one.txt' again" in said and exported(told) == before


def test_all_that_a_saga_holds_is_compared(tmp_path: Path) -> None:
    """A book that is not the last, of which only a part was read."""
    with Library(f"sqlite:///{tmp_path}/castline.db", "made") as library:
        library.ingest(LEDGER, through="1.3")
        library.ingest([save(tmp_path, write_book(NAMES), "second.txt"), write_tale(tmp_path)])
        with pytest.raises(InputError, match=r"book 1 of the saga 'made': 3 of 3 chapters"):
            library.ingest(save(tmp_path, LEDGER.read_text(encoding="utf-8"), "copy.txt"))
        assert library.ingest(save(tmp_path, write_book(FEELINGS), "third.txt")).chapters == len(FEELINGS)


def test_a_chapter_told_twice_makes_no_book_the_same(tmp_path: Path) -> None:
    """A sequel may tell again how it began."""
    with Library(f"sqlite:///{tmp_path}/castline.db", "made") as library:
        library.ingest(write_tale(tmp_path))
        again = TALE[: TALE.index("CHAPTER 2")].strip().split("\n\n")[1:]
        sequel = save(tmp_path, write_book([again, *FEELINGS]), "sequel.txt")
        assert library.ingest(sequel).chapters == 1 + len(FEELINGS)
