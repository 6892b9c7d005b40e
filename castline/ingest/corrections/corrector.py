"""The corrections of a saga while it is settled, chapter by chapter."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from castline.errors import StoreBusy
from castline.graph.corrections import AnyCorrection, Apart, digest_of, is_due, read_kept, standing
from castline.graph.store import Store
from castline.ingest.amend import amend
from castline.ingest.corrections.laying import lay
from castline.ingest.corrections.page import Page
from castline.ingest.corrections.prior import carry, find_given, prepare
from castline.ingest.decisions import Decisions
from castline.ingest.memory.memory import Given, Memory

MARK = "corrected"
"""The row of the memory that says with which corrections a saga has been settled."""
LAID = "laid/"
"""What the rows start with that say in which chapter a correction first found its place."""


TRIES = 5
"""How often what is being written is read again."""


class Corrector:
    """Lays the corrections that stand over the chapters of a saga, given in their order."""

    def __init__(self, corrections: Sequence[AnyCorrection], laid: set[str]) -> None:
        self.corrections = standing(corrections)
        self._laid = laid

    @classmethod
    def of(cls, store: Store, saga: str, *, anew: bool) -> Corrector:
        """That of a saga, which goes on after what is settled, or begins `anew`."""
        given = read_kept(store.kept(saga))
        rows = read_marks(store, saga) if given and not anew else {}
        return cls(given, {name.removeprefix(LAID) for name in rows if name.startswith(LAID)})

    def prepare(self, memory: Memory, page: Page, prefix: str, given: Given) -> Memory:
        """The memory that the rules go by in a chapter; `given` is what a second reader tells."""
        due = self._due(page.book, page.chapter)
        return prepare(memory, due, page, prefix, given) if due or given else memory

    def find_given(self, page: Page) -> Given:
        """Who is said to say and to hear the quotes of a chapter."""
        return find_given(page, self._due(page.book, page.chapter))

    def lay(
        self, before: Memory, known: Memory, page: Page, decisions: Decisions
    ) -> tuple[Decisions, dict[str, bytes | None]]:
        """A chapter's decisions with the corrections laid over them, and the rows of the memory that say so. `before` is what
        `known` was prepared from."""
        due = self._due(page.book, page.chapter)
        if not due:
            return decisions, self._mark()
        parters = {one.b.first: one.by for one in due if isinstance(one, Apart)}
        decisions = msgspec.structs.replace(decisions, evidence=dict(decisions.evidence))
        decisions = amend(decisions, carry(before, known, page, parters, decisions))
        decisions, found = lay(due, page, before, decisions, self._laid)
        fresh = sorted(found - self._laid)
        self._laid |= found
        place = f"{page.book}.{page.chapter}".encode()
        return decisions, self._mark() | {f"{LAID}{one}": place for one in fresh}

    def _due(self, book: int, chapter: int) -> list[AnyCorrection]:
        return [one for one in self.corrections if is_due(one, book, chapter)]

    def _mark(self) -> dict[str, bytes | None]:
        return {MARK: digest_of(self.corrections)} if self.corrections else {}


def is_settled(store: Store, saga: str) -> bool:
    """Whether the facts of a saga are those that follow from its corrections as they stand."""
    settled = read_marks(store, saga).get(MARK, b"") == digest_of(standing(read_kept(store.kept(saga))))
    return settled or store.saga(saga) is None


def read_marks(store: Store, saga: str) -> dict[str, bytes]:
    """The rows that say which corrections a saga was settled with, and where they found their place. Raises StoreBusy where
    it is written all the while."""
    for left in range(TRIES - 1, -1, -1):
        try:
            return store.recall(saga, store.version(saga), [MARK], [LAID])
        except StoreBusy:  # somebody has written since the version was told
            if not left:
                raise
    return {}
