"""A chapter in passages of some 1,500 words, cut where scenes end, or else paragraphs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from castline.ingest.annotations import Extract

WORDS = 1_500
"""Words that a passage is meant to have."""
SCENE = 0.3
"""How far from the even cut, as a share of a passage, the end of a scene is still preferred to one of a paragraph."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a chapter; `start` and `end` count from the chapter's start. `ordinal` counts from 1; `quotes` are
    the indexes of the utterances that begin in it, `paragraphs` of the first and last paragraph (inclusive)."""

    ordinal: int
    start: int
    end: int
    paragraphs: tuple[int, int]
    quotes: tuple[int, ...]

    def holds(self, offset: int) -> bool:
        """Whether an offset of the chapter is in it."""
        return self.start <= offset < self.end


def cut_passages(text: str, notes: Extract, words: int = WORDS) -> list[Passage]:
    """The passages of a chapter, in order; none where it has no paragraph."""
    if not notes.paragraphs:
        return []
    sizes = [len(text[start:end].split()) for start, end, _ in notes.paragraphs]
    firsts = _find_firsts(sizes, [scene for _, _, scene in notes.paragraphs], max(1, round(sum(sizes) / words)))
    lasts = [first - 1 for first in firsts[1:]] + [len(sizes) - 1]
    return [_make(at, notes, one, last) for at, (one, last) in enumerate(zip(firsts, lasts, strict=True), 1)]


def _make(ordinal: int, notes: Extract, first: int, last: int) -> Passage:
    quotes = (i for i, quote in enumerate(notes.utterances) if first <= quote.paragraph <= last)
    return Passage(ordinal, notes.paragraphs[first][0], notes.paragraphs[last][1], (first, last), tuple(quotes))


def _find_firsts(sizes: Sequence[int], scenes: Sequence[int], count: int) -> list[int]:
    """The first paragraph of each passage: that nearest to an even cut, those that open a scene being nearer."""
    before, size = [0], sum(sizes) / count
    for words in sizes:
        before.append(before[-1] + words)

    def measure(first: int, wanted: float) -> float:
        opens = scenes[first] != scenes[first - 1]
        return abs(before[first] - wanted) - (SCENE * size if opens else 0.0)

    firsts = [0]
    for number in range(1, count):
        rest = range(firsts[-1] + 1, len(sizes))
        if rest:
            firsts.append(min(rest, key=lambda first: measure(first, number * size)))
    return firsts
