"""Whoever comes into a title is one person under both styles."""

from __future__ import annotations

from pathlib import Path

from test_traps import tell, who

BEFORE = "Mr. Henry Marsh came in. Mr. Henry Marsh sat down with Sir Charles Marsh. Sir Charles laughed. Ada Pell smiled at Henry Marsh."
AFTER = "Sir Henry Marsh came in. Sir Henry sat down, and Ada Pell gave Sir Henry Marsh her hand. “Welcome,” said Ada Pell. Sir Henry bowed."


def test_a_mr_becomes_a_sir(tmp_path: Path) -> None:
    view = tell(tmp_path, [BEFORE], [AFTER])
    assert (
        who(view, "Mr. Henry Marsh")
        == who(view, "Sir Henry Marsh")
        == who(view, "Sir Henry")
        != who(view, "Sir Charles")
    )


def test_a_sir_of_the_same_given_name_and_another_house_is_another(tmp_path: Path) -> None:
    view = tell(tmp_path, [BEFORE], [AFTER.replace("Sir Henry Marsh", "Sir Henry Orme")])
    assert who(view, "Mr. Henry Marsh") != who(view, "Sir Henry Orme")
