"""Who the names mean, on PDNC's casts, from raw text: `python -m benchmarks DATA characters`.

No gold cast is given. Gold aliases are compared plain ("the" left out, case folded); one that stands for two
characters of a novel is left out, and so is one that no name found in the text equals ("not written so" in the table:
PDNC lists aliases that only speech verbs' pronouns or descriptions carry). Every name found belongs to the person to
whom most of its uses were given.

- *alias right*: the name's person means the alias's character, by the uses of all his names.
- *one node*: a major or intermediate character whose names, all uses told, stand at one person for nine tenths or
  more, and that person means him.
- *false merges*: of the 20 people most often mentioned, those with names of two characters, each of them used at
  least three times and a twentieth as often as the other's.
"""

from __future__ import annotations

import ast
import csv
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from benchmarks.machine import table
from castline.graph.opening import open_store
from castline.ingest.memory.kept import Recalled
from castline.ingest.memory.memory import Memory
from castline.ingest.pipeline import ingest, read_memory

HEAD = ["novel", "major and intermediate", "one node", "aliases", "not written so", "alias right", "false merges of 20"]
BUSIEST = 20


def measure_characters(folder: Path) -> str:
    """A row per novel, and one over all."""
    rows, total = [], Counter[str]()
    for novel in sorted((folder / "pdnc" / "data").iterdir()):
        with tempfile.TemporaryDirectory() as home:
            store = open_store(f"{home}/novel.db")
            ingest(store, [novel / "novel_text.txt"], "novel", processes=2)
            counts = score_cast(read_memory(Recalled(store, "novel", store.version("novel"))), novel)
        total += counts
        rows.append(_row(novel.name, counts))
        print(rows[-1], flush=True)
    return table(HEAD, [*rows, _row("all", total)])


def _row(name: str, n: Counter[str]) -> list[object]:
    return [name, n["characters"], f"{n['whole'] / max(1, n['characters']):.3f}", n["aliases"], n["unwritten"],
            f"{n['right'] / max(1, n['aliases']):.3f}", n["merged"]]  # fmt: skip


def score_cast(memory: Memory, novel: Path) -> Counter[str]:
    """Counts of one novel, given what its ingest remembers."""
    gold, leading = read_cast(novel / "character_info.csv")
    uses = _uses(memory, gold)
    means = {key: names.most_common(1)[0][0] for key, names in _by_person(uses, gold).items()}
    n: Counter[str] = Counter(characters=len(leading))
    for alias, character in gold.items():
        if alias not in uses:
            n["unwritten"] += 1
            continue
        n["aliases"] += 1
        n["right"] += means[uses[alias].most_common(1)[0][0]] == character
    for character in leading:
        at: Counter[int] = Counter()
        for alias, one in gold.items():
            if one == character:
                at += uses.get(alias, Counter())
        if at:
            key, most = at.most_common(1)[0]
            n["whole"] += most >= 0.9 * at.total() and means[key] == character
    n["merged"] = len(find_merged(memory, uses, gold))
    return n


def read_cast(path: Path) -> tuple[dict[str, str], list[str]]:
    """(alias -> character for aliases of one only, the major and intermediate characters)."""
    owners: dict[str, set[str]] = defaultdict(set)
    leading = []
    for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines()):
        for alias in {row["Main Name"], *ast.literal_eval(row["Aliases"])}:
            owners[plain(alias)].add(row["Main Name"])
        if row["Category"] in ("major", "intermediate"):
            leading.append(row["Main Name"])
    return {alias: min(who) for alias, who in sorted(owners.items()) if len(who) == 1}, leading


def plain(name: str) -> str:
    """A name as it is compared."""
    return " ".join(name.casefold().removeprefix("the ").replace(".", "").split())


def _uses(memory: Memory, gold: dict[str, str]) -> dict[str, Counter[int]]:
    """Gold alias -> person -> how often it meant that person."""
    uses: dict[str, Counter[int]] = defaultdict(Counter)
    for person in memory.people:
        if person.joined < 0:
            for form, count in person.forms.items():
                if plain(form) in gold:
                    uses[plain(form)][person.key] += max(1, count)
    return uses


def _by_person(uses: dict[str, Counter[int]], gold: dict[str, str]) -> dict[int, Counter[str]]:
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for alias, people in uses.items():
        for key, count in people.items():
            found[key][gold[alias]] += count
    return found


def find_merged(memory: Memory, uses: dict[str, Counter[int]], gold: dict[str, str]) -> list[tuple[int, list[str]]]:
    """Of the busiest people, those who bear two characters' names, and whose."""
    busiest = sorted((p for p in memory.people if p.joined < 0), key=lambda p: (-p.count, p.key))[:BUSIEST]
    of = _by_person(uses, gold)
    merged = []
    for person in busiest:
        ranked = of.get(person.key, Counter()).most_common()
        often = [name for name, count in ranked if count >= max(3, 0.05 * ranked[0][1])]
        if len(often) > 1:
            merged.append((person.key, often))
    return merged
