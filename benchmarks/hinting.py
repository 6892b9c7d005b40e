"""What the weights of hints are fitted on: events of novels, which their plots' gold tells in other words than the book's.

Each event stands for questions put at the ends of chapters before and after it, to each of the novel's main people, and once
with a detail changed by lot. The weights of a novel's own figures are fitted without it.

Who takes part in an event, or sees it, is there. All other main people who are met by then are not: those who have a part in
another event of the chapter ("elsewhere"), those whom the event's words name ("talked of"), those who have one within two
chapters ("near"), and the rest ("far"), which is easy and hardly counts.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.logits import Example, fit_logit, fit_places
from benchmarks.planting import Changed, falsify
from benchmarks.shelf import Novel, find_gold, read_aliases
from castline.agent.details import list_details, weigh_details
from castline.agent.presence import find_signs
from castline.agent.ruling import Sought, compare_sides, doubt_details, seek, share
from castline.agent.weights import Weights
from castline.graph.moments import FOREVER
from castline.query.concordance import Concordance, Floats
from castline.query.sentences import find_terms
from castline.query.view import View

NEAR = 4
"""Sentences from a gold quote within which a place is right."""
MAIN = 5
"""Events that a main person has a part in, at least."""
AROUND = 2
"""Chapters on either side of an event, within which somebody is near it."""
SORTS = {"there": 1.0, "elsewhere": 1 / 3, "talked of": 1 / 3, "near": 1 / 3, "far": 0.05}
"""How much all questions of a sort count, put to people who were there and who were not."""
_ORDER = tuple(SORTS)


@dataclass(frozen=True)
class Told:
    """An event of a plot: in other words, its chapter, who is there, and where its quote stands (sentence)."""

    what: str
    chapter: int
    there: frozenset[str]
    reported: bool
    at: int | None
    quote: str


@dataclass(frozen=True)
class Asked:
    """An event put as a question, and what was found for it; `changed` where a detail of it is."""

    event: Told
    view: View
    found: Sought
    shares: Floats
    changed: Changed | None


@dataclass
class Rows:
    """Examples of one novel. `presence` has one for each main person, `people` one for each whom the graph tells apart: two
    main people may be taken for one, and then one of them being there is enough."""

    time: list[Example] = field(default_factory=list)
    presence: list[Example] = field(default_factory=list)
    people: list[Example] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)


class Plot:
    """A novel with the gold of what happens in it."""

    def __init__(self, folder: Path, name: str, novel: Novel) -> None:
        self.name, self.novel = name, novel
        self.view = novel.views.open("novel", None)
        rows = [
            json.loads(line) for line in (folder / "gold" / "plot" / f"{name}.jsonl").read_text("utf-8").splitlines()
        ]
        self.last = self.view.moment.chapter
        concordance = self.view.concordance()
        self.events = [
            Told(row["what"], row["chapter"], frozenset([*row["do"], *row["to"], *row["there"]]), row["told_of"],
                 locate(concordance, row["chapter"], row["evidence"][0]), row["evidence"][0])
            for row in rows
        ]  # fmt: skip
        counts = Counter(one for event in self.events for one in event.there)
        aliases = read_aliases(folder, name)
        found = {one: find_gold(novel.memory, one, aliases) for one, count in counts.items() if count >= MAIN}
        self.main = {name: self.view.root(one) for name, one in found.items() if one}
        self._sought: dict[tuple[int, str, str], Sought] = {}

    def seek(self, view: View, who: str, question: str) -> Sought:
        """What is found for a question; kept, since no weight has a say in it."""
        key = view.bound, who, question
        if key not in self._sought:
            self._sought[key] = seek(view, who, question)
        return self._sought[key]

    def sort(self, event: Told, name: str, named: bool) -> str:
        """The sort of the question whether a main person was there."""
        if name in event.there:
            return "there"
        chapters = {other.chapter for other in self.events if name in other.there}
        if event.chapter in chapters:
            return "elsewhere"
        close = any(abs(event.chapter - chapter) <= AROUND for chapter in chapters)
        return "talked of" if named else "near" if close else "far"


def locate(concordance: Concordance, chapter: int, quote: str) -> int | None:
    """The sentence in which a quote begins; None where it does not stand in the chapter as it is split."""
    at = [n for n, sentence in enumerate(concordance.sentences) if sentence.told >> 16 & 0xFFFFF == chapter]
    text, starts = "", []
    for n in at:
        starts.append(len(text))
        text += concordance.texts[n] + " "
    found = text.find(" ".join(quote.split()))
    return None if found < 0 else at[sum(start <= found for start in starts) - 1]


def find_places(plot: Plot) -> Iterator[tuple[Floats, Floats, Floats]]:
    """For each event: the features of its places in the whole novel, which stand in its chapter, and which near its quote."""
    who = next(iter(plot.main.values()))
    for event in plot.events:
        found = plot.seek(plot.view, who, event.what)
        chapters = found.concordance.chapters[found.past.places] & 0xFFFFF
        same = (chapters == event.chapter).astype(float)
        near = same if event.at is None else (np.abs(found.past.places - event.at) <= NEAR).astype(float)
        yield found.past.features, same, near


def find_rows(plot: Plot, weights: Floats) -> Rows:
    """The examples of a novel, its places found with these weights."""
    rows, lot = Rows(), random.Random(plot.name)
    events = [event.what for event in plot.events]
    for number, event in enumerate(plot.events):
        view = plot.novel.at(event.chapter)
        who = next((one for one in plot.main.values() if view.cast.met.get(one, FOREVER) <= view.bound), None)
        if who is None:
            continue
        found = plot.seek(view, who, event.what)
        _add_times(rows, plot, event, found, found.whole.features @ weights)
        changed = falsify(events, number, lot, lambda name: bool(plot.view.cast.candidates(name, FOREVER)))
        for change in (None, changed) if changed else (None,):
            found = plot.seek(view, who, change.text if change else event.what)
            if len(found.past.places):
                rows.asked.append(Asked(event, view, found, share(found.past.features @ weights), change))
        if not event.reported and rows.asked and rows.asked[-1].event is event:
            _add_people(rows, plot, next(one for one in rows.asked if one.event is event))
    return rows


def _add_times(rows: Rows, plot: Plot, event: Told, found: Sought, scores: Floats) -> None:
    for chapter in range(max(1, event.chapter - 3), min(plot.last - 1, event.chapter + 2) + 1):
        then = replace(found, told=found.concordance.upto(plot.novel.at(chapter).bound))
        ahead = event.chapter > chapter
        rows.time.append((compare_sides(then, scores), ahead, str(ahead)))


def _add_people(rows: Rows, plot: Plot, asked: Asked) -> None:
    found, view = asked.found, asked.view
    named = {one for person in found.question.people for one in person}
    known: dict[str, Example] = {}
    for name, one in plot.main.items():
        if view.cast.met.get(one, FOREVER) > view.bound:
            continue
        ids = view.cast.members(one, view.bound)
        narrator = bool(view.cast.narrators & set(ids))
        signs = find_signs(
            found.concordance, found.deeds, found.question, ids, narrator, found.past.places, asked.shares, found.told
        )
        sort = plot.sort(asked.event, name, bool(named & set(ids)))
        made = signs, sort == "there", sort
        rows.presence.append(made)
        known[one] = min(known.get(one, made), made, key=lambda row: _ORDER.index(row[2]))
    rows.people += known.values()


def find_details(asked: Asked) -> Iterator[Example]:
    """Whether each detail of a question is the changed one, with its signs."""
    question, found = asked.found.question, asked.found
    people = {one: asked.view.cast.members(one, asked.view.bound) for person in question.people for one in person}
    details = list_details(question, people)
    signs = weigh_details(found.concordance, details, found.past.places, asked.shares, found.told)
    for row, detail in enumerate(details):
        new = asked.changed is not None and is_new(asked.changed, detail.terms)
        yield signs[row], new, str(new)


def is_new(changed: Changed, terms: Collection[str]) -> bool:
    """Whether words of a detail were put in, and are not what went."""
    return bool(set(terms) & (set(find_terms(changed.new)) - set(find_terms(changed.gone))))


def find_false(asked: Asked, weights: Sequence[float]) -> Example:
    """Whether a detail is changed, with the signs, by these weights of details."""
    doubt = doubt_details(asked.view, asked.found, asked.shares, weights)
    return doubt.signs, asked.changed is not None, str(asked.changed is not None)


def fit(
    plots: Sequence[Plot], places: dict[str, list[tuple[Floats, Floats, Floats]]], without: Collection[str] = ()
) -> Weights:
    """All weights, fitted without some novels. Names that nobody bears are found in any case, and would set the measure for what
    is hard to find: nothing is fitted on them."""
    used = [plot for plot in plots if plot.name not in without]
    place = _round(fit_places([row for plot in used for row in places[plot.name]]))
    rows = [find_rows(plot, np.array(place)) for plot in used]
    gather: Callable[[str], list[Any]] = lambda kind: [row for one in rows for row in getattr(one, kind)]  # noqa: E731
    asked = [one for one in gather("asked") if one.changed is None or not one.changed.made]
    detail = _round(fit_logit([row for one in asked for row in find_details(one)]))
    return Weights(
        place=place, time=_round(fit_logit(gather("time"))), presence=_round(fit_logit(gather("people"), SORTS)),
        detail=detail, false=_round(fit_logit([find_false(one, detail) for one in asked])),
    )  # fmt: skip


def _round(weights: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(float(value), 3) for value in weights)
