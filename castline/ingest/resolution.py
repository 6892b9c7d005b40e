"""Who is who in a chapter: every mention to a person, every quote to a speaker and those spoken to.

The chapter is walked once, paragraph by paragraph: its narration first, then who speaks, then what is said.
Only the memory of earlier chapters and this chapter's own text are in hand.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain

from castline.ingest.cast import Naming, learn_gender, name_people, new_person
from castline.ingest.extract import Extract, MentionNote, UtteranceNote
from castline.ingest.kinship import find_kin, tie_of
from castline.ingest.lexicon import MIND_VERBS
from castline.ingest.naming import squeeze
from castline.ingest.people import Memory
from castline.ingest.salience import PARAGRAPH_DECAY, SENTENCE_DECAY, Salience

_REFLEXIVE = frozenset({"himself", "herself", "themselves"})
_GENERIC = frozenset({"man", "woman", "gentleman", "lady", "boy", "girl", "fellow", "person", "child", "youth", "creature",
                      "one", "friend", "sir", "madam", "ma'am", "lad", "lass", "companion", "wretch", "chap", "guy", "people",
                      "baby", "lord", "guest", "visitor", "reader", "author", "writer", "lover", "god", "enemy"})  # fmt: skip
"""Nouns too common to be somebody's only name."""
_SINGLE_KIN = frozenset({"parent", "spouse", "betrothed"})
"""Of other kin there may be more than the text has told of yet: they must be in mind to be meant."""
IN_MIND = 0.05
UNSEEN, NAMED = 1, 4
"""A narrator's name is seldom the subject of narration, and is called out more than once."""
CARRIED = 0.04
"""How much of what the last chapter left in mind the next one starts with."""
NARRATOR_SHARE = 0.004
"""Of a chapter's words outside quotes: from so many "I" on, somebody tells the story."""


@dataclass(slots=True)
class Spoken:
    """A resolved quote: person keys, and the rule that found the speaker."""

    speaker: int
    rule: str
    addressees: list[int]


@dataclass(slots=True)
class Resolution:
    """A chapter with its people in place. `who` gives a person key per mention (-1: nobody)."""

    who: list[int]
    naming: Naming
    spoken: list[Spoken] = field(default_factory=list)
    narrator: int = -1
    unmasked: list[tuple[int, int, int]] = field(default_factory=list)
    """(person, who they turn out to be, mention index): the narrator, by the name that others call them."""
    described: list[tuple[int, str, int]] = field(default_factory=list)
    """(person, description, mention index) of those known by what they are."""


def resolve(memory: Memory, notes: Extract, book: int, make_id: str) -> Resolution:
    """Resolve a chapter, adding to `memory` those first met in it."""
    naming = name_people(memory, notes, make_id)
    learn_gender(memory, notes, naming)
    found = Resolution([-1] * len(notes.mentions), naming)
    found.narrator = _find_narrator(memory, notes, book, make_id, found)
    _describe(memory, notes, make_id, found)
    _Walk(memory, notes, found).run()
    return found


def _find_narrator(memory: Memory, notes: Extract, book: int, make_id: str, found: Resolution) -> int:
    """The person who says "I" in the narration, where somebody does."""
    own = [i for i, n in enumerate(notes.mentions) if n.kind == "pronoun" and n.person == 1 and not n.plural and n.quote < 0]
    if len(own) < 8 or len(own) < NARRATOR_SHARE * notes.words:
        return -1
    if book not in memory.narrators:
        person = new_person(memory, f"{make_id}n1", "narrator")
        memory.narrators[book] = person.key
        found.naming.met.append((person.key, own[0]))
        found.described.append((person.key, "the narrator", own[0]))
        person.forms["the narrator"] = 1
    return memory.person(memory.narrators[book]).key


def _describe(memory: Memory, notes: Extract, make_id: str, found: Resolution) -> None:
    """Let in people known only by what they are ("the ferryman"), who act or speak at least twice in the chapter."""
    acts: Counter[str] = Counter()
    first: dict[str, int] = {}
    for index, note in enumerate(notes.mentions):
        if note.kind == "nominal" and note.definite and not note.plural and note.owner < 0 and note.head not in _GENERIC:
            first.setdefault(note.head, index)
            acts[note.head] += note.role == "subj" and note.quote < 0
    order = len(found.naming.met)
    for head, index in sorted(first.items(), key=lambda pair: pair[1]):
        form = f"the {head}"
        known = [p for p in memory.people if p.kind == "description" and form in p.forms]
        if not known and acts[head] >= 2 and tie_of(head) is None:
            order += 1
            person = new_person(memory, f"{make_id}d{order}", "description")
            person.forms[form] = 0
            found.naming.met.append((person.key, index))
            found.described.append((person.key, form, index))


