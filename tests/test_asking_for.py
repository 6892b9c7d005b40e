"""Asking for somebody: by a title as one writes it, by parts of a name, and by a name that others have, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from runs import run
from tellings import Telling, is_called, tell

import castline
from castline import AmbiguousName, Notice, UnknownName
from castline.graph.facts import Character, Name
from castline.graph.sqlite import SqliteStore
from castline.graph.store import Store
from castline.query.view import View


def people(store: Store, *chapters: list[tuple[str, ...]]) -> View:
    """The view of people who go by these forms, told chapter by chapter. Who was met goes on under his first form."""
    ids: dict[str, str] = {}
    told: list[list[Telling]] = []
    for chapter in chapters:
        told.append([])
        for first, *more in chapter:
            known = first in ids
            one = ids.setdefault(first, f"veil:1.1:c{len(ids) + 1}")
            told[-1] += [] if known else is_called(one, first)
            told[-1] += [(Name, {"character": one, "form": form, "type": "title"}) for form in more]
    return tell(store, *told).open("veil", None)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return SqliteStore(str(tmp_path / "castline.db"))


TITLES = [
    ("Doctor Ames", "Dr. Ames"), ("Dr. Ames", "doctor ames"), ("Mr. Quill", "Mister Quill"), ("Mrs. Quill", "Mrs Quill"), ("St. John Marsh", "Saint John Marsh"),
    ("Eustace Saint Clare", "Eustace St. Clare"), ("Captain Orlov", "Capt. Orlov"), ("Col. Fenn", "Colonel Fenn"), ("General Rook", "Gen. Rook"),
    ("Professor Lorne", "Prof Lorne"), ("Reverend Mr. Holt", "Rev. Mr. Holt"), ("Lt. Col. Vane", "Lieutenant Colonel Vane"),
    ("Sergeant Pell", "Sgt. Pell"), ("the Honourable Miss Dray", "The Hon. Miss Dray"), ("M. Brun", "Monsieur Brun"), ("Madame Brun", "Mme Brun"),
    ("Mlle. Brun", "mademoiselle Brun"), ("Father Egan", "Fr. Egan"),
]  # fmt: skip


@pytest.mark.parametrize(("printed", "asked"), TITLES)
def test_a_title_is_found_as_it_is_written(store: Store, printed: str, asked: str) -> None:
    view = people(store, [(printed,), ("Anna Weiss",)])
    assert view.name(view.find(asked)) == printed


@pytest.mark.parametrize(
    ("printed", "asked"), [("Mary Ames", "Dr. Ames"), ("Mrs. Quill", "Mr. Quill"), ("Captain Orlov", "Colonel Orlov")]
)
def test_another_title_is_another_person(store: Store, printed: str, asked: str) -> None:
    with pytest.raises(UnknownName):
        people(store, [(printed,)]).find(asked)


def test_a_full_name_finds_who_bears_its_parts(store: Store) -> None:
    view = people(store, [("Lydia", "Miss Marsh"), ("Mr. Marsh",), ("Nora", "Mrs. Dale"), ("Nora Vane",)])
    for asked in ("Lydia Marsh", "Miss Lydia Marsh", "lydia marsh"):
        assert view.name(view.find(asked)) == "Lydia"
    assert view.name(view.find("Nora Dale")) == "Nora"
    for none in ("Mrs. Lydia Marsh Dale", "Lydia Dale Vane", "Mr. Nora Dale Marsh"):
        with pytest.raises(UnknownName):
            view.find(none)


PLAINER = [
    ("Fenn the hatter", "Fenn"), ("Fenn, the smith's son", "Fenn"), ("poor old Mr. Fenn", "Fenn"),
    ("Tobias Fenn", "Fenn"), ("the bald keeper of the bookstall", "the keeper"), ("Duchess of Lorne", "the duchess"),
    ("the gate-keeper", "the keeper"), ("the keeper Quill", "the keeper"), ("Lydia, Ada Quill's aunt", "Lydia"),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "found"), PLAINER)
def test_whom_nobody_calls_so_is_found_by_a_plainer_name(store: Store, asked: str, found: str) -> None:
    people(store, [("Fenn",), ("the keeper",), ("the duchess",), ("Lydia",)])
    with castline.open(store.url) as library, pytest.warns(Notice, match=f"it is taken for '{found}'"):
        assert library.snapshot(asked).name == found


@pytest.mark.parametrize(
    "asked", ["Fenn the elder", "Mrs. Tobias Fenn", "the keeper's wife", "Fenn Marsh", "of the bookstall"]
)
def test_what_says_more_than_a_plainer_name_is_nobodys(store: Store, asked: str) -> None:
    with pytest.raises(UnknownName):
        people(store, [("Mr. Fenn",), ("the keeper",)]).find(asked)


def test_a_pet_name_is_no_surname(store: Store) -> None:
    forms = [("Catherine", "given"), ("Kitty", "nickname")]
    told: list[Telling] = [(Name, {"character": "veil:1.1:c1", "form": form, "type": kind}) for form, kind in forms]
    met: Telling = (Character, {"id": "veil:1.1:c1"})
    view = tell(store, [met, *told, *is_called("veil:1.1:c2", "Mr. Marsh")]).open("veil", None)
    assert view.name(view.find("Kitty Marsh")) == "Catherine"


def test_a_title_goes_with_its_surname_alone(store: Store) -> None:
    """She was born Anna Quill and is Mrs. Marsh: nobody is Mrs. Quill."""
    with pytest.raises(UnknownName):
        people(store, [("Anna Quill", "Mrs. Marsh")]).find("Mrs. Quill")


def test_two_who_bear_the_parts_are_both_named(store: Store) -> None:
    with pytest.raises(AmbiguousName, match=r"'Lydia' .*'Lydia ' "):
        people(store, [("Lydia", "Miss Marsh")], [("Lydia ", "Mrs. Marsh")]).find("Lydia Marsh")


def test_parts_that_are_told_later_are_not_there(store: Store) -> None:
    people(store, [("Lydia",)], [("Lydia", "Miss Marsh")])
    with castline.open(store.url) as library:
        assert library.snapshot("Lydia Marsh", 2).name == "Lydia"
        with pytest.raises(UnknownName):
            library.snapshot("Lydia Marsh", 1)


def test_who_else_may_be_meant_is_said(store: Store, tmp_path: Path) -> None:
    people(store, [("Quill",), ("Mr. Quill",)], [("Mrs. Quill",)])
    with castline.open(store.url) as library:
        with pytest.warns(
            Notice, match=r"'Quill' is taken for 'Quill' \(veil:1.1:c1\); also: 'Mr. Quill' \(veil:1.1:c2\)\. An id"
        ):
            assert library.snapshot("Quill", 1).name == "Quill"
        with pytest.warns(Notice, match=r"'Mr. Quill' .*, 'Mrs. Quill' "):
            assert library.events("quill", 2) == []
        assert library.snapshot("Mr. Quill").name == "Mr. Quill" and library.snapshot("veil:1.1:c1").name == "Quill"
    for words in (
        ("snapshot", "Quill", "--table"),
        ("feelings", "Quill", "Mr. Quill"),
        ("diff", "Quill", "--from", "1"),
    ):
        said = run(tmp_path, *words)
        assert (
            said.exit_code == 0
            and said.stderr.startswith("castline: 'Quill' is taken for 'Quill'")
            and said.stderr.count("\n") == 1
        )


def test_of_two_of_one_name_it_is_told_who_is_who(tmp_path: Path) -> None:
    """A refusal that names "Anna" twice leaves nobody wiser."""
    store = SqliteStore(str(tmp_path / "castline.db"))
    one, two = "veil:1.1:c1", "veil:1.1:c2"
    hale = (Name, {"character": two, "form": "Anna Hale", "type": "nickname", "leads": False})
    view = tell(store, [*is_called(one, "Anna"), *is_called(two, "Anna"), hale]).open("veil", None)
    with pytest.raises(AmbiguousName) as refused:
        view.find("Anna")
    assert "'Anna' (met in 1.1" in str(refused.value) and "'Anna', also 'Anna Hale' (met in 1.1" in str(refused.value)
