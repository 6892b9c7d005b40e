"""A sentence of the book as it is told: its own words, with names where "he" and "she" stand first, and with who says it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable

from castline.ingest.annotations import Extract, MentionNote
from castline.ingest.draft import LONGEST_EVIDENCE, Draft
from castline.ingest.language.lexicon import KIN, SPEECH_VERBS, TITLES
from castline.ingest.narrative.certainty import rate_mention
from castline.ingest.narrative.lines import INNER, clean, close, shorten
from castline.ingest.narrative.told_speech import is_said_clearly, say
from castline.ingest.resolution.cast.kinship import find_kin

ENOUGH = 120
"""Characters that a telling has at least, where there are so many."""
BRIEF = 60
"""Characters of narration that are told with what is said beside them, where there are no more: "he cried", "she rose"."""
MARKS = 4
"""Characters between the end of what is said and "he cried", at most."""
SURE = 0.73
"""How sure it must be whom a pronoun means for a name to take its place, and for a telling to begin with it: of the narration's
pronouns that are surer 0.83 are right one to one and 0.77 by name, of those from 0.6 on 0.66 and 0.49 (1,135 and 503 of ten
novels)."""
_LEADS_IN = re.compile(
    r"[,;—]?\s+(?:and|but)\s+(?:then\s+|thus\s+)?(?:said|cried|replied|answered|added|asked|exclaimed|continued)\Z"
)
"""What leads in to words that are told no more: "rose with a sigh, and said"."""
SPOKEN = 0.6
"""The share of a sentence in one quote from which on it is its speaker's."""
_SUBJECTS = frozenset({"he", "she"})
_OBJECTS = frozenset({"him", "her"})
_OWNERS = frozenset({"his", "her"})


class OwnWords:
    """The sentences of a chapter, to be told."""

    def __init__(self, draft: Draft) -> None:
        self.draft, self.sentences = draft, draft.notes.sentences
        self.quotes = _find_speech(draft.notes)
        """The quote that each sentence is of, or -1."""
        self._speech = sorted(part for quote in draft.notes.utterances for part in quote.parts)

    def speech(self, start: int, end: int) -> list[tuple[int, int]]:
        """The stretches of speech that reach between two offsets, whole."""
        low, high = bisect_left(self._speech, (start, 0)), bisect_left(self._speech, (end, 0))
        return [(a, b) for a, b in self._speech[max(0, low - 1) : high] if b > start]

    def span(self, sentence: int) -> tuple[int, int]:
        """The words that tell a sentence: with it those beside it in the same mouth and paragraph, where it is too short
        alone."""
        first = last = sentence
        while first and self._is_beside(sentence, first - 1) and _breaks_off(self.draft, first - 1):
            first -= 1
        while first and self._goes_on(first):
            first -= 1
        first, last = self._widen(first, last, (1, -1, 1, -1), ENOUGH, self._is_beside)
        if self.quotes[sentence] < 0:
            first, last = self._widen(first, last, (-1, 1), BRIEF, self._is_around)
        start, end = self.sentences[first][0], self.sentences[last][1]
        return (start, end) if end - start <= LONGEST_EVIDENCE else self.draft.sentence_of(self.sentences[sentence][0])

    def is_clear(self, sentence: int) -> bool:
        """Whether it is sure enough whom a telling begins with, and, of speech, whom it is about: a "she" that may be another's tells
        nothing of her."""
        notes = self.draft.notes.mentions
        inside = self.draft.mentions_between(*self.span(sentence))
        if self.quotes[sentence] >= 0:
            return is_said_clearly(self.draft, inside)
        first = next((at for at in inside if notes[at].quote < 0 and notes[at].role == "subj"), None)
        if first is None or notes[first].kind != "pronoun" or notes[first].person != 3 or notes[first].plural:
            return True
        return rate_mention(self.draft, first) >= SURE

    def _widen(
        self, first: int, last: int, steps: tuple[int, ...], enough: int, fits: Callable[[int, int], bool]
    ) -> tuple[int, int]:
        """The sentences from first to last, with those beside them that fit, one a step, until they are enough."""
        for step in steps:
            if self.sentences[last][1] - self.sentences[first][0] >= enough and not _breaks_off(self.draft, last):
                break
            near, other = (last, last + 1) if step > 0 else (first, first - 1)
            if 0 <= other < len(self.sentences) and fits(near, other):
                first, last = min(first, other), max(last, other)
        return first, last

    def tell(self, sentence: int) -> str:
        """The sentence for a reader who has not read the one before. What somebody says, and what a teller tells of himself,
        is given as theirs: "Ada Pell: “I will not have it.”", "As Ada Pell tells it: “I would not have it.”"."""
        span, quote = self.span(sentence), self.quotes[sentence]
        cut = not any(span[1] == end for _, end, _ in self.sentences[sentence : sentence + 3])
        told = say(self.draft, quote, *span, cut) if quote >= 0 else self._narrate(*span, cut)
        return told[:1].upper() + told[1:]

    def _narrate(self, start: int, end: int, cut: bool) -> str:
        inside = self.draft.mentions_between(start, end)
        teller = _teller_of(self.draft, inside)
        told = clean(self._mark(start) + _name(self.draft, inside, (start, end), beside=teller >= 0))
        words = close(shorten(_LEADS_IN.sub(".", told), cut))
        if teller < 0:
            return words
        person = self.draft.memory.person(teller)
        return f"As {person.main or person.name} tells it: “{words.translate(INNER)}”"

    def _mark(self, start: int) -> str:
        """The mark that opened the speech in the middle of which the words begin, where a book has one mark for both."""
        cut = '"' in self.draft.text and any(a < start for a, _ in self.speech(start, start + 1))
        return '"' if cut else ""

    def _is_beside(self, sentence: int, other: int) -> bool:
        return self._is_around(sentence, other) and self.quotes[other] == self.quotes[sentence]

    def _goes_on(self, sentence: int) -> bool:
        """Whether the tale goes on in it from what stands before: “No!” | cried Ada, and rose."""
        return (
            self.quotes[sentence] < 0
            and self.draft.text[self.sentences[sentence][0]].islower()
            and self._is_around(sentence, sentence - 1)
        )

    def _is_around(self, sentence: int, other: int) -> bool:
        """Whether two stand in one paragraph: what is said there belongs to "he cried", and to "she rose"."""
        return self.sentences[other][2] == self.sentences[sentence][2]


