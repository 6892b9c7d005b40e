"""A chapter's decisions in the making: what the rules have in hand, and what they have decided so far."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Any, TypeVar

from castline.ingest.annotations import Extract
from castline.ingest.decisions import Decision, Decisions
from castline.ingest.memory.memory import Memory
from castline.ingest.resolution.cast.result import Resolution

D = TypeVar("D", bound=Decision)
LONGEST_EVIDENCE = 400


@dataclass(slots=True)
class Draft:
    """The chapter in hand, resolved, and the decisions so far. All spans count from the chapter's start.

    `memory` is a fork: rules see in it what they have decided themselves, and nobody else does.
    """

    text: str
    notes: Extract
    found: Resolution
    memory: Memory
    decisions: Decisions

    def decide(self, kind: type[D], span: tuple[int, int], scene: int | None, rule: str, confidence: float, /,
               **own: Any) -> D:  # fmt: skip
        """Take a decision: `span` is its evidence, `scene` None for one of the chapter as a whole."""
        made = kind(start=span[0], end=span[1], scene=scene, rule=rule, confidence=confidence, **own)
        self.decisions.listed(kind).append(made)
        return made

    def scene_at(self, paragraph: int) -> int:
        """The scene that a paragraph is in."""
        return self.notes.paragraphs[paragraph][2]

    def paragraph_of(self, start: int) -> int:
        """The paragraph that an offset is in."""
        return max(0, bisect_right(self.notes.paragraphs, start, key=_first) - 1)

    def name_of(self, key: int) -> str:
        """The best name so far."""
        return self.memory.person(key).name

    def mentions_between(self, start: int, end: int) -> range:
        """The mentions that stand between two offsets."""
        return range(*(bisect_left(self.notes.mentions, at, key=lambda note: note.start) for at in (start, end)))

    def sentence_of(self, start: int) -> tuple[int, int]:
        """The span of the sentence around an offset, cut to what evidence may hold."""
        index = bisect_right(self.notes.sentences, start, key=_first) - 1
        a, b, _ = self.notes.sentences[max(0, index)]
        if b - a > LONGEST_EVIDENCE:
            a = self._word_from(max(a, start - LONGEST_EVIDENCE // 2)) if start - LONGEST_EVIDENCE // 2 > a else a
            b = min(b, a + LONGEST_EVIDENCE)
            b = max(start + 1, a + len(self.text[a:b].rsplit(None, 1)[0])) if b - a == LONGEST_EVIDENCE else b
        return a, b

    def _word_from(self, at: int) -> int:
        """The start of the first whole word from an offset on."""
        while at < len(self.text) and not self.text[at - 1].isspace():
            at += 1
        return at


def _first(sentence: tuple[int, int, int]) -> int:
    return sentence[0]
