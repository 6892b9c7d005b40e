"""A saga settled anew from what the store keeps of it, where corrections have come or gone.

    settle all -> keep the chapters apart -> put them in the place of the saga's -> let go of what was kept apart

What a later chapter is taken for rests on all before it, so the saga is settled from its first chapter on. Its answers
stay as they were until then; in an embedded store they change at once. Stopped at any instant, the same goes on: the
chapters kept apart say so.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from castline.errors import InputError
from castline.graph.corrections import AnyCorrection
from castline.graph.mentions import press_text, unpress_text
from castline.graph.store import Store, check_version
from castline.ingest.changes import Changes, compare
from castline.ingest.corrections.corrector import LAID, Corrector, is_settled
from castline.ingest.course import Course, Done, make_batch
from castline.ingest.keeping import CUT, NOTES, find_notes, pack_piece, unpack_piece
from castline.ingest.language.parser import find_model
from castline.ingest.memory.memory import Memory
from castline.ingest.panel import split_name
from castline.ingest.pieces import Piece
from castline.ingest.report import Progress, Report
from castline.ingest.second_reader import MARK as READ
from castline.ingest.second_reader import SecondReader, find_marks

AGAIN, TEXT = "again/", "text/"
"""What the rows start with in which chapters are kept apart while a saga is settled anew: how they were cut, their text."""
READERS = "readers"
"""The row that says who had read them beside the rules."""


def is_stale(store: Store, saga: str) -> bool:
    """Whether a saga is to be settled anew: its corrections are others than it was settled with, or that was begun and
    stopped."""
    return is_under_way(store, saga) or not is_settled(store, saga)


def is_under_way(store: Store, saga: str) -> bool:
    """Whether settling a saga anew was begun, and has not come to its end."""
    return bool(_find_apart(store.kept(saga)))


@dataclass(frozen=True, slots=True)
class Resettled:
    """What settling a saga anew came to, or would come to. `laid` are the rows that say where corrections found their place."""

    chapters: int
    seconds: float
    changes: Changes
    laid: dict[str, bytes]


def resettle(
    store: Store, saga: str, *, processes: int | None = None, progress: Progress | None = None,
    reader: SecondReader | None = None,
) -> Resettled | None:  # fmt: skip
    """Settle a saga anew with its corrections as they stand now; None where that is done already.

    Raises InputError where it cannot be done from what the store keeps: a saga that an earlier castline has read, or that a
    model has read beside the rules which is not the `reader`. StoreBusy where somebody else writes it meanwhile.
    """
    if not is_stale(store, saga):
        return None
    began, version = time.perf_counter(), store.version(saga)
    readers = _check_reader(store, saga, reader)
    course = Course(Report(saga), Corrector.of(store, saga, anew=True), processes, progress, reader)
    done = _settle(store, saga, course)
    found = _sum_up(store, saga, done)
    check_version(saga, store.version(saga), version)
    store.keep(saga, _set_apart(done, readers))
    store.rewrite(saga, version, [make_batch(saga, version + number, one) for number, one in enumerate(done, 1)])
    let_go(store, saga)
    return replace(found, seconds=time.perf_counter() - began)


def foresee(
    store: Store, saga: str, corrections: Sequence[AnyCorrection], *, processes: int | None = None,
    progress: Progress | None = None, reader: SecondReader | None = None,
) -> Resettled:  # fmt: skip
    """What settling a saga with these corrections would change; nothing is written. Raises as `resettle` does."""
    began = time.perf_counter()
    _check_reader(store, saga, reader)
    course = Course(Report(saga), Corrector(corrections, set()), processes, progress, reader)
    found = _sum_up(store, saga, _settle(store, saga, course))
    return replace(found, seconds=time.perf_counter() - began)


def _settle(store: Store, saga: str, course: Course) -> list[Done]:
    """The chapters of a saga, settled."""
    rows = store.recall(saga, store.version(saga), (), [CUT, NOTES])
    pieces = _read_apart(store.kept(saga))
    known = {(piece.book.ordinal, piece.chapter.ordinal) for piece in pieces}
    pieces += _read_stored(store, saga, rows, known)
    notes = find_notes(rows, pieces, find_model())
    done, words, total = list[Done](), 0, sum(piece.words for piece in pieces)
    for one in course.settle_all(pieces, Memory(), Memory(), notes):
        done.append(one)
        words += one.piece.words
        course.tell(one, words, total)
    return done


def _sum_up(store: Store, saga: str, done: Sequence[Done]) -> Resettled:
    facts = (fact for one in done for fact in one.settled.facts)
    laid = {name: body for one in done for name, body in one.rows.items() if body and name.startswith(LAID)}
    return Resettled(len(done), 0.0, compare(store, saga, facts), laid)


def find_readers(store: Store, saga: str) -> list[str]:
    """Who has read a saga beside the rules."""
    kept = store.kept(saga)
    if READERS in kept:
        return kept[READERS].decode().split("\n")
    return find_marks(store.recall(saga, store.version(saga), (), [READ]))


def let_go(store: Store, saga: str) -> None:
    """Let go of the chapters that were kept apart."""
    if rows := _find_apart(store.kept(saga)):
        store.keep(saga, dict.fromkeys(rows))


def _check_reader(store: Store, saga: str, reader: SecondReader | None) -> list[str]:
    """Who has read the saga beside the rules. Raises InputError where that is not the reader in hand."""
    readers = find_readers(store, saga)
    if readers == ([reader.name] if reader else []):
        return readers
    if readers:
        models = [name.rpartition("@")[0] for name in split_name(readers[0])]
        named = " ".join(f"--model {model}" for model in models)
        raise InputError(
            f"The saga '{saga}' was read by {' and '.join(models)} beside the rules, so its corrections are laid when that goes on: "
            f"`castline ingest FILES {named}`. What was answered is kept, and is not asked again."
        )
    raise InputError(
        f"The saga '{saga}' was read by the rules alone, and its corrections are still to be laid: run the same without "
        "--model first, or with --replace."
    )


def _read_stored(store: Store, saga: str, rows: Mapping[str, bytes], known: Collection[tuple[int, int]]) -> list[Piece]:
    """The chapters that stand in the store, but for those known."""
    pieces = []
    for book, chapter, text in store.texts(saga):
        if (book, chapter) in known:
            continue
        if (body := rows.get(f"{CUT}{book}.{chapter}")) is None:
            raise InputError(
                f"The saga '{saga}' was read by an earlier castline, which did not keep how its chapters were cut. The "
                "corrections are kept; give all its books again with --replace, and they are laid."
            )
        pieces.append(unpack_piece(body, text))
    return pieces


def _find_apart(kept: Mapping[str, bytes]) -> list[str]:
    return [name for name in kept if name.startswith((AGAIN, TEXT)) or name == READERS]


def _set_apart(done: Sequence[Done], readers: Sequence[str]) -> dict[str, bytes | None]:
    rows: dict[str, bytes | None] = {READERS: "\n".join(readers).encode()} if readers else {}
    for number, piece in enumerate(one.piece for one in done):
        rows |= {f"{AGAIN}{number:05}": pack_piece(piece), f"{TEXT}{number:05}": press_text(piece.text)}
    return rows


def _read_apart(kept: Mapping[str, bytes]) -> list[Piece]:
    numbers = sorted(name.removeprefix(AGAIN) for name in kept if name.startswith(AGAIN))
    return [unpack_piece(kept[f"{AGAIN}{one}"], unpress_text(kept[f"{TEXT}{one}"])) for one in numbers]
