"""Files to text: what is kept, what is left out, and what is refused in plain words."""

from __future__ import annotations

import io
import os
import time
import zipfile
from pathlib import Path

import pytest

from castline.errors import ReadError
from castline.ingest.reading.book import BookText, read

STORY = "Chapter 1\r\n\r\nMira rowed out. “Café?” she asked.\r\n\r\nNobody answered.\r\n"
CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def write_epub(path: Path, pages: dict[str, str], package: str | None = None, **extra: str | bytes) -> Path:
    """An EPUB of these pages in this order; `extra` members use `__` for `/` and `_` for `.` is not needed."""
    items = "".join(
        f'<item id="i{n}" href="{name}" media-type="application/xhtml+xml"/>' for n, name in enumerate(pages)
    )
    spine = "".join(f'<itemref idref="i{n}"/>' for n in range(len(pages)))
    package = package or f"<package><manifest>{items}</manifest><spine>{spine}</spine></package>"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("OPS/book.opf", package)
        for name, page in pages.items():
            archive.writestr(f"OPS/{name}", page)
        for name, content in extra.items():
            archive.writestr(name.replace("__", "/"), content)
    return path


def page(body: str) -> str:
    return f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>{body}</body></html>'


def body(book: BookText) -> str:
    return book.text[book.start : book.end].strip()


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_text_is_kept_as_decoded_with_its_line_ends(tmp_path: Path, codec: str) -> None:
    path = write(tmp_path, "story.txt", STORY.encode(codec))
    book = read(path)
    assert book.text == STORY
    assert (book.file, book.format, book.start, book.end) == ("story.txt", "text", 0, len(STORY))
    assert path.read_bytes().decode(book.encoding) == book.text
    assert book.problems == ()


def test_an_unstated_encoding_is_guessed_and_said(tmp_path: Path) -> None:
    text = "“Il était déjà tard,” said Mira — the café was closed.\n\nThe garçon’s lamp went out.\n" * 20
    book = read(write(tmp_path, "old.txt", text.encode("cp1252")))
    assert book.text == text
    assert "guessed" in book.problems[0].message and "UTF-8" in book.problems[0].advice


def test_utf_16_without_its_mark_is_read(tmp_path: Path) -> None:
    book = read(write(tmp_path, "wide.txt", ("Mira rowed out.\n" * 9).encode("utf-16-le")))
    assert book.text == "Mira rowed out.\n" * 9
    assert book.encoding == "utf-16-le" and book.problems


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("*** START OF THE PROJECT GUTENBERG EBOOK THE OAR ***", "*** END OF THE PROJECT GUTENBERG EBOOK THE OAR ***"),
        ("*** START OF THIS PROJECT GUTENBERG EBOOK THE\r\nOAR ***", "End of the Project Gutenberg EBook of The Oar"),
        ("***START OF THE PROJECT GUTENBERG EBOOK THE OAR***", "***END OF THE PROJECT GUTENBERG EBOOK THE OAR***"),
        ("*END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*", "End of Project Gutenberg's The Oar"),
        ("*END THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*", "End of The Project Gutenberg Etext of The Oar"),
    ],
)
def test_a_licence_is_no_part_of_the_body(tmp_path: Path, opening: str, closing: str) -> None:
    text = f"The licence.\r\n{opening}\r\n\r\nProduced by A. Volunteer and\r\nfriends\r\n\r\nMira rowed.\r\n\r\n{closing}\r\n\r\nMore."
    book = read(write(tmp_path, "oar.txt", text))
    assert book.text == text
    assert body(book) == "Mira rowed."


def test_html_gives_blocks_headings_and_rules(tmp_path: Path) -> None:
    html = (
        "<!DOCTYPE html><html><head><title>no</title><style>p{}</style></head><body><nav>Contents</nav>"
        "<h2>Chapter&nbsp;1<br>The Oar</h2><p>Mira   rowed\nout.<script>evil()</script></p><hr>"
        "<p>It <em>rain</em>ed<span class='pagenum'>[4]</span>.</p><pre>a\n b</pre></body></html>"
    )
    book = read(write(tmp_path, "oar.html", html))
    assert book.text == "Chapter 1\nThe Oar\n\nMira rowed out.\n\nIt rained.\n\na\nb"
    assert [book.text[a:b] for a, b, _ in book.headings] == ["Chapter 1\nThe Oar"]
    assert book.headings[0][2] == 2
    assert book.breaks == (book.text.index("It rained"),)


