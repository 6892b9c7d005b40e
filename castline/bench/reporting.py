"""Judgements -> tables: by method and type of data (the paper's tables 5 and 27), the items (3 and 4), and how the judges agree."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from castline.bench.building import count_types
from castline.bench.dataset import Item
from castline.bench.running import Judged

TYPES = ("future", "past-absence", "past-presence", "past-only")
UNMEASURED = "not measured"
Pairs = Sequence[tuple[int, int]]


def report(items: Sequence[Item], judged: Sequence[Judged]) -> dict[str, Any]:
    """All tables as plain values. Shares are of a hundred, with the standard error of the mean."""
    by_id = {item.id: item for item in items}
    known = [one for one in judged if one.item in by_id]
    methods = list(dict.fromkeys(one.method for one in known))
    return {
        "items": [{"type": t, "form": form, "fake": fake, "count": n} for (t, form, fake), n in sorted(count_types(items).items())],
        "words": {part: _mean([len(getattr(item, part).split()) for item in items]) for part in ("question", "gold")},
        "methods": [_row(method, [one for one in known if one.method == method], by_id) for method in methods],
        "agreement": _agree(known),
        "AlignScore": UNMEASURED,
    }  # fmt: skip


def _row(method: str, own: Sequence[Judged], items: dict[str, Item]) -> dict[str, Any]:
    row: dict[str, Any] = {"method": method}
    for judge in ("graph", "model"):
        shares: Callable[[Sequence[Judged]], list[int]] = lambda part, judge=judge: [  # type: ignore[misc]  # noqa: E731
            getattr(one, judge) for one in part if getattr(one, judge) is not None
        ]
        row[judge] = {kind: _share(shares([one for one in own if items[one.item].type == kind])) for kind in TYPES}
        row[judge]["average"] = _share(shares(own))
        row[judge]["fact"] = _share(shares([one for one in own if items[one.item].fake is None]))
        row[judge]["fake"] = _share(shares([one for one in own if items[one.item].fake is not None]))
    row["personality"] = _mean([one.personality for one in own if one.personality is not None])
    return row


def _share(scores: Sequence[int]) -> dict[str, float] | str:
    if not scores:
        return UNMEASURED
    mean = sum(scores) / len(scores)
    return {
        "mean": round(100 * mean, 1),
        "error": round(100 * math.sqrt(mean * (1 - mean) / len(scores)), 1),
        "of": len(scores),
    }


def _mean(values: Sequence[int]) -> float | str:
    return round(sum(values) / len(values), 2) if values else UNMEASURED


def _agree(judged: Sequence[Judged]) -> dict[str, Any]:
    """How the judges agree: the share of same scores, and Gwet's AC1."""
    both = [(one.graph, one.model) for one in judged if one.model is not None]
    bare = [(one.graph, one.unlabelled) for one in judged]
    return {"graph and model": _agreement(both), "graph with and without the label": _agreement(bare)}


def _agreement(pairs: Pairs) -> dict[str, float] | str:
    if not pairs:
        return UNMEASURED
    same = sum(a == b for a, b in pairs) / len(pairs)
    return {"same": round(same, 3), "AC1": round(find_ac1(pairs), 3), "of": len(pairs)}


def find_ac1(pairs: Pairs) -> float:
    """Gwet's first-order agreement of two raters who give 0 or 1 (Gwet 2008): (p - e) / (1 - e), where e = 2 q (1 - q) and q is
    the share of ones over both. 1 is full agreement, 0 that of chance. Raises ZeroDivisionError for no pairs."""
    same = sum(a == b for a, b in pairs) / len(pairs)
    ones = sum(a + b for a, b in pairs) / (2 * len(pairs))
    chance = 2 * ones * (1 - ones)
    return (same - chance) / (1 - chance)


def show(found: dict[str, Any]) -> str:
    """The tables in Markdown."""
    lines = ["| type | form | changed detail | items |", "|---|---|---|---:|"]
    lines += [
        f"| {row['type']} | {row['form']} | {'yes' if row['fake'] else 'no'} | {row['count']} |"
        for row in found["items"]
    ]
    lines += [
        "",
        f"Mean words of a question: {found['words']['question']}; of a gold answer: {found['words']['gold']}.",
    ]
    columns = (*TYPES, "average", "fact", "fake")
    for judge in ("graph", "model"):
        lines += [
            "",
            f"Judged by the {judge}, right of a hundred:",
            "",
            "| method | " + " | ".join(columns) + " | personality |",
        ]
        lines += ["|---|" + "---:|" * (len(columns) + 1)]
        for row in found["methods"]:
            shown = [_show(row[judge][column]) for column in columns]
            lines += [f"| {row['method']} | " + " | ".join([*shown, str(row["personality"])]) + " |"]
    lines += ["", "| judges | same | Gwet's AC1 | answers |", "|---|---:|---:|---:|"]
    for name, one in found["agreement"].items():
        cells = [one] * 3 if isinstance(one, str) else [one["same"], one["AC1"], one["of"]]
        lines += [f"| {name} | {cells[0]} | {cells[1]} | {cells[2]} |"]
    return "\n".join([*lines, "", f"AlignScore: {found['AlignScore']}.", ""])


def _show(cell: dict[str, float] | str) -> str:
    return cell if isinstance(cell, str) else f"{cell['mean']} ± {cell['error']}"