class _Walk:
    """One pass over a chapter. State: who is in mind, and who is talking with whom."""

    def __init__(self, memory: Memory, notes: Extract, found: Resolution) -> None:
        self.memory, self.notes, self.found = memory, notes, found
        self.salience = Salience(memory)
        self.salience.weight = {memory.person(key).key: CARRIED * weight for key, weight in memory.in_mind.items()}
        self.by_paragraph: dict[int, list[int]] = {}
        self.subject = (-1, -1, -1)
        """(person, sentence, quote) of the last grammatical subject."""
        self.turns: list[tuple[int, int, list[int]]] = []
        """(paragraph, speaker, addressees) of the quotes so far."""
        self.acting: list[int] = []
        """The subjects of the narration of the paragraph in hand, in order."""
        self.descriptions = {
            form: p.key for p in memory.people if p.kind == "description" and p.joined < 0 for form in p.forms
        }

    def run(self) -> None:
        """Walk the chapter's paragraphs."""
        for index, note in enumerate(self.notes.mentions):
            self.by_paragraph.setdefault(note.paragraph, []).append(index)
        quotes: dict[int, list[int]] = {}
        for index, quote in enumerate(self.notes.utterances):
            quotes.setdefault(quote.paragraph, []).append(index)
            self.found.spoken.append(Spoken(-1, "", []))
        for paragraph in range(len(self.notes.paragraphs)):
            mine = self.by_paragraph.get(paragraph, [])
            self.acting = [i for i in mine if self.notes.mentions[i].quote < 0 and self.notes.mentions[i].role == "subj"]
            self._narration(mine)
            for index in quotes.get(paragraph, []):
                self._quote(index, self.notes.utterances[index], mine)
            self._speech(mine)
            self.salience.fade(PARAGRAPH_DECAY)
        self.memory.in_mind = {key: round(weight, 4) for key, weight in self.salience.weight.items()}

    # -- narration ---------------------------------------------------------------------------------------

    def _narration(self, mine: list[int]) -> None:
        sentence = -1
        for index in mine:
            note = self.notes.mentions[index]
            if note.quote >= 0:
                continue
            if note.sentence != sentence and sentence >= 0:
                self.salience.fade(SENTENCE_DECAY)
            sentence = note.sentence
            self._settle(index, self._mean(index, note, self.found.narrator, []))

    def _settle(self, index: int, key: int, scale: float = 1.0) -> None:
        self.found.who[index] = key
        if key >= 0:
            note = self.notes.mentions[index]
            self.salience.mention(key, note.role, scale * (1.2 if note.kind == "name" else 1.0))
            self.memory.people[key].count += 1
            if note.role == "subj":
                self.subject = (key, note.sentence, note.quote)
                self.memory.people[key].acted += note.quote < 0 and note.person == 3

    def _mean(self, index: int, note: MentionNote, me: int, you: list[int]) -> int:
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
        if note.definite and note.head in _GENERIC and note.gender and note.role == "subj":
            return self.salience.resolve(note.gender)
        return -1

    # -- speech ------------------------------------------------------------------------------------------

    def _quote(self, index: int, quote: UtteranceNote, mine: list[int]) -> None:
        called = [self._mean(i, self.notes.mentions[i], -1, []) for i in quote.vocatives
                  if self.notes.mentions[i].kind == "name"]  # fmt: skip
        called = [key for key in called if key >= 0]
        if called:
            called[0] = self._unmask(quote, called[0])
        speaker, rule = self._speaker(quote, called, mine)
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

    def _speaker(self, quote: UtteranceNote, called: list[int], mine: list[int]) -> tuple[int, str]:
        if quote.kind == "letter":
            return self._letter_writer(quote, called)
        if quote.speaker >= 0:
            key = self.found.who[quote.speaker]
            if key < 0:
                note = self.notes.mentions[quote.speaker]
                key = self.salience.resolve(note.gender, called) if note.gender else -1
                self.found.who[quote.speaker] = key
            return self._take_turn(quote, key, called), quote.rule
        if (named := self._names_self(quote, mine)) >= 0:
            return named, "names-self"
        if self.turns and self.turns[-1][0] == quote.paragraph:
            return self.turns[-1][1], "same-paragraph"
        beside = self._beside(quote, called)
        if beside >= 0:
            return beside, "beside"
        return self._by_turn(quote, called)

    def _names_self(self, quote: UtteranceNote, mine: list[int]) -> int:
        """ "I am X": whoever says so and is not known otherwise is X."""
        first, stop = (bisect_left(mine, x, key=self._start) for x in (quote.parts[0][0], quote.parts[-1][1]))
        for index in mine[first:stop]:
            note = self.notes.mentions[index]
            if note.kind == "name" and note.role == "attr" and note.quote >= 0 and note.clause >= 0:
                clause = self.notes.clauses[note.clause]
                subject = self.notes.mentions[clause.subjects[0]] if clause.subjects else None
                if clause.verb == "be" and subject and subject.person == 1 and not clause.negated:
                    return self._mean(index, note, -1, [])
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
        if (not recent or quote.paragraph - recent[-1][0] > 1) and (acting := self._acted_before(quote, called)) >= 0:
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

    def _acted_before(self, quote: UtteranceNote, called: list[int]) -> int:
        """The last subject of the paragraph of narration just before the quote."""
        for index in reversed(self.by_paragraph.get(quote.paragraph - 1, [])):
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

    def _speech(self, mine: list[int]) -> None:
        """Resolve what stands inside the quotes of a paragraph, now that their speakers are known."""
        for index in mine:
            note = self.notes.mentions[index]
            if note.quote >= 0:
                said = self.found.spoken[note.quote]
                self._settle(index, self._mean(index, note, said.speaker, said.addressees), 0.35)

