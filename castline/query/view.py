"""A view: one saga as of one moment. Every verb of the query layer starts from one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec

from castline.errors import AskError, MomentError
from castline.graph.facts import Fact, decode
from castline.graph.identity import KINDS, Cast
from castline.graph.moments import FOREVER, At, Moment
from castline.graph.store import SagaRecord, Store
from castline.query.when import cut_record, end_record, find_moment, find_start, is_number, say_reading

if TYPE_CHECKING:
    from castline.query.concordance import Concordance


class Evidence(msgspec.Struct, frozen=True, gc=False):
    """The words a claim stands on: `start`/`end` are offsets (end exclusive) into the book's text."""

    told: str
    start: int
    end: int
    text: str
    by: str
    confidence: float


MOST_OTHERS = 6
"""People who are named as possibly meant, too."""

Notify = Callable[[str], None]
"""Hears a sentence about a question that was answered: how it was understood, where it could be otherwise."""


def ignore(note: str) -> None:
    """Hear nothing."""


@dataclass(frozen=True, slots=True)
class View:
    """`bound` is the packed moment that is still inside; `at` is how it is written; `record` is the saga as it stood
    then. `notify` hears what should be known of a question that is answered."""

    store: Store
    record: SagaRecord
    cast: Cast
    moment: Moment
    bound: int
    notify: Notify
    concordance: Callable[[], Concordance]
    """Every sentence of the saga, beyond the bound too. Raises AskError where the store keeps none of its text."""
    horizon: int = FOREVER
    """The packed moment beyond which nothing may be looked at, be it to say that it lies ahead."""

    @property
    def at(self) -> str:
        """The moment as it is written in answers."""
        return str(self.moment)

    def by_chapter(self) -> Iterator[View]:
        """The views of the chapters by the moment, each as of its end (the last as of the moment)."""
        for chapter in self.record.chapters:
            moment = Moment(chapter.book, chapter.ordinal)
            if moment.bound >= self.bound:
                yield self
                return
            yield replace(self, record=cut_record(self.record, moment), moment=moment, bound=moment.bound)

    def facts(self, kinds: Sequence[str], who: str | None = None) -> Iterator[Any]:
        """Facts of these kinds by the bound, in order; of all ids of `who`, where one is given."""
        ids: Sequence[str | None] = self.cast.members(who, self.bound) if who else [None]
        for one in ids:
            yield from (decode(line) for line in self.store.facts(self.record.name, kinds, self.bound, one))

    def keeps_text(self) -> bool:
        """Whether the store has the text of the saga: an earlier castline kept none. Reads what is searched anyway, and is kept."""
        try:
            return bool(len(self.concordance()))
        except AskError:
            return False

    def find(self, asked: str) -> str:
        """The id of the person whom a name, part of a name, or an id means; who else it may mean is told to `notify`.

        Raises UnknownName and AmbiguousName.
        """
        called = self.cast.candidates(asked, self.bound)
        one = called[0] if len(called) == 1 else self.cast.find(asked, self.bound)
        others = [f"'{self.name(other)}' ({other})" for other in self.cast.others(asked, one, self.bound)]
        if others:
            more = f" and {len(others) - MOST_OTHERS} more" if len(others) > MOST_OTHERS else ""
            listed = ", ".join(others[:MOST_OTHERS]) + more
            self.notify(
                f"'{asked}' is taken for '{self.name(one)}' ({one}); also: {listed}. An id asks for one of them."
            )
        elif not called:
            self.notify(f"Nobody is called '{asked}'; it is taken for '{self.name(one)}' ({one}).")
        return one

    def name(self, identifier: str) -> str:
        """The best name of somebody, as of the moment."""
        return self.cast.name(identifier, self.bound)

    def root(self, identifier: str) -> str:
        """The id under which somebody is shown, as of the moment."""
        return self.cast.root(identifier, self.bound)


@dataclass(frozen=True, slots=True)
class Stamp:
    """Which state of a saga an answer is of. `generation` stays while chapters are only added, and then all that was told
    by a moment stays as it was (the prefix law); it grows with any other commit. A number for a moment may mean another
    one where the saga has more `books`."""

    saga: str
    version: int
    generation: int
    books: int

    def keeps(self, later: Stamp, numbered: bool) -> bool:
        """Whether an answer of this state is that of a later one, too; `numbered` where its moment was asked as a number."""
        if numbered:
            return (self.saga, self.generation, self.books) == (later.saga, later.generation, later.books)
        return self == later


def stamp_of(record: SagaRecord) -> Stamp:
    """Each chapter is one commit: what is left of the version is what else was done to the saga."""
    return Stamp(record.name, record.version, record.version - len(record.chapters), len(record.books))


