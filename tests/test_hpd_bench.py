"""Sessions in HPD's form: read as its files have them, stripped and filled, replied to, measured, compared with the graph."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from conftest import need_module
from shelf import ledger_url, write_tale

import castline
from castline.bench.hpd_report import report
from castline.bench.hpd_tables import compare, read_position, read_tables
from castline.bench.measures import compare_perplexities, find_precision, measure_rankings, measure_variety
from castline.bench.replying import JUDGED, SETTINGS, Replied, reply, write_prompt
from castline.bench.sessions import Session, fill, load_document, read_sessions, strip
from castline.cli import main
from castline.errors import InputError, NoScores
from castline.testing import Fault, ScriptedServer

WHO = "Brisa Tolloway"
THEIRS = {
    "Session-7": {
        "Position": "Book2-chapter3", "Speakers": ["Anna", "Ben"], "Scene": ["The rain fell.", "They sat by the fire."],
        "Dialogue": ["Ben: You are late.", "Anna: The bridge was shut.", "Ben: And the letter?"],
        "Positive-Response": "I have burnt the letter.", "Negative- Response": [f"Wrong {n}." for n in range(9)],
        "Attributes": {"Anna": {"name": "Anna", "gender": "female", "hobbies": "chess", "export": "None", "affiliation": "the mill"}},
        "Relations With Anna": {"Ben": {"name": "Ben", "friend": 1.0, "immediate family": 0.0, "enemy": 0.0, "Anna's affection to him": 6.0,
                                        "Anna's familiarity with him": 7.0, "His affection to Anna": -2.0, "His familiarity with Anna": 4.0}},
    }
}  # fmt: skip


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    path = tmp_path / "theirs.json"
    path.write_text(json.dumps(THEIRS), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hpd") / "brisa.json"
    with castline.open(ledger_url()) as library:
        path.write_bytes(b"".join(library.export_bytes("hpd", "8", character=WHO)))
    return path


def test_hpds_own_form_is_read(theirs: Path) -> None:
    (session,) = read_sessions(theirs)
    assert (session.who, session.position, session.wrong_by) == ("Anna", "Book2-chapter3", "people")
    assert session.right == ("I have burnt the letter.",) and len(session.wrong) == 9 and len(session.dialogue) == 3
    assert session.attributes == {
        "Anna": {"gender": "female", "hobby": "chess", "expertise": "", "affiliation": "the mill"}
    }
    assert session.relations["Ben"] == {
        "friend": 1.0, "immediate family": 0.0, "enemy": 0.0, "affection for them": 6.0, "familiarity with them": 7.0,
        "their affection": -2.0, "their familiarity": 4.0,
    }  # fmt: skip


def test_the_answer_of_a_training_session_is_the_last_line(tmp_path: Path) -> None:
    body = {"dialogue": ["Ben: Well?", "Anna: It is done.", "Ben: Good."], "scene": "", "relations with Anna": {}}
    (tmp_path / "train.json").write_text(json.dumps({"s": body}), encoding="utf-8")
    (session,) = read_sessions(tmp_path / "train.json")
    assert session.dialogue == ("Ben: Well?",) and session.right == ("It is done.",)


@pytest.mark.parametrize("text", ["", "[1]", '{"a": 3}', '{"a": {"scene": ""}}', '{"a": {"dialogue": ["Ben: Well?"], "relations with Anna": {}}}',
                                  '{"a": {"dialogue": ["A: x"], "positive response": "y", "relations with Anna": {"Ben": {"friend": "yes"}}}}'])  # fmt: skip
def test_what_is_no_session_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"x\.json"):
        read_sessions(tmp_path / "x.json")


def test_a_stripped_document_holds_no_words_and_is_filled_from_ones_own_copy(ours: Path, tmp_path: Path) -> None:
    document = load_document(ours)
    bare = strip(document)
    words = json.dumps(
        {name: {k: v for k, v in body.items() if k != "pointers"} for name, body in bare["sessions"].items()}
    )
    assert not any(
        line in words for session in read_sessions(ours) for line in (*session.right, *session.wrong, *session.dialogue)
    )
    with castline.open(ledger_url()) as library:
        assert fill(library.view(), bare) == document
        first = next(iter(bare["sessions"].values()))
        first["pointers"]["positive_response"] = [[a + 1, b + 1] for a, b in first["pointers"]["positive_response"]]
        with pytest.raises(InputError, match="same edition"):
            fill(library.view(), bare)
        with pytest.raises(InputError, match="no pointers"):
            fill(library.view(), {"sessions": THEIRS})


def test_measures_are_those_worked_by_hand() -> None:
    """Right ones at 1 and 3 of ten: (1/1 + 2/3) / 2; at 2 of ten: 1/2."""
    two = [at in (0, 2) for at in range(10)]
    one = [at == 1 for at in range(10)]
    assert find_precision(two) == pytest.approx((1 + 2 / 3) / 2)
    assert measure_rankings([two, one]) == {
        "MAP": round((5 / 6 + 0.5) / 2, 3), "MRR": 0.75, "P@1": 0.5, "R10@1": 0.25, "R10@2": 0.75, "R10@5": 1.0,
    }  # fmt: skip
    assert set(measure_rankings([]).values()) == {"not measured"}
    assert measure_rankings([[True, False]])["R10@1"] == "not measured"
    assert measure_variety(["the cat the cat", "a cat"], 1) == 50.0 and measure_variety(["one"], 2) == "not measured"
    assert compare_perplexities(30, 10) == 0.5 and compare_perplexities(10, 30) == -0.5


def test_each_setting_shows_its_part_and_none_the_answer(theirs: Path, ours: Path) -> None:
    (session,) = read_sessions(theirs)
    seen = {setting: write_prompt(session, setting) for setting in SETTINGS}
    assert [("fire" in seen[s], "bridge" in seen[s], "chess" in seen[s]) for s in SETTINGS] == [
        (True, False, False), (False, True, False), (False, True, True), (True, True, True),
    ]  # fmt: skip
    assert "Ben is Anna's friend." in seen["per"] and "Anna knows Ben well and is devoted to them." in seen["per"]
    for one in (session, *read_sessions(ours)):
        for setting in SETTINGS:
            prompt = write_prompt(one, setting)
            assert prompt.endswith(f"\n{one.who}:") and not any(text in prompt for text in one.right if len(text) > 20)


class Die:
    """A scorer for whom what is right is likelier."""

    name = "die"

    def score(self, context: str, text: str) -> list[float]:
        return [-1.0, -1.0] if "burnt" in text else [-3.0]


class Mute:
    """A scorer that tells nothing."""

    name = "mute"

    def score(self, context: str, text: str) -> list[float]:
        raise NoScores("Nothing.")


def test_probabilities_put_in_order_where_there_are_any(theirs: Path) -> None:
    (session,) = read_sessions(theirs)
    scored, unscored = (reply(session, "ori", scorer=scorer) for scorer in (Die(), Mute()))
    assert scored.by == "probabilities" and scored.ranking == (True, *[False] * 9)
    row = report([session], [scored], mauve=None)[0]
    assert row["PPL"] == 2.718 and row["delta-P"] == pytest.approx((20.0855 - 2.7183) / (20.0855 + 2.7183), abs=0.001)
    assert (
        unscored.by == "words" and unscored.right is None and report([session], [unscored])[0]["PPL"] == "not measured"
    )


def test_mauve_is_a_library_of_yours(theirs: Path) -> None:
    (session,) = read_sessions(theirs)
    one = Replied(
        session=session.id, setting="full", by="words", wrong_by="people", ranking=(), answer="I have burnt it."
    )
    row = report([session], [one], mauve=lambda a, b: 0.9 if "burnt" in a[0] else 0.2)[0]
    assert (row["MAUVE"], row["delta-M"]) == (0.9, 0.7)
    assert report([session], [one])[0]["delta-M"] == "not measured"


def answer(body: dict[str, Any]) -> str:
    """A model that puts the last candidate first, answers, and gives a score for each of the four."""
    system, last = body["messages"][0]["content"], body["messages"][-1]["content"]
    if "Put the answers in order" in system:
        numbers = re.findall(r"(?m)^(\d+)\. ", last.split("=== ANSWERS ===")[1])
        return "I think: " + ", ".join(reversed(numbers))
    if "You judge how well" in system:
        return json.dumps(
            {"reasons": "so", "score": 3 if "fluent" in system else 9 if "fits the scene" in system else 5}
        )
    return "I do not know."


def test_the_whole_loop(ours: Path, tmp_path: Path) -> None:
    """Also stopped for want of money on the way, and gone on with: nothing is asked twice."""
    need_module("openai")
    runner, out = CliRunner(), str(tmp_path / "replies.jsonl")
    with ScriptedServer(answer, {9: Fault("no money")}) as server:
        asked = [
            "bench",
            "hpd",
            "run",
            str(ours),
            "--out",
            out,
            "--model",
            "m",
            "--judge",
            "j",
            "--base-url",
            server.url,
        ]
        assert runner.invoke(main, asked).exit_code == 1
        assert runner.invoke(main, asked).exit_code == 0
        calls = [json.dumps(call, sort_keys=True) for call in server.calls]
        assert len(calls) - 1 == len(set(calls))
        assert runner.invoke(main, asked).exit_code == 0 and len(server.calls) == len(calls)
    rows = json.loads(runner.invoke(main, ["bench", "hpd", "report", str(ours), out]).stdout)
    assert {(row["setting"], row["wrong by"]) for row in rows} == {("full", "rules")}
    row = next(row for row in rows if row["order by"] == "model")
    assert row["fluency"] == 3 and row["relations"] == 5 and row["scene"] == "not measured" and row["dist-1"] > 0
    assert 0 < row["MAP"] < 1 and row["delta-M"] == row["PPL"] == "not measured"
    shown = runner.invoke(main, ["bench", "hpd", "report", str(ours), out, "--table"]).stdout
    assert shown.startswith("| setting | order by | wrong by | sessions | MAP |") and set(JUDGED) <= set(row)


def test_models_propose_and_a_person_chooses(theirs: Path, tmp_path: Path) -> None:
    """Two models propose ten each; one of theirs is marked, one is written; what might be a formula is none."""
    need_module("openai")
    lines = ["=HYPERLINK(1)", "'Tis burnt.", *(f"Perhaps {n}." for n in range(10))]
    sheet, out = tmp_path / "choices.csv", tmp_path / "test.json"
    runner = CliRunner()
    with ScriptedServer(
        lambda body: f"Here:\n{body['model']}\n" + "\n".join(f"{n}. “{line}”" for n, line in enumerate(lines, 1))
    ) as server:
        asked = ["bench", "hpd", "propose", str(theirs), str(sheet), "--models", "a,b", "--base-url", server.url]
        assert json.loads(runner.invoke(main, asked).stdout) == {"sessions": 1, "answers": 11}
        assert runner.invoke(main, asked).exit_code == 0 and len(server.calls) == 2
    with sheet.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert "I have burnt the letter." in [row[2] for row in rows] and not [
        cell for row in rows for cell in row if cell[:1] == "="
    ]
    choose = ["bench", "hpd", "choose", str(theirs), str(sheet), str(out)]
    unmarked = runner.invoke(main, choose)
    assert unmarked.exit_code == 1 and "No answer of 'Session-7'" in unmarked.stderr
    for row in rows:
        if row[2] in ("'Tis burnt.", ""):
            row[2:] = [row[2] or "I wrote it myself.", "1"]
    with sheet.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    assert runner.invoke(main, choose).exit_code == 0
    (session,) = read_sessions(out)
    assert session.right == ("'Tis burnt.", "I wrote it myself.") and session.wrong_by == "people"
    assert len(session.wrong) == 10 and {"=HYPERLINK(1)", "I have burnt the letter."} <= set(session.wrong)
    rows[1][3] = "maybe"
    with sheet.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    assert "Line 2" in runner.invoke(main, choose).stderr


def test_rules_wrong_answers_stand_apart(theirs: Path, ours: Path) -> None:
    sessions: list[Session] = [*read_sessions(theirs), *read_sessions(ours)]
    rows = report(sessions, [reply(session, "full") for session in sessions])
    assert [row["wrong by"] for row in rows] == ["people", "rules"] and rows[0]["sessions"] == 1


def test_a_table_of_ones_own_agrees_with_the_graph(ours: Path) -> None:
    with castline.open(ledger_url()) as library:
        found = compare(library.view(), WHO, read_tables(ours))
    assert found["rows"] > 50 and found["not found"] == 0
    assert (
        all(len(set(counts.values())) == 1 for counts in found["relations"].values())
        and found["relations"]["family"]["both"]
    )
    assert all((level["difference"], level.get("same side", 1)) == (0, 1) for level in found["levels"].values())
    assert all(counts["there"] == counts["found"] for counts in found["attributes"].values())


def test_a_table_may_be_a_spreadsheet(tmp_path: Path) -> None:
    rows = [["Position", "Name", "Gender", "Hobbies", "Friend", "Anna's affection to him", "His affection to Anna"],
            ["Book1-chapter1", "Ben Marsh", "male", "chess", "0", "-9", ""], ["1.2", "Ben Marsh", "male", "", "0", "-8", "2"],
            ["1.2", "Nobody Here", "male", "", "1", "3", ""], ["4.9", "Ben Marsh", "male", "", "1", "3", ""]]  # fmt: skip
    path = tmp_path / "table.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    with castline.open(f"sqlite:///{tmp_path}/x.db") as library:
        library.ingest(write_tale(tmp_path))
        found = compare(library.view(), "Anna Quill", read_tables(path))
        own = library.feelings("Anna Quill", "Ben Marsh").directions[0]
    levels = {change.at.split(".")[1]: change.affection for change in own.changes}
    assert (found["rows"], found["not found"]) == (2, 1)
    told = found["levels"]["affection for them"]
    assert (
        told["of"] == 2
        and told["difference"] == round((abs(levels["1"] + 9) + abs(levels["2"] + 8)) / 2, 2)
        and told["same side"] == 0.5
    )
    assert found["attributes"]["hobby"] == {"there": 1, "found": 0} and found["attributes"]["gender"] == {
        "there": 2,
        "found": 2,
    }
    path.write_text("position,name,friend\nBook1-chapter1,Ben,often\n", encoding="utf-8")
    with pytest.raises(InputError, match="Line 2"):
        read_tables(path)
    with pytest.raises(InputError, match="no position"):
        read_position("the end")
