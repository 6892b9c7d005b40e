"""A name that is given to a noun: "a porter whose name was Marsh" is Marsh, and so is what meant the porter before."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_ranks import meant
from test_reveals import MEETING
from test_traps import tell, who

from castline.ingest.extraction.extract import extract
from castline.ingest.extraction.naming_cues import find_callings, find_namings
from castline.ingest.language.parser import find_model, load_model
from castline.ingest.resolution.cast.nominals import keeps_noun

GIVEN = [
    "A porter, whose name was Borlase, opened the gate.",
    "The name of the old porter was Borlase.",
    "There was a porter called Borlase at the gate.",
    "A porter of hers, called Borlase, opened the gate.",
    "The porter was called _master_ or _Borlase_ by them all.",
    "Her brother’s name was Borlase.",
    "The porter shut the gate; his name was Borlase.",
    "An old porter, by name Borlase, opened.",
]


def read_namings(text: str) -> list[tuple[str, str]]:
    notes = extract(load_model(find_model()), text, [(0, len(text), 1)])
    return [(notes.mentions[one.one].form, notes.mentions[one.other].form) for one in find_namings(notes, text)]


@pytest.mark.parametrize("words", GIVEN)
def test_a_name_is_given_to_a_noun(words: str) -> None:
    assert [name for _, name in read_namings(words)] == ["Borlase"]


@pytest.mark.parametrize(
    "words",
    [
        "The porter called Borlase, and went in.",
        "The porter was Borlase’s friend.",
        "The porters, called Borlase and Fenn, went in.",
        "“My porter,” said Ada. “Borlase is called for.”",
    ],
)
def test_what_only_stands_beside_a_noun_is_not_given(words: str) -> None:
    assert read_namings(words) == []


def test_whoever_was_a_noun_is_known_by_the_name_from_there_on(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        MEETING,
        [
            "Ada Pell looked up. An old shepherd stood in the door, and he took off his hat. The shepherd, whose name was Borlase, "
            "had walked all night. “Sit down,” said Ada Pell. Borlase sat down by the fire."
        ],
    )
    assert meant(view, "his")[-1] == "Borlase"


def test_a_name_by_which_somebody_calls_her_is_hers(tmp_path: Path) -> None:
    later = ["Miss Marsh was at her desk. Later Judith put out the light. Judith slept badly, and Ada Pell read."]
    view = tell(tmp_path, MEETING, ["The door opened on Miss Marsh—Judith, as her brother calls her. Ada rose."], later)
    assert who(view, "Judith") == who(view, "Miss Marsh")


def test_two_names_side_by_side_are_two_people(tmp_path: Path) -> None:
    view = tell(
        tmp_path, MEETING, ["Then came Miss Marsh, Judith Fenn, and as many as Ada Pell had called. Judith laughed."]
    )
    assert who(view, "Judith Fenn") != who(view, "Miss Marsh")


@pytest.mark.parametrize(
    ("words", "keeps"),
    [
        ("My mother wept, and my mother’s name was Ada.", True),
        ("A man came in, and the old gentleman’s name was Borlase.", True),
        ("My mother wept. The lady’s name was Ada.", False),
        ("A man came in, and there was a man called Borlase.", False),
    ],
)
def test_whoever_is_called_otherwise_when_the_name_is_told_may_be_another(words: str, keeps: bool) -> None:
    mentions = extract(load_model(find_model()), words, [(0, len(words), 1)]).mentions
    nouns = [at for at, note in enumerate(mentions) if note.kind == "nominal"]
    meant = [-2 - nouns[0] if at in nouns else -1 for at in range(len(mentions))]
    assert keeps_noun(mentions, meant, nouns[0], nouns[-1]) is keeps


def read_callings(text: str) -> list[tuple[str, str]]:
    notes = extract(load_model(find_model()), text, [(0, len(text), 1)])
    return [(notes.mentions[one.one].head, notes.mentions[one.other].form) for one in find_callings(notes, text)]


@pytest.mark.parametrize(
    "words",
    [
        "Mr. Marsh the lawyer came in.",
        "Then Mr. Marsh, the lawyer, came in.",
        "The lawyer Mr. Marsh came in.",
    ],
)
def test_a_noun_beside_a_name_is_its_bearers(words: str) -> None:
    assert read_callings(words) == [("lawyer", "Mr. Marsh")]


@pytest.mark.parametrize(
    "words",
    [
        "Mr. Marsh, the keeper of the seals, came in.",
        "Then Hugh, the porter and Ada came in.",
        "It was the lawyer Marsh had met.",
        "After the Angelus the lawyer went away.",
        "At sight of the lawyer Marsh rose.",
        "Mr. Marsh and the lawyer came in.",
        "“Mr. Marsh, the lawyer, is here,” he said.",
    ],
)
def test_a_noun_that_may_be_anothers_is_not(words: str) -> None:
    assert read_callings(words) == []


def test_the_lawyer_is_who_was_told_to_be_one(tmp_path: Path) -> None:
    told = (
        "Mr. Marsh the lawyer stood at the gate. The lawyer looked at the boats. The lawyer nodded to Ada Pell.\n\n"
        "“Is the tide in?” asked the lawyer.\n\n“It is,” said Ada Pell."
    )
    later = "The lawyer laughed. Mr. Marsh had come late. The lawyer sat down, and Ada Pell read."
    view = tell(tmp_path, MEETING, [told], [later])
    assert who(view, "the lawyer") == who(view, "Mr. Marsh")
    assert not [
        one for one in view.facts(["name"]) if one.form == "the lawyer" and one.character != who(view, "Mr. Marsh")
    ]


def test_of_two_who_are_told_to_be_lawyers_neither_is_the_one(tmp_path: Path) -> None:
    two = "Mr. Marsh the lawyer and Mr. Fenn the lawyer came in. Mr. Marsh sat down. The lawyer rose. The lawyer spoke to Ada Pell."
    view = tell(tmp_path, MEETING, [two])
    assert who(view, "the lawyer") not in {who(view, "Mr. Marsh"), who(view, "Mr. Fenn")}
