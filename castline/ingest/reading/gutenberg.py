"""Where a Project Gutenberg file's own text begins and ends, without the licence around it."""

from __future__ import annotations

import re

# Every pattern is anchored at a line and bounded, so a book of one endless line costs one pass.
_STARTS = (
    re.compile(r"^[ \t]*\*{3} ?START OF (?:THE|THIS) PROJECT GUTENBERG[^*]{0,400}\*{3}.*$", re.I | re.M),
    re.compile(r"^[ \t]*\*END[ *]*THE SMALL PRINT.{0,200}$", re.I | re.M),
    re.compile(r"^[ \t]*\*{3} ?START OF (?:THE|THIS) PROJECT GUTENBERG.{0,200}$", re.I | re.M),
)
_END = re.compile(
    r"^[ \t]*(?:\*{3} ?END OF (?:THE|THIS) PROJECT GUTENBERG"
    r"|\*{0,3} ?END OF (?:(?:THE|THIS) )?PROJECT GUTENBERG(?:[’']S|\b))",
    re.I | re.M,
)
_CREDIT = re.compile(
    r"\s*(?:(?:\w+ )?(?:produced|prepared|transcribed|scanned) (?:\w+ )?by\b"
    r"|(?:this )?e-?(?:text|book) (?:was )?(?:prepared|produced|transcribed|created))",
    re.I,
)
_NEAR = 2**18
"""Bytes: a licence and all that stands before or behind it take some 30,000."""
_BLOCK_END = re.compile(r"(?:\r\n|\r(?!\n)|\n)[ \t]*(?:\r|\n)\s*")


def strip_licence(text: str, written: bytes | None = None) -> tuple[int, int]:
    """Start and end (exclusive) of the body. A text without the markers is all body; `written` are its bytes in UTF-8, where
    they are at hand."""
    if not may_have_licence(text.encode("utf-8", "surrogatepass") if written is None else written):
        return 0, len(text)
    start = next((found.end() for marker in _STARTS if (found := marker.search(text))), 0)
    # A preface may quote the closing words; only ones after the opening marker close the book.
    end = _END.search(text, start)
    stop = end.start() if end else len(text)
    return _skip_credit(text, start, stop) if start else 0, stop


def may_have_licence(written: bytes) -> bool:
    """Whether a marker's own words are near either end, in bytes: a library of volumes in one file is looked through no more
    slowly than one of them."""
    ends = (written[:_NEAR].lower(), written[-_NEAR:].lower())
    return any(b"gutenberg" in end or b"mall print" in end for end in ends)


def _skip_credit(text: str, start: int, stop: int) -> int:
    """Past a "Produced by ..." paragraph straight after the marker: it thanks volunteers, and tells no story."""
    if not (_CREDIT.match(text, start, min(stop, start + 500))):
        return start
    begin = len(text[start : start + 500]) - len(text[start : start + 500].lstrip()) + start
    after = _BLOCK_END.search(text, begin, stop)
    return after.end() if after and after.end() - begin < 2000 else start
