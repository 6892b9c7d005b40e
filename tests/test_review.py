"""What `review` finds: people who may be one, people who may be two, and nothing from after the cut."""

from __future__ import annotations

import json
from pathlib import Path

from runs import run
from sagas import make_batches
from test_traps import tell

from castline.graph.facts import Character, Name, Present, Scene
from castline.graph.sqlite import SqliteStore
from castline.query.review import review
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


def test_one_with_two_given_names_may_be_two(tmp_path: Path) -> None:
    people = {"a": [("Ada Hale", "full"), ("Rose Hale", "full")], "b": [("Mr. Orme", "title"), ("Mrs. Orme", "title")]}
    found = review(write(tmp_path, people, [{"a"}, {"b"}]).open("made", None))
    assert {(one.kind, one.ids) for one in found} == {("merge", ("a",)), ("merge", ("b",))}
    assert all(len(one.evidence) == 2 for one in found)


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
