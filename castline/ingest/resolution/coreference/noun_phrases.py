"""Whom a person noun means ("the old man", "his wife"): somebody spoken of before, or somebody new.

A log-linear choice between those in mind who may be meant and one candidate more, somebody new, learnt from LitBank by
scripts/train.py.
"""

from __future__ import annotations

import math

from castline.ingest.annotations import MentionNote
from castline.ingest.language.lexicon import GENERIC_NOUNS, KIN, TITLES
from castline.ingest.language.weights import load_weights
from castline.ingest.resolution.coreference.pronouns import Discourse, far_off

NEW = -1
"""The candidate that stands for somebody new."""
FEW = 6
"""Candidates, at most, beside those whom the same noun has meant before."""
MET = 1.0
"""How much less likely somebody new is once a chapter has been read: LitBank's texts are openings, in which most are new."""


class NounPhrases:
    """Chooses among those whom a discourse has in mind; `opening` tells whether nothing has been read before."""

    def __init__(self, discourse: Discourse, opening: bool = True) -> None:
        self.discourse, self.opening = discourse, opening
        self.weights = load_weights("nouns")

    def candidates(self, note: MentionNote, vetoed: set[int]) -> list[int]:
        """Who may be meant: the last mentioned first, and last whoever the noun has meant before."""
        keys = self.discourse.candidates(note, vetoed)
        same = [key for key in keys[FEW:] if note.head in self.discourse.heads.get(key, ())]
        return keys[:FEW] + same

    def choose(self, note: MentionNote, vetoed: set[int], talking: tuple[int, ...]) -> int:
        """The likeliest, or NEW."""
        keys = self.candidates(note, vetoed)
        if not keys:
            return NEW
        rows = self.describe(note, keys, talking)
        scores = [round(math.fsum(self.weights.get(name, 0.0) for name in row), 6) for row in rows]
        if not self.opening:
            scores[-1] -= MET
        return [*keys, NEW][scores.index(max(scores))]

    def describe(self, note: MentionNote, keys: list[int], talking: tuple[int, ...]) -> list[list[str]]:
        """The features of each candidate, and then those of somebody new."""
        sort = _sort_of(note)
        where = "q" if note.quote >= 0 else "n"
        same = any(note.head in self.discourse.heads.get(key, ()) for key in keys)
        rows = [self._describe(note, key, place, talking, sort, where) for place, key in enumerate(keys)]
        near = sum(note.sentence - self.discourse.traces[key].sentence < 2 for key in keys)
        role = "s" if note.role == "subj" else "x"
        rows.append([f"new {sort}{where}", f"new same {same}{sort}", f"new near {min(near, 3)}{sort[:2]}", f"new role {role}{sort[:2]}",
                     f"new head {note.head}"])  # fmt: skip
        return rows

    def _describe(
        self, note: MentionNote, key: int, place: int, talking: tuple[int, ...], sort: str, where: str
    ) -> list[str]:
        trace, heads = self.discourse.traces[key], self.discourse.heads.get(key, set())
        step = far_off(note, trace)
        said = "same" if note.head in heads else "other" if heads else "none"
        known = "known" if self.discourse.gender_of(key) else "unknown"
        named = "named" if trace.named > -99 else "unnamed"
        found = [f"said {said}{sort}{named}", f"said {said}{step}", f"far {step}{sort}", f"place {min(place, 4)}{sort[:2]}",
                 f"kind {trace.kind}{min(step, 3)}{sort[:2]}", f"gender {known}{bool(note.gender)}", f"named {named}{sort}{where}",
                 f"role {trace.role}{min(step, 2)}", f"times {min(4, trace.times.bit_length())}{named}"]  # fmt: skip
        if trace.sentence == note.sentence:
            found.append(f"together {sort}{trace.role}{'s' if note.role == 'subj' else 'x'}")
        if key in talking:
            found.append(f"talking {talking.index(key)}{where}{sort[:2]}")
        if note.sentence - trace.subject < 3:
            found.append(f"acted {note.sentence - trace.subject}{sort[:2]}")
        if said == "same":
            found.append(f"again {note.head}")
        return found


def _sort_of(note: MentionNote) -> str:
    """How a noun is determined ("d" the, "o" somebody's, "a" neither), and of which sort it is (kin, generic, title, other)."""
    how = "o" if note.owner >= 0 else "d" if note.definite else "a"
    sort = "k" if note.head in KIN else "g" if note.head in GENERIC_NOUNS else "t" if note.head in TITLES else "x"
    return how + sort
