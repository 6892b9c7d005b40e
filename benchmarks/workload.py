"""Made sagas of a stated size: 200 chapters, 501 people, 20,000 events, 79,500 participations, 60,600 feelings and
40,000 utterances at scale 1, ten times each at scale 10. The hub (person 0) has about 300 live feelings at any
scale; the quiet person (person 1) has the same short history at any scale."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from typing import Any

from castline.graph.facts import (
    Chapter,
    Character,
    Event,
    Fact,
    Feeling,
    Knowledge,
    Name,
    Participation,
    Present,
    Scene,
    Utterance,
)  # fmt: skip
from castline.graph.moments import Moment
from castline.graph.store import Batch, BookRecord, ChapterRecord

CHAPTERS, PEOPLE, EVENTS, FEELINGS, UTTERANCES = 200, 501, 100, 303, 200
"""At scale 1; the last three are per chapter."""
PARTNERS = 300
HUB, QUIET = 0, 1
_DIGEST = hashlib.sha256(b"made").hexdigest()


class _Chapter:
    """The facts of one chapter in the making."""

    def __init__(self, saga: str, ordinal: int, rng: random.Random) -> None:
        self.saga, self.ordinal, self.rng = saga, ordinal, rng
        self.facts: list[Fact] = []

    def add(self, cls: Any, identifier: str = "", scene: int | None = 1, **own: Any) -> str:
        name = identifier or f"{self.saga}:1.{self.ordinal}:{cls.__name__.lower()}{len(self.facts)}"
        at = len(self.facts) * 60
        self.facts.append(cls(
            id=name, book=1, chapter=self.ordinal, scene=scene, told=str(Moment(1, self.ordinal, scene or 0)), start=at,
            end=at + 50, text="She looked at him, and he looked away; it was late.", by="made", confidence=0.8, **own,
        ))  # fmt: skip
        return name


def person(saga: str, number: int) -> str:
    """The id of a made person."""
    return f"{saga}:1.1:c{number}"


def make_saga(saga: str, scale: int = 1) -> Iterator[Batch]:
    """The batches of a made saga, in order: `scale` times the chapters and the people."""
    rng = random.Random(11)
    chapters = CHAPTERS * scale
    book = BookRecord(1, f"{saga}.txt", _DIGEST, chapters * 100_000, chapters)
    for ordinal in range(1, chapters + 1):
        making = _Chapter(saga, ordinal, rng)
        making.add(Chapter, scene=None, label=f"CHAPTER {ordinal}")
        if ordinal == 1:
            _introduce(making, PEOPLE * scale)
        _fill(making, PEOPLE * scale)
        record = ChapterRecord(1, ordinal, _DIGEST, _DIGEST, ordinal * 100_000, f"CHAPTER {ordinal}", None)
        yield Batch(saga, ordinal - 1, book, record, making.facts, (), {})


def _introduce(making: _Chapter, people: int) -> None:
    for number in range(people):
        who = making.add(Character, person(making.saga, number))
        making.add(Name, character=who, form=f"Person {number}", type="full")
        if number == QUIET:
            for other in range(2, 22):
                making.add(Feeling, holder=who, toward=person(making.saga, other), affection=1.0, familiarity=2.0)


def _fill(making: _Chapter, people: int) -> None:
    rng, saga = making.rng, making.saga
    here = [HUB, *(rng.randrange(2, people) for _ in range(30))]
    making.add(Scene, place="the hall", present=tuple(
        Present(character=person(saga, n), presence="on-page") for n in dict.fromkeys(here)))  # fmt: skip
    for n in range(EVENTS):
        event = making.add(Event, summary="Somebody gave somebody a key.", type="gift", importance=rng.random())
        for number in dict.fromkeys([HUB if n % 5 == 0 else rng.choice(here), *rng.choices(here, k=3)]):
            who = person(saga, number)
            making.add(Participation, character=who, event=event, presence="on-page", role="agent")
            making.add(Knowledge, character=who, event=event, how="took-part")
    for n in range(FEELINGS):
        holder = HUB if n % 20 == 0 else rng.randrange(2, people)
        toward = rng.randrange(2, PARTNERS + 2) if holder == HUB else rng.randrange(2, people)
        if holder != toward:
            making.add(Feeling, holder=person(saga, holder), toward=person(saga, toward),
                       affection=round(rng.uniform(-9, 9), 2), familiarity=round(rng.uniform(0, 9), 2))  # fmt: skip
    for _ in range(UTTERANCES):
        making.add(Utterance, speaker=person(saga, rng.choice(here)), rule="made", parts=((0, 50),))
