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

from castline.bench.building import build, draw, spread
from castline.bench.dataset import Item, fill, read_items, write_items
from castline.bench.reporting import TYPES, find_ac1, report
from castline.bench.running import Judged
from castline.bench.scenes import draw_scenes
from castline.bench.sheets import compare, read_sheet, tabulate, write_sheet
from castline.bench.showing import show
from castline.cli import main
from castline.errors import AskError, InputError
from castline.graph.moments import pack
from castline.graph.opening import open_store
from castline.graph.store import Store
from castline.plots import plot_scores
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
    if "most of all wrong" in system:
        return json.dumps({"reasons": "late", "score": 5 if "must not know" in last else 6})
    if "which book and chapter" in system:
        return "1.99"
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
    picture = tmp_path / "run.svg"
    found = json.loads(runner.invoke(main, [*base, "report", items, run, "--plot", str(picture)]).stdout)
    assert "narrative-experts, future:" in picture.read_text(encoding="utf-8")
    stands = {row["method"]: row for row in found["stands"]}
    assert set(stands) == {"castline", "narrative-experts"}
    assert stands["narrative-experts"]["future"]["mean"] == 100 and stands["narrative-experts"]["past"]["mean"] == 0
    assert stands["narrative-experts"]["absence"] == "not measured"
    for row in found["faults"]:
        judged = next(one["model"] for one in found["methods"] if one["method"] == row["method"])
        wrong = sum(
            round(cell["of"] * (100 - cell["mean"]) / 100)
            for name, cell in judged.items()
            if name in TYPES and isinstance(cell, dict)
        )
        assert row["wrong"]["overall"] == wrong == sum(fault["overall"] for fault in row["faults"].values())
        assert row["faults"]["temporal"]["future"] == row["wrong"]["future"]
    assert any(row["wrong"]["overall"] for row in found["faults"])
    assert [row["method"] for row in found["methods"]] == ["castline", "zero-shot", "narrative-experts"]
    assert found["methods"][0]["personality"] == 5.0
    assert found["agreement"]["graph and model"]["of"] == 3 * len(read_items(items))
    shown = runner.invoke(main, [*base, "report", items, run, "--table"]).stdout
    assert "| castline |" in shown and "AlignScore: not measured." in shown
    for number in ("T3", "T4", "T5", "T25", "T26", "T27", "T28"):
        assert f"({number})" in shown, number
    assert "| random | 50.0 | 50.0 | 50.0 | 50.0 |" in shown and "(T24)" not in shown and "(T29)" not in shown


def make_item(number: int, **other: Any) -> Item:
    """An item, by its number."""
    usual = {"saga": "s", "type": "future", "form": "structured", "who": "s:1.1:c1", "at": "1.1", "question": "Is it so?", "gold": "No.",
             "event": "It burnt.", "scene": "1.2", "participants": (), "book": 1, "start": 0, "end": 1, "sha256": ""}  # fmt: skip
    return Item(id=f"i{number}", **(usual | other))  # type: ignore[arg-type]


def make_judged(number: int, **other: Any) -> Judged:
    """A judgement of that item, right by the graph."""
    return Judged(item=f"i{number}", method="m", answer="No.", **({"graph": 1, "unlabelled": 1} | other))


def test_tables_are_those_worked_by_hand() -> None:
    items = [make_item(1), make_item(2, saga="t"), make_item(3, type="past-absence"), make_item(4, type="past-presence"),
             make_item(5, type="past-only", form="free-form"), make_item(6, type="past-only", form="free-form", fake="action")]  # fmt: skip
    judged = [make_judged(1, model=0, fault="temporal", ahead=True), make_judged(2, graph=0, ahead=False), make_judged(3, ahead=False, absent=True),
              make_judged(4, ahead=False, absent=None), make_judged(5, ahead=True), make_judged(6, graph=0, model=0, fault="unclarified")]  # fmt: skip
    found = report(items, judged)
    assert {"series": "t", "form": "structured", "fake": False, "type": "future", "count": 1} in found["items"]
    assert found["labels"]["past-only, fake"] == {"count": 1, "share": 16.7} and found["words"]["question"] == 3
    row = found["methods"][0]
    assert (
        row["graph"]["future"] == {"mean": 50.0, "error": 35.4, "of": 2}
        and row["graph"]["fact"]["mean"] == 100
        and row["graph"]["fake"]["mean"] == 0
    )
    assert found["faults"][0]["faults"]["temporal"] == {
        "overall": 1,
        "future": 1,
        "past-absence": 0,
        "past-presence": 0,
        "past-only": 0,
    }
    assert found["faults"][0]["wrong"] == {
        "overall": 2,
        "future": 1,
        "past-absence": 0,
        "past-presence": 0,
        "past-only": 1,
    }
    assert [(one["series"], one["graph"]["future"]["mean"]) for one in found["series"]] == [("s", 100.0), ("t", 0.0)]
    stand = found["stands"][0]
    assert [stand[side]["mean"] for side in ("future", "past", "absence", "presence")] == [50.0, 50.0, 100.0, 0.0]
    assert stand["past"]["of"] == 4 and found["gaps"] == []
    bare = report(items, [make_judged(1)])
    assert bare["stands"] == [] and bare["faults"][0]["faults"] == "not measured"


