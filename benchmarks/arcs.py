"""Feelings over time against `gold/arcs`: bands of affection and familiarity per directed pair and chapter.

Every chapter of every interval is asked as of its end. A value is right inside the band, its ends included. The sign
is asked where the whole band lies on one side of nothing. Turning points count within two chapters; a found one that
no gold one (nor a minor one) is near to is false. People are mapped by `shelf.find_gold`; in a novel told by an "I"
the narrator is the person named in NARRATORS, since no name of theirs need stand in the text.

Beside the gold, ten pairs each of twenty other novels, marked in the same way by readings of a large language model that had the
text before them and nothing of castline (`arcs.jsonl`: the bands, why, and the offset of words that show it). How fast and how
far familiarity grows was set on these and the gold together.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.shelf import Novel, fetch_novel, find_gold, name_novel, read_aliases
from castline.errors import CastlineError
from castline.query.histories import trace_feelings
from castline.query.turns import find_turns

NARRATORS = {"frankenstein": "Victor Frankenstein", "hound_of_the_baskervilles": "Dr. Watson"}
MARKED = Path(__file__).parent / "arcs.jsonl"
BOUNDS = ("first", "last", "affection_low", "affection_high", "familiarity_low", "familiarity_high")
NEAR = 2
"""Chapters by which a turning point may be off."""
Level = tuple[float, float]
Series = dict[int, Level]


@dataclass(frozen=True, slots=True)
class Arc:
    """A gold pair, who they are in the store ("" for nobody), and our series as of each chapter."""

    novel: str
    gold: dict[str, Any]
    ids: tuple[str, str]
    ours: Series = field(default_factory=dict)

    def level(self, chapter: int) -> Level:
        """Ours, as of a chapter's end."""
        return self.ours.get(chapter, (0.0, 0.0))

    def chapters(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Every chapter that the gold covers, with its band."""
        for band in self.gold["intervals"]:
            yield from ((chapter, band) for chapter in range(band["first"], band["last"] + 1))


def read_arcs(folder: Path) -> Iterator[tuple[Novel, list[Arc]]]:
    """Each novel of the gold, ingested, with its arcs filled in."""
    for path in sorted((folder / "gold" / "arcs").glob("*.json")):
        novel = fetch_novel(folder / "novels" / f"{path.stem}.txt")
        aliases = read_aliases(folder, path.stem)
        arcs = []
        for gold in json.loads(path.read_text(encoding="utf-8")):
            ids = (
                _find(novel, path.stem, gold["from"], aliases),
                _find(novel, path.stem, gold["toward"], aliases),
            )
            arc = Arc(path.stem, gold, ids)
            arc.ours.update(trace(novel, arc))
            arcs.append(arc)
        yield novel, arcs


def read_marked_arcs(folder: Path) -> Iterator[list[Arc]]:
    """The arcs of each novel beside the gold, filled in; whom no name finds is the one who says "I"."""
    for line in MARKED.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        path = folder / row["novel"]
        novel, arcs = fetch_novel(path), []
        for one, other, bands in row["arcs"]:
            ids = (_find_marked(novel, one), _find_marked(novel, other))
            gold = {"intervals": [dict(zip(BOUNDS, band, strict=False)) for band in bands]}
            arc = Arc(name_novel(path), gold, ids)
            arc.ours.update(trace(novel, arc))
            arcs.append(arc)
        yield arcs


def _find_marked(novel: Novel, name: str) -> str:
    teller = novel.memory.tellers.get("1")
    return find_gold(novel.memory, name, {}) or (novel.memory.person(teller).id if teller is not None else "")


def _find(novel: Novel, title: str, name: str, aliases: dict[str, set[str]]) -> str:
    if NARRATORS.get(title) == name and "1" in novel.memory.tellers:
        return novel.memory.person(novel.memory.tellers["1"]).id
    return find_gold(novel.memory, name, aliases)


def trace(novel: Novel, arc: Arc) -> Iterator[tuple[int, Level]]:
    """The levels as of each chapter's end, from a view that is cut there; (0, 0) where somebody is not met yet."""
    if not all(arc.ids) or arc.ids[0] == arc.ids[1]:
        return
    for chapter in range(1, max(band["last"] for band in arc.gold["intervals"]) + 1):
        try:
            levels = trace_feelings(novel.at(chapter), *arc.ids).directions[0].levels
        except CastlineError:
            levels = ()
        yield chapter, (levels[-1][1], levels[-1][2]) if levels else (0.0, 0.0)


def score(arc: Arc, level: Callable[[int], Level]) -> Counter[str]:
    """Counts of one way to tell the levels: `chapters`, `affection`, `familiarity`, `signs` asked and `sign` right."""
    n: Counter[str] = Counter()
    for chapter, band in arc.chapters():
        affection, familiarity = level(chapter)
        low, high = band["affection_low"], band["affection_high"]
        n["chapters"] += 1
        n["affection"] += low <= affection <= high
        n["familiarity"] += band["familiarity_low"] <= familiarity <= band["familiarity_high"]
        if low >= 0 < high or high <= 0 > low:
            n["signs"] += 1
            n["sign"] += affection * (low + high) > 0
    return n


def score_turns(arc: Arc, levels: Series) -> Counter[str]:
    """Counts `turns` in the gold, `turns found` of them, and `false turns`."""
    first = arc.gold["intervals"][0]["first"]
    series = [(str(c), *levels.get(c, (0.0, 0.0))) for c in range(first, arc.gold["intervals"][-1]["last"] + 1)]
    ours = [int(chapter) for chapter in find_turns(series)]
    gold, minor = arc.gold["turning_points"], arc.gold.get("minor_turns") or []
    return Counter({
        "turns": len(gold),
        "turns found": sum(any(abs(one - turn) <= NEAR for one in ours) for turn in gold),
        "false turns": sum(all(abs(one - turn) > NEAR for turn in (*gold, *minor)) for one in ours),
    })  # fmt: skip
