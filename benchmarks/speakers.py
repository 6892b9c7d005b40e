"""Who speaks, end to end from raw text, on PDNC's novels: `python -m benchmarks DATA speakers`.

Each novel is ingested from its text alone: no gold cast, no gold quotes. A gold quote is found where a part of an
utterance starts within two characters of one of its spans; a found speaker is mapped to the gold character whose
aliases (and main name; "the" left out, case folded) make up most of the mentions of his names; who maps to nobody,
and a quote that is not found, is wrong. Spans are right within one character at each end.
"""

from __future__ import annotations

import ast
import csv
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.machine import table
from benchmarks.shelf import SAGA, fetch_novel
from castline.graph.facts import Utterance, decode
from castline.graph.moments import FOREVER
from castline.ingest.memory.memory import Memory

TYPES = ("Explicit", "Anaphoric", "Implicit")
HEAD = ["novel", "quotes", "span F1", "speaker", *(kind.lower() for kind in TYPES), "addressee"]


def measure_speakers(folder: Path) -> str:
    """A row per novel, and one over all quotes of all novels."""
    return tabulate(folder, HEAD, score_novel, _row)


def tabulate(
    folder: Path,
    head: list[str],
    score: Callable[[Path], Counter[str]],
    row: Callable[[str, Counter[str]], list[object]],
) -> str:
    """A table with a row per novel of PDNC, of its counts, and one over all of them."""
    rows, total = [], Counter[str]()
    for novel in sorted((folder / "pdnc" / "data").iterdir()):
        counts = score(novel)
        total += counts
        rows.append(row(novel.name, counts))
        print(rows[-1], flush=True)
    return table(head, [*rows, row("all", total)])


def _row(name: str, n: Counter[str]) -> list[object]:
    precision, recall = n["span right"] / max(1, n["spans found"]), n["gold span found"] / max(1, n["gold spans"])
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    shares = [n[f"{kind} right"] / max(1, n[kind]) for kind in TYPES]
    return [name, n["all"], round(f1, 3), *(f"{x:.3f}" for x in (n["right"] / max(1, n["all"]), *shares)),
            f"{n['addressee right'] / max(1, n['addressee']):.3f}"]  # fmt: skip


def score_novel(folder: Path) -> Counter[str]:
    """Counts of one novel."""
    novel = fetch_novel(folder / "novel_text.txt")
    said: list[Utterance] = [decode(line) for line in novel.store.facts(SAGA, ["utterance"], FOREVER)]
    aliases = read_aliases(folder)
    return _score(said, map_people(novel.memory, aliases), aliases, read_quotes(folder))


def read_quotes(folder: Path) -> list[dict[str, str]]:
    """The gold quotes of a novel."""
    return list(csv.DictReader(_open(folder / "quotation_info.csv")))


def _open(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines(keepends=True)


def read_aliases(folder: Path) -> dict[str, str]:
    """Alias, plain -> main name; an alias of several goes to the first listed."""
    found: dict[str, str] = {}
    for row in csv.DictReader(_open(folder / "character_info.csv")):
        for alias in [row["Main Name"], *sorted(ast.literal_eval(row["Aliases"]))]:
            found.setdefault(plain(alias), row["Main Name"])
    return found


def plain(name: str) -> str:
    """A name as it is compared."""
    return name.casefold().removeprefix("the ").strip()


def map_people(memory: Memory, aliases: dict[str, str]) -> dict[str, str]:
    """Person id -> gold character, by the mentions of the names."""
    mapping = {}
    for person in memory.people:
        votes: Counter[str] = Counter()
        for form, count in memory.person(person.key).forms.items():
            if gold := aliases.get(plain(form)):
                votes[gold] += count
        if votes:
            mapping[person.id] = votes.most_common(1)[0][0]
    return mapping


def _score(
    said: list[Utterance], mapping: dict[str, str], aliases: dict[str, str], gold: list[dict[str, str]]
) -> Counter[str]:
    n: Counter[str] = Counter()
    spans = {part for utterance in said for part in utterance.parts}
    gold_spans = {tuple(span) for row in gold for span in ast.literal_eval(row["quoteByteSpans"])}
    n["spans found"], n["gold spans"] = len(spans), len(gold_spans)
    n["span right"] = sum(_near(span, gold_spans) for span in spans)
    n["gold span found"] = sum(_near((a, b), spans) for a, b in gold_spans)
    for row, found in pair_quotes(said, gold):
        n["all"] += 1
        n[row["quoteType"]] += 1
        if found and is_right(found, row, mapping, aliases):
            n["right"] += 1
            n[f"{row['quoteType']} right"] += 1
        wanted = {aliases.get(plain(name), name) for name in ast.literal_eval(row["addressees"])}
        n["addressee"] += bool(wanted)
        n["addressee right"] += bool(found and wanted & {mapping.get(one) for one in found.addressees})
    return n


def pair_quotes(said: list[Utterance], gold: list[dict[str, str]]) -> Iterator[tuple[dict[str, str], Utterance | None]]:
    """Every gold quote, and the utterance that it is found in."""
    by_start = {start: utterance for utterance in said for start, _ in utterance.parts}
    for row in gold:
        starts = [span[0] for span in ast.literal_eval(row["quoteByteSpans"])]
        yield row, next((by_start[s + d] for s in starts for d in (0, 1, -1, 2, -2) if s + d in by_start), None)


def is_right(found: Utterance, row: dict[str, str], mapping: dict[str, str], aliases: dict[str, str]) -> bool:
    """Whether the speaker is who the gold says."""
    return mapping.get(found.speaker or "") == aliases.get(plain(row["speaker"]), row["speaker"])


def _near(span: tuple[int, int], spans: set[tuple[int, int]]) -> bool:
    return any((span[0] + a, span[1] + b) in spans for a in (-1, 0, 1) for b in (-1, 0, 1))
