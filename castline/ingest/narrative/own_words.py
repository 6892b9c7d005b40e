"""A sentence of the book as it is told: its own words, with names where "he" and "she" stand first, and with who says it."""

from __future__ import annotations

import re
from bisect import bisect_left

from castline.ingest.annotations import MentionNote
from castline.ingest.draft import LONGEST_EVIDENCE, Draft
from castline.ingest.language.lexicon import TITLES
from castline.ingest.narrative.certainty import rate_mention

LONGEST = 260
"""Characters of a telling."""
ENOUGH = 90
"""Characters that a telling has at least, where there are so many; after which a sentence may be cut where it pauses."""
_PAUSE = re.compile(r"[;:—]|,(?= (?:and|but|for|while|which|who|as|when)\b)")
SURE = 0.6
"""How sure it must be whom a pronoun means for a name to take its place."""
_MARKS = '“”" '
_INNER = str.maketrans("“”", "‘’")
_SPOKEN = 0.6
"""The share of a sentence in one quote from which on it is its speaker's."""
_SUBJECTS = frozenset({"he", "she"})
_OBJECTS = frozenset({"him", "her"})
_OWNERS = frozenset({"his", "her"})


def mentions_in(draft: Draft, sentence: int) -> range:
    """The mentions that stand in a sentence."""
    start, end, _ = draft.notes.sentences[sentence]
    notes = draft.notes.mentions
    return range(bisect_left(notes, start, key=_start), bisect_left(notes, end, key=_start))


def _start(note: MentionNote) -> int:
    return note.start


def quote_of(draft: Draft, sentence: int) -> int:
    """The quote that most of a sentence stands in, or -1."""
    start, end, _ = draft.notes.sentences[sentence]
    for index, quote in enumerate(draft.notes.utterances):
        if quote.parts[0][0] >= end:
            break
        if sum(max(0, min(b, end) - max(a, start)) for a, b in quote.parts) > _SPOKEN * (end - start):
            return index
    return -1


def span_of(draft: Draft, sentence: int) -> tuple[int, int]:
    """The words that tell a sentence: with it those beside it in the same mouth, or paragraph, where it is too short alone."""
    quote, sentences = quote_of(draft, sentence), draft.notes.sentences
    first = last = sentence
    while first and sentences[first - 1][2] == sentences[sentence][2] and _breaks_off(draft, first - 1):
        first -= 1
    for step in (1, -1, 1, -1):
        if sentences[last][1] - sentences[first][0] >= ENOUGH and not _breaks_off(draft, last):
            break
        other = last + 1 if step > 0 else first - 1
        if (
            0 <= other < len(sentences)
            and sentences[other][2] == sentences[sentence][2]
            and quote_of(draft, other) == quote
        ):
            first, last = min(first, other), max(last, other)
    start, end = sentences[first][0], sentences[last][1]
    return (start, end) if end - start <= LONGEST_EVIDENCE else draft.sentence_of(sentences[sentence][0])


def _breaks_off(draft: Draft, sentence: int) -> bool:
    """Whether a sentence ends with a title: its name follows."""
    last = draft.text[: draft.notes.sentences[sentence][1]].rsplit(None, 1)[-1]
    return last.endswith(".") and last[:-1].lower() in TITLES


def tell(draft: Draft, sentence: int) -> str:
    """The sentence for a reader who has not read the one before. What somebody says, and what a teller tells of himself, is
    given as theirs: "Ada Pell: “I will not have it.”"."""
    quote, (start, end) = quote_of(draft, sentence), span_of(draft, sentence)
    if quote >= 0:
        said = draft.found.spoken[quote]
        parts = ((max(a, start), min(b, end)) for a, b in draft.notes.utterances[quote].parts)
        words = _clean(" ".join(draft.text[a:b] for a, b in parts if a < b)).strip(_MARKS).translate(_INNER)
        heard = [draft.name_of(key) for key in said.addressees[:2]]
        speaker = draft.name_of(said.speaker) + (f" to {' and '.join(heard)}" if heard else "")
        return f"{speaker[:1].upper()}{speaker[1:]}: “{shorten(words)}”"
    teller = _teller_of(draft, sentence)
    words = shorten(_close(_clean(_name(draft, start, end))))
    told = f"{draft.name_of(teller)}: “{words.translate(_INNER)}”" if teller >= 0 else words
    return told[:1].upper() + told[1:]


def _teller_of(draft: Draft, sentence: int) -> int:
    """Who tells a sentence of himself; -1 for nobody."""
    notes = draft.notes.mentions
    own = [
        i for i in mentions_in(draft, sentence) if notes[i].person == 1 and not notes[i].plural and notes[i].quote < 0
    ]
    return draft.found.who[own[0]] if own else -1


def _name(draft: Draft, start: int, end: int) -> str:
    """The words with a name for the first "he", "she", "him", "his" of each person, unless a name has stood there."""
    words, at, named = "", start, set[int]()
    notes = draft.notes.mentions
    inside = range(bisect_left(notes, start, key=_start), bisect_left(notes, end, key=_start))
    for index in inside:
        note, key = notes[index], draft.found.who[index]
        if key < 0 or note.start < at or note.quote >= 0:
            continue
        person = draft.memory.person(key).key
        plain = person in named or note.plural or rate_mention(draft, index) < SURE
        said = "" if plain else _say(draft, note, key)
        if said and not _is_named_later(draft, inside, index, person):
            words += draft.text[at : note.start] + said
            at = note.end
        named.add(person)
    return words + draft.text[at:end]


def _say(draft: Draft, note: MentionNote, key: int) -> str:
    form, name = note.form.lower(), draft.name_of(key)
    if form in _OWNERS and note.role == "poss":
        return f"{name}’s"
    return name if form in _SUBJECTS | _OBJECTS else ""


def _is_named_later(draft: Draft, inside: range, index: int, person: int) -> bool:
    """Whether the words name somebody further on in the same breath, so that a name here would be one too many."""
    notes, who = draft.notes.mentions, draft.found.who
    after = (
        other for other in inside
        if other > index and notes[other].quote < 0 and notes[other].sentence == notes[index].sentence
    )  # fmt: skip
    return any(
        who[other] >= 0 and notes[other].kind == "name" and draft.memory.person(who[other]).key == person
        for other in after
    )


def _clean(words: str) -> str:
    """On one line, without the marks of italics; quotation marks of one kind."""
    plain = " ".join(words.replace("_", "").split()).replace("--", "—").rstrip(" ,")
    return re.sub(r"\"([^\"]*)(?:\"|$)", r"“\1”", plain) if "“" not in plain and "”" not in plain else plain


def _close(words: str) -> str:
    """With the quotation marks that stand before or after the words."""
    opens = "“" if words.find("”") >= 0 and not -1 < words.find("“") < words.find("”") else ""
    closes = "”" if words.rfind("“") > words.rfind("”") else ""
    return f"{opens}{words}{closes}"


def shorten(words: str) -> str:
    """At most LONGEST characters, cut where the sentence pauses, or at a word."""
    if len(words) <= LONGEST:
        return words
    pauses = [found.start() for found in _PAUSE.finditer(words, ENOUGH, LONGEST)]
    return (words[: pauses[-1]] if pauses else words[:LONGEST].rsplit(None, 1)[0]).rstrip(" ,;:—") + " …"
