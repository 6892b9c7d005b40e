"""LitBank read: its first 2,000 words of 100 novels as running text, with gold people and speakers by character offset.

LitBank gives tokens and sentences but no paragraphs; they are put together again here: a line that opens a quote after a
closed one begins a paragraph, unless the gold has both said by one person in one breath; a line that tells what the
speaker does stands beside the quote.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

BEATS = 4
"""What a speaker does beside a quote stands in its paragraph, but for one time in so many: so novels are set."""
_OPENS, _CLOSES = "“‘\"'", "”’\"'"


@dataclass(slots=True)
class Excerpt:
    """One text. `people` are (start, end, entity) of mentions of persons; `quotes` (start, end, entity of the speaker)."""

    name: str
    text: str
    paragraphs: list[tuple[int, int]]
    people: list[tuple[int, int, str]] = field(default_factory=list)
    quotes: list[tuple[int, int, str]] = field(default_factory=list)
    events: frozenset[int] = frozenset()
    """Where the words stand that tell of something that happened."""


def read_litbank(folder: Path) -> list[Excerpt]:
    """All texts, by name."""
    return [_read(folder, path.stem) for path in sorted((folder / "coref" / "tsv").glob("*.txt"))]


def _read(folder: Path, name: str) -> Excerpt:
    lines = [line.split() for line in (folder / "coref" / "tsv" / f"{name}.txt").read_text("utf-8").splitlines()]
    gold = _rows(folder / "coref" / "tsv" / f"{name}.ann")
    spoken = _rows(folder / "quotations" / "tsv" / f"{name}.ann")
    entity = {row[1]: row[2] for row in gold if row[0] == "COREF"}
    speaker = {row[1]: row[2] for row in spoken if row[0] == "ATTRIB"}
    quotes = [(int(r[2]), int(r[3]), int(r[4]), int(r[5]), speaker.get(r[1], "")) for r in spoken if r[0] == "QUOTE"]
    breaks = _find_breaks(lines, quotes, _first_people(gold, entity))
    text, spans = _join(lines, breaks)
    excerpt = Excerpt(name, text, _paragraphs(text))
    for row in gold:
        if row[0] == "MENTION" and row[7] == "PER" and row[1] in entity:
            first, last = (int(row[2]), int(row[3])), (int(row[4]), int(row[5]))
            excerpt.people.append((spans[first][0], spans[last][1], entity[row[1]]))
    excerpt.people.sort()
    excerpt.quotes = sorted((spans[a, b][0], spans[c, d][1], who) for a, b, c, d, who in quotes)
    happened = _read_events(folder / "events" / "tsv" / f"{name}.tsv")
    tokens = [(at, place) for at, line in enumerate(lines) for place in range(len(line))]
    excerpt.events = frozenset(spans[token][0] for token, event in zip(tokens, happened, strict=True) if event)
    return excerpt


def _read_events(path: Path) -> list[bool]:
    """For each token of a text, whether it tells of an event."""
    return [line.endswith("\tEVENT") for line in path.read_text("utf-8").splitlines() if line.strip()]


def _rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text("utf-8").splitlines()]


def _first_people(gold: list[list[str]], entity: dict[str, str]) -> dict[int, str]:
    """Line -> whom it mentions first."""
    found: dict[int, tuple[int, str]] = {}
    for row in gold:
        if row[0] == "MENTION" and row[7] == "PER" and row[1] in entity:
            found[int(row[2])] = min((int(row[3]), entity[row[1]]), found.get(int(row[2]), (999, "")))
    return {line: who for line, (_, who) in found.items()}


def _find_breaks(
    lines: list[list[str]], quotes: list[tuple[int, int, int, int, str]], about: dict[int, str]
) -> set[int]:
    """The lines that begin a paragraph."""
    opening = {a: who for a, b, _, _, who in quotes if b == 0}
    ending: dict[int, str] = {}
    inside: set[int] = set()
    for a, _, c, _, who in quotes:
        ending[c] = who
        inside |= set(range(a + 1, c + 1))
    breaks = {0}
    for at in range(1, len(lines)):
        if at in inside or not lines[at] or lines[at][0][:1].islower():
            continue
        if at in opening:
            spoke = next((ending[back] for back in (at - 1, at - 2) if back in ending), "")
            same_breath = at - 1 in ending or at - 1 not in breaks
            acted = at - 1 not in ending and about.get(at - 1) == opening[at] and at % BEATS
            if not acted and not (spoke and spoke == opening[at] and same_breath):
                breaks.add(at)
        elif at - 1 in ending and not (about.get(at) == ending[at - 1] and at % BEATS):
            breaks.add(at)
    return breaks


_NO_BLANK_BEFORE = re.compile(r"^(?:[,.;:!?)\]]|'s|’s|'ll|’ll|n't|n’t|'d|’d|'re|’re|'ve|’ve|'m|’m)")


def _join(lines: list[list[str]], breaks: set[int]) -> tuple[str, dict[tuple[int, int], tuple[int, int]]]:
    """Running text, and the span of each token (line, place)."""
    pieces: list[str] = []
    spans: dict[tuple[int, int], tuple[int, int]] = {}
    length = 0
    opened: dict[str, bool] = {}
    glue = True
    for at, line in enumerate(lines):
        if at in breaks and at:
            pieces.append("\n\n")
            length += 2
            opened, glue = {}, True
        for place, token in enumerate(line):
            closes = token in _CLOSES and (token == "”" or (token != "“" and opened.get(token, False)))
            blank = "" if glue or closes or _NO_BLANK_BEFORE.match(token) else " "
            pieces.append(blank + token)
            length += len(blank)
            spans[at, place] = (length, length + len(token))
            length += len(token)
            glue = token in "([“‘" or (token in "\"'" and not closes)
            if token in "\"'":
                opened[token] = not closes
    return "".join(pieces), spans


def _paragraphs(text: str) -> list[tuple[int, int]]:
    return [(m.start(), m.end()) for m in re.finditer(r"(?s)\S.*?(?=\n\n|$)", text)]
