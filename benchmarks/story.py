"""The shipped story, by the rules and with a model's recorded answers: `python -m benchmarks DATA story`.

Gold: `examples/the_salt_ledger.facts.jsonl`. The answers (`tests/recorded`) are those of a large language model that was given
each prompt and nothing else; they are laid through the same route as any model's. People are mapped by the gold's names and
aliases, a quote by its words and chapter, a feeling by its pair as of each chapter's end (inside the band, ends included),
presence by who a chapter's scenes hold. What is not found counts as wrong.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import castline
from benchmarks.machine import table
from castline.errors import CastlineError
from castline.ingest.model.route import Choice
from castline.library import Library
from castline.query.view import View

ROOT = Path(__file__).parent.parent
STORY, GOLD = ROOT / "castline/examples/the_salt_ledger.txt", ROOT / "examples/the_salt_ledger.facts.jsonl"
RECORDED = ROOT / "tests/recorded"
HEAD = ["figure", "of", "rules", "recorded answers"]
CHAPTERS = 14
Figures = dict[str, tuple[int, int]]
"""Figure -> (right, asked)."""


def measure_story(_data: Path) -> str:
    """A table of rules beside the recorded answers."""
    columns = []
    for choice in (None, Choice(model="recorded", batch=RECORDED)):
        with tempfile.TemporaryDirectory() as home, castline.open(f"sqlite:///{home}/story.db") as library:
            library.ingest(STORY, model=choice)
            columns.append(score_story(library))
    rules, model = columns
    return table(HEAD, [
        [name, asked, f"{right / max(1, asked):.3f}", f"{model[name][0] / max(1, model[name][1]):.3f}"]
        for name, (right, asked) in rules.items()
    ])  # fmt: skip


def score_story(library: Library) -> Figures:
    """Every figure of one reading."""
    gold = [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]
    by_kind: dict[str, list[dict[str, Any]]] = {}
    for row in gold:
        by_kind.setdefault(row["kind"], []).append(row)
    views = {at: library.view(at) for at in range(1, CHAPTERS + 1)}
    people = _People(by_kind["character"])
    return {
        "people found under their name": _count(people.find(views[CHAPTERS], row["name"]) for row in by_kind["character"]),
        "speakers": _count(_score_quotes(views[CHAPTERS], by_kind["quote"], people, "speaker")),
        "addressees": _count(_score_quotes(views[CHAPTERS], by_kind["quote"], people, "addressees")),
        "presence by chapter": _count(_score_presence(views[CHAPTERS], by_kind["presence"], people)),
        "ties": _count(_score_ties(views[CHAPTERS], by_kind["relation"], people)),
        "affection in band": _count(_score_levels(library, by_kind["feeling"], people, views, "affection")),
        "familiarity in band": _count(_score_levels(library, by_kind["feeling"], people, views, "familiarity")),
    }  # fmt: skip


def _count(found: Iterator[Any]) -> tuple[int, int]:
    answers = [bool(one) for one in found]
    return sum(answers), len(answers)


class _People:
    """Whom a gold name means."""

    def __init__(self, characters: list[dict[str, Any]]) -> None:
        self.forms = {row["name"]: (row["name"], *row["aliases"]) for row in characters}

    def find(self, view: View, name: str) -> str:
        """The id under which somebody is shown, "" for nobody."""
        for form in self.forms.get(name, (name,)):
            try:
                return view.find(form)
            except CastlineError:
                continue
        return ""


def _score_quotes(view: View, gold: list[dict[str, Any]], people: _People, what: str) -> Iterator[bool]:
    said = {(f.chapter, _plain(f.text)): f for f in view.facts(["utterance"])}
    for row in gold:
        fact = said.get((row["chapter"], _plain(row["text"])))
        if what == "speaker":
            yield bool(fact and fact.speaker) and view.root(fact.speaker) == people.find(view, row["speaker"])  # type: ignore[union-attr]
        elif row["addressees"]:
            heard = {view.root(one) for one in fact.addressees} if fact else set()
            yield bool(heard & {people.find(view, name) for name in row["addressees"]})


def _plain(text: str) -> str:
    return " ".join(text.split()).strip(" ,.;:—-")


def _score_presence(view: View, gold: list[dict[str, Any]], people: _People) -> Iterator[bool]:
    there: dict[int, Counter[str]] = {}
    for scene in view.facts(["scene"]):
        there.setdefault(scene.chapter, Counter()).update(view.root(one.character) for one in scene.present)
    for row in gold:
        one = people.find(view, row["character"])
        yield (row["presence"] == "on-page") == bool(one and there.get(row["chapter"], Counter())[one])


def _score_ties(view: View, gold: list[dict[str, Any]], people: _People) -> Iterator[bool]:
    told = {frozenset((view.root(f.a), view.root(f.b))) for f in view.facts(["relation"])}
    for row in gold:
        yield frozenset(people.find(view, row[side]) for side in ("a", "b")) in told


def _score_levels(
    library: Library, gold: list[dict[str, Any]], people: _People, views: dict[int, View], what: str
) -> Iterator[bool]:
    for row in gold:
        for at in range(row["first"], row["last"] + 1):
            holder, toward = (people.find(views[at], row[side]) for side in ("from", "toward"))
            level = _find_level(library, holder, toward, at, what)
            yield row[f"{what}_low"] <= level <= row[f"{what}_high"]


def _find_level(library: Library, holder: str, toward: str, at: int, what: str) -> float:
    """The level that stands at a chapter's end; 0 where nobody is found, or nothing is told."""
    if not holder or not toward or holder == toward:
        return 0.0
    levels = library.feelings(holder, toward, at).directions[0].levels
    return (levels[-1][1] if what == "affection" else levels[-1][2]) if levels else 0.0
