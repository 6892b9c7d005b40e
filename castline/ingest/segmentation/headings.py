"""Lines that look like headings, each told apart by its kind; which of them are chapters is decided elsewhere.

part      VOLUME II, BOOK TWO: 1812, PART THE SECOND      holds chapters
chapter   CHAPTER I. A Title, Letter 4, Stave One         a numbered word
numbered  4. THE STORM                                    a number and a title
bare      XIV, 14, Fourteen                               a number alone
named     Prologue, EPILOGUE, Conclusion
aside     Preface, CONTENTS, Footnotes                    no part of the story
title     anything else that markup calls a heading
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from castline.graph.numerals import NUMERAL, SPELLED, parse_numeral
from castline.ingest.reading.book import BookText
from castline.ingest.segmentation.lines import Page

Kind = Literal["part", "chapter", "numbered", "bare", "named", "aside", "title"]

MAX_LINE = 160
_PARTS = r"volume|vol\.?|book|part|tome|band|buch|teil|livre|partie|parte|libro|deel|boek|часть|том|книга"
_CHAPTERS = (
    r"chapter|chap\.?|letter|stave|canto|episode|chapitre|kapitel|cap[ií]tulo|capitolo|hoofdstuk|глава|lettre|brief"
)
_ASIDES = (
    r"(?:the )?(?:table of )?contents|(?:list of )?illustrations|(?:the )?title page|cover|(?:the |an )?dedication"
    r"|(?:the |an |[\w’'. ]{1,40}[’']s )?(?:preface|introduction|foreword|advertisement|apology|preamble)"
    r"(?: (?:to|by) .{1,60})?|introductory(?: note)?|to the reader|copyright(?: page)?|epigraph|acknowledge?ments?"
    r"|(?:transcriber|author|editor|translator|publisher)s?[’']?s?[’']? notes?|a? ?note (?:on|to|by) .{1,60}"
    r"|about the author|also by .{1,60}|by the same author|praise for .{1,60}|dramatis person(?:ae|æ)"
    r"|(?:cast|list) of characters|(?:foot|end)?notes|appendix(?: \w{1,5})?|glossary|index|bibliography|afterword"
    r"|colophon"
)
_NAMES = r"(?:the )?(?:prologue|prelude|epilogue|conclusion|finale|coda|interlude|intermezzo|postlude|postscript|envoi)"

_NUM = rf"(?P<num>{NUMERAL})"
_REST = r"(?P<rest>.*)"
_WORD = re.compile(rf"(?P<word>{_PARTS}|{_CHAPTERS})\s*[.:#№]?\s*{_NUM}{_REST}", re.I)
_ORDINAL = re.compile(
    rf"(?:the\s+)?(?P<num>{SPELLED}|\d{{1,3}}(?:st|nd|rd|th))\s+(?P<word>{_PARTS}|{_CHAPTERS}|epilogue)\b{_REST}", re.I
)
_BARE = re.compile(rf"(?:(?P<roman>[IVXLCDM]+)|(?P<arabic>\d{{1,3}})|(?P<spelled>{SPELLED}))\s*[.:]?", re.I)
_NUMBERED = re.compile(r"(?P<num>[IVXLCDM]+(?=\s*[.:)–—-])|\d{1,3}(?=\s*[.:)–—-]|\s))\s*[.:)–—-]*\s+(?P<rest>\S.*)")
_NAMED = re.compile(rf"(?:{_NAMES})(?P<rest>\W.*)?", re.I)
_ASIDE = re.compile(rf"(?:{_ASIDES})\s*[.:]?", re.I)
_LONE_WORD = re.compile(rf"(?:{_PARTS}|{_CHAPTERS})\.?", re.I)
_TITLE_SEPARATOR = re.compile(r"\s*[.:)\]–—-]+\s*|\s*$|\s+")
_DECORATION = " \t*_#|=~[]()<>{}•·"
_SMALL = frozenset(
    ("about", "after", "against", "before", "between", "from", "into", "over", "upon", "with", "without")
)
_ENDINGS = re.compile(r"(?:the end|finis|fin|end of (?:the )?(?:\w+ )?(?:volume|book|part|vol)\b.{0,20})[.!]?", re.I)
_CONTENTS = re.compile(r"(?:the )?(?:table of )?contents\s*[.:]?", re.I)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading on the lines `first`..`last` (both inclusive). `family` tells "VOLUME" from "BOOK"; `number` may
    be unreadable (None); `level` is what markup says, 0 where it says nothing."""

    kind: Kind
    family: str
    number: int | None
    first: int
    last: int
    start: int
    label: str
    level: int = 0


