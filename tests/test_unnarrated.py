"""Whom people call by a name that the narration never uses."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_traps import tell, who

from castline.ingest.language.names import read_name
from castline.ingest.memory.memory import Memory, pair
from castline.ingest.memory.people import add_form
from castline.ingest.memory.tables import count
from castline.ingest.resolution.cast.unnarrated import OFTEN, find_unnarrated

OPENING = (
    "Mr. Hale sat by the window of the inn. Miss Marsh sewed, and Mr. Hale read. “Good day,” said Mr. Hale. “Good day,” said "
    "Miss Marsh. Mr. Hale shut his book. Miss Marsh laid her work aside."
)
CALLS = (
    "“Stay a little, Edwin,” said Miss Marsh.\n\n“I cannot,” said Mr. Hale. He took his hat.\n\n“You never can, Edwin,” "
    "said Miss Marsh.\n\n“It is late,” said Mr. Hale."
)


def test_who_speaks_around_the_calls_of_a_name_that_nothing_else_uses_bears_it(tmp_path: Path) -> None:
    view = tell(tmp_path, [OPENING], [CALLS])
    assert who(view, "Edwin") == who(view, "Mr. Hale")


def test_whom_the_narration_names_so_is_somebody_else(tmp_path: Path) -> None:
    view = tell(tmp_path, [OPENING, "Edwin came in with the coals. Edwin made up the fire."], [CALLS])
    assert who(view, "Edwin") != who(view, "Mr. Hale")


@pytest.mark.parametrize("beside", [False, True])
def test_whom_a_sentence_names_beside_him_is_somebody_else(beside: bool) -> None:
    memory = Memory()
    hugh, dumps = (memory.people.meet(f"made:1.1:c{number}", "name") for number in (1, 2))
    for person, form in ((hugh, "Hugh Hale"), (dumps, "Dumps")):
        add_form(person, read_name(form))
        person.forms[form], person.count = 9, 9
    for _ in range(OFTEN):
        count(memory.talk.heard, (dumps.key, hugh.key))
    if beside:
        count(memory.names.together, pair(dumps.key, hugh.key))
    assert list(find_unnarrated(memory, {dumps.key: 0})) == ([] if beside else [(dumps.key, hugh.key, 0)])


def test_one_call_proves_nothing(tmp_path: Path) -> None:
    once = "“Stay a little, Edwin,” said Miss Marsh.\n\n“I cannot,” said Mr. Hale. He took his hat."
    view = tell(tmp_path, [OPENING], [once, "“Where is Edwin?” said Miss Marsh. “Has Edwin gone?” said Miss Marsh."])
    assert who(view, "Edwin") != who(view, "Mr. Hale")


def test_who_has_a_given_name_has_no_second_one(tmp_path: Path) -> None:
    full = "Mr. Hugh Hale came to the inn. Hugh laughed, and Hugh Hale sat down."
    view = tell(tmp_path, [full, OPENING], [CALLS])
    assert who(view, "Edwin") != who(view, "Mr. Hale")


def test_a_style_that_is_only_said_is_that_of_the_given_name(tmp_path: Path) -> None:
    opening = "Kate sat by the window of the office. Kate lifted her head. “Good day,” said Kate. Kate shut her book. Hugh Orme laughed."
    calls = (
        "“A word, Ms. Fenn,” said Hugh Orme.\n\n“Of course,” said Kate.\n\n“Now, Ms. Fenn,” said Hugh Orme.\n\n“I am "
        "coming,” said Kate.\n\n“Ms. Fenn is coming,” said Hugh Orme."
    )
    view = tell(tmp_path, [opening], [calls])
    assert who(view, "Ms. Fenn") == who(view, "Kate")


def test_a_pet_name_that_is_often_called_is_of_who_has_a_name(tmp_path: Path) -> None:
    full = "Mr. Hugh Hale came to the inn. Hugh laughed, and Hugh Hale sat down."
    calls = CALLS.replace("Edwin", "Dumps")
    view = tell(tmp_path, [full, OPENING], [calls, calls])
    assert who(view, "Dumps") == who(view, "Hugh Hale")


def test_a_short_name_beside_another_of_the_same_given_name(tmp_path: Path) -> None:
    opening = OPENING.replace("Mr. Hale", "Nora")
    calls = CALLS.replace("Mr. Hale", "Nora").replace("He took his", "She took her").replace("Edwin", "Nell")
    view = tell(tmp_path, [opening], [calls])
    assert who(view, "Nell") == who(view, "Nora")
