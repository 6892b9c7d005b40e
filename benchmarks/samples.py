"""Facts drawn by lot, to be read and judged by a person: `python -m benchmarks.samples KIND SEED COUNT NOVEL ...`.

KIND is a kind of fact ("event"), or `kind/rule` for what one rule made ("relation/told"); COUNT are drawn from each novel
file, all alike likely. Of attributes, genders are left out: they are counted by votes and would be half of them; of names,
only descriptions are drawn. Each is printed in a line, and below it the words that it stands on, in [[ ]], amid the text.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.shelf import SAGA, Novel, fetch_novel
from castline.graph.facts import decode
from castline.query.view import View

AROUND = 250
"""Characters shown before the words that a fact stands on, and after them."""
SAID = {
    "attribute": "{character}: {attribute} = {value}",
    "character": "somebody new: {id}",
    "event": "{summary} ({type}, {importance}; {place}) {people}",
    "feeling": "{from} to {toward}: affection {affection}, familiarity {familiarity} ({cues})",
    "identity": "{a} is {b} ({how})",
    "knowledge": "{character} knows, {how} {from}: {event}",
    "mood": "{character} is {emotion}",
    "name": '{character} is called "{form}"',
    "participation": "{character} is {role}, {presence}: {event}",
    "relation": "{a} is {subtype} of {b}",
    "scene": "{place}: {people}",
    "summary": "{summary}",
    "utterance": "{speaker} says",
}
"""Kind -> how it is printed; characters by their names, events by their summaries."""


def main(kind: str, seed: int, count: int, novels: list[str]) -> None:
    """Print the sample of each novel."""
    kind, _, rule = kind.partition("/")
    for path in novels:
        novel = fetch_novel(Path(path))
        view = novel.views.open(SAGA, None)
        facts = [f for f in _read(novel, view, kind) if not rule or f.by.endswith(f"/{rule}")]
        spelt = {fact.id: view.name(fact.id) for fact in _read(novel, view, "character")}
        spelt |= {fact.id: fact.summary for fact in _read(novel, view, "event")}
        parts = _read(novel, view, "participation") if kind == "event" else []
        print(f"\n## {path}: {len(facts)}")
        for at, fact in enumerate(draw(facts, seed, count), 1):
            said = SAID[kind].format_map(_spell(fact, spelt, parts))
            print(f"{at}. [{fact.told}, {fact.by.rpartition('/')[2]}] {said}\n      {_show(novel.text, fact)}")


def _read(novel: Novel, view: View, kind: str) -> list[Any]:
    return [decode(line) for line in novel.store.facts(SAGA, [kind], view.bound)]


def draw(facts: Sequence[Any], seed: int, count: int) -> list[Any]:
    """A sample in the order of the book, the same for the same seed."""
    wanted = [
        fact for fact in facts
        if getattr(fact, "attribute", "") != "gender"
        and ("form" not in fact.__struct_fields__ or fact.type == "description")
    ]  # fmt: skip
    chosen = random.Random(seed).sample(wanted, min(count, len(wanted)))
    return sorted(chosen, key=lambda fact: (fact.book, fact.chapter, fact.start))


def _spell(fact: Any, spelt: dict[str, str], parts: Sequence[Any]) -> dict[str, object]:
    """The fields of a fact, for a reader; `spelt` gives names and summaries for ids."""
    fields = zip(fact.__struct_encode_fields__, fact.__struct_fields__, strict=True)
    said = {key: spelt.get(str(getattr(fact, name)), getattr(fact, name)) for key, name in fields}
    said["cues"] = ", ".join(f"{cue.type} {cue.weight}" for cue in getattr(fact, "cues", ()))
    there = [(one.character, one.presence) for one in getattr(fact, "present", ())]
    there += [(part.character, part.role) for part in parts if part.event == fact.id]
    return said | {"people": ", ".join(f"{spelt[who]} ({how})" for who, how in there)}


def _show(text: str, fact: Any) -> str:
    before, after = text[max(0, fact.start - AROUND) : fact.start], text[fact.end : fact.end + AROUND]
    return " ".join(f"{before} [[{text[fact.start : fact.end]}]] {after}".split())


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