class Views:
    """Views on a store's sagas. The people of a saga are read once and kept until the saga has grown."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._kept: dict[str, tuple[SagaRecord, Cast]] = {}
        self._stamps: dict[str, Stamp] = {}
        self._reading = Lock()
        self._scenes: dict[tuple[str, int], Counter[tuple[int, int]]] = {}
        """(Saga, version) -> how many scenes each chapter has; read when a scene is first named."""
        self._concordances: dict[tuple[str, int], Concordance] = {}
        self._reading_text = Lock()

    def open(
        self, saga: str | None, at: At | None, by: Moment | None = None, notify: Notify = ignore, stamp: Stamp | None = None,
        until: At | None = None,
    ) -> View:  # fmt: skip
        """The view of a saga (None: the only one) as of a moment (None: the last one told).

        `by` is the last moment that may be spoken of, where the question has one beside `at`. `stamp` is the saga's state, where
        the store has just been asked for it: then it is not asked again. With `until`, a chapter, the saga is one that ends there.
        Raises AskError for no such saga, MomentError for no such moment.
        """
        record, cast = self._read(stamp.saga if stamp else self._choose(saga), at, stamp)
        read_sentences, horizon = partial(self._read_sentences, record), FOREVER
        if until is not None:
            record = end_record(record, until)
            horizon = Moment(record.chapters[-1].book, record.chapters[-1].ordinal).bound
        moment = find_start(record, at, by) if by and at is not None else find_moment(record, at)
        if moment.scene:
            self._check_scene(record, moment)
        if reading := say_reading(at, moment):
            notify(reading)
        told = cut_record(record, moment)
        return View(self.store, told, cast, moment, moment.bound, notify, read_sentences, horizon)

    def _read_sentences(self, record: SagaRecord) -> Concordance:
        """The concordance of a saga, made when first asked for and kept until the saga has grown."""
        from castline.query.concordance import Concordance

        key = (record.name, record.version)
        with self._reading_text:  # threads that ask first at one moment would each make one
            if key not in self._concordances:
                made = Concordance(self.store, record)
                if not len(made):
                    raise AskError(
                        f"The store keeps no text of the saga '{record.name}': it was read by an earlier castline. Give its books "
                        "again with --replace."
                    )
                self._concordances = {
                    other: one for other, one in self._concordances.items() if other[0] != record.name
                }
                self._concordances[key] = made
            return self._concordances[key]

    def stamp(self, saga: str | None) -> Stamp:
        """The state of a saga (None: the only one). One short question to the store, where nothing was added since the last."""
        name = self._choose(saga)
        known = self._stamps.get(name)
        if known is None or known.version != self.store.version(name):
            record = self.store.saga(name)
            if record is None:
                raise AskError(f"The saga '{name}' is gone.")
            known = self._stamps[name] = stamp_of(record)
        return known

    def _check_scene(self, record: SagaRecord, moment: Moment) -> None:
        key = (record.name, record.version)
        counts = self._scenes.get(key)
        if counts is None:
            told: Iterator[Fact] = (decode(line) for line in self.store.facts(record.name, ["scene"], FOREVER))
            counts = Counter((scene.book, scene.chapter) for scene in told)
            self._scenes = {key: counts}
        count = counts[moment.book, moment.chapter]
        if moment.scene > count:
            chapter = f"{moment.book}.{moment.chapter}"
            there = f"{count} scenes" if count > 1 else "one scene" if count else "no scenes"
            raise MomentError(
                f"'{moment}' is not in the saga '{record.name}': chapter {chapter} has {there}. Write {chapter} for all of it."
            )

    def refresh(self, saga: str) -> None:
        """Forget what is kept of a saga: it has grown."""
        self._kept.pop(saga, None)

    def _choose(self, saga: str | None) -> str:
        if saga is not None and saga in self._kept:
            return saga
        names = self.store.sagas()
        if saga is None and len(names) == 1:
            return names[0]
        if saga in names:
            return str(saga)
        listed = ", ".join(f"'{name}'" for name in names) or "none yet"
        if saga is None and names:
            raise AskError(f"There are several sagas here ({listed}): say which with --saga.")
        asked = f"No saga '{saga}' in {self.store.url}" if saga else f"Nothing has been ingested into {self.store.url}"
        raise AskError(f"{asked}; found: {listed}. `castline ingest FILE` adds one.")

    def _read(self, name: str, at: At | None, stamp: Stamp | None) -> tuple[SagaRecord, Cast]:
        if (kept := self._kept.get(name)) and self._serves(kept[0], at, stamp):
            return kept
        with self._reading:  # one thread reads it anew, and the others wait for that
            return self._read_anew(name)

    def _serves(self, record: SagaRecord, at: At | None, stamp: Stamp | None) -> bool:
        """Whether what is kept of a saga will do for a moment: the saga has not grown, or only after the moment."""
        if record.version == (stamp.version if stamp else self.store.version(record.name)):
            return True
        if at is None or not is_number(at) or not stamp_of(record).keeps(stamp or self.stamp(record.name), True):
            return False
        try:
            find_moment(record, at)
        except MomentError:
            return False
        return True

    def _read_anew(self, name: str) -> tuple[SagaRecord, Cast]:
        kept = self._kept.get(name)
        if kept is None or kept[0].version != self.store.version(name):
            record = self.store.saga(name)
            if record is None or not record.chapters:
                raise AskError(f"The saga '{name}' holds no chapters. `castline ingest FILE --saga {name}` adds some.")
            facts: Iterator[Fact] = (decode(line) for line in self.store.facts(name, KINDS, FOREVER))
            kept = self._kept[name] = (record, Cast(facts))
        return kept


def cite(fact: Fact | Evidence) -> Evidence:
    """The evidence of a fact, and nothing else of it."""
    return Evidence(fact.told, fact.start, fact.end, fact.text, fact.by, fact.confidence)