def find_headings(book: BookText, page: Page) -> list[Heading]:
    """Every candidate in reading order: those of markup first, where a line is both."""
    found = {heading.first: heading for heading in _read_markup(book, page)}
    taken = {at for heading in found.values() for at in range(heading.first, heading.last + 1)}
    for heading in _read_lines(page):
        if heading.first not in taken:
            found[heading.first] = heading
    return [found[first] for first in sorted(found)]


def classify(words: str) -> tuple[Kind, str, int | None] | None:
    """Kind, family and number of one line's words; None for what is no heading by its looks."""
    words = words.strip(_DECORATION)
    if not words or len(words) > MAX_LINE:
        return None
    return _classify_word(words) or _classify_number(words) or _classify_name(words)


def is_titled(words: str) -> bool:
    """False for a number without a title: "CHAPTER IV.", "XII"."""
    words = words.strip(_DECORATION)
    if _BARE.fullmatch(words.strip("-–— .")):
        return False
    found = _WORD.fullmatch(words) or _ORDINAL.fullmatch(words)
    rest: str = found["rest"] if found else "titled"
    return re.search(r"\w", rest) is not None


def find_run_in(words: str) -> int | None:
    """Where the story begins on a heading's own line ("CHAPTER I. It was raining when ..."), None for a title."""
    found = _WORD.fullmatch(words) or _ORDINAL.fullmatch(words)
    separator = _TITLE_SEPARATOR.match(found["rest"]) if found else None
    if not found or not separator or not found["rest"][separator.end() :]:
        return None
    at = found.start("rest") + separator.end()
    return None if looks_like_title(words[at:].rstrip(".,;: "), MAX_LINE) else at


def is_contents(words: str) -> bool:
    return bool(_CONTENTS.fullmatch(words.strip(_DECORATION)))


def is_ending(words: str) -> bool:
    """THE END, Finis, END OF VOLUME I: printed under a text, no part of it."""
    return len(words) < 60 and bool(_ENDINGS.fullmatch(words.strip(_DECORATION)))


def looks_like_title(words: str, longest: int = 100) -> bool:
    """All capitals, or a title's capitals and no sentence's end. Dates and greetings are no titles."""
    words = words.strip("_* \t")
    letters = [c for c in words if c.isalpha()]
    if not letters or len(words) > longest or words[0] in "“\"‘'([—-" or is_ending(words):
        return False
    if all(c.isupper() for c in letters if c.lower() != c.upper()):
        return len(letters) > 1
    if words[-1] in '.,;:!…”"' or re.search(r"\d", words) or not words[0].isupper():
        return False
    every: list[str] = re.findall(r"[^\W\d_]+", words)
    telling = [word for word in every if len(word) > 3 and word not in _SMALL] or every
    return sum(word[0].isupper() for word in telling) >= 0.7 * len(telling)


def _classify_word(words: str) -> tuple[Kind, str, int | None] | None:
    for pattern in (_WORD, _ORDINAL):
        if (found := pattern.fullmatch(words)) and _is_title_rest(found["rest"], words):
            family = found["word"].lower().rstrip(".")
            family = {"vol": "volume", "chap": "chapter"}.get(family, family)
            number = parse_numeral(found["num"])
            if number is None and not found["num"].lower().endswith(("last", "final")):
                return None
            is_part = family == "epilogue" or re.fullmatch(_PARTS, family)
            return "part" if is_part else "chapter", family, number
    return None


