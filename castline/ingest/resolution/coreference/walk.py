"""The walk through a chapter: paragraph by paragraph its narration, then who speaks, then what is said."""

from __future__ import annotations

from typing import Protocol

from castline.ingest.resolution.coreference.antecedents import References
from castline.ingest.resolution.coreference.salience import PARAGRAPH_DECAY, SENTENCE_DECAY


class Talk(Protocol):
    """Whoever settles the speakers of the quotes as the walk comes to them."""

    def enter(self, mine: list[int]) -> None:
        """Begin a paragraph, given its mentions."""

    def hear(self, indexes: list[int]) -> None:
        """Put who says each quote of a paragraph, and to whom, into `found.spoken`."""


class Settled:
    """A talk whose speakers are known already: on a second walk, pronouns are read by them."""

    def __init__(self, refer: References) -> None:
        self.refer = refer

    def enter(self, mine: list[int]) -> None:
        """Nothing hangs on where a paragraph begins."""

    def hear(self, indexes: list[int]) -> None:
        """Keep the speakers in mind, and those spoken to."""
        for index in indexes:
            said = self.refer.found.spoken[index]
            self.refer.hear(said.speaker, said.addressees, self.refer.notes.utterances[index].last)


def walk(refer: References, talk: Talk) -> None:
    """Go through the chapter's paragraphs."""
    notes = refer.notes
    mentions: dict[int, list[int]] = {}
    for index, note in enumerate(notes.mentions):
        mentions.setdefault(note.paragraph, []).append(index)
    quotes: dict[int, list[int]] = {}
    for index, quote in enumerate(notes.utterances):
        quotes.setdefault(quote.paragraph, []).append(index)
    for paragraph in range(len(notes.paragraphs)):
        mine = mentions.get(paragraph, [])
        talk.enter(mine)
        _narration(refer, mine)
        if paragraph in quotes:
            talk.hear(quotes[paragraph])
        _speech(refer, mine)
        refer.salience.fade(PARAGRAPH_DECAY)


def _narration(refer: References, mine: list[int]) -> None:
    """Resolve what stands outside the quotes of a paragraph."""
    sentence = -1
    for index in mine:
        note = refer.notes.mentions[index]
        if note.quote >= 0:
            continue
        if note.sentence != sentence and sentence >= 0:
            refer.salience.fade(SENTENCE_DECAY)
        sentence = note.sentence
        refer.settle(index, refer.resolve_mention(index, note, refer.found.teller_at(note.start), []))


def _speech(refer: References, mine: list[int]) -> None:
    """Resolve what stands inside the quotes of a paragraph, now that their speakers are known."""
    for index in mine:
        note = refer.notes.mentions[index]
        if note.quote >= 0:
            said = refer.found.spoken[note.quote]
            refer.settle(index, refer.resolve_mention(index, note, said.speaker, said.addressees), 0.35)