def test_html_keeps_to_the_encoding_it_states(tmp_path: Path) -> None:
    html = "<html><head><meta charset='iso-8859-2'></head><body><p>Łódź, Wałęsa</p></body></html>"
    book = read(write(tmp_path, "l.html", html.encode("iso-8859-2")))
    assert (book.text, book.encoding, book.problems) == ("Łódź, Wałęsa", "iso-8859-2", ())


def test_markdown_stays_raw_and_its_headings_are_located(tmp_path: Path) -> None:
    text = "# The Oar\n\n## One\n\nMira *rowed*.\n\n---\n\nRain.\n\nTwo\n---\n\nNight.\n\n```\n# no heading\n```\n"
    book = read(write(tmp_path, "oar.md", text))
    assert book.text == text
    assert [(book.text[a:b], n) for a, b, n in book.headings] == [("# The Oar", 1), ("## One", 2), ("Two\n---", 2)]
    assert book.breaks == (text.index("---"),)


def test_an_epub_is_read_in_spine_order_without_nav_and_cover(tmp_path: Path) -> None:
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><manifest>'
        '<item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
        '<item id="c" href="cover.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="b" href="two%20b.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="a" href="one.xhtml" media-type="application/xhtml+xml"/>'
        '</manifest><spine><itemref idref="c"/><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/></spine>'
        '<guide><reference type="cover" href="cover.xhtml"/></guide></package>'
    )
    pages = {
        "nav.xhtml": page(
            '<nav><ol><li><a href="one.xhtml">I</a></li><li><a href="two%20b.xhtml#s">Storm</a></li></ol></nav>'
        ),
        "cover.xhtml": page("<p>COVER</p>"),
        "two b.xhtml": page('<p id="s">The Storm</p><p>It blew.</p>'),
        "one.xhtml": page("<h1>I</h1><p>Mira rowed&#160;out.</p>"),
    }
    book = read(write_epub(tmp_path / "oar.epub", pages, package))
    assert book.text == "I\n\nMira rowed out.\n\nThe Storm\n\nIt blew."
    assert [(book.text[a:b], n) for a, b, n in book.headings] == [("I", 1), ("The Storm", 1)]
    assert book == read(tmp_path / "oar.epub")


def test_an_epub_2_states_headings_in_its_ncx(tmp_path: Path) -> None:
    package = (
        '<package version="2.0"><manifest><item id="x" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
        '<item id="a" href="a.html" media-type="application/xhtml+xml"/></manifest>'
        '<spine toc="x"><itemref idref="a"/></spine></package>'
    )
    ncx = (
        '<ncx><navMap><navPoint><navLabel><text>The Weir</text></navLabel><content src="a.html#w"/></navPoint>'
        "</navMap></ncx>"
    )
    pages = {"a.html": page("<p>By the river.</p><div id='w'>The Weir</div><p>Foam.</p>"), "toc.ncx": ncx}
    book = read(write_epub(tmp_path / "w.epub", pages, package))
    assert [book.text[a:b] for a, b, _ in book.headings] == ["The Weir"]


def test_broken_xhtml_is_read_like_a_browser_would(tmp_path: Path) -> None:
    book = read(write_epub(tmp_path / "b.epub", {"a.html": "<html><body><p>Mira<br>rowed &nbsp; on<p>Rain</body>"}))
    assert book.text == "Mira\nrowed on\n\nRain"


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("empty.txt", b"", "an empty file"),
        ("blank.txt", b" \r\n\t\n", "only white space"),
        ("blank.html", b"<html><body><p> </p></body></html>", "no words"),
        ("nul.txt", b"Mira\0\0\0rowed", "binary"),
        ("noise.txt", bytes(range(1, 32)) * 40, "binary"),
        ("paper.txt", b"%PDF-1.7 ...", "a PDF"),
        ("broken.epub", b"PK\x03\x04 not a zip", "a broken zip"),
        ("no_zip.epub", b"plain words", "a broken zip"),
        ("torn.txt", "Mira".encode("utf-16") + b"\x00", "does not follow that encoding"),
    ],
)
def test_what_is_no_book_is_refused_in_plain_words(tmp_path: Path, name: str, content: bytes, found: str) -> None:
    with pytest.raises(ReadError, match=found) as caught:
        read(write(tmp_path, name, content))
    assert caught.value.file == str(tmp_path / name)
    assert str(caught.value).startswith(f"Cannot read '{tmp_path / name}'")


