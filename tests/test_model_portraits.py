"""What a model tells of people in lines: who they are, what they want and hide, and why they feel as they do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from books import save, view_at, write_book

import scripts
from castline.graph.sqlite import SqliteStore
from castline.query.card import make_card
from castline.query.entries import SHOWN
from castline.query.lorebook import make_lorebook
from castline.query.people import list_cast
from castline.query.persona import write_persona
from castline.query.snapshot import _count_events, take_snapshot
from castline.query.view import View
from castline.testing import ScriptedServer
from scripts import read_passage, read_people, read_with

TALE = [
    ["Ada Pell kept the mill. Ada Pell met Owen Hale.", "“A cold day,” said Ada Pell to Owen Hale. Owen Hale nodded."],
    ["Owen Hale came back to Ada Pell. “Sit down,” said Ada Pell."],
    ["Ada Pell counted the sacks. Owen Hale swept the floor."],
    ["Ada Pell slept. Owen Hale went out."],
]
LINE = {
    "be": "keeps the mill, slow to trust",
    "wants": "to be rid of the dun mare",
    "hides": "from OWEN: that the flour is short",
}


def read_by(
    store: SqliteStore,
    folder: Path,
    answer: Callable[[dict[str, str], str], dict[str, Any]],
    tale: list[list[str]] = TALE,
) -> None:
    """Ingest the tale by a model that answers from the people and the passage of a prompt."""

    def reply(body: dict) -> str:
        prompt = body["messages"][1]["content"]
        people = {name: one for one, name in read_people(prompt).items()}
        return json.dumps(answer(people, read_passage(prompt)))

    with ScriptedServer(reply) as server:
        read_with(store, save(folder, write_book(tale)), folder, server.url)


@pytest.fixture
def told(sqlite_store: SqliteStore, tmp_path: Path) -> SqliteStore:
    def answer(people: dict[str, str], passage: str) -> dict[str, Any]:
        if "kept the mill" in passage:
            line = LINE | {"hides": LINE["hides"].replace("OWEN", people["Owen Hale"])}
            felt = {
                "who": people["Ada Pell"],
                "toward": people["Owen Hale"],
                "a": 4,
                "f": 5,
                "why": "he nodded like her brother",
            }
            return {
                "po": [line | {"who": people["Ada Pell"], "ev": "kept the mill"}],
                "fe": [felt | {"ev": "Owen Hale nodded"}],
            }
        if "came back" in passage:
            return {"po": [{"who": people["Ada Pell"], "be": "keeps the mill, and company", "ev": "Sit down"}]}
        return {"on": []}

    read_by(sqlite_store, tmp_path, answer)
    return sqlite_store


def say(view: View, who: str = "Ada Pell") -> str:
    return write_persona(take_snapshot(view, who), "chapter")


def test_the_portrait_says_who_somebody_is_wants_and_hides(told: SqliteStore) -> None:
    lines = say(view_at(told, "1"))
    assert "- Who you are: keeps the mill, slow to trust." in lines
    assert "- What you want now: to be rid of the dun mare." in lines
    assert "- What you keep to yourself: from Owen Hale: that the flour is short." in lines


def test_a_later_line_takes_the_place_of_an_earlier_one_and_what_was_wanted_in_another_chapter_is_left_out(
    told: SqliteStore,
) -> None:
    second = say(view_at(told, "2"))
    assert "keeps the mill, and company" in second and "slow to trust" not in second and "dun mare" not in second
    last = say(view_at(told, "4"))
    assert "keeps the mill, and company" in last and "the flour is short" in last


def test_why_somebody_feels_so_is_told_as_long_as_nothing_else_shows_it(told: SqliteStore) -> None:
    for at in ("1", "4"):
        assert "The cause: he nodded like her brother." in say(view_at(told, at))
    (side,) = [one.toward for one in take_snapshot(view_at(told, "4"), "Ada Pell").feelings if one.who == "Owen Hale"]
    assert side is not None and side.why == "he nodded like her brother" and side.shown is not None


def test_what_somebody_wants_and_hides_is_in_nobody_elses_book(told: SqliteStore) -> None:
    view = view_at(told, "1")
    others = (
        json.dumps(make_lorebook(view, "Owen Hale")) + json.dumps(make_card(view, "Owen Hale")) + say(view, "Owen Hale")
    )
    assert "dun mare" not in others and "flour" not in others and "slow to trust" not in others
    assert "the flour is short" in json.dumps(make_lorebook(view))
    assert make_card(view, "Ada Pell")["data"]["personality"].startswith("Keeps the mill, slow to trust.")


@pytest.mark.parametrize("line", ["keeps Zebedee's mill", "keeps p77 company", "x" * 201, "a\nb"])
def test_lines_that_hold_what_is_not_told_or_are_none_are_refused(
    sqlite_store: SqliteStore, tmp_path: Path, line: str
) -> None:
    read_by(sqlite_store, tmp_path, lambda people, passage: (
        {"po": [{"who": people["Ada Pell"], "be": line, "ev": "kept the mill"}]} if "kept the mill" in passage else {"on": []}
    ))  # fmt: skip
    view = view_at(sqlite_store, None)
    assert not [fact for fact in view.facts(["attribute"]) if fact.attribute == "portrait"]
    assert any("po 1: " in fact.message for fact in view.facts(["problem"]))


def test_what_a_model_tells_of_the_person_is_under_their_name_of_now(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    def answer(people: dict[str, str], passage: str) -> dict[str, Any]:
        one = next(key for name, key in people.items() if "Pell" in name)
        told = {"id": "e1", "w": 3, "st": "now", "do": [one]}
        if "counted the sacks" in passage:
            return {"ev": [told | {"says": f"{one} counts what is left", "ev": "counted the sacks"}]}
        return (
            {"ev": [told | {"says": f"{one} sits at the mill", "ev": "sat at the mill"}]}
            if "sat" in passage
            else {"on": []}
        )

    tale = [
        ["Miss Pell sat at the mill. Miss Pell laughed."],
        ["Miss Ada Pell counted the sacks. Miss Ada Pell slept. Ada Pell sang."],
    ]
    read_by(sqlite_store, tmp_path, answer, tale)
    view = view_at(sqlite_store, "2")
    lines = say(view, "Pell")
    assert view.name(view.find("Pell")) != "Miss Pell" and "Miss Pell sits" not in lines
    assert f"- {view.name(view.find('Pell'))} sits at the mill." in lines
    assert "Miss Pell sits at the mill." in say(view_at(sqlite_store, "1"), "Pell")


def test_more_is_told_of_what_a_model_has_read(told: SqliteStore) -> None:
    assert SHOWN.events_read > SHOWN.events
    view = view_at(told, "4")
    assert (
        _count_events(_known(view, "rules@1"), 9, 14) == 9
        and _count_events(_known(view, "cool@reading.v2"), 9, 14) == 14
    )


def _known(view: View, by: str) -> list[Any]:
    return [(None, msgspec.structs.replace(event, by=by)) for event in view.facts(["event"])]


@pytest.mark.parametrize("told", [1, 2])
def test_what_is_made_of_a_reading_is_that_of_a_book_that_ends_there(tmp_path: Path, told: int) -> None:
    made = []
    for name, tale in (("whole", scripts.TALE), ("cut", scripts.TALE[:told])):
        folder = tmp_path / name
        folder.mkdir()
        store = SqliteStore(str(folder / "castline.db"))
        with ScriptedServer(scripts.reply) as server:
            read_with(store, save(folder, write_book(tale)), folder, server.url)
        view = view_at(store, str(told))
        people = [one.name for one in list_cast(view)]
        assert len(people) > 1
        made.append([
            [say(view, who), json.dumps(make_card(view, who)), json.dumps(make_lorebook(view, who)), json.dumps(make_lorebook(view))]
            for who in people
        ])  # fmt: skip
        store.close()
    assert made[0] == made[1]
