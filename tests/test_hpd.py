"""HPD's matrices and sessions: what they hold, what they do not, and that a chapter's stay as they were."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from shelf import LEDGER, ledger_url, told_after, write_tale

import castline
from castline.graph.moments import pack
from castline.graph.ties import INVERSE
from castline.ingest import annotations
from castline.query.dialogues import WRONG
from castline.query.hpd import ATTRIBUTES, BINARY, LEVELS, RELATIONS, UNTOLD, trace_standing
from castline.query.hpd_document import hash_texts

WHO = "Brisa Tolloway"
TEXT = LEDGER.read_text(encoding="utf-8")


def read(at: str | None, who: str = WHO) -> dict[str, Any]:
    """The document of somebody in the shipped story."""
    with castline.open(ledger_url()) as library:
        found: dict[str, Any] = json.loads(b"".join(library.export_bytes("hpd", at, character=who)))
        return found


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return read("10")


def test_every_kind_has_its_place() -> None:
    assert len(ATTRIBUTES) == 13 and len(RELATIONS) == 12
    told = {kind for kinds in ATTRIBUTES.values() for kind in kinds}
    own = {
        getattr(annotations, name)
        for name in [
            "ABILITIES",
            "AGE",
            "BELONGINGS",
            "HOBBY",
            "LOOKS",
            "OCCUPATION",
            "ORIGIN",
            "NATURE",
            "STANDING",
            "GENDER",
            "TITLE",
        ]
    }
    assert own <= told
    assert all(
        not own & set(ATTRIBUTES.get(name, ())) and not INVERSE.keys() & set(BINARY.get(name, ())) for name in UNTOLD
    )
    placed = {kind for kinds in BINARY.values() for kind in kinds}
    assert INVERSE.keys() - placed == {"pupil", "servant", "employer", "parted", "dismissed", "former employer"}


def test_chapters_have_matrices_of_whoever_stands_in_a_relation(document: dict[str, Any]) -> None:
    last = document["chapters"]["Book1-chapter10"]
    assert last["attributes"][WHO][0] == "female" and set(last["relations"]) == set(last["attributes"]) - {WHO}
    assert all(len(row) == 13 for row in last["attributes"].values())
    with castline.open(ledger_url()) as library:
        for name in ("Perrine Keddle", "Wystan Dray"):
            ends = [one.changes[-1] for one in library.feelings(WHO, name, "10").directions]
            assert last["relations"][name][8:] == [x for end in ends for x in (end.affection, end.familiarity)]


def test_ties_stand_as_they_did_then(tmp_path: Path) -> None:
    text = (
        "CHAPTER 1\n\nMiss Anna Quill was engaged to Mr. Ben Marsh. Anna Quill was the sister of Clara Quill.\n\n"
        "“My servant, Silas Thorne, waits,” said Miss Quill.\n\nCHAPTER 2\n\nAnna Quill married Mr. Marsh in June.\n\n"
        "CHAPTER 3\n\nMr. Marsh died in the winter. Silas Thorne was a servant of Anna Quill.\n"
    )
    with castline.open(f"sqlite:///{tmp_path}/x.db") as library:
        library.ingest(write_tale(tmp_path, "x.txt", text))
        view = library.view()
        anna = view.find("Anna Quill")
        found = [
            {
                standing.names[one]: dict(zip(RELATIONS, row, strict=True))
                for one, row in zip(standing.relations.people, standing.relations.rows, strict=True)
            }
            for standing in trace_standing(view, anna)
        ]
    assert [(of["Mr. Ben Marsh"]["lover"], of["Mr. Ben Marsh"]["family"]) for of in found if "Mr. Ben Marsh" in of][
        :2
    ] == [
        (1, 0),
        (1, 1),
    ]
    assert all(of[name][kind] == 0 for of in found for name in of for kind in ("teammate", "classmate", "opponent"))


def test_a_session_is_what_the_book_says_without_its_answer(document: dict[str, Any]) -> None:
    sessions = document["sessions"].values()
    assert len(sessions) > 10
    for session in sessions:
        points = session["pointers"]
        answer = " ".join(" ".join(TEXT[a:b] for a, b in points["positive_response"]).split())
        assert session["positive_response"] == answer and points["book"] == 1
        assert WHO in session["speakers"] and len(session["speakers"]) > 1
        first = points["positive_response"][0][0]
        assert all(end <= first for _, end in points["scene"]) and all(
            span[1] <= first for line in points["dialogue"] for span in line
        )
        said = [line.split(": ", 1)[1] for line in session["dialogue"]]
        assert hash_texts([*session["scene"], *said, answer, *session["negative_responses"]]) == points["sha256"]
        assert set(session[f"relations with {WHO}"]) | {WHO} >= set(session["attributes"])


def test_nine_are_wrong_and_none_is_told_later(document: dict[str, Any]) -> None:
    held = [session for session in document["sessions"].values() if session["negative_responses"]]
    assert len(held) > 8
    for session in held:
        assert (
            len(set(session["negative_responses"])) == WRONG
            and session["positive_response"] not in session["negative_responses"]
        )
        chapter = int(session["position"].rpartition("chapter")[2])
        with castline.open(ledger_url()) as library:
            end = library.view(str(chapter)).record.chapters[-1].end
        assert all(span[1] <= end for _, spans in session["pointers"]["negative_responses"] for span in spans)


def test_a_chapter_stays_as_it_was_when_more_is_told(document: dict[str, Any]) -> None:
    """Stronger than the prefix law: of later chapters nothing is in an earlier one's, in a longer export, too."""
    early = read("6")
    assert {at: document["chapters"][at] for at in early["chapters"]} == early["chapters"]
    assert list(document["sessions"].values())[: len(early["sessions"])] == list(early["sessions"].values())
    assert told_after(early, "6") == [] and pack("1.6") < pack("1.10")
    assert RELATIONS[8:] == LEVELS
