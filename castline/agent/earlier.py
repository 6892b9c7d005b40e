"""What was told before a page of a book: the facts of the chapters before about whoever is meant on it, and the sentences most like its own.

    what each of them is, has and is called to be     attributes as of the chapter before
    what they are to each other                       ties as of then
    what has happened to them                         events, with who has come to know of each
    what the book says of the same                    sentences up to the page, found by the page's own words

How much of it there is does not grow with the book: each kind has its share of lines.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from castline.agent.cited import widen
from castline.agent.pages import Page
from castline.graph.facts import Event, Relation, place_of
from castline.graph.ties import name_tie
from castline.query.bm25 import Searched
from castline.query.concordance import Concordance, Span
from castline.query.heads import name_teller
from castline.query.knowing import list_all_knowers
from castline.query.quoting import chapter_of, squeeze
from castline.query.sentences import find_terms
from castline.query.strands import live_relations
from castline.query.traits import FATE, KINDS, PORTRAIT, TOLD, WANTS
from castline.query.view import Evidence, View, cite

CHARACTERS = 9_000
"""Of a page: some 1,600 words, what a reader has in mind at once."""
PEOPLE, TRAITS, TIES, EVENTS = 14, 10, 30, 50
"""People of a page who are told of, attributes of each, and ties and events of them all, at most."""
SENTENCES, LIKE, AROUND = 14_000, 3, 1
"""Characters of earlier sentences, how many are looked up for each of the page's own, and sentences on either side of one."""
_PASSING = frozenset({TOLD, PORTRAIT, WANTS, "gender"})
"""Kinds of attributes that no later page gainsays: sentences (which are looked up by their words), what is of its chapter, and what every
"he" and "she" says."""
_RANK = {kind: place for place, kind in enumerate(KINDS)}


@dataclass(frozen=True, slots=True)
class Line:
    """A thing told before a page, in a line, and the words of the book that tell it."""

    says: str
    evidence: Evidence


