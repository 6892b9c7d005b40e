"""A model that reads pages for slips: what it is shown, what of its answers is refused, and what becomes of the rest."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from books import read_through, view_at
from click.testing import CliRunner
from conftest import need_module
from test_laws import STORY
from test_picking import Answer, asked, open_view

from castline.agent.earlier import CHARACTERS, EVENTS, SENTENCES, cut_pages
from castline.agent.filing import Filing
from castline.agent.slips import find_slips, open_readings
from castline.cli import main
from castline.errors import AnswersAwaited, ModelError
from castline.graph.opening import open_store
from castline.library import Library
from castline.query.finding import Finding
from castline.query.sentences import find_terms
from castline.testing import Fault

need_module("openai")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("slips")
    read_through(open_store(str(home / "whole.db")), STORY)
    return home


def page_of(body: dict[str, Any]) -> str:
    text: str = body["messages"][1]["content"]
    return text.split("=== THE PAGE, of chapter ")[1].split(" ===\n", 1)[1].removesuffix("\n=== END ===")


def lines_of(body: dict[str, Any]) -> list[str]:
    return re.findall(r"(?m)^\[\d+\] (.*)$", body["messages"][1]["content"])


def words_of(body: dict[str, Any]) -> str:
    return " ".join(page_of(body).split()[10:20])


def find_one(**said: Any) -> Answer:
    """A model that takes ten words of each page for a slip against its last line, or as `said` otherwise."""
    return lambda body: json.dumps(
        {"slips": [{"words": words_of(body), "line": len(lines_of(body)), "before": words_of(body), "why": "as made up"} | said]}
    )  # fmt: skip


def test_what_gainsays_a_line_is_found_with_both_places(home: Path) -> None:
    view = open_view(home, "1.3")
    with asked(find_one(who="Brisa Tolloway")) as (model, server):
        found = find_slips(view, model)
    assert len(found) == len(server.calls) and {one.kind for one in found} == {"contrary"}
    last = found[-1]
    assert last.people == ("Brisa Tolloway",) and last.why == "as made up"
    before, here = last.evidence
    assert here.told.startswith("1.3") and here.by == "scripted" and 0 < here.confidence < 1
    text = STORY.read_text(encoding="utf-8")
    assert (before.start, before.end) < (here.start, here.end)
    for evidence in (before, here):
        assert " ".join(text[evidence.start : evidence.end].split()) == evidence.text


def test_words_of_the_page_itself_may_be_gainsaid(home: Path) -> None:
    with asked(find_one(line=0)) as (model, _):
        found = find_slips(open_view(home, "1.1"), model)
    assert found and all(one.evidence[0] == one.evidence[1] for one in found)


@pytest.mark.parametrize(
    "wrong",
    [
        {"words": "no such words are there"},
        {"line": 10_000},
        {"line": -1},
        {"line": 0, "before": "nor are these"},
        {"why": " "},
        {"line": "two"},
    ],
)
def test_what_cannot_be_shown_is_asked_for_once_more_and_then_dropped(home: Path, wrong: dict[str, Any]) -> None:
    view = open_view(home, "1.2")
    pages = len(list(open_readings(view)))
    with asked(find_one(**wrong)) as (model, server):
        assert find_slips(view, model) == []
    assert len(server.calls) == 2 * pages and "Answer once more" in server.calls[-1]["messages"][-1]["content"]


def test_one_fault_costs_itself_alone(home: Path) -> None:
    def answer(body: dict[str, Any]) -> str:
        good = json.loads(find_one()(body))["slips"][0]
        return json.dumps({"slips": [good, good | {"line": 10_000}]})

    view = open_view(home, "1.2")
    with asked(answer) as (model, server):
        assert len(find_slips(view, model)) == len(server.calls)


@pytest.mark.parametrize("chapter", [1, 4, 9])
def test_a_model_is_shown_nothing_that_comes(home: Path, tmp_path: Path, chapter: int) -> None:
    """The same of a saga that goes on as of one that ends there; page by page, nothing after the page."""
    part = open_store(str(tmp_path / "part.db"))
    read_through(part, STORY, chapter)
    short, whole = (list(open_readings(view)) for view in (view_at(part, None), open_view(home, f"1.{chapter}")))
    assert [one.messages for one in short] == [one.messages for one in whole]
    reading, concordance = whole[-1], whole[-1].view.concordance()
    told = {term for text in concordance.texts[: reading.page.span[1]] for term in find_terms(text)}
    later = {term for text in concordance.texts[reading.page.span[1] :] for term in find_terms(text)} - told
    assert len(later) > 20
    shown = {term for line in reading.lines for term in find_terms(line.says)} | set(find_terms(reading.page.text))
    assert not shown & later - {"fate", "abil", "belong", "person", "occup", "look", "narrat"}
    first = concordance.upto(reading.view.bound) if chapter == 1 else reading.page.span[0]
    assert all(line.evidence.told <= reading.view.at and line.evidence.start < concordance.sentences[first - 1].end for line in reading.lines)  # fmt: skip


def test_pages_are_the_whole_text_and_what_is_shown_does_not_grow(home: Path) -> None:
    view = open_view(home, None)
    concordance, readings = view.concordance(), list(open_readings(view))
    spans = [one.page.span for one in readings]
    assert [at for span in spans for at in range(*span)] == list(range(len(concordance)))
    assert all(len(one.page.text) <= CHARACTERS * 1.2 for one in readings)
    for one in readings:
        shown = [line for line in one.lines if line.evidence.by == "search"]
        assert sum(len(line.says) for line in shown) <= SENTENCES * 1.2
        assert sum(" [known to " in line.says for line in one.lines) <= EVENTS
    assert list(cut_pages(concordance, (3, 3))) == []


def test_answers_are_kept_and_slips_come_first(home: Path) -> None:
    counted: list[tuple[int, int]] = []
    with asked(find_one()) as (model, server), Library(f"sqlite:///{home / 'whole.db'}") as library:
        found = library.review("1.2", 3, model, lambda done, total: counted.append((done, total)))
        calls = len(server.calls)
        assert calls and counted == [(n, calls) for n in range(1, calls + 1)]
        assert [one.why for one in found][:calls] == ["as made up"] * calls and len(found) <= 3
        assert library.review("1.2", 3, model) == found and len(server.calls) == calls
        library.review("1.3", 3, model)
        assert len(server.calls) > calls, "a chapter more is asked about"


def test_a_model_that_fails_says_so(home: Path) -> None:
    with asked(find_one()) as (model, server):
        server.faults.update(dict.fromkeys(range(1, 20), Fault("no money")))
        with pytest.raises(ModelError, match="payment required"):
            find_slips(open_view(home, "1.2"), model)


def test_the_command_asks_through_files_and_shows_what_is_found(home: Path, tmp_path: Path) -> None:
    store, folder = f"sqlite:///{home / 'whole.db'}", tmp_path / "asked"
    called = ["--store", store, "review", "--at", "2", "--model", "someone", "--batch", str(folder), "--table"]
    first = CliRunner().invoke(main, called)
    assert first.exit_code == 0 and json.loads(first.stdout)["awaited"] > 1
    asked_for = [json.loads(line) for line in (folder / "requests.jsonl").read_text(encoding="utf-8").splitlines()]
    answers = [{"custom_id": one["custom_id"], "answer": find_one()(one["body"])} for one in asked_for]
    (folder / "answers.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in answers), encoding="utf-8")
    second = CliRunner().invoke(main, called)
    assert second.exit_code == 0 and "as made up" in second.stdout and "at odds" in second.stdout


def test_a_chat_window_will_do(home: Path, tmp_path: Path) -> None:
    with Library(f"sqlite:///{home / 'whole.db'}") as library:
        folder, view = tmp_path / "pasted", library.view("1.1")

        def find() -> list[Finding]:
            with Filing(folder) as filing:
                return find_slips(view, filing.find_model("someone"))

        with pytest.raises(AnswersAwaited):
            find()
        for prompt in folder.glob("*.txt"):
            page = prompt.read_text(encoding="utf-8").split("=== THE PAGE")[1]
            words = " ".join(page.split()[20:30])
            answer = {"slips": [{"words": words, "line": 0, "before": words, "why": "as made up"}]}
            prompt.with_suffix(".json").write_text(f"Here it is:\n{json.dumps(answer)}", encoding="utf-8")
        assert [one.why for one in find()] == ["as made up"] * len(list(folder.glob("*.txt")))


def test_how_a_model_is_asked_needs_its_name() -> None:
    assert CliRunner().invoke(main, ["review", "--batch", "x"]).exit_code == 2
