"""Scenes -> items, the way of TimeChara (D.2 to D.5): structured and free questions, fakes, people times moments, filters."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from castline.agent.model import Model
from castline.bench.dataset import WAYS, Item, Way
from castline.bench.scenes import Scene, draw_scenes
from castline.bench.writing import Summary, falsify, question, summarize
from castline.errors import AnswersAwaited, AskError
from castline.graph.moments import Moment, pack
from castline.query.people import list_cast
from castline.query.sentences import COMMON
from castline.query.view import View

STEMS = (
    "Were you there when {}?", "Did you see the moment when {}?", "Did you hear it when {}?", "What did you see when {}?",
    "What did you hear when {}?", "Tell me your feelings when {}.", "How did you feel when {}?", "Describe what you lived through when {}.",
    "What did you think when {}?",
)  # fmt: skip
STRESSED = ("Is it true: were you there when {}?", "Did you truly see the moment when {}?", "Did you truly hear it when {}, right?",
            "What did you truly see when {}?", "What did you truly hear when {}?", "Tell me your true feelings when {}.",
            "How did you truly feel when {}?", "Describe truly what you lived through when {}.", "What did you truly think when {}?")  # fmt: skip
"""Nine stems, each plain and stressed: 18 templates, in our words."""
WORDS = (("what", 48.2), ("who", 19.0), ("why", 17.4), ("how", 9.8), ("when", 4.6), ("where", 1.0))
"""How free questions begin, and in how many of a hundred (D.4)."""
PEOPLE = 3
"""Main people who are asked: those most present."""
POINTS = 7
"""Time points from which one question of the future is asked (H.6)."""
MIX = {("future", "structured", False): 100, ("past-presence", "structured", False): 100, ("past-absence", "structured", False): 100,
       ("future", "free-form", False): 100, ("past-only", "free-form", False): 100, ("past-only", "free-form", True): 100}  # fmt: skip
"""The paper's sample of 600, by type, form and whether a detail is changed."""


@dataclass
class Built:
    """The items, and for each filter (how many came to it, how many passed)."""

    items: list[Item] = field(default_factory=list)
    survival: dict[str, tuple[int, int]] = field(default_factory=dict)

    def pass_on(self, name: str, passed: bool) -> bool:
        """Count one at a filter."""
        came, kept = self.survival.get(name, (0, 0))
        self.survival[name] = (came + 1, kept + passed)
        return passed


def count_calls(view: View) -> int:
    """How many calls a build takes at most: three a scene."""
    return 3 * sum(1 for _ in draw_scenes(view))


def build(
    view: View, model: Model, people: int = PEOPLE, seed: int = 1, tell: Callable[[int, int], None] | None = None
) -> Built:
    """All items of a saga as of the view. The same seed, answers and saga give the same items. Raises AnswersAwaited when all
    scenes have been asked about, where an answer is awaited; ModelError."""
    scenes, lot, built = list(draw_scenes(view)), random.Random(seed), Built()
    main = [entry.id for entry in list_cast(view)[:people]]
    seen: set[str] = set()
    awaited: AnswersAwaited | None = None
    for done, scene in enumerate(scenes, 1):
        try:
            _add_scene(built, view, model, scene, main, lot, seen)
        except AnswersAwaited as error:
            awaited = error
        if tell:
            tell(done, len(scenes))
    if awaited:
        raise awaited
    if not scenes:
        raise AskError(
            f"The saga '{view.record.name}' has no scene of 15 sentences with 5 speeches: nothing can be asked about it."
        )
    return built


def _add_scene(
    built: Built, view: View, model: Model, scene: Scene, main: Sequence[str], lot: random.Random, seen: set[str]
) -> None:
    number = f"{view.record.name}:{scene.at}"
    way, word = lot.choice(WAYS), lot.choices([w for w, _ in WORDS], [n for _, n in WORDS])[0]
    pick = random.Random(f"{lot.random()}")
    told = summarize(model, scene)
    if not built.pass_on("answered in form", told is not None) or told is None:
        return
    for name, passed in (("unique", told.unique), ("unambiguous", not told.ambiguous), ("no everyday matter", not told.everyday),
                         ("no duplicate", told.summary not in seen)):  # fmt: skip
        if not built.pass_on(name, passed):
            return
    seen.add(told.summary)
    maker = _Maker(view, scene, told, main, pick, number)
    built.items += maker.structured()
    free = question(model, scene, told.summary, word)
    if built.pass_on("free question does not answer itself", free is not None and not free.answers_itself) and free:
        built.items += maker.free(free.question, free.answer)
    fake = falsify(model, scene, told.summary, way)
    if (
        built.pass_on(
            "fake is false, and to the point", fake is not None and not fake.still_true and not fake.irrelevant
        )
        and fake
    ):
        built.items += maker.fake(fake.question, fake.truth, way)


