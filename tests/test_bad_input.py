"""What is no book, no moment, no name or no store: said in one plain line, and nothing that stood is lost."""

from __future__ import annotations

import ctypes
import io
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from shelf import LEDGER, TALE, ledger_url, write_tale
from test_laws import assert_evidence
from test_reading import page, write_epub

import castline
from castline import AmbiguousName, InputError, Library, MomentError, UnknownName
from castline.cli import main
from castline.ingest.reading import read

PEOPLE = "Miss Anna Quill met Mr. Ben Marsh on the quay. “Good day, Mr. Marsh,” said Miss Quill. Mr. Marsh kissed Miss Quill."


def run(folder: Path, *words: str) -> Result:
    """Run `castline` on the store of a folder."""
    return CliRunner().invoke(main, ["--store", f"sqlite:///{folder}/castline.db", *words])


def fails(folder: Path, *words: str) -> str:
    """What a verb that goes wrong says: one line, exit code 1, and no traceback."""
    said = run(folder, *words)
    assert said.exit_code == 1 and isinstance(said.exception, SystemExit), said.output
    assert said.stderr.startswith("castline: ") and said.stderr.count("\n") == 1, said.stderr
    return said.stderr


@pytest.fixture
def told(tmp_path: Path) -> Path:
    """A folder whose store holds the tale."""
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        library.ingest(write_tale(tmp_path))
    return tmp_path


def exported(folder: Path) -> str:
    return run(folder, "export", "facts", "--saga", "tale").output


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    for name in ("a\0b.txt", "x" * 5000, "\ud800.txt"):
        with pytest.raises(InputError, match="Cannot read"):
            read(tmp_path / name)


# -- files -----------------------------------------------------------------------------------------------------


def write_bad_files(folder: Path) -> dict[str, str]:
    """Files that are no books, and what is said of each."""
    (folder / "empty.txt").write_bytes(b"")
    (folder / "blank.txt").write_bytes(b" \n\t \r\n")
    (folder / "noise.txt").write_bytes(bytes(range(256)) * 40)
    (folder / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(99))
    (folder / "no.epub").write_bytes(b"PK\x03\x04 and then nothing")
    (folder / "folder.txt").mkdir()
    os.mkfifo(folder / "pipe.txt")
    write_epub(folder / "bomb.epub", {"1.xhtml": page("<p>" + "a" * 60_000_000 + "</p>")})
    package = '<package><manifest><item id="x" href="../../../etc/passwd" media-type="application/xhtml+xml"/></manifest>'
    write_epub(folder / "path.epub", {}, package + '<spine><itemref idref="x"/></spine></package>')
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    bomb = f'<!DOCTYPE package [<!ENTITY l0 "ha">{laughs}]><package>&l11;</package>'
    write_epub(folder / "laugh.epub", {"1.xhtml": page("<p>x</p>")}, bomb)
    return {
        "gone.txt": "no such file", "empty.txt": "an empty file", "blank.txt": "only white space", "noise.txt": "binary data",
        "picture.txt": "a picture, not text", "no.epub": "a broken zip", "folder.txt": "a directory", "pipe.txt": "no ordinary file",
        "bomb.epub": "as in a zip bomb", "path.epub": "no words in it", "laugh.epub": "Cannot read",
    }  # fmt: skip


def test_what_is_no_book_is_said_to_be_none_and_loses_nothing(told: Path) -> None:
    before = exported(told)
    for name, found in write_bad_files(told).items():
        for how in ([], ["--replace"]):
            said = fails(told, "ingest", str(told / name), "--saga", "tale", *how)
            assert "Cannot read" in said and found in said, (name, said)
    assert exported(told) == before


def test_one_bad_file_of_two_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    said = fails(tmp_path, "ingest", str(write_tale(tmp_path)), str(tmp_path / "gone.txt"))
    assert "gone.txt" in said and json.loads(run(tmp_path, "sagas").stdout) == []


def test_entities_and_outside_paths_in_an_epub_are_words_at_most(tmp_path: Path) -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    outside = '<!ENTITY file SYSTEM "file:///etc/passwd">'
    doctype = f'<!DOCTYPE html [<!ENTITY l0 "ha">{laughs}{outside}]>'
    pages = {"1.xhtml": doctype + page(f"<h1>Chapter 1</h1><p>{PEOPLE} &l11; &file;</p>")}
    made = write_epub(tmp_path / "book.epub", pages, **{"..__..__evil.txt": "out"})
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        library.ingest(made)
        lines = "".join(library.export())
    assert "root:" not in lines and "hahaha" not in lines and "Quill" in lines
    assert not (tmp_path.parent.parent / "evil.txt").exists()


