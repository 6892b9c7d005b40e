"""Facts drawn by lot, to be read and judged by a person: `python -m benchmarks.samples KIND SEED COUNT NOVEL ...`.

KIND is `event` or `attribute`; COUNT facts are drawn from each novel file, all alike likely (of attributes, genders are left
out: they are counted by votes and would be half of them). Each is printed with the people in it and with the sentence
that it stands on.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from benchmarks.shelf import SAGA, fetch_novel
from castline.graph.facts import Attribute, Event, Participation, decode
from castline.query.view import View


def main(kind: str, seed: int, count: int, novels: list[str]) -> None:
    """Print the sample of each novel."""
    for novel in novels:
        fetched = fetch_novel(Path(novel))
        view = fetched.views.open(SAGA, None)
        facts = [decode(line) for line in fetched.store.facts(SAGA, [kind], view.bound)]
        parts = (
            [decode(line) for line in fetched.store.facts(SAGA, ["participation"], view.bound)]
            if kind == "event"
            else []
        )
        print(f"\n## {novel}")
        for at, fact in enumerate(draw(facts, seed, count), 1):
            print(f"{at}. {describe(view, fact, parts)}\n      {' '.join(fact.text.split())}")


def draw(facts: list[Event | Attribute], seed: int, count: int) -> list[Event | Attribute]:
    """A sample in the order of the book, the same for the same seed."""
    wanted = [fact for fact in facts if getattr(fact, "attribute", "") != "gender"]
    chosen = random.Random(seed).sample(wanted, min(count, len(wanted)))
    return sorted(chosen, key=lambda fact: (fact.book, fact.chapter, fact.start))


def describe(view: View, fact: Event | Attribute, parts: list[Participation]) -> str:
    """The fact in a line."""
    if isinstance(fact, Attribute):
        return f"[{fact.told}] {view.name(fact.character)}: {fact.attribute} = {fact.value}"
    people = ", ".join(f"{view.name(p.character)} ({p.role})" for p in parts if p.event == fact.id)
    return f"[{fact.told}] {fact.summary} ({fact.type}, {fact.importance}; {fact.place or '-'}) {people}"


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
