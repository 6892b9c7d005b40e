"""Weights of what hints at kin, learnt from the ties of novels: `python -m benchmarks.kin_weights DATA` validates them.

Learnt twice: first on novels that were read with nothing but what is told outright, then on the same novels read with the first
weights, so that what follows from likely kin is as likely as it will be. Each novel counts after a tenth, after three tenths and
at its end: of early chapters there is little to go by. Validated by novels left out, in three parts.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from unittest.mock import patch

from benchmarks.fitting import Example, fit
from benchmarks.kin import Family, count_told, list_gold, read_family, recall_told, show, turn
from benchmarks.machine import table
from benchmarks.shelf import SAGA, Novel, fetch_novel
from castline.ingest.corrections.corrector import Corrector
from castline.ingest.course import Course
from castline.ingest.keeping import CUT, NOTES, find_notes, unpack_piece
from castline.ingest.language.parser import find_model
from castline.ingest.memory.memory import Memory, Pair, pair
from castline.ingest.memory.tables import Groups
from castline.ingest.narrative.kin_odds import NONE, KinOdds
from castline.ingest.report import Report

TOLD = {"told": 5.0, NONE: 2.5}
"""Weights by which kin are what they are told to be, and nothing else."""
STRENGTH, ROUNDS, PARTS = 0.7, 2, 3
"""Precision of the Gaussian prior; how often all is weighed at first; parts of the novels in validation."""
SHARES = (0.1, 0.3, 1.0)


def learn_kin(folder: Path, left_out: Sequence[str] = ()) -> dict[str, float]:
    """The weights, from all novels but those left out."""
    first = learn_first(read_families(folder, TOLD, left_out))
    return learn_again(read_families(folder, first, left_out))


def read_families(folder: Path, weights: Mapping[str, float], left_out: Sequence[str] = ()) -> list[Family]:
    """The gold of the novels after each share of their chapters, read with these weights."""
    found: list[Family] = []
    for name, path, gold in list_gold(folder):
        if name not in left_out:
            with patch("castline.ingest.narrative.kin_odds.load_weights", lambda _: dict(weights)):
                memories = list(_settle_again(fetch_novel(path)))
            parts = (memories[max(1, round(share * len(memories))) - 1] for share in SHARES)
            found += [read_family(name, memory, gold) for memory in parts]
    return found


def learn_first(families: Sequence[Family]) -> dict[str, float]:
    """Weights from families of which nobody has been weighed: all are weighed by them as often as chapters do."""
    memories = [_forget_odds(family.memory) for family in families]
    weights: dict[str, float] = {}
    for _ in range(ROUNDS):
        cases = [case for both in zip(families, memories, strict=True) for case in _describe(*both)]
        weights = fit(cases, STRENGTH)
        for memory in memories:
            _weigh_all(memory, weights)
    return weights


def learn_again(families: Sequence[Family]) -> dict[str, float]:
    """Weights from families whose chapters have weighed who is likely what."""
    return fit([case for family in families for case in _describe(family, family.memory)], STRENGTH)


def _describe(family: Family, memory: Memory) -> Iterator[Example]:
    """Of each two of the gold's people all that they may be to each other, none of it last, and which is right."""
    odds = KinOdds(memory, {})
    for both in combinations(sorted(family.people.values()), 2):
        if options := odds.describe(*both):
            wanted = family.ties.get(pair(*both), set())
            right = next((at for at, one in enumerate(options) if turn(one) & wanted), len(options))
            rows = [[name for name, much in row.items() for _ in range(much)] for row in options.values()]
            yield [*rows, [NONE]], right


def _weigh_all(memory: Memory, weights: Mapping[str, float]) -> None:
    odds = KinOdds(memory, weights)
    for found in [odds.weigh(*both) for both in _list_pairs(memory, odds)]:
        odds.keep(found)


def _list_pairs(memory: Memory, odds: KinOdds) -> list[Pair]:
    """Two of whom anything is hinted, or who are both likely kin of somebody."""
    near = {pair(*both) for both in memory.ties.near}
    around = (sorted(odds.around(person.key)) for person in memory.people if person.joined < 0)
    return sorted(near | {pair(*two) for kin in around for two in combinations(kin, 2)})


def _forget_odds(memory: Memory) -> Memory:
    fork = memory.fork()
    fork.ties.likely = Groups()
    return fork


def _settle_again(novel: Novel) -> Iterator[Memory]:
    """What each chapter leaves, by what was kept of its words."""
    kept = novel.store.recall(SAGA, novel.store.version(SAGA), (), [CUT, NOTES])
    pieces = [unpack_piece(kept[f"{CUT}{book}.{chapter}"], text) for book, chapter, text in novel.store.texts(SAGA)]
    course = Course(Report(SAGA), Corrector([], set()), 1)
    settled = course.settle_all(pieces, Memory(), Memory(), find_notes(kept, pieces, find_model()))
    return (done.settled.memory for done in settled)


def validate_kin(folder: Path) -> str:
    """What is told after the last chapter with weights learnt from novels of the two other parts, and outright alone."""
    names = [name for name, *_ in list_gold(folder)]
    outright = _count(read_families(folder, TOLD))
    n: Counter[str] = Counter()
    for part in range(PARTS):
        own = names[part::PARTS]
        weights = learn_kin(folder, own)
        n += _count(read_families(folder, weights, [name for name in names if name not in own]))
    rows = [
        [what, *show(counts, sort)] for what, counts in (("told outright", outright), ("weighed", n))
        for what, sort in ((what, ""), (f"{what}, close kin", "close "), (f"{what}, main people", "main "))
    ]  # fmt: skip
    return table(("", "kin", "told", "right", "precision", "recall"), rows)


def _count(families: Sequence[Family]) -> Counter[str]:
    n: Counter[str] = Counter()
    for family in families[len(SHARES) - 1 :: len(SHARES)]:
        n += count_told(family, recall_told(family.memory))
    return n


if __name__ == "__main__":
    print(validate_kin(Path(sys.argv[1])))
