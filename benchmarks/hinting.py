"""What the weights of hints are fitted on: events of novels, which their plots' gold tells in other words than the book's.

Each event stands for questions put at the ends of chapters before and after it, to each of the novel's main people, and once
with a detail changed by lot. The weights of a novel's own figures are fitted without it.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from benchmarks.shelf import Novel, find_gold, read_aliases
from castline.agent.falsified import find_doubt
from castline.agent.locating import FEATURES
from castline.agent.presence import find_signs
from castline.agent.questions import find_names
from castline.agent.ruling import Sought, compare_sides, seek, share
from castline.agent.weights import Weights
from castline.query.concordance import Concordance, Floats
from castline.query.sentences import COMMON

NEAR = 4
"""Sentences from a gold quote within which a place is right."""
MAIN = 5
"""Events that a main person has a part in, at least."""
MADE = ("Ambrose", "Leopold", "Cordelia", "Thaddeus", "Rosalind", "Percival")


@dataclass
class Rows:
    """Examples of one novel: signs and whether it is so."""

    time: list[tuple[Floats, bool]] = field(default_factory=list)
    presence: list[tuple[Floats, bool]] = field(default_factory=list)
    false: list[tuple[Floats, bool]] = field(default_factory=list)


@dataclass(frozen=True)
class Told:
    """An event of a plot: in other words, its chapter, who is there, and where its quote stands (sentence)."""

    what: str
    chapter: int
    there: frozenset[str]
    reported: bool
    at: int | None


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
                 locate(concordance, row["chapter"], row["evidence"][0]))
            for row in rows
        ]  # fmt: skip
        counts = Counter(one for event in self.events for one in event.there)
        aliases = read_aliases(folder, name)
        found = {one: find_gold(novel.memory, one, aliases) for one, count in counts.items() if count >= MAIN}
        self.main = {name: self.view.root(one) for name, one in found.items() if one}


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
        found = seek(plot.view, who, event.what)
        chapters = found.concordance.chapters[found.past.places] & 0xFFFFF
        same = (chapters == event.chapter).astype(float)
        near = same if event.at is None else (np.abs(found.past.places - event.at) <= NEAR).astype(float)
        yield found.past.features, same, near


def fit_places(examples: Sequence[tuple[Floats, Floats, Floats]]) -> Floats:
    """The weights under which the right chapter, and in it the right place, get most of the likelihood."""

    def loss(weights: Floats) -> tuple[float, Floats]:
        total, slope = 0.0, np.zeros_like(weights)
        for features, same, near in examples:
            shares = share(features @ weights)
            for right, worth in ((same, 1.0), (near, 0.5)):
                held = float(shares @ right)
                if held > 1e-12:
                    total -= worth * np.log(held)
                    slope -= worth * (features.T @ (shares * right / held - shares))
        return float(total / len(examples) + 1e-3 * weights @ weights), slope / len(examples) + 2e-3 * weights

    return np.asarray(minimize(loss, np.zeros(len(FEATURES)), jac=True, method="L-BFGS-B").x)


def fit_logit(examples: Sequence[tuple[Floats, bool]]) -> Floats:
    """Weights of signs, both answers counting alike."""
    signs, right = np.array([row for row, _ in examples]), np.array([one for _, one in examples], dtype=float)
    worth = np.where(right == 1, 0.5 / max(1e-9, right.mean()), 0.5 / max(1e-9, 1 - right.mean()))

    def loss(weights: Floats) -> tuple[float, Floats]:
        likely = 1 / (1 + np.exp(-(signs @ weights)))
        missed = -np.mean(worth * (right * np.log(likely + 1e-9) + (1 - right) * np.log(1 - likely + 1e-9)))
        return float(missed + 1e-2 * weights @ weights), signs.T @ (worth * (likely - right)) / len(
            right
        ) + 2e-2 * weights

    return np.asarray(minimize(loss, np.zeros(signs.shape[1]), jac=True, method="L-BFGS-B").x)


def find_rows(plot: Plot, weights: Floats) -> Rows:
    """The examples of a novel, its places found with these weights."""
    rows, lot = Rows(), random.Random(plot.name)
    for number, event in enumerate(plot.events):
        view = plot.novel.at(event.chapter)
        asked = next((one for one in plot.main.values() if view.cast.met.get(one, 1 << 60) <= view.bound), None)
        if asked is None:
            continue
        found = seek(view, asked, event.what)
        scores = found.whole.features @ weights
        for chapter in range(max(1, event.chapter - 3), min(plot.last - 1, event.chapter + 2) + 1):
            then = replace(found, told=found.concordance.upto(plot.novel.at(chapter).bound))
            rows.time.append((compare_sides(then, scores), event.chapter > chapter))
        if len(found.past.places):
            shares = share(found.past.features @ weights)
            _add_people(rows, plot, event, found, shares)
            _add_false(rows, plot, number, found, shares, weights, lot)
    return rows


def _add_people(rows: Rows, plot: Plot, event: Told, found: Sought, shares: Floats) -> None:
    if event.reported:
        return
    view = plot.novel.at(event.chapter)
    for name, one in plot.main.items():
        ids = view.cast.members(one, view.bound)
        narrator = bool(view.cast.narrators & set(ids))
        signs = find_signs(
            found.concordance, found.deeds, found.question, ids, narrator, found.past.places, shares, found.told
        )
        rows.presence.append((signs, name in event.there))


def _add_false(
    rows: Rows, plot: Plot, number: int, found: Sought, shares: Floats, weights: Floats, lot: random.Random
) -> None:
    rows.false.append((_doubt(plot, number, found, shares), False))
    changed = falsify(plot, number, lot)
    if changed:
        view = plot.novel.at(plot.events[number].chapter)
        again = seek(view, found.asked, changed)
        if len(again.past.places):
            rows.false.append((_doubt(plot, number, again, share(again.past.features @ weights)), True))


def _doubt(plot: Plot, number: int, found: Sought, shares: Floats) -> Floats:
    view = plot.novel.at(plot.events[number].chapter)
    people = {one: view.cast.members(one, view.bound) for person in found.question.people for one in person}
    return find_doubt(found.concordance, found.question, found.past.places, shares, found.told, people).signs


def falsify(plot: Plot, number: int, lot: random.Random) -> str | None:
    """The event with a detail changed in one of four ways: another person, another word, another capital, or nobody known."""
    what = plot.events[number].what
    names = [name for _, name in find_names(what)]
    others = [event.what for at, event in enumerate(plot.events) if abs(at - number) > 3]
    way = lot.choice(("person", "word", "word", "nobody") if names else ("word",))
    if way == "person":
        whom = sorted({name for other in others for _, name in find_names(other)} - set(names))
        return _swap(what, lot.choice(names), lot.choice(whom)) if whom else None
    if way == "nobody":
        return _swap(what, lot.choice(names), f"{lot.choice(MADE)} {lot.choice(names).split()[-1]}")
    own, theirs = _words(what), sorted({word for other in others for word in _words(other)} - set(_words(what)))
    return _swap(what, lot.choice(own), lot.choice(theirs)) if own and theirs else None


def _words(text: str) -> list[str]:
    return [word for word in re.findall(r"\b[a-z]{4,}\b", text) if word not in COMMON]


def _swap(text: str, gone: str, new: str) -> str | None:
    return text.replace(gone, new, 1) if gone in text and gone != new else None


def fit(plots: Sequence[Plot], places: dict[str, list[tuple[Floats, Floats, Floats]]], without: str = "") -> Weights:
    """All weights, fitted without one novel."""
    used = [plot for plot in plots if plot.name != without]
    place = fit_places([row for plot in used for row in places[plot.name]])
    rows = [find_rows(plot, place) for plot in used]
    fitted: list[Iterable[Any]] = [
        place, *(fit_logit([row for one in rows for row in getattr(one, kind)]) for kind in ("time", "presence", "false"))
    ]  # fmt: skip
    return Weights(*(tuple(round(float(value), 3) for value in one) for one in fitted))
