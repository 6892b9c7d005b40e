"""Decisions to facts: the one place that numbers, dates and sources them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import msgspec

from castline.graph import facts
from castline.graph.facts import Fact
from castline.graph.moments import Moment
from castline.graph.moments import before as date_before
from castline.graph.showing import OVER, find_why, find_words, shows
from castline.graph.ties import HPD_TYPE
from castline.ingest.annotations import Extract
from castline.ingest.decisions import Decision, Decisions, Happening, Level, Staging
from castline.ingest.draft import LONGEST_EVIDENCE
from castline.ingest.memory.memory import Memory, Pair
from castline.ingest.narrative.sayings import join_pieces
from castline.ingest.reading.problems import Problem
from castline.ingest.segmentation.chapters import Chapter

F = TypeVar("F", bound=Fact)


def write_facts(
    prefix: str, book: int, chapter: Chapter, text: str, notes: Extract, decisions: Decisions, memory: Memory,
    problems: Sequence[Problem],
) -> tuple[list[Fact], list[facts.Mention]]:  # fmt: skip
    """The facts and mentions of a chapter, from what has been decided of it.

    `memory` is the one after the chapter; `text` is the chapter's own, and `problems` count from the book's start.
    """
    writer = _Writer(prefix, book, chapter, text, notes, decisions, memory)
    writer.add_chapter(problems)
    writer.add_people()
    writer.add_talk()
    for happening in decisions.happenings:
        writer.add_event(happening)
    for level in sorted(decisions.levels, key=lambda level: level.scene or 0):
        if not level.slight:
            writer.add_feeling(level)
    for said in decisions.errata:
        ids = tuple(memory.people[key].id for key in said.people)
        writer.add(facts.Erratum, said, correction=said.correction, what=said.what, people=ids)
    for recap in decisions.recaps:
        writer.add(facts.Summary, recap, of=f"{prefix}chapter1", summary=recap.summary)
    return writer.facts, list(writer.make_mentions())


class _Writer:
    """The facts of one chapter so far. All spans within it count from the chapter's start."""

    def __init__(self, prefix: str, book: int, chapter: Chapter, text: str, notes: Extract, decisions: Decisions, memory: Memory
                 ) -> None:  # fmt: skip
        self.prefix, self.book, self.chapter, self.text = prefix, book, chapter, text
        self.notes, self.decisions, self.memory = notes, decisions, memory
        self.base = chapter.start
        self.facts: list[Fact] = []
        self.numbers: Counter[str] = Counter()

    def id_of(self, key: int) -> str:
        """The id under which a person stands in facts: that of whoever was met first, of those who are one."""
        return self.memory.person(key).id

    def make(self, cls: type[F], told: Decision, identifier: str = "", /, **own: Any) -> F:
        """A fact of this chapter, numbered within its kind."""
        tag = str(cls.__struct_config__.tag)
        self.numbers[tag] += 1
        return cls(
            id=identifier or f"{self.prefix}{tag}{self.numbers[tag]}", book=self.book, chapter=self.chapter.ordinal,
            scene=told.scene, told=str(Moment(self.book, self.chapter.ordinal, told.scene or 0)), start=self.base + told.start,
            end=self.base + told.end, text=self.text[told.start : told.end],
            by=told.by or f"{self.decisions.by}/{told.rule}", confidence=told.confidence, **own,
        )  # fmt: skip

    def add(self, cls: type[F], told: Decision, identifier: str = "", /, **own: Any) -> F:
        """The same, added to the chapter's facts."""
        fact = self.make(cls, told, identifier, **own)
        self.facts.append(fact)
        return fact

    def add_chapter(self, problems: Sequence[Problem]) -> None:
        """The chapter itself, whose words are its heading; what is wrong with its text; its scenes."""
        own = self.chapter
        whole = Decision(start=0, end=own.end - own.start, scene=None, rule="cut", confidence=1.0)
        made = self.make(facts.Chapter, whole, label=own.label, part=own.part)
        heading = self.text[: own.body_start - own.start].rstrip()
        self.facts.append(msgspec.structs.replace(made, text=heading))
        for problem in problems:
            start = problem.start - own.start
            end = max(start, min(problem.end, problem.start + LONGEST_EVIDENCE, own.end) - own.start)
            of = Decision(start=start, end=end, scene=None, rule="cut", confidence=1.0, by=problem.by)
            self.add(facts.Problem, of, message=problem.message, advice=problem.advice)
        for staging in self.decisions.stagings:
            self.add(facts.Scene, staging, place=staging.place or None, present=tuple(self.find_present(staging)))

    def find_present(self, staging: Staging) -> Iterator[facts.Present]:
        """Who is in a scene, sorted by id; those who are one share their stays."""
        stays: dict[str, list[tuple[int, int]]] = {}
        for key, spans in staging.present.items():
            stays.setdefault(self.id_of(key), []).extend((self.base + a, self.base + b) for a, b in spans)
        pov = self.id_of(staging.focal) if staging.focal >= 0 else ""
        for one in sorted(stays):
            yield facts.Present(
                character=one, presence="pov" if one == pov else "on-page", stays=tuple(sorted(stays[one]))
            )

    def add_people(self) -> None:
        """Who is met, under what names, who turns out to be whom, and what people are and are to each other."""
        people, own = self.memory.people, self.decisions
        for met in own.introductions:
            self.add(facts.Character, met, people[met.person].id, narrator=met.kind == "narrator")
        for given in own.namings:
            who = people[given.person].id
            self.add(facts.Name, given, character=who, form=given.form, type=given.type, leads=given.leads)
        for join in own.joins:
            self.add(facts.Identity, join, a=self.id_of(join.kept), b=people[join.gone].id, how=join.how)
        for parting in own.partings:
            a, b = people[parting.kept].id, people[parting.gone].id
            self.add(facts.Identity, parting, a=a, b=b, how=facts.PARTED)
        for tie in own.ties:
            kinds = {"type": HPD_TYPE.get(tie.kind, "family"), "subtype": tie.kind}
            hidden = tuple(map(self.id_of, tie.hidden_from))
            self.add(facts.Relation, tie, a=self.id_of(tie.a), b=self.id_of(tie.b), hidden_from=hidden, **kinds)
        for mood in own.moods:
            who = self.id_of(mood.person)
            self.add(facts.Mood, mood, character=who, emotion=mood.emotion, intensity=mood.intensity)
        for trait in own.traits:
            who = self.id_of(trait.person)
            others = dict.fromkeys(map(self.id_of, trait.others))
            self.add(facts.Attribute, trait, character=who, attribute=trait.attribute, value=trait.value, weight=trait.weight,
                     others=tuple(one for one in others if one != who))  # fmt: skip

    def add_talk(self) -> None:
        """Every quote, with its speaker where one is known."""
        for speech in self.decisions.speeches:
            parts = self.notes.utterances[speech.quote].parts
            words = join_pieces(self.text, parts) if len(parts) > 1 else None
            self.add(
                facts.Utterance, speech, speaker=self.id_of(speech.speaker) if speech.speaker >= 0 else None,
                addressees=tuple(self.id_of(key) for key in speech.addressees),
                rule="unknown" if speech.rule == "quote" else speech.rule,
                parts=tuple((self.base + a, self.base + b) for a, b in parts), weight=speech.weight, words=words,
            )  # fmt: skip

    def add_event(self, told: Happening) -> None:
        """An event, who takes part, and who knows of it."""
        event = self.add(
            facts.Event,
            told,
            summary=told.summary,
            type=told.kind,
            place=told.place or None,
            importance=told.importance,
            happened=self.find_time(told),
        )
        for part in told.parts:
            of = _of(told, part.rule, part.confidence)
            self.add(facts.Participation, of, character=self.id_of(part.person), event=event.id, presence=part.presence,
                     role=part.role)  # fmt: skip
        for known in told.known:
            self.add(
                facts.Knowledge, _of(told, known.how, known.confidence), character=self.id_of(known.person), event=event.id,
                how=known.how, source=self.id_of(known.source) if known.source >= 0 else None,
            )  # fmt: skip

    def find_time(self, told: Happening) -> str | None:
        """When it happened, where it is only told of: before the scene that tells it, or before the story begins."""
        if not told.past:
            return None
        opens = (self.book, self.chapter.ordinal) == (1, 1) and (told.scene or 1) == self.notes.paragraphs[0][2]
        return date_before(Moment(self.book, self.chapter.ordinal, 0 if opens else told.scene or 0))

    def add_feeling(self, level: Level) -> None:
        """The levels of a pair from a scene on, with the cues that moved them."""
        cues = tuple(
            facts.Cue(type=c.type, weight=c.weight, start=self.base + c.start, end=self.base + c.end, why=c.why)
            for c in level.cues
        )
        made = self.make(
            facts.Feeling, level, holder=self.id_of(level.holder), toward=self.id_of(level.toward),
            affection=round(level.affection, 2), familiarity=round(level.familiarity, 2), cues=cues,
        )  # fmt: skip
        self.facts.append(self.find_shown((level.holder, level.toward), made))

    def find_shown(self, both: Pair, made: facts.Feeling) -> facts.Feeling:
        """The feeling with the last words that showed it as it stands; its own, where they do, are kept for those to come."""
        pair, warm = (self.memory.person(both[0]).key, self.memory.person(both[1]).key), made.affection > 0
        if shows(made):
            start, end = find_words(made)
            words = made.start + start, made.start + end, made.text[start:end]
            self.memory.shown[pair] = warm, facts.Shown(made.told, *words, made.by, made.confidence, find_why(made))
            return made
        if pair in self.memory.shown and any(cue.type.startswith(OVER) for cue in made.cues):
            del self.memory.shown[pair]
        liked, before = self.memory.shown.get(pair) or (warm, None)
        return msgspec.structs.replace(made, shown=before) if liked == warm else made

    def make_mentions(self) -> Iterator[facts.Mention]:
        """A mention for each that means somebody."""
        for meaning in self.decisions.meanings:
            note = self.notes.mentions[meaning.mention]
            form = " ".join(note.form.split())
            yield self.make(facts.Mention, meaning, character=self.id_of(meaning.person), form=form, type=note.kind)


def _of(told: Happening, rule: str, confidence: float) -> Decision:
    """What a part of an event stands on: the event's words."""
    return Decision(start=told.start, end=told.end, scene=told.scene, rule=rule, confidence=confidence, by=told.by)
