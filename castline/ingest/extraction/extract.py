"""The stage that needs no memory: a chapter's text to its `Extract`. Safe to run in other processes."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Any

from castline.ingest.annotations import Extract, MentionNote, UtteranceNote
from castline.ingest.extraction.alias_cues import TOLD, find_reveals
from castline.ingest.extraction.attributes.features import find_features
from castline.ingest.extraction.clauses import find_clauses, find_evaluations, find_mention_heads
from castline.ingest.extraction.feeling_targets import find_aims
from castline.ingest.extraction.italics import find_italics
from castline.ingest.extraction.mentions import find_mentions
from castline.ingest.extraction.naming_cues import find_callings, find_namings
from castline.ingest.extraction.narrator_headings import find_tale, find_voices
from castline.ingest.extraction.quotes import Quote, find_quotes, find_signatures
from castline.ingest.extraction.speech_tags import find_tag
from castline.ingest.extraction.tale_cues import find_handed, find_handings
from castline.ingest.extraction.title_pages import find_titled
from castline.ingest.extraction.vocabulary import Vocabulary, read_vocabulary
from castline.ingest.extraction.weight import weigh_sentences
from castline.ingest.language.parser import Tokens, parse
from castline.ingest.language.realis import Told, share_past
from castline.ingest.reading.decoding import even_out

_SHORT_DASH = re.compile(r"–(?!\d)")
"""A dash that parts words, and not the years of a reign: it is read as the long one."""
SALUTATION = 200
"""Characters at the head of a letter in which its reader is addressed."""


def extract(
    nlp: Any, text: str, paragraphs: list[tuple[int, int, int]], heading: str = "", before: str = ""
) -> Extract:
    """Read one chapter. `text` holds it, headings included; `paragraphs` are (start, end, scene) in it; `before` is what
    stands before it and belongs to no chapter."""
    text, before = _SHORT_DASH.sub("—", even_out(text)), even_out(before)
    spans = [(start, end) for start, end, _ in paragraphs]
    quotes = find_quotes(text, spans)
    quotes = sorted([*quotes, *find_italics(text, spans, quotes)], key=lambda quote: quote.parts[0])
    inside = _QuoteIndex(quotes)
    pieces = list(parse(nlp, text, spans))
    words = read_vocabulary(tokens for _, tokens in pieces)
    register = share_past(tokens for _, tokens in pieces)
    notes = Extract(list(paragraphs), [], [], [], [_note(quote) for quote in quotes], [], 0)
    for paragraph, tokens in pieces:
        _read_piece(notes, paragraph, Told(tokens, inside.of(tokens), register), words)
    for index, quote in enumerate(quotes):
        _attach(notes, index, quote, text)
    notes.reveals = [*find_reveals(notes, text), *find_namings(notes, text), *find_callings(notes, text)]
    for reveal in notes.reveals:
        notes.mentions[reveal.other].human += TOLD
    notes.voices = find_voices(heading, text, paragraphs)
    notes.titled = find_titled(before)
    notes.handed = find_handed(notes, text, len(paragraphs) - 1)[0] if paragraphs else -1
    notes.tale_of = find_tale(heading)
    notes.handings = find_handings(notes, text)
    notes.weights = weigh_sentences(notes, text)
    notes.words = sum(len(text[start:end].split()) for start, end in spans)
    return notes


def _note(quote: Quote) -> UtteranceNote:
    kind = "letter" if quote.kind == "letter" else "speech"
    return UtteranceNote(quote.parts, kind, quote.paragraph, quote.last)  # type: ignore[arg-type]


def _read_piece(notes: Extract, paragraph: int, told: Told, words: Vocabulary) -> None:
    tokens, quotes = told.tokens, told.quotes
    base, first = len(notes.mentions), len(notes.sentences)
    mentions, belongs = find_mentions(tokens, paragraph, first, quotes, words)
    starts = [i for i, s in enumerate(tokens.sentence) if i == 0 or tokens.sentence[i - 1] != s]
    for at, follows in zip(starts, [*starts[1:], len(tokens.text)], strict=True):
        last = follows - 1
        notes.sentences.append((tokens.start[at], tokens.start[last] + len(tokens.text[last]), paragraph))
    for note in mentions:
        note.owner += base if note.owner >= 0 else 0
        note.appos += base if note.appos >= 0 else 0
    heads = find_mention_heads(tokens, belongs)
    clauses = find_clauses(told, mentions, belongs, heads, base)
    at_of = {clause.at: index for index, clause in enumerate(clauses, len(notes.clauses))}
    for note in mentions:
        note.clause = at_of.get(tokens.start[note.clause], -1) if note.clause >= 0 else -1
    for clause in clauses:
        clause.paragraph = paragraph
        clause.sentence = first + tokens.sentence[_index_at(tokens, clause.at)]
    notes.features += find_features(told, belongs, base, clauses, len(notes.clauses))
    notes.mentions += mentions
    notes.clauses += clauses
    notes.evaluations += find_evaluations(tokens, belongs, base, paragraph, quotes)
    for verb, aim in find_aims(tokens, belongs, heads, base, paragraph, quotes):
        aim.clause = at_of.get(tokens.start[verb], -1) if verb >= 0 else -1
        notes.aims.append(aim)


def _index_at(tokens: Tokens, offset: int) -> int:
    low, high = 0, len(tokens.start)
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if tokens.start[middle] <= offset else (low, middle)
    return low


class _QuoteIndex:
    """Which quote a token stands in."""

    def __init__(self, quotes: list[Quote]) -> None:
        self.spans = sorted((a, b, index) for index, quote in enumerate(quotes) for a, b in quote.parts)
        self.at = 0

    def of(self, tokens: Tokens) -> list[int]:
        """The quote index of each token, -1 in narration. Pieces must come in order."""
        found = []
        for start in tokens.start:
            while self.at < len(self.spans) and self.spans[self.at][1] <= start:
                self.at += 1
            inside = self.at < len(self.spans) and self.spans[self.at][0] <= start
            found.append(self.spans[self.at][2] if inside else -1)
        return found


def _attach(notes: Extract, index: int, quote: Quote, text: str) -> None:
    """Find the verb of speech that the narration puts beside the quote, its subject, and whom it is said to."""
    note = notes.utterances[index]
    note.speaker, note.verb, note.addressee = find_tag(notes, quote, text)
    if note.speaker < 0 and quote.last > quote.paragraph > 0 and _opens(notes, quote, text):
        note.speaker, note.verb = find_handed(notes, text, quote.paragraph - 1)
    if quote.kind == "thought":
        note.speaker = note.speaker if note.speaker >= 0 else _find_thinker(notes, quote)
        note.verb = note.verb or "think"
    if note.speaker >= 0:
        kind = notes.mentions[note.speaker].kind
        note.rule = {"name": "said-name", "nominal": "said-noun", "pronoun": "said-pronoun"}[kind]
    start, end = quote.parts[0][0], quote.parts[-1][1]
    if quote.kind == "letter":
        end = min(end, start + SALUTATION)  # further on, names set off by commas are seldom the reader's
    note.vocatives = [
        i for i in range(*_mention_range(notes, start, end))
        if notes.mentions[i].quote == index and notes.mentions[i].role == "voc"
    ]  # fmt: skip
    if quote.kind == "letter":
        signed = (i for span in find_signatures(text, quote) for i in range(*_mention_range(notes, *span)))
        note.signature = next((i for i in signed if notes.mentions[i].kind == "name"), -1)


def _find_thinker(notes: Extract, quote: Quote) -> int:
    """The last subject of its paragraph before a thought that nothing stands beside, else the first behind it, or -1."""
    (start, end), (first, last, _) = quote.parts[0], notes.paragraphs[quote.paragraph]
    mentions = range(*_mention_range(notes, first, last))
    acting = [i for i in mentions if notes.mentions[i].quote < 0 and notes.mentions[i].role == "subj"]
    before = [i for i in acting if notes.mentions[i].start < start]
    return before[-1] if before else next((i for i in acting if notes.mentions[i].start > end), -1)


def _opens(notes: Extract, quote: Quote, text: str) -> bool:
    """Whether a quote begins its paragraph."""
    return not text[notes.paragraphs[quote.paragraph][0] : quote.parts[0][0]].strip(" \n\"“‘'—-")


def _mention_range(notes: Extract, start: int, end: int) -> tuple[int, int]:
    low = bisect_left(notes.mentions, start, key=_start)
    return low, bisect_left(notes.mentions, end, key=_start)


def _start(note: MentionNote) -> int:
    return note.start
