"""Whom a short name means where it stands, on `protagonist_tagger`'s sentences: `python -m benchmarks DATA names`.

The set gives 100 sentences a novel with the full name of whoever each short name means ("Bingley": Charles Bingley);
measured are the novels of it whose text is here. A sentence is looked for by its words; a gold mention is seen where a
mention of castline's covers its last word. One to one: the person who has most of a full name's mentions stands for it, if
most of that person's are of that name; a mention given to anybody else, or to nobody, is wrong.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.machine import table
from benchmarks.shelf import SAGA, Novel, fetch_novel
from castline.graph.facts import Mention, decode
from castline.graph.moments import FOREVER

SETS = Path("protagonist_tagger/data/testing_sets/test_large_names_gold_standard")
NOVELS = {
    "Anne_of_Green_Gables": "pdnc/data/AnneOfGreenGables/novel_text.txt",
    "Emma": "pdnc/data/Emma/novel_text.txt",
    "Frankenstein": "novels/frankenstein.txt",
    "Pride_and_Prejudice": "novels/pride_and_prejudice.txt",
    "The_Picture_of_Dorian_Gray": "novels/dorian_gray.txt",
}
"""Name in the set -> where its text is."""
HEAD = ["novel", "sentences", "found", "names in them", "seen", "right"]
_WORD = re.compile(r"[^\W_]+")


def measure_names(folder: Path) -> str:
    """A row per novel, and one over all."""
    rows, total = [], Counter[str]()
    for name, path in NOVELS.items():
        gold = json.loads((folder / SETS / f"{name}.json").read_text(encoding="utf-8"))
        counts = score_names(fetch_novel(folder / path), gold)
        total += counts
        rows.append(_row(name, counts))
    return table(HEAD, [*rows, _row("all", total)])


def _row(name: str, n: Counter[str]) -> list[object]:
    shares = (n[kind] / max(1, n["names"]) for kind in ("seen", "right"))
    return [name, n["sentences"], n["found"], n["names"], *(f"{share:.3f}" for share in shares)]


def score_names(novel: Novel, gold: list[dict[str, object]]) -> Counter[str]:
    """Counts of one novel."""
    n = Counter(sentences=len(gold))
    mentions: list[Mention] = sorted(
        (decode(line) for line in novel.store.facts(SAGA, ["mention"], FOREVER)), key=_start
    )
    view = novel.views.open(SAGA, None)
    pairs: Counter[tuple[str, str]] = Counter()
    for offsets in _locate(novel.text, gold):
        n["found"] += 1
        for offset, name in offsets:
            n["names"] += 1
            at = bisect_right(mentions, offset, key=_start) - 1
            if at >= 0 and mentions[at].end > offset:
                n["seen"] += 1
                pairs[view.root(mentions[at].character), name] += 1
    for (person, name), count in pairs.items():
        if name == _most(pairs, 0, person) and person == _most(pairs, 1, name):
            n["right"] += count
    return n


def _start(mention: Mention) -> int:
    return mention.start


def _most(pairs: Counter[tuple[str, str]], side: int, one: str) -> str:
    """Of the pairs with one on a side, what stands most often on the other."""
    return max((pair for pair in pairs if pair[side] == one), key=lambda pair: (pairs[pair], pair))[1 - side]


def _locate(text: str, gold: list[dict[str, object]]) -> Iterator[list[tuple[int, str]]]:
    """For each sentence that stands in a text: (offset of the last word, full name) of its names."""
    words = [(found.group().casefold(), found.start()) for found in _WORD.finditer(text)]
    line, starts, at = [], [], 0
    for word, _ in words:
        starts.append(at)
        line.append(word)
        at += len(word) + 1
    joined = f" {' '.join(line)} "
    for row in gold:
        content = str(row["content"])
        own = [(found.group().casefold(), found.end()) for found in _WORD.finditer(content)]
        place = joined.find(f" {' '.join(word for word, _ in own)} ")
        if place >= 0:
            first = bisect_right(starts, place) - 1
            yield [
                (words[first + bisect_right(own, entity[1], key=lambda pair: pair[1]) - 1][1], entity[2])
                for entity in row["entities"]  # type: ignore[attr-defined]
            ]
