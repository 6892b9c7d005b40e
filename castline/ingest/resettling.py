"""A saga settled anew from what the store keeps of it, where corrections have come or gone.

    keep the chapters apart -> forget the saga -> write it again -> let go of what was kept apart

What a later chapter is taken for rests on all before it, so the saga is settled from its first chapter on; its answers
stay as they were until that is done. Stopped at any instant, the same goes on: the chapters kept apart say so.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from typing import NoReturn

from castline.errors import InputError
from castline.graph.mentions import press_text, unpress_text
from castline.graph.store import Store, check_version
from castline.ingest.corrections.corrector import Corrector, is_settled
from castline.ingest.course import Course
from castline.ingest.memory.kept import Recalled
from castline.ingest.memory.memory import Memory
from castline.ingest.pieces import CUT, Piece, pack_piece, unpack_piece
from castline.ingest.report import Progress, Report
from castline.ingest.second_reader import SecondReader, find_readers

AGAIN, TEXT = "again/", "text/"
"""What the rows start with in which chapters are kept apart while a saga is settled anew: how they were cut, their text."""
READERS = "readers"
"""The row that says who had read them beside the rules."""


def is_stale(store: Store, saga: str) -> bool:
    """Whether a saga is to be settled anew: its corrections are others than it was settled with, or that was begun and
    stopped."""
    return bool(_find_apart(store.kept(saga))) or not is_settled(store, saga)


def resettle(
    store: Store, saga: str, *, processes: int | None = None, progress: Progress | None = None,
    reader: SecondReader | None = None,
) -> Report | None:  # fmt: skip
    """Settle a saga anew with its corrections as they stand now; None where that is done already.

    Raises InputError where it cannot be done from what the store keeps: a saga that an earlier castline has read, or that a
    model has read beside the rules which is not the `reader`. StoreBusy where somebody else writes it meanwhile.
    """
    if not is_stale(store, saga):
        return None
    began, report = time.perf_counter(), Report(saga)
    version, kept = store.version(saga), store.kept(saga)
    readers = kept[READERS].decode().split("\n") if READERS in kept else find_readers(store.memory(saga))
    if readers != ([reader.name] if reader else []):
        _refuse_reader(saga, readers)
    pieces = _read_apart(kept)
    pieces += _read_stored(store, saga, {(piece.book.ordinal, piece.chapter.ordinal) for piece in pieces})
    course = Course(report, Corrector.of(store, saga, anew=True), processes, progress, reader)
    done, words, total = [], 0, sum(piece.words for piece in pieces)
    for one in course.settle_all(pieces, Memory(), Memory()):
        done.append(one)
        words += one.piece.words
        course.tell(one, words, total)
    course.progress = None
    check_version(saga, store.version(saga), version)
    store.keep(saga, _set_apart(pieces) | ({READERS: "\n".join(readers).encode()} if readers else {}))
    course.write_all(Recalled(store, saga, store.forget(saga)), done, total)
    let_go(store, saga)
    report.seconds = time.perf_counter() - began
    return report


def let_go(store: Store, saga: str) -> None:
    """Let go of the chapters that were kept apart."""
    if rows := _find_apart(store.kept(saga)):
        store.keep(saga, dict.fromkeys(rows))


def _refuse_reader(saga: str, readers: list[str]) -> NoReturn:
    if readers:
        model = readers[0].rpartition("@")[0]
        raise InputError(
            f"The saga '{saga}' was read by {model} beside the rules, so its corrections are laid when that goes on: "
            f"`castline ingest FILES --model {model}`. What was answered is kept, and is not asked again."
        )
    raise InputError(
        f"The saga '{saga}' was read by the rules alone, and its corrections are still to be laid: run the same without "
        "--model first, or with --replace."
    )


def _read_stored(store: Store, saga: str, known: Collection[tuple[int, int]]) -> list[Piece]:
    """The chapters that stand in the store, but for those known."""
    cuts = {name: body for name, body in store.memory(saga).items() if name.startswith(CUT)}
    pieces = []
    for book, chapter, text in store.texts(saga):
        if (book, chapter) in known:
            continue
        if (body := cuts.get(f"{CUT}{book}.{chapter}")) is None:
            raise InputError(
                f"The saga '{saga}' was read by an earlier castline, which did not keep how its chapters were cut. The "
                "corrections are kept; give all its books again with --replace, and they are laid."
            )
        pieces.append(unpack_piece(body, text))
    return pieces


def _find_apart(kept: Mapping[str, bytes]) -> list[str]:
    return [name for name in kept if name.startswith((AGAIN, TEXT)) or name == READERS]


def _set_apart(pieces: list[Piece]) -> dict[str, bytes | None]:
    rows: dict[str, bytes | None] = {}
    for number, piece in enumerate(pieces):
        rows |= {f"{AGAIN}{number:05}": pack_piece(piece), f"{TEXT}{number:05}": press_text(piece.text)}
    return rows


def _read_apart(kept: Mapping[str, bytes]) -> list[Piece]:
    numbers = sorted(name.removeprefix(AGAIN) for name in kept if name.startswith(AGAIN))
    return [unpack_piece(kept[f"{AGAIN}{one}"], unpress_text(kept[f"{TEXT}{one}"])) for one in numbers]
