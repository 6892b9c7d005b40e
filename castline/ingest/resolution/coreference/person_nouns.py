"""Whom a person noun means, by what is told of people: whose wife she is, who bears the title, who goes by the noun.

Where nothing tells, the choice among those in mind is made by weight (noun_phrases.py).
"""

from __future__ import annotations

from castline.ingest.annotations import MentionNote
from castline.ingest.language.lexicon import DIGNITIES, GENERIC_NOUNS, KIN
from castline.ingest.language.names import squeeze
from castline.ingest.memory.people import count_known
from castline.ingest.resolution.cast.apposed import find_name_behind
from castline.ingest.resolution.cast.kinship import find_kin, find_other_kin, tie_of
from castline.ingest.resolution.cast.namesakes import list_namesakes
from castline.ingest.resolution.cast.nominals import describing_form, is_kin_name, is_title_name, title_of
from castline.ingest.resolution.cast.titled import find_titled
from castline.ingest.resolution.coreference.in_mind import InMind
from castline.ingest.resolution.coreference.noun_phrases import NEW

_SINGLE_KIN = frozenset({"parent", "spouse", "betrothed"})
"""Of other kin there may be more than the text has told of yet: where others of the surname may be it, too, the nouns choose."""
IN_MIND = 0.05
"""How much somebody must be in mind to be taken for the kin of their surname."""


class PersonNouns(InMind):
    """Those in mind, and whom nouns mean among them."""

    def mean_noun(self, index: int, note: MentionNote, me: int, you: list[int]) -> int:
        if note.appos >= 0 and self.found.meant[note.appos] != -1:
            return self.found.meant[note.appos]
        if (named := self._find_named(index, note)) != -1:
            if note.owner >= 0 and self.found.meant[note.owner] != -1:
                self.strangers[f"{self.found.meant[note.owner]}'s {note.head}"] = named
            return named
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

    def _find_named(self, index: int, note: MentionNote) -> int:
        """Whose name stands right behind the noun ("her cousin Ora", "his sister, Miss Ora Hale"); -1 for nobody's."""
        behind = find_name_behind(self.notes.mentions, index)
        key = self.bearer_of(self.notes.mentions[behind]) if behind >= 0 else -1
        return key if key >= 0 and (not note.gender or self.gender_of(key) in ("", note.gender)) else -1

    def _choose_noun(self, index: int, note: MentionNote, owner: int, me: int, you: list[int]) -> int:
        """Somebody in mind whom the noun means, but its owner (-1: it has none), or somebody new."""
        self.guessed.add(index)
        if self.settled.get(index, -1) >= 0:
            return self.settled[index]  # the talk has told who says it
        if index in self.speaking and note.owner < 0 and note.head not in GENERIC_NOUNS:
            return self._known_as(note.head, index)
        subject = self.subject_of(index, note) if note.role != "subj" else -1
        vetoed = {owner, me, subject, *self.find_other_kin(note, owner)} - {-1}
        chosen = self.nouns.choose(note, vetoed, tuple(you))
        return chosen if chosen != NEW else self._meet(note.head, index)

    def find_other_kin(self, note: MentionNote, owner: int) -> set[int]:
        """Whom in mind a noun cannot mean, with whose it is (-1: unknown): "his wife" is not the "wife" that a man must want."""
        others = find_other_kin(self.memory, owner, note.head, self.discourse.traces) if owner >= 0 else set[int]()
        met = ((key, self.notes.mentions[-2 - key]) for key in self.discourse.traces if key < -1 and note.owner >= 0)
        return others | {key for key, first in met if first.owner < 0 and not first.definite and first.head in KIN}

    def _find_described(self, note: MentionNote) -> int:
        """Who is known by the noun, is told to be it, or bears it as a title: of several, who is more in mind, or else has been
        met more often; -1 for nobody."""
        form = describing_form(note)
        found = {self.descriptions.get(form, -1), self.found.called.get(form, -1), self._find_titled(note.head)} - {-1}
        return max(sorted(found), key=self._rank, default=-1)

    def _rank(self, key: int) -> tuple[float, int, int]:
        """How much somebody is in mind, and how well known."""
        known = count_known(self.memory.people[key], self.memory.book)
        return self.salience.weight.get(key, 0.0), known, -key

    def find_hailed(self, note: MentionNote) -> int:
        """Who is called by a title alone ("Well, Captain?"): its bearer, where he is in mind; -1 for nobody."""
        titled = self._find_titled(note.head) if note.owner < 0 and not note.plural else -1
        return titled if self.salience.weight.get(titled, 0.0) >= IN_MIND else -1

    def _find_titled(self, head: str) -> int:
        """ "The colonel" is the Colonel most in mind, or else the one met most; -1 for none."""
        if head not in self.titled:
            self.titled[head] = find_titled(self.memory, title_of(head), head)
        return max(self.titled[head], key=self._rank, default=-1)

    def _mean_owned(self, index: int, note: MentionNote, me: int, you: list[int]) -> int:
        owner = self.found.meant[note.owner]
        if note.head in DIGNITIES:
            return owner
        if owner < 0 and self.notes.mentions[note.owner].kind == "name":
            owner = self.found.naming.of_form.get(squeeze(self.notes.mentions[note.owner].form), -1)
        if owner < 0 and note.head in KIN:
            owner = self._find_one_of(self.notes.mentions[note.owner].form.lower(), me)
        kin = find_kin(self.memory, owner, note.head, note.gender) if owner >= 0 and not note.plural else None
        if kin and (
            self._is_tellers(note) or tie_of(note.head) in _SINGLE_KIN or not self._has_others(note, owner, kin.key)
        ):
            return kin.key
        if kin is None and (likely := self._find_namesake(note, owner)) >= 0:
            return likely
        if kin is None and owner == self.found.teller_at(note.start) >= 0 and note.head in self.own:
            return self.own[note.head]  # "your dad", said to whom tells of "Dad"
        name = f"{owner}'s {note.head}{'s' if note.plural else ''}"
        if name in self.strangers or note.plural or note.role in ("attr", "voc"):
            return self._known_as(name, index)
        key = self._choose_noun(index, note, owner, me, you)
        self.strangers[name] = key
        return key

    def _find_one_of(self, owners: str, me: int) -> int:
        """One of several whose kin it is: "our mother" is that of who says so, "their mother" of whom the tale has just been."""
        return me if owners == "our" else self.salience.most() if owners == "their" else -1

    def _has_others(self, note: MentionNote, owner: int, kin: int) -> bool:
        """Whether others of a surname may be meant beside who has been told to be such kin."""
        return any(one.key != kin for one in list_namesakes(self.memory, owner, note.head, note.gender))

    def _find_namesake(self, note: MentionNote, owner: int) -> int:
        """Who is likely a noun's kin of their owner by their surname, and in mind; -1 for nobody."""
        found = list_namesakes(self.memory, owner, note.head, note.gender) if owner >= 0 and not note.plural else []
        likely = [one.key for one in found if self.salience.weight.get(one.key, 0.0) >= IN_MIND]
        return likely[0] if len(likely) == 1 else -1

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
