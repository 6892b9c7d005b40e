"""A file that has grown by whole chapters: only what was added is cut, where the whole would be cut no otherwise.

    ... | CHAPTER 12, as it was read | CHAPTER 13 ... | CHAPTER 14 ...
        ^ decoded from here on       ^ what was read ended here: the hash of all bytes up to it must be what it was

That is sure of plain text whose chapters have a numbered word, counted on without a break: such a chain only gets longer.
Whatever else is added (a part, an epilogue, notes, a number that does not follow) is asked of the file as a whole.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from castline.graph.store import BookRecord, ChapterRecord
from castline.ingest.reading.book import BookText, File, parse_rest
from castline.ingest.reading.decoding import strip_mark
from castline.ingest.segmentation.chapters import Chapter, Manuscript, cut_chapters
from castline.ingest.segmentation.headings import Heading, classify, find_headings
from castline.ingest.segmentation.lines import Page
from castline.ingest.segmentation.numbering import TIGHT, prose_after
from castline.ingest.segmentation.outline import Outline
from castline.ingest.segmentation.scenes import Paragraph, Scene

if TYPE_CHECKING:
    from hashlib import _Hash as Hash


@dataclass(frozen=True, slots=True)
class Rest:
    """A file that begins as a book was read, and what it has more. `last` is the last chapter that was read, `own` the text
    of that, `prefix` the hash of all text up to its end; `added` is what stands behind, as a text of its own."""

    file: File
    last: ChapterRecord
    own: str
    prefix: Hash
    added: BookText


@dataclass(frozen=True, slots=True)
class Continuation:
    """What has been added to a book; its chapters alone are in `manuscript`, as those of a text of their own (`place`).
    `last` is the text of the chapter before, `prefix` the hash of all text up to its end."""

    manuscript: Manuscript
    last: str
    prefix: Hash


def hash_text(text: str) -> Hash:
    """SHA-256 of a text, to which more can be added."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass"))


def digest_of(start: int, text: str) -> str:
    """What tells a chapter from any other: where it starts, and its own text."""
    return hash_text(f"{start}\n{text}").hexdigest()


def find_rest(file: File, record: BookRecord, held: Sequence[ChapterRecord]) -> Rest | None:
    """What a plain text in UTF-8 has more than was read of it, without decoding that again, which costs more than all else
    here; None for any other file, and for one that is no longer as it was read. `record` and `held` as for `continue_cut`."""
    if not _is_all(record, held):
        return None
    tail = parse_rest(file, held[-2].end)
    if tail is None:
        return None
    behind = len(tail.text[held[-1].end - held[-2].end :].encode())
    written = strip_mark(file.data)
    return _part(file, tail, hashlib.sha256(memoryview(written)[: len(written) - behind]), held)


def split_rest(file: File, book: BookText, record: BookRecord, held: Sequence[ChapterRecord]) -> Rest | None:
    """The same of a file in any encoding, by the whole of its text."""
    if not _is_all(record, held) or book.format != "text" or (book.start, book.end) != (0, len(book.text)):
        return None
    return _part(file, _cut_off(book, held[-2].end), hash_text(book.text[: held[-1].end]), held)


def _is_all(record: BookRecord, held: Sequence[ChapterRecord]) -> bool:
    """Whether a book was read to its end, and that is its last chapter's."""
    return len(held) > 1 and held[-1].ordinal == record.chapters and record.length == held[-1].end


def _part(file: File, tail: BookText, prefix: Hash, held: Sequence[ChapterRecord]) -> Rest | None:
    """What is added, where the words before are those that were read; the tail begins with the last chapter read."""
    before, last = held[-2:]
    own = tail.text[: last.end - before.end]
    if prefix.hexdigest() != last.prefix_sha256 or digest_of(before.end, own) != last.digest:
        return None
    return Rest(file, last, own, prefix, _cut_off(tail, len(own)))


def _cut_off(book: BookText, start: int) -> BookText:
    text = book.text[start:]
    return replace(book, text=text, start=0, end=len(text))


def continue_cut(rest: Rest, held: Sequence[ChapterRecord]) -> Continuation | None:
    """The chapters that a file has beyond those `held` of it; None where only the whole file can tell.

    `held` are the last two of its chapters that are stored, or more, in order.
    """
    if len(held) < 2 or held[-1] != rest.last:
        return None
    page = Page(rest.added.text, 0, rest.added.end)
    headings = _count_on(rest, page, held)
    if headings is None or len("".join(rest.own.split())) < 2 * TIGHT or _is_dense(rest.own):
        return None
    added = cut_chapters(rest.added, page, Outline(chapters=headings)) if headings else []
    return Continuation(Manuscript(rest.added, tuple(added), ()), rest.own, rest.prefix)


def place(chapter: Chapter, last: ChapterRecord) -> Chapter:
    """A chapter of what is added, as one of the whole book."""
    return replace(
        chapter, ordinal=chapter.ordinal + last.ordinal, part=last.part, start=chapter.start + last.end,
        end=chapter.end + last.end, body_start=chapter.body_start + last.end,
        scenes=tuple(_move(scene, last.end) for scene in chapter.scenes),
    )  # fmt: skip


def _move(scene: Scene, by: int) -> Scene:
    paragraphs = tuple(Paragraph(one.start + by, one.end + by) for one in scene.paragraphs)
    return replace(scene, start=scene.start + by, end=scene.end + by, paragraphs=paragraphs)


def _is_dense(text: str) -> bool:
    """Whether a chapter has hardly any blank lines (`Page.is_dense`): headings are not known by them then."""
    return 25 * text.count("\n\n") <= text.count("\n")


def _count_on(rest: Rest, page: Page, held: Sequence[ChapterRecord]) -> list[Heading] | None:
    """The headings after what is held, where each counts on from the one before; None for any other."""
    told = [classify(chapter.label) for chapter in held[-2:]]
    if told[1] is None or told[1][::2] != ("chapter", held[-1].ordinal) or told[0] != (*told[1][:2], held[-2].ordinal):
        return None
    headings = find_headings(rest.added, page)
    if not headings:
        return None if rest.added.text else []
    if headings[0].first != 0 or not rest.own.endswith("\n\n"):
        return None
    for at, heading in enumerate(headings):
        if (heading.kind, heading.family, heading.number) != (*told[1][:2], held[-1].ordinal + 1 + at):
            return None
        if prose_after(headings, at, page) < TIGHT:
            return None
    return None if _is_dense(rest.added.text) else headings
