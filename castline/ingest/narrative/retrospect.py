"""Retrospect: what a chapter tells of as past, and not as going on in the scene that tells it.

In narration the pluperfect says so (“Anna had married the year before”). Past tenses that follow one are as often the
tale going on, and are taken as that.
In talk and letters the past tense does, where it makes a tale: once is often of what all have just seen.
"""

from __future__ import annotations

import re
from collections import defaultdict

from castline.ingest.annotations import Clause
from castline.ingest.draft import Draft
from castline.ingest.narrative.modality import is_asked
from castline.ingest.narrative.presence import STILL

TALE, PASSAGE = 3, 2
"""Clauses in the past that make a tale of what somebody says or writes, and of the words of it that tell an event."""
_JUST_NOW = re.compile(
    r"\b(?:just|instant|moment|minute|second|hardly|scarcely|sooner|now|already|suddenly|at once|by (?:this|that) time)\b",
    re.I,
)
"""Words by which "had come" is a step of the scene itself."""


class Retrospect:
    """The chapter in hand, by what its clauses tell as past."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._said: defaultdict[int, list[Clause]] = defaultdict(list)
        for clause in draft.notes.clauses:
            self._said[clause.quote].append(clause)
        self._tales = {quote: self._is_tale(clauses, TALE) for quote, clauses in self._said.items() if quote >= 0}

    def tells_clause(self, clause: Clause) -> bool:
        """Whether a clause tells of what had been."""
        if clause.quote >= 0:
            return self._tales[clause.quote] and _lean(self._draft, clause) > 0
        return clause.remote == "before" and not self._is_just_now(self._draft.sentence_of(clause.at))

    def tells_span(self, quote: int, start: int, end: int) -> bool:
        """Whether the words from `start` to `end`, of a quote (-1: of the narration), tell of what had been."""
        inside = [one for one in self._said[quote] if start <= one.at < end]
        if quote >= 0:
            asked = any(is_asked(self._draft, one.at) for one in inside)
            return self._tales.get(quote, False) and not asked and self._is_tale(inside, PASSAGE)
        told = [one for one in inside if one.main and not one.modal]
        before = bool(told) and all(one.remote == "before" for one in told)
        return before and not self._is_just_now((start, end))

    def tells_of(self, person: int, quote: int, start: int, end: int) -> bool:
        """Whether the words of a quote from `start` to `end` say that "I" (1) or "you" (2) did or underwent what is past."""
        return any(
            start <= one.at < end and _lean(self._draft, one) > 0
            and any(self._draft.notes.mentions[i].person == person for i in (*one.subjects, *one.objects))
            for one in self._said[quote]
        )  # fmt: skip

    def _is_tale(self, clauses: list[Clause], least: int) -> bool:
        leans = [_lean(self._draft, one) for one in clauses]
        acts = any(lean > 0 and one.verb not in STILL for lean, one in zip(leans, clauses, strict=True))
        return acts and leans.count(1) >= least and sum(leans) > 0

    def _is_just_now(self, span: tuple[int, int]) -> bool:
        return bool(_JUST_NOW.search(self._draft.text, *span))


def _lean(draft: Draft, clause: Clause) -> int:
    """1 for a clause in the past, -1 for one that tells how things stand, 0 for what has no time of its own."""
    if clause.modal:
        return 0
    if clause.past and not clause.perfect:
        return 1
    word = re.compile(r"\w+").match(draft.text, clause.at)
    return 0 if word and word.group().endswith("ing") else -1
