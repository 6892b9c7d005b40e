"""What somebody says, as it is told: who says it to whom, and in brackets whom he means by "he" and "she"."""

from __future__ import annotations

from collections.abc import Iterator

from castline.ingest.draft import Draft
from castline.ingest.narrative.certainty import rate_mention
from castline.ingest.narrative.lines import INNER, clean, shorten
from castline.ingest.narrative.sayings import is_of_others, join_pieces

SURE = 0.7
"""How sure it must be whom a pronoun of speech means for a name to stand behind it: 0.87 of those that are surer are right, one to
one, of the others 0.6 (332 and 412 of ten novels)."""
_MARKS = '“”" '


def say(draft: Draft, quote: int, start: int, end: int, cut: bool) -> str:
    """The words of a quote between two offsets, behind who says them: "Ada to Ben: “He [Mr. Orme] will not have it.”". `cut`: they end within
    a sentence."""
    said = draft.found.spoken[quote]
    clipped = ((max(a, start), min(b, end)) for a, b in draft.notes.utterances[quote].parts)
    parts = [(a, b) for a, b in clipped if a < b]
    words = clean(join_pieces(*_write_names(draft, parts)) if parts else "").strip(_MARKS).translate(INNER)
    heard = [draft.name_of(key) for key in _find_heard(draft, quote, start, end)]
    heard_by = f" to {' and '.join(heard)}" if heard else ""
    speaker = draft.name_of(said.speaker) + (" thinks" if draft.notes.utterances[quote].is_thought else heard_by)
    return f"{speaker}: “{shorten(words, cut)}”"


def is_said_clearly(draft: Draft, inside: range) -> bool:
    """Whether it is sure whom each "he" and "she" means that stands before anybody's name."""
    notes = draft.notes.mentions
    for index in inside:
        if notes[index].kind == "name" and draft.found.who[index] >= 0:
            return True
        if is_of_others(notes[index]) and rate_mention(draft, index) < SURE:
            return False
    return True


def _write_names(draft: Draft, parts: list[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    """The text from the first part of what is said to the last, with a name in brackets behind the first "he" or "she" of each person
    whom the speech has not named, as far as it is sure who is meant; and where the parts stand in it."""
    written, text, at = [], "", parts[0][0]
    named = set[int]()
    for start, end in parts:
        text, at = text + draft.text[at:start], start
        first = len(text)
        for place, name in _find_brackets(draft, start, end, named):
            text, at = f"{text}{draft.text[at:place]} [{name}]", place
        text, at = text + draft.text[at:end], end
        written.append((first, len(text)))
    return text, written


def _find_brackets(draft: Draft, start: int, end: int, named: set[int]) -> Iterator[tuple[int, str]]:
    """(where, name) of each pronoun that is told whom it means; who is meant is `named` from then on."""
    notes = draft.notes.mentions
    for index in draft.mentions_between(start, end):
        note, key = notes[index], draft.found.who[index]
        person = draft.memory.person(key).key if key >= 0 else -1
        sure = is_of_others(note) and rate_mention(draft, index) >= SURE
        if sure and person not in (-1, *named):
            yield note.end, draft.name_of(key) + "’s" * (note.role == "poss")
        named.add(person)


def _find_heard(draft: Draft, quote: int, start: int, end: int) -> list[int]:
    """Those who hear these words of a quote: somebody else than who hears the rest, where they call somebody else."""
    said, notes = draft.found.spoken[quote], draft.notes
    if notes.utterances[quote].is_thought:
        return []
    called = [draft.found.who[i] for i in notes.utterances[quote].vocatives if start <= notes.mentions[i].start < end]
    others = [key for key in called if key not in (-1, said.speaker)]
    return (said.sure_hearers if {*said.addressees} & {*others} else others[:1] or said.sure_hearers)[:2]