def _is_title_rest(rest: str, words: str) -> bool:
    """What follows the number must read as a title: "Part I of the house" and "Letter I sent you" are prose."""
    separator = _TITLE_SEPARATOR.match(rest)
    if separator is None:
        return False
    title = rest[separator.end() :].lstrip("_*“\"‘'([ ")
    if not title:
        return True  # "chapter one", all in small letters, is a heading too
    return words[0].isupper() and (not title[0].islower() or bool(separator[0].strip()))


def _classify_number(words: str) -> tuple[Kind, str, int | None] | None:
    trimmed = words.strip("-–— .")
    if found := _BARE.fullmatch(trimmed):
        family = next(name for name in ("roman", "arabic", "spelled") if found[name])
        number = parse_numeral(found[family])
        upright = family == "arabic" or trimmed[0].isupper()
        return ("bare", family, number) if number is not None and upright else None
    if (found := _NUMBERED.fullmatch(words)) and looks_like_title(found["rest"].rstrip(". 0123456789")):
        family = "arabic title" if found["num"].isdigit() else "roman title"
        number = parse_numeral(found["num"])
        return ("numbered", family, number) if number is not None else None
    return None


def _classify_name(words: str) -> tuple[Kind, str, int | None] | None:
    if not words[0].isupper():
        return None
    if _ASIDE.fullmatch(words):
        return "aside", "aside", None
    found = _NAMED.fullmatch(words)
    if found and (not found["rest"] or _is_title_rest(found["rest"], words)) and len(words) < 80:
        return "named", "named", None
    return None


def _read_markup(book: BookText, page: Page) -> Iterator[Heading]:
    for start, end, level in book.headings:
        words = " ".join(book.text[start:end].split()).strip("# ")
        if not words or not page.lines:
            continue
        kind, family, number = classify(words) or ("title", f"h{level}", None)
        yield Heading(kind, family, number, page.index(start), page.index(end - 1), start, words[:120], level)


def _read_lines(page: Page) -> Iterator[Heading]:
    """Candidates stand at the head of a block, or in a block of nothing else (a contents page). A text that sets
    no blank lines has one block; there a line needs a numbered word to be one."""
    head_is_heading = False
    dense = page.is_dense()
    for at, line in enumerate(page.lines):
        opens = bool(line.text) and not page.text(at - 1)
        if not line.text or len(line.text) > MAX_LINE or not (opens or head_is_heading or dense):
            head_is_heading = head_is_heading and not opens
            continue
        heading = _read_line(page, at)
        if opens:
            head_is_heading = heading is not None or is_contents(line.text)
        elif heading and heading.kind in ("named", "aside"):
            continue  # "CHAPTER IX / CONCLUSION" is one heading
        elif heading and not head_is_heading and heading.kind not in ("chapter", "part"):
            continue
        if heading:
            yield heading


def _read_line(page: Page, at: int) -> Heading | None:
    line = page.lines[at]
    words, last = line.text, at
    if _LONE_WORD.fullmatch(words.strip(_DECORATION)):  # "CHAPTER" and its number on the line below
        below = at + 1 if page.text(at + 1) else at + 1 + page.blanks_after(at)
        if below - at <= 3 and _BARE.fullmatch(page.text(below)):
            words, last = f"{words} {page.text(below)}", below
    found = classify(words)
    if found is None:
        return None
    close = found[0] in ("bare", "named", "aside") and page.text(last + 1) and not page.text(at - 1)
    if close and found[0] == "bare" and _is_title_below(page, last + 1):
        words, last = f"{words} {page.text(last + 1)}", last + 1
    elif close and not classify(page.text(last + 1)):
        return None  # A bare number over prose may be a page's; only a contents page sets such lines close.
    if found[0] == "numbered" and page.block_end(at) - at > 3 and not classify(page.text(at + 1)):
        return None
    kind, family, number = found
    return Heading(kind, family, number, at, last, line.start, " ".join(words.split())[:120])


def _is_title_below(page: Page, at: int) -> bool:
    """Whether a line right below a number is its title: alone there, and written as one ("7" / "The Cold House")."""
    return not page.text(at + 1) and classify(page.text(at)) is None and looks_like_title(page.text(at), 80)
