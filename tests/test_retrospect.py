"""What a scene tells of as past: it carries when it happened, puts nobody on stage, and is known from who tells it."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_traps import tell, who

from castline.agent.knowers import find_knowing
from castline.errors import AskError
from castline.graph.facts import Event, Knowledge, Scene, decode
from castline.graph.moments import Moment, before, place_in_story
from castline.query.histories import list_events
from castline.query.persona import write_persona
from castline.query.snapshot import take_snapshot
from castline.query.view import View

MEET = "Hugh Marsh met Ada Pell at the gate. “Good day, Ada Pell,” said Hugh Marsh. “Good day,” said Ada Pell to Hugh Marsh."
TALE = (
    "“Peter Hale was a hard man,” said Ada Pell to Hugh Marsh. “He struck the miller in the face, and the miller fell from the "
    "loft. They carried him home, and he died that night. My brother married his widow.”"
)
ANSWER = "“How dreadful, Ada Pell!” said Hugh Marsh to Ada Pell. “And nobody knew of it?”"


def events(view: View) -> list[Event]:
    return [decode(line) for line in view.store.facts("made", ["event"], view.bound)]


def past(view: View, words: str) -> list[str | None]:
    """When each event with these words happened."""
    return [event.happened for event in events(view) if words in event.text]


@pytest.mark.parametrize("words", [
    "Hugh Marsh had struck Peter Hale in the face the year before.",
    "Martha Hale, who had followed Hugh Marsh to the mill, had struck him there.",
])  # fmt: skip
def test_the_pluperfect_tells_of_what_was_before_the_scene(tmp_path: Path, words: str) -> None:
    view = tell(tmp_path, [MEET], [words])
    assert past(view, "struck") and set(past(view, "struck")) == {"before 1.2.1"}


@pytest.mark.parametrize("words", [
    "Hugh Marsh struck Peter Hale in the face.",
    "The next instant Hugh Marsh had struck Peter Hale in the face.",
    "Hugh Marsh struck Peter Hale, who had laughed.",
    "“You struck Peter Hale in the face!” said Ada Pell to Hugh Marsh.",
])  # fmt: skip
def test_what_goes_on_or_has_just_been_seen_is_not_told_of(tmp_path: Path, words: str) -> None:
    view = tell(tmp_path, [MEET], [words])
    assert past(view, "struck") and set(past(view, "struck")) == {None}


def test_what_the_opening_tells_of_was_before_the_story(tmp_path: Path) -> None:
    view = tell(tmp_path, [MEET, "Hugh Marsh had struck Peter Hale in the face the year before."])
    assert past(view, "struck") == ["before 1.1"]


def test_who_is_told_a_tale_knows_of_it_from_the_teller(tmp_path: Path) -> None:
    view = tell(tmp_path, [MEET], [TALE, ANSWER])
    tale = next(event for event in events(view) if event.happened)
    knowing = find_knowing(view, tale.id)
    assert [(one.name, one.how, one.source) for one in knowing.heard if one.name == "Hugh Marsh"] == [
        ("Hugh Marsh", "told", "Ada Pell")
    ]
    assert "Hugh Marsh" not in {one.name for one in knowing.there}


def test_who_is_only_told_of_is_not_there(tmp_path: Path) -> None:
    had = "Peter Hale had struck Martha Hale. Peter Hale had robbed Martha Hale. Peter Hale had left Martha Hale."
    view = tell(tmp_path, [MEET], [f"Hugh Marsh met Ada Pell at the mill. {had} Ada Pell kissed Hugh Marsh."])
    scenes: list[Scene] = [decode(line) for line in view.store.facts("made", ["scene"], view.bound)]
    there = {view.name(one.character) for scene in scenes if scene.chapter == 2 for one in scene.present}
    assert there == {"Hugh Marsh", "Ada Pell"}
    known: list[Knowledge] = view.facts(["knowledge"])
    struck = {event.id for event in events(view) if event.happened}
    assert struck and not {view.name(k.character) for k in known if k.event in struck} & {"Hugh Marsh", "Ada Pell"}


def test_the_clock_of_what_happened_puts_it_before_the_scene(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        [MEET],
        ["Hugh Marsh struck Ada Pell in the face.", f"{MEET}", "Hugh Marsh had struck Peter Hale in the mill."],
    )
    rows = [row.summary for row in list_events(view, who(view, "Hugh Marsh"), "happened") if "struck" in row.summary]
    told = [row.summary for row in list_events(view, who(view, "Hugh Marsh")) if "struck" in row.summary]
    assert rows == told[::-1] and "Peter Hale" in rows[0]
    with pytest.raises(AskError, match="told and happened"):
        list_events(view, "Hugh Marsh", "recorded")  # type: ignore[arg-type]


def test_a_portrait_says_what_is_only_told_of(tmp_path: Path) -> None:
    view = tell(tmp_path, [MEET], [TALE, ANSWER])
    assert "- Of an earlier time: " in write_persona(take_snapshot(view, who(view, "Hugh Marsh")), "chapter 2")


def test_places_in_the_story() -> None:
    opening, scene = before(Moment(1, 1)), before(Moment(1, 2, 3))
    order = [("1.9", opening), ("1.1.1", None), ("1.2.2", None), ("1.2.3", scene), ("1.2.3", None), ("1.2.4", "1.2.3")]
    assert sorted(order, key=lambda pair: place_in_story(*pair)) == order
