"""What is cried out is nobody: a word that opens a sentence has its capital from there."""

from __future__ import annotations

from pathlib import Path

import pytest

import castline

STORY = """CHAPTER I

Anna Fenn came in with Borlase. "{word}! What a night!" said Anna Fenn.

"{word}! You say so every time," said Borlase. "{word}, and shut the door."

"{word}! I will not," said Anna Fenn, and Borlase shut it himself.
"""


def names_of(tmp_path: Path, text: str) -> list[str]:
    (tmp_path / "story.txt").write_text(text, encoding="utf-8")
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        library.ingest([tmp_path / "story.txt"])
        return sorted(entry.name for entry in library.cast())


@pytest.mark.parametrize("word", ["Capital", "Splendid", "Courage", "Impossible", "Pardon"])
def test_what_is_cried_out_is_nobody(tmp_path: Path, word: str) -> None:
    assert names_of(tmp_path, STORY.format(word=word)) == ["Anna Fenn", "Borlase"]


def test_whoever_is_called_elsewhere_too_is_somebody(tmp_path: Path) -> None:
    """A name that opens a sentence here stands inside one there."""
    told = (
        STORY.format(word="Strake")
        + '\n"I will tell Strake of it," said Anna Fenn. "Will you come, Strake?" And Strake came.\n'
    )
    assert names_of(tmp_path, told) == ["Anna Fenn", "Borlase", "Strake"]


@pytest.mark.parametrize("word", ["None", "People", "Children", "Men", "Thou"])
def test_whoever_is_spoken_of_as_many_is_no_name(tmp_path: Path, word: str) -> None:
    told = f"CHAPTER I\n\nAnna Fenn spoke. {word} said a word. {word} walked away, and {word} laughed at Anna Fenn.\n"
    assert names_of(tmp_path, told) == ["Anna Fenn"]
