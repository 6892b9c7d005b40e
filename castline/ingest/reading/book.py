"""A file to a book's text: what it says, where its body lies, and what its markup states."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from castline.errors import ReadError
from castline.ingest.reading.decoding import decode
from castline.ingest.reading.epub import read_epub
from castline.ingest.reading.gutenberg import strip_licence
from castline.ingest.reading.html import EndlessTag, Extractor, Markup
from castline.ingest.reading.markdown import find_marks
from castline.ingest.reading.problems import Problem

Format = Literal["text", "markdown", "html", "epub"]

MAX_BYTES = 512 * 2**20
_SUFFIXES: dict[str, Format] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".htm": "html",
    ".html": "html",
    ".xhtml": "html",
    ".epub": "epub",
}
_HTML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,500}?-->\s*)?<(?:!doctype\s+html|html)", re.I
)
_CHARSET = re.compile(rb"<(?:meta|\?xml)[^>]{0,300}?(?:charset|encoding)\s*=\s*[\"']?([\w-]{2,40})", re.I)


@dataclass(frozen=True, slots=True)
class BookText:
    """A book as read. Every offset, here and in all facts, counts characters of `text`.

    Plain text and Markdown: `text` is the file as decoded, line ends kept, nothing stripped; a byte-order mark
    belongs to the encoding, so `bytes.decode(book.encoding) == book.text`. HTML and EPUB: `text` is what the
    markup says, one paragraph per block with a blank line between, the same every time.

    `start`/`end` bound the body without a licence's header and footer. `headings` are (start, end, level) as
    markup states them, `breaks` the offsets of its rules; both are empty for plain text. All ends are exclusive.
    `written` is `text` in UTF-8 where the file holds it so.
    """

    file: str
    text: str
    format: Format
    start: int
    end: int
    encoding: str
    headings: tuple[tuple[int, int, int], ...] = ()
    breaks: tuple[int, ...] = ()
    problems: tuple[Problem, ...] = ()
    written: bytes | None = field(default=None, repr=False)


def read(path: str | Path) -> BookText:
    """Read a book. Raises ReadError, which says what was found instead of one and what to do."""
    data = _load(path)
    try:
        return _read(path, data, _tell_format(Path(path), data))
    except EndlessTag as error:
        raise ReadError(
            str(path), "a tag of thousands of attributes", "Save the page again with a browser, or as text."
        ) from error


def _read(path: str | Path, data: bytes, kind: Format) -> BookText:
    if kind == "epub":
        markup, problems = read_epub(str(path), data)
        return _close(path, kind, "utf-8", markup, problems)
    if kind == "html":
        text, encoding, problems = _decode_html(str(path), data)
        extractor = Extractor()
        extractor.add(text.encode("utf-8", "replace"), encoding="utf-8")
        return _close(path, kind, encoding, extractor.finish(), problems)
    text, encoding, problems = decode(str(path), data)
    headings, breaks = find_marks(text) if kind == "markdown" else ([], [])
    return _close(path, kind, encoding, Markup(text, headings, breaks), problems, data if encoding == "utf-8" else None)


def _load(path: str | Path) -> bytes:
    file = Path(path)
    try:
        if file.is_dir():
            raise ReadError(str(path), "a directory", "Name one file in it: .txt, .md, .html or .epub.")
        if file.exists() and not file.is_file():
            raise ReadError(str(path), "no ordinary file", "Save the book to a file and name that.")
        if file.stat().st_size > MAX_BYTES:
            found = f"{file.stat().st_size >> 20} MiB (at most {MAX_BYTES >> 20} are read)"
            raise ReadError(str(path), found, "Give the text without pictures, one book to a file.")
        data = file.read_bytes()
    except FileNotFoundError as error:
        raise ReadError(str(path), "no such file", "Check the name and the folder.") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ReadError(str(path), f"it cannot be opened ({reason})", "Check its permissions.") from error
    if not data:
        raise ReadError(str(path), "an empty file", "Check that it was saved or downloaded whole.")
    return data


def _tell_format(path: Path, data: bytes) -> Format:
    """By what the file holds where that is plain, else by its name."""
    if data.startswith(b"PK\x03\x04") or path.suffix.lower() == ".epub":
        return "epub"
    named = _SUFFIXES.get(path.suffix.lower())
    return named or ("html" if _HTML.match(data[:2000]) else "text")


def _decode_html(file: str, data: bytes) -> tuple[str, str, list[Problem]]:
    """A page's own word for its encoding is taken where its bytes bear it out."""
    text, encoding, problems = decode(file, data)
    stated = _CHARSET.search(data[:2048])
    if problems and stated:
        try:
            name = stated[1].decode("ascii")
            return data.decode(name), name, []
        except (LookupError, UnicodeDecodeError):
            pass
    return text, encoding, problems


def _close(
    path: str | Path, kind: Format, encoding: str, markup: Markup, problems: list[Problem], written: bytes | None = None
) -> BookText:
    if markup.text.isspace() or not markup.text:
        found = "no words in it" if kind in ("html", "epub") else "only white space"
        raise ReadError(str(path), found, "A book of scanned pictures must be turned into text first.")
    start, end = strip_licence(markup.text, written)
    if (start, end) != (0, len(markup.text)) and not markup.text[start:end].strip():
        start, end = 0, len(markup.text)
    inside = tuple(h for h in markup.headings if start <= h[0] and h[1] <= end)
    breaks = tuple(offset for offset in markup.breaks if start <= offset <= end)
    name = Path(path).name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return BookText(name, markup.text, kind, start, end, encoding, inside, breaks, tuple(problems), written)
