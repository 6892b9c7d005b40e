"""Events that a model has told in its own sentence, asked for in other words than the book's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from books import ask, save, tell_all, view_at, write_book
from conftest import need_module
from test_picking import asked

from castline.agent.knowers import find_knowing
from castline.agent.retold import find_retold, rank_retold
from castline.graph.facts import Event
from castline.graph.sqlite import SqliteStore
from castline.query.view import View
from castline.testing import ScriptedServer
from scripts import read_passage, read_people, read_with

need_module("openai")
TALE = [
    ["Ada Pell and Owen Hale came to the mill. Hugh Marsh stayed at the inn with Ruth Dane.",
     "It was gone from the shelf, and Owen Hale had it under his coat. Ada Pell looked the other way."],
    ["Hugh Marsh and Ruth Dane walked by the river. “I know about it,” said Ruth Dane to Hugh Marsh.", "Ada Pell slept."],
    ["Owen Hale put it back. Ruth Dane watched."],
]  # fmt: skip
TOLD = {
    "under his coat": ("{Owen Hale} steals the copper lantern from the shelf", ["Owen Hale"], ["Ada Pell"], "had it under his coat"),
    "by the river": ("{Ruth Dane} tells {Hugh Marsh} that {Owen Hale} has the lantern", ["Ruth Dane"], ["Hugh Marsh"], "I know about it"),
    "put it back": ("{Owen Hale} takes no leave, and in the end brings home the copper thing and a lantern", ["Owen Hale"], ["Ruth Dane"], "Owen Hale put it back"),
}  # fmt: skip


def read(body: dict[str, Any]) -> str:
    prompt = body["messages"][1]["content"]
    ids = {name: one for one, name in read_people(prompt).items()}
    for words, (says, do, saw, ev) in TOLD.items():
        if words in read_passage(prompt):
            for name, one in ids.items():
                says = says.replace(f"{{{name}}}", one)
            event = {
                "id": "e1",
                "says": says,
                "w": 2,
                "st": "now",
                "do": [ids[n] for n in do],
                "saw": [ids[n] for n in saw],
                "ev": ev,
            }
            return json.dumps({"on": [ids[n] for n in (*do, *saw)], "ev": [event]})
    return "{}"


@pytest.fixture
def store(sqlite_store: SqliteStore, tmp_path: Path) -> SqliteStore:
    with ScriptedServer(read) as server:
        read_with(sqlite_store, save(tmp_path, write_book(TALE)), tmp_path, server.url)
    return sqlite_store


@pytest.fixture
def view(store: SqliteStore) -> View:
    return view_at(store, "3")


def test_who_took_part_or_saw_knows_of_what_is_asked_in_plain_words(view: View) -> None:
    known = find_knowing(view, "Owen stole a lantern")
    assert known.event.id and known.event.summary == "Owen Hale steals the copper lantern from the shelf."
    assert {(one.name, one.how) for one in known.there} == {("Owen Hale", "took-part"), ("Ada Pell", "witnessed")}
    assert "Hugh Marsh" in [name for _, name in known.unknowing]


def test_the_words_must_stand_together_and_whoever_is_named_be_in_it(view: View) -> None:
    def meant(asked: str) -> list[tuple[float, str]]:
        return [(chance, event.told[:3]) for chance, event in find_retold(view, asked)]

    assert meant("Owen took the lantern")[0][0] < 0.5, "“takes” and “lantern” stand far from each other"
    assert meant("Hugh Marsh stole the lantern") == [(0.4, "1.2")], "Hugh is told of it, and of half of the words"
    assert meant("Ruth Dane burned the letters") == [] == meant("Owen Hale")


def test_several_events_by_which_it_is_known_are_all_named(view: View) -> None:
    known = find_knowing(view, "the lantern")
    assert [one.says[:9] for one in known.tellings if one.says][-1:] == ["Owen Hale"]
    assert {"Owen Hale", "Ada Pell", "Ruth Dane", "Hugh Marsh"} <= {one.name for one in (*known.there, *known.heard)}


def test_nothing_that_comes_is_looked_at(store: SqliteStore) -> None:
    early, late = view_at(store, "1"), view_at(store, "3")
    for asked_for in ("Owen stole a lantern", "Ruth tells Hugh of the lantern", "the lantern"):
        found = [event.told for _, event in find_retold(early, asked_for)]
        assert all(told.startswith("1.1") for told in found)
    assert len(rank_retold(early, "the lantern", 9)) == 1 and len(rank_retold(late, "the lantern", 9)) == 3


@pytest.mark.parametrize("told", [1, 2])
def test_who_knows_by_then_is_what_a_book_that_ends_there_tells(store: SqliteStore, tmp_path: Path, told: int) -> None:
    part = SqliteStore(str(tmp_path / "part.db"))
    folder = tmp_path / "part"
    folder.mkdir()
    with ScriptedServer(read) as server:
        read_with(part, save(folder, write_book(TALE)), folder, server.url, through=f"1.{told}")
    for asked_for in ("Owen stole a lantern", "Ruth tells Hugh of the lantern", "the lantern", "a thief"):
        early, short = view_at(store, str(told)), view_at(part, str(told))
        assert ask(lambda view=early, words=asked_for: find_knowing(view, words)) == ask(
            lambda view=short, words=asked_for: find_knowing(view, words)
        )
    assert tell_all(store, f"1.{told}") == tell_all(part, f"1.{told}")


def test_a_model_says_by_which_events_it_is_known_and_to_whom(view: View) -> None:
    def answer(body: dict[str, Any]) -> str:
        assert "=== EVENTS ===\n1. Owen Hale steals the copper lantern" in body["messages"][1]["content"]
        return json.dumps({"pages": [], "events": [{"event": 1, "know": ["Owen Hale"]}, {"event": 2, "know": []}]})

    with asked(answer) as (model, server):
        known = find_knowing(view, "who is a thief", model)
    assert len(server.calls) == 1 and known.event.summary.startswith("Owen Hale steals")
    assert [(one.name, one.how) for one in known.there] == [("Owen Hale", "took-part"), ("Ruth Dane", "took-part"), ("Hugh Marsh", "witnessed")]  # fmt: skip
    assert [one.chance for one in known.tellings] == [0.9, 0.9]


@pytest.mark.parametrize("events", [[{"event": 0}], [{"event": 4}], [{"event": 1}, {"event": 1}]])
def test_events_that_are_not_there_are_asked_for_once_more(view: View, events: list[dict[str, Any]]) -> None:
    said = iter([{"events": events}, {"events": [{"event": 1}]}])
    with asked(lambda body: json.dumps(next(said))) as (model, server):
        known = find_knowing(view, "who is a thief", model)
    assert len(server.calls) == 2 and "1 to 3" in server.calls[1]["messages"][-1]["content"]
    assert {one.name for one in known.there} == {"Owen Hale", "Ada Pell"}


def test_events_of_rules_are_none_of_these(tmp_path: Path) -> None:
    from test_traps import tell

    view = tell(tmp_path, ["Silas Borlase struck the keeper in the face, and fled."])
    assert any(isinstance(one, Event) for one in view.facts(["event"])) and find_retold(view, "Silas struck the keeper") == []  # fmt: skip
