"""The stretches of a book that questions are asked about: 15 to 35 sentences of one scene with at least 5 speeches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from castline.bench.dataset import hash_words
from castline.graph.facts import Utterance, decode
from castline.graph.moments import FOREVER, show
from castline.query.concordance import Concordance
from castline.query.view import View

SHORTEST, LONGEST = 15, 35
"""Sentences of a scene."""
SPEECHES = 5
"""Speeches in it, at least."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A stretch of the text: `told` is its packed moment."""

    told: int
    book: int
    start: int
    end: int
    text: str

    @property
    def at(self) -> str:
        """Its moment as it is written."""
        return show(self.told)

    @property
    def sha256(self) -> str:
        """The checksum of its words."""
        return hash_words(self.text)


def draw_scenes(view: View) -> Iterator[Scene]:
    """Of each scene of the saga the stretch with most speeches, the first of them; nothing of one that has too few."""
    concordance = view.concordance()
    speeches = Counter(_speeches(view, concordance))
    for _, group in groupby(range(concordance.upto(view.bound)), key=lambda at: int(concordance.told[at])):
        at = list(group)
        if len(at) < SHORTEST:
            continue
        size = min(LONGEST, len(at))
        first = max(at[: len(at) - size + 1], key=lambda a: (sum(speeches[n] for n in range(a, a + size)), -a))
        if sum(speeches[n] for n in range(first, first + size)) >= SPEECHES:
            one, other = concordance.sentences[first], concordance.sentences[first + size - 1]
            yield Scene(one.told, one.book, one.start, other.end, concordance.words((first, first + size)))


def _speeches(view: View, concordance: Concordance) -> Iterator[int]:
    """The sentences in which speeches begin."""
    for line in view.store.facts(view.record.name, ["utterance"], FOREVER):
        said: Utterance = decode(line)
        yield concordance.span(said.book, said.start, said.end)[0]
