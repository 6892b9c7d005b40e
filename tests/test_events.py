"""Events: what happened, in sentences that stand by themselves, and nothing that did not."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_traps import tell

from castline.graph.facts import Event, decode

PEOPLE = "Hugh Marsh met Ada Pell at the gate. “Good day, Ada Pell,” said Hugh Marsh. “Good day,” said Ada Pell to Hugh Marsh."


def summaries(folder: Path, words: str, rule: str = "clause") -> set[str]:
    """What a rule makes of a paragraph that follows a first one."""
    view = tell(folder, [PEOPLE], [words])
    events: list[Event] = [decode(line) for line in view.store.facts("made", ["event"], view.bound)]
    return {event.summary for event in events if event.chapter == 2 and event.by.endswith(f"/{rule}")}


@pytest.mark.parametrize(("words", "summary"), [
    ("In the evening Hugh Marsh struck Ada Pell in the face.", "Hugh Marsh struck Ada Pell in the face."),
    ("Hugh Marsh gave Ada Pell his watch.", "Hugh Marsh gave Ada Pell his watch."),
    ("Ada Pell, who had followed him, kissed Hugh Marsh.", "Ada Pell kissed Hugh Marsh."),
    ("Ada Pell told Hugh Marsh that the mill had burnt.", "Ada Pell told Hugh Marsh that the mill had burnt."),
    ("Hugh Marsh ordered Ada Pell to go and saddle the mare.", "Hugh Marsh ordered Ada Pell to go and saddle the mare."),
    ("Ada Pell silently followed Hugh Marsh to the gate.", "Ada Pell silently followed Hugh Marsh to the gate."),
    ("Hugh Marsh stopped Ada Pell at the head of the stair.", "Hugh Marsh stopped Ada Pell at the head of the stair."),
    ("Ada Pell met Hugh Marsh in the drawing-room.", "Ada Pell met Hugh Marsh in the drawing-room."),
])  # fmt: skip
def test_what_happened_is_a_sentence(tmp_path: Path, words: str, summary: str) -> None:
    assert summary in summaries(tmp_path, words)


@pytest.mark.parametrize("words", [
    "If Hugh Marsh had struck Ada Pell, she would have left him.",
    "Hugh Marsh never struck Ada Pell, and gave her no hint.",
    "Ada Pell found it hard. Ada Pell gave a cry. Ada Pell told him so.",
    "Ada Pell smiled. Hugh Marsh blushed. Ada Pell was pleased.",
    "Ada Pell would have followed Hugh Marsh to the gate. Ada Pell resembled Hugh Marsh.",
    "Hugh Marsh had told her this. Ada Pell agreed mournfully.",
])  # fmt: skip
def test_what_did_not_happen_or_says_nothing_alone_is_no_event(tmp_path: Path, words: str) -> None:
    assert not summaries(tmp_path, words)


def test_a_short_clause_is_no_event_where_the_book_goes_on(tmp_path: Path) -> None:
    words = "Hugh Marsh gave Ada Pell his watch. It was his father’s, and Hugh Marsh had sworn at the grave never to part with it."
    (tmp_path / "own").mkdir()
    assert not summaries(tmp_path, words) and summaries(tmp_path / "own", words, "own-words") == {words}


def test_a_name_in_the_place_of_a_noun_takes_no_article(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Sir Hugh Marsh met Ada Pell at the gate. Sir Hugh bowed to Ada Pell. Ada Pell smiled at Sir Hugh Marsh."],
        ["Ada Pell followed the old baronet to the gate."],
    )
    events: list[Event] = [decode(line) for line in view.store.facts("made", ["event"], view.bound)]
    assert [event.summary for event in events if event.chapter == 2] == [
        "Ada Pell followed Sir Hugh Marsh to the gate."
    ]


def test_a_short_chapter_tells_nothing_twice(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        ["Ada Pell came down to the gate before light. Her brother Hugh was there already, mending the net."],
        [
            "Mrs. Orrin came to the door at noon. Ada let her in.\n\n“Your brother stole my boat,” said Mrs. Orrin. She struck "
            "the table with her hand.\n\n“He did not,” said Ada coldly. She despised Mrs. Orrin from that moment."
        ],
    )
    events: list[Event] = [decode(line) for line in view.store.facts("made", ["event"], view.bound)]
    spans = [(event.chapter, event.start, event.end) for event in events]
    assert spans and len(set(spans)) == len(spans)
