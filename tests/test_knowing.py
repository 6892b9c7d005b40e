"""Who knows of what is told, where that is no event."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_traps import tell

from castline.errors import AskError, UnknownName
from castline.graph.store import Store
from castline.query.knowing import find_knowing
from castline.query.view import View, Views

MET = "Hugh Marsh met Ada Pell at the gate. “Good day, Ada Pell,” said Hugh Marsh. “Good day,” said Ada Pell to Hugh Marsh."
PORT = "“I know nothing,” said Ada Pell. There was a ship of tar for Oporto. “Nothing,” said Hugh Marsh to Ada Pell."
RAIN = "Rain fell on the yard, and on the road, and on the hill behind the road. " * 4
AGAIN = [
    RAIN,
    "There was a smell of Oporto. The rain went on.",
    RAIN,
    "Silas Borlase struck the keeper in the face, and fled.",
]


@pytest.fixture
def view(tmp_path: Path) -> View:
    return tell(tmp_path, [MET], [PORT], AGAIN)


def before(store: Store, chapter: int) -> View:
    return Views(store).open("made", str(chapter))


def test_of_words_that_tell_no_event_whoever_was_there_is_named(view: View) -> None:
    known = find_knowing(view, "tar for Oporto")
    assert known.event.id == "" and known.event.at.startswith("1.2.")
    assert known.event.summary == "There was a ship of tar for Oporto."
    assert {(one.name, one.how) for one in known.there} == {("Ada Pell", "near"), ("Hugh Marsh", "near")}
    assert [name for _, name in known.unknowing] == ["Silas Borlase"] and known.heard == ()


def test_of_words_that_are_said_who_says_and_hears_them_knows(tmp_path: Path) -> None:
    """Whoever shows on the page need not hear it."""
    talk = [
        RAIN,
        "Silas Borlase struck the keeper in the face. “It is tar for Oporto,” said Hugh Marsh to Ada Pell.",
        RAIN,
    ]
    known = find_knowing(tell(tmp_path, [MET], talk), "tar for Oporto")
    assert known.event.id == "" and [(one.name, one.how) for one in known.there] == [("Hugh Marsh", "took-part")]
    assert [(one.name, one.how, one.source) for one in known.heard] == [("Ada Pell", "told", "Hugh Marsh")]
    assert "Silas Borlase" in [name for _, name in known.unknowing]


def test_several_places_are_named_and_those_to_come_are_not(view: View) -> None:
    with pytest.raises(AskError, match=r"told in 2 scenes: 1\.2\.1 “There was .*; 1\.3\.1 “There"):
        find_knowing(view, "Oporto")
    assert find_knowing(before(view.store, 2), "Oporto").event.at.startswith("1.2.")
    with pytest.raises(UnknownName, match="nor has a sentence all of them"):
        find_knowing(before(view.store, 1), "Oporto")
