"""Signs of whole-book relations against `character_relations`, beside how well its annotators agree.

A pair counts where two annotators gave it a label, both ways of writing it taken together. Our label is that of the
mean of both affections at the last chapter: positive from LEAST up, negative from -LEAST down, else neutral. Scored
against each annotator in turn, as their agreement is: the share of labels that are ours. `changes` is ours where either
direction has a turning point. A pair whose people are not found is neutral and does not change.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from itertools import groupby
from pathlib import Path

from benchmarks.shelf import Novel, fetch_novel, find_gold
from castline.errors import CastlineError
from castline.query.histories import FeelingHistory, trace_feelings

LEAST = 1.0
SHELF = {
    "Anne of Green Gables": "pdnc/data/AnneOfGreenGables/novel_text.txt", "Emma": "pdnc/data/Emma/novel_text.txt",
    "Howards End": "pdnc/data/HowardsEnd/novel_text.txt", "Northanger Abbey": "pdnc/data/NorthangerAbbey/novel_text.txt",
    "Persuasion": "pdnc/data/Persuasion/novel_text.txt", "Pride and Prejudice": "novels/pride_and_prejudice.txt",
    "Sense and Sensibility": "pdnc/data/SenseAndSensibility/novel_text.txt",
    "The Picture of Dorian Gray": "novels/dorian_gray.txt", "The Three Musketeers": "novels/three_musketeers.txt",
    "Anna Karenina": "novels/anna_karenina.txt", "War and Peace": "novels/war_and_peace.txt",
}  # fmt: skip
"""Title -> the text, in the data folder."""


def score_affinities(folder: Path) -> dict[str, Counter[str]]:
    """Counts per novel, for ours and for `people` (one annotator against the other)."""
    lines = (folder / "character_relations" / "annotations.dev.tsv").read_text(encoding="utf-8").splitlines()
    rows = sorted(csv.DictReader(lines, delimiter="\t"), key=lambda row: row["title"])
    return {
        title: _score_novel(folder, title, list(mine)) for title, mine in groupby(rows, key=lambda row: row["title"])
    }


def _score_novel(folder: Path, title: str, rows: list[dict[str, str]]) -> Counter[str]:
    pairs: dict[frozenset[str], list[dict[str, str]]] = {}
    for row in rows:
        pairs.setdefault(frozenset((row["character_1"], row["character_2"])), []).append(row)
    doubly = {pair: found for pair, found in pairs.items() if len({row["annotator"] for row in found}) == 2}
    if not doubly:
        return Counter()
    novel, n = fetch_novel(folder / SHELF[title]), Counter[str]()
    for pair, found in doubly.items():
        history = _trace(novel, *sorted(pair))
        n["pairs"] += 1
        n["pairs found"] += history is not None
        for row, other in ((found[0], found[1]), (found[1], found[0])):
            _count(n, "ours", row, _label(history), bool(history and any(one.turns for one in history.directions)))
            _count(n, "always positive", row, "positive", False)
            _count(n, "people", row, other["affinity"], other["change"] == "yes")
    return n


def _count(n: Counter[str], who: str, row: dict[str, str], label: str, changes: bool) -> None:
    n["labels"] += who == "ours"
    n[f"{who} three-way"] += row["affinity"] == label
    n[f"{who} changes"] += (row["change"] == "yes") == changes
    if row["affinity"] != "neutral" and (who != "people" or label != "neutral"):
        n[f"{who} signs"] += 1
        n[f"{who} sign"] += row["affinity"] == label


def _trace(novel: Novel, a: str, b: str) -> FeelingHistory | None:
    ids = _find(novel, a), _find(novel, b)
    if not all(ids) or ids[0] == ids[1]:
        return None
    try:
        return trace_feelings(novel.views.open("novel", None), *ids)
    except CastlineError:
        return None


def _find(novel: Novel, name: str) -> str:
    """By the name, else by what stands in brackets behind it ("Darya Oblonskaya (Dolly)")."""
    bare, _, other = name.partition("(")
    return find_gold(novel.memory, bare.strip(), {}) or (
        find_gold(novel.memory, re.sub(r"\W", "", other), {}) if other else ""
    )


def _label(history: FeelingHistory | None) -> str:
    levels = [one.levels[-1][1] for one in history.directions if one.levels] if history else []
    mean = sum(levels) / len(levels) if levels else 0.0
    return "positive" if mean >= LEAST else "negative" if mean <= -LEAST else "neutral"
