"""`ingest`: files to facts in a store, chapter by chapter, with only the past in hand.

    read -> cut -> extract (any order, other processes) -> resolve, judge (in order) -> write (a chapter at a time)

Each chapter is one commit. Stop at any instant and run the same again: it goes on after the last commit.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from castline.errors import InputError
from castline.graph.store import BookRecord, SagaRecord, Store
from castline.ingest.corrections.corrector import Corrector
from castline.ingest.course import Course, Done, read_own
from castline.ingest.memory.kept import Recalled
from castline.ingest.memory.memory import Memory
from castline.ingest.memory.rows import MET, open_memory
from castline.ingest.pieces import AUTO, Piece, check_language, find_new, limit_to, take_up
from castline.ingest.reading.book import BookText, load
from castline.ingest.report import Progress, Report
from castline.ingest.resettling import let_go, resettle
from castline.ingest.second_reader import MARK, SecondReader, find_unread
from castline.ingest.segmentation.chapters import Manuscript, cut
from castline.ingest.segmentation.continuation import Rest

__all__ = ["Progress", "Report", "ingest", "read_memory"]

HELD = 2
"""Chapters at a book's end by which it is known again: all that a file which has grown is held against."""
LONGEST_NAME = 200
"""Characters that a saga's name may have."""


def ingest(
    store: Store, files: Sequence[str | Path], saga: str | None = None, *, through: str | None = None,
    pattern: str | None = None, language: str = AUTO, replace: bool = False, processes: int | None = None,
    progress: Progress | None = None, reader: SecondReader | None = None,
) -> Report:  # fmt: skip
    """Read books into a saga (by default named after the first file), after what it already holds.

    Chapters already there are skipped. `through` ("12", "2.5") is the last chapter to read, included;
    `pattern` a regular expression for heading lines; `language` what the books are in ("auto": each chapter by its own
    words), and other than English ("en") they are read without grammar; `replace` forgets the saga first. A `reader` reads
    beside the rules; chapters there that he has not read are settled anew, from the first. Raises ReadError, InputError
    (a chapter differs from the one stored; a book that others follow has grown; a file is a book of the saga
    under another name), StoreBusy.
    """
    began = time.perf_counter()
    report = Report(saga or _name_after(files))
    _check(report.saga, files, through)
    check_language(language)
    if replace:
        _check_all_given(store, report.saga, len(files))
    unread = bool(reader and not replace and _find_unread(store, report.saga, reader))
    whole = replace or unread or pattern is not None or through is not None
    known = None if whole else store.saga(report.saga, HELD)
    books = take_up(map(load, files), known)
    # A pattern may be refused: before a store is made for it.
    manuscripts = {book.file: cut(book, pattern) for book in books if isinstance(book, BookText)} if whole else {}
    if (
        not replace
        and not unread
        and (again := resettle(store, report.saga, processes=processes, progress=progress, reader=reader))
    ):
        report.incidents.append(
            f"{again.chapters} chapters were settled again first, since corrections had come or gone."
        )
    # Seen before anything else is read: whatever is committed meanwhile, the store will notice.
    version = store.version(report.saga)
    stored = known
    if known is None or known.version != version:
        stored = None if replace else store.saga(report.saga, None if unread else HELD)
    held = stored or SagaRecord(report.saga, version, (), ())
    if stored and unread:
        pieces, report.skipped = _find_all(books, store, stored, through, language, manuscripts), 0
    else:
        pieces, report.skipped = find_new(books, store, held, through, language, manuscripts)
    anew = replace or unread
    report.incidents += _say_order(files, () if replace else held.books)
    if replace and not reader:
        let_go(store, report.saga)
        version = store.forget(report.saga)
    if pieces:
        recalled = Recalled(store, report.saga, version)
        memory = read_memory(recalled) if held.chapters and not anew else Memory()
        own = read_own(store, report.saga, anew) if reader else Memory()
        course = Course(report, Corrector.of(store, report.saga, anew=anew), processes, progress, reader)
        done = course.settle_all(pieces, memory, own)
        done = _begin_anew(recalled, done) if anew and reader else done
        course.write_all(recalled, done, sum(piece.words for piece in pieces))
    report.seconds = time.perf_counter() - began
    return report