def cut_pages(concordance: Concordance, chapter: Span) -> Iterator[Page]:
    """The sentences of a chapter as pages of at most CHARACTERS, none shorter than half of that beside another."""
    first, last = chapter
    if first == last:
        return
    lengths = np.cumsum([0, *(len(concordance.texts[at]) + 1 for at in range(first, last))])
    count = max(1, -(-int(lengths[-1]) // CHARACTERS))
    cuts = np.searchsorted(lengths, np.linspace(0, lengths[-1], count + 1)) + first
    for a, b in itertools.pairwise(cuts):
        if a < b:
            yield Page((int(a), int(b)), concordance.words((int(a), int(b))))


def recall(view: View, before: View | None, page: Page) -> list[Line]:
    """What was told before a page: facts as of the view `before` its chapter (None before the first), then sentences up to the page,
    each kind in the order of the text and nothing twice."""
    concordance = view.concordance()
    facts = _recall_facts(before, find_meant(before, concordance, page.span), page) if before else ()
    first: dict[str, Line] = {}
    for line in facts:
        first.setdefault(line.says, line)
    return [*first.values(), *_recall_sentences(concordance, page)]


def find_meant(view: View, concordance: Concordance, span: Span) -> list[str]:
    """The people of a view whom words of a stretch mean, those meant most first, at most PEOPLE."""
    counts = dict.fromkeys(view.cast.known(view.bound), 0)
    for one in counts:
        for member in view.cast.members(one, view.bound):
            spots = concordance.spots.get(member, [])
            first, end = (bisect_left(spots, at, key=lambda spot: spot[0]) for at in span)
            counts[one] += end - first
    meant = sorted((one for one in counts if counts[one]), key=lambda one: (-counts[one], one))
    return meant[:PEOPLE]


def _recall_facts(view: View, people: Sequence[str], page: Page) -> Iterator[Line]:
    yield from _recall_traits(view, people)
    ties: list[Relation] = live_relations(view, view.facts(["relation"]))
    near = [tie for tie in ties if {view.root(tie.a), view.root(tie.b)} & set(people)]
    both = {tie.id: len({view.root(tie.a), view.root(tie.b)} & set(people)) for tie in near}
    kept = sorted(near, key=lambda tie: (-both[tie.id], place_of(tie)))[:TIES]
    for tie in sorted(kept, key=place_of):
        word = name_tie(tie.subtype or tie.type, view.cast.gender(tie.a, view.bound))
        yield Line(f"{view.name(tie.a)} is {word} of {view.name(tie.b)}", cite(tie))
    yield from _recall_events(view, people, page)


def _recall_traits(view: View, people: Iterable[str]) -> Iterator[Line]:
    for one in people:
        told = [fact for fact in view.facts(["attribute"], one) if fact.attribute not in _PASSING]
        ranked = sorted(told, key=lambda fact: (fact.attribute != FATE, _RANK.get(fact.attribute, len(_RANK))))
        for fact in ranked[:TRAITS]:
            value = "has died" if fact.attribute == FATE else f"{fact.attribute}: {fact.value}"
            yield Line(f"{view.name(one)}, {value}", cite(fact))


def _recall_events(view: View, people: Sequence[str], page: Page) -> Iterator[Line]:
    """The events that have most to do with a page, by who is in them, the page's words in them, and their weight."""
    events: dict[str, Event] = {event.id: event for event in view.facts(["event"])}
    who: dict[str, set[str]] = defaultdict(set)
    for part in view.facts(["participation"]):
        who[part.event].add(view.root(part.character))
    words, name = set(find_terms(page.text)), name_teller(view)

    def weigh(event: Event) -> float:
        terms = set(find_terms(event.summary))
        return len(who[event.id] & set(people)) + 3 * len(terms & words) / max(1, len(terms)) + event.importance

    kept = sorted(events.values(), key=lambda event: (-weigh(event), event.id))[:EVENTS]
    knowers = list_all_knowers(view, kept)
    for event in sorted(kept, key=place_of):
        listed = ", ".join(one.name for one in knowers[event.id].values())
        yield Line(f"{squeeze(name(event.summary))}{f' [known to {listed}]' if listed else ''}", cite(event))


def _recall_sentences(concordance: Concordance, page: Page) -> Iterator[Line]:
    """The stretches before a page that are most like a sentence of it, as many as SENTENCES holds, in the order of the text."""
    stop = page.span[0]
    best: dict[int, float] = {}
    for at in range(*page.span) if stop else ():
        terms = sorted(set(find_terms(concordance.texts[at])))
        scores = Searched(concordance, terms, (0, stop)).scores(1).sum(axis=0)
        for like in np.argsort(-scores, kind="stable")[:LIKE]:
            best[int(like)] = max(best.get(int(like), 0.0), float(scores[like]))
    spans, room = list[Span](), SENTENCES
    for at in sorted((at for at in best if best[at] > 0), key=lambda at: (-best[at], at)):
        span = widen(concordance, at, AROUND, stop)
        if any(a <= at < b for a, b in spans):
            continue
        room -= len(concordance.words(span))
        if room < 0:
            break
        spans.append(span)
    for span in _join(spans):
        told, _, start, end, words = concordance.cite(span)
        yield Line(f"“{words}”", Evidence(told, start, end, words, "search", 1.0))


def _join(spans: Iterable[Span]) -> list[Span]:
    """Stretches in order, those that touch as one."""
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span[0] <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], span[1])
        else:
            joined.append(span)
    return joined


def lay_lines(lines: Sequence[Line]) -> str:
    """The lines as a prompt shows them, numbered from 1, each with its chapter; what looks like a fence looks otherwise."""
    return "\n".join(
        f"[{number}] ({chapter_of(line.evidence.told)}) {line.says.replace('===', '---')}"
        for number, line in enumerate(lines, 1)
    )
