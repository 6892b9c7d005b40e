"""Whom "he", "her" and "the old man" mean, as a model corrects it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from books import save, view_at, write_book

from castline.graph.sqlite import SqliteStore
from castline.testing import ScriptedServer
from scripts import read_people, read_with

TALE = [
    [
        "Owen Hale met Hugh Marsh at the inn. Hugh Marsh had bread and Owen Hale had none.",
        "He ate it. He was angry. Ada Pell slept.",
    ],
    ["Owen Hale went home."],
]
_MARK = re.compile(r"(\w+)⟨w(\d+)=([^⟩]*)⟩")


def read_by(
    store: SqliteStore, folder: Path, answer: Callable[[dict[str, str], list[tuple[str, str, str]]], dict]
) -> None:
    """Ingest the tale by a model that answers from the people and the marked words of a prompt."""

    def reply(body: dict) -> str:
        prompt = body["messages"][1]["content"]
        return json.dumps(answer(read_people(prompt), _MARK.findall(prompt)) if "bread" in prompt else {"on": []})

    with ScriptedServer(reply) as server:
        read_with(store, save(folder, write_book(TALE)), folder, server.url)


def of_kind(store: SqliteStore, kind: str) -> list:
    return list(view_at(store, None).facts([kind]))


def names(store: SqliteStore) -> dict[str, str]:
    return {name.character: name.form for name in of_kind(store, "name")}


def find(people: dict[str, str], name: str) -> str:
    return next(one for one, known in people.items() if known == name)


def other(people: dict[str, str], guess: str) -> str:
    """Whichever of the two men a word was not taken to mean."""
    return next(find(people, name) for name in ("Owen Hale", "Hugh Marsh") if find(people, name) != guess)


def test_a_corrected_word_means_whom_the_model_says_and_the_rules_read_on(
    sqlite_store: SqliteStore, tmp_path: Path
) -> None:
    told = dict[str, str]()

    def answer(people: dict[str, str], words: list[tuple[str, str, str]]) -> dict:
        assert [word for word, _, _ in words] == ["He", "He"]
        told["who"] = other(people, words[1][2])
        told["name"] = people[told["who"]]
        return {"m": [{"who": told["who"], "n": [1, 2]}]}

    read_by(sqlite_store, tmp_path, answer)
    called = names(sqlite_store)
    meant = [one for one in of_kind(sqlite_store, "mention") if one.form == "He"]
    assert [called[one.character] for one in meant] == [told["name"]] * 2
    assert {called[mood.character] for mood in of_kind(sqlite_store, "mood")} == {told["name"]}


def test_what_is_not_said_of_a_word_leaves_it_as_guessed(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    told = dict[str, str]()

    def answer(people: dict[str, str], words: list[tuple[str, str, str]]) -> dict:
        told["guessed"] = people[words[1][2]]
        told["corrected"] = people[other(people, words[0][2])]
        return {"m": [{"who": other(people, words[0][2]), "n": [1]}]}

    read_by(sqlite_store, tmp_path, answer)
    called = names(sqlite_store)
    meant = [called[one.character] for one in of_kind(sqlite_store, "mention") if one.form == "He"]
    assert meant == [told["corrected"], told["guessed"]]


def test_a_word_may_mean_nobody_and_one_that_is_not_there_is_refused(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    read_by(sqlite_store, tmp_path, lambda people, words: {
        "m": [{"who": "", "n": [2]}, {"who": find(people, "Ada Pell"), "n": [9]}, {"who": "p77", "n": [1]}],
    })  # fmt: skip
    assert len([one for one in of_kind(sqlite_store, "mention") if one.form == "He"]) == 1
    told = [fact.message for fact in of_kind(sqlite_store, "problem")]
    assert any("there is no word w9" in message for message in told)
    assert any("'p77' is nobody's id" in message for message in told)


def test_who_is_she_again_and_again_is_a_woman(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    tale = [
        [
            "Ilze Vane had bread. Owen Hale came to the mill.",
            "“Vane wept,” said Owen Hale. She slept. Her hands were cold.",
        ]
    ]

    def reply(body: dict) -> str:
        prompt = body["messages"][1]["content"]
        people = read_people(prompt)
        vane = next(one for one, name in people.items() if "Vane" in name)
        return json.dumps(
            {
                "m": [
                    {
                        "who": vane,
                        "n": [int(number) for word, number, _ in _MARK.findall(prompt) if word in ("She", "Her")],
                    }
                ]
            }
        )

    with ScriptedServer(reply) as server:
        read_with(sqlite_store, save(tmp_path, write_book(tale)), tmp_path, server.url)
    view = view_at(sqlite_store, None)
    assert view.cast.gender(view.find("Ilze Vane"), view.bound) == "female"
