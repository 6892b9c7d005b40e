"""What somebody is, has and can, where the narration says so of somebody it surely means; and what only sounds like it."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_traps import tell, who

from castline.graph.facts import Attribute, decode
from castline.query.snapshot import take_snapshot
from castline.query.view import View

PEOPLE = "Mr. Hale met Miss Marsh at the gate. “Good day,” said Mr. Hale. “Good day,” said Miss Marsh."


def told_of(view: View, name: str) -> set[tuple[str, str]]:
    """Kind and value of everything but gender, and the book’s own words, that is told of somebody."""
    facts: list[Attribute] = [decode(line) for line in view.store.facts("made", ["attribute"], view.bound)]
    return {
        (f.attribute, f.value)
        for f in facts
        if view.root(f.character) == who(view, name) and f.attribute not in ("gender", "told")
    }


def told(folder: Path, words: str) -> set[tuple[str, str]]:
    """What the words tell of Mr. Hale."""
    return told_of(tell(folder, [PEOPLE, words]), "Mr. Hale")


@pytest.mark.parametrize(("words", "kind", "value"), [
    ("Mr. Hale, the surgeon, shut his bag.", "occupation", "surgeon"),
    ("The surgeon, Mr. Hale, shut his bag.", "occupation", "surgeon"),
    ("Mr. Hale the surgeon shut his bag.", "occupation", "surgeon"),
    ("Miss Marsh wrote to Mr. Hale, her surgeon.", "occupation", "surgeon"),
    ("“There is Mr. Hale, our surgeon,” said Miss Marsh.", "occupation", "surgeon"),
    ("Mr. Hale was a young surgeon.", "occupation", "surgeon"),
    ("Mr. Hale, who was a stage manager, shut his bag.", "occupation", "stage manager"),
    ("Mr. Hale worked as a clerk in Leeds.", "occupation", "clerk"),
    ("Mr. Hale was very tall.", "looks", "tall"),
    ("Mr. Hale, a thin, red-haired man, sat down.", "looks", "red-haired"),
    ("Mr. Hale was a stout man with a grey beard and small eyes.", "looks", "small eyes"),
    ("Mr. Hale’s large dark eyes shone.", "looks", "large dark eyes"),
    ("Mr. Hale’s hair was red.", "looks", "red hair"),
    ("Mr. Hale was about forty, with a red beard.", "looks", "a red beard"),
    ("Mr. Hale was old and thin, with grey eyes that followed everybody.", "looks", "grey eyes"),
    ("Mr. Hale’s hair, which was red and very long, stood on end.", "looks", "red hair"),
    ("Mr. Hale sat down. He took off his spectacles.", "looks", "spectacles"),
    ("Mr. Hale was always proud.", "personality", "proud"),
    ("Mr. Hale was shy.", "personality", "shy"),
    ("Mr. Hale was a shy, gentle man.", "personality", "gentle"),
    ("Mr. Hale had a hot temper.", "personality", "a hot temper"),
    ("Mr. Hale bowed with his usual courtesy.", "personality", "courtesy"),
    ("Mr. Hale was nineteen.", "age", "nineteen"),
    ("Mr. Hale was seventy-four, and had the gout.", "age", "seventy-four"),
    ("Mr. Hale met a visitor. He was a man of sixty.", "age", "sixty"),
    ("Mr. Hale was a man of about forty, and still a bachelor.", "age", "about forty"),
    ("Old Mr. Hale rose.", "age", "old"),
    ("Mr. Hale was a Dane.", "origin", "Dane"),
    ("Mr. Hale was born in Norwich.", "origin", "born in Norwich"),
    ("Mr. Hale was a rich man.", "standing", "rich"),
    ("Mr. Hale, a widower, sat down.", "standing", "widower"),
    ("Mr. Hale’s black horse stood by the gate.", "belongings", "a black horse"),
    ("Mr. Hale came out and called his dog.", "belongings", "a dog"),
    ("Mr. Hale owned two mills.", "belongings", "mills"),
    ("Mr. Hale had an estate in Norfolk.", "belongings", "an estate in Norfolk"),
    ("Mr. Hale had a fortune of ten thousand pounds.", "belongings", "a fortune of ten thousand pounds"),
    ("Mr. Hale spoke French with the porter.", "abilities", "speaks French"),
    ("Mr. Hale could swim.", "abilities", "can swim"),
    ("Mr. Hale played the violin.", "abilities", "plays the violin"),
    ("Mr. Hale sang beautifully.", "abilities", "sings beautifully"),
    ("Mr. Hale was a fine rider.", "abilities", "a fine rider"),
    ("Mr. Hale was good at chess.", "abilities", "good at chess"),
    ("Mr. Hale knew how to sew.", "abilities", "knows how to sew"),
    ("Mr. Hale was fond of music.", "hobby", "fond of music"),
    ("“I speak Dutch,” said Mr. Hale.", "abilities", "speaks Dutch"),
    ("“My yacht is in the bay,” said Mr. Hale.", "belongings", "a yacht"),
])  # fmt: skip
def test_what_is_told_of_somebody(tmp_path: Path, words: str, kind: str, value: str) -> None:
    assert (kind, value) in told(tmp_path, words)


@pytest.mark.parametrize("words", [
    "Miss Marsh had heard that Mr. Hale was proud.",
    "On the days when he won Mr. Hale was proud.",
    "The house was sold the winter Mr. Hale was twenty-one.",
    "“And therefore,” continued Hale, “the surgeon—the true surgeon, the other one—determined to leave.”",
    "Perhaps Mr. Hale was proud.",
    "Mr. Hale was proud.",
    "Mr. Hale was purse-proud.",
    "Mr. Hale was proud of the mill.",
    "Miss Marsh was a cousin of Mr. Hale, the surgeon of the regiment.",
    "As a surgeon only by courtesy, Mr. Hale stood aside.",
    "He came to the ball as Mr. Hale, Admiral of the fleet.",
    "After a word with the secretary Mr. Hale left.",
    "Mr. Hale was no surgeon.",
    "Mr. Hale was a kid, and Mr. Orme was a flatmate.",
    "Mr. Hale had been a surgeon.",
    "Mr. Hale was a perfect actor when he was late.",
    "If Mr. Hale was a rich man, nobody knew it.",
    "Mr. Hale could not swim.",
    "Mr. Hale would have spoken French.",
    "Was Mr. Hale good at chess?",
    "Mr. Hale was too fond of music.",
    "Mr. Hale was not fond of riding.",
    "Mr. Hale had no horse.",
    "Mr. Hale wished to own a yacht.",
    "Mr. Hale had a horse saddled.",
    "Mr. Hale’s red face shone.",
    "Mr. Hale’s hand trembled, and his eyes filled.",
    "Mr. Hale’s eyes were red.",
    "Mr. Hale wore his false beard.",
    "Mr. Hale dropped his spoon and took up his hat.",
    "Mr. Hale was five years older.",
    "Mr. Hale saw the porter on his black horse.",
    "Mr. Hale and Mr. Orme rode out, and his black horse fell.",
    "“Mr. Hale speaks French,” said Miss Marsh.",
    "“Mr. Hale is a surgeon,” said Miss Marsh.",
    "“I was a clerk then,” said Mr. Hale.",
])  # fmt: skip
def test_what_only_sounds_like_it(tmp_path: Path, words: str) -> None:
    assert not told(tmp_path, words)


@pytest.mark.parametrize(("words", "kind", "value"), [
    ("Doctor Orme shut the bag. Doctor Orme was tired.", "occupation", "doctor"),
    ("Captain Orme shut the bag. “Come in, Captain Orme!” said Miss Marsh.", "title", "Captain"),
    ("“Where is Captain Orme?” said Miss Marsh. “Captain Orme has gone,” said Mr. Hale.", "title", ""),
])  # fmt: skip
def test_a_title_is_told_by_whoever_tells_and_to_the_face(tmp_path: Path, words: str, kind: str, value: str) -> None:
    found = told_of(tell(tmp_path, [PEOPLE, words]), "Orme")
    assert found == ({(kind, value)} if value else set())


def test_each_is_told_once_and_an_age_ends_the_one_before(tmp_path: Path) -> None:
    view = tell(
        tmp_path,
        [PEOPLE, "Mr. Hale’s black horse stood there. Mr. Hale was nineteen."],
        ["Mr. Hale mounted his horse. Mr. Hale’s black horse neighed.", "Mr. Hale was twenty. Mr. Hale owned a mill."],
    )
    facts: list[Attribute] = [decode(line) for line in view.store.facts("made", ["attribute"], view.bound)]
    assert [(f.value, f.told, f.until) for f in facts if f.attribute in ("belongings", "age")] == [
        ("a black horse", "1.1.1", None),
        ("nineteen", "1.1.1", "1.2.1"),
        ("twenty", "1.2.1", None),
        ("a mill", "1.2.1", None),
    ]


def test_a_snapshot_shows_each_thing_once_and_no_kind_in_a_flood(tmp_path: Path) -> None:
    owned = ["horse", "dog", "cat", "yacht", "villa", "mill", "violin", "rifle", "farm"]
    view = tell(
        tmp_path,
        [PEOPLE, "Mr. Hale’s horse stood there. Mr. Hale’s black horse stood there."],
        [f"Mr. Hale’s {thing} was old. Nobody came." for thing in owned] + ["Mr. Hale was a Dane."],
    )
    shown = take_snapshot(view, "Mr. Hale")
    assert [a.attribute for a in shown.attributes] == ["gender", "origin"] + ["belongings"] * 3
    assert [a.value for a in shown.attributes[2:4]] == ["a black horse", "a dog"]
    assert shown.left_out["attributes"] == 6
