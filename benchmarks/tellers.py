"""Who tells, from raw text: `python -m benchmarks DATA tellers`.

Gold: the stretches of fifteen novels with who says "I" outside speech (`gold/narrators.json`). A stretch is right where most
of its "I, me, my, mine, myself" are given to the person whom castline finds by the gold's name; where nobody tells, where at
most one in twenty is given to anybody. Counted are those outside speech; where a stretch has none (a letter in quotation
marks), all of it. A name that nobody is found by makes a stretch wrong.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.machine import table
from benchmarks.shelf import SAGA, Novel, fetch_novel
from castline.errors import CastlineError
from castline.graph.facts import Chapter, Mention, Name, Utterance, decode
from castline.graph.moments import FOREVER
from castline.ingest.model.evidence import find_words
from castline.query.view import View

HEAD = ["novel", "with a teller", "right", "without", "right"]
_SAID = re.compile(r"\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself)\b")
FEW = 0.05
"""The share of the "I" outside speech that may be given to somebody where nobody tells: a motto, a letter."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a novel, its end outside, and who says "I" there ("" for nobody)."""

    start: int
    end: int
    teller: str
    how: str


def measure_tellers(folder: Path) -> str:
    """A row per novel, and one over all."""
    gold = json.loads((folder / "gold" / "narrators.json").read_text(encoding="utf-8"))
    rows, total = [], Counter[str]()
    for name in sorted(gold):
        novel = fetch_novel(folder / "novels" / f"{name}.txt")
        counts = score_tellers(novel, find_stretches(novel, gold[name]))
        total += counts
        rows.append(_row(name, counts))
        print(rows[-1], flush=True)
    return table(HEAD, [*rows, _row("all", total)])


def find_stretches(novel: Novel, gold: list[dict[str, Any]]) -> list[Stretch]:
    """The gold's stretches with their places. Raises ValueError where a stretch does not stand in the text."""
    chapters: list[Chapter] = [decode(line) for line in novel.store.facts(SAGA, ["chapter"], FOREVER)]
    starts = [_find_start(novel.text, chapters, row) for row in gold]
    ends = [*starts[1:], chapters[-1].end]
    whole = [min(end, chapters[row["last"] - 1].end) for row, end in zip(gold, ends, strict=True)]
    return [
        Stretch(start, end, row["teller"] or "", row["how"])
        for row, start, end in zip(gold, starts, whole, strict=True)
    ]


def _find_start(text: str, chapters: list[Chapter], row: dict[str, Any]) -> int:
    chapter = chapters[row["first"] - 1]
    if not (words := row.get("quote_start")):
        return int(chapter.start)
    if (found := find_words(words, text, chapter.start, chapter.end)) is None:
        raise ValueError(f"{words!r} does not stand in chapter {row['first']}.")
    return found[0]


def score_tellers(novel: Novel, stretches: list[Stretch]) -> Counter[str]:
    """Counts of one novel: stretches `told` and `plain` (nobody tells), and those of each that are right."""
    view = novel.views.open(SAGA, None)
    said = list(_find_said(novel))
    speech = [part for line in novel.store.facts(SAGA, ["utterance"], FOREVER) for part in _spans(decode(line))]
    n: Counter[str] = Counter()
    for stretch in stretches:
        inside = [one for one in said if stretch.start <= one.start < stretch.end]
        spans = [span for span in speech if span[0] < stretch.end and span[1] > stretch.start]
        outside = [one for one in inside if not any(start <= one.start < end for start, end in spans)]
        kind = "told" if stretch.teller else "plain"
        n[kind] += 1
        n[f"{kind} right"] += _is_right(view, stretch, outside, inside, novel.text)
    return n


def _find_said(novel: Novel) -> Iterator[Mention]:
    """The mentions that say "I"."""
    for line in novel.store.facts(SAGA, ["mention"], FOREVER):
        one: Mention = decode(line)
        if _SAID.fullmatch(one.form):
            yield one


def _spans(said: Utterance) -> tuple[tuple[int, int], ...]:
    return said.parts or ((said.start, said.end),)


def _is_right(view: View, stretch: Stretch, outside: list[Mention], inside: list[Mention], text: str) -> bool:
    if not stretch.teller:
        return len(outside) <= FEW * max(1, count_said(text[stretch.start : stretch.end]))
    meant = Counter(view.root(one.character) for one in outside or inside)
    return bool(meant) and meant.most_common(1)[0][0] == _find(view, stretch.teller)


def count_said(text: str) -> int:
    """How often a text says "I"."""
    return len(_SAID.findall(text))


def list_forms(novel: Novel, stretches: list[Stretch]) -> dict[str, set[str]]:
    """Teller of the gold -> the names of the person whom castline finds by that."""
    view = novel.views.open(SAGA, None)
    names: list[Name] = [decode(line) for line in novel.store.facts(SAGA, ["name"], FOREVER)]
    found = {one.teller: _find(view, one.teller) for one in stretches if one.teller}
    return {who: {name.form for name in names if view.root(name.character) == one} for who, one in found.items()}


def _find(view: View, name: str) -> str:
    try:
        return view.find(name)
    except CastlineError:
        return ""


def _row(name: str, n: Counter[str]) -> list[object]:
    return [name, n["told"], n["told right"], n["plain"], n["plain right"]]