def test_a_zip_within_a_zip_is_not_opened(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("book.txt", PEOPLE)
    with zipfile.ZipFile(tmp_path / "outer.epub", "w") as archive:
        archive.writestr("inner.epub", inner.getvalue())
    assert "no EPUB" in fails(tmp_path, "ingest", str(tmp_path / "outer.epub"))


# -- texts -----------------------------------------------------------------------------------------------------

ODD_TEXTS = {
    "no letters": "123 456.\n\n*** 789 ***\n\n!!! ??? ...\n",
    "only quotes": "“”\n\n“ ” “ ” \"\" ‘’\n\n“““““\n\n”””””\n\n" + "\"" * 999 + "\n",
    "unclosed": "\n\n".join(f"“{PEOPLE} “And then" for _ in range(30)),
    "unclosed, straight": "\n\n".join("\"He never, said Miss Anna Quill to \"Mr. Marsh" for _ in range(30)),
    "controls": PEOPLE * 9 + "\x01\x02\x1b[31m Miss\x7f Quill \x0b\x0c\x1c\x85 wept." + PEOPLE,
    "right to left": "\u202eمرحبا بالعالم\u202c. שלום עולם. \u2067" + PEOPLE + "\u2069 قالت آنا.",
    "combining": "Zo\u0308e\u0301 met A\u030angstro\u0308m. " + "e" + "\u0301" * 2000 + " " + PEOPLE,
    "emoji": "👩‍👩‍👧‍👦 met 🧛🏽‍♂️. “🔥,” said Miss Anna Quill 🎉. 𝕸𝖎𝖘𝖘 𝕼𝖚𝖎𝖑𝖑 wept. " + PEOPLE,
    "one long word": "a" * 30_000 + " " + "Ab" * 10_000,
    "capitals": "MISS QUILL MET MR. MARSH. " * 50,
    "names in a row": "Anna Ben Clara Dora Emma Fred " * 200,
    "an empty chapter": "CHAPTER 1\n\n" + PEOPLE + "\n\nCHAPTER 2\n\n\n\nCHAPTER 3\n\n" + PEOPLE + "\n",
    "line ends": TALE.replace("\n", "\r\n"),
    "old line ends": TALE.replace("\n", "\r"),
    "mixed line ends": TALE.replace("\n\n", "\r\n\n").replace("CHAPTER 3\r\n\n", "CHAPTER 3\r\r"),
    "markup in text": "<script>alert(1)</script> " + PEOPLE + " [link](javascript:x) {{7*7}} %s ${x}",
}  # fmt: skip


@pytest.mark.parametrize("what", ODD_TEXTS)
def test_odd_texts_make_sound_facts(tmp_path: Path, what: str) -> None:
    book = tmp_path / "book.txt"
    book.write_bytes(ODD_TEXTS[what].encode())
    with castline.open(f"sqlite:///{tmp_path}/castline.db", "odd") as library:
        report = library.ingest(book)
        assert_sound(library, read(book).text)
        assert report.chapters == len(json.loads(next(library.export())).get("books", [{}])) or report.chapters == 3
        if PEOPLE in ODD_TEXTS[what] or "line ends" in what:
            assert "Miss Anna Quill" in {entry.name for entry in library.cast()}


def assert_sound(library: Library, text: str) -> None:
    """Every fact cites its words, every answer is made, and the graph is well-formed XML."""
    assert_evidence({"export": "\n".join(library.export(mentions=True))}, text, 9999)
    for entry in library.cast():
        assert library.snapshot(entry.id).name == entry.name
        assert library.render(entry.id)
    for form in ("graphml", "gexf"):
        ElementTree.fromstring("\n".join(library.export(form)))
    assert library.cypher("MATCH (c:Character) RETURN count(c) AS n")[0]["n"] >= len(library.cast())


def test_line_ends_change_nothing_but_offsets(tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        casts = []
        for name, end in (("lf", "\n"), ("crlf", "\r\n"), ("cr", "\r")):
            (tmp_path / f"{name}.txt").write_bytes(TALE.replace("\n", end).encode())
            library.ingest(tmp_path / f"{name}.txt")
            casts.append([(e.name, e.events, e.quotes, e.met) for e in library.of(name).cast()])
    assert casts[0] == casts[1] == casts[2] and len(casts[0]) == 3


def test_ten_thousand_paragraphs_of_a_word(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("\n\n".join(f"Word{n}." for n in range(10_000)))
    with castline.open(f"sqlite:///{tmp_path}/castline.db", "odd") as library:
        library.ingest(tmp_path / "book.txt")
        assert_evidence({"export": "\n".join(library.export(mentions=True))}, read(tmp_path / "book.txt").text, 1)


def test_two_thousand_chapters_of_a_line(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("\n\n".join(f"CHAPTER {n}\n\nAnna Quill wept." for n in range(1, 2001)))
    with castline.open(f"sqlite:///{tmp_path}/castline.db", "odd") as library:
        assert library.ingest(tmp_path / "book.txt", processes=1).chapters == 2000
        assert library.view("2000").at == "1.2000"
        assert_evidence({"export": "\n".join(library.export(mentions=True))}, read(tmp_path / "book.txt").text, 2000)


def test_a_lone_surrogate_in_a_page_is_no_character(tmp_path: Path) -> None:
    (tmp_path / "book.html").write_text(f"<html><body><h1>Chapter 1</h1><p>{PEOPLE} &#xD800; &#55555;</p></body></html>")
    (tmp_path / "wide.txt").write_bytes(b"\xff\xfe" + "Anna ".encode("utf-16-le") + b"\x00\xd8" + " wept".encode("utf-16-le"))
    with castline.open(f"sqlite:///{tmp_path}/castline.db", "odd") as library:
        library.ingest(tmp_path / "book.html")
        "\n".join(library.export()).encode()
        with pytest.raises(InputError, match="does not follow that encoding"):
            library.ingest(tmp_path / "wide.txt")


def test_a_paragraph_as_long_as_a_book(tmp_path: Path) -> None:
    """Its quotes, clauses and mentions all stand in one paragraph: none may be looked for among all of them."""
    (tmp_path / "book.txt").write_text(" ".join(f"{PEOPLE} “Go, Mr. Marsh, number {n},” she said." for n in range(1500)))
    with castline.open(f"sqlite:///{tmp_path}/castline.db", "odd") as library:
        report = library.ingest(tmp_path / "book.txt")
        assert report.words > 40_000 and report.seconds < 120
        assert {"Miss Anna Quill", "Mr. Ben Marsh"} <= {entry.name for entry in library.cast()}
        assert_evidence({"export": "\n".join(library.export(mentions=True))}, read(tmp_path / "book.txt").text, 1)


# -- names of sagas --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [" ", "\t\n", "a\nb", "a\x00b", "\x1b[31mred", "x" * 5000, "a\ud800b", "\u202eback"])
def test_a_name_that_will_not_do_for_a_saga_is_refused(tmp_path: Path, name: str) -> None:
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        with pytest.raises(InputError, match="Give another with --saga") as raised:
            library.ingest(write_tale(tmp_path), saga=name)
        assert len(str(raised.value)) < 400 and str(raised.value).isprintable()
        assert library.sagas() == []


@pytest.mark.parametrize("name", ["it's", "`) DETACH DELETE n //", '"; DROP TABLE saga; --', "a:1.1:c1", "Ünïcode 書 🙂", "x" * 200, "../up"])
def test_a_hostile_name_of_a_saga_is_only_a_name(tmp_path: Path, name: str) -> None:
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        library.ingest(write_tale(tmp_path), saga=name)
        library.ingest(tmp_path / "tale.txt", saga="other")
        assert library.of(name).snapshot("Anna").saga == name
        assert_sound(library.of(name), TALE)
        library.ingest(tmp_path / "tale.txt", saga=name, replace=True)
        assert {entry.saga: entry.chapters for entry in library.sagas()} == {name: 3, "other": 3}


def test_hostile_names_in_the_text_are_only_words(tmp_path: Path) -> None:
    hostile = ("Ann\x01a Quill", "O'Brien `x` RETURN", "Bobby\x02 Tables", "Anna <b>&amp; Quill", "Quill\ufffe Marsh")
    text = "\n\n".join(f"Miss {name} met Mr. Ben Marsh. “Yes,” said Miss {name}. Miss {name} wept. {PEOPLE * 9}" for name in hostile)
    (tmp_path / "book.txt").write_text(text)
    with castline.open(f"sqlite:///{tmp_path}/castline.db", "odd") as library:
        library.ingest(tmp_path / "book.txt")
        assert_sound(library, read(tmp_path / "book.txt").text)


def test_a_book_cannot_steer_a_terminal(tmp_path: Path) -> None:
    """Escape codes in a heading, in speech and in narration are in no page, table or message."""
    wild = PEOPLE.replace("Good", "\x1b]0;owned\x07Good").replace("kissed", "\x1b[2Jkissed\u202e")
    (tmp_path / "book.txt").write_text(f"CHAPTER 1 \x1b[31mRed\n\n{wild} {PEOPLE * 20}\n\nCHAPTER 2 \x1b[31mNothing\n\nCHAPTER 3\n\n{PEOPLE * 9}")
    shown = [run(tmp_path, "ingest", str(tmp_path / "book.txt"), "--table")]
    shown += [run(tmp_path, *words, "--table") for words in (("snapshot", "Anna"), ("events", "Anna"), ("feelings", "Anna", "Ben"), ("cast",))]
    shown += [run(tmp_path, "snapshot", "Anna", "--at", "1", "--format", form) for form in ("markdown", "messages")]
    for screen in shown:
        assert screen.exit_code == 0 and "Quill" in screen.output + "Quill" * (screen is shown[0])
        assert not set("\x1b\x07\u202e") & set(screen.output)


# -- moments and people ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("4", "told up to 1.3"), ("2.1.1", "told up to 1.3"), ("0", "counted from 1"), ("1.0", "counted from 1"), ("9999999", "is no moment"),
        ("1.2.3.4", "is no moment"), ("-1", "neither a moment nor a chapter's heading"), ("1e3", "neither a moment"), ("", "neither"),
        ("1.3.9", "chapter 1.3 has one scene. Write 1.3 for all of it"), ("3.2", "chapter 1.3 has one scene"),
        ("1.1.99999", "Scene 99999"), ("\n1.1;DROP", "neither a moment"), ("CHAPTER", "heading of several"),
    ],
)  # fmt: skip
def test_a_moment_that_is_none_is_said_to_be_none(told: Path, at: str, said: str) -> None:
    with castline.open(f"sqlite:///{told}/castline.db") as library, pytest.raises(MomentError) as raised:
        library.cast(at)
    assert said in str(raised.value)


def test_a_scene_that_is_there_may_be_named(told: Path) -> None:
    shown = run(told, "snapshot", "Anna", "--at", "1.3.1")
    assert shown.exit_code == 0 and json.loads(shown.stdout)["at"] == "1.3.1"


def test_a_name_nobody_has_suggests_only_people_met_by_then(told: Path) -> None:
    with castline.open(f"sqlite:///{told}/castline.db") as library:
        for asked, at, suggested in (
            ("Annna", None, ("Miss Anna Quill",)), ("Ms Quil", "1", ("Miss Quill",)), ("Clra Stne", "3", ("Mrs. Clara Stone",)),
            ("Mrs. Clara Stone", "2", None), ("Stonne", "2", ()), ("", None, ()), ("x" * 10_000, None, ()), ("\x00'`", None, ()),
        ):  # fmt: skip
            with pytest.raises(UnknownName) as raised:
                library.snapshot(asked, at)
            if suggested is not None:
                assert raised.value.suggestions[: len(suggested) or 1] == suggested, (asked, raised.value.suggestions)
            assert at != "2" or not any("Stone" in name for name in raised.value.suggestions)


def test_a_name_of_several_lists_them(told: Path) -> None:
    family = TALE.replace("Mr. Ben Marsh", "Mr. Ben Quill").replace("Mr. Marsh", "Mr. Quill")
    with castline.open(f"sqlite:///{told}/castline.db") as library:
        library.ingest(write_tale(told, "family.txt", family))
        with pytest.raises(AmbiguousName, match="Ask with a fuller name, or with the id") as raised:
            library.of("family").snapshot("Quill")
        assert len(raised.value.candidates) == 2


# -- stores ----------------------------------------------------------------------------------------------------


def start(folder: Path, *words: str, **how: Any) -> subprocess.Popen[str]:
    """`castline` as a process of its own, on the store of a folder."""
    command = [sys.executable, "-m", "castline", "--store", f"sqlite:///{folder}/castline.db", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **how)


def test_two_ingests_at_once_make_what_one_makes(tmp_path: Path) -> None:
    """Each chapter is written by one of them; the other goes on after it or says in plain words that it was late."""
    pair = [start(tmp_path, "ingest", str(LEDGER), "--processes", "1") for _ in range(2)]
    ended = [(*child.communicate(), child.returncode) for child in pair]
    assert 0 in [code for *_, code in ended], ended
    for _, said, code in ended:
        assert code == 0 or ("Another ingest is writing" in said and "it goes on from there" in said and said.count("\n") == 1), said
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library, castline.open(ledger_url()) as undisturbed:
        assert list(library.export(mentions=True)) == list(undisturbed.export(mentions=True))
        assert library.ingest(LEDGER).skipped == 14


def test_two_who_read_a_saga_anew_at_once_leave_one_whole_saga(tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library:
        library.ingest(LEDGER, through="3")
    pair = [start(tmp_path, "ingest", str(LEDGER), "--processes", "1", "--replace") for _ in range(2)]
    ended = [(*child.communicate(), child.returncode) for child in pair]
    assert all(code == 0 or "Another ingest is writing" in said for _, said, code in ended), ended
    with castline.open(f"sqlite:///{tmp_path}/castline.db") as library, castline.open(ledger_url()) as undisturbed:
        library.ingest(LEDGER)
        assert list(library.export(mentions=True)) == list(undisturbed.export(mentions=True))


def test_a_store_that_may_grow_no_more_keeps_what_it_has(told: Path) -> None:
    """A quota (here, on the size of files) stops an ingest in the middle; with room again it goes on."""
    limit = 2**17

    def confine() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    before = exported(told)
    child = start(told, "ingest", str(LEDGER), "--processes", "1", preexec_fn=confine)
    said = child.communicate()[1]
    assert child.returncode == 1 and said.startswith("castline: ") and "run the same command" in said, said
    assert exported(told) == before
    assert run(told, "ingest", str(LEDGER)).exit_code == 0


@pytest.mark.parametrize("kind", ["text", "folder", "no folder", "later"])
def test_a_store_that_is_none_is_not_touched(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "castline.db"
    if kind == "text":
        path.write_text(TALE * 100)
    elif kind == "folder":
        path.mkdir()
    elif kind == "later":
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA user_version = 99")
        db.close()
    before = path.read_bytes() if path.is_file() else b""
    folder = tmp_path / "none" if kind == "no folder" else tmp_path
    for words in (("ingest", str(write_tale(tmp_path))), ("cast",)):
        said = fails(folder, *words)
        assert ("Upgrade castline" if kind == "later" else "--store") in said
    assert before == (path.read_bytes() if path.is_file() else b"")


def test_a_server_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    said = CliRunner().invoke(main, ["--store", "bolt://127.0.0.1:9", "ingest", str(write_tale(tmp_path))])
    assert said.exit_code == 1 and "No Neo4j answers" in said.stderr and said.stderr.count("\n") == 1


def obey() -> None:
    """Let even root be bound by what files allow (in a child, before it starts)."""
    drop_from_bounds, may_override, may_read = 24, 1, 2
    libc = ctypes.CDLL(None)
    if os.geteuid() == 0:
        for capability in (may_override, may_read):
            libc.prctl(drop_from_bounds, capability, 0, 0, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="root is bound by Linux's own means")
def test_a_file_that_may_not_be_written_is_read_and_not_lost(told: Path) -> None:
    whole = exported(told)
    for folder_mode in (0o755, 0o555):
        (told / "castline.db").chmod(0o444)
        told.chmod(folder_mode)
        read_only = start(told, "export", "facts", preexec_fn=obey)
        written = start(told, "ingest", str(told / "tale.txt"), "--saga", "more", preexec_fn=obey)
        assert read_only.communicate() == (whole, "")
        assert "read-only" in written.communicate()[1] and written.returncode == 1
    told.chmod(0o755)
