"""What `review` finds: people who may be one, people who may be two, and nothing from after the cut."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from runs import run
from sagas import make_batches
from test_traps import tell

import castline
from castline.graph.facts import Attribute, Character, Mention, Name, Present, Relation, Scene
from castline.graph.sqlite import SqliteStore
from castline.graph.store import ChapterRecord
from castline.query.review import review
from castline.query.suspects import differ_by_one
from castline.query.view import Views


def write(folder: Path, people: dict[str, list[tuple[str, str]]], scenes: list[set[str]]) -> Views:
    """A saga of one chapter whose people bear (form, type) names, and are in these scenes."""
    store = SqliteStore(str(folder / "castline.db"))
    batch = next(make_batches(1, 1, saga="made"))
    common = {"book": 1, "chapter": 1, "told": "1.1", "start": 0, "end": 1, "text": "x", "by": "hand"}
    facts: list[object] = [Character(id=one, **common) for one in people]
    for one, names in people.items():
        facts += [Name(id=f"{one}n{n}", character=one, form=form, type=kind, **common)  # type: ignore[arg-type]
                  for n, (form, kind) in enumerate(names)]  # fmt: skip
    for n, there in enumerate(scenes):
        present = tuple(Present(character=one, presence="on-page") for one in sorted(there))
        facts.append(Scene(id=f"s{n}", present=present, **common))
    store.write(type(batch)("made", 0, batch.book, batch.chapter, facts, (), {}))  # type: ignore[arg-type]
    return Views(store)


def test_two_of_one_surname_who_never_meet_may_be_one(tmp_path: Path) -> None:
    people = {"a": [("Ada Hale", "full")], "b": [("Miss Hale", "title")], "c": [("Owen Hale", "full")]}
    found = review(write(tmp_path, people, [{"a", "b"}, {"a", "b"}, {"c"}]).open("made", None))
    assert next((one.kind, one.ids, one.worth) for one in found) == ("split", ("a", "b"), 2)
    assert not [one for one in found if {"a", "c"} == set(one.ids)], "two given names part them"


def test_a_pet_name_may_be_anothers(tmp_path: Path) -> None:
    people = {
        "a": [("Kit", "given")],
        "b": [("Kitty", "given")],
        "c": [("Kate", "given")],
        "d": [("Joe Orme", "full")],
        "e": [("Joey", "nickname")],
    }
    found = review(write(tmp_path, people, [{"a"}, {"b"}, {"c"}, {"d"}, {"e"}]).open("made", None))
    assert {one.ids: one.why.split(";")[0] for one in found} == {
        ("a", "b"): "Kit may be short for Kitty",
        ("d", "e"): "Joe may be short for Joey",
    }


def test_one_with_two_given_names_may_be_two(tmp_path: Path) -> None:
    people = {"a": [("Ada Hale", "full"), ("Rose Hale", "full")], "b": [("Mr. Orme", "title"), ("Mrs. Orme", "title")]}
    found = review(write(tmp_path, people, [{"a"}, {"b"}]).open("made", None))
    assert {(one.kind, one.ids) for one in found} == {("merge", ("a",)), ("merge", ("b",))}
    assert all(len(one.evidence) == 2 for one in found)


def test_brown_eyes_were_never_grey(tmp_path: Path) -> None:
    text = (
        "CHAPTER 1\n\nMiss Clara Farrow had grey eyes. Clara Farrow sat down.\n\nMr. Owen Pell had gray eyes. Owen Pell sat down.\n\n"
        "CHAPTER 2\n\nClara Farrow had brown eyes. Owen Pell had blue eyes. Clara Farrow rose.\n"
    )
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        (tmp_path / "draft.txt").write_text(text, encoding="utf-8")
        library.ingest(tmp_path / "draft.txt")
        found = [one for one in library.review() if one.kind == "contrary"]
    assert [(one.people, one.why) for one in found] == [(("Clara Farrow",), "grey eyes (1.1) and brown eyes (1.2)")]


def test_eyes_of_two_colours_are_at_odds_as_soon_as_the_second_is_told(tmp_path: Path) -> None:
    draft = (
        "CHAPTER 1\n\nMiss Clara Farrow had blue eyes. Clara Farrow sat down.\n\nMr. Owen Pell had grey eyes. Owen Pell sat down.\n\n"
        "CHAPTER 2\n\nClara Farrow had green eyes. Owen Pell had blue eyes. Clara Farrow rose.\n"
    )
    (tmp_path / "draft.txt").write_text(draft, encoding="utf-8")
    with castline.open(f"sqlite:///{tmp_path}/x.db") as library:
        library.ingest(tmp_path / "draft.txt")
        found = [one for one in library.review() if one.kind == "contrary"]
        assert [one.why for one in found] == ["blue eyes (1.1) and green eyes (1.2)"]
        assert [one.people for one in found] == [("Clara Farrow",)] and len(found[0].evidence) == 2
        assert not [one for one in library.review("1") if one.kind == "contrary"]


def test_men_of_two_surnames_and_ladies_of_one_rank_are_two(tmp_path: Path) -> None:
    people = {"a": [("John Hale", "full")], "b": [("John Orme", "full")], "c": [("Princess Ada", "title"), ("Ada Vale", "full")],
              "d": [("Princess Rose", "title"), ("Princess Rose Lee", "full"), ("Rose Lee", "full")]}  # fmt: skip
    found = review(write(tmp_path, people, [{"a", "b", "c", "d"}]).open("made", None))
    assert [(one.kind, one.ids) for one in found] == []


def test_kin_without_a_name_may_be_who_has_one(tmp_path: Path) -> None:
    views = write(tmp_path, {"a": [("Ada", "given")], "b": [("Ada’s father", "description")], "c": [("Owen Hale", "full")]},
                  [{"a", "b"}, {"c"}])  # fmt: skip
    tell_of(views, [("b", "a", "parent"), ("c", "a", "family")], {"b": "male", "c": "male"})
    found = review(views.open("made", None))
    assert [(one.kind, one.ids, one.correct) for one in found] == [("split", ("b", "c"), ("same", "b", "c"))]
    assert "may be the father" in found[0].why


def test_a_name_that_nobody_is_seen_to_bear_may_be_nobody(tmp_path: Path) -> None:
    views = write(
        tmp_path, {"a": [("Ada", "given")], "b": [("Daily Post", "full")], "c": [("Captain Hale", "title")]}, [{"a"}]
    )
    tell_of(views, [], {"a": "female"}, named=["b", "c"] * 3)
    found = review(views.open("made", None))
    assert [(one.kind, one.ids, one.correct) for one in found] == [("nobody", ("b",), ("nobody", "b"))]


def tell_of(
    views: Views, ties: list[tuple[str, str, str]], genders: dict[str, str], named: list[str] | None = None
) -> None:
    """A second chapter, which tells of kin and of genders, and names people."""
    *_, batch = make_batches(1, 2, saga="made")
    common = {"book": 1, "chapter": 2, "told": "1.2", "start": 0, "end": 1, "text": "x", "by": "hand"}
    facts: list[object] = [
        Relation(id=f"r{n}", a=a, b=b, type="family", subtype=kind, **common)
        for n, (a, b, kind) in enumerate(ties)  # type: ignore[arg-type]
    ]
    facts += [
        Attribute(id=f"g{who}", character=who, attribute="gender", value=value, **common)
        for who, value in genders.items()
    ]  # type: ignore[arg-type]
    mentions = [
        Mention(id=f"m{n}", character=who, form="x", type="name", **common) for n, who in enumerate(named or [])
    ]  # type: ignore[arg-type]
    chapter = ChapterRecord(1, 2, "", "", 20, "CHAPTER 2", None)
    views.store.write(type(batch)("made", 1, batch.book, chapter, facts, mentions, {}))  # type: ignore[arg-type]


def test_a_name_that_is_written_once_in_another_way_may_be_a_slip(tmp_path: Path) -> None:
    told = ["Mr. Marchfield came in. " * 10], ["Mr. Marchfeild laughed, and Margaret saw it. Miss Margery was out."]
    view = tell(tmp_path, *told)
    (found,) = [one for one in review(view) if "is written once" in one.why]
    assert found.why == "Marchfeild is written once, Marchfield 10 times"
    assert not [one for one in review(Views(view.store).open("made", "1")) if "is written" in one.why]
    assert found.kind == "split" and found.correct[0] == "same" and len(found.evidence) == 2


@pytest.mark.parametrize(
    ("word", "other", "slip"),
    [("orme", "orne", True), ("orme", "remo", False), ("orme", "rome", True), ("orme", "ormes", False), ("orme", "ore", True),
     ("orme", "orme", False), ("orme", "forme", True), ("hale", "hall", True), ("hale", "hart", False)],
)  # fmt: skip
def test_words_differ_by_one_letter(word: str, other: str, slip: bool) -> None:
    assert differ_by_one(word, other) is differ_by_one(other, word) is slip


def test_nobody_has_two_fathers(tmp_path: Path) -> None:
    people = {
        "a": [("Ada", "given")],
        "b": [("Mr. Hale", "title")],
        "c": [("Mr. Orme", "title")],
        "d": [("Mrs. Hale", "title")],
    }
    views = write(tmp_path, people, [{"a", "b"}])
    ties = [("b", "a", "parent"), ("a", "c", "child"), ("d", "a", "parent")]
    tell_of(views, ties, {"b": "male", "c": "male", "d": "female"})
    assert not [one for one in review(views.open("made", "1")) if one.kind == "contrary"]
    (found,) = [one for one in review(views.open("made", None)) if one.kind == "contrary"]
    assert found.people == ("Ada", "Mr. Hale", "Mr. Orme")
    assert found.why == "is told to have 2 fathers: Mr. Hale (1.2) and Mr. Orme (1.2)"


def test_nobody_is_married_to_a_parent(tmp_path: Path) -> None:
    people = {"a": [("Mrs. Hale", "title")], "b": [("Mr. Hale", "title")], "c": [("Ada", "given")]}
    views = write(tmp_path, people, [{"a", "b"}])
    tell_of(views, [("b", "a", "parent"), ("a", "b", "spouse"), ("b", "c", "parent")], {"a": "female", "b": "male"})
    assert not [one for one in review(views.open("made", "1")) if one.kind == "contrary"]
    (found,) = [one for one in review(views.open("made", None)) if one.kind == "contrary"]
    assert set(found.people) == {"Mr. Hale", "Mrs. Hale"}
    assert (
        found.why
        == "Mr. Hale is told to be father of Mrs. Hale (1.2) and Mrs. Hale is told to be wife of Mr. Hale (1.2)"
    )


def test_people_who_speak_to_each_other_are_two(tmp_path: Path) -> None:
    view = tell(tmp_path, [
        "Miss Verrill poured. “Tea, Judith?” said Miss Verrill. “Thank you,” said Judith Verrill. Miss Verrill smiled.",
        "“More?” said Miss Verrill. “No,” said Judith Verrill. Judith Verrill kissed Miss Verrill, and Miss Verrill left.",
    ])  # fmt: skip
    assert [one for one in review(view) if one.kind == "split"] == []


def test_the_command_prints_json(tmp_path: Path) -> None:
    write(tmp_path, {"a": [("Ada Hale", "full")], "b": [("Miss Hale", "title")]}, [{"a"}, {"b"}])
    said = run(tmp_path, "review", "--top", "1")
    assert [one["kind"] for one in json.loads(said.output)] == ["split"]
    assert "may be" in run(tmp_path, "review", "--table").output


_TELLING = (
    "I went down to the quay, and I saw what I had feared. I stood there, and I thought of my father. I was cold; I was hungry, "
    "and I knew that I must go home. I told myself that I would not weep."
)


def test_a_teller_without_a_name_may_be_whom_others_call(tmp_path: Path) -> None:
    """ "Rowan" is called where "I" is, and the telling never says that name; it says "Clara"."""
    view = tell(
        tmp_path,
        [_TELLING, "“Come in, Rowan,” said Clara Stone.", "Clara Stone shut the door, and I sat down.", _TELLING],
        [
            _TELLING,
            "“You are wet, Rowan, and late,” said Clara Stone.",
            "Clara Stone laughed, and I was glad.",
            _TELLING,
        ],
    )
    (found,) = [one for one in review(view) if "narrator" in one.why]
    assert (found.kind, found.people) == ("split", ("the narrator", "Rowan"))
    assert found.correct == ("same", *found.ids) and "called so 2 times" in found.why
    assert not [one for one in review(Views(view.store).open("made", "1")) if "narrator" in one.why]


def test_a_full_name_and_its_short_form_are_no_two(tmp_path: Path) -> None:
    people = {
        "a": [("Tom Orme", "full"), ("Thomas Orme", "full")],
        "b": [("Ada Pell", "full"), ("Hugh Pell", "full"), ("Hughie Pell", "full")],
    }
    found = review(write(tmp_path, people, [{"a"}, {"b"}]).open("made", None))
    assert [(one.kind, one.ids) for one in found] == [("merge", ("b",))]


def test_one_who_is_hardly_named_beside_one_of_the_surname_whose_given_name_begins_alike_may_be_a_slip(
    tmp_path: Path,
) -> None:
    often = (
        "Albert Hale came in. “Good day,” said Albert Hale. Mr. Hale sat down, and Albert Hale spoke to Ada Marsh. " * 4
    )
    once = "Arthur Hale shut the door. “Good night,” said Arthur Hale to Ada Marsh."
    view = tell(tmp_path, [often], [often], [once])
    (found,) = (
        finding for finding in review(view) if "is named once" in finding.why or "is named 2 times" in finding.why
    )
    assert set(found.people) == {"Arthur Hale", "Albert Hale"} and found.correct[0] == "same"
    (tmp_path / "other").mkdir()
    other = tell(tmp_path / "other", [often], [often], [once.replace("Arthur", "Silas")])
    assert not [finding for finding in review(other) if " is named " in finding.why]


def test_who_is_only_called_by_a_pet_name_may_be_who_bears_the_name(tmp_path: Path) -> None:
    talk = "Bram Orme came in. “Good day,” said Bram Orme to Ada Pell. “Where is Brammie?” said Ada Pell. “Poor Brammie!” said Hugh Marsh. "
    view = tell(tmp_path, [talk * 2], [talk], [talk])
    assert any(set(finding.people) == {"Bram Orme", "Brammie"} for finding in review(view))
