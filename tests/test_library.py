"""The library's verbs: a small book is read, and everything is asked of it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import networkx
import pytest
from shelf import LEDGER, TALE, ledger_url, told_after, write_tale

import castline
from castline import AskError, InputError, Library, MomentError, StoreError, UnknownName

ROOT = Path(__file__).parent.parent


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A library that holds the tale."""
    with castline.open(f"sqlite:///{tmp_path}/tale.db") as library:
        library.ingest(write_tale(tmp_path))
        yield library


@pytest.fixture(scope="module")
def ledger() -> Iterator[Library]:
    with castline.open(ledger_url()) as library:
        yield library


def test_what_is_public_is_named_and_what_is_named_is_there() -> None:
    public = {
        name
        for name, value in vars(castline).items()
        if not name.startswith("_") and getattr(value, "__module__", None)
    }
    assert public | {"__version__"} == set(castline.__all__)
    assert castline.__all__ == sorted(castline.__all__)


def test_to_import_castline_is_to_import_nothing_heavy() -> None:
    code = "import castline, sys; print([m for m in ('spacy', 'neo4j', 'networkx', 'rich', 'lxml', 'kglite', 'click') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_small_book_is_read_and_asked(library: Library) -> None:
    assert [(entry.saga, entry.books, entry.chapters, entry.last) for entry in library.sagas()] == [
        ("tale", ("tale.txt",), 3, "1.3")
    ]
    assert {"Miss Anna Quill", "Mr. Ben Marsh"} <= {entry.name for entry in library.cast("1")}
    assert "Mrs. Clara Stone" not in {entry.name for entry in library.cast("2")}
    assert "Mrs. Clara Stone" in {entry.name for entry in library.cast()}
    anna = library.feelings("Anna", "Ben", "1").directions[0]
    assert anna.changes[-1].affection > 0
    assert library.feelings("Anna", "Ben", "2").directions[0].changes[-1].affection < anna.changes[-1].affection


def test_a_diff_tells_what_is_new_and_nothing_else(library: Library) -> None:
    found = library.diff("Anna", "1", "2")
    assert (found.since, found.at) == ("1.1", "1.2")
    assert [(step["toward"], step["affection"] < step["was_affection"]) for step in found.feelings] == [
        ("Mr. Ben Marsh", True)
    ]
    with pytest.raises(MomentError, match="comes after"):
        library.diff("Anna", "3", "1")


def test_to_read_anew_forgets_what_was_there(library: Library, tmp_path: Path) -> None:
    assert library.cast()
    library.ingest(
        write_tale(
            tmp_path,
            text="CHAPTER 1\n\nDora Fenn met Karl Weiss.\n\nCHAPTER 2\n\nDora wept.\n\nCHAPTER 3\n\nKarl left.\n",
        ),
        replace=True,
    )
    assert "Miss Anna Quill" not in {entry.name for entry in library.cast()}


def test_the_same_twice_changes_nothing(library: Library, tmp_path: Path) -> None:
    before = list(library.export())
    report = library.ingest(tmp_path / "tale.txt")
    assert (report.chapters, report.skipped) == (0, 3)
    assert list(library.export()) == before


def test_of_several_sagas_one_must_be_named(library: Library, tmp_path: Path) -> None:
    library.ingest(tmp_path / "tale.txt", saga="other")
    with pytest.raises(AskError, match=r"'other', 'tale'.*--saga"):
        library.cast()
    assert library.of("other").cast() and library.of("tale").snapshot("Anna").saga == "tale"
    with pytest.raises(AskError, match="No saga 'third'"):
        library.of("third").cast()


