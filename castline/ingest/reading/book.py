"""A file to a book's text: what it says, where its body lies, and what its markup states.

load -> File (bytes, a format) -> parse -> BookText          read: both
                               -> parse_rest -> BookText     of what a file has more than was read of it once
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from castline.errors import ReadError
from castline.ingest.reading.decoding import decode, decode_rest, strip_mark
from castline.ingest.reading.epub import read_epub
from castline.ingest.reading.gutenberg import may_have_licence, strip_licence
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
class File:
    """A file as it lies there, and the format that its bytes or its name tell."""

    path: str
    format: Format
    data: bytes = field(repr=False)

    @property
    def name(self) -> str:
        """What a saga knows the book by."""
        return Path(self.path).name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class BookText:
    """A book as read. Every offset, here and in all facts, counts characters of `text`.

    Plain text and Markdown: `text` is the file as decoded, line ends kept, nothing stripped; a byte-order mark
    belongs to the encoding, so `bytes.decode(book.encoding) == book.text`. HTML and EPUB: `text` is what the
    markup says, one paragraph per block with a blank line between, the same every time.

    `start`/`end` bound the body without a licence's header and footer. `headings` are (start, end, level) as
    markup states them, `breaks` the offsets of its rules; both are empty for plain text. All ends are exclusive.
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


def read(path: str | Path) -> BookText:
    """Read a book. Raises ReadError, which says what was found instead of one and what to do."""
    return parse(load(path))


def load(path: str | Path) -> File:
    """Take up a file. Raises ReadError where there is none, or nothing in it."""
    data = _load(path)
    return File(str(path), _tell_format(Path(path), data), data)


def parse(file: File) -> BookText:
    """What a file says. Raises ReadError."""
    try:
        return _parse(file)
    except EndlessTag as error:
        raise ReadError(
            file.path, "a tag of thousands of attributes", "Save the page again with a browser, or as text."
        ) from error


def parse_rest(file: File, start: int) -> BookText | None:
    """A plain text in UTF-8 from a character on, as a text of its own; what stands before has been read as one. None for any
    other file, and where a licence may stand: only the whole tells where the book begins and ends then."""
    written = strip_mark(file.data)
    if file.format != "text" or may_have_licence(written):
        return None
    text = decode_rest(written, start)
    return None if text is None else BookText(file.name, text, "text", 0, len(text), "utf-8")


def _parse(file: File) -> BookText:
    if file.format == "epub":
        markup, problems = read_epub(file.path, file.data)
        return _close(file, "utf-8", markup, problems)
    if file.format == "html":
        text, encoding, problems = _decode_html(file.path, file.data)
        extractor = Extractor()
        extractor.add(text.encode("utf-8", "replace"), encoding="utf-8")
        return _close(file, encoding, extractor.finish(), problems)
    text, encoding, problems = decode(file.path, file.data)
    headings, breaks = find_marks(text) if file.format == "markdown" else ([], [])
    written = file.data if encoding == "utf-8" else None
    return _close(file, encoding, Markup(text, headings, breaks), problems, written)


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
    file: File, encoding: str, markup: Markup, problems: list[Problem], written: bytes | None = None
) -> BookText:
    if markup.text.isspace() or not markup.text:
        found = "no words in it" if file.format in ("html", "epub") else "only white space"
        raise ReadError(file.path, found, "A book of scanned pictures must be turned into text first.")
    start, end = strip_licence(markup.text, written)
    if (start, end) != (0, len(markup.text)) and not markup.text[start:end].strip():
        start, end = 0, len(markup.text)
    inside = tuple(h for h in markup.headings if start <= h[0] and h[1] <= end)
    breaks = tuple(offset for offset in markup.breaks if start <= offset <= end)
    return BookText(file.name, markup.text, file.format, start, end, encoding, inside, breaks, tuple(problems))
