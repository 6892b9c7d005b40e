"""What can be said of two people without reading: three ways to tell levels that ours must beat.

constant       everybody likes and half knows everybody: affection 5, familiarity 5
co-occurrence  both levels rise with the sentences that name the two together, up to 8 and 10
VADER          affection is 10 times the mean compound score of those sentences (Hutto and Gilbert 2014), familiarity
               as above
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from benchmarks.arcs import Arc, Level
from benchmarks.shelf import SAGA, Novel
from castline.graph.facts import Mention, decode
from castline.graph.moments import FOREVER

HALF = 20
"""Shared sentences that bring a level half way to its end."""


def constant(arc: Arc) -> Callable[[int], Level]:
    """Always positive."""
    return lambda chapter: (5.0, 5.0)


def co_occurrence(novel: Novel, arc: Arc) -> Callable[[int], Level]:
    """Levels by the number of shared sentences so far."""
    chapters = [chapter for chapter, _ in _shared(novel, arc)]

    def level(chapter: int) -> Level:
        share = (count := bisect_right(chapters, chapter)) / (count + HALF)
        return 8.0 * share, 10.0 * share

    return level


def vader(novel: Novel, arc: Arc) -> Callable[[int], Level]:
    """Affection by the tone of the shared sentences so far. Needs the package vaderSentiment."""
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    analyzer = SentimentIntensityAnalyzer()
    rows = [(chapter, analyzer.polarity_scores(words)["compound"]) for chapter, words in _shared(novel, arc)]
    familiarity = co_occurrence(novel, arc)

    def level(chapter: int) -> Level:
        scores = [compound for at, compound in rows if at <= chapter]
        return 10.0 * sum(scores) / len(scores) if scores else 0.0, familiarity(chapter)[1]

    return level


def _shared(novel: Novel, arc: Arc) -> list[tuple[int, str]]:
    """(chapter, words) of the sentences that mention both, in order: from one's mention to the other's, where not more
    than 200 characters lie between."""
    keys = {person.id: novel.memory.person(person.key).id for person in novel.memory.people}
    text = novel.text
    last: dict[str, Mention] = {}
    found: dict[tuple[int, int], tuple[int, str]] = {}
    for mention in (decode(line) for line in novel.store.facts(SAGA, ["mention"], FOREVER)):
        one = keys.get(mention.character, "")
        if one not in arc.ids:
            continue
        last[one] = mention
        other = last.get(arc.ids[1 - arc.ids.index(one)])
        if other and other.chapter == mention.chapter and mention.start - other.start <= 200:
            start, end = _sentence(text, other.start, mention.end)
            found.setdefault((start, end), (mention.chapter, " ".join(text[start:end].split())))
    return list(found.values())


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """Out to the full stops on either side."""
    before = max(text.rfind(mark, 0, start) for mark in ".!?")
    after = min((at for mark in ".!?" if (at := text.find(mark, end)) >= 0), default=len(text) - 1)
    return before + 1, after + 1
