"""Whom a mention means, where the walk through a chapter has come to."""

from __future__ import annotations

from castline.ingest.extract import Extract, MentionNote
from castline.ingest.kinship import find_kin, tie_of
from castline.ingest.lexicon import GENERIC_NOUNS
from castline.ingest.naming import squeeze
from castline.ingest.people import Memory
from castline.ingest.resolved import Resolution
from castline.ingest.salience import Salience

_REFLEXIVE = frozenset({"himself", "herself", "themselves"})
_SINGLE_KIN = frozenset({"parent", "spouse", "betrothed"})
"""Of other kin there may be more than the text has told of yet: they must be in mind to be meant."""
IN_MIND = 0.05
CARRIED = 0.04
"""How much of what the last chapter left in mind the next one starts with."""


class References:
    """Who is in mind, and so whom names, nouns and pronouns mean."""

    def __init__(self, memory: Memory, notes: Extract, found: Resolution) -> None:
        self.memory, self.notes, self.found = memory, notes, found
        self.salience = Salience(memory)
        self.salience.weight = {memory.person(key).key: CARRIED * weight for key, weight in memory.in_mind.items()}
        self.subject = (-1, -1, -1)
        """(person, sentence, quote) of the last grammatical subject."""
        self.descriptions = {
            form: p.key for p in memory.people if p.kind == "description" and p.joined < 0 for form in p.forms
        }

    def settle(self, index: int, key: int, scale: float = 1.0) -> None:
        """Take a mention to mean somebody (-1: nobody), and keep them in mind for it."""
        self.found.who[index] = key
        if key >= 0:
            note = self.notes.mentions[index]
            self.salience.mention(key, note.role, scale * (1.2 if note.kind == "name" else 1.0))
            self.memory.people[key].count += 1
            if note.role == "subj":
                self.subject = (key, note.sentence, note.quote)
                self.memory.people[key].acted += note.quote < 0 and note.person == 3

    def mean(self, index: int, note: MentionNote, me: int, you: list[int]) -> int:
        """Whom a mention means, when `me` speaks to `you` (-1 and nobody, in narration by nobody)."""
        if note.kind == "name":
            key = self.found.naming.of_form.get(squeeze(note.form), -1)
            return self.memory.person(key).key if key >= 0 else -1
        if note.kind == "nominal":
            return self._mean_noun(note)
        if note.person == 1:
            return me if not note.plural else -1
        if note.person == 2:
            return you[0] if len(you) == 1 else -1
        if note.plural:
            return -1
        return self._mean_pronoun(index, note, [me, *you] if note.quote >= 0 else [me])

    def _mean_pronoun(self, index: int, note: MentionNote, talking: list[int]) -> int:
        subject = self._subject_of(index, note)
        if note.form.lower() in _REFLEXIVE:
            return subject
        vetoed = {key for key in talking if key >= 0}
        if subject >= 0 and note.role not in ("poss", "subj"):
            vetoed.add(subject)
        if note.role == "poss" and self.subject[1:] == (note.sentence, note.quote):
            own = self.subject[0]  # "his" is most often the man the sentence is about
            if own not in vetoed and self.memory.people[own].gender in (note.gender, ""):
                return own
        return self.salience.resolve(note.gender, vetoed)

    def _subject_of(self, index: int, note: MentionNote) -> int:
        if note.clause < 0:
            return -1
        subjects = self.notes.clauses[note.clause].subjects
        return self.found.who[subjects[0]] if subjects and subjects[0] < index else -1

    def _mean_noun(self, note: MentionNote) -> int:
        if note.plural:
            return -1
        if note.appos >= 0 and self.found.who[note.appos] >= 0:
            return self.found.who[note.appos]
        if note.owner >= 0:
            owner = self.found.who[note.owner] if note.owner < len(self.found.who) else -1
            if owner < 0 and self.notes.mentions[note.owner].kind == "name":
                owner = self.found.naming.of_form.get(squeeze(self.notes.mentions[note.owner].form), -1)
            kin = find_kin(self.memory, owner, note.head, note.gender) if owner >= 0 else None
            if kin and tie_of(note.head) not in _SINGLE_KIN and self.salience.weight.get(kin.key, 0.0) < IN_MIND:
                return -1
            return kin.key if kin else -1
        if f"the {note.head}" in self.descriptions and note.definite:
            return self.descriptions[f"the {note.head}"]
        if note.definite and note.head in GENERIC_NOUNS and note.gender and note.role == "subj":
            return self.salience.resolve(note.gender)
        return -1
