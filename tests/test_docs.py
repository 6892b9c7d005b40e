"""What is written for readers holds: commands are documented, queries run, the version is the changelog's."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from books import read_through
from click.testing import CliRunner
from test_laws import STORY

import castline
from castline.cli import main
from castline.graph.facts import KINDS
from castline.graph.guard import FUNCTIONS
from castline.graph.store import Store
from castline.ingest.language.affect import EVENTS
from castline.ingest.resolution.confidence import CONFIDENCE

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "queries.md").read_text(encoding="utf-8")
QUERIES = re.findall(r"```cypher\n(.*?)```", PAGE, re.S)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> castline.Library:
    path = tmp_path_factory.mktemp("docs") / "story.db"
    library = castline.open(f"sqlite:///{path}")
    read_through(library.store, STORY, saga="story")
    return library


def test_every_command_is_in_the_readme() -> None:
    missing = [name for name in main.commands if f"castline {name}" not in README]
    assert not missing


def test_what_the_readme_corrects_is_corrected(tmp_path: Path) -> None:
    section = README.partition("## Correct what it got wrong")[2].partition("```console\n")[2].partition("```")[0]
    commands = [shlex.split(line.removeprefix("$ castline ")) for line in section.splitlines()]
    store = ["--store", f"sqlite:///{tmp_path}/story.db", "--saga", "story"]
    with castline.open(store[1], "story") as library:
        library.ingest(STORY, through=3, processes=1)
    said = [CliRunner().invoke(main, [*store, *words]) for words in commands]
    assert [one.exit_code for one in said] == [0] * 5, [one.output for one in said]
    assert said[3].output.count("stands at 1.1") == 2 and "the stranger" in said[4].output


def test_every_kind_of_line_is_described() -> None:
    described = (ROOT / "docs" / "facts.md").read_text(encoding="utf-8")
    missing = [str(cls.__struct_config__.tag) for cls in KINDS if f"| `{cls.__struct_config__.tag}`" not in described]
    assert not missing


@pytest.mark.parametrize("query", QUERIES, ids=range(1, len(QUERIES) + 1))
def test_every_query_of_the_page_runs_and_finds_something(library: castline.Library, query: str) -> None:
    assert not re.search(r"ORDER BY (\w+\.)?at\b", query), "at is text, in which 1.10 stands before 1.2"
    rows = [row for at in (8, 11, 14) for row in library.cypher(query, at=at)]
    assert rows
    named = [value for row in rows for value in row.values() if isinstance(value, str)]
    assert not any(value.startswith("story:") for value in named), "people go by name in a cut graph"


@pytest.mark.neo4j
def test_the_ten_queries_answer_alike_on_both_stores(library: castline.Library, neo4j_store: Store) -> None:
    assert len(QUERIES) == 10
    neo4j_store.forget("story")
    read_through(neo4j_store, STORY, saga="story")
    other = castline.open(neo4j_store.url, "story")
    try:
        for query in QUERIES:
            for at in ("6", "14"):
                assert sorted(map(str, other.cypher(query, at=at))) == sorted(map(str, library.cypher(query, at=at)))
    finally:
        other.close()
        neo4j_store.forget("story")


def test_the_python_of_the_readme_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = re.search(r"```python\n(.*?)```", README, re.S)
    assert code
    monkeypatch.chdir(tmp_path)
    (tmp_path / "book1.txt").write_text(STORY.read_text(encoding="utf-8"), encoding="utf-8")
    exec(code.group(1), {})
    assert "Perrine Keddle" in capsys.readouterr().out


def test_the_page_on_agents_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its Python and its first line of shell, as they stand."""
    page = (ROOT / "docs" / "agent.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CASTLINE_STORE", raising=False)
    with castline.open("sqlite:///castline.db") as library:
        read_through(library.store, STORY, saga="story")
    code, line = re.search(r"```python\n(.*?)```", page, re.S), re.search(r"```console\n\$ castline (.*?)\n", page)
    assert code and line
    exec(code.group(1), {})
    assert "(" in capsys.readouterr().out
    done = CliRunner().invoke(main, shlex.split(line.group(1)))
    assert done.exit_code == 0 and "confidence" in done.output


def test_the_python_of_the_page_on_exports_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "exports.md").read_text(encoding="utf-8"), re.S)
    assert len(codes) == 2
    monkeypatch.chdir(tmp_path)
    with castline.open("sqlite:///castline.db") as library:
        read_through(library.store, STORY, saga="story")
    for code in codes:
        exec(code, {})
    shown = capsys.readouterr().out
    assert "Sabra Quenby" in shown and re.search(r"chapter +1 .* 10\n", shown)


def test_the_reference_is_that_of_the_docstrings() -> None:
    made = subprocess.run([sys.executable, ROOT / "scripts/reference"], capture_output=True, text=True, check=True)
    assert made.stdout == (ROOT / "docs/reference.md").read_text(encoding="utf-8"), (
        "run: scripts/reference > docs/reference.md"
    )


def test_links_lead_somewhere() -> None:
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_version_is_the_newest_of_the_changelog() -> None:
    newest = re.search(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert newest and newest.group(1) == castline.__version__


def test_public_names_are_those_of_all() -> None:
    public = {name for name in vars(castline) if not name.startswith("_")}
    modules = {
        "errors",
        "graph",
        "library",
        "query",
        "agent",
        "bench",
        "ingest",
        "cli",
        "api",
        "plots",
        "doctor",
        "editing",
        "testing",
        "version",
        "frames",
    }
    assert public - modules == set(castline.__all__) - {"__version__"}


def test_every_kind_of_event_and_rule_of_speech_is_listed() -> None:
    listed = set(
        re.findall(r"`([a-zA-Z -]+)`", (ROOT / "docs/facts.md").read_text(encoding="utf-8").partition("## Values")[2])
    )
    assert set(EVENTS) | set(CONFIDENCE) <= listed


def test_the_functions_that_the_docs_list_are_those_that_may_be_called() -> None:
    listed = re.search(r"Functions that may be called: (.+)", (ROOT / "docs" / "graph.md").read_text(encoding="utf-8"))
    assert listed
    named = {name.upper() for name in re.findall(r"`([A-Za-z_]+)`", listed[1].split("Of procedures")[0])}
    assert named == FUNCTIONS - {"CHAR_LENGTH", "CHARACTER_LENGTH"}
