"""Who knows of what is told, where that is no event."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_traps import tell

from castline.agent.knowers import find_knowing
from castline.errors import AskError, UnknownName
from castline.graph.store import Store
from castline.query.asked_events import MOST
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
        "Silas Borlase struck the keeper in the face.",
        "“It is tar for Oporto,” said Hugh Marsh to Ada Pell.",
        RAIN,
    ]
    known = find_knowing(tell(tmp_path, [MET], talk), "tar for Oporto")
    assert known.event.id == "" and [(one.name, one.how) for one in known.there] == [("Hugh Marsh", "spoke")]
    assert [(one.name, one.how, one.source) for one in known.heard] == [("Ada Pell", "told", "Hugh Marsh")]
    assert "Silas Borlase" in [name for _, name in known.unknowing]


def test_what_is_told_at_several_places_is_known_by_all_and_those_to_come_are_not_named(view: View) -> None:
    known = find_knowing(view, "Oporto")
    assert [one.at[:4] for one in known.tellings] == ["1.2.", "1.3."]
    assert known.event.evidence == known.tellings[0].evidence
    early = find_knowing(before(view.store, 2), "Oporto")
    assert [one.at[:4] for one in early.tellings] == ["1.2."]
    with pytest.raises(UnknownName, match="nor has a sentence all of them"):
        find_knowing(before(view.store, 1), "Oporto")


def test_what_too_many_scenes_tell_wants_more_words(tmp_path: Path) -> None:
    chapters = [[f"{RAIN} There was a smell of Oporto. {RAIN}"]] * (MOST + 1)
    with pytest.raises(AskError, match=rf"told in {MOST + 1} scenes by 1\.14: 1\.2\.1 “There was"):
        find_knowing(tell(tmp_path, [MET], *chapters), "Oporto")


def test_words_are_found_as_they_are_asked_first(tmp_path: Path) -> None:
    view = tell(
        tmp_path, [MET, "“Leave the boat,” said Hugh Marsh."], [f"{RAIN} They left the boat at the mill. {RAIN}"]
    )
    assert [one.at[:4] for one in find_knowing(view, "left boat").tellings if one.chance == 1] == ["1.2."]


def test_words_may_be_spread_over_a_few_sentences(tmp_path: Path) -> None:
    tale = "“I saw a light in the boathouse. It was late. My father set fire to it,” said Hugh Marsh to Ada Pell."
    known = find_knowing(tell(tmp_path, [MET], [RAIN, tale, RAIN]), "who set fire to the boathouse")
    assert [(one.name, one.how) for one in known.there] == [("Hugh Marsh", "spoke")]
    assert [(one.name, one.how, one.source) for one in known.heard] == [("Ada Pell", "told", "Hugh Marsh")]


def test_who_is_named_in_a_question_is_found_where_another_word_means_them(tmp_path: Path) -> None:
    """In the words of who asks, with the name of who does it: the doer and who hears him say so know, from then on."""
    deed = ["“I lit the beacon on the hill,” said Hugh Marsh to Ada Pell.", "Ada Pell looked at Hugh Marsh."]
    later = [RAIN, "“Hugh lit the beacon,” said Ada Pell to Silas Borlase."]
    view = tell(tmp_path, [MET], deed, later)
    for asked in (
        "Hugh Marsh lit the beacon",
        "Hugh lit the beacon",
        "Hugh lights the beacon",
        "When did Hugh light the beacon",
    ):
        known = find_knowing(view, asked)
        assert [(one.name, one.how, one.at) for one in known.there] == [("Hugh Marsh", "spoke", "1.2.1")], asked
        assert [(one.name, one.source, one.at[:4]) for one in known.heard] == [
            ("Ada Pell", "Hugh Marsh", "1.2."), ("Silas Borlase", "Ada Pell", "1.3."),
        ], asked  # fmt: skip
        assert known.unknowing == ()
    other = find_knowing(view, "Silas lit the beacon")
    assert all(one.chance < 1 for one in other.tellings)


def test_who_is_in_another_scene_of_the_page_is_not_near(tmp_path: Path) -> None:
    two = [
        MET,
        RAIN,
        RAIN,
        "* * *",
        f"Silas Borlase struck the keeper, and fled. A barrel of tar stood in the yard. {RAIN}",
    ]
    known = find_knowing(tell(tmp_path, two), "barrel of tar")
    assert {one.name for one in known.there} & {"Silas Borlase", "Ada Pell", "Hugh Marsh"} == {"Silas Borlase"}


def test_whoever_knows_by_the_words_goes_on_knowing(tmp_path: Path) -> None:
    """An event that has the words comes to the places that have them, and does not take their place."""
    told = "“The mill at Oporto is sold,” said Hugh Marsh to Ada Pell."
    struck = "Silas Borlase struck the keeper in the face at Oporto, and fled."
    view = tell(tmp_path, [MET], [RAIN, told, RAIN], [RAIN, struck, RAIN])
    known = [find_knowing(before(view.store, n), "Oporto") for n in (2, 3)]
    ids = [{one.id for one in (*found.there, *found.heard)} for found in known]
    assert known[1].event.id and ids[0] and ids[0] < ids[1]


def test_words_of_a_sentence_that_stand_apart_in_it_are_no_telling(tmp_path: Path) -> None:
    half = "Hugh Marsh was going home to Ada Pell with the parcel, and he drew the curtain against the blind old dog."
    known = find_knowing(tell(tmp_path, [MET, PORT], [RAIN, half, RAIN]), "Hugh going blind")
    assert all(one.chance < 1 for one in known.tellings)
