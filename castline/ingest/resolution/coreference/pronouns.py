"""Whom the text has spoken of lately, and whom a pronoun means among them: a log-linear choice of antecedent.

Each candidate is described by a few named features (how far back, in which part of the sentence, how often, who is
talking); the shipped weights, learnt from LitBank by scripts/train.py, say what each is worth.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from copy import copy
from dataclasses import dataclass

from castline.ingest.annotations import MentionNote
from castline.ingest.language.weights import load_weights

REACH = 60
"""Sentences back in which an antecedent is looked for."""
MOST = 12
"""Candidates, at most."""
AGO = 8
"""Sentences and paragraphs that lie between those whom the last chapter left in mind and this one's beginning."""
OPENING = 3
"""Paragraphs of a chapter that may go on about somebody whom it has not mentioned: "He woke late"."""
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
    here: int = 0
    """How often the last paragraph that speaks of them has done so."""


class Discourse:
    """The people in mind. `gender_of` gives a key's gender ("m", "f", ""), `many` the keys that stand for several."""

    def __init__(self, gender_of: Callable[[int], str], fame_of: Callable[[int], int]) -> None:
        self.gender_of, self.fame_of = gender_of, fame_of
        self.many: set[int] = set()
        self.traces: dict[int, Trace] = {}
        self.subject = (-1, -1, -1)
        """(key, sentence, quote) of the last grammatical subject."""
        self.spoke = (-1, -1)
        """(key, paragraph) of the last quote."""
        self.chain: dict[str, tuple[int, int, int]] = {}
        """Gender -> (key, sentence, order) of the last pronoun of it that was given to somebody."""
        self.paragraph = (-1, -1, -1)
        """(paragraph, its first subject, that of the paragraph before)."""
        self.told = 0
        self.weights = load_weights("pronouns")
        self.heads: dict[int, set[str]] = {}
        """Key -> the nouns that have meant them in the chapter."""
        self.worth: dict[Traits, float] = {}
        self.fits: set[int] = set()

    def fork(self, gender_of: Callable[[int], str]) -> Discourse:
        """Another that goes on from here, and leaves this one as it is."""
        other = copy(self)
        other.gender_of, other.many = gender_of, set(self.many)
        other.traces, other.chain = dict(self.traces), dict(self.chain)
        other.heads = {key: set(nouns) for key, nouns in self.heads.items()}
        return other

    def recall(self, keys: list[int]) -> None:
        """Begin with those whom the last chapter left in mind, the one most in mind last."""
        for key in keys:
            self.told += 1
            self.traces[key] = Trace(self.told, -AGO, -AGO, "x", "pronoun", -1)

    def note(self, key: int, note: MentionNote) -> None:
        """Somebody is mentioned."""
        self.told += 1
        old = self.traces.pop(key, None)
        trace = Trace(self.told, note.sentence, note.paragraph, _CLASS.get(note.role, "x"), note.kind, note.quote)
        if old:
            trace.times, trace.subject, trace.named = old.times + 1, old.subject, old.named
            trace.here = old.here if old.paragraph == note.paragraph else 0
        trace.here += 1
        if note.kind == "pronoun" and note.person == 3 and note.gender:
            self.chain[note.gender] = (key, note.sentence, self.told)
        if note.role == "subj" and note.paragraph != self.paragraph[0] and note.quote < 0:
            self.paragraph = (note.paragraph, key, self.paragraph[1])
        if note.role == "subj":
            self.subject = (key, note.sentence, note.quote)
            trace.subject = note.sentence
        if note.kind == "name":
            trace.named = note.sentence
        elif note.kind == "nominal":
            self.heads.setdefault(key, set()).add(note.head)
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
            if trace.paragraph < 0 and (note.role != "subj" or note.quote >= 0 or note.paragraph >= OPENING):
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
        self.fits = set(keys)
        mine = _CLASS.get(note.role, "x")
        where = "q" if note.quote >= 0 else "n"
        traces = [self.traces[key] for key in keys]
        subjects = _rank([-trace.subject for trace in traces])
        often = _rank([-trace.times for trace in traces])
        # Learnt where nobody is known yet, so that it has the weights of the order of mention: a slight leaning to the best known.
        famous = _rank([-self.fame_of(key) for key in keys])
        found: list[tuple[Traits, ...]] = []
        for place, (key, trace) in enumerate(zip(keys, traces, strict=True)):
            step = far_off(note, trace)
            there = "q=" if trace.quote == note.quote >= 0 else "q" if trace.quote >= 0 else "n"
            found.append((
                ("stands", step, where, mine, trace.role, trace.kind, there),
                ("figures", min(place, 4), min(subjects[place], 3), min(often[place], 3), mine, _count(trace.times)),
                ("lately", where, mine, max(0, min(note.paragraph - trace.paragraph, 3)), *self._lately(note, key, trace),
                 talking.index(key) if key in talking else -1),
                self._linked(note, key, trace, where, mine),
                ("known", _bin(self.fame_of(key)), min(famous[place], 3), where, mine == "s", min(trace.here, 3)
                 if trace.paragraph == note.paragraph else -1, self._leads(note, key)),
            ))  # fmt: skip
        return found

    def _linked(self, note: MentionNote, key: int, trace: Trace, where: str, mine: str) -> Traits:
        """How the candidate stands to the last pronoun of that gender: its bearer, or told of since, or before."""
        last = self.chain.get(note.gender)
        if last is None:
            return ("chain", "none", 0, where, mine, 0)
        far = min(3, max(0, note.sentence - last[1]))
        since = sum(
            one.order > last[2] and one.kind == "name" and (other in self.fits) for other, one in self.traces.items()
        )
        stands = "bearer" if last[0] == key else "since" if trace.order > last[2] else "before"
        return ("chain", stands, far, where, mine, min(2, since))

    def _leads(self, note: MentionNote, key: int) -> str:
        """Whether somebody is the first subject of this paragraph ("here"), or of the one before ("before")."""
        here = self.paragraph if self.paragraph[0] == note.paragraph else (note.paragraph, -1, self.paragraph[1])
        return "here" if key == here[1] else "before" if key == here[2] else ""

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


def far_off(note: MentionNote, trace: Trace) -> int:
    """How many sentences ago somebody was last mentioned, in seven steps."""
    far = max(0, note.sentence - trace.sentence)
    return _FAR[far] if far < len(_FAR) else 6


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
    if traits[0] == "chain":
        _, stands, far, where, mine, since = traits
        return [f"chain {stands}{far}{where}", f"chain {stands}{since}", f"chain {stands}{min(int(far), 1)}{mine}"]
    if traits[0] == "known":
        _, fame, rank, where, subject, here, leads = traits
        return [f"fame {fame}", f"famous {rank}", f"here {here}{where}", f"leads {leads}{subject}{where}"]
    _, where, mine, paragraph, gender, last, acted, named, spoke, talking = traits
    found = [f"paragraph {paragraph}"]
    found += [f"gender {gender}"] if gender else []
    found += [f"last subject {mine}{last}"] if last != 9 else []
    found += [f"acted {acted}{mine}"] if int(acted) < 3 else []
    found += [f"named {named}{mine}"] if int(named) < 3 else []
    found += [f"spoke {where}{spoke}"] if spoke != 9 else []
    return found + ([f"talking {talking}"] if talking != -1 else [])


def _bin(fame: int) -> str:
    return str(min(7, fame.bit_length() // 2)) if fame else "none"


def _count(times: int) -> str:
    return str(times) if times < 4 else "4+" if times < 8 else "8+" if times < 20 else "20+"
