"""Whom the text has spoken of lately, and whom a pronoun means among them: a log-linear choice of antecedent.

Each candidate is described by a few named features (how far back, in which part of the sentence, how often, who is
talking); the shipped weights, learnt from LitBank by scripts/train.py, say what each is worth.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass

from castline.ingest.annotations import MentionNote
from castline.ingest.language.weights import load_weights

REACH = 30
"""Sentences back in which an antecedent is looked for."""
MOST = 8
"""Candidates, at most."""
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
        self.worth: dict[Traits, float] = {}

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
            if len(found) == MOST:
                break
        return found

    def rank(
        self, note: MentionNote, vetoed: Collection[int], talking: tuple[int, ...] = ()
    ) -> list[tuple[float, int]]:
        """(log-probability, key) of the candidates, the likeliest first."""
        keys = self.candidates(note, vetoed)
        if len(keys) < 2:
            return [(0.0, key) for key in keys]
        scores = [sum(map(self._worth, traits)) for traits in self._traits(note, keys, talking)]
        most = max(scores)
        total = most + math.log(sum(math.exp(score - most) for score in scores))
        pairs = [(round(score - total, 6), key) for score, key in zip(scores, keys, strict=True)]
        return sorted(pairs, key=lambda pair: -pair[0])

    def describe(self, note: MentionNote, keys: list[int], talking: tuple[int, ...]) -> list[list[str]]:
        """The features of each candidate, given in the order of `candidates`."""
        return [
            [name for traits in groups for name in _name_traits(traits)] for groups in self._traits(note, keys, talking)
        ]

    def _worth(self, traits: Traits) -> float:
        """What a group of traits adds to a score: looked up by name once."""
        known = self.worth.get(traits)
        if known is None:
            known = self.worth[traits] = sum(self.weights.get(name, 0.0) for name in _name_traits(traits))
        return known

    def _traits(self, note: MentionNote, keys: list[int], talking: tuple[int, ...]) -> list[tuple[Traits, ...]]:
        """Of each candidate, where its last mention stands, how it figures among the others, what happened lately."""
        mine = _CLASS.get(note.role, "x")
        where = "q" if note.quote >= 0 else "n"
        traces = [self.traces[key] for key in keys]
        subjects = _rank([-trace.subject for trace in traces])
        often = _rank([-trace.times for trace in traces])
        found: list[tuple[Traits, ...]] = []
        for place, (key, trace) in enumerate(zip(keys, traces, strict=True)):
            far = max(0, note.sentence - trace.sentence)
            step = _FAR[far] if far < len(_FAR) else 6
            there = "q=" if trace.quote == note.quote >= 0 else "q" if trace.quote >= 0 else "n"
            found.append((
                ("stands", step, where, mine, trace.role, trace.kind, there),
                ("figures", min(place, 4), min(subjects[place], 3), min(often[place], 3), mine, _count(trace.times)),
                ("lately", where, mine, max(0, min(note.paragraph - trace.paragraph, 3)), *self._lately(note, key, trace),
                 talking.index(key) if key in talking else -1),
            ))  # fmt: skip
        return found

    def _lately(self, note: MentionNote, key: int, trace: Trace) -> tuple[str | int, ...]:
        """(gender known, steps since last subject of all, since subject, since named, since they spoke), 9 for long ago."""
        gender = "" if not note.gender else "known" if self.gender_of(key) else "unknown"
        last = note.sentence - self.subject[1] if self.subject[0] == key else 9
        spoke = note.paragraph - self.spoke[1] if self.spoke[0] == key else 9
        return (
            gender,
            last if last < 2 else 9,
            min(note.sentence - trace.subject, 3),
            min(note.sentence - trace.named, 3),
            spoke if spoke < 2 else 9,
        )


Traits = tuple[str | int, ...]


def _rank(values: list[int]) -> list[int]:
    """The place of each value among all, the least first; ties in order."""
    order = sorted(range(len(values)), key=values.__getitem__)
    places = [0] * len(values)
    for place, at in enumerate(order):
        places[at] = place
    return places


def _name_traits(traits: Traits) -> list[str]:
    """A group of traits as named features."""
    if traits[0] == "stands":
        _, step, where, mine, role, kind, there = traits
        near = min(int(step), 2)
        return [f"far {step}{where}", f"role {mine}{role}{near}", f"kind {kind}{near}", f"quote {where}{there}{near}"]
    if traits[0] == "figures":
        _, place, subject, often, mine, times = traits
        return [f"place {place}", f"subject {subject}{mine}", f"often {often}", f"times {times}"]
    _, where, mine, paragraph, gender, last, acted, named, spoke, talking = traits
    found = [f"paragraph {paragraph}"]
    found += [f"gender {gender}"] if gender else []
    found += [f"last subject {mine}{last}"] if last != 9 else []
    found += [f"acted {acted}{mine}"] if int(acted) < 3 else []
    found += [f"named {named}{mine}"] if int(named) < 3 else []
    found += [f"spoke {where}{spoke}"] if spoke != 9 else []
    return found + ([f"talking {talking}"] if talking != -1 else [])


def _count(times: int) -> str:
    return str(times) if times < 4 else "4+" if times < 8 else "8+" if times < 20 else "20+"
