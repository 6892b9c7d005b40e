"""Whom a pronoun means: the people in mind, each as much as they were last spoken of, and grammar's vetoes."""

from __future__ import annotations

from collections.abc import Collection

from castline.ingest.extract import Role
from castline.ingest.people import Memory, vote_gender

WEIGHTS: dict[Role, float] = {"subj": 1.0, "obj": 0.6, "iobj": 0.55, "pobj": 0.45, "poss": 0.45, "voc": 0.2, "appos": 0.3,
                              "attr": 0.3, "other": 0.4}  # fmt: skip
SENTENCE_DECAY, PARAGRAPH_DECAY = 0.62, 0.75
LEAST = 0.02
STRANGER = 0.55
"""What a candidate of unknown gender counts for, against one of the right gender."""


class Salience:
    """How much each person is in mind at a place in the text."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.weight: dict[int, float] = {}

    def mention(self, key: int, role: Role, scale: float = 1.0) -> None:
        """Somebody is spoken of, in a grammatical role."""
        self.weight[key] = min(3.0, self.weight.get(key, 0.0) + WEIGHTS[role] * scale)

    def fade(self, factor: float) -> None:
        """Time passes: a sentence or a paragraph ends."""
        self.weight = {key: w * factor for key, w in self.weight.items() if w * factor > LEAST}

    def resolve(self, gender: str, vetoed: Collection[int] = ()) -> int:
        """The person most in mind who may be meant, or -1."""
        best, most = -1, 0.0
        for key, weight in self.weight.items():
            if key in vetoed:
                continue
            person = self.memory.people[key]
            if gender and person.gender and person.gender != gender:
                continue
            score = weight * (STRANGER if gender and not person.gender else 1.0)
            if score > most:
                best, most = key, score
        if best >= 0 and gender:
            meant = self.memory.people[best]
            if not meant.is_settled and meant.kind != "narrator":
                vote_gender(meant, gender, 1)
        return best
