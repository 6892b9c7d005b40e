"""A chapter on its way to facts: one place that numbers, dates and sources them."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, TypeVar

from castline.graph.facts import Fact
from castline.graph.moments import Moment
from castline.ingest.annotations import Extract
from castline.ingest.memory.people import Memory
from castline.ingest.resolution.cast.result import Resolution

F = TypeVar("F", bound=Fact)
LONGEST_EVIDENCE = 400


@dataclass(slots=True)
class Draft:
    """The chapter in hand, and the facts made of it so far. `by` names extractor and version.

    All spans within a draft count from the chapter's start; `add` shifts them by `base` into the book's text.
    """

    saga: str
    book: int
    chapter: int
    base: int
    text: str
    notes: Extract
    found: Resolution
    memory: Memory
    by: str
    facts: list[Fact] = field(default_factory=list)
    numbers: Counter[str] = field(default_factory=Counter)

    @property
    def prefix(self) -> str:
        """What the ids of this chapter's facts start with."""
        return f"{self.saga}:{self.book}.{self.chapter}:"

    def scene_at(self, paragraph: int) -> int:
        """The scene that a paragraph is in."""
        return self.notes.paragraphs[paragraph][2]

    def paragraph_of(self, start: int) -> int:
        """The paragraph that an offset is in."""
        return max(0, bisect_right(self.notes.paragraphs, start, key=_first) - 1)

    def person_id(self, key: int) -> str:
        """The id of a person as the facts name it: the person first met, whoever they turn out to be."""
        return self.memory.person(key).id

    def name_of(self, key: int) -> str:
        """The best name so far."""
        return self.memory.person(key).name

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

    def add(self, cls: type[F], span: tuple[int, int], scene: int | None, rule: str, confidence: float, /, *,
            identifier: str = "", **own: Any) -> F:  # fmt: skip
        """Make a fact of this chapter: `span` is its evidence, `scene` None for one of the chapter as a whole."""
        tag = str(cls.__struct_config__.tag)
        self.numbers[tag] += 1
        fact = cls(
            id=identifier or f"{self.prefix}{tag}{self.numbers[tag]}", book=self.book, chapter=self.chapter, scene=scene,
            told=str(Moment(self.book, self.chapter, scene or 0)), start=self.base + span[0], end=self.base + span[1],
            text=self.text[span[0] : span[1]], by=f"{self.by}/{rule}", confidence=confidence, **own,
        )  # fmt: skip
        self.facts.append(fact)
        return fact


def _first(sentence: tuple[int, int, int]) -> int:
    return sentence[0]
