"""Who says each quote, and to whom: from the words beside it, and from the turns of the talk."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from itertools import chain

from castline.ingest.extract import UtteranceNote
from castline.ingest.lexicon import MIND_VERBS
from castline.ingest.naming import squeeze
from castline.ingest.references import References
from castline.ingest.resolved import Spoken

UNSEEN, NAMED = 1, 4
"""A narrator's name is seldom the subject of narration, and is called out more than once."""


class Conversation:
    """The talk of a chapter. State: the turns so far, and who acts in the paragraph in hand."""

    def __init__(self, references: References) -> None:
        self.refer = references
        self.memory, self.notes, self.found = references.memory, references.notes, references.found
        self.salience = references.salience
        self.turns: list[tuple[int, int, list[int]]] = []
        """(paragraph, speaker, addressees) of the quotes so far."""
        self.mine: list[int] = []
        """The mentions of the paragraph in hand."""
        self.acting: list[int] = []
        """The subjects of its narration, in order."""
        self.before: list[int] = []
        """The mentions of the paragraph before."""

    def enter(self, mine: list[int]) -> None:
        """Begin a paragraph, given its mentions."""
        self.before, self.mine = self.mine, mine
        self.acting = [i for i in mine if self.notes.mentions[i].quote < 0 and self.notes.mentions[i].role == "subj"]

    def hear(self, index: int, quote: UtteranceNote) -> None:
        """Settle who says a quote and to whom, and keep them in mind."""
        called = [self.refer.mean(i, self.notes.mentions[i], -1, []) for i in quote.vocatives
                  if self.notes.mentions[i].kind == "name"]  # fmt: skip
        called = [key for key in called if key >= 0]
        if called:
            called[0] = self._unmask(quote, called[0])
        speaker, rule = self._speaker(quote, called)
        addressees = called[:1] or self._addressees(quote, speaker)
        addressees = [key for key in addressees if key != speaker]
        self.found.spoken[index] = Spoken(speaker, rule, addressees)
        self.turns.append((quote.last, speaker, addressees))
        if speaker >= 0:
            self.salience.mention(speaker, "subj", 0.7)
        for key in addressees:
            self.salience.mention(key, "iobj", 0.5)

    def _unmask(self, quote: UtteranceNote, key: int) -> int:
        """A name used to the narrator's face, of somebody who never acts in the narration, is the narrator's own."""
        me = self.found.narrator
        person = self.memory.people[key]
        talking = any(me in (speaker, *to) and quote.paragraph - at <= 2 for at, speaker, to in self.turns[-2:])
        if me < 0 or key == me or person.acted > UNSEEN or not talking or self.turns[-1][1] == key:
            return key
        person.answered += 1
        rival = max((p.answered for p in self.memory.people if p.key != key and p.joined < 0), default=0)
        if person.answered < max(NAMED, 2 * rival):
            return me if person.answered > rival else key
        if all(pair[:2] != (me, key) for pair in self.found.unmasked):
            self.found.unmasked.append((me, key, quote.vocatives[0]))
        return me

    def _speaker(self, quote: UtteranceNote, called: list[int]) -> tuple[int, str]:
        if quote.kind == "letter":
            return self._letter_writer(quote, called)
        if quote.speaker >= 0:
            key, note = self.found.who[quote.speaker], self.notes.mentions[quote.speaker]
            if key < 0 or (key in called and note.kind == "pronoun" and note.person == 3):
                key = self.salience.resolve(note.gender, called) if note.gender else -1
                self.found.who[quote.speaker] = key
            return self._take_turn(quote, key, called), quote.rule
        if (named := self._names_self(quote)) >= 0:
            return named, "names-self"
        if self.turns and self.turns[-1][0] == quote.paragraph:
            return self.turns[-1][1], "same-paragraph"
        beside = self._beside(quote, called)
        if beside >= 0:
            return beside, "beside"
        return self._by_turn(quote, called)

    def _names_self(self, quote: UtteranceNote) -> int:
        """ "I am X": whoever says so and is not known otherwise is X."""
        first, stop = (bisect_left(self.mine, x, key=self._start) for x in (quote.parts[0][0], quote.parts[-1][1]))
        for index in self.mine[first:stop]:
            note = self.notes.mentions[index]
            if note.kind == "name" and note.role == "attr" and note.quote >= 0 and note.clause >= 0:
                clause = self.notes.clauses[note.clause]
                subject = self.notes.mentions[clause.subjects[0]] if clause.subjects else None
                if clause.verb == "be" and subject and subject.person == 1 and not clause.negated:
                    return self.refer.mean(index, note, -1, [])
        return -1

    def _take_turn(self, quote: UtteranceNote, key: int, called: list[int]) -> int:
        """ "he said" right after somebody's words is seldom the same man again, if another is in the talk."""
        note = self.notes.mentions[quote.speaker]
        if note.kind != "pronoun" or note.person != 3 or not self.turns:
            return key
        paragraph, last, _spoken_to = self.turns[-1]
        if quote.paragraph - paragraph != 1 or (key != last and key not in called):
            return key
        talking = {k for _, speaker, to in self.turns[-4:] for k in (speaker, *to)} - {last, -1, *called}
        for other in sorted(talking, key=lambda k: (-self.salience.weight.get(k, 0), k)):
            if self.memory.people[other].gender in (note.gender, ""):
                self.found.who[quote.speaker] = other
                return other
        return key

    def _letter_writer(self, quote: UtteranceNote, called: list[int]) -> tuple[int, str]:
        if quote.signature >= 0:
            form = squeeze(self.notes.mentions[quote.signature].form)
            if (key := self.found.naming.of_form.get(form, -1)) >= 0:
                return self.memory.person(key).key, "signed"
        names = [key for key in self._names_before(quote) if key not in called]
        return (names[-1], "letter") if names else (-1, "letter")

    def _names_before(self, quote: UtteranceNote) -> list[int]:
        """People named in the narration of the two paragraphs up to a quote, objects of "from" last."""
        found: list[tuple[bool, int]] = []
        for index, note in enumerate(self.notes.mentions):
            if note.paragraph > quote.paragraph or note.start >= quote.parts[0][0]:
                break
            if note.paragraph >= quote.paragraph - 2 and note.quote < 0 and self.found.who[index] >= 0:
                found.append((note.prep == "from" or note.role == "poss", self.found.who[index]))
        return [key for _, key in sorted(found, key=lambda pair: pair[0])]

    def _beside(self, quote: UtteranceNote, called: list[int]) -> int:
        """The subject of the narration in the quote's own paragraph: the last before it, else the first after."""
        before = bisect_left(self.acting, quote.parts[0][0], key=self._start)
        after = bisect_right(self.acting, quote.parts[-1][1], key=self._start)
        for at in chain(range(before - 1, -1, -1), range(after, len(self.acting))):
            key = self.found.who[self.acting[at]]
            if key >= 0 and key not in called:
                return key
        return -1

    def _start(self, index: int) -> int:
        return self.notes.mentions[index].start

    def _by_turn(self, quote: UtteranceNote, called: list[int]) -> tuple[int, str]:
        """In talk that goes to and fro, the one who was spoken to; else who has been most in mind."""
        recent = [turn for turn in self.turns[-4:] if quote.paragraph - turn[0] <= 3 and turn[1] >= 0]
        if (not recent or quote.paragraph - recent[-1][0] > 1) and (acting := self._acted_before(called)) >= 0:
            return acting, "acted"
        if recent:
            _, last, spoken_to = recent[-1]
            others = [key for _, key, _ in reversed(recent[:-1]) if key not in (last, *called)]
            for key in [*others[:1], *spoken_to]:
                if key != last and key not in called:
                    return key, "turns"
        vetoed = set(called) | ({recent[-1][1]} if recent else set())
        key = self.salience.resolve("", vetoed)
        return key, "in-mind"

    def _acted_before(self, called: list[int]) -> int:
        """The last subject of the paragraph of narration just before the quote."""
        for index in reversed(self.before):
            note, key = self.notes.mentions[index], self.found.who[index]
            if note.quote < 0 and note.role == "subj" and key >= 0 and key not in called:
                return key
        return -1

    def _addressees(self, quote: UtteranceNote, speaker: int) -> list[int]:
        if quote.addressee >= 0 and self.found.who[quote.addressee] >= 0:
            return [self.found.who[quote.addressee]]
        if quote.kind == "letter":
            return self._letter_reader(quote, speaker)
        for paragraph, key, spoken_to in reversed(self.turns[-4:]):
            if quote.paragraph - paragraph > 4:
                break
            if key >= 0 and key != speaker:
                return [key]
            if key == speaker and spoken_to:
                return [k for k in spoken_to if k != speaker]
        return self._bystander(speaker)

    def _bystander(self, speaker: int) -> list[int]:
        key = self.salience.resolve("", {speaker})
        return [key] if key >= 0 else []

    def _letter_reader(self, quote: UtteranceNote, writer: int) -> list[int]:
        """Whoever acts and thinks most in the narration before the letter."""
        minds: Counter[int] = Counter()
        for clause in self.notes.clauses:
            if clause.paragraph > quote.paragraph:
                break
            if clause.quote < 0 and clause.at < quote.parts[0][0]:
                for index in clause.subjects:
                    minds[self.found.who[index]] += 2 if clause.verb in MIND_VERBS | {"read", "receive", "open"} else 1
        del minds[-1]
        minds.pop(writer, None)
        return [minds.most_common(1)[0][0]] if minds else self._bystander(writer)
