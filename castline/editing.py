"""The corrections of a saga, at work: given, listed, withdrawn, shared; and the saga settled with them.

    correct    names -> a correction -> kept with the saga -> the saga settled anew
    withdraw   the same, with one that no longer counts

Whatever is given is kept before anything else is done: stopped at any instant, the same command goes on.
"""

from __future__ import annotations

import getpass
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

from castline.errors import AskError, InputError, UnknownName
from castline.graph.corrections import (
    BY,
    AnyCorrection,
    comes_later,
    decode,
    make_rows,
    name_after,
    read_kept,
    standing,
)  # fmt: skip
from castline.graph.moments import At
from castline.graph.store import Store
from castline.ingest.changes import Changes
from castline.ingest.corrections.corrector import LAID, read_marks
from castline.ingest.report import Progress
from castline.ingest.resettling import Resettled, find_readers, foresee, is_stale, is_under_way, resettle
from castline.ingest.second_reader import SecondReader
from castline.query.correcting import (
    KINDS,
    date_from,
    make_apart,
    make_feeling,
    make_hearer,
    make_meant,
    make_nobody,
    make_rename,
    make_same,
    make_speaker,
    make_tie,
)  # fmt: skip
from castline.query.view import View

State = Literal["stands", "held", "waits", "does not fit", "replaced", "withdrawn"]
LONGEST_NOTE = 2_000
"""Characters of a note."""


class Entry(msgspec.Struct, frozen=True):
    """A correction with what became of it. `state`: it "stands" (since the chapter `at`), is "held" until the saga is settled,
    "waits" for its chapter or people to come, "does not fit" (its people or words are not to be found in the text as it is
    now), was "replaced" by a later one of the same thing, or "withdrawn"."""

    correction: AnyCorrection
    state: State
    at: str | None


class Corrected(msgspec.Struct, frozen=True):
    """What giving or withdrawing corrections came to: those, how many chapters were settled anew in how many seconds, and what
    changed by it. With `dry_run` nothing was written, and it says what would change."""

    corrections: tuple[Entry, ...]
    chapters: int
    seconds: float
    changes: Changes
    dry_run: bool = False


