"""Who is meant in a passage: who says its quotes, and the words of it that mean one person and are no name, "he", "her", "the old man", and whom the rules take each to mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from castline.ingest.annotations import MentionNote
from castline.ingest.language.lexicon import KIN
from castline.ingest.model.form import Reading
from castline.ingest.model.known import Known
from castline.ingest.model.passages import Passage
from castline.ingest.model.seen import Seen


@dataclass(frozen=True, slots=True)
class Word:
    """A word by its number in a passage, from 1, and the mention of the chapter that it is. `guess` is the prompt's id of whom the
    rules take it to mean, "" for nobody whom the prompt lists."""

    number: int
    mention: int
    guess: str

    @property
    def mark(self) -> str:
        """As a passage shows it, behind the word."""
        return f"⟨w{self.number}={self.guess or '?'}⟩"


def find_words(seen: Seen, passage: Passage, people: Mapping[str, Known]) -> tuple[Word, ...]:
    """The words of a passage for one person each, in order: pronouns, nouns of kin, and other nouns that seem to
    mean somebody in particular."""
    ids = {one.key: name for name, one in people.items()}
    meant = {one.mention: ids.get(one.person, "") for one in seen.decisions.meanings}
    asked = [
        index
        for index, note in enumerate(seen.notes.mentions)
        if passage.holds(note.start) and note.end <= passage.end and _is_asked(note, meant.get(index, ""))
    ]
    return tuple(Word(number, index, meant.get(index, "")) for number, index in enumerate(asked, 1))


def _is_asked(note: MentionNote, guess: str) -> bool:
    if note.plural or note.kind == "name":
        return False
    if note.kind == "pronoun":
        return note.person == 3
    return bool(guess) or note.head in KIN or note.definite or note.owner >= 0


def find_speakers(reading: Reading, guessed: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Number of a quote and the id of who says it, as `find_meant` of words; of what is said of a quote twice the last word stands."""
    corrected = {number: given.who for given in reading.q for number in given.n}
    for number, guess in enumerate(guessed, 1):
        if number in corrected or guess:
            yield number, corrected.get(number, guess)


def find_meant(reading: Reading, words: Sequence[Word]) -> Iterator[tuple[Word, str]]:
    """Each word with the id of whom it means by an answer that was asked about it: "" where it is said to mean nobody who has one,
    and as guessed where nothing is said of it. Words of which neither tells anything are left out."""
    corrected = {number: given.who for given in reading.m for number in given.n}
    for word in words:
        if word.number in corrected:
            yield word, corrected[word.number]
        elif word.guess:
            yield word, word.guess
