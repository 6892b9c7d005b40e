"""Who is told to speak right before a quote, read from the words alone: where the parse has no clause of it.

"The usurer, taking hold of this, said, “...”", "addressed me thus: “...”", "with these words: “...”".
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from operator import attrgetter, itemgetter

from castline.ingest.annotations import Extract, MentionNote
from castline.ingest.extraction.quotes import Quote
from castline.ingest.language.lexicon import LEADING_FORMS

_AT, _START = attrgetter("at"), attrgetter("start")
_LED = re.compile(r"(?P<last>(?:[^\W\d_]|['’ \n-]|, )*[^\W\d_])[,:][—–\s-]*[“‘\"']?$")
"""The last words of narration that leads in, after any stop."""
_THUS = re.compile(
    r"\b(?:thus|as\s+follows|(?:in|with)\s+(?:the\s+following|these|this|those)\s+(?:words?|manner|terms|fashion|way|strain|speech"
    r"|salutation))$"
)
_WORD = re.compile(r"[a-z]+")
LONGEST = 400
"""Characters of a sentence before a quote that are looked at: a sentence may be as long as a book."""
LEADING = 14
"""Words before a quote among which a verb that leads in to it is looked for."""
RIGHT_BEFORE = 20
"""Characters between an "I" and its verb ("I then addressed him"), at the most."""


def find_leader(notes: Extract, quote: Quote, text: str) -> tuple[int, int] | None:
    """(mention, or -1 for somebody unknown; offset of the verb) of who is told to speak right before a quote; None where nothing leads
    in. What the sentence tells of the teller last need not be its subject there."""
    start = quote.parts[0][0]
    sentence = bisect_right(notes.sentences, start - 2, key=itemgetter(0)) - 1
    first = max(notes.paragraphs[quote.paragraph][0], notes.sentences[max(0, sentence)][0], start - LONGEST)
    led = _LED.search(text, first, start)
    if led is None or (verb := _find_verb(notes, text, *led.span("last"))) < 0:
        return None
    first = led.start("last")
    clauses = notes.clauses[bisect_left(notes.clauses, first, key=_AT) : bisect_right(notes.clauses, verb, key=_AT)]
    told = [clause.subjects[0] for clause in clauses if clause.quote < 0 and clause.subjects]
    mentions = range(bisect_left(notes.mentions, first, key=_START), bisect_left(notes.mentions, verb, key=_START))
    found = [*told[-1:], *(index for index in mentions if notes.mentions[index].role != "poss")]
    return (found[0] if found and _may_lead(notes.mentions[found[0]], text, verb) else -1), verb


def _may_lead(note: MentionNote, text: str, verb: int) -> bool:
    """Whether somebody may be the subject of a verb of which the parse has no clause: an "I" of the sentence need not be, but
    right before it."""
    beside = note.end < verb <= note.end + RIGHT_BEFORE and "," not in text[note.end : verb]
    return note.quote < 0 and (note.person == 3 or beside)


def _find_verb(notes: Extract, text: str, first: int, last: int) -> int:
    """The offset of the verb that leads in to a quote, among its sentence's last words, or -1: one of speech, or the last before
    "thus", "in these words"."""
    if _THUS.search(text, first, last):
        index = bisect_left(notes.clauses, last, key=_AT) - 1
        return notes.clauses[index].at if index >= 0 and notes.clauses[index].at >= first else -1
    words = list(_WORD.finditer(text, first, last))[-LEADING:]
    return next((word.start() for word in reversed(words) if word.group() in LEADING_FORMS), -1)
