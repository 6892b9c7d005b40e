"""An engagement that is spoken of is one: whose, to whom, and not where it is over, or only supposed."""

from __future__ import annotations

from pathlib import Path

import pytest

import castline

PEOPLE = "Mr. Edwin Hale opened the door. Edwin Hale sat down. He was tired. Miss Martha Crane poured the wine. Martha Crane smiled. She was glad."


@pytest.mark.parametrize(("words", "tied"), [
    ("Everybody spoke of Edwin Hale’s engagement to Martha Crane.", True),
    ("Edwin Hale rose. He announced his engagement to Martha Crane.", True),
    ("The engagement between Edwin Hale and Martha Crane was a week old.", True),
    ("Edwin Hale broke off his engagement to Martha Crane.", False),
    ("If his engagement to Martha Crane was known, Edwin Hale would go.", False),
    ("Edwin Hale thought of his engagement to Martha Crane, and hoped that she would not dance with another.", False),
    ("Edwin Hale had an engagement with a man in the town.", False),
])  # fmt: skip
def test_an_engagement_is_a_tie(tmp_path: Path, words: str, tied: bool) -> None:
    (tmp_path / "book.txt").write_text(f"Chapter 1\n\n{PEOPLE}\n\nChapter 2\n\n{words}\n", encoding="utf-8")
    with castline.open(f"sqlite:///{tmp_path}/book.db") as library:
        library.ingest([tmp_path / "book.txt"])
        found = {(tie.who, tie.kind) for tie in library.snapshot("Edwin Hale").relations}
        assert (("Martha Crane", "betrothed") in found) == tied
        assert not library.snapshot("Edwin Hale", "1").relations
