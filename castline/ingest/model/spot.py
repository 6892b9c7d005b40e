"""Where in a chapter an answer speaks, and of whom: what every part of laying it needs."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import Any, TypeVar

from castline.ingest.annotations import Extract
from castline.ingest.decisions import Decision
from castline.ingest.model.evidence import find_words
from castline.ingest.model.passages import Passage
from castline.ingest.model.who import People
from castline.ingest.model.words import Word

_ID = re.compile(r"\b[pn]\d+\b")
D = TypeVar("D", bound=Decision)
SURE = 0.8
"""What is put down for a checked answer of a model. It is a guess: how often models are right has not been counted."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A passage of a chapter whose answer is being laid; `by` is who answered."""

    passage: Passage
    speakers: tuple[str, ...]
    words: tuple[Word, ...]
    text: str
    notes: Extract
    people: People
    by: str

    @property
    def whole(self) -> tuple[int, int]:
        """The passage's span."""
        return self.passage.start, self.passage.end

    def find(self, evidence: str) -> tuple[tuple[int, int], int]:
        """The span of words that are known to stand in the passage, and the scene they are in."""
        span = find_words(evidence, self.text, self.passage.start, self.passage.end)
        if span is None:
            raise ValueError(f"{evidence!r} was let through by `checks`, and does not stand in the passage")
        return span, self.scene_at(span[0])

    def scene_at(self, offset: int) -> int:
        """The scene that an offset is in."""
        at = bisect_right(self.notes.paragraphs, offset, key=lambda paragraph: paragraph[0]) - 1
        return self.notes.paragraphs[max(0, at)][2]

    def name_ids(self, words: str) -> str:
        """A line of the answer with names for ids."""

        def name(found: re.Match[str]) -> str:
            one = found.group()
            return self.people.name_of(one) if one in self.people.keys else self.people.crowds.get(one, "somebody")

        return _ID.sub(name, words)

    def make(self, kind: type[D], span: tuple[int, int], /, **own: Any) -> D:
        """A decision of the answer's, on these words."""
        scene = self.scene_at(span[0])
        return kind(start=span[0], end=span[1], scene=scene, rule="reading", confidence=SURE, **own)
