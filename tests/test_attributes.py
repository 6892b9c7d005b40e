"""What somebody is, where the narration says so of somebody it names; and what only sounds like it."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_traps import tell, who

from castline.graph.facts import Attribute, decode
from castline.query.view import View

PEOPLE = "Mr. Hale met Miss Marsh at the gate. “Good day,” said Mr. Hale. “Good day,” said Miss Marsh."


def told_of(view: View, name: str) -> set[tuple[str, str]]:
    """Kind and value of everything but gender that is told of somebody."""
    facts: list[Attribute] = [decode(line) for line in view.store.facts("made", ["attribute"], view.bound)]
    return {
        (f.attribute, f.value) for f in facts if view.root(f.character) == who(view, name) and f.attribute != "gender"
    }


@pytest.mark.parametrize(("words", "kind", "value"), [
    ("Mr. Hale, the surgeon, shut his bag.", "occupation", "surgeon"),
    ("The surgeon, Mr. Hale, shut his bag.", "occupation", "surgeon"),
    ("Mr. Hale was a young surgeon.", "occupation", "surgeon"),
    ("Mr. Hale was very tall.", "looks", "tall"),
    ("Mr. Hale was proud.", "personality", "proud"),
])  # fmt: skip
def test_what_the_narration_says_of_somebody(tmp_path: Path, words: str, kind: str, value: str) -> None:
    assert (kind, value) in told_of(tell(tmp_path, [PEOPLE, words]), "Mr. Hale")


@pytest.mark.parametrize("words", [
    "Miss Marsh had heard that Mr. Hale was proud.",
    "On the days when he won Mr. Hale was proud.",
    "Perhaps Mr. Hale was proud.",
    "Mr. Hale was purse-proud.",
    "Mr. Hale was proud of the mill.",
    "Mr. Hale was a good sailor and a bad swimmer.",
    "Miss Marsh was a cousin of Mr. Hale, the surgeon of the regiment.",
    "As a surgeon only by courtesy, Mr. Hale stood aside.",
    "He came to the ball as Mr. Hale, Admiral of the fleet.",
])  # fmt: skip
def test_what_only_sounds_like_it(tmp_path: Path, words: str) -> None:
    assert not told_of(tell(tmp_path, [PEOPLE, words]), "Mr. Hale")
