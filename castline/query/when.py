"""When: the moment that a question means, out of what was written for it, and what of a saga is told by it."""

from __future__ import annotations

import dataclasses
import re
from bisect import bisect_right

from castline.errors import MomentError
from castline.graph.labels import fold_label
from castline.graph.moments import At, Moment, parse, write
from castline.graph.store import ChapterRecord, SagaRecord


def find_moment(record: SagaRecord, at: At | None) -> Moment:
    """A moment of the saga from 34, "34", "2.14", "2.14.3" or a printed heading ("Volume II, Chapter V").

    None is the last chapter told. Raises MomentError where it is malformed, in a book that is not there, or after the
    last chapter of the record.
    """
    last = record.chapters[-1]
    if at is None:
        return Moment(last.book, last.ordinal)
    written = write(at)
    if parted := re.fullmatch(r"\s*(\d{1,6})-(\d{1,6})-(\d{1,6})\s*", written):
        return _find_in_part(record, written, *(int(number) for number in parted.groups()))
    if not is_number(at):
        return _find_heading(record, written)
    _check_book(record, written)
    moment = parse(written, len(record.books))
    place = bisect_right(record.chapters, (moment.book, moment.chapter), key=_place)
    found = record.chapters[place - 1] if place else None
    if found is None or (found.book, found.ordinal) != (moment.book, moment.chapter):
        raise MomentError(
            f"'{written}' is not in the saga '{record.name}': {_say_told(record, moment.book)} told up to "
            f"{last.book}.{last.ordinal} ({len(record.chapters)} chapters in {len(record.books)} book{'s' * (len(record.books) > 1)})."
        )
    return moment


def _check_book(record: SagaRecord, written: str) -> None:
    """Raise MomentError for a chapter alone, which is of no book in a saga of several, with the books that have it."""
    number = re.fullmatch(r"\s*(\d{1,6})\s*", written)
    if number is None or len(record.books) == 1:
        return
    places = [f"{c.book}.{c.ordinal}" for c in record.chapters if c.ordinal == int(number[1])]
    least = f": {' or '.join(places)}." if places else ", for example 1.3."
    raise MomentError(
        f"'{written.strip()}' names no book, and this saga has {len(record.books)}. Write book.chapter{least}"
    )


def _say_told(record: SagaRecord, book: int) -> str:
    """What of a book is told, where another goes on."""
    own = [c.ordinal for c in record.chapters if c.book == book]
    return (
        f"book {book} has chapters {own[0]} to {own[-1]}, and it is"
        if own and book != record.chapters[-1].book
        else "it is"
    )


def is_number(at: At) -> bool:
    """Whether a moment is given as numbers, and not as a heading."""
    return bool(re.match(r"\s*\d+(\.\d+)*\s*$", write(at)))


def find_start(record: SagaRecord, since: At, by: Moment) -> Moment:
    """The moment after which a question wants to know what came, out of what is told by another, which is inside.

    What comes after that has no part in it: not in what is a heading, nor in what an error says.
    """
    told, written = cut_record(record, by), write(since)
    if re.match(r"\s*\d+(\.\d+)*\s*$", written) and parse(written, len(told.books)).packed > by.bound:
        raise MomentError(f"--from {parse(written, len(told.books))} comes after --to {by}: turn them about.")
    return find_moment(told, since)


def cut_record(record: SagaRecord, moment: Moment) -> SagaRecord:
    """The saga as it stood when it was told up to the moment's chapter, that included."""
    count = bisect_right(record.chapters, (moment.book, moment.chapter), key=_place)
    if count == len(record.chapters):
        return record
    chapters = record.chapters[:count]
    books = tuple(book for book in record.books if book.ordinal <= chapters[-1].book) if chapters else ()
    return dataclasses.replace(record, books=books, chapters=chapters)


def end_record(record: SagaRecord, until: At) -> SagaRecord:
    """The saga as one that ends with a chapter. Raises MomentError for a scene: what is told ends with a chapter."""
    moment = find_moment(record, until)
    if moment.scene:
        raise MomentError(
            f"{moment} is a scene, and a chapter is where it may end. Write {moment.book}.{moment.chapter}."
        )
    return cut_record(record, moment)


def _place(chapter: ChapterRecord) -> tuple[int, int]:
    return chapter.book, chapter.ordinal


def say_reading(at: At | None, moment: Moment) -> str:
    """How a moment was understood that could be read in two ways; nothing where it could not."""
    written = write(at).strip() if at is not None else ""
    if re.fullmatch(r"\d+\.\d+", written) and moment.scene:
        return f"{written} is chapter {moment.chapter}, scene {moment.scene}, since the saga has one book: {moment}."
    return ""


def _find_in_part(record: SagaRecord, written: str, book: int, part: int, chapter: int) -> Moment:
    """ "2-3-5": the fifth chapter of the second book's third part; the part by the number printed on it, where there is one."""
    own = [c for c in record.chapters if c.book == book]
    parts = list(dict.fromkeys(c.part for c in own if c.part))
    printed = [name for name in parts if str(part) in fold_label(name).split()]
    named = printed[0] if printed else parts[part - 1] if 1 <= part <= len(parts) else None
    within = [c for c in own if named is not None and c.part == named]
    if not 1 <= chapter <= len(within):
        raise MomentError(
            f"'{written}' is not in the saga '{record.name}': written so, it is chapter {chapter} of part {part} of book {book}. Write "
            "book.chapter, for example 1.34."
        )
    return Moment(book, within[chapter - 1].ordinal)


def _bears(label: str, number: str) -> bool:
    """Whether a heading begins with the number of a chapter: "5 The Audience", as well as "Chapter V. The Audience"."""
    return number.isdigit() and label.removeprefix("chapter ").split(" ")[0] == number


def _find_heading(record: SagaRecord, at: str) -> Moment:
    wanted = fold_label(at) if not re.match(r"\s*-[\d.\s]*$", at) else ""
    labels = [(c, fold_label(c.label), fold_label(f"{c.part or ''} {c.label}")) for c in record.chapters]
    number = wanted.removeprefix("chapter ") if wanted.startswith("chapter ") else ""
    found = [c for c, label, full in labels if wanted and (wanted in (label, full) or _bears(label, number))]
    if not found:
        found = [c for c, _, full in labels if wanted and f"{full} ".startswith(wanted + " ")]
    if not found:
        found = [c for c, label, _ in labels if wanted and f" {label}".endswith(" " + wanted)]
    if not found:
        found = [c for c, label, _ in labels if label and label == wanted.removeprefix("chapter ")]
    if len(found) == 1:
        return Moment(found[0].book, found[0].ordinal)
    places = ", ".join(f"{c.book}.{c.ordinal}" for c in found[:6])
    what = f"is the heading of several chapters ({places})" if found else "is neither a moment nor a chapter's heading"
    raise MomentError(f"'{at}' {what}. Write book.chapter or book.chapter.scene, for example 1.3 or 1.3.2.")