def test_people_stand_beside_the_judges_by_type() -> None:
    items = [make_item(1), make_item(2, type="past-only"), make_item(3)]
    judged = [make_judged(1, model=1), make_judged(2, graph=0), make_judged(3)]
    sheets = [{("i1", "m"): 1, ("i2", "m"): 1}, {("i1", "m"): 0}]
    (row,) = tabulate(items, judged, sheets)
    assert (row["people"]["future"], row["people"]["past-only"], row["people"]["all"]) == ("0.5/1", "1.0/1", "1.5/2")
    assert (row["graph"]["all"], row["model"]["all"], row["graph"]["past-absence"]) == (
        "1.0/2",
        "1.0/1",
        "not measured",
    )
    found = report(items, judged) | {"people": [row]}
    assert "(T24)" in show(found) and "1.5/2" in show(found)


def test_questions_of_the_future_from_seven_points(view: View, tmp_path: Path) -> None:
    items = build(view, Scripted()).items
    found = spread(view, items)
    assert found and len(found) % 7 == 0 and len({item.id for item in found}) == len(found)
    for at in range(0, len(found), 7):
        points = found[at : at + 7]
        assert [item.gap for item in points] == list(range(7)) and len(
            {(item.question, item.who) for item in points}
        ) == 1
        chapters = [pack(item.at) for item in points]
        assert chapters == sorted(chapters, reverse=True) and len(set(chapters)) == 7
        scene = pack(points[0].scene)
        assert chapters[0] < scene and view.cast.met[points[0].who] <= pack(f"{points[-1].at}.9999")
    judged = [
        Judged(item=item.id, method="m", answer="", graph=int((item.gap or 0) > 3), unlabelled=1) for item in found
    ]
    rows = report(found, judged)["gaps"]
    assert {gap: cell["mean"] for gap, cell in rows[-1]["graph"].items()} == {
        "6": 100,
        "5": 100,
        "4": 100,
        "3": 0,
        "2": 0,
        "1": 0,
        "0": 0,
    }
    assert rows[-1]["who"] == "all" and "(T29)" in show(report(found, judged))
    plot_scores(report(found, judged), tmp_path / "gaps.png")
    assert (tmp_path / "gaps.png").stat().st_size > 20_000
    with pytest.raises(AskError, match="nothing to draw"):
        plot_scores(report(found, []), tmp_path / "none.png")


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


def answer_files(folder: Path) -> int:
    """What stands for a model behind files: each request answered, but for one in three, which fails. How many were asked."""
    requests = [json.loads(line) for line in (folder / "requests.jsonl").read_text(encoding="utf-8").splitlines()]
    with (folder / "answers.jsonl").open("a", encoding="utf-8") as file:
        for number, one in enumerate(requests):
            failed = number % 3 == 2 and len(requests) > 3
            said = {"error": "busy"} if failed else {"answer": write(one["body"])}
            file.write(json.dumps({"custom_id": one["custom_id"], **said}) + "\n")
    return len(requests)


def test_a_whole_loop_through_files_gives_what_an_endpoint_gives(store: Store, view: View, tmp_path: Path) -> None:
    """Nobody is asked: stage by stage what is awaited stands in a folder, and what failed there is awaited once more."""
    base = ["--store", store.url, "bench"]
    items, run, folder = str(tmp_path / "items.jsonl"), str(tmp_path / "run.jsonl"), tmp_path / "files"
    named = ["--model", "scripted", "--batch", str(folder)]
    runner = CliRunner()
    for command in (["build", items, *named], ["run", items, "--out", run, "--judge", "scripted", *named]):
        rounds = 0
        while "awaited" in (said := json.loads(runner.invoke(main, [*base, *command]).stdout)):
            assert said["awaited"] == answer_files(folder)
            rounds += 1
        assert 2 < rounds < 30
    assert read_items(items) == build(view, Scripted()).items
    with ScriptedServer(write) as server:
        model = ["--model", "scripted", "--judge", "scripted", "--base-url", server.url]
        asked = str(tmp_path / "asked.jsonl")
        assert runner.invoke(main, [*base, "run", items, "--out", asked, *model]).exit_code == 0
    first, other = (sorted(Path(one).read_text(encoding="utf-8").splitlines()) for one in (run, asked))
    assert first == other
