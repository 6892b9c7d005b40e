"""The verbs: what each path asks of the library. Those of the command line, and what the page asks beside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from castline.agent.hints import Hints
from castline.agent.model import Messages
from castline.api import asked
from castline.doctor import Checkup
from castline.library import Library, SagaEntry
from castline.query.entries import Snapshot
from castline.query.finding import Finding
from castline.query.histories import Difference, EventRow, FeelingHistory
from castline.query.knowing import Happening, Knowing
from castline.query.network import Network
from castline.query.paragraphs import Around
from castline.query.passages import Passage
from castline.query.people import CastEntry
from castline.query.reading import Read
from castline.query.scenes import SceneRow
from castline.query.shifts import Shifts
from castline.query.stage import Stage, Tick

Ask = Callable[[Library, Any], Any]


@dataclass(frozen=True, slots=True)
class Verb:
    """A path, what may be asked of it, how the library is asked, and what it answers. `kept`: the answer is a saga's state
    at a moment, and nothing else (hints rest on what comes, too: that it lies ahead). `is_short` says of what was asked whether
    it takes about as long however much the saga holds."""

    path: str
    asks: Any
    ask: Ask
    answers: Any
    summary: str
    kept: bool = True
    is_short: Callable[[Any], bool] = lambda a: False


def _until(ticks: list[Tick], upto: str | None) -> list[Tick]:
    """The first so many chapters ("12"), or those that are no later than one of a book ("2.12")."""
    if upto is None or "." not in upto:
        return ticks[: int(upto) if upto else None]
    last = [int(part) for part in upto.split(".")]
    return [tick for tick in ticks if [int(part) for part in tick.at.split(".")] <= last]


VERBS: tuple[Verb, ...] = (
    Verb("/v1/sagas", asked.Nothing, lambda own, a: own.sagas(), list[SagaEntry], "What the store holds.", False),
    Verb("/v1/names", asked.Nothing, lambda own, a: [entry.saga for entry in own.sagas()], list[str],
         "The names of the sagas, and nothing of how far they are told.", False),
    Verb("/v1/chapters", asked.OfChapters, lambda own, a: _until(own.chapters(a.at), a.upto), list[Tick],
         "The chapters told by a moment."),
    Verb("/v1/stage", asked.OfStage, lambda own, a: own.stage(a.at, a.people), Stage,
         "One screen of a moment: who stands where, what is between them, what this chapter changed."),
    Verb("/v1/cast", asked.OfCast, lambda own, a: own.cast(a.at), list[CastEntry], "Everybody met by a moment."),
    Verb("/v1/snapshot", asked.OfSnapshot, lambda own, a: own.snapshot(a.character, a.at, a.budget, a.confidence, a.format, a.partner),
         Snapshot, "Who somebody is as of a moment.", is_short=lambda a: a.budget is None and a.partner is None),
    Verb("/v1/feelings", asked.OfTwo, lambda own, a: own.feelings(a.a, a.b, a.at, a.more), FeelingHistory,
         "How two people felt for each other over time."),
    Verb("/v1/shifts", asked.OfShifts, lambda own, a: own.shifts(a.since, a.to, a.top), Shifts,
         "Whose feelings swung furthest between two moments."),
    Verb("/v1/network", asked.OfMoment, lambda own, a: own.network(a.at), Network, "Who stands where among the others."),
    Verb("/v1/events", asked.OfEvents, lambda own, a: own.events(a.character, a.at, a.clock), list[EventRow], "What somebody took part in."),
    Verb("/v1/happenings", asked.OfCast, lambda own, a: own.happenings(a.at), list[Happening], "Every event told, the latest first."),
    Verb("/v1/knows", asked.OfEvent, lambda own, a: own.knows(a.event, a.at), Knowing,
         "Who was at an event, who heard of it, and who does not know."),
    Verb("/v1/diff", asked.OfChange, lambda own, a: own.diff(a.character, a.since, a.to), Difference,
         "What became known of somebody between two moments."),
    Verb("/v1/review", asked.OfReview, lambda own, a: own.review(a.at, a.top), list[Finding], "Likely errors worth a look."),
    Verb("/v1/passages", asked.OfPassages, lambda own, a: own.passages(a.query, a.at, a.who, a.top), list[Passage],
         "What was told by a moment about something, the likeliest first."),
    Verb("/v1/hints", asked.OfHints, lambda own, a: own.hints(a.character, a.question, a.at), Hints,
         "What may be said of a question to who plays somebody: what lies ahead is said to lie ahead, and no more.", False),
    Verb("/v1/messages", asked.OfMessages, lambda own, a: own.messages(a.character, a.question, a.at, a.partner, a.budget), Messages,
         "A chat that any model can answer in character: portrait, what is remembered of the matter, hints, and the question.", False),
    Verb("/v1/scenes", asked.OfScenes, lambda own, a: own.scenes(a.who, a.at), list[SceneRow],
         "The scenes told by a moment, and who is there for how much of them."),
    Verb("/v1/paragraph", asked.OfParagraph, lambda own, a: own.paragraph(a.start, a.end, a.at, a.book), Around,
         "The paragraphs around a piece of evidence, as far as they are told by a moment."),
    Verb("/v1/reading", asked.OfMoment, lambda own, a: own.reading(a.at), list[Read],
         "The chapter of a moment, with whom its words were taken to mean and who says what to whom."),
    Verb("/v1/doctor", asked.Nothing, lambda own, a: own.doctor(), Checkup, "What is installed and in use.", False),
)  # fmt: skip
"""Run in threads: a library may be asked from many at once."""
