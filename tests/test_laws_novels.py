"""The laws over whole novels and the shipped story: a slower suite, part of `make test`."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import digest, read_through, tell_all, view_at
from conftest import need_data
from test_laws import STORY, assert_evidence

from castline.graph.opening import open_store
from castline.graph.store import Store
from castline.ingest.reading.book import read
from castline.ingest.segmentation.chapters import cut
from castline.query.export import export_facts

NOVELS = ["hound_of_the_baskervilles", "dorian_gray", "frankenstein"]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=["the_salt_ledger", *NOVELS])
def novel(request: pytest.FixtureRequest) -> Path:
    if request.param == "the_salt_ledger":
        return STORY
    return need_data(f"novels/{request.param}.txt")


@pytest.fixture(scope="module")
def whole(novel: Path, tmp_path_factory: pytest.TempPathFactory) -> Store:
    store = open_store(str(tmp_path_factory.mktemp("whole") / "whole.db"))
    read_through(store, novel)
    return store


def test_prefix_and_append_laws_at_every_chapter(novel: Path, whole: Store, tmp_path: Path) -> None:
    """Grown a chapter at a time, the saga says at each chapter what the whole book says as of it."""
    chapters = len(cut(read(novel)).chapters)
    grown = open_store(str(tmp_path / "grown.db"))
    thorough = {1, chapters // 3, 2 * chapters // 3, chapters}
    for n in range(1, chapters + 1):
        read_through(grown, novel, n)
        assert _export(grown, n) == _export(whole, n), f"chapter {n}"
        if n in thorough:
            assert tell_all(grown, f"1.{n}") == tell_all(whole, f"1.{n}"), f"chapter {n}"
    assert digest(grown) == digest(whole)
    assert grown.memory("made") == whole.memory("made")


def _export(store: Store, n: int) -> list[str]:
    return list(export_facts(view_at(store, f"1.{n}"), cut=True, mentions=True))


def test_evidence_law(novel: Path, whole: Store) -> None:
    book = read(novel)
    last = len(cut(book).chapters)
    for n in (1, last // 2, last):
        assert_evidence(tell_all(whole, f"1.{n}"), book.text, n)


def test_parsing_apart_is_parsing_together(novel: Path, whole: Store, tmp_path: Path) -> None:
    """How many processes parse makes no difference to what is found."""
    from castline.ingest.pipeline import ingest

    other = open_store(str(tmp_path / "apart.db"))
    ingest(other, [novel], "made", processes=2)
    assert digest(other) == digest(whole)
