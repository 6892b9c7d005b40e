"""The tables of replies to HPD's sessions (Chen et al. 2023, tables 3 and 6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any

from castline.bench.measures import UNMEASURED, compare_perplexities, measure_rankings, measure_variety
from castline.bench.replying import JUDGED, Replied
from castline.bench.sessions import Session

Mauve = Callable[[Sequence[str], Sequence[str]], float]
"""MAUVE of two lists of texts (Pillutla et al. 2021), 0..1: a library's, with the features of a model of yours."""


def report(sessions: Sequence[Session], replied: Sequence[Replied], mauve: Mauve | None = None) -> list[dict[str, Any]]:
    """A row for each setting, way of putting in order, and who made the wrong candidates: those that rules made stand apart."""
    by_id = {session.id: session for session in sessions}
    groups: dict[tuple[str, str, str], list[Replied]] = {}
    for one in replied:
        if one.session in by_id:
            groups.setdefault((one.setting, one.by, one.wrong_by), []).append(one)
    return [
        {"setting": setting, "order by": by, "wrong by": wrong_by, "sessions": len(own)} | _row([by_id[one.session] for one in own], own, mauve)
        for (setting, by, wrong_by), own in groups.items()
    ]  # fmt: skip


def _row(sessions: Sequence[Session], own: Sequence[Replied], mauve: Mauve | None) -> dict[str, Any]:
    answers = [one.answer for one in own if one.answer is not None]
    both = [(one.wrong, one.right) for one in own if one.wrong is not None and one.right is not None]
    right, wrong = ([text for session in sessions for text in getattr(session, side)] for side in ("right", "wrong"))
    row: dict[str, Any] = measure_rankings([one.ranking for one in own if one.ranking])
    row |= {f"dist-{n}": measure_variety(answers, n) for n in (1, 2)}
    row["PPL"] = _mean([one.right for one in own if one.right is not None])
    row["delta-P"] = _mean([compare_perplexities(*pair) for pair in both])
    measured = mauve is not None and bool(answers and wrong)
    row["MAUVE"] = round(mauve(right, answers), 3) if mauve and measured else UNMEASURED
    row["delta-M"] = round(mauve(right, answers) - mauve(wrong, answers), 3) if mauve and measured else UNMEASURED
    for name in JUDGED:
        row[name] = _mean([one.judged[name] for one in own if one.judged and name in one.judged])
    return row


def _mean(values: Sequence[float]) -> float | str:
    return round(fmean(values), 3) if values else UNMEASURED


def show(rows: Sequence[Mapping[str, Any]]) -> str:
    """The rows as a table in Markdown."""
    if not rows:
        return "No session of these was replied to.\n"
    lines = ["| " + " | ".join(rows[0]) + " |", "|" + "---|" * len(rows[0])]
    return "\n".join([*lines, *("| " + " | ".join(map(str, row.values())) + " |" for row in rows), ""])
