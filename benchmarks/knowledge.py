"""Who was there and who was not, on the gold questions: `python -m benchmarks DATA knowledge`.

A question of kind past-presence names somebody who took part in an event; of kind past-absence, somebody who did not.
The words that the gold gives as evidence are looked up in the event's chapter. Somebody was there where a knowledge
fact says that he took part in, witnessed or overheard something within 1,200 characters of those words, told by the
question's time point; or speaks or is spoken to there; or is on the page of the scene, where it is no longer than
that. Characters are found by name as of the time point; one that is not found is wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.machine import table
from benchmarks.shelf import SAGA, fetch_novel
from castline.errors import AskError
from castline.query.view import View

KINDS = {"past-presence": True, "past-absence": False}
HEAD = ["novel", *(name for kind in KINDS for name in (kind, "right"))]
NEAR = 1_200
"""Characters around the gold's words that count as the same occasion."""
_BEING_THERE = frozenset({"took-part", "witnessed", "overheard"})


def measure_knowledge(folder: Path) -> str:
    """A row per novel, and one over all."""
    rows, total = [], Counter[str]()
    for file in sorted((folder / "gold" / "questions").glob("*.jsonl")):
        questions = [msgspec.json.decode(line) for line in file.read_bytes().splitlines()]
        counts = score_questions(folder / "novels" / f"{file.stem}.txt", questions)
        rows.append(_row(file.stem, counts))
        total += counts
    return table(HEAD, [*rows, _row("all", total)])


def _row(name: str, n: Counter[str]) -> list[object]:
    return [name, *(part for kind in KINDS for part in (n[kind], f"{n[f'{kind} right'] / max(1, n[kind]):.3f}"))]


def score_questions(novel: Path, questions: list[dict[str, Any]]) -> Counter[str]:
    """Counts of one novel: questions of each kind, and those answered right."""
    told, n = fetch_novel(novel), Counter[str]()
    ends = {c.ordinal: c.end for c in told.views.open(SAGA, None).record.chapters}
    for asked in questions:
        if asked["kind"] in KINDS:
            at = find_words(told.text, asked["evidence"], ends.get(asked["event_chapter"] - 1, 0))
            there = was_there(told.at(asked["time_point"]), asked["character"], at)
            n[asked["kind"]] += 1
            n[f"{asked['kind']} right"] += there is KINDS[asked["kind"]]
    return n


def find_words(text: str, words: str, start: int) -> int:
    """The offset of some words at or after `start`, white space and the shape of quotation marks aside; -1: none."""
    pattern = r"\\s+".join(re.escape(word) for word in re.sub(r"[“”\"‘’'_]", " ", words).split())
    found = re.compile(pattern.replace(r"\\s+", r"[\s“”\"‘’'_]+")).search(text, start)
    return found.start() if found else -1


def was_there(view: View, name: str, at: int) -> bool | None:
    """Whether somebody was there at an offset, as of the view; None where nobody of that name is known."""
    try:
        who = view.cast.find(name, view.bound)
    except AskError:
        return None
    ids = set(view.cast.members(who, view.bound))
    return any(not ids.isdisjoint(there) for there in _presences(view, who, at))


def _presences(view: View, who: str, at: int) -> Iterator[set[str]]:
    """Sets of people there, by each kind of sign near the offset."""
    for known in view.facts(["knowledge"], who):
        if known.how in _BEING_THERE and abs(known.start - at) <= NEAR:
            yield {known.character}
    for said in view.facts(["utterance"]):
        if abs(said.start - at) <= NEAR:
            yield {said.speaker or "", *said.addressees}
    for scene in view.facts(["scene"]):
        if scene.start <= at < scene.start + NEAR:
            yield {one.character for one in scene.present}
