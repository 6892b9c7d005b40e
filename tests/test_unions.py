"""Ties that begin and end: each change has its chapter, and a view shows what holds by then."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import read_through, save, write_book

from castline.graph.stores import open_store
from castline.query.view import View, Views

MEET = "Anna Marsh and Martin Dale walked along the river. Anna laughed. Martin laughed too. Anna sat down by Martin."


def tell(folder: Path, *chapters: str) -> Views:
    store = open_store(f"sqlite:///{folder}/castline.db")
    read_through(store, save(folder, write_book([[MEET], *([one] for one in chapters)])))
    return Views(store)


def ties(view: View) -> set[str]:
    """What Anna and Martin are to each other as of the view."""
    return {fact.subtype for fact in view.facts(["relation"]) if fact.until is None}


def test_people_get_engaged_marry_and_are_left(tmp_path: Path) -> None:
    views = tell(
        tmp_path,
        "Anna Marsh was engaged to Martin Dale by the spring. Anna wrote to nobody. Martin slept badly.",
        "Martin Dale married Anna in June. Anna wore her blue dress. Martin had lost the ring.",
        "Martin Dale died in the winter. Anna stayed in the house by the river.",
    )
    seen = [ties(views.open("made", str(at))) for at in (1, 2, 3, 4)]
    assert seen == [set(), {"betrothed"}, {"spouse"}, {"widow"}]


def test_an_engagement_that_is_broken_off_is_over(tmp_path: Path) -> None:
    views = tell(
        tmp_path,
        "Anna Marsh became engaged to Martin Dale. Anna sang, and Martin slept badly.",
        "Anna Marsh broke off the engagement. Martin said nothing. Anna went home.",
    )
    assert ties(views.open("made", "2")) == {"betrothed"} and ties(views.open("made", "3")) == {"parted"}


@pytest.mark.parametrize(
    "told",
    [
        "Anna Marsh would never have married Martin Dale. Anna said so.",
        "“Did Anna Marsh marry Martin Dale?” asked the clerk. Nobody answered him.",
        "Anna Marsh was engaged to Martin Dale for the next dance. Anna sighed.",
        "Anna Marsh did not marry Martin Dale. Anna went home.",
        "Anna Marsh wanted to marry Martin Dale. Anna went home.",
    ],
)
def test_what_is_denied_asked_or_wished_changes_nothing(tmp_path: Path, told: str) -> None:
    assert ties(tell(tmp_path, told).open("made", "2")) == set()


def test_servants_are_dismissed(tmp_path: Path) -> None:
    views = tell(
        tmp_path,
        "Peter Rudd, her servant, came in. Anna Marsh told her servant, Peter Rudd, to shut the door. Peter shut it.",
        "Anna Marsh dismissed Peter Rudd. Peter went away without a word. Anna wept.",
    )
    assert ties(views.open("made", "2")) == {"servant"} and ties(views.open("made", "3")) == {"dismissed"}
