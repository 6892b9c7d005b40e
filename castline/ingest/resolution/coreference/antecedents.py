"""Whom a mention means, where the walk through a chapter has come to."""

from __future__ import annotations

import math
from itertools import takewhile

from castline.ingest.annotations import Extract, MentionNote
from castline.ingest.language.lexicon import DIGNITIES, GENERIC_NOUNS, KIN
from castline.ingest.language.names import squeeze
from castline.ingest.memory.memory import Carried, Memory
from castline.ingest.resolution.cast.kinship import find_kin, find_other_kin, tie_of
from castline.ingest.resolution.cast.namesakes import find_namesake, list_namesakes
from castline.ingest.resolution.cast.nominals import describing_form, is_kin_name, is_title_name, title_of
from castline.ingest.resolution.cast.result import Resolution
from castline.ingest.resolution.cast.titled import find_dignified, find_titled
from castline.ingest.resolution.coreference.amender import Amender, Nobody
from castline.ingest.resolution.coreference.noun_phrases import NEW, NounPhrases
from castline.ingest.resolution.coreference.pronouns import Discourse
from castline.ingest.resolution.coreference.salience import Salience

_REFLEXIVE = frozenset({"himself", "herself", "themselves"})
_SINGLE_KIN = frozenset({"parent", "spouse", "betrothed"})
"""Of other kin there may be more than the text has told of yet: where others of the surname may be it, too, the nouns choose."""
UNNAMED = 0.6
"""The chance that a chain of pronouns means whom it is given to, where nothing in the chapter has named them."""
IN_MIND = 0.05
CARRIED = 0.04
"""How much of what the last chapter left in mind the next one starts with."""
SURE = -0.25
"""Log-probability from which on a pronoun tells its bearer's gender."""


