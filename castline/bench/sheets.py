"""Sheets for two people who judge answers by hand: out as tables (CSV), back in, and how they agree with each other and the judges."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from castline.agent.judge import write_label
from castline.bench.dataset import Item
from castline.bench.measures import UNMEASURED
from castline.bench.reporting import JUDGES, TYPES, find_agreement
from castline.bench.running import Judged
from castline.errors import InputError

FORMULAS = ("=", "+", "-", "@", "\t")
"""What a formula begins with."""
HEAD = ("item", "method", "question", "held to", "answer", "score (0 or 1)")


def write_sheet(path: str | Path, items: Sequence[Item], judged: Sequence[Judged]) -> None:
    """A line for each answer, without what any judge gave it. No cell is a formula."""
    by_id = {item.id: item for item in items}
    with Path(path).open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(HEAD)
        for one in judged:
            item = by_id[one.item]
            cells = [one.item, one.method, item.question, write_label(item.label, "the person asked"), one.answer, ""]
            rows.writerow([guard_cell(cell) for cell in cells])


def guard_cell(cell: str) -> str:
    """The text as a spreadsheet takes it for text: what might be a formula is led by an apostrophe."""
    return f"'{cell}" if cell[:1] in FORMULAS else cell


def unguard_cell(cell: str) -> str:
    """The text of a cell that may have been guarded."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in FORMULAS else cell


def read_sheet(path: str | Path) -> dict[tuple[str, str], int]:
    """The scores of a filled sheet by item and method; lines without one are left out. Raises InputError for another mark."""
    scores: dict[tuple[str, str], int] = {}
    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.reader(file))[1:]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"'{path}' is no sheet: {error}. `castline bench sheet` writes one.") from error
    for number, row in enumerate(rows, 2):
        mark = row[-1].strip() if len(row) == len(HEAD) else "?"
        if mark not in ("", "0", "1"):
            raise InputError(
                f"Line {number} of '{path}' has no score of 0 or 1 in its last column. Mend it, or leave it empty."
            )
        if mark:
            scores[unguard_cell(row[0]), row[1]] = int(mark)
    return scores


def compare(
    first: dict[tuple[str, str], int], second: dict[tuple[str, str], int], judged: Sequence[Judged]
) -> dict[str, Any]:
    """Means of two people's scores by method, their agreement with each other, and with each judge."""
    graph = {(one.item, one.method): one.graph for one in judged}
    model = {(one.item, one.method): one.model for one in judged if one.model is not None}
    both = [*first.items(), *second.items()]
    methods = list(dict.fromkeys(method for _, method in graph))
    return {
        "means": {method: _mean([score for (_, own), score in both if own == method]) for method in methods},
        "between people": _agree(first, second),
        "people and graph": _agree_all((first, second), graph),
        "people and model": _agree_all((first, second), model),
    }


def tabulate(
    items: Sequence[Item], judged: Sequence[Judged], sheets: Sequence[Mapping[tuple[str, str], int]]
) -> list[dict[str, Any]]:
    """People beside the judges (table 24 of TimeChara): by method and type, right ones of those that people judged ("4.5/12"). Where
    several people judged one answer, their mean counts."""
    types = {item.id: item.type for item in items}
    held: dict[tuple[str, str], list[int]] = {}
    for sheet in sheets:
        for key, score in sheet.items():
            held.setdefault(key, []).append(score)
    own = [one for one in judged if (one.item, one.method) in held and one.item in types]
    rows = []
    for method in dict.fromkeys(one.method for one in own):
        row: dict[str, Any] = {"method": method}
        for who in ("people", *JUDGES):
            marks = [(types[one.item], _mark(one, who, held)) for one in own if one.method == method]
            row[who] = {c: _sum([mark for type_, mark in marks if c in (type_, "all")]) for c in (*TYPES, "all")}
        rows.append(row)
    return rows


def _mark(one: Judged, who: str, held: Mapping[tuple[str, str], list[int]]) -> float | None:
    scores = held[one.item, one.method]
    mark: float | None = sum(scores) / len(scores) if who == "people" else getattr(one, who)
    return mark


def _sum(marks: Sequence[float | None]) -> str:
    known = [mark for mark in marks if mark is not None]
    return f"{sum(known):.1f}/{len(known)}" if known else UNMEASURED


def _mean(scores: Sequence[int]) -> float | str:
    return round(sum(scores) / len(scores), 3) if scores else UNMEASURED


def _agree(one: dict[tuple[str, str], int], other: dict[tuple[str, str], int]) -> Mapping[str, float] | str:
    return find_agreement([(one[key], other[key]) for key in one if key in other])


def _agree_all(
    people: Sequence[dict[tuple[str, str], int]], judge: dict[tuple[str, str], int]
) -> Mapping[str, float] | str:
    return find_agreement([(score, judge[key]) for person in people for key, score in person.items() if key in judge])
