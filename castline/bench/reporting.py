"""Judgements -> the tables of TimeChara (Ahn et al. 2024), as plain values; `T5` is the paper's table 5.

T3    items by series, form, whether a detail is changed, and type        T26   right answers by series, and type
T4    shares of the labels; mean words                                   T27   past-only answers: facts beside changed details
T5    right answers of a hundred by method and type                      T28   the methods' own stand on time and place
T24   people beside the judges (see `sheets`)                            T29   questions of the future, by how far ahead
T25   what is wrong with wrong answers, by type
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from castline.agent.judge import FAULTS, write_label
from castline.bench.dataset import Item
from castline.bench.measures import UNMEASURED
from castline.bench.running import Judged

TYPES = ("future", "past-absence", "past-presence", "past-only")
KINDS = (*TYPES[:3], "past-only, fact", "past-only, fake")
JUDGES = ("graph", "model")
Pairs = Sequence[tuple[int, int]]
Answers = Sequence[tuple[Item, Judged]]


def report(items: Sequence[Item], judged: Sequence[Judged]) -> dict[str, Any]:
    """All tables. Shares are of a hundred, with the standard error of the mean; what was not measured says so."""
    by_id = {item.id: item for item in items}
    answers = [(by_id[one.item], one) for one in judged if one.item in by_id]
    methods = {
        method: [pair for pair in answers if pair[1].method == method]
        for method in dict.fromkeys(one.method for _, one in answers)
    }
    return {
        "items": _count_items(items), "labels": _count_labels(items), "words": _count_words(items),
        "methods": [_score(method, own) for method, own in methods.items()],
        "faults": [_count_faults(method, own) for method, own in methods.items()],
        "series": [row for method, own in methods.items() for row in _score_series(method, own)],
        "stands": [row for method, own in methods.items() if (row := _score_stand(method, own))],
        "gaps": [row for method, own in methods.items() for row in _score_gaps(method, own)],
        "agreement": _agree(answers), "AlignScore": UNMEASURED,
    }  # fmt: skip


def kind_of(item: Item) -> str:
    """One of KINDS."""
    return item.type if item.type != "past-only" else KINDS[3 + (item.fake is not None)]


def _count_items(items: Sequence[Item]) -> list[dict[str, Any]]:
    groups = Counter((item.saga, item.form, item.fake is not None, item.type) for item in items)
    return [
        {"series": saga, "form": form, "fake": fake, "type": type_, "count": n}
        for (saga, form, fake, type_), n in sorted(groups.items())
    ]


def _count_labels(items: Sequence[Item]) -> dict[str, Any]:
    counts = Counter(map(kind_of, items))
    return {kind: {"count": counts[kind], "share": round(100 * counts[kind] / max(1, len(items)), 1)} for kind in KINDS}


def _count_words(items: Sequence[Item]) -> dict[str, float | str]:
    texts: dict[str, Callable[[Item], str]] = {
        "question": lambda item: item.question, "gold": lambda item: item.gold,
        "label": lambda item: write_label(item.label, item.who.rpartition(":")[2]),
    }  # fmt: skip
    return {part: find_mean([len(of(item).split()) for item in items]) for part, of in texts.items()}


def _score(method: str, own: Answers) -> dict[str, Any]:
    row: dict[str, Any] = {"method": method}
    for judge in JUDGES:
        row[judge] = {type_: _mark(judge, (pair for pair in own if pair[0].type == type_)) for type_ in TYPES}
        row[judge]["average"] = _mark(judge, own)
        row[judge]["fact"] = _mark(judge, (pair for pair in own if kind_of(pair[0]) == KINDS[3]))
        row[judge]["fake"] = _mark(judge, (pair for pair in own if kind_of(pair[0]) == KINDS[4]))
    row["personality"] = find_mean([one.personality for _, one in own if one.personality is not None])
    return row


def _mark(judge: str, answers: Iterable[tuple[Item, Judged]]) -> dict[str, float] | str:
    marks = (getattr(one, judge) for _, one in answers)
    return find_share([mark for mark in marks if mark is not None])


def _count_faults(method: str, own: Answers) -> dict[str, Any]:
    """Of the answers that a model scored 0: how many have each fault, by type of data."""
    wrong = [(item.type, one.fault) for item, one in own if one.fault]
    columns = {"overall": [fault for _, fault in wrong]} | {t: [fault for of, fault in wrong if of == t] for t in TYPES}
    counted = {fault: {column: faults.count(fault) for column, faults in columns.items()} for fault in FAULTS}
    judged = any(one.model is not None for _, one in own)
    return {
        "method": method,
        "wrong": {column: len(faults) for column, faults in columns.items()},
        "faults": counted if judged else UNMEASURED,
    }


def _score_series(method: str, own: Answers) -> list[dict[str, Any]]:
    rows = []
    for saga in sorted({item.saga for item, _ in own}):
        row: dict[str, Any] = {"method": method, "series": saga}
        for judge in JUDGES:
            row[judge] = {
                kind: _mark(judge, (p for p in own if p[0].saga == saga and kind_of(p[0]) == kind)) for kind in KINDS
            }
        rows.append(row)
    return rows


def _score_stand(method: str, own: Answers) -> dict[str, Any] | None:
    """How often a method's own stand is right: on time over all answers, on place over those of presence and absence. One that takes
    none where it should is wrong (a spatial expert is not asked of what is taken to lie ahead, and then is not counted)."""
    if all(one.ahead is None and one.absent is None for _, one in own):
        return None
    early = [(item.type == "future", one.ahead) for item, one in own]
    placed = [(item.type, one.absent) for item, one in own if item.type in TYPES[1:3] and one.ahead is not True]
    return {
        "method": method,
        "future": find_share([int(said is True) for ahead, said in early if ahead]),
        "past": find_share([int(said is False) for ahead, said in early if not ahead]),
        "absence": find_share([int(said is True) for type_, said in placed if type_ == TYPES[1]]),
        "presence": find_share([int(said is False) for type_, said in placed if type_ == TYPES[2]]),
    }


def _score_gaps(method: str, own: Answers) -> list[dict[str, Any]]:
    """Questions of the future from several time points: a row for each person, and for all."""
    asked = [(item, one) for item, one in own if item.gap is not None]
    gaps = sorted({item.gap for item, _ in asked if item.gap is not None}, reverse=True)
    rows = []
    for who in [*sorted({item.who for item, _ in asked}), "all"] if asked else []:
        held = [pair for pair in asked if who in ("all", pair[0].who)]
        row: dict[str, Any] = {"method": method, "who": who}
        for judge in JUDGES:
            row[judge] = {str(gap): _mark(judge, (pair for pair in held if pair[0].gap == gap)) for gap in gaps}
        rows.append(row)
    return rows


def find_share(scores: Sequence[int]) -> dict[str, float] | str:
    """The share of ones, of a hundred, with the standard error of the mean, and of how many."""
    if not scores:
        return UNMEASURED
    mean = sum(scores) / len(scores)
    error = math.sqrt(mean * (1 - mean) / len(scores))
    return {"mean": round(100 * mean, 1), "error": round(100 * error, 1), "of": len(scores)}


def find_mean(values: Sequence[int]) -> float | str:
    """The mean, where there is one."""
    return round(sum(values) / len(values), 2) if values else UNMEASURED


def _agree(answers: Answers) -> dict[str, Any]:
    """How the judges agree: the share of same scores, and Gwet's AC1."""
    both = [(one.graph, one.model) for _, one in answers if one.model is not None]
    bare = [(one.graph, one.unlabelled) for _, one in answers]
    return {"graph and model": find_agreement(both), "graph with and without the label": find_agreement(bare)}


def find_agreement(pairs: Pairs) -> Mapping[str, float] | str:
    """The share of same scores of two raters, their AC1, and over how many."""
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