class References:
    """Who is in mind, and so whom names, nouns and pronouns mean.

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
            for p in memory.people.among(["kind:description"]) if p.kind == "description"
            for form in p.forms if form.split()[-1] not in GENERIC_NOUNS
        }  # fmt: skip
        self.titled: dict[str, list[int]] = {}
        """Noun -> the bearers of that title, of the nouns that have been asked for."""
        self.speaking = {quote.speaker for quote in notes.utterances}
        self.ranked: dict[int, list[tuple[float, int]]] = {}
        """What was thought of the pronouns that stand for speakers."""
        self.settled: dict[int, int] = {}
        """Whom such pronouns mean, where the talk has been settled."""
        self.strangers: dict[str, int] = {}
        self.weighed: set[int] = set()
        """Nouns whose bearer was chosen by weight: no word of the text tells whom they mean."""

    def gender_of(self, key: int) -> str:
        """ "m", "f", or "" while the text does not tell."""
        if key < 0:
            return self.notes.mentions[-2 - key].gender
        person = self.memory.people[key]
        balance = person.male - person.female + self.votes.get(key, 0)
        return "m" if balance > 0 else "f" if balance < 0 else ""

    def fame_of(self, key: int) -> int:
        """How often somebody has been spoken of before this chapter; 0 for a stranger."""
        return self.memory.people[key].count if key >= 0 else 0

    def settle(self, index: int, key: int, scale: float = 1.0) -> None:
        """Take a mention to mean somebody (-1: nobody), and keep them in mind for it."""
        self.found.meant[index] = key
        if key != -1:
            note = self.notes.mentions[index]
            if note.kind == "name":
                self.trust[key] = 1.0
            self.salience.mention(key, note.role, scale * (1.2 if note.kind == "name" else 1.0))
            self.discourse.note(key, note)

    def hear(self, speaker: int, addressees: list[int], paragraph: int) -> None:
        """Somebody (-1: nobody known) speaks, up to the end of a paragraph: keep them in mind, and those spoken to."""
        if speaker != -1:
            self.salience.mention(speaker, "subj", 0.7)
        for key in addressees:
            self.salience.mention(key, "iobj", 0.5)
        self.discourse.spoke = (speaker, paragraph)

    def resolve_mention(self, index: int, note: MentionNote, me: int, you: list[int]) -> int:
        """Whom a mention means, when `me` speaks to `you` (-1 and nobody, in narration by nobody)."""
        return self.amender.mention(index, me, you, lambda: self._choose(index, note, me, you))

    def _choose(self, index: int, note: MentionNote, me: int, you: list[int]) -> int:
        if note.kind == "name":
            return self._bearer_of(note)
        if note.kind == "nominal":
            return self._mean_noun(index, note, me, you)
        if note.person == 1:
            return me if not note.plural else -1
        if note.person == 2:
            return you[0] if len(you) == 1 else -1
        return self._mean_pronoun(index, note, me, you)

    def _bearer_of(self, name: MentionNote) -> int:
        key = self.found.naming.of_form.get(squeeze(name.form), -1)
        return self.one.get(key := self.memory.person(key).key, key) if key >= 0 else -1

    def _mean_pronoun(self, index: int, note: MentionNote, me: int, you: list[int]) -> int:
        if (dignified := self._find_dignified(index, note)) >= 0:
            return dignified
        subject = self._subject_of(index, note)
        if note.form.lower() in _REFLEXIVE and subject != -1 and self._fits(subject, note):
            return subject
        ranked = self.rank(index, note, me, you)
        if index in self.speaking:
            self.ranked[index] = ranked
        if index in self.settled:
            self.found.chances.pop(index, None)  # the talk has told, not the choice
            return self.settled[index]
        if not ranked:
            return -1
        chance, key = ranked[0]
        self.trust[key] = math.exp(chance) * self.trust.get(key, UNNAMED)
        self.found.chances[index] = round(self.trust[key], 4)
        if chance > SURE and key >= 0 and note.gender and not self.gender_of(key):
            self.votes[key] = self.votes.get(key, 0) + (1 if note.gender == "m" else -1)
        return key

    def _find_dignified(self, index: int, note: MentionNote) -> int:
        """Who is meant by "his" of "his Eminence": the cardinal himself; -1 for any other "his"."""
        after = self.notes.mentions[index + 1] if index + 1 < len(self.notes.mentions) else note
        if after.owner != index or after.head not in DIGNITIES or after.plural:
            return -1
        return find_dignified(self.memory, after.head, note.gender, self.descriptions, self.salience.weight)

    def rank(self, index: int, note: MentionNote, me: int, you: list[int]) -> list[tuple[float, int]]:
        """(log-probability, key) of those whom a pronoun of the third person may mean, the likeliest first."""
        vetoed = {me, self._apposed_to_owned(index)} - {-1}
        subject = self._subject_of(index, note)
        if subject != -1 and note.role not in ("poss", "subj") and note.form.lower() not in _REFLEXIVE:
            vetoed.add(subject)
        if note.role == "subj" and note.quote < 0:
            vetoed |= self._find_named_after(index, note)
        return self.discourse.rank(note, vetoed, tuple(you))

    def _find_named_after(self, index: int, note: MentionNote) -> set[int]:
        """Who is named further on in a sentence that has begun with "he", and not as one who acts: somebody else ("the house
        that he had shared with Hugh")."""
        mentions = self.notes.mentions
        after = (mentions[at] for at in range(index + 1, len(mentions)))
        rest = takewhile(lambda other: other.sentence == note.sentence, after)
        named = (other for other in rest if other.kind == "name" and other.role in ("obj", "iobj", "pobj"))
        return {self._bearer_of(other) for other in named} - {-1}

    def _fits(self, key: int, note: MentionNote) -> bool:
        """Whether somebody may be meant by gender and number."""
        return (
            self.gender_of(key) in ("", note.gender or self.gender_of(key))
            and (key in self.discourse.many) == note.plural
        )

    def _apposed_to_owned(self, index: int) -> int:
        """Who is "her sister" to a possessive pronoun that stands before such a noun: whose she is, she cannot be."""
        notes = self.notes.mentions
        noun = index + 1
        if noun >= len(notes) or notes[noun].owner != index:
            return -1
        after = noun + 1 if noun + 1 < len(notes) and notes[noun + 1].appos == noun else -1
        name = notes[noun].appos if notes[noun].appos >= 0 else after
        return self._bearer_of(notes[name]) if name >= 0 and notes[name].kind == "name" else -1

    def _subject_of(self, index: int, note: MentionNote) -> int:
        if note.clause < 0:
            return -1
        subjects = self.notes.clauses[note.clause].subjects
        return self.found.meant[subjects[0]] if subjects and subjects[0] < index else -1

    def _mean_noun(self, index: int, note: MentionNote, me: int, you: list[int]) -> int:
        if note.appos >= 0 and self.found.meant[note.appos] != -1:
            return self.found.meant[note.appos]
        if note.owner >= 0:
            return self._mean_owned(index, note, me, you)
        single = note.definite or is_kin_name(note) or is_title_name(note)
        if single and not note.plural and (known := self._find_described(note)) != -1:
            return known
        if note.role in ("attr", "voc"):
            return -1
        if note.plural:
            name = f"{note.head}s"
            return self._known_as(name, index) if note.definite else self._meet(name, index)
        return self._choose_noun(index, note, -1, me, you)

    def _choose_noun(self, index: int, note: MentionNote, owner: int, me: int, you: list[int]) -> int:
        """Somebody in mind whom the noun means, but its owner (-1: it has none), or somebody new."""
        self.weighed.add(index)
        if index in self.speaking and note.owner < 0 and note.head not in GENERIC_NOUNS:
            return self._known_as(note.head, index)
        subject = self._subject_of(index, note) if note.role != "subj" else -1
        vetoed = {owner, me, subject, *self.find_other_kin(note, owner)} - {-1}
        chosen = self.nouns.choose(note, vetoed, tuple(you))
        return chosen if chosen != NEW else self._meet(note.head, index)

    def find_other_kin(self, note: MentionNote, owner: int) -> set[int]:
        """Whom in mind a noun cannot mean, with whose it is (-1: unknown): "his wife" is not the "wife" that a man must want."""
        others = find_other_kin(self.memory, owner, note.head, self.discourse.traces) if owner >= 0 else set[int]()
        met = ((key, self.notes.mentions[-2 - key]) for key in self.discourse.traces if key < -1 and note.owner >= 0)
        return others | {key for key, first in met if first.owner < 0 and not first.definite and first.head in KIN}

    def _find_described(self, note: MentionNote) -> int:
        """Who is known by the noun, or bears it as a title and has been met at least as often; -1 for nobody."""
        described, titled = self.descriptions.get(describing_form(note), -1), self._find_titled(note.head)
        if described == -1 or titled == -1:
            return max(described, titled)
        return titled if self.memory.people[titled].count >= self.memory.people[described].count else described

    def _find_titled(self, head: str) -> int:
        """ "The colonel" is the Colonel most in mind, or else the one met most; -1 for none."""
        weight, people = self.salience.weight, self.memory.people
        if head not in self.titled:
            self.titled[head] = find_titled(self.memory, title_of(head), head)
        bearers = self.titled[head]
        return max(bearers, key=lambda key: (weight.get(key, 0.0), people[key].count, -key), default=-1)

    def _mean_owned(self, index: int, note: MentionNote, me: int, you: list[int]) -> int:
        owner = self.found.meant[note.owner]
        if note.head in DIGNITIES:
            return owner
        if owner < 0 and self.notes.mentions[note.owner].kind == "name":
            owner = self.found.naming.of_form.get(squeeze(self.notes.mentions[note.owner].form), -1)
        kin = find_kin(self.memory, owner, note.head, note.gender) if owner >= 0 and not note.plural else None
        if kin and (
            self._is_tellers(note) or tie_of(note.head) in _SINGLE_KIN or not self._has_others(note, owner, kin.key)
        ):
            return kin.key
        if kin is None and (likely := self._find_namesake(note, owner)) >= 0:
            return likely
        name = f"{owner}'s {note.head}{'s' if note.plural else ''}"
        if name in self.strangers or note.plural or note.role in ("attr", "voc"):
            return self._known_as(name, index)
        key = self._choose_noun(index, note, owner, me, you)
        self.strangers[name] = key
        return key

    def _has_others(self, note: MentionNote, owner: int, kin: int) -> bool:
        """Whether others of a surname may be meant beside who has been told to be such kin."""
        return any(one.key != kin for one in list_namesakes(self.memory, owner, note.head, note.gender))

    def _find_namesake(self, note: MentionNote, owner: int) -> int:
        """Who is likely a noun's kin of their owner by their surname, and in mind; -1 for nobody."""
        likely = find_namesake(self.memory, owner, note.head, note.gender) if owner >= 0 and not note.plural else None
        return likely.key if likely and self.salience.weight.get(likely.key, 0.0) >= IN_MIND else -1

    def _is_tellers(self, note: MentionNote) -> bool:
        """ "My aunt", where the narrator says so: who tells a story says it of the one aunt told of, in mind or not."""
        owner = self.notes.mentions[note.owner]
        return owner.kind == "pronoun" and owner.person == 1 and not owner.plural and note.quote < 0

    def _known_as(self, name: str, index: int) -> int:
        """Who goes by a noun in this chapter already, or somebody new."""
        return self.strangers[name] if name in self.strangers else self._meet(name, index)

    def _meet(self, name: str, index: int) -> int:
        """Somebody new, known by a noun: their key is that of their first mention."""
        key = self.strangers[name] = -2 - index
        if self.notes.mentions[index].plural:
            self.discourse.many.add(key)
        return key