@dataclass
class _Maker:
    """Makes the items of one scene."""

    view: View
    scene: Scene
    told: Summary
    main: Sequence[str]
    pick: random.Random
    number: str

    def structured(self) -> Iterator[Item]:
        """Presence and absence for every main person, later; and one who is asked before it."""
        clause = self.told.summary.rstrip(".")
        there = {name.casefold() for name in self.told.participants}
        for one in self.main:
            at = self._later(one)
            if at is None:
                continue
            name = self.view.name(one)
            present = any(name.casefold() in other or other in name.casefold() for other in there)
            gold = f"{'Yes' if present else 'No'}, {name} was {'' if present else 'not '}there: {self.told.summary}"
            yield self._make(
                "past-presence" if present else "past-absence", "structured", one, at, self._stem(clause), gold
            )
        yield from self._before(self._stem(clause), "structured")

    def free(self, asked: str, gold: str) -> Iterator[Item]:
        """One who is asked later, and one before it."""
        one = self.pick.choice(self.main)
        at = self._later(one)
        if at is not None:
            yield self._make("past-only", "free-form", one, at, asked, gold)
        yield from self._before(asked, "free-form")

    def fake(self, asked: str, truth: str, way: Way) -> Iterator[Item]:
        """One who is asked later about what did not happen so."""
        one = self.pick.choice(self.main)
        at = self._later(one)
        if at is not None:
            yield self._make("past-only", "free-form", one, at, asked, truth, way)

    def _before(self, asked: str, form: str) -> Iterator[Item]:
        one = self.pick.choice(self.main)
        earlier = [
            c for c in self._chapters() if c.bound < self.scene.told and c.bound >= self.view.cast.met.get(one, 0)
        ]
        if earlier:
            gold = f"{self.view.name(one)} cannot know this: it has not happened."
            yield self._make("future", form, one, str(self.pick.choice(earlier)), asked, gold)

    def _later(self, one: str) -> str | None:
        later = [c for c in self._chapters() if c.bound >= max(self.scene.told, self.view.cast.met.get(one, 0))]
        return str(self.pick.choice(later)) if later else None

    def _chapters(self) -> list[Moment]:
        return [Moment(c.book, c.ordinal) for c in self.view.record.chapters]

    def _stem(self, clause: str) -> str:
        first, _, rest = clause.partition(" ")
        lower = first.lower() if first.lower() in COMMON else first
        return self.pick.choice(STEMS + STRESSED).format(f"{lower} {rest}")

    def _make(self, type_: str, form: str, one: str, at: str, asked: str, gold: str, way: Way | None = None) -> Item:
        name = "fake" if way else type_
        return Item(
            id=f"{self.number}:{form}:{name}:{one.rpartition(':')[2]}", saga=self.view.record.name, type=type_, form=form,  # type: ignore[arg-type]
            who=one, at=at, question=asked, gold=gold, event=self.told.summary, scene=self.scene.at,
            participants=self.told.participants, book=self.scene.book, start=self.scene.start, end=self.scene.end,
            sha256=self.scene.sha256, fake=way, text=self.scene.text,
        )  # fmt: skip


def spread(view: View, items: Sequence[Item], points: int = POINTS) -> list[Item]:
    """The questions of the future, each asked from `points` time points: the chapters from that which meets the person to the last
    before the scene, evenly. Those with fewer chapters are left out. `gap` counts the points back from the scene."""
    chapters = [Moment(c.book, c.ordinal) for c in view.record.chapters]
    found = []
    for item in {(one.question, one.who): one for one in items if one.type == "future"}.values():
        asked = [c for c in chapters if view.cast.met.get(item.who, 0) <= c.bound < pack(item.scene)]
        for gap in range(points) if len(asked) >= points else ():
            at = asked[round((len(asked) - 1) * (points - 1 - gap) / (points - 1))]
            found.append(msgspec.structs.replace(item, id=f"{item.id}:gap{gap}", at=str(at), gap=gap))
    return found


def draw(items: Sequence[Item], size: int, seed: int = 1) -> list[Item]:
    """A sample in the paper's mix (equal shares of its six groups), as many as there are where a group has fewer."""
    lot, drawn = random.Random(seed), list[Item]()
    for group in MIX:
        own = [item for item in items if (item.type, item.form, item.fake is not None) == group]
        drawn += lot.sample(own, min(len(own), size // len(MIX)))
    return sorted(drawn, key=lambda item: item.id)


def count_types(items: Sequence[Item]) -> Counter[tuple[str, str, bool]]:
    """How many of each group (table 3 of the paper)."""
    return Counter((item.type, item.form, item.fake is not None) for item in items)
