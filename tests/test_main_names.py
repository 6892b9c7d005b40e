"""Under which name somebody is shown: the one most used by then, and never by what comes later."""

from __future__ import annotations

from pathlib import Path

import pytest
from tellings import Telling, is_called, tell

import castline
from castline.graph.facts import Attribute, Identity, Name
from castline.graph.sqlite import SqliteStore
from castline.ingest.language.names import read_name
from castline.ingest.narrative.main_names import choose_main

CHOICES = [
    ({"Mr. Orme": 300, "Orme": 6, "Basil Orme": 3}, "m", "Mr. Orme"),
    ({"Miss Vane": 58, "Ada": 13, "Ada Vane": 5}, "f", "Ada Vane"),
    ({"Lorne": 1534, "Konstantin Lorne": 46, "Konstantin Petrovitch Lorne": 3}, "m", "Konstantin Lorne"),
    ({"Ada": 620, "Ada Vane": 2, "Miss Ada Vane": 5}, "f", "Ada Vane"),
    ({"Hook": 119, "Brave Hook": 1}, "", "Hook"),
    ({"Peggy": 447, "Henry Peggy": 3}, "f", "Peggy"),
    ({"Mrs. Orme": 25, "Mrs. Edmund Orme": 2}, "f", "Mrs. Orme"),
    ({"Kitty": 71, "Catherine Vane": 8, "Catherine": 9}, "f", "Catherine Vane"),
    ({"Orme": 1, "Basil Orme": 1}, "m", "Basil Orme"),
    ({"the ferryman": 40, "Orme": 1}, "m", "Orme"),
    ({"the ferryman": 40}, "m", ""),
]  # fmt: skip


@pytest.mark.parametrize(("forms", "gender", "main"), CHOICES)
def test_the_main_name_is_the_one_most_used(forms: dict[str, int], gender: str, main: str) -> None:
    assert choose_main(forms, gender) == main


def test_a_name_leads_on_until_another_is_used_much_more() -> None:
    assert choose_main({"Orme": 10, "Mr. Hale": 11}, "m", "Orme") == "Orme"
    assert choose_main({"Orme": 10, "Mr. Hale": 13}, "m", "Orme") == "Mr. Hale"


FIRST = "CHAPTER I\n\nTobias Fenn came in, and Anna Weiss looked up. He sat down. “Good day,” said Anna.\n\n"
LATER = "CHAPTER II\n\n" + "Mr. Fenn smiled at Anna. Anna laughed at Mr. Fenn, and Mr. Fenn left.\n\n" * 12


def test_it_changes_with_the_book_and_never_before(tmp_path: Path) -> None:
    whole, cut = tmp_path / "fenn.txt", tmp_path / "cut" / "fenn.txt"
    cut.parent.mkdir()
    whole.write_text(FIRST + LATER, encoding="utf-8")
    cut.write_text(FIRST, encoding="utf-8")
    with (
        castline.open(f"sqlite:///{tmp_path}/whole.db") as library,
        castline.open(f"sqlite:///{tmp_path}/cut.db") as part,
    ):
        library.ingest([whole], saga="fenn")
        part.ingest([cut], saga="fenn")
        told = library.snapshot("Tobias Fenn", 1)
        assert told.name == part.snapshot("Tobias Fenn").name == "Tobias Fenn"
        assert told == part.snapshot("Tobias Fenn")
        now = library.snapshot("Tobias Fenn", 2)
        assert now.name == "Mr. Fenn" and now.id == told.id
        assert sorted(entry.form for entry in now.names) == ["Mr. Fenn", "Tobias Fenn"], "each name once"


def test_a_full_name_leads_where_it_does_not_stand_too(tmp_path: Path) -> None:
    first = "CHAPTER I\n\nTobias Fenn came in, and Tobias Fenn sat down.\n\n" + "Mr. Fenn smiled. He waited.\n\n" * 70
    then = "CHAPTER II\n\n" + "Tobias laughed. He was glad, and Tobias said so.\n\n" * 50
    book = tmp_path / "fenn.txt"
    book.write_text(first + then, encoding="utf-8")
    with castline.open(f"sqlite:///{tmp_path}/fenn.db") as library:
        library.ingest([book], saga="fenn")
        assert [library.snapshot("Tobias Fenn", at).name for at in (1, 2)] == ["Mr. Fenn", "Tobias Fenn"]


def called(who: str, form: str, leads: bool = False) -> Telling:
    return Name, {"character": who, "form": form, "type": read_name(form).type, "leads": leads}


def test_of_two_who_are_one_whoever_was_met_first_has_the_name_that_leads(tmp_path: Path) -> None:
    one, other = "veil:1.1:c1", "veil:1.2:c1"
    first = [*is_called(one, "Orme"), called(one, "Orme", leads=True)]
    second = [*is_called(other, "Sir Basil Orme"), called(other, "Basil Orme", leads=True)]
    third: list[Telling] = [(Identity, {"a": one, "b": other, "how": "told"})]
    views = tell(
        SqliteStore(str(tmp_path / "castline.db")), first, second, third, [called(one, "Basil Orme", leads=True)]
    )
    assert [views.open("veil", at).name(one) for at in (1, 2, 3, 4)] == ["Orme", "Orme", "Orme", "Basil Orme"]
    assert [views.open("veil", at).name(other) for at in (2, 3, 4)] == ["Basil Orme", "Orme", "Basil Orme"]


def test_of_two_who_are_one_whoever_was_met_first_has_the_gender(tmp_path: Path) -> None:
    one, other = "veil:1.1:c1", "veil:1.2:c1"

    def is_of(who: str, gender: str) -> Telling:
        return Attribute, {"character": who, "attribute": "gender", "value": gender}

    first, second = [*is_called(one, "Basil Orme")], [*is_called(other, "Rosie"), is_of(other, "female")]
    joined: list[Telling] = [(Identity, {"a": one, "b": other, "how": "told"})]
    views = tell(
        SqliteStore(str(tmp_path / "castline.db")),
        first,
        second,
        joined,
        [is_of(one, "male")],
        [is_called(one, "Orme")[1]],
    )
    assert [views.open("veil", at).cast.gender(one, views.open("veil", at).bound) for at in (1, 3, 4)] == [
        None,
        "female",
        "male",
    ]
    views = tell(SqliteStore(str(tmp_path / "other.db")), [*first, is_of(one, "male")], second, joined)
    assert [views.open("veil", at).cast.gender(other, views.open("veil", at).bound) for at in (2, 3)] == [
        "female",
        "male",
    ]


def test_of_what_people_say_of_those_who_are_one_the_last_serves(tmp_path: Path) -> None:
    one, other = "veil:1.1:c1", "veil:1.2:c1"
    first = [*is_called(one, "Orme"), called(one, "Orme", leads=True)]
    said = [
        (Name, dict(called(who, form, leads=True)[1], by="person:ada"))
        for who, form in ((other, "The Fox"), (one, "The Hare"))
    ]
    joined: list[Telling] = [(Identity, {"a": one, "b": other, "how": "told"})]
    views = tell(
        SqliteStore(str(tmp_path / "castline.db")), first, [*is_called(other, "Hale"), said[0]], joined, [said[1]]
    )
    assert [views.open("veil", at).name(one) for at in (1, 3, 4)] == ["Orme", "The Fox", "The Hare"]
