"""A model that checks an answer on the likeliest pages: what it is shown, what of what it finds is dropped, and what who speaks is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from books import read_through, view_at
from click.testing import CliRunner
from conftest import need_module
from test_laws import STORY
from test_picking import Answer, asked, open_view

from castline.agent.check import Claim, check_answer
from castline.agent.checking import COMING, TOLD, check_with
from castline.cli import main
from castline.graph.moments import pack
from castline.graph.opening import open_store
from castline.library import Library
from castline.query.view import View
from castline.testing import ScriptedServer

need_module("openai")
WHO = "Brisa Tolloway"
SAID = "I put on the green gloves. The ledger was found in the sealed room. I know nothing of a wedding."


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("checking")
    read_through(open_store(str(home / "whole.db")), STORY)
    return home


def heads_of(body: dict[str, Any]) -> list[str]:
    """The heads of the pages, and their first lines."""
    text = body["messages"][1]["content"].split("\n=== THE ANSWER ===")[0]
    return [page.strip() for page in text.split("=== PAGE ") if page]


def find(fault: str, coming: bool, **more: Any) -> Answer:
    """A model that finds one fault in the second sentence, on the first page told or the first to come."""

    def answer(body: dict[str, Any]) -> str:
        pages = heads_of(body)
        number = next(n for n, page in enumerate(pages, 1) if ("(comes later)" in page.split("\n")[0]) is coming)
        words = " ".join(pages[number - 1].split("\n", 1)[1].split()[5:14])
        return json.dumps({"faults": [{"sentence": 2, "fault": fault, "page": number, "words": words} | more]})

    return answer


@pytest.mark.parametrize(("fault", "coming"), [("future", True), ("unwitnessed", False), ("contradicted", False)])
def test_a_fault_is_shown_where_it_is_told(home: Path, fault: str, coming: bool) -> None:
    view = open_view(home, "1.5")
    with asked(find(fault, coming)) as (model, server):
        (claim,) = check_with(model, view, WHO, SAID)
    assert (claim.text, claim.fault) == ("The ledger was found in the sealed room.", fault)
    place = claim.place
    assert place and (pack(place.at) > view.bound) is coming
    told = [one for one in heads_of(server.calls[0]) if "(comes later)" not in one.split("\n")[0]]
    assert 1 < len(told) <= TOLD and len(heads_of(server.calls[0])) - len(told) <= COMING
    assert "3. I know nothing of a wedding." in server.calls[0]["messages"][1]["content"]


@pytest.mark.parametrize(
    ("fault", "coming", "wrong"),
    [
        ("future", False, {}),
        ("contradicted", True, {}),
        ("future", True, {"sentence": 9}),
        ("future", True, {"page": 0}),
        ("future", True, {"words": "no such words are there"}),
        ("unwitnessed", False, {"page": 99}),
        ("a lie", False, {}),
    ],
)
def test_what_cannot_be_shown_is_asked_once_more_and_then_the_graph_stands(
    home: Path, fault: str, coming: bool, wrong: dict[str, Any]
) -> None:
    view = open_view(home, "1.5")
    with asked(find(fault, coming, **wrong)) as (model, server):
        assert check_with(model, view, WHO, SAID) == check_answer(view, WHO, SAID)
    assert len(server.calls) == 2


def test_a_fault_that_cannot_be_shown_costs_itself_alone(home: Path) -> None:
    def answer(body: dict[str, Any]) -> str:
        good = json.loads(find("future", True)(body))["faults"][0]
        return json.dumps({"faults": [good, good | {"sentence": 9}, good]})

    with asked(answer) as (model, server):
        assert [claim.fault for claim in check_with(model, open_view(home, "1.5"), WHO, SAID)] == ["future"]
        assert len(server.calls) == 1


@pytest.mark.parametrize("chapter", [3, 8])
def test_of_what_is_told_a_model_is_shown_what_a_shorter_book_shows(home: Path, tmp_path: Path, chapter: int) -> None:
    part = open_store(str(tmp_path / "part.db"))
    read_through(part, STORY, chapter)

    def ask(view: View) -> list[str]:
        with asked(lambda body: '{"faults": []}') as (model, server):
            assert check_with(model, view, WHO, SAID) == []
        return heads_of(server.calls[0])

    short, whole = ask(view_at(part, None)), ask(open_view(home, f"1.{chapter}"))
    assert short == [page for page in whole if "(comes later)" not in page.split("\n")[0]] and len(short) < len(whole)


def test_who_speaks_is_never_told_what_comes(home: Path) -> None:
    url, pages = f"sqlite:///{home / 'whole.db'}", list[str]()

    def answer(body: dict[str, Any]) -> str:
        if "THE ANSWER ===" in body["messages"][1]["content"]:
            pages.extend(page.split("\n", 1)[1] for page in heads_of(body) if "(comes later)" in page.split("\n")[0])
            return find("future", True)(body) if "sealed room" in body["messages"][1]["content"].split("THE ANSWER")[1] else "{}"  # fmt: skip
        return "I know nothing." if any("cannot stand" in one["content"] for one in body["messages"]) else SAID

    with ScriptedServer(answer) as server, Library(url) as library:
        from castline.agent.model import Asked

        model = Asked("scripted", server.url)
        assert library.ask(model, WHO, "What of the ledger?", "5", checked=True, reader=model) == "I know nothing."
        spoken = [one for one in server.calls if "THE ANSWER ===" not in one["messages"][1]["content"]]
        assert len(spoken) == 2 and pages
        for page in pages:
            assert all(page not in said["content"] for one in spoken for said in one["messages"])


def test_the_command_asks_through_files(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "asked"
    called = ["--store", f"sqlite:///{home / 'whole.db'}", "check", WHO, SAID, "--at", "5", "--model", "x", "--batch", str(folder)]  # fmt: skip
    assert json.loads(CliRunner().invoke(main, called).stdout)["awaited"] == 1
    request = json.loads((folder / "requests.jsonl").read_text(encoding="utf-8"))
    line = json.dumps({"custom_id": request["custom_id"], "answer": find("future", True)(request["body"])})
    (folder / "answers.jsonl").write_text(line, encoding="utf-8")
    found = json.loads(CliRunner().invoke(main, called).stdout)
    assert [one["fault"] for one in found] == ["future"]
    assert CliRunner().invoke(main, [*called[:6], "--batch", "x"]).exit_code == 2
    assert CliRunner().invoke(main, [*called[:2], "ask", WHO, "What?", "--model", "x", "--reader", "y"]).exit_code == 2


def test_claims_are_one_to_a_sentence_in_their_order(home: Path) -> None:
    def answer(body: dict[str, Any]) -> str:
        one = json.loads(find("contradicted", False)(body))["faults"][0]
        return json.dumps({"faults": [one, one | {"sentence": 1}]})

    with asked(answer) as (model, _):
        claims: list[Claim] = check_with(model, open_view(home, "1.5"), WHO, SAID)
    assert [claim.text for claim in claims] == [
        "I put on the green gloves.",
        "The ledger was found in the sealed room.",
    ]


def test_what_would_be_sent_can_be_looked_at_and_answered_in_its_folder(home: Path, tmp_path: Path) -> None:
    """No endpoint and no key: the prompt stands in a file, and an answer beside it is the model's."""
    folder = tmp_path / "asked"
    called = ["--store", f"sqlite:///{home / 'whole.db'}", "ask", WHO, "What of the ledger?", "--at", "5", "--model", "x", "--batch", str(folder)]  # fmt: skip
    waiting = CliRunner().invoke(main, called)
    assert json.loads(waiting.stdout)["awaited"] == 1 and "1 request stands" in waiting.stderr
    (prompt,) = folder.glob("*.txt")
    assert prompt.read_text(encoding="utf-8").startswith(
        f"You are {WHO}"
    ) and "What of the ledger?" in prompt.read_text(encoding="utf-8")
    prompt.with_suffix(".json").write_text("I have it safe.", encoding="utf-8")
    assert CliRunner().invoke(main, called).stdout == "I have it safe.\n"
