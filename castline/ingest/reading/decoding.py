"""Bytes to characters, and the plain refusal of bytes that are no text."""

from __future__ import annotations

import codecs

import charset_normalizer
import numpy as np

from castline.errors import ReadError
from castline.graph.apostrophes import restore_apostrophes
from castline.ingest.reading.problems import Problem

# UTF-32's mark begins with UTF-16's, so it is looked for first.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LOST = "\ufffd".encode()
_KNOWN_FORMATS = (
    (b"%PDF", "a PDF"),
    (b"{\\rtf", "an RTF document"),
    (b"\xd0\xcf\x11\xe0", "an old Word document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"Rar!", "a RAR archive"),
    (b"7z\xbc\xaf", "a 7-zip archive"),
    (b"SQLite format 3", "a database"),
)
_CONTROLS = bytes([*range(0x09), *range(0x0E, 0x1A), *range(0x1B, 0x20), 0x7F])
_MAX_CONTROL_SHARE = 0.01
_SAMPLE = 2**20
"""Bytes of a file in which they are counted: what has begun as a book goes on as one."""
_MARGIN = 0.1
_FEW = 0.02
"""Of a text's bytes, those beyond ASCII: fewer than in French; in Cyrillic they are most."""
_UNSET = b"\x81\x8d\x8f\x90\x9d"
"""Bytes that Windows' western alphabet has no signs for."""
_GOES_ON = -0x40
"""A byte of UTF-8 that begins no character is less, with a sign: 0x80 to 0xBF."""
_LONGEST = 4
"""Bytes of a character in UTF-8."""
_CONVERT = "Save it as plain text (UTF-8), Markdown, HTML or EPUB and give castline that."


def decode(file: str, data: bytes) -> tuple[str, str, list[Problem]]:
    """Text, encoding and problems. `data.decode(encoding)` is the text again: line ends and all are kept.

    A byte-order mark is part of the encoding ("utf-8-sig", "utf-16"), not of the text.
    """
    _refuse_known(file, data)
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _check(file, _decode_marked(file, data, encoding)), encoding, []
    if b"\0" not in data:  # UTF-16 without its mark is often valid UTF-8, full of NULs
        try:
            return _check(file, data.decode("utf-8"), data), "utf-8", []
        except UnicodeDecodeError:
            pass
    text, encoding, problems = _guess(file, data)
    return _check(file, text), encoding, problems


def even_out(text: str) -> str:
    """The text with every line end, of whatever system, as one newline, every blank line as two, and an apostrophe where one was
    lost ("Anna s", "don t"); no character moves."""
    text = restore_apostrophes(text)
    if "\r" not in text:
        return text
    return text.replace("\r\n\r\n", "  \n\n").replace("\r\n", " \n").replace("\r", "\n")


def strip_mark(data: bytes) -> bytes:
    """The text that a file in UTF-8 holds, in bytes, without the mark before it."""
    return data.removeprefix(codecs.BOM_UTF8)


def decode_rest(written: bytes, start: int) -> str | None:
    """A text in UTF-8 from a character on, where what stands before has been read as text; None where there is no such
    character, or the whole may be no text. Characters are counted by the bytes that begin one: to decode a long book costs
    twenty times as much."""
    begins = np.frombuffer(written, np.int8) >= _GOES_ON
    count = int(np.count_nonzero(begins)) - start
    if count <= 0:
        return None
    near = np.flatnonzero(begins[-_LONGEST * count :])
    if len(near) < count:
        return None
    at = max(len(written) - _LONGEST * count, 0) + int(near[-count])
    if b"\0" in written[at:] or (at < _SAMPLE and _is_binary(written)):
        return None
    try:
        return written[at:].decode("utf-8")
    except UnicodeDecodeError:
        return None


def _refuse_known(file: str, data: bytes) -> None:
    names = [name for magic, name in _KNOWN_FORMATS if data.startswith(magic)]
    if data[60:68] == b"BOOKMOBI":
        names.append("a Kindle book")
    if names:
        raise ReadError(file, f"{names[0]}, not text", _CONVERT)


def _decode_marked(file: str, data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        found = f"it begins with a {encoding} mark but byte {error.start} does not follow that encoding"
        raise ReadError(file, found, _CONVERT) from error


def _guess(file: str, data: bytes) -> tuple[str, str, list[Problem]]:
    encoding = _guess_wide(data) or _guess_western(data)
    if encoding is None:
        if b"\0" in data:
            raise ReadError(file, "binary data (NUL bytes)", _CONVERT)
        # Windows' western alphabet is by far the commonest; it is taken wherever it reads nearly as well as the best.
        matches = list(charset_normalizer.from_bytes(data))
        best = [m for m in matches if m.chaos <= matches[0].chaos + _MARGIN]
        names = [match.encoding for match in best] + [name for m in best for name in m.could_be_from_charset]
        if not names:
            raise ReadError(file, "bytes that are no text in any known encoding", _CONVERT)
        encoding = "cp1252" if "cp1252" in names else names[0]
    advice = "Look at its accents and quotation marks; if they are wrong, save the file as UTF-8."
    problem = Problem(f"The encoding is not stated; {encoding} was guessed", advice, whole=True)
    try:
        return data.decode(encoding), encoding, [problem]
    except UnicodeDecodeError as error:
        raise ReadError(file, "bytes that are no text in any known encoding", _CONVERT) from error


def _guess_wide(data: bytes) -> str | None:
    """UTF-16 without its mark: in western text every other byte is NUL."""
    sample = data[:4096]
    half = max(len(sample) // 2, 1)
    even, odd = sample[0::2].count(0) / half, sample[1::2].count(0) / half
    if odd > 0.6 and even < 0.05:
        return "utf-16-le"
    return "utf-16-be" if even > 0.6 and odd < 0.05 else None


def _guess_western(data: bytes) -> str | None:
    """A few accents and quotation marks in what is ASCII else. There is too little of them to tell alphabets by, and a
    guess would change with every page that the file has more."""
    high = len(data) - len(data.translate(None, bytes(range(128, 256))))
    if high > _FEW * len(data) or data.translate(None, _UNSET) != data:
        return None
    return "cp1252"


def _check(file: str, text: str, written: bytes | None = None) -> str:
    """The text, if it is one; `written` are its bytes in UTF-8 where they are at hand."""
    written = text.encode("utf-8", "surrogatepass") if written is None else written
    if b"\0" in written:
        raise ReadError(file, f"binary data (a NUL at character {text.index(chr(0))})", _CONVERT)
    controls, sample = _count_controls(written)
    if controls > _MAX_CONTROL_SHARE * sample:
        raise ReadError(file, f"binary data ({controls} of {sample} bytes cannot be printed)", _CONVERT)
    return text


def _is_binary(written: bytes) -> bool:
    controls, sample = _count_controls(written)
    return controls > _MAX_CONTROL_SHARE * sample


def _count_controls(written: bytes) -> tuple[int, int]:
    """Bytes that cannot be printed, and of how many at the text's head."""
    sample = written[:_SAMPLE]
    return len(sample) - len(sample.translate(None, _CONTROLS)) + sample.count(_LOST), len(sample)
