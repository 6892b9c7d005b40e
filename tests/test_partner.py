"""A snapshot for a talk with somebody: the tie, what both have seen, what the other does not know, how they call each other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tellings import Telling, is_called, tell

import castline
from castline import AskError
from castline.graph.facts import Event, Feeling, Knowledge, Name, Relation, Utterance
from castline.graph.sqlite import SqliteStore

ANNA, BEN = "veil:1.1:c0", "veil:1.1:c1"
KNOWN = {
    "ball": ("took-part", "took-part"),
    "theft": ("witnessed", ""),
    "fire": ("took-part", "told"),
    "walk": ("took-part", ""),
}
"""Event -> how Anna and Ben know of it; the walk weighs nothing."""


@pytest.fixture
def url(tmp_path: Path) -> str:
    told: list[Telling] = [
        *is_called(ANNA, "Anna Fenn"),
        *is_called(BEN, "Ben Orrick"),
        (Name, {"character": BEN, "form": "Ben", "type": "given"}),
    ]
    for event, hows in KNOWN.items():
        weight = 0.1 if event == "walk" else 0.8
        told.append((Event, {"id": event, "summary": f"There was a {event}.", "type": "deed", "importance": weight}))
        told += [
            (Knowledge, {"character": one, "event": event, "how": how})
            for one, how in zip((ANNA, BEN), hows, strict=True)
            if how
        ]
    told += [
        (Relation, {"a": BEN, "b": ANNA, "type": "family", "subtype": "sibling"}),
        (Feeling, {"holder": ANNA, "toward": BEN, "affection": 6.0, "familiarity": 7.0}),
        (Feeling, {"holder": BEN, "toward": ANNA, "affection": -6.0, "familiarity": 7.0}),
        (
            Utterance,
            {"speaker": ANNA, "addressees": (BEN,), "rule": "made", "text": "Good night, Ben, and shut the gate."},
        ),
        (Utterance, {"speaker": ANNA, "addressees": (), "rule": "made", "text": "I saw Ben Orrick by the gate."}),
    ]
    tell(SqliteStore(str(tmp_path / "castline.db")), told)
    return f"sqlite:///{tmp_path}/castline.db"


def test_what_both_have_seen_and_what_the_other_does_not_know(url: str) -> None:
    with castline.open(url) as library:
        taken = library.snapshot("Anna", partner="Ben Orrick")
    assert [e.summary for e in taken.shared] == ["There was a ball."]
    assert [e.summary for e in taken.unshared] == ["There was a theft."]
    assert {e.summary for e in taken.events} == {"There was a fire.", "There was a walk."}


def test_the_tie_the_feelings_and_the_calls(url: str) -> None:
    with castline.open(url) as library:
        partner = library.snapshot("Anna", partner="Ben").partner
    assert partner and partner.feeling and partner.feeling.toward and partner.feeling.back
    assert ([tie.kind for tie in partner.ties], partner.calls, partner.called) == (["sibling"], ("Ben",), ())
    assert (partner.feeling.toward.affection, partner.feeling.back.affection) == (6.0, -6.0)


def test_a_chat_is_told_of_the_other_once_and_not_what_they_feel(url: str) -> None:
    with castline.open(url) as library:
        said = json.loads(library.render("Anna", form="messages", partner="Ben"))[0]["content"]
    talk = said.partition("You speak with Ben Orrick:")[2].partition("\n\n")[0]
    assert "is your sibling" in talk and "You call Ben Orrick “Ben”." in talk
    assert "What Ben Orrick does not know of" in said and said.count("is your sibling") == 1
    assert "detest" not in said and "dislike" not in said


def test_nobody_talks_with_himself(url: str) -> None:
    with castline.open(url) as library, pytest.raises(AskError, match="name the other"):
        library.snapshot("Anna", partner="Anna Fenn")
