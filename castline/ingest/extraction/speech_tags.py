"""The words beside a quote that say who speaks: "said Anna", "the miller asked", "he went on to her".

Two readings, the surer first: the word order right beside the marks, which needs no parse; then the nearest clause of
speech in the parse.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from castline.ingest.annotations import Clause, Extract, MentionNote
from castline.ingest.extraction.lead_ins import find_leader
from castline.ingest.extraction.quotes import Quote
from castline.ingest.language.lexicon import COMMON_SPEECH, REFLEXIVES, SPEECH_FORMS, SPEECH_VERBS

NEAR = 60
"""Characters from a quotation mark within which a verb of speech is looked for."""
_VERB_FIRST = re.compile(
    r"[”\"’'»]?[\s,—–-]*(?:(?:again|then|thus|here|now|so|at last|at length|[a-z]+ly)\s+)?"
    r"((?:had |has )?([a-z]+)(?: in| on| out| up| again| back| at last| at length| then| also| only| here)?)\s+"
)
_WAS_OF = re.compile(r"[”\"’'»]?[\s,—–-]*(?:was|were|came)\s+")
_HIS_REPLY = re.compile(r"(?:['’]s?)?(?:\s+[a-z-]+){0,3}?\s+(?:repl(?:y|ies)|answer|words?|comment|remark|response|rejoinder|cry"
                        r"|question|retort|exclamation|language|reasoning|declaration|summing up|greeting|verdict|contribution|amendment"
                        r"|injunction|conclusion|saying|exclaiming|asking|adding|remarking|calling out)\b")  # fmt: skip
_REPLIED = re.compile(r"(?:\s+(?:was|were|came|being))?(?:,?\s+[a-z]+(?:ly|wards?|again))?[\s,:—–-]*[“‘\"']?")
_ASIDE_ENDS = re.compile(r"[^()]*\)")
_LEADS = re.compile(
    r"(?:[,:—–-]|\b[a-z]+ly|\b(?:said|asked|cried|added|answered|began|out|up|on|again|words?|message))\s*[“‘\"']?$"
)
"""How narration ends that leads in to a quote: in a mark that leaves the sentence open, or in the verb itself."""
_PERSON_FIRST = re.compile(r"[”\"’'»]?[\s,—–-]*(?=\w)")
_THEN_VERB = re.compile(
    r"\s+(?:(?:had|has|then|only|just|again|merely|simply|[a-z]+ly|at (?:once|last|length))\s+)?([a-z]+)\b"
)
_PARTICLED = frozenset({"went on", "broke in", "broke out", "broke off", "put in", "cut in", "came in", "burst out", "struck in",
                        "went back", "chimed in", "called out", "cried out", "brought out"})  # fmt: skip
_UNSAID = re.compile(
    r"\b(?:(?:felt|feel|feeling)\s+like|(?:about|going|meant|mean|meaning|wished|wishing|wanted|wanting|longed|longing|tempted|yearned"
    r"|intended|lips|tongue)\s+to|have\s+liked\s+to|(?:could|might)\s+have)\s+(?=[a-z])"
)
"""What stands before the verb where somebody does not say it after all: "he longed to ask", "I could have said"."""
_INWARD = frozenset({"to", "within", "inside"})
_CLOSED = ".!?…\"”’'»"
"""Marks that end what is said: narration that ends in none of them leads in to what follows."""
_BEFORE_NAME = re.compile(r"(?:the\s+|an?\s+)?(?:(?!(?:to|in|at|with|of|for|on|from|by|and|as|his|her|my|that|if|when|while)\b)"
                          r"[a-z]+\s+){0,2}(?:voice\s+of\s+)?", re.I)  # fmt: skip
"""Words that may stand between a verb of speech and a name, and are no part of it ("said the obliging Count")."""


def find_tag(notes: Extract, quote: Quote, text: str) -> tuple[int, str, int]:
    """(speaker's mention, verb, addressee's mention): -1 and "" for what the narration beside a quote does not say."""
    clause = _leading_clause(notes, quote, text)
    told = None if clause else _owner_leads(notes, quote, text) or _lead_or_follow(notes, quote, text)
    if clause is None:
        clause = _clause_at(notes, told[1]) if told else _speech_clause(notes, quote, text)
    if told is None and clause is None:
        clause = _lead_in(notes, quote, text)
    if told is None and clause is None:
        return -1, "", -1
    speaker = told[0] if told else clause.subjects[0] if clause else -1
    at = clause.at if clause else told[1] if told else -1
    if (clause and _is_to_oneself(notes, clause)) or _is_unsaid(text, at):
        return speaker, "think", -1
    verb = clause.verb if clause else ""
    spoken_to = clause.objects + [m for prep, m in clause.preps if prep in ("to", "with", "at")] if clause else []
    return speaker, verb or "say", next((m for m in spoken_to if m != speaker), -1)


def _is_to_oneself(notes: Extract, clause: Clause) -> bool:
    """Whether something is said "to himself", "within herself": nobody hears it."""
    return any(prep in _INWARD and notes.mentions[m].form.lower() in REFLEXIVES for prep, m in clause.preps)


def _is_unsaid(text: str, verb: int) -> bool:
    """Whether somebody only means or wishes to say it."""
    around = _UNSAID.finditer(text, max(0, verb - NEAR), verb + NEAR)
    return any(wish.start() <= verb <= wish.end() for wish in around)


def _leading_clause(notes: Extract, quote: Quote, text: str) -> Clause | None:
    """The clause of speech that leads in to a quote ("Anna turned and said softly, ..."): what follows the quote then
    belongs to the next one ("... he answered, ...")."""
    start = quote.parts[0][0]
    first = max(notes.paragraphs[quote.paragraph][0], start - 2 * NEAR)
    leads = _LEADS.search(text, first, start)
    index = bisect_left(notes.clauses, start, key=_at) - 1
    while leads and index >= 0 and notes.clauses[index].at >= first:
        clause = notes.clauses[index]
        if _parted(between := text[clause.at : start - 1].rstrip(" \n:,—-")) or '"' in between or ";" in between:
            return None
        if _is_speech(notes, clause):
            return clause
        index -= 1
    return None


def _owner_leads(notes: Extract, quote: Quote, text: str) -> tuple[int, int] | None:
    """ "X's reply was," right before a quote."""
    start = quote.parts[0][0]
    index = bisect_left(notes.mentions, start, key=_start) - 1
    if index < 0 or notes.mentions[index].role != "poss" or notes.mentions[index].quote >= 0:
        return None
    said = _HIS_REPLY.match(text, notes.mentions[index].end, start)
    return (index, said.end()) if said and _REPLIED.fullmatch(text, said.end(), start) else None


def _lead_or_follow(notes: Extract, quote: Quote, text: str) -> tuple[int, int] | None:
    """(speaker's mention or -1, offset of the verb) of the words that lead in to a quote, or of those that follow it: a sentence that
    begins anew behind words that are led in to ("... and cried, “Stop!” I told him ...") is of the next ones."""
    leads, follows = find_leader(notes, quote, text), _read_order(notes, quote, text)
    anew = (
        follows and text[notes.mentions[follows[0]].start].isupper() and notes.mentions[follows[0]].start < follows[1]
    )
    return follows if follows and not (leads and anew) else leads


def _read_order(notes: Extract, quote: Quote, text: str) -> tuple[int, int] | None:
    """(speaker's mention, offset of the verb) where "said X" or "X said" follows a part of the quote at once."""
    for start, end in quote.parts:
        last = text[start:end].rstrip()[-1:]
        found = _verb_first(notes, text, end) or (
            _person_first(notes, text, end, last == ",") or _owner_first(notes, text, end) if last in ",!?—-;" else None
        )
        if found:
            return found
    return None


def _owner_first(notes: Extract, text: str, end: int) -> tuple[int, int] | None:
    """ "was X's reply"."""
    opens = _WAS_OF.match(text, end, end + NEAR)
    if opens is None or "\n\n" in opens.group():
        return None
    index = bisect_left(notes.mentions, opens.end(), key=_start)
    if index == len(notes.mentions) or notes.mentions[index].start > opens.end() + 4:
        return None
    note = notes.mentions[index]
    said = note.role == "poss" and note.quote < 0 and _HIS_REPLY.match(text, note.end)
    return (index, opens.end()) if said else None


def _verb_first(notes: Extract, text: str, end: int) -> tuple[int, int] | None:
    follows = _VERB_FIRST.match(text, end, end + NEAR)
    if follows is None or "\n\n" in follows.group():
        return None
    verb = follows.group(2)
    known = verb in SPEECH_FORMS or follows.group(1) in _PARTICLED or (verb.endswith("ed") and len(verb) > 4)
    speaker = _mention_at(notes, text, follows.end()) if known else -1
    return (speaker, follows.start(2)) if speaker >= 0 else None


def _person_first(notes: Extract, text: str, end: int, goes_on: bool) -> tuple[int, int] | None:
    """ "X said"; where the quote ends in a comma (`goes_on`), whatever X does: "X puffed"."""
    gap = _PERSON_FIRST.match(text, end, end + 8)
    if gap is None or "\n\n" in gap.group():
        return None
    speaker = _mention_at(notes, text, gap.end())
    verb = _THEN_VERB.match(text, notes.mentions[speaker].end) if speaker >= 0 else None
    if verb and verb.group(1) == "heard":  # "Anna heard him say"
        speaker = _mention_at(notes, text, verb.end() + 1)
        verb = _THEN_VERB.match(text, notes.mentions[speaker].end) if speaker >= 0 else None
    if verb is None:
        return None
    particled = any(text.startswith(words, verb.start(1)) for words in _PARTICLED)
    acts = goes_on and _clause_at(notes, verb.start(1)) is not None
    speaks = verb.group(1) in SPEECH_FORMS or verb.group(1) in SPEECH_VERBS
    return (speaker, verb.start(1)) if acts or particled or speaks else None


def _mention_at(notes: Extract, text: str, offset: int) -> int:
    """The mention in narration that starts at an offset, or -1."""
    if (found := _mention_from(notes, offset)) >= 0:
        return found
    between = _BEFORE_NAME.match(text, offset, offset + NEAR)
    found = _mention_from(notes, between.end()) if between and between.end() > offset else -1
    return found if found >= 0 and notes.mentions[found].kind == "name" else -1


def _mention_from(notes: Extract, offset: int) -> int:
    index = bisect_left(notes.mentions, offset, key=_start)
    while index < len(notes.mentions) and notes.mentions[index].start == offset:
        note = notes.mentions[index]
        if note.quote < 0 and note.role != "poss" and note.form.lower() not in ("him", "me", "them", "us"):
            return index
        index += 1
    return -1


def _clause_at(notes: Extract, offset: int) -> Clause | None:
    index = bisect_left(notes.clauses, offset, key=_at)
    return notes.clauses[index] if index < len(notes.clauses) and notes.clauses[index].at == offset else None


def _speech_clause(notes: Extract, quote: Quote, text: str) -> Clause | None:
    """The nearest clause of speech in the narration of the quote's own paragraph, after a part before before it."""
    mine = range(
        bisect_left(notes.clauses, quote.paragraph, key=_paragraph),
        bisect_right(notes.clauses, quote.paragraph, key=_paragraph),
    )
    best: tuple[tuple[bool, int], int] | None = None
    for index, distance in sorted(_distances(notes, quote, mine, text).items()):
        clause = notes.clauses[index]
        if distance[1] > NEAR // 2 and clause.verb not in COMMON_SPEECH:
            continue
        if best is None or distance < best[0]:
            best = (distance, index)
    return notes.clauses[best[1]] if best else None


def _lead_in(notes: Extract, quote: Quote, text: str) -> Clause | None:
    """The clause of speech that ends the paragraph before, and no full stop after it: "and then he said:"."""
    if quote.paragraph == 0:
        return None
    start, end, _ = notes.paragraphs[quote.paragraph - 1]
    opens = not text[notes.paragraphs[quote.paragraph][0] : quote.parts[0][0]].strip(" \n\"“‘'—-")
    if not opens or text[start:end].rstrip()[-1:] in _CLOSED:
        return None
    last = bisect_left(notes.clauses, end, key=_at)
    for clause in reversed(notes.clauses[max(0, last - 4) : last]):
        if clause.at >= max(start, end - 2 * NEAR) and _is_speech(notes, clause):
            return None if _parted(text[clause.at : end]) else clause
    return None


def _distances(notes: Extract, quote: Quote, mine: range, text: str) -> dict[int, tuple[bool, int]]:
    """Clause of speech -> (whether it stands before a part of the quote, characters between), the least of them.

    Only clauses around each part are looked at: a paragraph may be as long as a book.
    """
    found: dict[int, tuple[bool, int]] = {}
    for a, b in quote.parts:
        first = bisect_left(notes.clauses, a - 2 * NEAR, mine.start, mine.stop, key=_at)
        for index in range(first, bisect_right(notes.clauses, b + NEAR, first, mine.stop, key=_at)):
            clause = notes.clauses[index]
            distance = _distance(a, b, clause, text) if _is_speech(notes, clause) else None
            if distance is not None:
                found[index] = min(distance, found.get(index, distance))
    return found


def _is_speech(notes: Extract, clause: Clause) -> bool:
    """Whether narration says that somebody speaks."""
    return (
        clause.quote < 0
        and clause.verb in SPEECH_VERBS
        and bool(clause.subjects)
        and notes.mentions[clause.subjects[0]].quote < 0
    )


def _distance(a: int, b: int, clause: Clause, text: str) -> tuple[bool, int] | None:
    """None where the clause is too far from the part, or a sentence's end lies between."""
    if 0 <= clause.at - b <= NEAR and not _parted(text[b + 1 : clause.at]):
        return False, clause.at - b
    if 0 <= a - clause.at <= 2 * NEAR and not _parted(text[clause.at : a - 1].rstrip(" \n:,—-")):
        return True, a - clause.at
    return None


def _parted(between: str) -> bool:
    """Whether a sentence ends between a clause and a quote, or an aside in which the clause stands: "(I think it was he), and ..."."""
    ends = any(mark in between for mark in (". ", "! ", "? ", ".\n", "”", "\n\n"))
    return (ends and "Mr" not in between and "Dr" not in between) or bool(_ASIDE_ENDS.match(between))


def _at(clause: Clause) -> int:
    return clause.at


def _start(note: MentionNote) -> int:
    return note.start


def _paragraph(item: Clause) -> int:
    return item.paragraph
