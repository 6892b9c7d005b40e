"""Kin in questions: "your brother" is whoever is told to be that by the moment."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import read_through, save, view_at, write_book

from castline.agent.kindred import Kindred
from castline.agent.questions import read_question
from castline.graph.opening import open_store
from castline.query.view import View

TALE = [
    ["Marta Quill lived at the mill. Anselm Quill was the brother of Marta Quill.", "Captain Orlov came to the mill, and laughed."],
    ["Marta Quill married Captain Orlov.", "Captain Orlov kissed her, and Anselm Quill laughed."],
]  # fmt: skip


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> View:
    folder: Path = tmp_path_factory.mktemp("kindred")
    store = open_store(str(folder / "tale.db"))
    read_through(store, save(folder, write_book(TALE)))
    return view_at(store, None)


def ask(view: View, who: str, text: str) -> list[str]:
    question = read_question(text, view.find(who), view.cast, view.bound, Kindred(view))
    return [view.name(one) for person in question.people for one in person]


def test_your_kin_are_whoever_is_told_to_be_that(view: View) -> None:
    assert ask(view, "Marta Quill", "Why did your elder brother laugh?") == ["Marta Quill", "Anselm Quill"]
    assert ask(view, "Anselm Quill", "What did your sister say?") == ["Anselm Quill", "Marta Quill"]
    assert ask(view, "Captain Orlov", "What did your aunt say?") == ["Captain Orlov"]


def test_somebodys_kin_are_theirs(view: View) -> None:
    assert ask(view, "Captain Orlov", "Did Anselm Quill's sister laugh?") == ["Anselm Quill", "Marta Quill"]


def test_a_name_behind_the_noun_says_who_it_is(view: View) -> None:
    assert ask(view, "Marta Quill", "What did your brother Captain Orlov say?") == ["Marta Quill", "Captain Orlov"]


def test_a_tie_that_is_told_later_means_nobody_yet(view: View) -> None:
    asked = "What did your husband say?"
    assert ask(view, "Marta Quill", asked) == ["Marta Quill", "Captain Orlov"]
    assert ask(view_at(view.store, "1.1"), "Marta Quill", asked) == ["Marta Quill"]
