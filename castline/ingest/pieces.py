"""The chapters of given files that a saga does not hold yet, and what speaks against reading them into it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from castline.errors import InputError
from castline.graph.store import BookRecord, ChapterRecord, SagaRecord, Store
from castline.ingest.editions import Edition, make_edition, read_editions, refuse_known
from castline.ingest.extraction.workers import Task
from castline.ingest.language.detection import ENGLISH, find_language, name_language
from castline.ingest.reading.book import BookText, File, parse
from castline.ingest.reading.problems import Problem
from castline.ingest.segmentation.chapters import Chapter, Manuscript, cut
from castline.ingest.segmentation.continuation import (
    Continuation,
    Rest,
    continue_cut,
    digest_of,
    find_rest,
    hash_text,
    place,
    split_rest,
)

MOST_BEFORE = 2_000
"""Characters of what stands before a chapter that are looked at, at its beginning and at its end: a preface may be long."""
AUTO = "auto"
"""Said for a language: that which each chapter's own words are in."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A chapter still to be written."""

    book: BookRecord
    chapter: Chapter
    text: str
    """The chapter's own."""
    digest: str
    prefix_sha256: str
    problems: tuple[Problem, ...]
    words: int
    language: str
    of_file: tuple[Problem, ...]
    """What is wrong with the whole file, said where its book is read on."""
    before: str = ""
    """What stands between the chapter before, or the book's beginning, and this one: a title page, a part's heading."""


@dataclass(frozen=True, slots=True)
class Volume:
    """A file, cut, and its place among the saga's books (0: not known yet). `held` is the last chapter of those that stand
    as they were and were not cut again, `grown` is what has been added to them."""

    manuscript: Manuscript
    ordinal: int = 0
    held: ChapterRecord | None = None
    grown: Continuation | None = None


def take_up(files: Iterable[File], known: SagaRecord | None) -> list[BookText | Rest]:
    """What files say; of one that begins as a saga which is `known` has read it, what it has more. Raises ReadError."""
    return [_take_up(file, known) for file in files]


def _take_up(file: File, known: SagaRecord | None) -> BookText | Rest:
    record, held = _find_held(known, file.name)
    if record is None:
        return parse(file)
    if rest := find_rest(file, record, held):
        return rest
    book = parse(file)
    return split_rest(file, book, record, held) or book


def _find_held(known: SagaRecord | None, name: str) -> tuple[BookRecord | None, list[ChapterRecord]]:
    """The book of a file's name in a saga, and its chapters."""
    record = next((one for one in known.books if one.file == name), None) if known else None
    return record, [one for one in known.chapters if one.book == record.ordinal] if known and record else []


def find_new(
    books: Sequence[BookText | Rest], store: Store, stored: SagaRecord, through: str | None, language: str,
    manuscripts: Mapping[str, Manuscript],
) -> tuple[list[Piece], int]:  # fmt: skip
    """The chapters that are not stored yet, in narration order, and how many of those up to `through` are. Of what is
    `stored` the end of each book will do: the store is asked for the rest where a file is more than a book that has grown.

    They are in `language`, or each in that which its own words are in, where it is "auto"; `manuscripts` are the files
    that have been cut already, by name.
    Raises InputError where a stored chapter has changed, a book that others follow has grown, or a file is a book of
    the saga under another name.
    """
    volumes = [_cut(book, stored, manuscripts) for book in books]
    known = not stored.chapters or all(volume.grown for volume in volumes)
    whole = stored if known else store.saga(stored.name) or stored
    digests = {(c.book, c.ordinal): c.digest for c in whole.chapters}
    last = max(digests, default=(0, 0))
    new, skipped = list[Piece](), 0
    for volume in _number(volumes, store, stored):
        limit = limit_to(through, volume.ordinal)
        skipped += volume.held.ordinal if volume.held else 0
        for piece in _pieces(volume, language):
            place = (volume.ordinal, piece.chapter.ordinal)
            if limit is not None and place > limit:
                break
            if place in digests:
                _check_same(piece, digests[place], stored.name)
                skipped += 1
            elif place < last:
                raise InputError(
                    f"Book {volume.ordinal} of the saga '{stored.name}' has grown a chapter {place[1]}, but the saga already goes on "
                    f"to {last[0]}.{last[1]}. Give all its books again with --replace."
                )
            else:
                new.append(piece)
    return new, skipped


def _cut(book: BookText | Rest, stored: SagaRecord, manuscripts: Mapping[str, Manuscript]) -> Volume:
    """A file cut whole, or what it has grown by where that tells as much."""
    if isinstance(book, BookText):
        return Volume(manuscripts.get(book.file) or cut(book))
    record, held = _find_held(stored, book.file.name)
    if record and (grown := continue_cut(book, held)):
        return Volume(grown.manuscript, record.ordinal, held[-1], grown)
    return Volume(cut(parse(book.file)))


