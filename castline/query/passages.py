"""Passages: what was told by a moment that a query is about, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
import numpy as np

from castline.errors import AskError
from castline.graph.facts import Event, decode
from castline.query.bm25 import Searched
from castline.query.concordance import Concordance, Span
from castline.query.sentences import find_terms
from castline.query.view import View

WIDTH = 3
"""Sentences in a passage."""
MOST = 6
"""Passages that are given where no number is asked for (TimeChara's six paragraphs)."""
DIGITS = 6
"""Of a score; the last bits may differ between machines."""


class Passage(msgspec.Struct, frozen=True, gc=False):
    """Some sentences that stand together: their moment, where they stand in their book's text, and how well they fit."""

    at: str
    book: int
    start: int
    end: int
    text: str
    score: float


def find_passages(view: View, query: str, who: str | None = None, most: int = MOST) -> list[Passage]:
    """The passages told by the view's moment that fit a query best, by BM25 over windows of three sentences.

    With `who`, only those that this person was there for, or knows of by the moment. Every count in the ranking is of what
    was told by then. Raises AskError for a query without a word to look for, UnknownName, AmbiguousName.
    """
    terms = list(dict.fromkeys(find_terms(query)))
    if not terms:
        raise AskError(f"{query!r} holds no word to look for. Name a person, a place or a thing of what is sought.")
    known = view.find(who) if who is not None else None
    concordance = view.concordance()
    told = concordance.upto(view.bound)
    scores = Searched(concordance, terms, (0, told)).scores(WIDTH).sum(axis=0)
    if known is not None:
        scores[~_mark(told, find_known(view, concordance, known))] = 0.0
    return [_cite(concordance, span, score) for span, score in _draw(concordance, scores, told, most)]


def find_known(view: View, concordance: Concordance, who: str) -> Iterator[Span]:
    """The sentences that somebody (an id) was there for, and those of the events that they know of by the moment."""
    ids = view.cast.members(who, view.bound)
    for one in ids:
        yield from concordance.stays.get(one, ())
    known = sorted({fact.event for fact in view.facts(["knowledge"], who)})
    for line in view.store.events(view.record.name, known, view.bound):
        event: Event = decode(line)
        yield concordance.span(event.book, event.start, event.end)


def _mark(size: int, spans: Iterable[Span]) -> np.ndarray:
    marked = np.zeros(size, dtype=bool)
    for first, last in spans:
        marked[first:last] = True
    return marked


def _draw(concordance: Concordance, scores: np.ndarray, told: int, most: int) -> Iterator[tuple[Span, float]]:
    """The best windows that do not touch one another, each within a chapter."""
    taken = np.zeros(told + 1, dtype=bool)
    for at in np.argsort(-scores.round(DIGITS), kind="stable"):
        if most == 0 or scores[at] <= 0:
            return
        first, last = max(0, at - WIDTH // 2), min(told, at + WIDTH // 2 + 1)
        if taken[first:last].any():
            continue
        taken[first:last] = True
        while concordance.chapters[first] != concordance.chapters[at]:
            first += 1
        while concordance.chapters[last - 1] != concordance.chapters[at]:
            last -= 1
        most -= 1
        yield (int(first), int(last)), float(scores[at])


def _cite(concordance: Concordance, span: Span, score: float) -> Passage:
    return Passage(*concordance.cite(span), round(score, DIGITS))
