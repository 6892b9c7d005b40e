"""Whom a mention means, where the walk through a chapter has come to."""

from __future__ import annotations

from itertools import takewhile

from castline.ingest.annotations import MentionNote
from castline.ingest.language.lexicon import AROUND, DIGNITIES, MIND_VERBS, REFLEXIVES, SPEECH_VERBS
from castline.ingest.resolution.cast.titled import find_dignified
from castline.ingest.resolution.coreference.person_nouns import PersonNouns

_TAKES = frozenset({"bring", "carry", "draw", "fetch", "have", "keep", "take"})
"""What one does with a thing that one has "with him"."""
_LOOKS = frozenset({
    "carry", "cast", "draw", "feel", "fling", "fold", "gather", "gaze", "glance", "look", "lay", "peer", "stare", "throw", "wrap",
})  # fmt: skip
"""What one does "about him"; most other verbs are about somebody else."""


class References(PersonNouns):
    """Who is in mind, and so whom names, nouns and pronouns mean."""

    def resolve_mention(self, index: int, note: MentionNote, me: int, you: list[int]) -> int:
        """Whom a mention means, when `me` speaks to `you` (-1 and nobody, in narration by nobody)."""
        return self.amender.mention(index, me, you, lambda: self._choose(index, note, me, you))

    def _choose(self, index: int, note: MentionNote, me: int, you: list[int]) -> int:
        self.weighed = []
        if index in self.found.meant_by:
            return self.found.meant_by[index]
        if note.kind == "name":
            return self.bearer_of(note)
        if note.kind == "nominal":
            return self.mean_noun(index, note, me, you)
        if note.person == 1:
            return me if not note.plural else -1
        if note.person == 2:
            return you[0] if len(you) == 1 else -1
        return self._mean_pronoun(index, note, me, you)

    def _mean_pronoun(self, index: int, note: MentionNote, me: int, you: list[int]) -> int:
        if (dignified := self._find_dignified(index, note)) >= 0:
            return dignified
        subject = self.subject_of(index, note)
        if subject != -1 and self._is_of_subject(note) and self._fits(subject, note):
            return subject
        self.weighed = self.rank(index, note, me, you)
        if index in self.speaking:
            self.ranked[index] = self.weighed
        if index in self.settled:
            self.found.chances.pop(index, None)  # the talk has told, not the choice
            return self.settled[index]
        return self.weighed[0][1] if self.weighed else -1

    def _find_dignified(self, index: int, note: MentionNote) -> int:
        """Who is meant by "his" of "his Eminence": the cardinal himself; -1 for any other "his"."""
        after = self.notes.mentions[index + 1] if index + 1 < len(self.notes.mentions) else note
        if after.owner != index or after.head not in DIGNITIES or after.plural:
            return -1
        return find_dignified(self.memory, after.head, note.gender, self.descriptions, self.salience.weight)

    def rank(self, index: int, note: MentionNote, me: int, you: list[int]) -> list[tuple[float, int]]:
        """(log-probability, key) of those whom a pronoun of the third person may mean, the likeliest first."""
        vetoed = {me, self._apposed_to_owned(index)} - {-1}
        subject = self.subject_of(index, note)
        if subject == -1:
            subject = self._find_subject_after(index, note)
        if subject != -1 and note.role not in ("poss", "subj") and not self._is_of_subject(note):
            vetoed.add(subject)
        if note.role == "subj" and note.quote < 0:
            vetoed |= self._find_named_after(index, note)
        return self.discourse.rank(note, vetoed, tuple(you))

    def _find_subject_after(self, index: int, note: MentionNote) -> int:
        """The subject of a pronoun's clause where it is named further on: "seeing him there, Martin ran"."""
        subjects = self.notes.clauses[note.clause].subjects if note.clause >= 0 else []
        named = subjects and subjects[0] > index and self.notes.mentions[subjects[0]].kind == "name"
        return self.bearer_of(self.notes.mentions[subjects[0]]) if named else -1

    def _is_of_subject(self, note: MentionNote) -> bool:
        """Whether a pronoun means the subject of its clause, which has one: "herself", and where something is as seen from
        whoever does it ("she shut the door behind her", "he had it with him"; not "he was before him" nor "he talked about him").
        Of LitBank's that are not "herself" 22 in 24 do."""
        clause = self.notes.clauses[note.clause]
        third = self.notes.mentions[clause.subjects[0]].person == 3
        taken = note.prep == "with" and clause.verb in _TAKES
        verbs = clause.verb in _LOOKS if note.prep == "about" else clause.verb not in SPEECH_VERBS | MIND_VERBS | {"be"}
        placed = note.prep in AROUND and verbs
        return note.form.lower() in REFLEXIVES or (third and (taken or placed))

    def _find_named_after(self, index: int, note: MentionNote) -> set[int]:
        """Who is named further on in a sentence that has begun with "he", and not as one who acts: somebody else ("the house
        that he had shared with Hugh")."""
        mentions = self.notes.mentions
        after = (mentions[at] for at in range(index + 1, len(mentions)))
        rest = takewhile(lambda other: other.sentence == note.sentence, after)
        named = (other for other in rest if other.kind == "name" and other.role in ("obj", "iobj", "pobj"))
        return {self.bearer_of(other) for other in named} - {-1}

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
        return self.bearer_of(notes[name]) if name >= 0 and notes[name].kind == "name" else -1
