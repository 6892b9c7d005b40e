"""What is said with the wish that somebody shall not know of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_traps import tell

from castline.ingest.narrative.secrets import KEPT, asks_secrecy
from castline.query.snapshot import take_snapshot

MET = (
    "Hugh Marsh met Ada Pell at the gate. “Good day, Ada Pell,” said Hugh Marsh. “Good day,” said Ada Pell to Hugh Marsh. "
    "“Good day,” said Silas Borlase to Ada Pell."
)
RAIN = "Rain fell on the yard, and on the road, and on the hill behind the road. " * 30


@pytest.mark.parametrize(
    "words",
    [
        "Don’t tell Ada!",
        "You mustn't say a word about it to the others.",
        "You are not to breathe a word of it.",
        "I must ask you not to let the neighbours know of it.",
        "I won't tell anybody.",
        "This is strictly between ourselves.",
        "It was sold, between you and me, for half of it.",
        "We will keep it to ourselves.",
        "Well then! Not a word to the others!",
        "No one must know of it.",
        "I have never told a soul.",
        "Promise me that you will never mention his name.",
        "It’s a secret.",
    ],
)
def test_what_is_to_be_kept_is_said_so(words: str) -> None:
    assert asks_secrecy(words)


@pytest.mark.parametrize(
    "words",
    [
        "Don’t tell me that it is he!",
        "I never tell lies.",
        "There is a debt between us two to settle.",
        "You must not say anything so unkind.",
        "Oh, don’t mention it, sir!",
        "I could not tell which of them it was.",
        "He spoke not a word.",
        "Keep your promise, Ada.",
        "Never speak of such things.",
    ],
)
def test_what_only_sounds_like_it_is_none(words: str) -> None:
    assert not asks_secrecy(words)


def test_whoever_is_told_to_keep_it_knows_it_and_who_is_not_is_named_in_a_talk_with_him(tmp_path: Path) -> None:
    asked = "“Don’t tell Ada Pell that the mill is sold,” said Hugh Marsh to Silas Borlase. “It would grieve her so.”"
    view = tell(tmp_path, [MET], [RAIN, asked, RAIN], [MET])
    (event,) = (one for one in view.facts(["event"]) if one.type == "secret")
    assert event.importance >= KEPT and "the mill is sold" in event.summary
    known = {view.name(one.character): one.how for one in view.facts(["knowledge"]) if one.event == event.id}
    assert known == {"Hugh Marsh": "took-part", "Silas Borlase": "took-part"}
    with_her, with_him = (take_snapshot(view, "Silas Borlase", partner=one) for one in ("Ada Pell", "Hugh Marsh"))
    assert [one.summary for one in with_her.unshared] == [event.summary]
    assert event.summary in [one.summary for one in with_him.shared]
