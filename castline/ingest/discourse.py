"""Whom the text has spoken of lately, and whom a pronoun means among them: a log-linear choice of antecedent.

Each candidate is described by a few named features (how far back, in which part of the sentence, how often, who is
talking); the shipped weights, learnt from LitBank by scripts/train.py, say what each is worth.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass

from castline.ingest.extract import MentionNote
from castline.ingest.weights import load_weights

REACH = 30
"""Sentences back in which an antecedent is looked for."""
_CLASS = {"subj": "s", "obj": "o", "iobj": "o", "pobj": "o", "poss": "p", "voc": "v"}
_FAR = (0, 1, 2, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5)


@dataclass(slots=True)
class Trace:
    """The last mention of somebody, and how they have figured so far in the chapter."""

    order: int
    sentence: int
    paragraph: int
    role: str
    kind: str
    quote: int
    times: int = 1
    subject: int = -99
    """The sentence in which they were last a subject of narration."""
    named: int = -99
    """The sentence in which they were last named."""


class Discourse:
    """The people in mind. `gender_of` gives a key's gender ("m", "f", ""), `many` the keys that stand for several."""

    def __init__(self, gender_of: Callable[[int], str]) -> None:
        self.gender_of = gender_of
        self.many: set[int] = set()
        self.traces: dict[int, Trace] = {}
        self.subject = (-1, -1, -1)
        """(key, sentence, quote) of the last grammatical subject."""
        self.spoke = (-1, -1)
        """(key, paragraph) of the last quote."""
        self.told = 0
        self.weights = load_weights("pronouns")

    def note(self, key: int, note: MentionNote) -> None:
        """Somebody is mentioned."""
        self.told += 1
        old = self.traces.pop(key, None)
        trace = Trace(self.told, note.sentence, note.paragraph, _CLASS.get(note.role, "x"), note.kind, note.quote)
        if old:
            trace.times, trace.subject, trace.named = old.times + 1, old.subject, old.named
        if note.role == "subj":
            self.subject = (key, note.sentence, note.quote)
            trace.subject = note.sentence
        if note.kind == "name":
            trace.named = note.sentence
        self.traces[key] = trace

    def candidates(self, note: MentionNote, vetoed: Collection[int]) -> list[int]:
        """Who may be meant by gender and number, the last mentioned first."""
        found = []
        for key in reversed(self.traces):
            trace = self.traces[key]
            if note.sentence - trace.sentence > REACH:
                continue
            if key in vetoed or (key in self.many) != note.plural:
                continue
            if note.gender and self.gender_of(key) not in (note.gender, ""):
                continue
            found.append(key)
        return found

    def rank(
        self, note: MentionNote, vetoed: Collection[int], talking: tuple[int, ...] = ()
    ) -> list[tuple[float, int]]:
        """(log-probability, key) of the candidates, the likeliest first."""
        keys = self.candidates(note, vetoed)
        if not keys:
            return []
        scores = [sum(self.weights.get(f, 0.0) for f in row) for row in self.describe(note, keys, talking)]
        most = max(scores)
        total = most + math.log(sum(math.exp(score - most) for score in scores))
        pairs = [(round(score - total, 6), key) for score, key in zip(scores, keys, strict=True)]
        return sorted(pairs, key=lambda pair: -pair[0])

    def describe(self, note: MentionNote, keys: list[int], talking: tuple[int, ...]) -> list[list[str]]:
        """The features of each candidate, given in the order of `candidates`."""
        subjects = sorted(keys, key=lambda key: -self.traces[key].subject)
        often = sorted(keys, key=lambda key: -self.traces[key].times)
        return [
            self._features(note, key, place, subjects.index(key), often.index(key), talking)
            for place, key in enumerate(keys)
        ]

    def _features(self, note: MentionNote, key: int, place: int, subject: int, often: int, talking: tuple[int, ...]
                  ) -> list[str]:  # fmt: skip
        trace = self.traces[key]
        far = max(0, note.sentence - trace.sentence)
        step = _FAR[far] if far < len(_FAR) else 6
        near = min(step, 2)
        mine = _CLASS.get(note.role, "x")
        where = "q" if note.quote >= 0 else "n"
        found = [
            f"far {step}{where}",
            f"role {mine}{trace.role}{near}",
            f"place {min(place, 4)}",
            f"subject {min(subject, 3)}{mine}",
            f"often {min(often, 3)}",
            f"kind {trace.kind}{near}",
            f"times {_count(trace.times)}",
            f"paragraph {max(0, min(note.paragraph - trace.paragraph, 3))}",
            f"quote {where}{'q' if trace.quote >= 0 else 'n'}{'=' if trace.quote == note.quote else ''}{near}",
        ]
        if note.gender:
            found.append("gender known" if self.gender_of(key) else f"gender unknown {near}")
        if self.subject[0] == key and note.sentence - self.subject[1] < 2:
            found.append(
                f"last subject {mine}{note.sentence - self.subject[1]}{'=' if self.subject[2] == note.quote else ''}"
            )
        if note.sentence - trace.subject < 3:
            found.append(f"acted {note.sentence - trace.subject}{mine}")
        if note.sentence - trace.named < 3:
            found.append(f"named {note.sentence - trace.named}{mine}")
        if self.spoke[0] == key and note.paragraph - self.spoke[1] < 2:
            found.append(f"spoke {where}{note.paragraph - self.spoke[1]}")
        if key in talking:
            found.append(f"talking {talking.index(key)}")
        return found


def _count(times: int) -> str:
    return str(times) if times < 4 else "4+" if times < 8 else "8+" if times < 20 else "20+"
