"""The paragraph around a piece of evidence: the book's own words, and never any that are told later."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import books, read_through, save, view_at
from hypothesis import given, settings
from shelf import LEDGER, ledger_url

import castline
from castline import AskError
from castline.graph.store import Store
from castline.query.paragraphs import find_around, list_texts

TEXT = LEDGER.read_text(encoding="utf-8")


def test_evidence_stands_in_its_paragraph_with_its_words_marked() -> None:
    with castline.open(ledger_url()) as library:
        view = library.view("10")
        cited = list(view.facts(["event", "feeling", "utterance"]))
        assert len(cited) > 100
        for fact in cited:
            around = find_around(view, fact.book, fact.start, fact.end)
            assert " ".join(around.text.split()) == " ".join(TEXT[around.start : around.end].split())
            assert around.text[around.first : around.last].split() == TEXT[fact.start : fact.end].split()
            assert fact.told.startswith(around.at)


def test_what_is_told_later_or_nowhere_is_refused_in_the_same_words() -> None:
    with castline.open(ledger_url()) as library:
        late = next(fact for fact in library.view().facts(["event"]) if fact.chapter == 12)
        said = []
        for start in (late.start, len(TEXT) + 1):
            with pytest.raises(AskError) as caught:
                find_around(library.view("5"), 1, start, start + 9)
            said.append(str(caught.value).replace(f"{start}-{start + 9}", "HERE"))
        assert said[0] == said[1] and "told by 1.5" in said[0]
        for start, end in ((5, 5), (-4, 3), (9, 2)):
            with pytest.raises(AskError):
                find_around(library.view("5"), 1, start, end)


def test_a_cut_inside_a_chapter_ends_the_text_there() -> None:
    with castline.open(ledger_url()) as library:
        scenes = [scene for scene in library.view().facts(["scene"]) if scene.told.count(".") == 2]
        second = next(scene for scene in scenes if scene.scene == 2)
        view = library.view(f"1.{second.chapter}.1")
        chapter, paragraphs = list(list_texts(view))[-1]
        assert chapter.ordinal == second.chapter and paragraphs[-1].end <= second.start
        with pytest.raises(AskError):
            find_around(view, 1, second.start, second.end)


@settings(max_examples=8, deadline=None)
@given(text=books())
def test_prefix_law(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    """The text as of N is that of the book of chapters 1..N."""
    folder: Path = tmp_path_factory.mktemp("paragraphs")
    book = save(folder, text)
    whole, part = (_store(folder / name) for name in ("whole.db", "part.db"))
    read_through(whole, book)
    read_through(part, book, 1)
    assert list(_pages(whole, "1")) == list(_pages(part, None))


def _pages(store: Store, at: str | None) -> list[object]:
    return [paragraph for _, own in list_texts(view_at(store, at)) for paragraph in own]


def _store(path: Path) -> Store:
    from castline.graph.opening import open_store

    return open_store(str(path))
