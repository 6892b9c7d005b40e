"""What tells whether somebody is a man or a woman where neither name nor title does, and what hangs on it."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_traps import tell, who

from castline.graph.facts import Name
from castline.query.view import View

OPENING = "Martin Dale and Ada Vale came to the mill. “Good day,” said Martin. “Good day,” said Ada."


def gender(view: View, name: str) -> str:
    """What is told of somebody's gender by the end."""
    return view.cast.gender(who(view, name), view.bound)


HERS = "{0} took off her cap. {0} lit her lamp. {0} put her hand on the rail. {0} shut her book. {0} found her gloves."


@pytest.mark.parametrize("seen", ["heard him", "told him so", "gave him bread", "thought of him", "stood before him"])
def test_whom_somebody_sees_tells_nothing_of_who_sees(tmp_path: Path, seen: str) -> None:
    told = f"Velda Marsh {seen}. Velda {seen} again. Velda {seen} all day. {HERS.format('Velda')}"
    assert gender(tell(tmp_path, [OPENING, told]), "Velda Marsh") == "female"


def test_an_officer_may_be_a_woman(tmp_path: Path) -> None:
    assert gender(tell(tmp_path, [OPENING, HERS.format("Commander Orrick")]), "Commander Orrick") == "female"


def test_a_surname_alone_is_a_womans_where_the_text_goes_on_with_she(tmp_path: Path) -> None:
    first = "Irene Sarn was the captain. Irene Sarn lifted her head. “Good,” said Irene Sarn."
    later = "Sarn waited until her watch was over. Sarn shut her book. “Enough,” said Sarn."
    view = tell(tmp_path, [OPENING, first], [later])
    assert who(view, "Sarn") == who(view, "Irene Sarn")


def test_a_surname_alone_is_some_mans_where_it_does_not(tmp_path: Path) -> None:
    first = "Irene Sarn was a guest. Irene Sarn lifted her head. “Good,” said Irene Sarn."
    later = "Sarn waited until his watch was over. Sarn shut his book. “Enough,” said Sarn."
    view = tell(tmp_path, [OPENING, first], [later])
    names: list[Name] = view.facts(["name"])
    assert len({view.root(name.character) for name in names if "Sarn" in name.form}) == 2


@pytest.mark.parametrize("noun", ["cleaner", "survivor", "paramedic", "healer", "intern"])
def test_a_noun_of_today_is_a_person(tmp_path: Path, noun: str) -> None:
    told = f"The {noun} looked at Ada. The {noun} sat down. The {noun} laughed at Martin."
    view = tell(tmp_path, [OPENING, told])
    assert view.name(who(view, f"the {noun}")) == f"the {noun}"


def test_a_verb_behind_nobody_makes_no_name(tmp_path: Path) -> None:
    told = "“Nobody’ll tell me,” said Ada. “Nobody’ll come. Nobody'd know.” “Nobody’ll know,” said Martin."
    names: list[Name] = tell(tmp_path, [OPENING, told]).facts(["name"])
    assert not [name.form for name in names if "Nobody" in name.form]
