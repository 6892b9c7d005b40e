"""A file that has grown by whole chapters: only what was added is cut, where the whole would be cut no otherwise.

    ... CHAPTER 12, as it was read | CHAPTER 13 ... | CHAPTER 14 ...
                                   ^ what was read ended here

That is sure of plain text whose chapters have a numbered word, counted on without a break: such a chain only gets longer.
Whatever else is added (a part, an epilogue, notes, a number that does not follow) is asked of the file as a whole.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from castline.graph.store import BookRecord, ChapterRecord
from castline.ingest.reading.book import BookText
from castline.ingest.segmentation.chapters import Chapter, Manuscript, cut_chapters
from castline.ingest.segmentation.headings import Heading, classify, find_headings
from castline.ingest.segmentation.lines import Page
from castline.ingest.segmentation.numbering import TIGHT, prose_after
from castline.ingest.segmentation.outline import Outline

if TYPE_CHECKING:
    from hashlib import _Hash as Hash


@dataclass(frozen=True, slots=True)
class Continuation:
    """What has been added to a book; its chapters alone are in `manuscript`. `last` is the text of the chapter before,
    `prefix` the hash of all text up to its end."""

    manuscript: Manuscript
    last: str
    prefix: Hash


def hash_text(text: str) -> Hash:
    """SHA-256 of a text, to which more can be added."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass"))


def digest_of(start: int, text: str) -> str:
    """What tells a chapter from any other: where it starts, and its own text."""
    return hash_text(f"{start}\n{text}").hexdigest()


def continue_cut(book: BookText, record: BookRecord, held: Sequence[ChapterRecord]) -> Continuation | None:
    """The chapters that a file has beyond those `held` of it; None where only the whole file can tell.

    `record` is the book as it was last read, `held` the last two of its chapters that are stored, or more, in order.
    """
    if book.format != "text" or (book.start, book.end) != (0, len(book.text)) or len(held) < 2:
        return None
    if held[-1].ordinal != record.chapters or record.length != held[-1].end:
        return None
    before, last = held[-2:]
    own, prefix = book.text[before.end : last.end], _hash_until(book, last.end)
    if prefix.hexdigest() != last.prefix_sha256 or digest_of(before.end, own) != last.digest:
        return None
    headings = _count_on(book, held)
    if headings is None or len("".join(own.split())) < 2 * TIGHT or _is_dense(own):
        return None
    added = cut_chapters(book, Page(book.text, last.end, book.end), Outline(chapters=headings)) if headings else []
    return Continuation(Manuscript(book, tuple(_place(chapter, last) for chapter in added), ()), own, prefix)


def _hash_until(book: BookText, end: int) -> Hash:
    """`hash_text` of a book's text up to an offset; without encoding that again, which costs more than all else here."""
    if book.written is None:
        return hash_text(book.text[:end])
    after = len(book.text[end:].encode("utf-8"))
    return hashlib.sha256(memoryview(book.written)[: len(book.written) - after])


def _is_dense(text: str) -> bool:
    """Whether a chapter has hardly any blank lines (`Page.is_dense`): headings are not known by them then."""
    return 25 * text.count("\n\n") <= text.count("\n")


def _count_on(book: BookText, held: Sequence[ChapterRecord]) -> list[Heading] | None:
    """The headings after what is held, where each counts on from the one before; None for any other."""
    end = held[-1].end
    told = [classify(chapter.label) for chapter in held[-2:]]
    if told[1] is None or told[1][::2] != ("chapter", held[-1].ordinal) or told[0] != (*told[1][:2], held[-2].ordinal):
        return None
    page = Page(book.text, end, book.end)
    headings = find_headings(book, page)
    if not headings:
        return [] if end == book.end else None
    if headings[0].first != 0 or not book.text.endswith("\n\n", 0, end):
        return None
    for at, heading in enumerate(headings):
        if (heading.kind, heading.family, heading.number) != (*told[1][:2], held[-1].ordinal + 1 + at):
            return None
        if prose_after(headings, at, page) < TIGHT:
            return None
    if _is_dense(book.text[end:]):
        return None
    return headings


def _place(chapter: Chapter, last: ChapterRecord) -> Chapter:
    return replace(chapter, ordinal=chapter.ordinal + last.ordinal, part=last.part)
