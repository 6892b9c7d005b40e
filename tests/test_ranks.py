"""Those of rank: her ladyship and his Eminence are somebody, Henry VIII is no other Henry."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_traps import speaker_of, tell, who

from castline.graph.facts import Mention, decode
from castline.graph.moments import FOREVER
from castline.query.view import View

COURT = (
    "Lady Hale came in. Lady Hale sat down. Miss Ada Pell smiled at Lady Hale. Cardinal Orme bowed to Lady Hale. "
    "Lord Henry Marsh laughed at Cardinal Orme, and Henry sat down."
)


def meant(view: View, words: str) -> list[str]:
    """The names of those whom some words mean, in the order of the text."""
    said: list[Mention] = [decode(line) for line in view.store.facts("made", ["mention"], FOREVER)]
    return [view.name(view.root(one.character)) for one in sorted(said, key=lambda one: one.start) if one.text == words]


@pytest.mark.parametrize(("words", "said", "by"), [
    ("Ada Pell went to the window. Ada sighed. “Sit down,” said her ladyship to Ada.", "Sit down", "Lady Hale"),
    ("Henry Marsh came in. Henry laughed. “Sit down,” said his Eminence.", "Sit down", "Cardinal Orme"),
    ("Henry Marsh came in. Henry laughed. “Sit down,” said his gracious Lordship.", "Sit down", "Lord Henry Marsh"),
])  # fmt: skip
def test_a_dignity_is_its_bearer_and_not_whoever_was_spoken_of_last(
    tmp_path: Path, words: str, said: str, by: str
) -> None:
    view = tell(tmp_path, [COURT], [words])
    assert speaker_of(view, said) == who(view, by)


def test_his_of_his_eminence_is_his_own(tmp_path: Path) -> None:
    view = tell(tmp_path, [COURT], ["Henry Marsh came in. Henry laughed. His Eminence bent his brow, and Henry bowed."])
    assert (
        meant(view, "His")
        == meant(view, "his")
        == meant(view, "His Eminence")
        == [view.name(who(view, "Cardinal Orme"))]
    )


def test_the_cardinal_is_who_bears_the_title(tmp_path: Path) -> None:
    view = tell(tmp_path, [COURT], ["Henry Marsh came in. The cardinal sat down. “Go,” said the cardinal."])
    assert speaker_of(view, "Go") == who(view, "Cardinal Orme")


def test_a_king_by_his_number_is_no_other_of_his_name(tmp_path: Path) -> None:
    view = tell(
        tmp_path, [COURT], ["Ada Pell read of Henry VIII. and of James II. in a book. Henry VIII had six wives."]
    )
    assert set(meant(view, "Henry VIII")) == {"Henry VIII"}
    assert who(view, "Henry VIII") != who(view, "Lord Henry Marsh")


def test_who_comes_after_a_king_of_his_name_is_not_the_king(tmp_path: Path) -> None:
    view = tell(tmp_path, ["Ada Pell read of Henry VIII in a book. Henry VIII had six wives."], [COURT])
    assert who(view, "Henry VIII") != who(view, "Lord Henry Marsh")


def test_he_is_not_who_is_named_further_on_in_the_sentence(tmp_path: Path) -> None:
    words = (
        "Peter Hale sold the house. Lord Henry Marsh wrote to Peter Hale. Henry Marsh was in town. "
        "He gave up the villa that he had shared with Henry Marsh."
    )
    view = tell(tmp_path, [COURT, "Peter Hale came in. Peter Hale laughed at Lord Henry Marsh."], [words])
    assert meant(view, "He")[-1:] == meant(view, "he")[-1:] == [view.name(who(view, "Peter Hale"))]