def test_store_and_saga_come_from_the_environment(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASTLINE_STORE", f"sqlite:///{tmp_path}/tale.db")
    monkeypatch.setenv("CASTLINE_SAGA", "tale")
    with castline.open() as found:
        assert (found.url, found.saga) == (f"sqlite:///{tmp_path}/tale.db", "tale")
        assert found.snapshot("Anna").name == "Miss Anna Quill"


def test_to_ask_makes_no_store(tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/none.db") as library:
        assert library.sagas() == []
        with pytest.raises(AskError, match="castline ingest FILE"):
            library.cast()
        checkup = library.doctor()
        assert (checkup.ok, checkup.store.answers) == (True, None)
    assert list(tmp_path.iterdir()) == []


def test_a_closed_library_opens_again_when_asked(library: Library) -> None:
    library.close()
    assert library.snapshot("Anna", "1").name == "Miss Anna Quill"


def test_unknown_people_and_moments_are_said_plainly(library: Library) -> None:
    with pytest.raises(UnknownName, match="Did you mean 'Miss Quill'") as caught:
        library.snapshot("Mis Quil")
    assert caught.value.status == 404 and caught.value.suggestions[0] == "Miss Quill"
    with pytest.raises(UnknownName):
        library.snapshot("Mrs. Clara Stone", "2")
    with pytest.raises(MomentError, match=r"told up to 1\.3"):
        library.cast("9")


@pytest.mark.filterwarnings("ignore::castline.Notice")
@pytest.mark.parametrize("at", ["1", "4", "6.1", "10", "14"])
def test_no_answer_holds_what_is_told_after_the_moment(ledger: Library, at: str) -> None:
    answers = [
        ledger.cast(at), ledger.snapshot("Brisa", at), ledger.events("Brisa", at), ledger.feelings("Brisa", "Perrine", at),
        ledger.diff("Brisa", "1", at), [json.loads(line) for line in ledger.export("facts", at)],
    ]  # fmt: skip
    for answer in answers:
        assert told_after(msgspec.to_builtins(answer), at) == []


def test_cut_at_a_chapter_is_the_book_that_ends_there(ledger: Library, tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/part.db") as part:
        part.ingest(LEDGER, through="4")
        assert part.render("Brisa", "4") == ledger.render("Brisa", "4")
        assert part.render("Brisa", form="messages") == ledger.render("Brisa", "4", "messages")
        assert list(part.export("graphml")) == list(ledger.export("graphml", "4"))
        assert list(part.export("gexf")) == list(ledger.export("gexf", "4"))


def test_a_graph_opens_in_other_tools(ledger: Library, tmp_path: Path) -> None:
    for form, read in (("graphml", networkx.read_graphml), ("gexf", networkx.read_gexf)):
        path = tmp_path / f"people.{form}"
        path.write_text("\n".join(ledger.export(form, "5")), encoding="utf-8")
        assert "Brisa Tolloway" in {data.get("name") or data.get("label") for _, data in read(path).nodes(data=True)}
    with pytest.raises(AskError, match="is no export"):
        ledger.export("svg")


def test_cypher_reaches_only_what_is_told(ledger: Library) -> None:
    query = "MATCH (c:Character)-[:KNOWN_AS]->(n:Name) RETURN count(n) AS names"
    early, late = (ledger.cypher(query, at)[0]["names"] for at in ("1", "14"))
    assert 0 < early < late == ledger.cypher(query)[0]["names"]
    assert ledger.cypher("RETURN $n + 1 AS next", parameters={"n": 4}) == [{"next": 5}]


def test_the_doctor_tells_no_secrets() -> None:
    checkup = castline.open("neo4j://anna:hunter2@127.0.0.1:1").doctor()
    assert not checkup.ok and checkup.store.answers is False
    assert "hunter2" not in msgspec.json.encode(checkup).decode()


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    fake = tmp_path / "fake.db"
    fake.write_text("A letter to my aunt, which is no database of any kind.")
    with castline.open(str(fake)) as library, pytest.raises(StoreError, match="cannot be opened as a store"):
        library.sagas()


def test_a_library_that_is_open_sees_a_saga_read_anew_elsewhere(library: Library, tmp_path: Path) -> None:
    """As many chapters as before, written by somebody else: what was kept of the old cast is past."""
    assert library.snapshot("Anna").name == "Miss Anna Quill"
    anew = TALE.replace("Anna", "Dora").replace("Quill", "Fenn")
    with castline.open(library.url) as other:
        other.ingest(write_tale(tmp_path, text=anew), replace=True)
    assert library.snapshot("Dora").name == "Miss Dora Fenn"
    with pytest.raises(UnknownName):
        library.snapshot("Anna")


def test_what_cannot_be_read_anew_is_kept(library: Library, tmp_path: Path) -> None:
    """--replace forgets nothing until the files are read and cut, and the question is sound."""
    before = list(library.export())
    empty = write_tale(tmp_path, "empty.txt", "")
    for how in (
        {"files": empty},
        {"files": tmp_path / "gone.txt"},
        {"through": "0"},
        {"through": "one"},
        {"pattern": "("},
        {"pattern": "xyz"},
    ):
        with pytest.raises(InputError):
            library.ingest(**{"files": tmp_path / "tale.txt", "saga": "tale", "replace": True} | how)  # type: ignore[arg-type]
        assert list(library.export()) == before
