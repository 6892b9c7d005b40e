"""Who is in mind: everybody as much, and as lately, as they were spoken of."""

from __future__ import annotations

from collections.abc import Collection

from castline.ingest.annotations import Role

WEIGHTS: dict[Role, float] = {"subj": 1.0, "obj": 0.6, "iobj": 0.55, "pobj": 0.45, "poss": 0.45, "voc": 0.2, "appos": 0.3,
                              "attr": 0.3, "other": 0.4}  # fmt: skip
SENTENCE_DECAY, PARAGRAPH_DECAY = 0.62, 0.75
LEAST = 0.02


class Salience:
    """How much each person is in mind at a place in the text."""

    def __init__(self) -> None:
        self.weight: dict[int, float] = {}

    def mention(self, key: int, role: Role, scale: float = 1.0) -> None:
        """Somebody is spoken of, in a grammatical role."""
        self.weight[key] = min(3.0, self.weight.get(key, 0.0) + WEIGHTS[role] * scale)

    def fade(self, factor: float) -> None:
        """Time passes: a sentence or a paragraph ends."""
        self.weight = {key: w * factor for key, w in self.weight.items() if w * factor > LEAST}

    def order(self) -> list[int]:
        """Everybody, the one most in mind first."""
        return sorted(self.weight, key=lambda key: (-self.weight[key], key))

    def most(self, vetoed: Collection[int] = ()) -> int:
        """The one most in mind who may be meant, or -1."""
        best, most = -1, 0.0
        for key, weight in self.weight.items():
            if weight > most and key not in vetoed:
                best, most = key, weight
        return best
