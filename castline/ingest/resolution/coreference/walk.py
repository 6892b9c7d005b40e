"""The walk through a chapter: paragraph by paragraph its narration, then who speaks, then what is said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from castline.ingest.annotations import Extract
from castline.ingest.resolution.coreference.antecedents import References
from castline.ingest.resolution.coreference.salience import PARAGRAPH_DECAY, SENTENCE_DECAY

IN_SPEECH = 0.35
"""How much less what is said keeps somebody in mind than what is told."""


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


@dataclass(slots=True)
class Step:
    """What a walk comes to: the mentions of a paragraph that it enters, one mention, quotes, or the end of a sentence or a
    paragraph, with which people fade."""

    mention: int = -1
    entered: list[int] | None = None
    quotes: list[int] = field(default_factory=list)
    fade: float = 1.0


def walk(refer: References, talk: Talk) -> None:
    """Go through the chapter's paragraphs."""
    for step in list_steps(refer.notes):
        take(refer, talk, step)


def take(refer: References, talk: Talk, step: Step) -> None:
    """Go one step."""
    if step.mention >= 0:
        meet(refer, step.mention, resolve_here(refer, step.mention))
    elif step.entered is not None:
        talk.enter(step.entered)
    elif step.quotes:
        talk.hear(step.quotes)
    else:
        refer.salience.fade(step.fade)


def resolve_here(refer: References, index: int) -> int:
    """Whom a mention means where it stands: in narration its teller says "I", in a quote its speaker."""
    note = refer.notes.mentions[index]
    if note.quote < 0:
        return refer.resolve_mention(index, note, refer.found.teller_at(note.start), [])
    said = refer.found.spoken[note.quote]
    return refer.resolve_mention(index, note, said.speaker, said.addressees)


def meet(refer: References, index: int, key: int) -> None:
    """Take a mention to mean somebody."""
    refer.settle(index, key, 1.0 if refer.notes.mentions[index].quote < 0 else IN_SPEECH)


def list_steps(notes: Extract) -> list[Step]:
    """All steps of a chapter, in order."""
    mentions: dict[int, list[int]] = {}
    for index, note in enumerate(notes.mentions):
        mentions.setdefault(note.paragraph, []).append(index)
    quotes: dict[int, list[int]] = {}
    for index, quote in enumerate(notes.utterances):
        quotes.setdefault(quote.paragraph, []).append(index)
    steps: list[Step] = []
    for paragraph in range(len(notes.paragraphs)):
        mine = mentions.get(paragraph, [])
        steps += [Step(entered=mine), *_tell(notes, mine)]
        if paragraph in quotes:
            steps.append(Step(quotes=quotes[paragraph]))
        steps += [Step(mention=index) for index in mine if notes.mentions[index].quote >= 0]
        steps.append(Step(fade=PARAGRAPH_DECAY))
    return steps


def _tell(notes: Extract, mine: list[int]) -> Iterator[Step]:
    """What stands outside the quotes of a paragraph: between two sentences, people fade."""
    sentence = -1
    for index in mine:
        note = notes.mentions[index]
        if note.quote >= 0:
            continue
        if note.sentence != sentence and sentence >= 0:
            yield Step(fade=SENTENCE_DECAY)
        sentence = note.sentence
        yield Step(mention=index)
