"""Whose words a snapshot shows as somebody's, on PDNC's novels: `python -m benchmarks DATA voices`.

For the people who speak most of each novel, as of a third of it, two thirds, and the end: of the sayings that show how they
speak, of the events and of the sentences told of them that are given as said by somebody ("Anna to Ben: “No.”"), the share that
the gold gives to the same speaker. What stands in no gold quote is left out.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.shelf import SAGA, fetch_novel
from benchmarks.speakers import map_people, plain, read_aliases, read_quotes, tabulate
from castline.graph.moments import FOREVER
from castline.query.entries import Snapshot
from castline.query.people import list_cast
from castline.query.snapshot import take_snapshot
from castline.query.view import View

PEOPLE = 5
SHARES = (1 / 3, 2 / 3, 1.0)
KINDS = ("sayings", "events", "told")
HEAD = ["novel", *(cell for kind in KINDS for cell in (kind, "right"))]


def measure_voices(folder: Path) -> str:
    """A row per novel, and one over all of them."""
    return tabulate(folder, HEAD, score_novel, _row)


def _row(name: str, n: Counter[str]) -> list[object]:
    cells: list[object] = [name]
    for kind in KINDS:
        cells += [n[kind], f"{n[f'{kind} right'] / max(1, n[kind]):.3f}"]
    return cells


def score_novel(folder: Path) -> Counter[str]:
    """Counts of one novel."""
    novel = fetch_novel(folder / "novel_text.txt")
    aliases = read_aliases(folder)
    people, gold = map_people(novel.memory, aliases), sorted(_list_spans(folder, aliases))
    last = len(novel.views.open(SAGA, None).record.chapters)
    n: Counter[str] = Counter()
    for share in SHARES:
        view = novel.at(max(1, round(share * last)))
        for kind, speaker, start in _list_shown(view):
            at = bisect_right(gold, (start + 2, FOREVER, "")) - 1
            if at >= 0 and start < gold[at][1]:
                n[kind] += 1
                n[f"{kind} right"] += people.get(speaker) == gold[at][2]
    return n


def _list_spans(folder: Path, aliases: dict[str, str]) -> Iterator[tuple[int, int, str]]:
    """Start, end and speaker of every piece of the gold quotes."""
    for row in read_quotes(folder):
        speaker = aliases.get(plain(row["speaker"]), row["speaker"])
        yield from ((start, end, speaker) for start, end in ast.literal_eval(row["quoteByteSpans"]))


def _list_shown(view: View) -> Iterator[tuple[str, str, int]]:
    """What the snapshots of the people show as said: the kind of entry, the id of who is said to say it, and where it stands."""
    cast = list_cast(view)
    ids = {form: one.id for one in reversed(cast) for form in (one.name, *one.also)}
    for one in sorted(cast, key=lambda one: -one.quotes)[:PEOPLE]:
        yield from _list_of(take_snapshot(view, one.id), ids)


def _list_of(snapshot: Snapshot, ids: dict[str, str]) -> Iterator[tuple[str, str, int]]:
    yield from (("sayings", snapshot.id, one.evidence.start) for one in snapshot.quotes)
    shown = [("events", one.summary, one.evidence.start) for one in snapshot.events]
    shown += [("told", one.words, one.evidence.start) for one in snapshot.told]
    for kind, words, start in shown:
        head, mark, _ = words.partition(": “")
        name = head.partition(" to ")[0]
        speaker = ids.get(name) or ids.get(name[:1].lower() + name[1:])
        if mark and speaker:
            yield kind, speaker, start
