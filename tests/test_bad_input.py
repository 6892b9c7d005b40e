"""What is no book: refused in one plain line with nothing lost, or, where it is odd text only, read to sound facts."""

from __future__ import annotations

import io
import json
import os
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
from runs import exported, fails, run
from shelf import TALE, write_tale
from test_laws import assert_evidence
from test_reading import page, write_epub

import castline
from castline import InputError, Library
from castline.ingest.reading.book import read

PEOPLE = "Miss Anna Quill met Mr. Ben Marsh on the quay. “Good day, Mr. Marsh,” said Miss Quill. Mr. Marsh kissed Miss Quill."


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
    package = (
        '<package><manifest><item id="x" href="../../../etc/passwd" media-type="application/xhtml+xml"/></manifest>'
    )
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
        assert report.chapters == (3 if "chapter" in what or "line ends" in what else 1)
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
    (tmp_path / "book.html").write_text(
        f"<html><body><h1>Chapter 1</h1><p>{PEOPLE} &#xD800; &#55555;</p></body></html>"
    )
    (tmp_path / "wide.txt").write_bytes(
        b"\xff\xfe" + "Anna ".encode("utf-16-le") + b"\x00\xd8" + " wept".encode("utf-16-le")
    )
    with castline.open(f"sqlite:///{tmp_path}/castline.db", "odd") as library:
        library.ingest(tmp_path / "book.html")
        "\n".join(library.export()).encode()
        with pytest.raises(InputError, match="does not follow that encoding"):
            library.ingest(tmp_path / "wide.txt")


def test_a_paragraph_as_long_as_a_book(tmp_path: Path) -> None:
    """Its quotes, clauses and mentions all stand in one paragraph: none may be looked for among all of them."""
    (tmp_path / "book.txt").write_text(
        " ".join(f"{PEOPLE} “Go, Mr. Marsh, number {n},” she said." for n in range(1500))
    )
    with castline.open(f"sqlite:///{tmp_path}/castline.db", "odd") as library:
        report = library.ingest(tmp_path / "book.txt")
        assert report.words > 40_000 and report.seconds < 120
        found = {entry.name.removeprefix("Miss ").removeprefix("Mr. ") for entry in library.cast()}
        assert found == {"Anna Quill", "Ben Marsh"}
        assert_evidence({"export": "\n".join(library.export(mentions=True))}, read(tmp_path / "book.txt").text, 1)
