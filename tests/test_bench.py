"""The whole loop of a benchmark against a scripted endpoint: build, run with three methods, judge, report; killed and resumed."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from books import read_through
from click.testing import CliRunner
from conftest import need_module
from test_laws import STORY

from castline.bench.building import build, draw
from castline.bench.dataset import Item, fill, read_items, write_items
from castline.bench.reporting import find_ac1
from castline.bench.running import Judged
from castline.bench.scenes import draw_scenes
from castline.bench.sheets import compare, read_sheet, write_sheet
from castline.cli import main
from castline.errors import InputError
from castline.graph.moments import pack
from castline.graph.opening import open_store
from castline.graph.store import Store
from castline.query.view import View, Views
from castline.testing import Fault, ScriptedServer

need_module("openai")


class Scripted:
    """A model without an endpoint."""

    name = "scripted"

    def answer(self, messages: list[dict[str, str]], sampling: object = None) -> str:
        return write({"messages": messages})


def write(body: dict[str, Any]) -> str:
    system, last = body["messages"][0]["content"], body["messages"][-1]["content"]
    if "who are bodily there" in system:
        first = " ".join(last.split()[3:9])
        everyday = "gloves" in last
        return json.dumps({"summary": f"Somebody spoke of {first}.", "participants": ["Brisa Tolloway"], "unique": True,
                           "ambiguous": False, "everyday": everyday})  # fmt: skip
    if "begins with" in system:
        return json.dumps({"question": "What did you hear?", "answer": "The sea.", "answers_itself": False})
    if "change one detail" in system:
        return json.dumps(
            {"question": "Why did the whale sing?", "truth": "No whale sang.", "still_true": False, "irrelevant": False}
        )
    if "You judge whether" in system:
        return json.dumps({"reasons": "fine", "score": 0 if "Yes" in last else 1})
    if "You judge how well" in system:
        return json.dumps({"reasons": "fits", "score": 5})
    return "I do not know of that." if "1.7" in system else "Yes, I was there."


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    store = open_store(str(tmp_path_factory.mktemp("bench") / "story.db"))
    read_through(store, STORY, saga="story")
    return store


@pytest.fixture
def view(store: Store) -> View:
    return Views(store).open("story", None)


def test_scenes_have_sentences_and_speeches_enough(view: View) -> None:
    scenes = list(draw_scenes(view))
    assert len(scenes) > 3
    text = STORY.read_text(encoding="utf-8")
    for scene in scenes:
        assert " ".join(text[scene.start : scene.end].split()) == scene.text
        assert scene.text.count("“") >= 5


def test_items_are_asked_before_or_after_their_scene_as_their_type_says(view: View) -> None:
    built = build(view, Scripted())
    kinds = {(item.type, item.form, item.fake is not None) for item in built.items}
    assert {
        ("future", "structured", False),
        ("past-presence", "structured", False),
        ("past-only", "free-form", True),
    } <= kinds
    for item in built.items:
        later = pack(item.at + ".9999") >= pack(item.scene)
        assert later == (item.type != "future"), item
        assert view.cast.met[item.who] <= pack(item.at + ".9999")
    assert len({item.id for item in built.items}) == len(built.items)
    came, passed = built.survival["no everyday matter"]
    assert 0 < passed < came
    assert build(view, Scripted()).items == built.items


def test_a_sample_has_equal_shares(view: View) -> None:
    items = build(view, Scripted()).items
    drawn = draw(items, 12)
    assert (
        6 <= len(drawn) <= 12
        and drawn == draw(items, 12)
        and {item.id for item in drawn} <= {item.id for item in items}
    )


def test_pointers_hold_no_text_and_are_filled_from_ones_own_copy(view: View, tmp_path: Path) -> None:
    items = build(view, Scripted()).items
    write_items(tmp_path / "items.jsonl", items, pointers=True)
    bare = read_items(tmp_path / "items.jsonl")
    assert not any(item.text for item in bare) and fill(view, bare) == items
    other = [
        item.__class__(**{f: getattr(item, f) for f in item.__struct_fields__} | {"start": item.start + 400})
        for item in bare[:1]
    ]
    with pytest.raises(InputError, match="same edition"):
        fill(view, other)


def test_the_whole_loop(store: Store, tmp_path: Path) -> None:
    """Also stopped for want of money on the way, and gone on with: nothing is asked twice."""
    base = ["--store", store.url, "bench"]
    items, run = str(tmp_path / "items.jsonl"), str(tmp_path / "run.jsonl")
    runner = CliRunner()
    with ScriptedServer(write, {5: Fault("no money")}) as server:
        model = ["--model", "scripted", "--base-url", server.url]
        made = [*base, "build", items, *model, "--sample", "12", "--review", str(tmp_path / "items.csv")]
        assert runner.invoke(main, made).exit_code == 1
        before = len(server.calls)
        assert runner.invoke(main, made).exit_code == 0
        known = json.loads(runner.invoke(main, [*base, "build", items, *model, "--calls"]).stdout)
        assert len(server.calls) - 1 <= known["calls"] and before == 5
        assert (tmp_path / "items.csv").read_text(encoding="utf-8").count("\n") >= len(read_items(items))
    with ScriptedServer(write, {9: Fault("no money")}) as server:
        model = ["--model", "scripted", "--judge", "scripted", "--base-url", server.url]
        asked = [*base, "run", items, "--out", run, "--methods", "castline,zero-shot,narrative-experts", *model]
        assert runner.invoke(main, asked).exit_code == 1
        assert runner.invoke(main, asked).exit_code == 0
        calls = len(server.calls)
        assert runner.invoke(main, asked).exit_code == 0 and len(server.calls) == calls
    found = json.loads(runner.invoke(main, [*base, "report", items, run]).stdout)
    assert [row["method"] for row in found["methods"]] == ["castline", "zero-shot", "narrative-experts"]
    assert found["methods"][0]["personality"] == 5.0
    assert found["agreement"]["graph and model"]["of"] == 3 * len(read_items(items))
    shown = runner.invoke(main, [*base, "report", items, run, "--table"]).stdout
    assert "| castline |" in shown and "AlignScore: not measured." in shown


def test_two_people_judge_by_hand(tmp_path: Path) -> None:
    where = {"saga": "s", "type": "future", "form": "structured", "who": "s:1.1:c1", "at": "1.1", "gold": "No.", "event": "It burnt.", "scene": "1.2",
                 "participants": (), "book": 1, "start": 0, "end": 1, "sha256": ""}  # fmt: skip
    items = [Item(id=f"i{n}", question=f"=HYPERLINK({n})", **where) for n in range(4)]  # type: ignore[arg-type]
    judged = [
        Judged(item=f"i{n}", method="castline", answer="-1 is no number", graph=n % 2, unlabelled=1) for n in range(4)
    ]
    sheets = []
    for person, scores in (("anna", "1 1 0 1"), ("ben", "1 1 0 0")):
        path = tmp_path / f"{person}.csv"
        write_sheet(path, items, judged)
        rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
        assert all(cell[:1] not in "=-" for row in rows for cell in row if cell) and "graph" not in rows[0]
        filled = [rows[0], *([*row[:-1], score] for row, score in zip(rows[1:], scores.split(), strict=True))]
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(filled)
        sheets.append(read_sheet(path))
    found = compare(*sheets, judged)
    assert found["means"] == {"castline": 0.625}
    assert found["between people"] == {"same": 0.75, "AC1": round(0.28125 / 0.53125, 3), "of": 4}
    assert found["people and graph"]["of"] == 8 and found["people and model"] == "not measured"
    (tmp_path / "anna.csv").write_text((tmp_path / "anna.csv").read_text().replace(",1\n", ",maybe\n"))
    with pytest.raises(InputError, match="no score"):
        read_sheet(tmp_path / "anna.csv")


def test_agreement_is_gwets() -> None:
    """Worked by hand: 3 of 4 the same, ones in 5 of 8: e = 2 * 0.625 * 0.375 = 0.46875; (0.75 - e) / (1 - e)."""
    assert find_ac1([(1, 1), (1, 1), (0, 0), (1, 0)]) == pytest.approx(0.28125 / 0.53125)
    assert find_ac1([(1, 1), (0, 0)]) == 1.0
