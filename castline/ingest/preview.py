"""Books as the rules alone read them, with nothing written: what a model would be asked about them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from castline.graph.opening import open_store
from castline.graph.store import SagaRecord
from castline.ingest.extraction.workers import WORTH_IT, extract_all
from castline.ingest.language.parser import find_model
from castline.ingest.memory.memory import Memory
from castline.ingest.pieces import AUTO, find_new, make_task
from castline.ingest.reading.book import read
from castline.ingest.second_reader import Looked, look
from castline.ingest.segmentation.chapters import cut

PROCESSES = 4


def preview(
    files: Sequence[str | Path], through: str | None = None, pattern: str | None = None, language: str = AUTO
) -> list[Looked]:
    """The chapters of books up to `through`, as the rules read them. Raises ReadError, InputError."""
    books = [read(file) for file in files]
    manuscripts = {book.file: cut(book, pattern) for book in books}
    store = open_store("sqlite:///:memory:")
    try:
        pieces, _ = find_new(books, store, SagaRecord("preview", 0, (), ()), through, language, manuscripts)
    finally:
        store.close()
    model = find_model()
    count = PROCESSES if sum(piece.words for piece in pieces) >= WORTH_IT else 1
    notes = extract_all((make_task(piece) for piece in pieces), model, count)
    return list(look("preview", pieces, notes, Memory(), model or "blank"))