class Editor:
    """Corrects one saga. `view` opens it as of a moment; `reader` makes the second reader of that name, who goes by what is kept."""

    def __init__(
        self, store: Store, saga: str, view: Callable[[At | None], View], reader: Callable[[str], SecondReader],
        progress: Progress | None = None,
    ) -> None:  # fmt: skip
        self.store, self.saga, self.view, self.progress = store, saga, view, progress
        self._reader = reader

    def correct(
        self, kind: str, said: Sequence[str], at: At | None = None, *, as_of: At | None = None,
        affection: float | None = None, familiarity: float | None = None, by: str | None = None, why: str = "",
        hold: bool = False, dry_run: bool = False,
    ) -> Corrected:  # fmt: skip
        """Give a correction, and settle the saga with it (not yet, with `hold`). Saying the same again changes nothing. Raises
        AskError."""
        told = (kind, *said, *(str(one) for one in (at, as_of, affection, familiarity) if one is not None))
        if is_under_way(self.store, self.saga):
            resettle(self.store, self.saga, progress=self.progress, reader=self._find_reader())
        given = read_kept(self.store.kept(self.saga))
        made = next((one for one in standing(given) if one.said == told), None)
        if made is None:
            made = self._make(kind, said, at, as_of, affection, familiarity)
            made = msgspec.structs.replace(made, by=find_name(by), recorded=_now(), why=_check_words(why), said=told)
            made = name_after(made)
        return self._settle([*(one for one in given if one.id != made.id), made], [made.id], hold, dry_run)

    def withdraw(self, identifier: str, *, hold: bool = False, dry_run: bool = False) -> Corrected:
        """Let a correction no longer count; it stays on record. Raises UnknownName."""
        given = read_kept(self.store.kept(self.saga))
        found = [one for one in given if one.id.startswith(identifier)] if identifier else []
        if len(found) != 1:
            several = f"{len(found)} corrections begin so" if found else "there is none"
            raise UnknownName(
                f"No correction '{identifier}' of '{self.saga}': {several}. `castline corrections` lists them."
            )
        made = msgspec.structs.replace(found[0], withdrawn=found[0].withdrawn or _now())
        return self._settle([*(one for one in given if one is not found[0]), made], [made.id], hold, dry_run)

    def take(self, lines: Iterable[str], dry_run: bool = False) -> Corrected:
        """Add corrections from a file that `share` wrote; of one that is known, what was said of it last counts. Raises
        InputError for a line that is none."""
        given = {one.id: one for one in read_kept(self.store.kept(self.saga))}
        taken: list[str] = []
        for number, line in enumerate(lines, 1):
            if line.strip():
                made = _read_line(line, number)
                known = given.get(made.id)
                if known is None or (made.withdrawn or made.recorded) > (known.withdrawn or known.recorded):
                    given[made.id] = made
                taken.append(made.id)
        return self._settle(sorted(given.values(), key=lambda one: (one.recorded, one.id)), taken, False, dry_run)

    def settle(self) -> Corrected:
        """Settle the saga with all corrections that are held."""
        held = [entry.correction.id for entry in self.entries() if entry.state == "held"]
        return self._settle(read_kept(self.store.kept(self.saga)), held, False, False)

    def share(self) -> list[str]:
        """All corrections as lines of JSON, in the order in which they were given."""
        return [msgspec.json.encode(one).decode() for one in read_kept(self.store.kept(self.saga))]

    def entries(self, at: At | None = None) -> list[Entry]:
        """All corrections, and what became of each; with `at`, those that speak of nothing after that moment."""
        stale = is_stale(self.store, self.saga)
        given = read_kept(self.store.kept(self.saga))
        if at is not None:
            moment = self.view(at).moment
            given = [one for one in given if not comes_later(one, moment.book, moment.chapter)]
        return self._enter_all(given, read_marks(self.store, self.saga), stale)

    def _enter_all(self, given: Sequence[AnyCorrection], rows: Mapping[str, bytes], stale: bool) -> list[Entry]:
        valid = {one.id for one in standing(given)}
        stored = self.store.saga(self.saga)
        last = (stored.chapters[-1].book, stored.chapters[-1].ordinal) if stored and stored.chapters else (0, 0)
        return [_enter(one, one.id in valid, rows.get(f"{LAID}{one.id}"), last, stale) for one in given]

    def _make(
        self, kind: str, said: Sequence[str], at: At | None, as_of: At | None, affection: float | None,
        familiarity: float | None,
    ) -> AnyCorrection:  # fmt: skip
        wanted = {"nobody": 1, "tie": 3}.get(kind, 2)
        if kind not in KINDS or len(said) != wanted:
            raise AskError(
                f"A correction is one of {', '.join(KINDS)}, each of two names or words; but nobody is of one, and a tie is of who, "
                "what, and whose."
            )
        if kind in ("speaker", "hearer", "meant", "feeling"):
            if at is None:
                raise AskError(f"Which chapter? A correction of the kind '{kind}' says where: --at 12.")
            if kind != "feeling":
                of_words: Any = {"speaker": make_speaker, "hearer": make_hearer, "meant": make_meant}[kind]
                found: AnyCorrection = of_words(self.view(at), *said)
                return found
            return make_feeling(self.view(at), said[0], said[1], affection, familiarity)
        seen, since = self.view(as_of), date_from(self.view(at) if at is not None else None, at)
        if kind == "nobody":
            if since:
                raise AskError("What is no person never was one: leave out --from.")
            return make_nobody(seen, said[0])
        make: Any = {"same": make_same, "apart": make_apart, "rename": make_rename, "tie": make_tie}[kind]
        made: AnyCorrection = make(seen, *said, since)
        return made

    def _settle(self, corrections: list[AnyCorrection], of: Sequence[str], hold: bool, dry_run: bool) -> Corrected:
        """Keep corrections, settle the saga with them unless they are held, and tell of some."""
        if dry_run:
            found = foresee(self.store, self.saga, corrections, progress=self.progress, reader=self._find_reader())
            return _tell(self._enter_all(corrections, found.laid, False), of, found, True)
        kept = self.store.kept(self.saga)
        rows = {name: body for name, body in make_rows(corrections).items() if kept.get(name) != body}
        if rows:
            self.store.keep(self.saga, rows)
        done = None
        if not hold and is_stale(self.store, self.saga):
            done = resettle(self.store, self.saga, progress=self.progress, reader=self._find_reader())
        return _tell(self.entries(), of, done, False)

    def _find_reader(self) -> SecondReader | None:
        names = find_readers(self.store, self.saga)
        return self._reader(names[0]) if len(names) == 1 else None


def _enter(one: AnyCorrection, valid: bool, laid: bytes | None, last: tuple[int, int], stale: bool) -> Entry:
    if one.withdrawn or not valid:
        return Entry(one, "withdrawn" if one.withdrawn else "replaced", None)
    if laid:
        return Entry(one, "stands", laid.decode())
    return Entry(one, "waits" if comes_later(one, *last) else "held" if stale else "does not fit", None)


def _tell(entries: Sequence[Entry], of: Sequence[str], done: Resettled | None, dry_run: bool) -> Corrected:
    asked = tuple(entry for entry in entries if entry.correction.id in of)
    if done is None:
        return Corrected(asked, 0, 0.0, Changes(None, {}, {}), dry_run)
    return Corrected(asked, done.chapters, round(done.seconds, 2), done.changes, dry_run)


def find_name(by: str | None) -> str:
    """Who corrects, as facts say it: the name given, else CASTLINE_BY, else the user of this machine. Raises AskError."""
    name = by or os.environ.get("CASTLINE_BY") or _find_user()
    if not name.strip() or len(name) > 100 or not name.isprintable():
        raise AskError(f"{name[:60]!r} will not do as the name of who corrects: 1 to 100 characters, not all blank.")
    return BY + name.strip()


def _find_user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):  # a container's user may have no name
        return "somebody"


def _check_words(why: str) -> str:
    if len(why) > LONGEST_NOTE:
        raise AskError(f"A note may have {LONGEST_NOTE:,} characters; this one has {len(why):,}.")
    return why


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _read_line(line: str, number: int) -> AnyCorrection:
    try:
        made = decode(line)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise InputError(
            f"Line {number} is no correction: {error}. `castline corrections export` writes such lines."
        ) from error
    if made.id != name_after(made).id or not made.by.startswith(BY) or not made.recorded:
        raise InputError(
            f"Line {number} was changed by hand, or is cut short: its id is that of something else said. Give the correction "
            "anew with `castline correct`."
        )
    return made
