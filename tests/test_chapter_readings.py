"""A chapter as it was read: whom each word means, who says what to whom, and nothing that is told later."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tellings import is_called, tell

import castline
from castline.errors import AskError
from castline.graph.sqlite import SqliteStore
from castline.graph.store import Store
from castline.ingest.pipeline import ingest
from castline.library import Library
from castline.query.reading import read_chapter, write_out
from castline.query.view import Views

STORY = """CHAPTER I

Anna Fenn rowed to the mill. She tied the boat up.

"Where is the key?" said Anna Fenn.

CHAPTER II

"I am Anna's brother," said the miller. He gave her the key.
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "story.txt").write_text(STORY, encoding="utf-8")
    library = castline.open(f"sqlite:///{tmp_path}/castline.db")
    library.ingest([tmp_path / "story.txt"])
    return library


def test_each_word_says_whom_it_was_taken_to_mean(library: Library) -> None:
    found = library.reading("1")
    assert found[0].text == "CHAPTER I"
    rowing, asking = found[1], found[2]
    assert [(one.text, one.type, one.name) for one in rowing.meant] == [
        ("Anna Fenn", "name", "Anna Fenn"),
        ("She", "pronoun", "Anna Fenn"),
    ]
    assert all(STORY[one.start : one.end] == one.text for one in rowing.meant)
    assert [(one.speaker, one.rule) for one in asking.said] == [("Anna Fenn", "said-name")]
    assert STORY[asking.said[0].start : asking.said[0].end] == "Where is the key?"


def test_it_is_written_out_for_eyes(library: Library) -> None:
    said = write_out(library.reading("1"))
    assert "Anna Fenn rowed to the mill. She [Anna Fenn] tied the boat up." in said
    assert '[Anna Fenn:] "Where is the key?" said Anna Fenn.' in said


def test_it_ends_where_the_moment_does(library: Library) -> None:
    with_later = msgspec.json.encode(library.reading("1"))
    assert b"brother" not in with_later and b"miller" not in with_later
    assert library.reading() == library.reading("2") != library.reading("1")


def test_a_saga_without_its_text_says_so(tmp_path: Path) -> None:
    tell(SqliteStore(str(tmp_path / "castline.db")), is_called("veil:1.1:c0", "Anna Fenn"))
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library, pytest.raises(AskError, match="no text"):
        library.reading()


def test_both_stores_read_alike(store: Store, tmp_path: Path) -> None:
    (tmp_path / "story.txt").write_text(STORY, encoding="utf-8")
    ingest(store, [tmp_path / "story.txt"], "made for its reading")
    views = Views(store)
    first = read_chapter(views.open("made for its reading", "1"))
    assert [one.name for paragraph in first for one in paragraph.meant] == ["Anna Fenn"] * 3
