"""The model's command line: batches, recordings, estimates and reports."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from books import digest
from click.testing import CliRunner, Result

from castline.cli import main
from castline.graph.sqlite import SqliteStore
from castline.testing import ScriptedServer
from scripts import MODEL, TALE, reply, write_tale


def run(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["--store", f"sqlite:///{folder}/castline.db", "--saga", "made", *words])


def ingest(folder: Path, *words: str) -> dict[str, Any]:
    done = run(folder, "ingest", str(write_tale(folder)), "--model", MODEL, *words)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def digest_in(folder: Path) -> str:
    store = SqliteStore(str(folder / "castline.db"))
    found = digest(store)
    store.close()
    return found


@pytest.fixture
def direct(tmp_path: Path) -> str:
    """The digest of a run over the wire."""
    folder = tmp_path / "direct"
    folder.mkdir()
    with ScriptedServer(reply) as server:
        ingest(folder, "--base-url", server.url)
    return digest_in(folder)


@pytest.mark.parametrize("form", ["batch", "plain", "chat"])
def test_requests_are_written_and_their_answers_read(tmp_path: Path, direct: str, form: str) -> None:
    batch = tmp_path / "batch"
    waiting = ingest(tmp_path, "--batch", str(batch))
    assert waiting == {"awaited": len(TALE), "folder": str(batch)}
    assert run(tmp_path, "sagas").stdout.strip() == "[]"
    requests = [json.loads(line) for line in (batch / "requests.jsonl").read_text().splitlines()]
    assert len({request["custom_id"] for request in requests}) == len(TALE)
    lines = []
    for chapter, request in enumerate(requests, 1):
        assert request["method"] == "POST" and request["body"]["model"] == MODEL
        said = reply(request["body"])
        if form == "chat":
            assert request["body"]["messages"][1]["content"] in (batch / f"1.{chapter}-1.txt").read_text()
            (batch / f"1.{chapter}-1.json").write_text(f"```json\n{said}\n```")
        body = {"choices": [{"message": {"role": "assistant", "content": said}}]}
        lines.append({"custom_id": request["custom_id"]} | (
            {"response": {"status_code": 200, "body": body}} if form == "batch" else {"answer": json.loads(said)}
        ))  # fmt: skip
    if form != "chat":
        (batch / "answers.jsonl").write_text("\n".join(map(json.dumps, reversed(lines))))
    assert ingest(tmp_path, "--batch", str(batch))["reading"]["failed"] == 0
    assert digest_in(tmp_path) == direct


def test_an_answer_to_another_prompt_of_the_same_name_is_kept_and_not_read(tmp_path: Path, direct: str) -> None:
    batch = tmp_path / "batch"
    ingest(tmp_path, "--batch", str(batch))
    for chapter, line in enumerate((batch / "requests.jsonl").read_text().splitlines(), 1):
        (batch / f"1.{chapter}-1.json").write_text(reply(json.loads(line)["body"]))
    first, answer = batch / "1.1-1.txt", batch / "1.1-1.json"
    shown, said = first.read_text(encoding="utf-8"), answer.read_text()
    first.write_text("What was asked before.", encoding="utf-8")
    assert ingest(tmp_path, "--batch", str(batch))["awaited"] == 1
    assert first.read_text(encoding="utf-8") == shown and not answer.exists()
    (batch / "1.1-1.old").rename(answer)
    assert answer.read_text() == said
    ingest(tmp_path, "--batch", str(batch))
    assert digest_in(tmp_path) == direct


def test_an_answer_that_a_batch_has_failed_leaves_the_rules_reading(tmp_path: Path) -> None:
    batch = tmp_path / "batch"
    ingest(tmp_path, "--batch", str(batch))
    requests = [json.loads(line) for line in (batch / "requests.jsonl").read_text().splitlines()]
    failed = {"custom_id": requests[0]["custom_id"], "response": None, "error": {"message": "expired"}}
    rest = [{"custom_id": one["custom_id"], "answer": reply(one["body"])} for one in requests[1:]]
    (batch / "answers.jsonl").write_text("\n".join(map(json.dumps, [failed, *rest])))
    done = ingest(tmp_path, "--batch", str(batch))
    assert done["reading"]["failed"] == 1
    assert [one["chapter"] for one in done["problems"] if "expired" in one["message"]] == [1]


def test_a_spoilt_file_of_answers_is_refused(tmp_path: Path) -> None:
    (tmp_path / "batch").mkdir()
    (tmp_path / "batch" / "answers.jsonl").write_text("not json\n")
    done = run(tmp_path, "ingest", str(write_tale(tmp_path)), "--model", MODEL, "--batch", str(tmp_path / "batch"))
    assert done.exit_code == 1 and "Line 1" in done.stderr


def test_a_recorded_run_is_made_again_without_a_model(tmp_path: Path, direct: str) -> None:
    record = tmp_path / "record"
    with ScriptedServer(reply) as server:
        ingest(tmp_path, "--base-url", server.url, "--record", str(record))
    first = (record / "answers.jsonl").read_bytes()
    again = tmp_path / "again"
    again.mkdir()
    report = ingest(again, "--replay", str(record), "--record", str(again / "record"))
    assert report["reading"]["calls"] == 0 and report["reading"]["failed"] == 0
    assert digest_in(again) == digest_in(tmp_path) == direct
    assert (again / "record/answers.jsonl").read_bytes() == first


def test_an_estimate_is_near_the_run_that_follows(tmp_path: Path) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text(json.dumps({MODEL: {"in": 1.0, "cached": 0.1, "out": 4.0}}))
    done = run(tmp_path, "estimate", str(write_tale(tmp_path)), "--model", MODEL, "--prices", str(prices))
    found = json.loads(done.stdout)
    with ScriptedServer(reply) as server:
        spent = ingest(tmp_path, "--base-url", server.url, "--prices", str(prices))["reading"]
    assert found["calls"] == spent["calls"] == len(TALE)
    assert abs(found["tokens"]["in"] - spent["tokens"]["in"]) <= 0.2 * spent["tokens"]["in"]
    assert spent["cost"] == pytest.approx((spent["tokens"]["in"] + 4 * spent["tokens"]["out"]) / 1e6, abs=1e-5)
    later = json.loads(run(tmp_path, "estimate", str(write_tale(tmp_path)), "--model", MODEL).stdout)
    assert (later["calls"], later["kept"], later["cost"]) == (0, len(TALE), None)
    (kept,) = json.loads(run(tmp_path, "runs").stdout)
    assert (kept["saga"], kept["model"], kept["calls"]) == ("made", MODEL, len(TALE))
    assert MODEL in run(tmp_path, "runs", "--table").stdout


def test_a_prompt_is_printed(tmp_path: Path) -> None:
    done = run(tmp_path, "prompt", str(write_tale(tmp_path)), "--at", "2")
    assert done.exit_code == 0 and "The ferryman⟨w1=p3⟩ came in." in done.stdout and "kissed" not in done.stdout
    assert not (tmp_path / "castline.db").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--max-cost", "1", "--model", MODEL], "--prices"), (["--base-url", "http://x/v1"], "--model"),
        (["--model", " "], "no name"), (["--model", MODEL, "--batch", "a", "--replay", "b"], "--batch keeps"),
        (["--model", MODEL, "--prices", "nowhere.json"], "tells no price"), (["--model", MODEL], "CASTLINE_API_KEY"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], why: str
) -> None:
    for name in ("CASTLINE_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    done = run(tmp_path, "ingest", str(write_tale(tmp_path)), *words)
    assert done.exit_code in (1, 2) and why in done.stderr
