"""Feelings whose words tell whom they are for, what is denied of them, calls, and kin by marriage."""

from __future__ import annotations

from pathlib import Path

import pytest
from pairs import both, last, read_book

from castline.ingest.feelings.phrases import COLD, WARM

CALM = 1.0
"""What two feel who have met, and of whom nothing is told."""


@pytest.mark.parametrize(
    "words",
    [
        "Anna Quill was very fond of Edmund Marsh.",
        "Anna Quill was grateful to Edmund Marsh.",
        "Anna Quill had a great affection for Edmund Marsh.",
        "Anna Quill had a passion for Edmund Marsh.",
        "Anna Quill's admiration for Edmund Marsh did not surprise the town.",
        "Anna Quill could not help feeling pity for Edmund Marsh.",
        "“I am so fond of Edmund Marsh,” said Anna Quill.",
    ],
)
def test_who_likes_whom_is_read_where_the_words_aim(tmp_path: Path, words: str) -> None:
    forth, back = both(read_book(tmp_path, "It rained.", words))
    assert forth.levels[-1][1] > CALM and forth.levels[-1][1] > back.levels[-1][1]


@pytest.mark.parametrize(
    "words",
    [
        "Anna Quill was angry with Edmund Marsh.",
        "Anna Quill was in a passion with Edmund Marsh.",
        "Anna Quill flew into a passion against Edmund Marsh.",
        "Anna Quill felt the deepest contempt for Edmund Marsh.",
        "Anna Quill looked at Edmund Marsh with disgust.",
        "A sudden feeling of hatred for Edmund Marsh came over Anna Quill.",
        "Anna Quill's dislike of Edmund Marsh grew.",
        "Anna Quill remained with no very cordial feelings towards Edmund Marsh.",
        "Anna Quill sneered at Edmund Marsh.",
        "Anna Quill never liked Edmund Marsh.",
    ],
)
def test_who_dislikes_whom_is_read_where_the_words_aim(tmp_path: Path, words: str) -> None:
    forth, back = both(read_book(tmp_path, "It rained.", words))
    assert forth.levels[-1][1] < CALM <= back.levels[-1][1]


@pytest.mark.parametrize(
    "words",
    [
        "Anna Quill was afraid for Edmund Marsh.",
        "Anna Quill excited the admiration of the town, for Edmund Marsh was late.",
        "The house was good enough for Edmund Marsh.",
        "Anna Quill told the town what she had done with respect to Edmund Marsh.",
        "Anna Quill was silent with regard to Edmund Marsh.",
        "After an affectionate parting Edmund Marsh left with Anna Quill.",
    ],
)
def test_words_of_feeling_that_aim_at_nobody(tmp_path: Path, words: str) -> None:
    assert last(read_book(tmp_path, "It rained.", words))[0] == CALM


def test_a_feeling_is_its_owners_and_love_is_a_level(tmp_path: Path) -> None:
    forth, back = both(read_book(tmp_path / "a", "Edmund Marsh had lost Anna Quill's affection for him."))
    assert back.levels[-1][1] <= forth.levels[-1][1]
    assert last(read_book(tmp_path / "b", "Anna Quill fell in love with Edmund Marsh."))[0] >= 8.0
    assert last(read_book(tmp_path / "c", "Anna Quill had no reason to love Edmund Marsh."))[0] < 4.0


@pytest.mark.parametrize("said", ["my love, come here", "oh my darling!", "come, my dear friend."])
def test_a_call_is_set_off_from_what_stands_beside_it(said: str) -> None:
    assert WARM.search(said)


@pytest.mark.parametrize("said", ["you have lost my love,", "tell my child.", "he is not my darling!"])
def test_what_is_only_spoken_of_is_no_call(said: str) -> None:
    assert not WARM.search(said)


def test_either_apostrophe_will_do(tmp_path: Path) -> None:
    assert COLD.search("i don’t like you") and COLD.search("i don't like you")
    talk = "“I don’t like you!” said Anna Quill to Edmund Marsh."
    assert last(read_book(tmp_path, "It rained.", talk))[0] < 0


def test_a_name_called_by_a_foe_is_no_warmth(tmp_path: Path) -> None:
    foe = "Anna Quill hated Edmund Marsh."
    calm = last(read_book(tmp_path / "a", foe, "“The rain is over,” said Anna Quill to Edmund Marsh."))
    called = last(read_book(tmp_path / "b", foe, "“The rain is over, Edmund,” said Anna Quill."))
    assert called[0] == calm[0] < 0


def test_a_brother_of_another_name_is_one_by_marriage(tmp_path: Path) -> None:
    talk = "“My sister Anna, good morning,” said Edmund Marsh. Edmund Marsh smiled at his sister Anna."
    met = "Miss Anna Quill came in. Mr. Edmund Marsh greeted Miss Quill."
    view = read_book(tmp_path, met, talk)
    types = {cue.type for one in both(view) for change in one.changes for cue in change.cues}
    assert "tie:sibling-in-law" in types and "tie:sibling" not in types
    assert last(view)[0] < 6.0


def test_an_opinion_is_that_of_whoever_thinks_it(tmp_path: Path) -> None:
    """Not of the one through whose eyes the scene is seen."""
    seen = "Anna Quill came in. Anna Quill sat down. Anna Quill looked about. Anna Quill waited. Edmund Marsh came in."
    own = last(read_book(tmp_path / "a", seen + " Edmund Marsh was so cruel. Anna Quill rose."))
    thought = seen + " Martha Dale came in. Martha Dale believed that Edmund Marsh was so cruel. Anna Quill rose."
    view = read_book(tmp_path / "b", thought)
    assert own[0] < 0 < last(view)[0]
    assert last(view, "Martha")[0] < 0
