"""What readers have marked in whole novels: the places that a retelling mentions, and those that tell what anyone would say of
somebody.

Gold: `gold/plot` and `gold/essentials`, each place a verbatim quote of a chapter. Beside it, to learn from and not to measure by,
what readings of a large language model have marked in the same way in other novels, with the text before them and nothing of
castline (`marks.jsonl`: what, by whom, how much it weighs, and where, as offsets into the novel's text).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from castline.graph.store import SagaRecord
from castline.ingest.annotations import Extract
from castline.ingest.extraction.workers import extract_all
from castline.ingest.language.parser import find_model
from castline.ingest.pieces import AUTO, Piece, find_new, make_task
from castline.ingest.reading.book import read

MARKS = Path(__file__).parent / "marks.jsonl"
NEAR = 300
"""Characters from a marked place within which an answer tells it."""
Span = tuple[int, int]


@dataclass(slots=True)
class Marked:
    """Something marked, with its places as (chapter, start, end), counted from the chapter's start."""

    record: dict[str, Any]
    places: list[tuple[int, int, int]]


@dataclass(slots=True)
class Chapters:
    """A novel as far as it is marked: its chapters, extracted."""

    name: str
    pieces: list[Piece]
    notes: list[Extract]
    plot: list[Marked] = field(default_factory=list)
    people: list[dict[str, Any]] = field(default_factory=list)
    """Somebody, the chapter `at` whose end is meant, and `items`."""


def list_novels(data: Path) -> list[str]:
    """The novels of the gold."""
    return sorted(path.stem for path in (data / "gold" / "plot").glob("*.jsonl"))


@cache
def list_marks() -> dict[str, dict[str, Any]]:
    """The novels that are marked beside the gold's, by the path of their text."""
    rows = map(json.loads, MARKS.read_text(encoding="utf-8").splitlines())
    return {row["novel"]: row for row in rows}


@cache
def read_chapters(data: Path, name: str) -> Chapters:
    """A novel, of the gold or beside it, with what is marked in it."""
    return _read_marks(data, name) if name in list_marks() else _read_gold(data, name)


def _read_marks(data: Path, name: str) -> Chapters:
    row = list_marks()[name]
    chapters = _extract(name, _cut(name, data / name))
    spans = [(piece.chapter.start, piece.chapter.end, piece.chapter.ordinal) for piece in chapters.pieces]
    for weight, who, what, places in row["plot"]:
        found = list(_turn(spans, places))
        chapters.plot.append(Marked({"weight": weight, "do": who, "what": what}, found))
    for who, end, items in row["people"]:
        at = next(ordinal for _, last, ordinal in spans if last >= end)
        told = [Marked({"kind": kind, "what": what}, list(_turn(spans, places))) for kind, what, places in items]
        chapters.people.append({"character": who, "at": at, "items": told})
    return chapters


def _turn(spans: list[tuple[int, int, int]], places: list[list[int]]) -> Iterator[tuple[int, int, int]]:
    """Places in the novel's text as (chapter, start, end), counted from the chapter's start."""
    for start, end in places:
        for first, last, ordinal in spans:
            if first <= start < last:
                yield ordinal, start - first, end - first


def read_novel(data: Path, name: str, last: int) -> Chapters:
    """The chapters of a novel, by the path of its text, up to an offset into it."""
    return _extract(name, [piece for piece in _cut(name, data / name) if piece.chapter.start <= last])


def _cut(name: str, path: Path, last: str | None = None) -> list[Piece]:
    """The chapters of a novel up to the `last` (None: all)."""
    found, _ = find_new([read(path)], None, SagaRecord(name, 0, (), ()), last, AUTO, {})  # type: ignore[arg-type]
    return found


def _extract(name: str, pieces: list[Piece]) -> Chapters:
    return Chapters(name, pieces, list(extract_all(map(make_task, pieces), find_model(), 2)))


def _read_gold(data: Path, name: str) -> Chapters:
    plot = [json.loads(line) for line in (data / f"gold/plot/{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    last = max(record["chapter"] for record in plot)
    chapters = _extract(name, _cut(name, data / f"novels/{name}.txt", str(last)))
    texts = {piece.chapter.ordinal: piece.text for piece in chapters.pieces}
    chapters.plot = [Marked(one, list(_locate(texts, [(one["chapter"], q) for q in one["evidence"]]))) for one in plot]
    for asked in json.loads((data / f"gold/essentials/{name}.json").read_text(encoding="utf-8")):
        items = [
            Marked(item, list(_locate(texts, [(e["chapter"], e["quote"]) for e in item["evidence"]])))
            for item in asked["items"]
        ]
        chapters.people.append(asked | {"items": items})
    return chapters


def _locate(texts: dict[int, str], quotes: list[tuple[int, str]]) -> Iterator[tuple[int, int, int]]:
    for chapter, quote in quotes:
        pattern = r"\s+".join(map(re.escape, quote.split()))
        if found := re.search(pattern, texts.get(chapter, "")):
            yield chapter, *found.span()


def is_near(span: Span, place: Span) -> bool:
    """Whether an answer's words stand near enough to a marked place to tell it."""
    return span[0] <= place[1] + NEAR and span[1] >= place[0] - NEAR


def find_chance(places: list[Span], size: int, count: int, length: float) -> float:
    """How likely it is that one of `count` answers of a mean length, strewn over a chapter of `size`, stands near a place."""
    covered, end = 0.0, -1.0
    for a, b in sorted((max(0.0, a - NEAR - length), min(size, b + NEAR)) for a, b in places):
        covered += max(0.0, b - max(a, end))
        end = max(end, b)
    return 1 - (1 - min(1.0, covered / size)) ** count
