"""Paragraphs: a book's own text around the words of a piece of evidence, as far as it is told by a moment."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from castline.errors import AskError
from castline.graph.facts import decode
from castline.graph.moments import FOREVER, Moment, pack
from castline.graph.store import ChapterRecord
from castline.query.view import View

_BREAK = re.compile(r"\n[^\S\n]*(?:\n\s*)+")


class Paragraph(msgspec.Struct, frozen=True, gc=False):
    """A paragraph as it is printed: its chapter, and where it stands in its book's text (`end` exclusive)."""

    at: str
    book: int
    start: int
    end: int
    text: str


class Around(msgspec.Struct, frozen=True):
    """Words in their paragraphs: `first` and `last` are where the words stand in `text` (`last` exclusive)."""

    at: str
    book: int
    start: int
    end: int
    text: str
    first: int
    last: int


def find_around(view: View, book: int, start: int, end: int) -> Around:
    """The paragraphs that hold a stretch of a book's text (`end` exclusive), and no more than is told by the view's moment.

    Raises AskError where nothing of the stretch is told by then, be it later or nowhere, and where the store keeps no text.
    """
    chapter = next((c for c in view.record.chapters if c.book == book and start < c.end), None)
    told = list_paragraphs(view, chapter) if chapter and 0 <= start < end else []
    held = [one for one in told if one.start < end and start < one.end]
    if not held or start < held[0].start:
        raise AskError(
            f"Nothing that is told by {view.at} stands at {start}-{end} of book {book}. Evidence says where it stands."
        )
    first, last = held[0], held[-1]
    text = "".join(
        one.text + "\n\n" * (one is not last) for one in held
    )  # two lines between them, whatever the book has there
    into = start - first.start
    behind = len(text) - max(0, last.end - end)
    return Around(first.at, book, first.start, last.end, text, into, behind)


def list_paragraphs(view: View, chapter: ChapterRecord) -> list[Paragraph]:
    """The paragraphs of a chapter, those alone that are told by the view's moment. Raises AskError where the store keeps no
    text of it."""
    return next((own for one, own in list_texts(view, chapter) if one == chapter), [])


def list_texts(view: View, since: ChapterRecord | None = None) -> Iterator[tuple[ChapterRecord, list[Paragraph]]]:
    """The chapters told by the view's moment, from one of them on, each with the paragraphs that are told by then."""
    known = {(chapter.book, chapter.ordinal): chapter for chapter in view.record.chapters}
    places = list(known)
    before = places.index((since.book, since.ordinal)) - 1 if since else -1
    after = Moment(*places[before]) if before >= 0 else None
    for book, ordinal, text in view.store.texts(view.record.name, after):
        if (book, ordinal) not in known:
            return
        if not text:
            raise AskError(
                f"The store keeps no text of the saga '{view.record.name}': it was read by an earlier castline, or imported. Give its "
                "books again with --replace."
            )
        chapter = known[book, ordinal]
        base = chapter.end - len(text)
        yield chapter, list(_split(f"{book}.{ordinal}", book, base, text[: _told(view, chapter) - base]))


def _told(view: View, chapter: ChapterRecord) -> int:
    """Where the text ends that is told by the view's moment: where a later scene of its chapter begins."""
    moment = view.moment
    if not moment.scene or (moment.book, moment.chapter) != (chapter.book, chapter.ordinal):
        return chapter.end
    scenes = (decode(line) for line in view.store.facts(view.record.name, ["scene"], FOREVER))
    later = [
        s.start for s in scenes if (s.book, s.chapter) == (chapter.book, chapter.ordinal) and pack(s.told) > view.bound
    ]
    return min(later, default=chapter.end)


def _split(at: str, book: int, base: int, text: str) -> Iterator[Paragraph]:
    place = 0
    for gap in [*_BREAK.finditer(text), None]:
        body = text[place : gap.start() if gap else len(text)]
        bare = body.strip()
        if bare:
            start = base + place + body.index(bare)
            yield Paragraph(at, book, start, start + len(bare), bare)
        if gap:
            place = gap.end()
