"""Words that hand the telling to somebody: "he thus began his tale", "she complied in these words".

What follows stands in quotation marks over paragraphs or whole chapters, and nothing beside it says who speaks.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from castline.ingest.annotations import Clause, Extract
from castline.ingest.language.lexicon import word_set

_TELLING = word_set("begin commence relate recount narrate tell speak say answer reply address comply obey gratify satisfy deliver"
                    " give open start")  # fmt: skip
_GOING_ON = word_set("continue go proceed pursue resume")
_MANNER = re.compile(
    r"\b(?:in (?:these|the following|the ensuing|this|such) (?:words|terms|manner|fashion|way)|to (?:this|the following) (?:effect|purport)"
    r"|as follows|thus|(?:his|her|the|this|that|a|an) (?:[\w-]+ ){0,2}(?:tale|story|narrative|narration|history|account|relation|recital|adventures))\b",
    re.I,
)  # fmt: skip
_LEAD = re.compile(r"[:.][\s—–-]*$")


def find_handed(notes: Extract, text: str, paragraph: int) -> tuple[int, str]:
    """(the mention of whoever the last sentence of a paragraph says to begin a tale or to go on with one, "tell" or
    "resume"); -1 and "" for nobody."""
    start, end, _ = notes.paragraphs[paragraph]
    at = bisect_left(notes.sentences, (end, 0, 0)) - 1
    first = max(start, notes.sentences[at][0]) if at >= 0 else start
    if not _LEAD.search(text, first, end):
        return -1, ""
    for clause in reversed(
        notes.clauses[bisect_left(notes.clauses, first, key=_at) : bisect_left(notes.clauses, end, key=_at)]
    ):
        if (
            clause.verb in _TELLING | _GOING_ON
            and _is_told(notes, clause)
            and _MANNER.search(text, max(first, clause.at - 20), end)
        ):
            return clause.subjects[0], "resume" if clause.verb in _GOING_ON else "tell"
    return -1, ""


def _is_told(notes: Extract, clause: Clause) -> bool:
    """Whether the narration tells that somebody did so."""
    plain = clause.quote < 0 and not clause.negated and not clause.modal and len(clause.subjects) == 1
    return plain and not notes.mentions[clause.subjects[0]].plural and notes.mentions[clause.subjects[0]].quote < 0


def _at(clause: Clause) -> int:
    return clause.at
