"""Who is in mind where the walk through a chapter has come to, and what is thought of them."""

from __future__ import annotations

import math
from copy import copy
from dataclasses import replace
from typing import Self

from castline.ingest.annotations import Extract, MentionNote
from castline.ingest.language.lexicon import GENERIC_NOUNS
from castline.ingest.language.names import squeeze
from castline.ingest.memory.memory import Carried, Memory
from castline.ingest.memory.people import count_known
from castline.ingest.resolution.cast.nominals import describing_form, is_tellers_own
from castline.ingest.resolution.cast.result import Resolution
from castline.ingest.resolution.cast.returning import goes_on
from castline.ingest.resolution.coreference.amender import Amender, Nobody
from castline.ingest.resolution.coreference.noun_phrases import NounPhrases
from castline.ingest.resolution.coreference.pronouns import Discourse
from castline.ingest.resolution.coreference.salience import Salience

UNNAMED = 0.6
"""The chance that a chain of pronouns means whom it is given to, where nothing in the chapter has named them."""
CARRIED = 0.04
"""How much of what the last chapter left in mind the next one starts with."""
SURE = -0.25
"""Log-probability from which on a pronoun tells its bearer's gender."""


class InMind:
    """Who is in mind, how sure that is, and what the mentions so far have come to.

    Keys from 0 are people of the memory; those below -1 are strangers, known in this chapter by a noun alone: -2 less
    the index of their first mention.
    """

    def __init__(self, memory: Memory, notes: Extract, found: Resolution, amender: Amender | None = None) -> None:
        self.memory, self.notes, self.found = memory, notes, found
        self.amender = amender or Nobody()
        self.salience = Salience()
        in_mind = {memory.person(key).key: weight for key, weight in memory.carried.get("", Carried()).in_mind.items()}
        self.salience.weight = {key: CARRIED * weight for key, weight in in_mind.items()}
        self.discourse = Discourse(self.gender_of, self.fame_of)
        self.discourse.recall(sorted(in_mind, key=lambda key: (in_mind[key], -key)))
        self.nouns = NounPhrases(self.discourse, opening=not in_mind)
        self.trust: dict[int, float] = {}
        """Person -> the chance that all pronouns given to them since they were last named are theirs."""
        self.votes: dict[int, int] = {}
        """Person -> how many more pronouns of this chapter have called them "he" than "she"."""
        self.one = {other: me for me, other, _ in found.unmasked}
        """Who have just turned out to be somebody else."""
        self.descriptions = {
            form: memory.person(p.key).key
            for p in memory.people.among(["kind:description"]) if goes_on(p, memory.book)
            for form in p.forms if form.split()[-1] not in GENERIC_NOUNS
        }  # fmt: skip
        spoken_of = {note.head: describing_form(note) for note in notes.mentions if is_tellers_own(note)}
        self.own = {head: self.descriptions[form] for head, form in spoken_of.items() if form in self.descriptions}
        """Kin noun -> whom the chapter's teller calls by it as by a name."""
        self.titled: dict[str, list[int]] = {}
        """Noun -> the bearers of that title, of the nouns that have been asked for."""
        self.speaking = {quote.speaker for quote in notes.utterances}
        self.ranked: dict[int, list[tuple[float, int]]] = {}
        """What was thought of the pronouns that stand for speakers."""
        self.settled: dict[int, int] = {}
        """Whom such pronouns mean, where the talk has been settled."""
        self.strangers: dict[str, int] = {}
        self.guessed: set[int] = set()
        """Nouns whose bearer was chosen by weight: no word of the text tells whom they mean."""
        self.weighed: list[tuple[float, int]] = []
        """What was thought of the mention that was resolved last, where it is a pronoun that was weighed."""

    def fork(self) -> Self:
        """Another that goes on from here, and leaves this one as it is."""
        other = copy(self)
        other.found = replace(self.found, meant=list(self.found.meant), chances={})
        other.salience = Salience()
        other.salience.weight = dict(self.salience.weight)
        other.discourse = self.discourse.fork(other.gender_of)
        other.nouns = NounPhrases(other.discourse, self.nouns.opening)
        other.trust, other.votes, other.strangers = dict(self.trust), dict(self.votes), dict(self.strangers)
        other.guessed, other.ranked = set(self.guessed), dict(self.ranked)
        return other

    def gender_of(self, key: int) -> str:
        """ "m", "f", or "" while the text does not tell."""
        if key < 0:
            return self.notes.mentions[-2 - key].gender
        person = self.memory.people[key]
        balance = person.male - person.female + self.votes.get(key, 0)
        return "m" if balance > 0 else "f" if balance < 0 else ""

    def fame_of(self, key: int) -> int:
        """How often somebody has been spoken of before this chapter; 0 for a stranger."""
        return count_known(self.memory.people[key], self.memory.book) if key >= 0 else 0

    def bearer_of(self, name: MentionNote) -> int:
        """Whose name it is in this chapter, -1 for nobody's."""
        key = self.found.naming.of_form.get(squeeze(name.form), -1)
        return self.one.get(key := self.memory.person(key).key, key) if key >= 0 else -1

    def settle(self, index: int, key: int, scale: float = 1.0) -> None:
        """Take a mention to mean somebody (-1: nobody), and keep them in mind for it."""
        self.found.meant[index] = key
        if index not in self.settled:
            self._believe(index, key)
        if key != -1:
            note = self.notes.mentions[index]
            if note.kind == "name":
                self.trust[key] = 1.0
            self.salience.mention(key, note.role, scale * (1.2 if note.kind == "name" else 1.0))
            self.discourse.note(key, note)

    def _believe(self, index: int, key: int) -> None:
        """What is left of the trust in somebody when a pronoun that was weighed has been given to them, and their gender."""
        chance = next((chance for chance, one in self.weighed if one == key), None)
        if chance is None:
            return
        gender = self.notes.mentions[index].gender
        self.trust[key] = math.exp(chance) * self.trust.get(key, UNNAMED)
        self.found.chances[index] = round(self.trust[key], 4)
        if chance > SURE and key >= 0 and gender and not self.gender_of(key):
            self.votes[key] = self.votes.get(key, 0) + (1 if gender == "m" else -1)

    def hear(self, speaker: int, addressees: list[int], paragraph: int) -> None:
        """Somebody (-1: nobody known) speaks, up to the end of a paragraph: keep them in mind, and those spoken to."""
        if speaker != -1:
            self.salience.mention(speaker, "subj", 0.7)
        for key in addressees:
            self.salience.mention(key, "iobj", 0.5)
        self.discourse.spoke = (speaker, paragraph)

    def subject_of(self, index: int, note: MentionNote) -> int:
        if note.clause < 0:
            return -1
        subjects = self.notes.clauses[note.clause].subjects
        return self.found.meant[subjects[0]] if subjects and subjects[0] < index else -1
