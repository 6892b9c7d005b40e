"""Ties that one of the two does not know of, where levels of ties begin, and who knows what is told and said, by a model's reading."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from books import save, view_at, write_book

from castline.agent.ruling import rule
from castline.graph.sqlite import SqliteStore
from castline.query.card import make_card
from castline.query.lorebook import make_lorebook
from castline.query.persona import write_persona
from castline.query.snapshot import take_snapshot
from castline.query.view import View
from castline.testing import ScriptedServer
from scripts import read_passage, read_people, read_with

TALE = [
    ["Ada Pell sat at the mill. Kit Orme came in. Hugh Marsh slept.", "“Kit is mine,” said Ada Pell to Hugh Marsh. “He shall never hear it.”"],
    ["Kit Orme went to sea. Ada Pell wept. Hugh Marsh laughed."],
    ["“I am your mother,” said Ada Pell. Kit Orme sat down. Hugh Marsh went out."],
]  # fmt: skip


@pytest.fixture
def told(sqlite_store: SqliteStore, tmp_path: Path) -> SqliteStore:
    def answer(people: dict[str, str], passage: str) -> dict[str, Any]:
        ada, kit, hugh = (people[name] for name in ("Ada Pell", "Kit Orme", "Hugh Marsh"))
        tie = {"who": ada, "to": kit, "kind": "parent", "st": "holds"}
        if "sat at the mill" in passage:
            event = {
                "id": "e1",
                "says": f"{ada} says that {kit} is hers",
                "w": 3,
                "st": "claimed",
                "do": [ada],
                "told": [hugh],
                "ev": "Kit is mine",
            }
            return {"tie": [tie | {"hid": [kit], "ev": "Kit is mine"}], "ev": [event]}
        if "went to sea" in passage:
            event = {
                "id": "e1",
                "says": f"{ada} weeps for {kit}",
                "w": 2,
                "st": "now",
                "do": [ada],
                "saw": [hugh],
                "ev": "Ada Pell wept",
            }
            return {"on": [ada, hugh], "ev": [event], "kn": [{"who": hugh, "what": "e1", "how": "overheard"}]}
        if "your mother" in passage:
            return {"tie": [tie | {"ev": "I am your mother"}]}
        return {"on": []}

    def reply(body: dict) -> str:
        prompt = body["messages"][1]["content"]
        people = {name: one for one, name in read_people(prompt).items()}
        return json.dumps(answer(people, read_passage(prompt)))

    with ScriptedServer(reply) as server:
        read_with(sqlite_store, save(tmp_path, write_book(TALE)), tmp_path, server.url)
    return sqlite_store


def say(view: View, who: str, partner: str | None = None) -> str:
    return write_persona(take_snapshot(view, who, partner=partner), "chapter")


def test_whoever_does_not_know_of_a_tie_is_not_told_of_it(told: SqliteStore) -> None:
    view = view_at(told, "2")
    kit = say(view, "Kit Orme") + say(view, "Kit Orme", "Ada Pell") + json.dumps(make_card(view, "Kit Orme"))
    assert "mother" not in kit and "parent" not in kit
    assert "mother" not in json.dumps(make_lorebook(view, "Kit Orme")) + json.dumps(make_lorebook(view, "Hugh Marsh"))
    assert "mother" in json.dumps(make_lorebook(view)) and "without knowing it" in json.dumps(
        make_card(view, "Ada Pell")
    )


def test_who_knows_of_it_is_told_that_the_other_does_not(told: SqliteStore) -> None:
    view = view_at(told, "2")
    assert "- Kit Orme is your daughter without knowing it." in say(view, "Ada Pell")
    assert "daughter without knowing it" in say(view, "Ada Pell", "Kit Orme")
    (tie,) = take_snapshot(view, "Kit Orme").relations
    assert tie.hidden_from == (view.find("Kit Orme"),)


def test_both_know_of_it_once_it_is_told_again(told: SqliteStore) -> None:
    view = view_at(told, "3")
    assert "Ada Pell is your mother" in say(view, "Kit Orme") and "without knowing" not in say(view, "Ada Pell")


def test_kin_begin_where_kin_begin_for_whoever_knows_that_they_are(told: SqliteStore) -> None:
    def level(who: str, at: str) -> float:
        felt = take_snapshot(view_at(told, at), who).feelings
        return next((one.toward.affection for one in felt if one.toward and one.who != "Hugh Marsh"), 0.0)

    assert level("Ada Pell", "1") >= 7.5 and level("Kit Orme", "1") < 3
    assert level("Kit Orme", "3") >= 7.5


def test_who_says_a_thing_knows_it(told: SqliteStore) -> None:
    view = view_at(told, "1")
    (event,) = [one for one in view.facts(["event"]) if one.type == "claim"]
    known = {view.name(one.character): one.how for one in view.facts(["knowledge"]) if one.event == event.id}
    assert known == {"Ada Pell": "took-part", "Hugh Marsh": "told"}


def test_what_somebody_overhears_was_not_gone_through_by_both(told: SqliteStore) -> None:
    view = view_at(told, "2")
    hugh = take_snapshot(view, "Hugh Marsh", partner="Ada Pell")
    assert not [one for one in hugh.shared if "weeps" in one.summary]
    assert [one.how for one in (*hugh.events, *hugh.unshared) if "weeps" in one.summary] == ["overheard"]
    assert rule(view, "Hugh Marsh", "Were you there when Ada Pell wept?").present >= 0.9
