"""The words of whoever tells: what says "I" outside quotes, and which quotes are tagged "I said"."""

from __future__ import annotations

from castline.ingest.annotations import Extract, MentionNote, UtteranceNote


def own_words(notes: Extract) -> list[int]:
    """The mentions outside quotes that say "I"."""
    return [index for index, note in enumerate(notes.mentions) if is_me(note) and note.quote < 0]


def is_mine(notes: Extract, speaker: int) -> bool:
    """Whether a quote is tagged "I said"."""
    return speaker >= 0 and is_me(notes.mentions[speaker])


def is_me(note: MentionNote) -> bool:
    """Whether a mention says "I"."""
    return note.kind == "pronoun" and note.person == 1 and not note.plural


def count_answers(notes: Extract, mine: list[bool], at: int) -> int:
    """How many of the turns beside a quote are told to be the narrator's."""
    here = notes.utterances[at].paragraph
    beside = (other for other in (at - 1, at + 1) if 0 <= other < len(mine))
    return sum(mine[other] and 0 < abs(notes.utterances[other].paragraph - here) <= 2 for other in beside)


def is_tale(quote: UtteranceNote) -> bool:
    """Whether what is said goes on over paragraphs."""
    return quote.last > quote.paragraph
