"""Who speaks, end to end from raw text, on PDNC's novels: `python -m benchmarks DATA speakers`.

Each novel is ingested from its text alone: no gold cast, no gold quotes. A gold quote is found where a part of an
utterance starts within two characters of one of its spans; a found speaker is mapped to the gold character whose
aliases (and main name; "the" left out, case folded) make up most of the mentions of his names; who maps to nobody,
and a quote that is not found, is wrong. Spans are right within one character at each end.
"""

from __future__ import annotations

import ast
import csv
import tempfile
from collections import Counter
from pathlib import Path

from benchmarks.machine import table
from castline.graph.facts import Utterance, decode
from castline.graph.moments import FOREVER
from castline.graph.stores import Store, open_store
from castline.ingest.people import Memory, decode_memory
from castline.ingest.pipeline import ingest

TYPES = ("Explicit", "Anaphoric", "Implicit")
HEAD = ["novel", "quotes", "span F1", "speaker", *(kind.lower() for kind in TYPES), "addressee"]


def measure_speakers(folder: Path) -> str:
    """A row per novel, and one over all quotes of all novels."""
    rows, total = [], Counter[str]()
    for novel in sorted((folder / "pdnc" / "data").iterdir()):
        counts = score_novel(novel)
        total += counts
        rows.append(_row(novel.name, counts))
        print(rows[-1], flush=True)
    return table(HEAD, [*rows, _row("all", total)])


def _row(name: str, n: Counter[str]) -> list[object]:
    precision, recall = n["span right"] / max(1, n["spans found"]), n["gold span found"] / max(1, n["gold spans"])
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    shares = [n[f"{kind} right"] / max(1, n[kind]) for kind in TYPES]
    return [name, n["all"], round(f1, 3), *(f"{x:.3f}" for x in (n["right"] / max(1, n["all"]), *shares)),
            f"{n['addressee right'] / max(1, n['addressee']):.3f}"]  # fmt: skip


def score_novel(folder: Path) -> Counter[str]:
    """Counts of one novel."""
    with tempfile.TemporaryDirectory() as home:
        store = open_store(f"{home}/novel.db")
        ingest(store, [folder / "novel_text.txt"], "novel", processes=2)
        said: list[Utterance] = [decode(line) for line in store.facts("novel", ["utterance"], FOREVER)]
        mapping = _map_people(store, _aliases(folder))
    return _score(said, mapping, _aliases(folder), list(csv.DictReader(_open(folder / "quotation_info.csv"))))


def _open(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines(keepends=True)


def _aliases(folder: Path) -> dict[str, str]:
    """Alias, plain -> main name; an alias of several goes to the first listed."""
    found: dict[str, str] = {}
    for row in csv.DictReader(_open(folder / "character_info.csv")):
        for alias in [row["Main Name"], *sorted(ast.literal_eval(row["Aliases"]))]:
            found.setdefault(_plain(alias), row["Main Name"])
    return found


def _plain(name: str) -> str:
    return name.casefold().removeprefix("the ").strip()


def _map_people(store: Store, aliases: dict[str, str]) -> dict[str, str]:
    """Person id -> gold character, by the mentions of the names."""
    memory: Memory = decode_memory(store.memory("novel"))
    mapping = {}
    for person in memory.people:
        votes: Counter[str] = Counter()
        for form, count in memory.person(person.key).forms.items():
            if gold := aliases.get(_plain(form)):
                votes[gold] += count
        if votes:
            mapping[person.id] = votes.most_common(1)[0][0]
    return mapping


def _score(
    said: list[Utterance], mapping: dict[str, str], aliases: dict[str, str], gold: list[dict[str, str]]
) -> Counter[str]:
    n: Counter[str] = Counter()
    by_start = {start: utterance for utterance in said for start, _ in utterance.parts}
    spans = {part for utterance in said for part in utterance.parts}
    gold_spans = {tuple(span) for row in gold for span in ast.literal_eval(row["quoteByteSpans"])}
    n["spans found"], n["gold spans"] = len(spans), len(gold_spans)
    n["span right"] = sum(_near(span, gold_spans) for span in spans)
    n["gold span found"] = sum(_near((a, b), spans) for a, b in gold_spans)
    for row in gold:
        starts = [span[0] for span in ast.literal_eval(row["quoteByteSpans"])]
        found = next((by_start[s + d] for s in starts for d in (0, 1, -1, 2, -2) if s + d in by_start), None)
        n["all"] += 1
        n[row["quoteType"]] += 1
        if (
            found
            and found.speaker
            and mapping.get(found.speaker) == aliases.get(_plain(row["speaker"]), row["speaker"])
        ):
            n["right"] += 1
            n[f"{row['quoteType']} right"] += 1
        wanted = {aliases.get(_plain(name), name) for name in ast.literal_eval(row["addressees"])}
        n["addressee"] += bool(wanted)
        n["addressee right"] += bool(found and wanted & {mapping.get(one) for one in found.addressees})
    return n


def _near(span: tuple[int, int], spans: set[tuple[int, int]]) -> bool:
    return any((span[0] + a, span[1] + b) in spans for a in (-1, 0, 1) for b in (-1, 0, 1))
