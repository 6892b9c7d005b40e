"""People in a model's answers: nouns and names that are one, three who are one, who is "he" alone, and who is nobody to be known."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from books import save, tell_all, view_at, write_book

from castline.graph.facts import PARTED
from castline.graph.sqlite import SqliteStore
from castline.ingest.language.names import read_name
from castline.ingest.model.who import is_nobodys
from castline.query.view import View
from castline.testing import ScriptedServer
from scripts import read_passage, read_people, read_with


def read_by(
    store: SqliteStore, folder: Path, tale: list[list[str]], answer: Callable[[dict[str, str], str], dict], **how: str
) -> View:
    """The view of a made tale, each passage answered by `answer` (ids -> names of its people, the passage)."""

    def reply(body: dict) -> str:
        prompt = body["messages"][1]["content"]
        return json.dumps(answer(read_people(prompt), read_passage(prompt)))

    with ScriptedServer(reply) as server:
        read_with(store, save(folder, write_book(tale)), folder, server.url, **how)
    return view_at(store, None)


def find(people: dict[str, str], name: str) -> str:
    return next((one for one, known in people.items() if name in known), "p99")


def test_who_is_joined_to_a_noun_is_found_by_his_full_name_later(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    tale = [
        ["The sailor came up the hill, and Orme came with a lamp. The sailor laughed. Orme sang.", "“Sit down,” said Orme. The sailor sat."],
        ["Joss Orme came home. Joss Orme slept, and Ada Pell wept."],
    ]  # fmt: skip

    def answer(people: dict[str, str], passage: str) -> dict:
        both = {
            "a": find(people, "Orme"),
            "b": find(people, "sailor"),
            "how": "the sailor is Orme",
            "ev": "The sailor laughed",
        }
        return {"same": [both]} if "The sailor laughed" in passage else {"on": []}

    view = read_by(sqlite_store, tmp_path, tale, answer)
    assert view.find("Joss Orme") == view.find("Orme")
    assert read_name("the man").given == read_name("a stranger").single == ""


def test_three_who_are_one_are_joined_by_one_answer(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    tale = [
        [
            "Martin Orme laughed. Martin Orme sat down.",
            "Silas slept. Silas woke at noon.",
            "Anselm Vane wept. Anselm Vane went out.",
        ]
    ]

    def answer(people: dict[str, str], passage: str) -> dict:
        one, ev = find(people, "Orme"), "Silas woke at noon"
        return {"same": [{"a": one, "b": find(people, other), "how": "so", "ev": ev} for other in ("Silas", "Vane")]}

    view = read_by(sqlite_store, tmp_path, tale, answer)
    joins = list(view.facts(["identity"]))
    assert len(joins) == 2 and len({view.root(end) for join in joins for end in (join.a, join.b)}) == 1


def test_who_is_he_from_end_to_end_acts_where_he_is_said_to_be(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    tale = [
        ["Owen Hale kept the mill. He counted the sacks. Owen Hale slept, and Owen Hale rose early.", "Ada Pell kissed Owen Hale."],
        ["There was a frost in the night, and the wheel stood still. Long ago he had feared it. He struck the ice with a stick."],
    ]  # fmt: skip

    def answer(people: dict[str, str], passage: str) -> dict:
        if "struck the ice" not in passage:
            return {"on": []}
        one = find(people, "Owen Hale")
        ev = "struck the ice with a stick"
        return {
            "on": [one],
            "ev": [{"id": "e1", "says": f"{one} breaks the ice", "w": 2, "st": "now", "do": [one], "ev": ev}],
        }

    view = read_by(sqlite_store, tmp_path, tale, answer)
    (event,) = [one for one in view.facts(["event"]) if one.chapter == 2]
    parts = [view.name(part.character) for part in view.facts(["participation"]) if part.event == event.id]
    assert event.summary == "Owen Hale breaks the ice." and parts == ["Owen Hale"]


@pytest.mark.parametrize(
    ("name", "nobodys"),
    [("They", True), ("thirty men", True), ("eleven nuns", True), ("the ferryman", False), ("Two Knives Orme", False), ("a boy", False)],
)  # fmt: skip
def test_several_and_pronouns_are_nobody_to_be_known_by(name: str, nobodys: bool) -> None:
    assert is_nobodys(name) is nobodys


def test_a_crowd_acts_in_the_words_of_an_event_and_is_nobody(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    tale = [["Owen Hale kept the mill. Thirty men came to the mill at night, and Owen Hale fled."]]

    def answer(people: dict[str, str], passage: str) -> dict:
        one, ev = find(people, "Owen Hale"), "Thirty men came to the mill"
        new = {"id": "n1", "name": "Thirty men", "gender": "m", "ev": ev}
        told = {
            "id": "e1",
            "says": f"n1 drive {one} from the mill",
            "w": 3,
            "st": "now",
            "do": ["n1"],
            "to": [one],
            "ev": ev,
        }
        return {"new": [new], "ev": [told]}

    view = read_by(sqlite_store, tmp_path, tale, answer)
    (event,) = view.facts(["event"])
    assert event.summary == "Thirty men drive Owen Hale from the mill."
    assert {view.name(part.character) for part in view.facts(["participation"])} == {"Owen Hale"}


@pytest.mark.parametrize("name", ["Hugh Marsh", "Owen Hale"])
def test_the_rules_read_on_from_the_speakers_of_an_answer(sqlite_store: SqliteStore, tmp_path: Path, name: str) -> None:
    """What is felt by what is said is theirs who say it, by rule as well."""
    tale = [
        ["Ada Pell met Owen Hale and Hugh Marsh at the gate. “Good day,” said Owen Hale to Ada Pell. “Good day,” said Ada Pell."],
        [
            "Hugh Marsh and Owen Hale stood by the fire, and Ada Pell by the door.",
            "“I am tired,” said Owen Hale.",
            "“I love Ada Pell with all my heart.”",
            "Ada Pell wept.",
        ],
    ]  # fmt: skip

    def answer(people: dict[str, str], passage: str) -> dict:
        return {"q": [{"who": find(people, name), "n": [2]}]} if "with all my heart" in passage else {"on": []}

    view = read_by(sqlite_store, tmp_path, tale, answer)
    (said,) = (one for one in view.facts(["utterance"]) if "all my heart" in one.text)
    warm = [one for one in view.facts(["feeling"]) if "all my heart" in one.text and one.affection > 5]
    assert view.name(said.speaker) == name
    assert [(view.name(one.holder), view.name(one.toward)) for one in warm] == [(name, "Ada Pell")]


def test_kin_without_a_name_are_brought_in_by_whose_they_are(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    tale = [["Ada Pell came home. Her father was out. Owen Hale laughed."], ["Ada Pell slept."]]

    def answer(people: dict[str, str], passage: str) -> dict:
        if "came home" not in passage:
            return {"on": []}
        ada = find(people, "Ada Pell")
        ev = "Her father was out"
        new = [
            {"id": "n1", "name": "Ada Pell's father", "gender": "m", "ev": ev},
            {"id": "n2", "name": "Zebedee's father", "gender": "m", "ev": ev},
        ]
        return {"new": new, "tie": [{"who": "n1", "to": ada, "kind": "parent", "st": "holds", "ev": ev}]}

    view = read_by(sqlite_store, tmp_path, tale, answer)
    father = view.find("Ada Pell’s father")
    assert [tie.b for tie in view.facts(["relation"]) if tie.a == father and tie.type == "family"] == [
        view.find("Ada Pell")
    ]
    assert any("Zebedee's father" in fact.message for fact in view.facts(["problem"]))


def test_who_are_one_by_an_earlier_answer_and_two_by_this_are_parted_and_nobody_is_joined_to_both(
    sqlite_store: SqliteStore, tmp_path: Path
) -> None:
    tale = [
        ["Maria Voss sat by the fire. Greta Holm slept. Ada Pell wept."],
        ["Maria Voss came with Amalie Rehden. Greta Holm laughed. Charlotte Weiss sang, and Ada Pell went out."],
        ["Maria Voss slept. Greta Holm rose. Ada Pell came in."],
    ]

    def answer(people: dict[str, str], passage: str) -> dict:
        maria, greta = find(people, "Maria"), find(people, "Greta")
        if "by the fire" in passage:
            return {"same": [{"a": maria, "b": greta, "how": "one house", "ev": "Maria Voss sat by the fire"}]}
        if "laughed" not in passage:
            return {"on": []}
        two = ((maria, "Amalie", "Maria Voss came"), (greta, "Charlotte", "Greta Holm laughed"))
        return {"same": [{"a": one, "b": find(people, other), "how": "by name", "ev": ev} for one, other, ev in two]}

    view = read_by(sqlite_store, tmp_path, tale, answer)
    assert view.find("Amalie Rehden") != view.find("Charlotte Weiss")
    early = view_at(sqlite_store, "1")
    assert early.find("Maria Voss") == early.find("Greta Holm")
    assert view.find("Maria Voss") != view.find("Greta Holm"), "they are two from the chapter on that says so"
    parted = [one for one in view.facts(["identity"]) if one.how == PARTED]
    assert [(one.told[:3], one.text, one.by.split("@")[0]) for one in parted] == [("1.2", "Greta Holm laughed", "scripted")]  # fmt: skip
    assert [view.name(one.character) for one in view.facts(["mention"]) if one.chapter == 3][:2] == ["Maria Voss", "Greta Holm"]  # fmt: skip
    folder = tmp_path / "cut"
    folder.mkdir()
    for told in (1, 2):
        part = SqliteStore(str(folder / f"{told}.db"))
        read_by(part, folder, tale, answer, through=f"1.{told}")
        assert tell_all(part, f"1.{told}") == tell_all(sqlite_store, f"1.{told}"), "the prefix law, of partings too"
