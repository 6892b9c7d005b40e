"""A chapter on which corrections are laid: where it stands, and which words of it say what is dated by them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection
from dataclasses import dataclass

from castline.graph.corrections import Antecedent, Words
from castline.ingest.annotations import Extract
from castline.ingest.decisions import Decisions

Spot = tuple[tuple[int, int], int]
"""A span of the chapter's text, and the scene that it is in."""


@dataclass(frozen=True, slots=True)
class Page:
    """A chapter's place, its offset in the book, its text and its annotations."""

    book: int
    chapter: int
    base: int
    text: str
    notes: Extract

    def spot_of(self, people: Collection[int], decisions: Decisions) -> Spot:
        """The words by which something is dated that holds of people from this chapter on: those with which the last of
        them is met in it, else the first that mean one of them, else its first sentence."""
        met = [(one.start, one.end) for one in decisions.introductions if one.person in people]
        meant = [(one.start, one.end) for one in decisions.meanings if one.person in people]
        span = max(met, default=None) or min(meant, default=None) or self._first_sentence()
        return span, self.scene_at(span[0])

    def last_spot(self, people: Collection[int], decisions: Decisions, scene: int) -> Spot:
        """The last words of a scene that mean one of these people, else the last sentence of it."""
        spans = [(one.start, one.end) for one in decisions.meanings if one.person in people and one.scene == scene]
        return max(spans, default=None) or self._last_sentence(scene), scene

    def scene_at(self, offset: int) -> int:
        """The scene that an offset is in; 1 in a chapter without paragraphs."""
        at = bisect_right(self.notes.paragraphs, offset, key=lambda paragraph: paragraph[0]) - 1
        return self.notes.paragraphs[max(0, at)][2] if self.notes.paragraphs else 1

    def find_quote(self, words: Words) -> int:
        """The quote at a place, or the only one of its words; -1 where there is none."""
        firsts = [quote.parts[0] for quote in self.notes.utterances]
        worded = [index for index, (a, b) in enumerate(firsts) if self.text[a:b] == words.text]
        there = [index for index in worded if self.base + firsts[index][0] == words.start]
        return there[0] if there else worded[0] if len(worded) == 1 else -1

    def find_word(self, said: Antecedent) -> int:
        """The mention that a correction of a word speaks of: in the words at their place, or where alone they stand; -1 where none is."""
        at = said.place.start - self.base
        if self.text[max(0, at) : max(0, at) + len(said.place.text)] != said.place.text:
            at = self.text.find(said.place.text) if self.text.count(said.place.text) == 1 else -1
        start = at + said.start - said.place.start
        spans = (
            index
            for index, one in enumerate(self.notes.mentions)
            if (one.start, one.end) == (start, start + said.end - said.start)
        )
        return next(spans, -1) if at >= 0 else -1

    @property
    def scenes(self) -> list[int]:
        """The scenes of the chapter, in order."""
        return sorted({scene for _, _, scene in self.notes.paragraphs})

    def _first_sentence(self) -> tuple[int, int]:
        return self.notes.sentences[0][:2] if self.notes.sentences else (0, 0)

    def _last_sentence(self, scene: int) -> tuple[int, int]:
        end = max((end for _, end, own in self.notes.paragraphs if own == scene), default=0)
        return max((one[:2] for one in self.notes.sentences if one[0] < end), default=(0, 0))
