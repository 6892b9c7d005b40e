"""Where speech stands: spans of quotes against PDNC's, from raw text: `python -m benchmarks DATA quotes`.

A span is right within one character at each end. PDNC parts a quote around what it quotes in turn ("She said:
'Go,' so I went"); castline does not. So two figures are given: with the gold spans as they stand, and with those of
one gold quote joined where no double mark stands between them.
"""

from __future__ import annotations

import ast
import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.machine import table
from castline.ingest.extraction.quotes import find_quotes
from castline.ingest.reading.book import read
from castline.ingest.segmentation.chapters import cut

Span = tuple[int, int]
HEAD = ["novel", "spans", "precision", "recall", "F1", "joined: precision", "recall", "F1"]


def measure_quotes(folder: Path) -> str:
    """A row per novel, and one over all."""
    rows, totals = [], (Counter[str](), Counter[str]())
    for novel in sorted((folder / "pdnc" / "data").iterdir()):
        text, found = _find(novel / "novel_text.txt")
        counts = tuple(_count(found, gold) for gold in _gold(novel / "quotation_info.csv", text))
        for total, count in zip(totals, counts, strict=True):
            total += count
        rows.append(_row(novel.name, counts[0], counts[1]))
    return table(HEAD, [*rows, _row("all", *totals)])


def _find(path: Path) -> tuple[str, set[Span]]:
    book = read(path)
    found: set[Span] = set()
    for chapter in cut(book).chapters:
        paragraphs = [(p.start, p.end) for scene in chapter.scenes for p in scene.paragraphs]
        found |= {part for quote in find_quotes(book.text, paragraphs) for part in quote.parts}
    return book.text, found


def _gold(path: Path, text: str) -> tuple[set[Span], set[Span]]:
    """The spans as they stand, and joined."""
    plain: set[Span] = set()
    joined: set[Span] = set()
    for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines(keepends=True)):
        spans = sorted(tuple(span) for span in ast.literal_eval(row["quoteByteSpans"]))
        plain |= set(spans)
        joined |= set(_join(spans, text))
    return plain, joined


def _join(spans: list[Span], text: str) -> Iterator[Span]:
    start, end = spans[0]
    for a, b in spans[1:]:
        if set(text[end:a]) & set('"“”'):
            yield start, end
            start = a
        end = b
    yield start, end


def _count(found: set[Span], gold: set[Span]) -> Counter[str]:
    right, met = sum(_is_near(one, gold) for one in found), sum(_is_near(one, found) for one in gold)
    return Counter(found=len(found), right=right, gold=len(gold), met=met)


def _is_near(span: Span, spans: set[Span]) -> bool:
    return any((span[0] + a, span[1] + b) in spans for a in (-1, 0, 1) for b in (-1, 0, 1))


def _row(name: str, plain: Counter[str], joined: Counter[str]) -> list[object]:
    return [name, plain["gold"], *_figures(plain), *_figures(joined)]


def _figures(n: Counter[str]) -> Iterator[str]:
    precision, recall = n["right"] / max(1, n["found"]), n["met"] / max(1, n["gold"])
    yield from (f"{x:.3f}" for x in (precision, recall, 2 * precision * recall / max(1e-9, precision + recall)))
