"""Who was there, where a model has read it: what it tells of those who took part or saw goes before signs of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from books import save, view_at, write_book

from castline.agent.check import check_answer
from castline.agent.ruling import rule
from castline.graph.sqlite import SqliteStore
from castline.query.view import View, Views
from castline.testing import ScriptedServer
from scripts import read_passage, read_people, read_with

TALE = [
    ["Ada Pell and Owen Hale came to the mill. Hugh Marsh stayed at the inn with Ruth Dane.", "Owen Hale broke the copper lantern on the stair. Ada Pell wept."],
    ["Ada Pell slept at home. Hugh Marsh and Ruth Dane walked by the river. Owen Hale counted his coins."],
]  # fmt: skip


@pytest.fixture
def view(sqlite_store: SqliteStore, tmp_path: Path) -> View:
    def reply(body: dict) -> str:
        prompt = body["messages"][1]["content"]
        people = {name: one for one, name in read_people(prompt).items()}
        if "copper lantern" not in read_passage(prompt):
            return '{"on": []}'
        ev = "broke the copper lantern"
        says = f"{people['Owen Hale']} breaks the lantern"
        told = {
            "id": "e1",
            "says": says,
            "w": 3,
            "st": "now",
            "do": [people["Owen Hale"]],
            "saw": [people["Ada Pell"]],
            "ev": ev,
        }
        return json.dumps({"on": [people["Owen Hale"], people["Ada Pell"]], "ev": [told]})

    with ScriptedServer(reply) as server:
        read_with(sqlite_store, save(tmp_path, write_book(TALE)), tmp_path, server.url)
    return view_at(sqlite_store, "2")


def test_who_saw_it_was_there_and_who_is_in_no_scene_was_not(view: View) -> None:
    question = "Were you there when Owen Hale broke the copper lantern on the stair?"
    assert rule(view, "Ada Pell", question).present >= 0.9 and rule(view, "Owen Hale", question).present >= 0.9
    assert rule(view, "Hugh Marsh", question).present <= 0.1


def test_an_eyewitness_who_was_not_there_is_found(view: View) -> None:
    said = "I was standing there myself and saw Owen Hale break the copper lantern on the stair."
    assert [claim.fault for claim in check_answer(view, "Ruth Dane", said)] == ["unwitnessed"]
    assert not check_answer(view, "Ada Pell", said)


def test_a_hint_by_a_reading_rests_on_nothing_that_comes(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    """The first sentence of the next chapter is one that a model has read, and no further from the place than a page's words."""
    tale = [
        TALE[0],
        ["Owen Hale mended the copper lantern. Ada Pell slept at home.", "Hugh Marsh walked by the river."],
    ]

    def reply(body: dict) -> str:
        prompt = body["messages"][1]["content"]
        people = {name: one for one, name in read_people(prompt).items()}
        if "mended" not in read_passage(prompt):
            return '{"on": []}'
        who = people["Owen Hale"]
        told = {
            "id": "e1",
            "says": f"{who} mends the lantern",
            "w": 3,
            "st": "now",
            "do": [who],
            "ev": "mended the copper lantern",
        }
        return json.dumps({"on": [who], "ev": [told]})

    with ScriptedServer(reply) as server:
        read_with(sqlite_store, save(tmp_path, write_book(tale)), tmp_path, server.url, "whole")
        read_with(sqlite_store, save(tmp_path, write_book(tale[:1])), tmp_path, server.url, "cut")
    question = "Were you there when Owen Hale broke the copper lantern on the stair?"
    views = [Views(sqlite_store).open(saga, "1") for saga in ("whole", "cut")]
    for who in ("Ada Pell", "Hugh Marsh"):
        whole, cut = (rule(view, who, question) for view in views)
        assert (whole.present, whole.spatial) == (cut.present, cut.spatial)
