"""Passages: the ranks are BM25's over what is told and nothing else, on every store."""

from __future__ import annotations

import math
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from books import read_through, save, view_at, write_book
from test_laws import STORY

import castline
from castline.errors import AskError
from castline.graph.moments import pack
from castline.graph.store import Store
from castline.query.bm25 import B, K, Searched
from castline.query.passages import find_passages
from castline.query.sentences import find_terms, split_sentences

TALE = [
    ["Mr. Quill hid the brass key in the well.", "Marta Quill slept.", "It rained."],
    ["Captain Orlov sold the boat. Nobody came.", "Marta Quill met Captain Orlov on the quay."],
    ["Marta Quill found the brass key.", "The brass key opened the mill."],
]


def write_tale(folder: Path) -> Path:
    return save(folder, write_book(TALE))


def test_a_sentence_is_split_where_it_ends_and_not_after_a_title() -> None:
    text = "Mr. Quill said: “Stop!” “Why?” asked J. Orlov. It was late.\n\nNobody came"
    assert [text[a:b] for a, b in split_sentences(text)] == [
        "Mr. Quill said: “Stop!”", "“Why?” asked J. Orlov.", "It was late.", "Nobody came",
    ]  # fmt: skip


def test_words_are_found_in_any_form() -> None:
    assert find_terms("The keys were Quill’s") == find_terms("a key of Quill") == ["key", "quill"]


def test_words_are_found_in_forms_that_no_ending_tells() -> None:
    assert find_terms("She told the men that the wolves had stolen it") == find_terms("tell a man: a wolf steals") == [
        "tell", "man", "wolf", "steal",
    ]  # fmt: skip


def test_what_is_asked_for_comes_first(store: Store, tmp_path: Path) -> None:
    read_through(store, write_tale(tmp_path))
    first = find_passages(view_at(store, None), "Who found a brass key?")[0]
    assert first.at == "1.3.1" and "Marta Quill found the brass key." in first.text
    text = write_tale(tmp_path).read_text(encoding="utf-8")
    assert " ".join(text[first.start : first.end].split()) == first.text


def test_nothing_that_comes_is_found_or_counted(store: Store, tmp_path: Path) -> None:
    read_through(store, write_tale(tmp_path))
    found = find_passages(view_at(store, "1.2"), "brass key of the mill")
    assert found and all(pack(one.at) <= pack("1.2.1") for one in found)
    assert not any("mill" in one.text for one in found)


def test_scores_are_those_of_the_formula(sqlite_store: Store, tmp_path: Path) -> None:
    """Against the formula spelt out over the windows of a book that ends there."""
    read_through(sqlite_store, STORY)
    concordance = view_at(sqlite_store, "1.4").concordance()
    told = concordance.upto(view_at(sqlite_store, "1.4").bound)
    terms = ["glove", "ledger", "salt"]
    windows = [Counter(find_terms(" ".join(concordance.texts[max(0, n - 1) : min(told, n + 2)]))) for n in range(told)]
    mean = sum(map(Counter.total, windows)) / told
    scores = Searched(concordance, terms, (0, told)).scores(3).sum(axis=0)
    for window, score in zip(windows, scores, strict=True):
        expected = 0.0
        for term in terms:
            df = sum(term in other for other in windows)
            rare = math.log(1 + (told - df + 0.5) / (df + 0.5))
            expected += rare * window[term] * (K + 1) / (window[term] + K * (1 - B + B * window.total() / mean))
        assert score == pytest.approx(expected)


def test_only_what_somebody_was_there_for_or_knows_of(sqlite_store: Store, tmp_path: Path) -> None:
    read_through(sqlite_store, write_tale(tmp_path))
    view = view_at(sqlite_store, None)
    assert any("hid the brass key" in one.text for one in find_passages(view, "brass key"))
    seen = find_passages(view, "brass key sold boat", "Captain Orlov")
    assert seen and not any("opened the mill" in one.text for one in seen)


def test_a_query_without_a_word_is_refused(sqlite_store: Store, tmp_path: Path) -> None:
    read_through(sqlite_store, write_tale(tmp_path))
    with pytest.raises(AskError, match="no word"):
        find_passages(view_at(sqlite_store, None), "who was it?")


def test_a_saga_of_before_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with castline.open(f"sqlite:///{path}") as library:
        library.ingest(write_tale(tmp_path))
    with sqlite3.connect(path) as db:
        db.execute("UPDATE chapter SET body = NULL")
    with castline.open(f"sqlite:///{path}") as library, pytest.raises(AskError, match="--replace"):
        library.passages("brass key")


def test_later_chapters_are_found_once_they_are_there(tmp_path: Path) -> None:
    book = write_tale(tmp_path)
    with castline.open(f"sqlite:///{tmp_path}/grown.db") as library:
        library.ingest(book, through=2)
        assert not any("opened" in one.text for one in library.passages("mill opened key"))
        library.ingest(book)
        assert any("opened the mill" in one.text for one in library.passages("mill opened key"))
