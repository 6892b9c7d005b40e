"""Made sagas: batches with every kind of fact, as big or as nasty as a test wants them.

`make_batches(chapters, people, seed)` is the same every time; person 1 is the hub, in every scene; the others come in
over the chapters. `stories()` are small ones for hypothesis, whose words are hostile.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from hypothesis import strategies as st

from castline.graph.facts import (
    Attribute,
    Chapter,
    Character,
    Cue,
    Event,
    Fact,
    Feeling,
    Identity,
    Knowledge,
    Mention,
    Mood,
    Name,
    Participation,
    Present,
    Problem,
    Relation,
    Scene,
    Summary,
    Utterance,
)
from castline.graph.moments import Moment
from castline.graph.store import Batch, BookRecord, ChapterRecord

F = TypeVar("F", bound=Fact)

HOSTILE = (
    "plain words", "it's “quoted” and 'quoted'", '"until":null', '{"until":null}', "`) DETACH DELETE n //", "\\", "$saga",
    "}) RETURN n UNION MATCH (m) DETACH DELETE m //", "'; DROP TABLE fact; --", "line\nbreak\u2028and\u0085more", "é 𝔘 😀 ﬁ", "",
    "%s {0} {{", "\x00\x01",
)  # fmt: skip
RELATIONS = ("friend", "classmate", "teacher", "family", "lover", "opponent", "teammate", "enemy")
ATTRIBUTES = ("gender", "age", "title", "belongings", "hobby", "personality")
EMOTIONS = ("joyful", "afraid", "proud", "lonely")
DIGEST = hashlib.sha256(b"").hexdigest()


@dataclass
class Making:
    """A chapter in the making."""

    saga: str
    book: int
    chapter: int
    rng: random.Random
    words: Sequence[str]
    facts: list[Fact] = field(default_factory=list)

    def add(self, cls: type[F], scene: int | None = None, /, **own: Any) -> F:
        """A fact of the chapter, or of one of its scenes, with words from the stock."""
        self_made = f"{self.saga}:{self.book}.{self.chapter}:{cls.__name__.lower()}{len(self.facts)}"
        start = len(self.facts) * 10
        fact = cls(
            id=own.pop("id", self_made), book=self.book, chapter=self.chapter, scene=scene,
            told=str(Moment(self.book, self.chapter, scene or 0)), start=start, end=start + 9,
            text=self.rng.choice(self.words), by="made", confidence=0.5, **own,
        )  # fmt: skip
        self.facts.append(fact)
        return fact

    def pick(self, options: Sequence[Any]) -> Any:
        return self.rng.choice(options)


def make_batches(
    chapters: int, people: int, seed: int = 0, saga: str = "made", words: Sequence[str] = HOSTILE, books: int = 1,
    scenes: int = 3, rng: random.Random | None = None,
) -> Iterator[Batch]:  # fmt: skip
    """The batches of a made saga, in order; each is to be written after the ones before it."""
    rng = rng or random.Random(seed)
    met: list[str] = []
    events: list[str] = []
    for at in range(chapters):
        book, chapter = 1 + at * books // chapters, 1 + at % -(-chapters // books)
        making = Making(saga, book, chapter, rng, words)
        heading = making.add(Chapter, label=f"CHAPTER {chapter}", part=making.pick((None, "VOLUME I")))
        for _ in range(max(1, people // chapters) if len(met) < people else 0):
            _introduce(making, met)
        for scene in range(1, scenes + 1):
            _play(making, scene, met, events)
        making.add(Summary, of=heading.id, summary=making.pick(words))
        making.add(Problem, message=making.pick(words), advice="Look again.")
        yield _batch(making, at, chapters)


def _introduce(making: Making, met: list[str]) -> None:
    who = f"{making.saga}:{making.book}.{making.chapter}:c{len(met) + 1}"
    making.add(Character, id=who, narrator=not met)
    met.append(who)
    making.add(Name, character=who, form=making.pick(making.words) + f" {len(met) % 3}", type="full")
    making.add(Attribute, character=who, attribute="gender", value=making.pick(("female", "male")))


def _play(making: Making, scene: int, met: list[str], events: list[str]) -> None:
    """One scene: the hub and some others feel, speak, act and come to know."""
    here = [met[0], *making.rng.sample(met[1:], min(2, len(met) - 1))]
    present = tuple(Present(character=who, presence="pov" if who == met[0] else "on-page") for who in here)
    making.add(Scene, scene, place=making.pick((None, *making.words)), present=present)
    for who in here:
        toward = making.pick(met)
        making.add(Feeling, scene, holder=who, toward=toward, affection=making.rng.randint(-100, 100) / 10,
                   familiarity=making.rng.randint(0, 10) / 1.0, cues=(Cue(type="deed", weight=0.5, start=1, end=2),))  # fmt: skip
        _speak_and_act(making, scene, who, here, events)
    if making.rng.random() < 0.3:
        making.add(Mood, scene, character=here[-1], emotion=making.pick(EMOTIONS), intensity=0.25)
        making.add(
            Attribute, scene, character=here[-1], attribute=making.pick(ATTRIBUTES), value=making.pick(making.words)
        )
        making.add(
            Relation, scene, a=here[0], b=here[-1], type=making.pick(RELATIONS), subtype=making.pick((None, "aunt"))
        )
    if making.rng.random() < 0.05 and len(here) > 1:
        making.add(Identity, scene, a=here[0], b=here[1], how="told")


def _speak_and_act(making: Making, scene: int, who: str, here: list[str], events: list[str]) -> None:
    making.add(Utterance, scene, speaker=making.pick((who, None)), addressees=tuple(here[1:]), rule="made",
               emotion=making.pick((None, *EMOTIONS)), parts=((1, 2), (3, 4)))  # fmt: skip
    event = making.add(Event, scene, summary=making.pick(making.words), type="deed", place=making.pick((None, "here")),
                       importance=making.rng.randint(0, 10) / 10)  # fmt: skip
    events.append(event.id)
    making.add(Participation, scene, character=who, event=event.id, presence="on-page", role="agent")
    for other in here:
        making.add(Knowledge, scene, character=other, event=event.id, how="witnessed", source=making.pick((None, who)))
    making.add(Knowledge, scene, character=who, event=making.pick(events), how="told")


def _batch(making: Making, after: int, chapters: int) -> Batch:
    where: dict[str, Any] = {"book": making.book, "chapter": making.chapter, "by": "made"}
    mentions = [
        Mention(id=f"{making.saga}:{making.book}.{making.chapter}:m{n}", told=str(Moment(making.book, making.chapter, n)),
                scene=n, start=n, end=n + 1, text=text, character=making.saga, form=text, type="name", **where)
        for n, text in enumerate(making.words[:3], 1)
    ]  # fmt: skip
    return Batch(
        making.saga, after, BookRecord(making.book, "made.txt", DIGEST, 1000 + after, chapters),
        ChapterRecord(making.book, making.chapter, DIGEST, DIGEST, after * 10, f"CHAPTER {making.chapter}", None),
        making.facts, mentions, _rows(making, after), "\n\n".join(making.words),
    )  # fmt: skip


def _rows(making: Making, after: int) -> dict[str, bytes | None]:
    """What the next chapter needs: a row that every chapter changes, one of its own, and one of before that is gone."""
    return {
        "": bytes([after % 256]) * 8, f"chapter {after} {making.words[0]}": b"", making.words[-1]: making.words[0].encode(),
        f"chapter {after - 2} {making.words[0]}": None,
    }  # fmt: skip


@st.composite
def stories(draw: st.DrawFn) -> list[Batch]:
    """A saga of a few chapters whose words are hostile; its name too."""
    rng = draw(st.randoms(use_true_random=False))
    words = draw(
        st.lists(
            st.sampled_from(HOSTILE) | st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
            min_size=1,
            max_size=5,
        )
    )
    name = "made " + draw(st.text("ab'`\"{}$\\ é", max_size=6))
    size = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    return list(make_batches(*size, saga=name, words=words, scenes=draw(st.integers(0, 2)), rng=rng))
