"""A concordance: every sentence of a saga with its moment, by the terms in it, the people meant in it, and who is there.

It is made once for all moments. What is told by a moment is a beginning of the sentences, and whatever is counted over
that beginning counts nothing after it: the libraries for full text count over all they hold, and would tell of what comes.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from castline.graph.facts import Scene, decode
from castline.graph.moments import FOREVER, Moment, number_chapter, pack, show
from castline.graph.store import SagaRecord, Store
from castline.query.sentences import find_terms, split_sentences

Floats = NDArray[np.float64]
Places = NDArray[np.int64]
Span = tuple[int, int]
"""Sentences from the first to before the second."""
THERE = ("pov", "on-page")


class _Mention(msgspec.Struct, tag_field="kind", tag="mention"):
    """What the concordance takes from a mention's line."""

    book: int
    start: int
    character: str


class Sentence(msgspec.Struct, frozen=True, gc=False):
    """A sentence: its packed moment, and where it stands in its book's text."""

    told: int
    book: int
    start: int
    end: int


class Concordance:
    """The sentences of a saga, in order."""

    def __init__(self, store: Store, record: SagaRecord) -> None:
        self.sentences: list[Sentence] = []
        self.texts: list[str] = []
        self.postings: dict[str, tuple[Places, Floats]] = {}
        """Term -> the sentences that hold it, and how often."""
        scenes = [decode(line) for line in store.facts(record.name, ["scene"], FOREVER)]
        self._add_texts(store, record, scenes)
        self._keys = [(s.book, s.start) for s in self.sentences]
        self.told = np.array([s.told for s in self.sentences], dtype=np.int64)
        self.chapters = np.array([number_chapter(s.told) for s in self.sentences], dtype=np.int64)
        self.spots = self._find_spots(store.facts(record.name, ["mention"], FOREVER))
        """Character id -> (sentence, offset into it) of each word that means them."""
        self.meant = {who: np.array(sorted({at for at, _ in spots})) for who, spots in self.spots.items()}
        """Character id -> the sentences in which a word means them."""
        self.there, self.stays = self._find_there(scenes)
        """Character id -> the spans of scenes in which they are, and of the stretches in which they show."""

    def __len__(self) -> int:
        return len(self.sentences)

    def upto(self, bound: int) -> int:
        """How many sentences are told by a bound (packed, inside)."""
        return int(np.searchsorted(self.told, bound, side="right"))

    def at(self, book: int, offset: int) -> int:
        """The sentence that an offset into a book's text stands in, or after."""
        return max(0, bisect_right(self._keys, (book, offset)) - 1)

    def span(self, book: int, start: int, end: int) -> Span:
        """The sentences that a stretch of a book's text touches."""
        first = self.at(book, start)
        if self._keys and (self._keys[first][0] != book or self.sentences[first].end <= start):
            first += 1
        return first, max(first, bisect_left(self._keys, (book, end)))

    def words(self, span: Span) -> str:
        """The text from the span's first sentence to its last, on one line."""
        return " ".join(self.texts[span[0] : span[1]])

    def cite(self, span: Span) -> tuple[str, int, int, int, str]:
        """A span as it is told: the moment, the book, where it stands in the book's text, and its words."""
        first, last = self.sentences[span[0]], self.sentences[span[1] - 1]
        return show(last.told), first.book, first.start, last.end, self.words(span)

    def chapter_of(self, at: int) -> Span:
        """The sentences of the chapter that a sentence stands in."""
        chapter = self.chapters[at]
        return int(np.searchsorted(self.chapters, chapter)), int(np.searchsorted(self.chapters, chapter, side="right"))

    def _add_texts(self, store: Store, record: SagaRecord, scenes: list[Scene]) -> None:
        cuts: dict[tuple[int, int], list[Scene]] = defaultdict(list)
        for scene in scenes:
            cuts[scene.book, scene.chapter].append(scene)
        ends = {(chapter.book, chapter.ordinal): chapter.end for chapter in record.chapters}
        found: dict[str, list[tuple[int, int]]] = defaultdict(list)
        counts: list[int] = []
        for book, ordinal, text in store.texts(record.name):
            if (book, ordinal) not in ends:
                break  # written since the record was read
            base = ends[book, ordinal] - len(text)
            for told, start, end in _pieces(Moment(book, ordinal), base, text, cuts[book, ordinal]):
                for a, b in split_sentences(text[start:end]):
                    self._add(
                        Sentence(told, book, base + start + a, base + start + b), text[start + a : start + b], found
                    )
                    counts.append(0)
        self.postings = {
            term: (np.array([at for at, _ in rows], dtype=np.int64), np.array([n for _, n in rows], dtype=np.float64))
            for term, rows in found.items()
        }
        self.lengths = np.zeros(len(self.sentences))
        for places, times in self.postings.values():
            np.add.at(self.lengths, places, times)

    def _add(self, sentence: Sentence, text: str, found: dict[str, list[tuple[int, int]]]) -> None:
        at = len(self.sentences)
        self.sentences.append(sentence)
        self.texts.append(re.sub(r"\s+", " ", text))
        for term, times in Counter(find_terms(text)).items():
            found[term].append((at, times))

    def _find_spots(self, lines: Iterable[str]) -> dict[str, list[tuple[int, int]]]:
        spots: dict[str, list[tuple[int, int]]] = defaultdict(list)
        read = msgspec.json.Decoder(_Mention).decode
        for mention in map(read, lines):
            at = bisect_right(self._keys, (mention.book, mention.start)) - 1
            if at >= 0:
                spots[mention.character].append((at, mention.start - self.sentences[at].start))
        return dict(spots)

    def _find_there(self, scenes: Iterable[Scene]) -> tuple[dict[str, list[Span]], dict[str, list[Span]]]:
        there: dict[str, list[Span]] = defaultdict(list)
        stays: dict[str, list[Span]] = defaultdict(list)
        for scene in scenes:
            told = pack(scene.told)
            whole = int(np.searchsorted(self.told, told)), self.upto(told)
            for present in scene.present:
                if present.presence in THERE:
                    there[present.character].append(whole)
                    stays[present.character] += [self.span(scene.book, *stay) for stay in present.stays] or [whole]
        return dict(there), dict(stays)


def _pieces(chapter: Moment, base: int, text: str, scenes: Iterable[Scene]) -> Iterator[tuple[int, int, int]]:
    """The chapter's text as (packed moment, start, end): what stands before its first scene is told with the chapter; a
    scene goes on to where the next begins, for its fact cites its first sentence alone."""
    at, told = 0, chapter.packed
    for scene in sorted(scenes, key=lambda scene: scene.start):
        start = min(len(text), max(at, scene.start - base))
        if start > at:
            yield told, at, start
        at, told = start, max(told, pack(scene.told))
    if at < len(text):
        yield told, at, len(text)