def _find_speech(notes: Extract) -> list[int]:
    """The quote that most of each sentence stands in, or that it only tells the speaker of; else -1."""
    tags = {at for at, verbs in _read_verbs(notes).items() if verbs <= SPEECH_VERBS}
    ends = {end: index for index, quote in enumerate(notes.utterances) for _, end in quote.parts}
    found = []
    for at, ((start, end, _), shares) in enumerate(zip(notes.sentences, notes.share_speech(), strict=True)):
        most = max(shares, key=lambda quote: (shares[quote], -quote), default=-1)
        if most < 0 or shares[most] <= SPOKEN * (end - start):
            brief = at in tags and end - start - sum(shares.values()) < BRIEF
            before = next((ends[near] for near in range(start, start - MARKS, -1) if near in ends), -1)
            most = (before if most < 0 else most) if brief else -1
        found.append(most)
    return found


def _read_verbs(notes: Extract) -> dict[int, set[str]]:
    """Sentence -> the verbs of its narration."""
    verbs: dict[int, set[str]] = {}
    for clause in notes.clauses:
        if clause.quote < 0:
            verbs.setdefault(clause.sentence, set()).add(clause.verb)
    return verbs


def _breaks_off(draft: Draft, sentence: int) -> bool:
    """Whether a sentence ends with a title: its name follows."""
    start, end, _ = draft.notes.sentences[sentence]
    last = draft.text[max(start, end - 20) : end].split()[-1:]
    return bool(last) and last[0].endswith(".") and last[0][:-1].lower() in TITLES


def _teller_of(draft: Draft, inside: range) -> int:
    """Who tells the words of himself; -1 for nobody."""
    notes = draft.notes.mentions
    own = [i for i in inside if notes[i].person == 1 and not notes[i].plural and notes[i].quote < 0]
    return draft.found.who[own[0]] if own else -1


def _name(draft: Draft, inside: range, span: tuple[int, int], beside: bool) -> str:
    """The words with a name for the first "he", "she", "him", "his" of each person, unless a name has stood there; `beside` it, in
    brackets, where the words will stand in quotation marks."""
    (start, end), words, at, named = span, "", span[0], set[int]()
    notes = draft.notes.mentions
    for index in inside:
        note, key = notes[index], draft.found.who[index]
        if key < 0 or note.start < at or note.quote >= 0:
            continue
        person = draft.memory.person(key).key
        plain = person in named or note.plural or rate_mention(draft, index) < SURE
        owns = note.role == "poss" and (note.start > start or _has_untold_kin(draft, index, key))
        said = "" if plain or owns else _stand_in(draft, note, key)
        if said and not _is_named_later(draft, inside, index, person):
            words += draft.text[at : note.start] + (f"{note.form} [{said}]" if beside else said)
            at = note.end
        named.add(person)
    return words + draft.text[at:end]


def _has_untold_kin(draft: Draft, index: int, key: int) -> bool:
    """Whether a "his" stands before kin whom the text has not told of him: who has no wife is not the "his" of "his wife"."""
    notes = draft.notes.mentions
    noun = notes[index + 1] if index + 1 < len(notes) and notes[index + 1].owner == index else None
    return noun is not None and noun.head in KIN and find_kin(draft.memory, key, noun.head, noun.gender) is None


def _stand_in(draft: Draft, note: MentionNote, key: int) -> str:
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
