"""What people are told to be to each other: `python -m benchmarks DATA kin`.

Of 27 novels the people who matter and all ties of kin and marriage between them were written down by a large language model that
knew the novels and had their texts, each with the place that first makes it known (`kin.jsonl`: names, ties, offset into the
novel's text). A tie is told where the graph has it after the last chapter between the people whom the gold's names find: the same
sort of kin (an aunt by marriage is an aunt, a half-brother a brother, the betrothed a couple). Whoever the names do not find, or
find as one with another, is missed.

The weights of what hints at kin are learnt from the same ties (`kin_weights.py`), so that each novel is also read with weights that
were learnt from the others.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from benchmarks.machine import table
from benchmarks.shelf import Novel, fetch_novel, most_called, name_novel, plain
from castline.ingest.memory.memory import Memory, Pair, pair
from castline.ingest.narrative.kin_hints import TURNED, plain_kind
from castline.ingest.narrative.kin_odds import Option
from castline.query.strands import live_relations

GOLD = Path(__file__).parent / "kin.jsonl"
MAIN = 8
"""How many of a novel's people, those used most, are its main ones."""
CLOSE = frozenset({"parent", "child", "sibling", "spouse"})
Told = Mapping[Pair, set[Option]]
"""Two people -> what they are to each other: owner, other, and what the other is to the owner."""


@dataclass(frozen=True, slots=True)
class Family:
    """The gold of a novel, of people by their keys in a memory of it; all ties both ways round."""

    name: str
    memory: Memory
    people: dict[str, int]
    ties: dict[Pair, set[Option]]
    asked: int
    """Pairs that are kin by the gold, found or not."""


def measure_kin(folder: Path) -> str:
    """What is told, by novel; of close kin, and of the main people."""
    rows: list[list[object]] = []
    counts: Counter[str] = Counter()
    for name, path, gold in list_gold(folder):
        novel = fetch_novel(path)
        family = read_family(name, novel.memory, gold)
        own = count_told(family, _list_told(novel))
        counts += own
        rows.append([name, len(family.people), *show(own, "")])
    rows.append(["all", sum(int(str(row[1])) for row in rows), *show(counts, "")])
    rows.append(["parents, children, brothers, sisters, couples", "", *show(counts, "close ")])
    rows.append([f"between the {MAIN} used most", "", *show(counts, "main ")])
    return table(("novel", "people found", "kin", "told", "right", "precision", "recall"), rows)


def list_gold(folder: Path) -> Iterator[tuple[str, Path, dict[str, Any]]]:
    """(name, text, gold) of each novel."""
    for line in GOLD.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        path = folder / row["novel"]
        yield name_novel(path), path, row


def read_family(name: str, memory: Memory, gold: Mapping[str, Any]) -> Family:
    """A novel's gold, as far as its people are found in a memory, each as somebody else than the others."""
    keys = {person.id: person.key for person in memory.people}
    found = {names[0]: keys.get(_find(memory, names), -1) for names in gold["people"]}
    shared = Counter(found.values())
    people = {one: key for one, key in found.items() if key >= 0 and shared[key] == 1}
    of_name = {other: people[names[0]] for names in gold["people"] if names[0] in people for other in names}
    ties: dict[Pair, set[Option]] = {}
    for a, kind, b, _ in gold["ties"]:
        if a in of_name and b in of_name and (sort := plain_kind(kind)):
            ties.setdefault(pair(of_name[a], of_name[b]), set()).update(turn((of_name[b], of_name[a], sort)))
    asked = {frozenset((a, b)) for a, kind, b, _ in gold["ties"] if plain_kind(kind)}
    return Family(name, memory, people, ties, len(asked))


def turn(option: Option) -> set[Option]:
    """A tie, both ways round."""
    owner, other, sort = option
    return {option, (other, owner, TURNED[sort])}


def count_told(family: Family, told: Told) -> Counter[str]:
    """Pairs that are kin, that are told to be, and rightly: of all, of those who are close, and of the main people."""
    n: Counter[str] = Counter({"asked": family.asked})
    main = set(sorted(family.people.values(), key=lambda key: -sum(family.memory.people[key].forms.values()))[:MAIN])
    for both in (pair(*two) for two in combinations(sorted(family.people.values()), 2)):
        wanted, said = family.ties.get(both, set()), told.get(both, set())
        right = any(turn(one) & wanted for one in said)
        near, close, chief = said, {sort for *_, sort in said} & CLOSE, said if {*both} <= main else set()
        n["close asked"] += bool({sort for *_, sort in wanted} & CLOSE)
        n["main asked"] += bool(wanted and {*both} <= main)
        for name, held in (("", near), ("close ", close), ("main ", chief)):
            n[f"{name}told"] += bool(held)
            n[f"{name}right"] += bool(held) and right
    return n


def show(n: Mapping[str, int], sort: str) -> list[object]:
    """Kin, told, right, precision and recall of a sort of pairs ("", "close ", "main ")."""
    asked, told, right = (n[sort + name] for name in ("asked", "told", "right"))
    return [asked, told, right, right / max(1, told), right / max(1, asked)]


def recall_told(memory: Memory) -> dict[Pair, set[Option]]:
    """What a memory holds of kin."""
    found: dict[Pair, set[Option]] = {}
    for owner, others in memory.ties.kin.items():
        for other, kinds in others.items():
            found.setdefault(pair(owner, other), set()).update(
                (owner, other, sort) for kind in kinds if (sort := plain_kind(kind))
            )
    return found


def _list_told(novel: Novel) -> dict[Pair, set[Option]]:
    """What the graph holds at the end, of people by their keys in the memory."""
    view, memory = novel.views.open("novel", None), novel.memory
    keys = {person.id: memory.person(person.key).key for person in memory.people}
    found: dict[Pair, set[Option]] = {}
    for tie in live_relations(view, view.facts(["relation"])):
        a, b, sort = keys[view.root(tie.a)], keys[view.root(tie.b)], plain_kind(tie.subtype or tie.type)
        if sort:
            found.setdefault(pair(a, b), set()).add((b, a, sort))
    return found


def _find(memory: Memory, names: Sequence[str]) -> str:
    """The id of whoever is called oftenest by one of the names, "" for nobody."""
    wanted = {plain(name) for name in names}
    return most_called(memory, lambda form: plain(form) in wanted)