def _find_unread(store: Store, saga: str, reader: SecondReader) -> bool:
    """Whether chapters stand there that a second reader has not read."""
    stored = store.saga(saga)
    return bool(stored and find_unread(store.recall(saga, stored.version, (), [MARK]), _places(stored), reader))


def _begin_anew(recalled: Recalled, done: Iterator[Done]) -> Iterator[Done]:
    """The same chapters, the saga forgotten before the first of them is written: until all has been answered it stands as
    it was."""
    first = next(done)
    let_go(recalled.store, recalled.saga)
    recalled.version = recalled.store.forget(recalled.saga)
    return chain([first], done)


def _places(stored: SagaRecord) -> list[tuple[int, int]]:
    return [(chapter.book, chapter.ordinal) for chapter in stored.chapters]


def _find_all(
    books: Sequence[BookText | Rest], store: Store, stored: SagaRecord, through: str | None, language: str,
    manuscripts: Mapping[str, Manuscript],
) -> list[Piece]:  # fmt: skip
    """All chapters of a saga that is to be settled anew. Raises InputError where the files given do not hold them all."""
    empty = SagaRecord(stored.name, stored.version, (), ())
    pieces, _ = find_new(books, store, empty, through, language, manuscripts)
    given = {(piece.book.file, piece.chapter.ordinal) for piece in pieces}
    files = {book.ordinal: book.file for book in stored.books}
    missing = [f"{book}.{chapter}" for book, chapter in _places(stored) if (files[book], chapter) not in given]
    if missing:
        raise InputError(
            f"The saga '{stored.name}' has chapters that this model has not read, so all of it is settled anew; but {missing[0]} "
            f"(of {len(missing)}) is not in what was given. Give all its books, in their order, and no --through before its end."
        )
    return pieces


def _name_after(files: Sequence[str | Path]) -> str:
    return Path(str(files[0])).stem if files else ""


def _check(saga: str, files: Sequence[str | Path], through: str | None) -> None:
    """Find fault with what was asked before anything is read, let alone forgotten."""
    if not files:
        raise InputError("No file was given. Name at least one book to ingest.")
    named = [Path(str(file)).name for file in files]
    for name in named:
        if named.count(name) > 1:
            raise InputError(
                f"Two of the files are called '{name}', and a saga knows its books by their files' names. Rename one."
            )
    if not saga.strip() or len(saga) > LONGEST_NAME or not saga.isprintable():
        raise InputError(
            f"{_shorten(saga)} will not do as the name of a saga: it must have 1 to {LONGEST_NAME} characters, not all blank, "
            "and no line ends or other control characters. Give another with --saga."
        )
    limit_to(through, 1)


def _check_all_given(store: Store, saga: str, files: int) -> None:
    """Books that are not given would be gone without a word."""
    stored = store.saga(saga, HELD)
    if stored and len(stored.books) > files:
        names = ", ".join(book.file for book in stored.books)
        raise InputError(
            f"The saga '{saga}' holds {len(stored.books)} books ({names}), and --replace forgets them all before it reads what was "
            f"given: {files}. Give them all, in their order; to have it with fewer, give another --saga."
        )


def _say_order(files: Sequence[str | Path], books: Sequence[BookRecord]) -> list[str]:
    """That books which stand in a saga were given in another order than theirs: one that was not there comes after those that were."""
    places = {book.file: book.ordinal for book in books}
    given = [places.get(Path(str(file)).name, len(books) + 1) for file in files]
    if given == sorted(given):
        return []
    order = [*places, *(name for file in files if (name := Path(str(file)).name) not in places)]
    return [
        f"The saga has its books in the order {', '.join(order)}, and not in the one that they were given in. What it tells is dated by "
        "that order: to change it, give all its books in the right one with --replace."
    ]


def _shorten(name: str) -> str:
    return repr(name) if len(name) <= 60 else f"{name[:60]!r}..."


def read_memory(recalled: Recalled) -> Memory:
    """What the last chapter of a saga has left for the next one.

    Raises InputError for a saga of an earlier castline, whose memory stood in other rows.
    """
    if MET not in recalled([MET], ()):
        raise InputError(
            f"The saga '{recalled.saga}' was read by an earlier castline, and this one cannot go on from what that one remembered. "
            "All questions to it are answered as before; to add chapters, give all its books again with --replace."
        )
    return open_memory(recalled)
