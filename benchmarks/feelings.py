"""Feelings over time, against the arcs and the whole-book relations: `python -m benchmarks DATA feelings`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from benchmarks.affinities import score_affinities
from benchmarks.arcs import Arc, read_arcs, read_marked_arcs, score, score_turns
from benchmarks.baselines import co_occurrence, constant, vader
from benchmarks.machine import table
from benchmarks.shelf import SAGA, Novel
from castline.graph.facts import Feeling, decode
from castline.graph.moments import FOREVER

HEAD = ["novel", "who tells", "pairs", "chapters", "affection", "familiarity", "sign", "affection, by pair", "turns found",
        "false turns"]  # fmt: skip
PEOPLE = ["novel", "pairs", "found", "sign", "always positive", "people", "three-way", "people", "changes", "people"]
OTHERS = HEAD[:-2]
"""What is asked where no turning points are marked."""
Rows = dict[str, list[Counter[str]]]


def measure_feelings(folder: Path) -> str:
    """Three tables: levels in the bands of the arcs beside the baselines, the same of twenty other novels beside a constant, and
    signs of doubly annotated pairs."""
    rows: list[list[object]] = []
    everything: Rows = {}
    unworded = 0
    for novel, arcs in read_arcs(folder):
        told = _tell(novel, arcs)
        rows += [_row(arcs[0].novel, who, counts) for who, counts in told.items()]
        for who, counts in told.items():
            everything.setdefault(who, []).extend(counts)
        unworded += _count_unworded(novel)
        print(rows[-4], flush=True)
    rows += [_row("all", who, counts) for who, counts in everything.items()]
    moved = f"Levels that moved without a cue: {unworded}."
    return "\n\n".join([table(HEAD, rows), moved, _measure_others(folder), _measure_signs(folder)])


def _measure_others(folder: Path) -> str:
    rows: list[list[object]] = []
    ours: list[Counter[str]] = []
    fixed: list[Counter[str]] = []
    for arcs in read_marked_arcs(folder):
        own = [score(arc, arc.level) for arc in arcs]
        rows.append(_row(arcs[0].novel, "castline", own)[: len(OTHERS)])
        ours += own
        fixed += [score(arc, constant(arc)) for arc in arcs]
    both = (("castline", ours), ("constant", fixed))
    return table(OTHERS, [*rows, *(_row("all", who, counts)[: len(OTHERS)] for who, counts in both)])


def _tell(novel: Novel, arcs: list[Arc]) -> Rows:
    """Who tells -> the counts of each arc."""
    told: Rows = {"castline": [], "constant": [], "co-occurrence": [], "VADER": []}
    for arc in arcs:
        told["castline"].append(score(arc, arc.level) + score_turns(arc, arc.ours))
        told["constant"].append(score(arc, constant(arc)))
        for who, way in (("co-occurrence", co_occurrence(novel, arc)), ("VADER", vader(novel, arc))):
            series = {at: way(at) for at in range(1, arc.gold["intervals"][-1]["last"] + 1)}
            told[who].append(score(arc, series.__getitem__) + score_turns(arc, series))
    return told


def _row(novel: str, who: str, counts: list[Counter[str]]) -> list[object]:
    n = sum(counts, Counter[str]())
    by_pair = sum(one["affection"] / one["chapters"] for one in counts) / len(counts)
    turns = f"{n['turns found']} of {n['turns']}" if n["turns"] or n["false turns"] else "-"
    return [novel, who, len(counts), n["chapters"], n["affection"] / n["chapters"], n["familiarity"] / n["chapters"],
            n["sign"] / n["signs"], by_pair, turns, n["false turns"]]  # fmt: skip


def _count_unworded(novel: Novel) -> int:
    """Changes of a level that cite no cue."""
    feelings: list[Feeling] = [decode(line) for line in novel.store.facts(SAGA, ["feeling"], FOREVER)]
    return sum(not f.cues for f in feelings)


def _measure_signs(folder: Path) -> str:
    rows, total = [], Counter[str]()
    for title, n in score_affinities(folder).items():
        if n:
            total += n
            rows.append(_signs(title, n))
    return table(PEOPLE, [*rows, _signs("all", total)])


def _signs(title: str, n: Counter[str]) -> list[object]:
    def share(who: str, what: str) -> float:
        return n[f"{who} {what}"] / max(1, n[f"{who} signs"] if what == "sign" else n["labels"])

    return [title, n["pairs"], n["pairs found"], share("ours", "sign"), share("always positive", "sign"),
            share("people", "sign"), share("ours", "three-way"), share("people", "three-way"), share("ours", "changes"),
            share("people", "changes")]  # fmt: skip
