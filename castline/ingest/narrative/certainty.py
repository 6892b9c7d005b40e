"""Whether a mention surely means whom it seems to mean, for facts that stand on it alone.

Names do. "He" and "his" do where the narration has lately named nobody else whom they could mean; "I" where it is known who
speaks, or tells.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable

from castline.ingest.annotations import MentionNote
from castline.ingest.draft import Draft
from castline.ingest.language.lexicon import GENERIC_NOUNS
from castline.ingest.resolution.cast.result import Spoken
from castline.ingest.resolution.confidence import rate_meaning, rate_speaker

UNNAMED, MOST = 0.5, 0.95
"""What being there without a name is worth, and the most that grounds can make of a decision."""
KNOWN = 0.95
"""The chance of a speaker from which on "I" is sure."""
TOLD = frozenset({"said-name", "said-I", "names-self"})
"""Rules by which it is."""
_FAR = 3
"""Sentences back in which a pronoun must find its name."""


def rate_mention(draft: Draft, index: int) -> float:
    """How often a mention of its kind means whom it is said to; "I" and "you" of talk, as often as its speaker is right."""
    note = draft.notes.mentions[index]
    if note.quote >= 0 and note.kind == "pronoun" and note.person < 3:
        return rate_speaker(draft.found.spoken[note.quote])
    return rate_meaning(note, draft.found.chances.get(index))


def rate_person(draft: Draft, key: int, start: int) -> float:
    """How sure it is that the words at an offset are of somebody: by the surest mention of them in the sentence, or by who
    says it and to whom; half, where they are there only to be thought of."""
    notes, inside = draft.notes.mentions, draft.mentions_between(*draft.sentence_of(start))
    found = [rate_mention(draft, index) for index in inside if draft.found.who[index] == key]
    quote = next((notes[index].quote for index in inside if notes[index].start >= start), -1)
    quote = quote if quote >= 0 else _quote_at(draft, start)
    if quote >= 0:
        said, called = draft.found.spoken[quote], draft.notes.utterances[quote].vocatives
        found += [rate_speaker(said)] if key == said.speaker or key in said.addressees else []
        found += [rate_mention(draft, index) for index in called if draft.found.who[index] == key]
    return max(found, default=UNNAMED)


def _quote_at(draft: Draft, start: int) -> int:
    """The quote that holds an offset, -1 for none."""
    quotes = draft.notes.utterances
    after = bisect_right(quotes, start, key=lambda quote: quote.parts[0][0]) - 1
    return after if after >= 0 and any(a <= start < b for a, b in quotes[after].parts) else -1


def rest_on(base: float, grounds: Iterable[float], usual: float) -> float:
    """How often a decision is right that stands on such grounds, where it is `base` on `usual` ones."""
    return round(min(MOST, base * math.prod(grounds) / usual), 2)


def is_sure(draft: Draft, index: int) -> bool:
    """Whether the mention means who it seems."""
    note = draft.notes.mentions[index]
    if draft.found.who[index] < 0 or note.plural or note.role == "voc":
        return False
    if note.quote >= 0:
        said = draft.found.spoken[note.quote]
        return note.person == 1 and is_surely_said(said)
    if note.kind == "name":
        return True
    if note.kind == "nominal":
        return note.head not in GENERIC_NOUNS and draft.memory.person(draft.found.who[index]).kind == "description"
    return note.person == 1 or (note.person == 3 and _is_alone(draft, index, note))


def is_plain(draft: Draft, index: int) -> bool:
    """Whether a mention is a name or a noun, or a pronoun that surely means whom it seems to; "you" is whoever alone is
    spoken to, where it is sure who speaks."""
    note = draft.notes.mentions[index]
    if note.kind != "pronoun":
        return True
    if note.person == 2 and note.quote >= 0:
        said = draft.found.spoken[note.quote]
        return len(said.addressees) == 1 and is_surely_said(said)
    return is_sure(draft, index)


def is_surely_said(said: Spoken) -> bool:
    """Whether it is known who says a quote."""
    return said.rule in TOLD or said.chance >= KNOWN


def _is_alone(draft: Draft, index: int, note: MentionNote) -> bool:
    """Whether the narration has named a pronoun's person, and since then (and in that sentence) nobody else whom it could
    mean. Further back than in its own sentence, the person must have been what the sentence was about."""
    key = draft.memory.person(draft.found.who[index]).key
    named, asides = -1, set[int]()
    for other in range(index - 1, -1, -1):
        before = draft.notes.mentions[other]
        if note.sentence - before.sentence > _FAR or -1 < before.sentence < named:
            break
        if before.quote >= 0 or before.plural or not _could_be(draft, other, note.gender):
            continue
        who = draft.found.who[other]
        if who >= 0 and draft.memory.person(who).key == key:
            if before.kind == "name" and (before.role == "subj" or before.sentence == note.sentence):
                named = before.sentence
        elif _is_aside(before, note):
            asides.add(before.sentence)
        else:
            return False
    return named >= 0 and asides <= {named}


def _is_aside(before: MentionNote, note: MentionNote) -> bool:
    """ "Mr. Hale met a stranger. He was tall": what a sentence is about is meant, not whoever it only brings in."""
    new = before.kind == "nominal" and before.role != "subj" and not before.definite
    return new and note.role == "subj" and before.sentence < note.sentence


def _could_be(draft: Draft, other: int, gender: str) -> bool:
    """Whether a pronoun of a gender could mean another mention."""
    before = draft.notes.mentions[other]
    if before.person != 3:
        return False
    who = draft.found.who[other]
    if before.kind == "name" and who >= 0:
        person = draft.memory.person(who)
        return not person.is_settled or person.gender in ("", gender)
    return before.gender in ("", gender)
