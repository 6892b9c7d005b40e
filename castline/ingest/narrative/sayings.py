"""Sayings: of what somebody says in a chapter, the words that stand alone and are most telling of them."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from castline.ingest.annotations import MentionNote
from castline.ingest.draft import Draft
from castline.ingest.resolution.confidence import rate_speaker

SHORTEST, LONGEST = 40, 320
"""Characters of a saying."""
SURE = 0.8
"""How sure it must be who says it: what shows how somebody speaks is theirs."""
MOST = 2
"""Sayings of one person in a chapter."""
UNNAMED = 1.0
"""What it takes from a saying (log-odds) that it speaks of somebody whom it does not name (a choice: whoever has others keeps those)."""
_OTHERS = frozenset({"he", "she", "him", "her", "his"})
_WHOLE = re.compile(r"[\W_]*[A-Z].*[.!?][\W_]*", re.S)
"""Words that begin and end as a sentence does."""
_BESIDE = re.compile(r"[^\w\n]*\n?[^\w\n]*")
"""What stands between two quotations in one paragraph that nothing parts."""
_BOUND = re.compile(r"(?:that|to|of|in|on|at|with|for|from|by|than)\b")
"""Words before which no comma stands but for "said he", where more goes before than “No,” or “Sir,”."""
_GOING_ON = re.compile(r"(?:\A|[,.;:!?—-])\s*[^\s,.;:!?—-]+\s[^,.;:!?—-]+(?<!course)(?<!fact)(?<!see)\Z")
"""Two words or more since the last pause, and no "of course", "in fact" or "you see", which stand between commas."""
_OPENING = " \t\r\n“”\"‘’'«»„"
"""What may stand before the first letter of what is said."""


def find_sayings(draft: Draft) -> dict[int, float]:
    """Quote -> how telling it is of its speaker (0..1)."""
    rated: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
    for index, (quote, said) in enumerate(zip(draft.notes.utterances, draft.found.spoken, strict=True)):
        words = join_pieces(draft.text, quote.parts)
        sure = quote.kind == "speech" and not quote.is_thought and said.speaker >= 0 and rate_speaker(said) >= SURE
        if sure and _stands_alone(words):
            start, end = quote.parts[0][0], quote.parts[-1][1]
            weight = _weigh(draft, start, end) - UNNAMED * _speaks_of_unnamed(draft, start, end)
            rated[draft.memory.person(said.speaker).key].append((-weight, index))
    return {
        index: round(1 / (1 + math.exp(loss)), 3) for found in rated.values() for loss, index in sorted(found)[:MOST]
    }  # fmt: skip


def join_pieces(text: str, parts: Sequence[tuple[int, int]]) -> str:
    """What is said in several pieces, as one: the comma before "said he." ends a sentence where what stands between does, and is
    the semicolon of "said he;". None stands in “I think,” said he, “that ...”. Where one quotation follows another in a line, with
    nothing told between, somebody answers: what was said ends there."""
    joined = text[slice(*parts[0])]
    for (_, end), (start, after) in pairwise(parts):
        if _BESIDE.fullmatch(text[end:start]):
            break
        between = text[end:start].rstrip(_OPENING)
        if joined.endswith(","):
            joined = joined[:-1] + _pause(joined[:-1], between, text[start:after])
        joined = f"{joined} {text[start:after]}"
    return joined


def _pause(before: str, between: str, after: str) -> str:
    """The mark in place of the comma before "said he"."""
    if between.endswith((".", "!", "?")):
        return "."
    if between.endswith((";", ":")):
        return between[-1]
    return "" if _BOUND.match(after) and _GOING_ON.search(before) else ","


def _stands_alone(words: str) -> bool:
    return SHORTEST <= len(words) <= LONGEST and _WHOLE.fullmatch(words) is not None


def is_of_others(note: MentionNote) -> bool:
    """Whether somebody is spoken of as "he" or "she" in what is said."""
    return note.quote >= 0 and note.form.lower() in _OTHERS


def _speaks_of_unnamed(draft: Draft, start: int, end: int) -> bool:
    """Whether somebody is "he" or "she" in what is said before there is a name."""
    notes = draft.notes.mentions
    first = next(
        (notes[at] for at in draft.mentions_between(start, end) if notes[at].kind == "name" or is_of_others(notes[at])),
        None,
    )
    return first is not None and first.kind != "name"


def _weigh(draft: Draft, start: int, end: int) -> float:
    """The mean weight, for its people, of the sentences between two offsets (log-odds)."""
    notes = draft.notes
    low = max(0, bisect_left(notes.sentences, (start + 1,)) - 1)
    found = [
        weight for (a, _, _), (_, weight) in zip(notes.sentences[low:], notes.weights[low:], strict=True) if a < end
    ]
    return math.fsum(found) / max(1, len(found))
