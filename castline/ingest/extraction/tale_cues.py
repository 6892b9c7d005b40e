"""Words that hand the telling to somebody: "he thus began his tale", "she complied in these words".

What follows stands in quotation marks over paragraphs or whole chapters, and nothing beside it says who speaks.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from castline.ingest.annotations import Clause, Extract, MentionNote
from castline.ingest.language.lexicon import word_set

_TELLING = word_set("begin commence relate recount narrate tell speak say answer reply address comply obey gratify satisfy deliver"
                    " give open start")  # fmt: skip
_GOING_ON = word_set("continue go proceed pursue resume")
_MANNER = re.compile(
    r"\b(?:in (?:these|the following|the ensuing|this|such) (?:words|terms|manner|fashion|way)|to (?:this|the following) (?:effect|purport)"
    r"|as follows|thus|(?:his|her|the|this|that|a|an) (?:[\w-]+ ){0,2}(?:tale|story|narrative|narration|history|account|relation|recital|adventures))\b",
    re.I,
)  # fmt: skip
_SAYS = re.compile(r"\s+(?:said|commenced|began|continued|resumed|proceeded|went on)\s*[,;:.—–]")
_TOLD_TALE = re.compile(
    r"(?:\w[’']s?|\bhis|\bher) (?:\w+ )?(?:tale|story|narrative|narration|recital)\b|\b(?:his|her) (?:own )?words\b"
)
OPENING = 160
"""Characters at a scene's head in which a tale that was just told may be spoken of."""
_MARKS = ("“", "‘", '"', "'")
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


def find_handings(notes: Extract, text: str) -> list[tuple[int, int]]:
    """(paragraph, mention) where the telling itself, without marks, goes over to somebody who says "I" from there on ("In the
    evening, she said, I knew ..."); the mention is -1 where a tale is spoken of as one that was just told."""
    found = []
    scenes = [scene for _, _, scene in notes.paragraphs]
    for paragraph, (start, end, _) in enumerate(notes.paragraphs):
        opens = paragraph == 0 or scenes[paragraph - 1] != scenes[paragraph]
        if opens and (mention := _find_said(notes, text, start)) >= 0:
            found.append((paragraph, mention))
        elif opens and _TOLD_TALE.search(text, start, min(end, start + OPENING)):
            found.append((paragraph, -1))
        elif (
            paragraph
            and text[start:end].lstrip()[:1] not in _MARKS
            and (mention := _find_colon(notes, text, paragraph - 1)) >= 0
        ):
            found.append((paragraph, mention))
    return found


def _find_said(notes: Extract, text: str, start: int) -> int:
    """The mention of whoever is said to say the sentence that begins here, without marks, of which "I" is a subject."""
    at = bisect_left(notes.sentences, (start, 0, 0))
    if at == len(notes.sentences):
        return -1
    first, end, _ = notes.sentences[at]
    low, high = (bisect_left(notes.mentions, place, key=_start) for place in (first, end))
    inside = range(low, high)
    if any(notes.mentions[i].quote >= 0 for i in inside) or not any(_is_telling(notes.mentions[i]) for i in inside):
        return -1
    for index in inside:
        note = notes.mentions[index]
        parted = text[first : note.start].rstrip()[-1:] in (",", ";", "—", "–")
        if parted and note.person == 3 and not note.plural and note.role == "subj" and _SAYS.match(text, note.end, end):
            return index
    return -1


def _find_colon(notes: Extract, text: str, paragraph: int) -> int:
    """The mention of whoever the last words of a paragraph say to go on: "She proceeded:"."""
    start, end, _ = notes.paragraphs[paragraph]
    if not text[start:end].rstrip(" —–-\n").endswith(":"):
        return -1
    low, high = (bisect_left(notes.clauses, place, key=_at) for place in (max(start, end - OPENING), end))
    told = (
        one for one in reversed(notes.clauses[low:high]) if one.verb in _TELLING | _GOING_ON and _is_told(notes, one)
    )
    return next((one.subjects[0] for one in told), -1)


def _is_telling(note: MentionNote) -> bool:
    return note.kind == "pronoun" and note.person == 1 and not note.plural and note.role == "subj"


def _start(note: MentionNote) -> int:
    return note.start
