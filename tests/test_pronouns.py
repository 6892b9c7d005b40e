"""Whom "he" and "she" mean where the grammar of a clause tells, and which nouns and titles bring somebody in."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_traps import tell, who

from castline.graph.facts import Mention, Name
from castline.query.view import View

OPENING = (
    "Martin Dale and Hugh Orme came to the mill. Martin laughed; Hugh sat down. Ada Vale and Rose Hale sat by the fire. Ada "
    "sewed, and Rose read. “Good day,” said Martin. “Good day,” said Ada."
)


def meant(view: View, word: str) -> str:
    """Whom the one word of this form means ("" for nobody)."""
    found: list[Mention] = [one for one in view.facts(["mention"]) if one.form == word]
    return ", ".join(view.name(one.character) for one in found)


@pytest.mark.parametrize(
    ("told", "word", "name"),
    [
        ("Hugh had seen Martin. Martin shut the door behind him.", "him", "Martin"),
        ("Rose had seen Ada. Ada laid the letter on the table before her.", "her", "Ada"),
        ("Ada came late. She had brought it with her.", "her", "Ada"),
        ("Hugh was there. Martin talked about him.", "him", "Hugh"),
        ("Hugh was there. Martin went with him.", "him", "Hugh"),
        ("Hugh was ill. Seeing him there, Martin ran to the door.", "him", "Hugh"),
        ("Rose sighed. By teaching her to sew, Ada had done a good thing.", "her", "Rose"),
    ],
)
def test_who_may_be_meant_in_his_own_clause(tmp_path: Path, told: str, word: str, name: str) -> None:
    assert meant(tell(tmp_path, [OPENING, told]), word).startswith(name)


def test_who_is_asked_to_do_it_does_it(tmp_path: Path) -> None:
    view = tell(tmp_path, [OPENING, "Martin persuaded Hugh to help him."])
    assert meant(view, "him").startswith("Martin")


def test_a_duke_of_somewhere_is_one_man_and_he(tmp_path: Path) -> None:
    view = tell(
        tmp_path, [OPENING, "The Duke of Thornham arrived on Monday. He was old, and the Duke of Thornham knew it."]
    )
    duke = who(view, "Duke of Thornham")
    assert view.name(duke) == "Duke of Thornham" and view.cast.gender(duke, view.bound) == "male"
    assert meant(view, "He") == "Duke of Thornham"
    assert who(view, "Thornham") == duke


def test_an_oculist_is_a_person(tmp_path: Path) -> None:
    view = tell(tmp_path, [OPENING, "Rose went to the oculist. The oculist looked at Rose’s eyes. He said nothing."])
    assert "oculist" in meant(view, "He")


def test_a_hussar_with_a_capital_is_no_name(tmp_path: Path) -> None:
    view = tell(tmp_path, [OPENING, "The Hussar bowed. “Your sword,” said the Hussar, and the young Hussar drew it."])
    borne: list[Name] = [one for one in view.facts(["name"]) if "ussar" in one.form]
    assert {one.type for one in borne} <= {"description"}
