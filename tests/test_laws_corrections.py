"""The correction law: what a person corrected survives every reading, changes nothing told before its date, and is gone
without a trace when it is withdrawn; and all other laws hold of a corrected saga."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from books import FEELINGS, NAMES, books, digest, lines_of, save, tell_all, write_book
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st
from test_laws import assert_evidence
from test_laws_words import assert_same, names

import castline
from castline import AskError, Library
from castline.graph.moments import pack
from castline.query.correcting import KINDS

SAGA = "made"
LAWFUL = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))


def open_at(folder: Path) -> Library:
    folder.mkdir(parents=True, exist_ok=True)
    return castline.open(f"sqlite:///{folder}/castline.db", SAGA, lambda note: None)


def told(folder: Path, book: Path, *through: int | None, lines: list[str] | None = None) -> Library:
    """A library with corrections, that has read a book in one go, or up to some chapters, one after the other."""
    library = open_at(folder)
    library.take_corrections(lines or [])
    for last in through or (None,):
        library.ingest([book], through=None if last is None else f"1.{last}", processes=1)
    return library


def star_words(library: Library) -> Iterator[str]:
    """Words of a saga with stars around one that means somebody, and a few about it."""
    texts = {(book, chapter): text for book, chapter, text in library.store.texts(SAGA)}
    ends = {(one.book, one.ordinal): one.end for one in library.view().record.chapters}
    for one in library.view().facts(["mention"]):
        text = texts[one.book, one.chapter]
        start = one.start - ends[one.book, one.chapter] + len(text)
        end = start + one.end - one.start
        before, after = text[:start].split()[-4:], text[end:].split()[:4]
        yield " ".join([*before, f"*{text[start:end]}*", *after])


def correct_all(library: Library, data: st.DataObject, chapters: int) -> list[str]:
    """A few corrections drawn by lot, those that the saga refuses left out; as lines."""
    for _ in range(data.draw(st.integers(2, 5), label="corrections")):
        people = [entry.id for entry in library.cast()]
        forms = sorted({fact.form for fact in library.view().facts(["name"])})
        quotes = list(library.view().facts(["utterance"]))
        kind = data.draw(st.sampled_from(KINDS), label="kind")
        one, other = (data.draw(st.sampled_from(people + forms), label="who") for _ in range(2))
        at = data.draw(st.none() | st.integers(1, chapters).map(str), label="at")
        said: tuple[str, ...] = {"rename": (one, "Zeno Wye"), "nobody": (one,)}.get(kind, (one, other))
        how: dict[str, object] = {}
        if kind == "tie":
            said = (one, data.draw(st.sampled_from(("brother", "wife", "friend", "none")), label="tie"), other)
        if kind in ("speaker", "hearer") and quotes:
            quote = data.draw(st.sampled_from(quotes), label="quote")
            said, at = (quote.text, one), str(quote.chapter)
        if kind == "meant" and (spots := list(star_words(library))):
            said = (data.draw(st.sampled_from(spots), label="words"), one)
            at = str(data.draw(st.integers(1, chapters), label="chapter"))
        if kind == "feeling":
            how = {"affection": data.draw(st.sampled_from((-10.0, -3.5, 0.0, 7.0))), "familiarity": 6.0}
        try:
            library.correct(kind, *said, at=at, by="a reader", **how)  # type: ignore[arg-type]
            event(kind)
        except AskError:
            event("refused")
    return library.share_corrections()


@LAWFUL
@given(text=st.sampled_from([write_book(NAMES), write_book(FEELINGS)]) | books(3), data=st.data())
def test_the_laws_hold_of_a_corrected_saga(
    tmp_path_factory: pytest.TempPathFactory, text: str, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("corrected")
    book, count = save(folder, text), text.count("CHAPTER ")
    with told(folder / "bare", book) as bare, told(folder / "whole", book) as whole:
        assume(len(bare.cast()) > 1)
        lines = correct_all(whole, data, count)
        n = data.draw(st.integers(1, count), label="N")
        corrected = digest(whole.store)
        with told(folder / "part", book, n, lines=lines) as part:
            assert tell_all(whole.store, f"1.{n}") == tell_all(part.store, f"1.{n}")
            assert whole.corrections(f"1.{n}") == part.corrections(f"1.{n}")
            part.ingest([book], processes=1)
            assert digest(part.store) == corrected, "chapters were added to a corrected saga"
            assert part.store.memory(SAGA) == whole.store.memory(SAGA)
        if whole.cast(f"1.{n}"):
            assert_evidence(tell_all(whole.store, f"1.{n}"), text, n)
        for store in (whole, part):
            store.ingest([book], replace=True, processes=1)
            assert digest(store.store) == corrected, "the saga was read anew"
        for entry in whole.corrections():
            whole.withdraw(entry.correction.id)
        assert digest(whole.store) == digest(bare.store)
        assert whole.store.memory(SAGA) == bare.store.memory(SAGA)


@pytest.mark.parametrize("since", [2, 3, 4])
def test_nothing_changes_before_the_date(tmp_path: Path, since: int) -> None:
    book = save(tmp_path, write_book(NAMES))
    with told(tmp_path / "bare", book) as bare, told(tmp_path / "whole", book) as whole:
        whole.correct("same", "Mr. Holt", "Captain Orlov", at=str(since), by="a reader")
        whole.correct("rename", "Charles", "Zeno Wye", at=str(since), by="a reader")
        whole.correct("feeling", "Judith", "Nick", at=str(max(3, since)), affection=-6, by="a reader")
        for n in range(1, since):
            assert tell_all(whole.store, f"1.{n}") == tell_all(bare.store, f"1.{n}")
        changed = [fact for fact in lines_of(tell_all(whole.store, None)) if fact["by"] == "person:a reader"]
        assert {fact["kind"] for fact in changed} == {"correction", "identity", "name", "feeling"}
        assert min(pack(str(fact["told"])) for fact in changed) >= pack(f"1.{since}")


SAID: dict[str, list[tuple[str, ...]]] = {
    "names": [("rename", "Charles", "Zeno Wye"), ("nobody", "Braddock"), ("same", "Captain Orlov", "Sir Hugo"),
              ("apart", "Judith", "Miss Lorne"), ("speaker", "Sit down", "Charles"), ("hearer", "Sit down", "Judith"),
              ("tie", "Judith", "cousin", "Sir Hugo")],
    "feelings": [("rename", "Marta Quill", "Zeno Wye"), ("feeling", "Zeno Wye", "Silas"),
                 ("speaker", "You are cruel, and treacherous", "Marta Quill")],
}  # fmt: skip


@pytest.mark.parametrize(("chapters", "book"), [(NAMES, "names"), (FEELINGS, "feelings")], ids=["names", "feelings"])
def test_a_corrected_book_says_as_of_a_chapter_what_its_beginning_says(
    tmp_path: Path, chapters: list[list[str]], book: str
) -> None:
    file = save(tmp_path, write_book(chapters))
    with told(tmp_path / "whole", file) as whole:
        for kind, *said in SAID[book]:
            at = {"feeling": "2"}.get(kind)
            if kind in ("speaker", "hearer"):
                at = str(len(chapters) if book == "names" else 2)
            affection = 9.0 if kind == "feeling" else None
            whole.correct(kind, *said, at=at, affection=affection, by="a reader")
        asked, lines = names(whole), whole.share_corrections()
        assert [entry.state for entry in whole.corrections()] == ["stands"] * len(SAID[book])
        for n in range(1, len(chapters) + 1):
            with told(tmp_path / f"part{n}", file, n, lines=lines) as part:
                assert_same(whole, part, f"1.{n}", asked)


def test_a_feeling_as_of_a_chapter_without_words_cites_none(tmp_path: Path) -> None:
    text = "CHAPTER 1\n\nAda Pell met Hugh Marsh. Ada Pell thanked Hugh Marsh.\n\n\nCHAPTER 2\n\n* * *\n\n* * *\n"
    with told(tmp_path / "whole", save(tmp_path, text)) as library:
        library.correct("feeling", "Ada Pell", "Hugh Marsh", at="2", by="a reader", affection=-10.0, familiarity=6.0)
        assert_evidence(tell_all(library.store, "1.2"), text, 2)
        assert library.corrections()[0].state == "does not fit"