def _number(volumes: Sequence[Volume], store: Store, stored: SagaRecord) -> Iterator[Volume]:
    """Each file with its place among the saga's books; a name that is not there is a new book's, if its words are."""
    books = {book.file: book.ordinal for book in stored.books}
    editions: list[Edition] | None = None
    for at, volume in enumerate(volumes):
        manuscript, file = volume.manuscript, volume.manuscript.book.file
        if file not in books:
            if editions is None:
                editions = read_editions(store, stored)
                given = (other.manuscript for other in volumes[:at])
                editions += [make_edition(other, books[other.book.file]) for other in given]
            refuse_known(manuscript, editions, stored.name)
            books[file] = max(books.values(), default=0) + 1
        if editions is not None and at + 1 < len(volumes):
            editions.append(make_edition(manuscript, books[file]))
        yield replace(volume, ordinal=books[file])


def limit_to(through: str | None, book: int) -> tuple[int, int] | None:
    """The last chapter to read, as (book, chapter); `book` is that of a bare number. Raises InputError for neither."""
    if through is None:
        return None
    first, parted, second = through.partition(".")
    if not all(re.fullmatch("0*[1-9][0-9]{0,6}", part) for part in ([first, second] if parted else [first])):
        raise InputError(f"--through '{through}' is no chapter. Write 12, or book.chapter: 2.5.")
    return (int(first), int(second)) if second else (book, int(first))


def check_language(language: str) -> None:
    """Raise InputError for what is no code of a language; there are more of them than a list here could know."""
    if language != AUTO and not re.fullmatch("[a-z]{2,3}", language):
        raise InputError(
            f"--language {language!r} is no code of a language. Write {AUTO} (each chapter by its own words), en, or the ISO 639 "
            "code of another: fr, de, es."
        )


def _check_same(piece: Piece, digest: str, saga: str) -> None:
    if piece.digest != digest:
        raise InputError(
            f"Chapter {piece.chapter.ordinal} of '{piece.book.file}' differs from the one that the saga '{saga}' holds. "
            "Where --cut found its chapters, give that again. To read the saga anew, give all its books again with --replace; for "
            "another book, give another --saga."
        )


def _pieces(volume: Volume, language: str) -> Iterator[Piece]:
    manuscript, text, grown, held = volume.manuscript, volume.manuscript.book.text, volume.grown, volume.held
    length, count = (held.end, held.ordinal) if held else (0, 0)
    prefix, spoken = (grown.prefix, _tell(grown.last, language)) if grown else (hash_text(""), ENGLISH)
    whole = prefix.copy()
    whole.update(text.encode("utf-8", "surrogatepass"))
    chapters = count + len(manuscript.chapters)
    book = BookRecord(volume.ordinal, manuscript.book.file, whole.hexdigest(), length + len(text), chapters)
    told = tell_apart(manuscript)
    of_file = tuple(told.get(0, ()))
    at = 0
    for found in manuscript.chapters:
        prefix.update(text[at : found.end].encode("utf-8", "surrogatepass"))
        before, at = _clip(text[max(at, manuscript.book.start) : found.start]), found.end
        own = text[found.start : found.end]
        chapter = place(found, held) if held else found
        last, spoken = spoken, _tell(own, language)
        problems = told.get(found.ordinal, [])
        problems += [_foreign(chapter, spoken)] if spoken not in (last, ENGLISH) else []
        digest, words = digest_of(chapter.start, own), len(own.split())
        yield Piece(book, chapter, own, digest, prefix.hexdigest(), tuple(problems), words, spoken, of_file, before)


def _clip(before: str) -> str:
    if len(before) <= 2 * MOST_BEFORE:
        return before
    return f"{before[:MOST_BEFORE]}\n\n{before[-MOST_BEFORE:]}"


def _tell(text: str, language: str) -> str:
    return find_language(text) if language == AUTO else language


def _foreign(chapter: Chapter, language: str) -> Problem:
    """Told where a language begins, of that chapter and of those after it that go on in it."""
    message = f"From here on the text is {name_language(language)}, and castline knows the grammar of English alone"
    advice = (
        "Names are guessed from capitals, and quotes are found; who feels, does or is what is hardly read. If it is English "
        "all the same, give --language en with --replace."
    )
    return Problem(message, advice, chapter.start, chapter.start)


def tell_apart(manuscript: Manuscript) -> dict[int, list[Problem]]:
    """Problems by the ordinal of the chapter that they stand in; by 0 those of the file.

    These are no facts: what stands before all chapters is judged by what comes after it.
    """
    told: dict[int, list[Problem]] = {}
    starts = [chapter.start for chapter in manuscript.chapters]
    for problem in manuscript.problems:
        before = bisect_right(starts, problem.start)
        chapter = manuscript.chapters[before - 1] if before and not problem.whole else None
        told.setdefault(chapter.ordinal if chapter and problem.start < chapter.end else 0, []).append(problem)
    return told


def make_task(piece: Piece) -> Task:
    """What extraction is given of a chapter."""
    chapter, base = piece.chapter, piece.chapter.start
    heading = (chapter.part, chapter.label, piece.text[: chapter.body_start - base])
    return Task(
        piece.text,
        [(p.start - base, p.end - base, scene.ordinal) for scene in chapter.scenes for p in scene.paragraphs],
        "\n".join(filter(None, heading)),
        piece.language,
        piece.before,
    )