def test_missing_files_and_directories_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="no such file"):
        read(tmp_path / "nowhere.txt")
    with pytest.raises(ReadError, match="a directory"):
        read(tmp_path)
    with pytest.raises(ReadError, match="cannot be opened"):
        read(str(tmp_path / "a\0b"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_forbidden_file_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "secret.txt", STORY)
    path.chmod(0)
    with pytest.raises(ReadError, match="permissions"):
        read(path)


def test_a_zip_that_is_no_epub_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("story.txt", STORY)
    with pytest.raises(ReadError, match="no EPUB"):
        read(tmp_path / "a.zip")


def test_a_locked_epub_is_refused_but_hidden_fonts_are_no_lock(tmp_path: Path) -> None:
    entry = (
        '<encryption><EncryptedData><EncryptionMethod Algorithm="{}"/><CipherData><CipherReference URI="{}"/>'
        "</CipherData></EncryptedData></encryption>"
    )
    pages = {"a.html": page("<p>Mira rowed.</p>")}
    fonts = entry.format("http://www.idpf.org/2008/embedding", "OPS/f.otf")
    locked = entry.format("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "OPS/a.html")
    assert read(write_epub(tmp_path / "f.epub", pages, None, **{"META-INF__encryption.xml": fonts})).text
    with pytest.raises(ReadError, match="DRM"):
        read(write_epub(tmp_path / "l.epub", pages, None, **{"META-INF__encryption.xml": locked}))


def test_a_zip_bomb_is_stopped_while_it_unpacks(tmp_path: Path) -> None:
    path = write_epub(tmp_path / "bomb.epub", {"a.html": "0" * (60 * 2**20)})
    start = time.process_time()
    with pytest.raises(ReadError, match="zip bomb"):
        read(path)
    assert time.process_time() - start < 5, "seconds of the processor"


def test_too_many_members_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("castline.ingest.reading.epub.MAX_MEMBERS", 3)
    with pytest.raises(ReadError, match="members"):
        read(write_epub(tmp_path / "m.epub", {"a.html": page("<p>Mira.</p>")}))


def test_paths_out_of_the_archive_are_not_followed(tmp_path: Path) -> None:
    outside = write(tmp_path, "outside.html", page("<p>SECRET</p>"))
    hrefs = ["../../outside.html", str(outside), outside.as_uri(), "http://127.0.0.1/x.html", "a.html"]
    items = "".join(f'<item id="i{n}" href="{h}" media-type="application/xhtml+xml"/>' for n, h in enumerate(hrefs))
    spine = "".join(f'<itemref idref="i{n}"/>' for n in range(len(hrefs)))
    package = f"<package><manifest>{items}</manifest><spine>{spine}</spine></package>"
    before = sorted(tmp_path.rglob("*"))
    book = read(write_epub(tmp_path / "p.epub", {"a.html": page("<p>Mira.</p>")}, package))
    assert book.text == "Mira."
    assert len(book.problems) == 4 and all("outside" in problem.message for problem in book.problems)
    assert sorted(tmp_path.rglob("*")) == sorted([*before, tmp_path / "p.epub"])


def test_entities_neither_grow_nor_fetch(tmp_path: Path) -> None:
    secret = write(tmp_path, "secret.txt", "SECRET")
    lol = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    prolog = f'<!DOCTYPE html [<!ENTITY l0 "ha">{lol}<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
    start = time.process_time()
    book = read(write_epub(tmp_path / "e.epub", {"a.html": prolog + page("<p>Mira &l11; &x; rowed.</p>")}))
    assert book.text.startswith("Mira") and len(book.text) < 100 and "SECRET" not in book.text
    html = read(write(tmp_path, "e.html", prolog + page("<p>Mira &l11; &x; rowed.</p>")))
    assert len(html.text) < 20_000 and "SECRET" not in html.text
    assert time.process_time() - start < 5, "seconds of the processor"


def test_a_member_cut_short_is_refused(tmp_path: Path) -> None:
    path = write_epub(tmp_path / "c.epub", {"a.html": page("<p>" + "Mira rowed. " * 500 + "</p>")})
    data = bytearray(path.read_bytes())
    at = data.index(b"OPS/a.html") + 20
    data[at : at + 20] = bytes(20)
    with pytest.raises(ReadError, match="broken"):
        read(write(tmp_path, "d.epub", bytes(data)))


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    path = write_epub(tmp_path / "k.epub", {"a.html": page("<p>Mira.</p>")})
    data = bytearray(path.read_bytes())
    central = data.rindex(b"PK\x01\x02")
    data[central + 8] |= 1
    with pytest.raises(ReadError, match="encrypted"):
        read(write(tmp_path, "k2.epub", bytes(data)))
    assert io.BytesIO(data).read(2) == b"PK"
