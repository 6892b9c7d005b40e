"""What stands in italics outside all quotation marks and says "I": what somebody thinks, or a letter.

Plain text and Markdown mark italics with asterisks or underscores. The "I" in them is never whoever tells the book.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from castline.ingest.extraction.quotes import LETTER_WORDS, SALUTATION, Quote

_ITALIC = re.compile(r"(?<![\w*_])(?P<mark>\*{1,3}|_)(?P<words>[^*_\s](?:[^*_]*[^*_\s])?)(?P=mark)(?![\w*_])")
_OWN = re.compile(r"\b(?:I|me|my|mine|myself|we|us|our|ours)\b")
_OPENS = re.compile(r"[—…\W]*[A-Z]")
FEWEST_WORDS = 3
"""Fewer are a word that is stressed ("*my* coat")."""
MOST_PARAGRAPHS = 6
"""Paragraphs in a row that are all in italics and one letter or train of thought; a longer stretch is a tale of its own."""
LEAD_IN = 200
"""Characters before italics in which they may be called a letter."""


def find_italics(text: str, paragraphs: Sequence[tuple[int, int]], quotes: Sequence[Quote]) -> list[Quote]:
    """The letters and thoughts in italics that stand in no quote, in order."""
    spoken = sorted(part for quote in quotes for part in quote.parts)
    found: list[Quote] = []
    index = 0
    while index < len(paragraphs):
        whole = list(_whole(text, paragraphs, index))
        if whole and not _overlaps(spoken, paragraphs[index]):
            if len(whole) <= MOST_PARAGRAPHS and _is_own(text, *whole[0]):
                found.append(Quote(whole, index, index + len(whole) - 1, _tell_kind(text, whole[0][0])))
            index += len(whole)
            continue
        start, end = paragraphs[index]
        spans = [one.span("words") for one in _ITALIC.finditer(text, start, end)]
        own = [span for span in spans if _is_own(text, *span) and not _overlaps(spoken, span)]
        found += [Quote([span], index, index, "thought") for span in own]
        index += 1
    return found


def _whole(text: str, paragraphs: Sequence[tuple[int, int]], first: int) -> Iterator[tuple[int, int]]:
    """What stands in the marks of paragraphs in a row, from one on, that are all in italics."""
    for start, end in (paragraphs[at] for at in range(first, len(paragraphs))):
        inside = _ITALIC.fullmatch(text, start, start + len(text[start:end].rstrip()))
        if inside is None:
            return
        yield inside.span("words")


def _is_own(text: str, start: int, end: int) -> bool:
    """Whether words are a sentence in which somebody says "I"."""
    words = text[start:end]
    return len(words.split()) >= FEWEST_WORDS and bool(_OPENS.match(words)) and bool(_OWN.search(words))


def _tell_kind(text: str, start: int) -> str:
    called = LETTER_WORDS.search(text, max(0, start - LEAD_IN), start)
    return "letter" if called or SALUTATION.match(text[start : start + LEAD_IN]) else "thought"


def _overlaps(spans: list[tuple[int, int]], span: tuple[int, int]) -> bool:
    """Whether a span shares a character with one of those, which are sorted and apart."""
    after = bisect_left(spans, (span[1], 0))
    return after > 0 and spans[after - 1][1] > span[0]
