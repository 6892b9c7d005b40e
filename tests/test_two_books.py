"""A saga of two books: whose a name is in the second, which moments there are, and what an ingest says of their order."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import save, tell_all, view_at, write_book

import castline
from castline.errors import AskError, InputError, MomentError
from castline.query.people import list_cast
from castline.query.snapshot import take_snapshot
from castline.query.view import View

FIRST = [
    ["Mr. Tobias Hale came into the yard. Mr. Hale sat down. Tobias Hale laughed, and John Marsh laughed with him.",
     "“Good day,” said John Marsh. “Sit down, Jack,” said Tobias Hale. Jack sat down, and John Marsh went on.",
     "Cardinal Orme bowed. Cardinal Orme was tired. The cardinal sat down beside the porter. “Go,” said the porter to the cardinal.",
     "The porter shut the gate. Ada sang. Ada danced." + " Ada laughed." * 20],
    ["John Marsh wrote to Mr. Hale. Ada sang again, and Cardinal Orme listened. John Marsh slept."],
]  # fmt: skip
SECOND = [
    ["Toby ran down the hill. “Come here, Toby,” said Mrs. Smith. Toby barked, and Toby ran on. Jack threw him a stick.",
     "“A shilling,” said Jack. Jack laughed at Mrs. Smith, and Mrs. Smith laughed at Jack. Ada sat at the window. Ada sighed."],
    ["Cardinal Pell came to the house. Cardinal Pell was merry. The cardinal laughed. “Good,” said the cardinal. The porter came in.",
     "“Who is there?” said the porter. The porter shut the door, and John Marsh came. John Marsh sat down with Tobias Hale."],
]  # fmt: skip


@pytest.fixture
def both(tmp_path: Path) -> list[Path]:
    return [save(tmp_path, write_book(FIRST), "first.txt"), save(tmp_path, write_book(SECOND), "second.txt")]


def read(folder: Path, files: list[Path]) -> View:
    library = castline.open(f"sqlite:///{folder}/two.db")
    library.ingest(files, "made")
    return view_at(library.store, None)


def test_a_given_name_of_the_first_book_is_anybodys_in_the_second(tmp_path: Path, both: list[Path]) -> None:
    view = read(tmp_path, both)
    assert view.find("Toby") != view.find("Tobias Hale"), "a dog is no gentleman of another book"
    assert {one.met[:1] for one in list_cast(view) if one.name == "Jack"} == {"2"}, "nor a boy one of its old men"
    ada = [one for one in list_cast(view) if one.name == "Ada"]
    assert [one.met for one in ada] == ["1.1.1"], "but whom all call so is who she was"
    marsh = [one for one in list_cast(view) if one.name == "John Marsh"]
    assert [one.met for one in marsh] == ["1.1.1"], "and a whole name is its bearer's"


def test_the_cast_says_who_is_in_which_book_and_when_last(tmp_path: Path, both: list[Path]) -> None:
    cast = {one.name: one for one in list_cast(read(tmp_path, both))}
    assert set(cast["Ada"].books) == {"1", "2"} and cast["Ada"].last == "2.1.1"
    assert set(cast["Mrs. Smith"].books) == {"2"} and cast["Cardinal Orme"].last[:1] == "1"
    for one in cast.values():
        assert sum(one.books.values()) == one.events + one.quotes and (one.last is None) == (not one.books)


def test_how_old_somebody_is_passes_with_the_book(tmp_path: Path) -> None:
    first = [["Ada Hale was a girl of twelve years old. Ada Hale sat down. Ada Hale had grey eyes. Ada Hale laughed."]]
    second = [["Ada Hale came home. Ada Hale sat down by the fire. Ada Hale laughed."]]
    view = read(tmp_path, [save(tmp_path, write_book(one), f"{n}.txt") for n, one in enumerate((first, second))])
    ages = {
        at: [a.value for a in take_snapshot(view_at(view.store, at), "Ada Hale").attributes if a.attribute == "age"]
        for at in ("1.1", "2.1")
    }
    assert ages["1.1"] and not ages["2.1"], ages
    assert [a for a in take_snapshot(view_at(view.store, "2.1"), "Ada Hale").attributes if a.attribute == "looks"]


def test_a_title_and_a_noun_are_those_of_the_book_in_hand(tmp_path: Path, both: list[Path]) -> None:
    view = read(tmp_path, both)
    said = {u.text.strip("“”,."): view.name(view.root(u.speaker)) for u in view.facts(["utterance"]) if u.speaker}
    assert said["Good"] == "Cardinal Pell"
    porters = [one.met[:1] for one in list_cast(view) if one.name == "the porter"]
    assert sorted(porters) == ["1", "2"], "another house has another porter"


@pytest.mark.parametrize(("at", "said"), [
    ("1", r"names no book.*: 1\.1 or 2\.1\."), ("7", r"names no book.*for example 1\.3\."),
    ("1.3", r"book 1 has chapters 1 to 2, and it is told up to 2\.2"), ("3.1", r"told up to 2\.2 \(4 chapters in 2 books\)"),
    ("Chapter 1", r"several chapters \(1\.1, 2\.1\)"),
])  # fmt: skip
def test_a_moment_that_is_in_no_book_is_refused_with_those_that_are(
    tmp_path: Path, both: list[Path], at: str, said: str
) -> None:
    read(tmp_path, both)
    with castline.open(f"sqlite:///{tmp_path}/two.db") as library, pytest.raises(MomentError, match=said):
        library.cast(at)


def test_a_number_printed_bare_in_one_book_is_the_chapter_of_another(tmp_path: Path) -> None:
    bare = write_book(FIRST).replace("CHAPTER I\n", "1 THE YARD\n").replace("CHAPTER II\n", "2 THE LETTER\n")
    read(tmp_path, [save(tmp_path, bare, "first.txt"), save(tmp_path, write_book(SECOND), "second.txt")])
    with castline.open(f"sqlite:///{tmp_path}/two.db") as library, pytest.raises(AskError, match="several chapters"):
        library.cast("Chapter 2")


def test_books_given_out_of_their_order_are_told_of(tmp_path: Path, both: list[Path]) -> None:
    with castline.open(f"sqlite:///{tmp_path}/two.db") as library:
        assert not library.ingest([both[1]], "made").incidents
        said = " ".join(library.ingest(both, "made").incidents)
        assert "in the order second.txt, first.txt" in said
        assert not library.ingest(both[::-1], "made").incidents


def test_a_book_is_not_dropped_without_a_word(tmp_path: Path, both: list[Path]) -> None:
    with castline.open(f"sqlite:///{tmp_path}/two.db") as library:
        library.ingest(both, "made")
        with pytest.raises(InputError, match=r"holds 2 books \(first\.txt, second\.txt\)"):
            library.ingest([both[0]], "made", replace=True)
        assert library.cast("2.2")
        library.ingest(both, "made", replace=True)
        assert library.cast("2.2")


def test_prefix_law_over_the_border_of_two_books(tmp_path: Path, both: list[Path]) -> None:
    """What the first book says is, to the byte, what it says where there is no second: names, cards and memories, too."""
    library, alone = castline.open(f"sqlite:///{tmp_path}/two.db"), castline.open(f"sqlite:///{tmp_path}/one.db")
    library.ingest(both, "made")
    alone.ingest(both[:1], "made")
    for at in ("1.1", "1.2"):
        assert tell_all(library.store, at) == tell_all(alone.store, at), at
        for one in alone.cast(at):
            for form in ("card", "lorebook", "memories", "messages"):
                ours, theirs = (b"".join(own.export_bytes(form, at, character=one.id)) for own in (library, alone))
                assert ours == theirs, (at, one.name, form)
    steps = castline.open(f"sqlite:///{tmp_path}/steps.db")
    steps.ingest(both[:1], "made")
    steps.ingest(both, "made")
    assert tell_all(steps.store, "2.2") == tell_all(library.store, "2.2")
