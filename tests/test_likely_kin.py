"""Kin whom no words tell outright: hinted at by whose name stands near "her sister", and by what follows."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import KINDRED, save, write_book
from test_kin import PEOPLE, ties
from test_traps import tell

from castline.graph.facts import Relation
from castline.graph.opening import open_store
from castline.ingest.memory.kept import Recalled
from castline.ingest.memory.memory import Hint
from castline.ingest.narrative.kin_hints import SORTS, TURNED, plain_kind
from castline.ingest.narrative.kin_odds import KinOdds
from castline.ingest.pipeline import ingest, read_memory
from castline.query.view import View

HERE = (
    "Ada met Martha at the gate. Ada bowed, and Martha smiled. Peter came in. Peter thanked Ada, and Martha laughed at Peter. "
    "Ada sat down by Martha. Peter went to the window, and Peter sang to Ada and Martha."
)
NEAR = (
    "Ada waited for her sister. Martha was late. Martha thought of her sister. Ada was ill. Ada wrote to her sister. "
    "Martha answered."
)


def weighed(view: View) -> list[Relation]:
    """The ties that no words tell."""
    return [tie for tie in view.facts(["relation"]) if tie.by.endswith("/weighed")]


def test_who_is_nearly_always_by_where_a_sister_is_spoken_of_is_the_sister(tmp_path: Path) -> None:
    view = tell(tmp_path, [HERE], [NEAR], [NEAR], [NEAR])
    assert ties(view, "Ada") == {"Martha": "sister"}
    [tie] = weighed(view)
    assert "her sister" in tie.text and 0.5 <= tie.confidence <= 0.95


def test_one_chapter_alone_makes_nobody_a_sister(tmp_path: Path) -> None:
    assert weighed(tell(tmp_path, [HERE], [NEAR])) == []


def test_a_man_is_no_sister(tmp_path: Path) -> None:
    words = NEAR.replace("Martha", "Peter")
    assert ties(tell(tmp_path, [HERE], [words], [words], [words]), "Ada") == {}


def test_who_is_told_to_be_a_brother_is_one_in_the_chapter_that_tells_it(tmp_path: Path) -> None:
    view = tell(tmp_path, [PEOPLE], ["Ada Pell came in with her brother, Peter Hale."])
    assert ties(view, "Ada Pell") == {"Peter Hale": "brother"} and weighed(view) == []


@pytest.mark.parametrize(("kind", "sort"), [
    ("half-sibling", "sibling"), ("aunt", "uncle"), ("aunt by marriage", "uncle"), ("niece", "nephew"), ("step-parent", "parent"),
    ("great-nephew", "nephew"), ("sibling-in-law", "in-law"), ("betrothed", "spouse"), ("friend", ""), ("guardian", ""), ("family", ""),
])  # fmt: skip
def test_finer_kinds_are_of_a_sort(kind: str, sort: str) -> None:
    assert plain_kind(kind) == sort


def test_every_sort_has_one_the_other_way_round() -> None:
    assert all(TURNED[TURNED[sort]] == sort for sort in SORTS)


def test_the_odds_of_all_that_two_may_be_leave_some_for_nothing(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "book.db"))
    ingest(store, [save(tmp_path, write_book(KINDRED))], "made", processes=1)
    memory = read_memory(Recalled(store, "made", store.version("made")))
    odds = KinOdds(memory.fork())
    pairs = [both for both in memory.ties.near if both[0] < both[1]]
    assert pairs and all(0.0 < sum(odds.weigh(*both).values()) < 1.0 or not odds.weigh(*both) for both in pairs)
    assert all((b, a) in memory.ties.near for a, b in pairs)
    assert all(isinstance(hint, Hint) for both in pairs for hint in memory.ties.near[both].values())


def test_a_mother_is_the_mother_of_her_sons_brother(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "book.db"))
    ingest(store, [save(tmp_path, write_book(KINDRED))], "made", processes=1)
    memory = read_memory(Recalled(store, "made", store.version("made")))
    keys = {person.name: person.key for person in memory.people if person.joined < 0}
    odds, (mother, son, brother) = KinOdds(memory.fork()), (keys[name] for name in ("Mrs. Orme", "Silas", "Hugh"))
    alone = odds.weigh(brother, mother).get((brother, mother, "parent"), 0.0)
    odds.keep({(son, mother, "parent"): 0.9})
    odds.keep({(son, brother, "sibling"): 0.9})
    assert odds.weigh(brother, mother)[brother, mother, "parent"] > alone


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Ada married Silas.", {"Silas": "husband", "Mrs. Orme": "mother-in-law"}),
        ("Ada was engaged to Silas.", {"Silas": "betrothed"}),
    ],
)
def test_kin_by_marriage_are_those_of_a_marriage_that_is_told(tmp_path: Path, words: str, told: dict[str, str]) -> None:
    here = (
        "Mrs. Orme met Silas at the gate. Ada came in. Ada thanked Silas, and Silas laughed. Mrs. Orme smiled at Ada."
    )
    near = "Ada looked for her mother-in-law. Mrs. Orme was late. Ada waited for her mother-in-law. Mrs. Orme came in."
    chapters = [here, f"Mrs. Orme was the mother of Silas. {words}", near, near, near]
    assert ties(tell(tmp_path, *([one] for one in chapters)), "Ada") == told
