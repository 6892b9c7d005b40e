"""Scenes and paragraphs of one chapter, decided from that chapter's own lines alone."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from castline.ingest.segmentation.later import begins_later
from castline.ingest.segmentation.lines import Line, Page

_SIGNS = re.compile(r"[*#~=_\-–—―─•·⁂†‡❦❧☙§+.°…◦◆◇■□●○★☆✦✧✽✻×|<>/\\:^]+")
_ALONE = re.compile(r"[*#~§⁂❦❧☙†‡•◆◇■□●○★☆✦✧—–―]|\*{2}")
_LETTERS = re.compile(r"([oOxX])\1{2,}")
_PICTURE = re.compile(r"\[(?:illustration|picture\b)", re.I)
_NOTE = re.compile(r"(?:\[\d{1,3}\]|\[footnote\b|\*{1,2}\s+(?=[^\W_]))", re.I)
"""How a footnote begins: "[1] See ...", "* The name of ..."; asterisks alone part scenes."""
_LONG_NOTE = 40  # lines: a list or a chapter in asterisks is the tale's
_LONG_LINE = 150  # printed lines are shorter; longer ones are paragraphs by themselves
_DENSE = 30  # lines in a block: more than any paragraph of a chapter that uses blank lines

SHORTEST = 600
"""Characters of a scene that no printed break ends, at least."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`start`/`end` (exclusive) without the white space around it."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Scene:
    """From its first paragraph's start to its last one's end (exclusive). `ordinal` counts from 1 in the chapter."""

    ordinal: int
    start: int
    end: int
    paragraphs: tuple[Paragraph, ...]


def cut_scenes(page: Page, first: int, stop: int, breaks: Iterable[int], skipped: Iterable[int]) -> tuple[Scene, ...]:
    """Scenes of the lines `first` to before `stop`. `breaks` are offsets where markup breaks; lines in `skipped`
    (inner headings) are no paragraphs and break too. Without paragraphs there are no scenes."""
    groups: list[list[Paragraph]] = [[]]
    stated = sorted(breaks)
    blocks = _find_blocks(page, first, stop, frozenset(skipped))
    wide = _wide_gap([gap for gap, lines, _ in blocks[1:] if lines])
    inset = False
    for n, (gap, lines, illustrated) in enumerate(blocks):
        parted = gap >= wide and not illustrated
        if parted and n and lines:
            # A letter or a verse is set apart too: led in by a colon, and parted again at its end.
            led_in = blocks[n - 1][1] and blocks[n - 1][1][-1].text[-1] in ":,;—"
            parted, inset = not (inset or led_in or lines[0].text[0].islower()), bool(led_in) and not inset
        if not lines or parted:
            groups.append([])
        for paragraph in _split_block(lines):
            if groups[-1] and _breaks_between(stated, groups[-1][-1].end, paragraph.start):
                groups.append([])
            groups[-1].append(paragraph)
    told = [tuple(part) for group in groups if group for part in _part_by_time(page, group)]
    return tuple(Scene(n, group[0].start, group[-1].end, group) for n, group in enumerate(told, 1))


def _part_by_time(page: Page, group: list[Paragraph]) -> list[list[Paragraph]]:
    """The paragraphs between two breaks, parted where another time begins, unless that leaves a stretch too short for a scene."""
    parts = [[group[0]]]
    for paragraph in group[1:]:
        long = paragraph.start - parts[-1][0].start >= SHORTEST and group[-1].end - paragraph.start >= SHORTEST
        if long and begins_later(_read_head(page, paragraph)):
            parts.append([])
        parts[-1].append(paragraph)
    return parts


def _read_head(page: Page, paragraph: Paragraph) -> str:
    """The first three lines of a paragraph, or all of them."""
    at = page.index(paragraph.start)
    lines = (page.lines[n] for n in range(at, min(at + 3, len(page.lines))))
    return " ".join(line.text for line in lines if line.ink < paragraph.end)


def _breaks_between(stated: list[int], end: int, start: int) -> bool:
    return bisect_right(stated, start) > bisect_left(stated, end)


def is_break(words: str) -> bool:
    """`* * *`, `---`, `#`, `o o o`: signs where a scene ends."""
    signs = "".join(words.split()) if len(words) < 200 else words
    if _ALONE.fullmatch(signs) or _LETTERS.fullmatch(signs):
        return True
    return len(signs) > (3 if set(signs) <= {".", "…"} else 2) and bool(_SIGNS.fullmatch(signs))


def _find_blocks(page: Page, first: int, stop: int, skipped: frozenset[int]) -> list[tuple[int, list[Line], bool]]:
    """(blank lines before, lines, a picture or a note stood between); no lines means a break."""
    blocks: list[tuple[int, list[Line], bool]] = []
    at, gap, illustrated = first, 0, False
    while at < stop:
        if not page.text(at):
            at, gap = at + 1, gap + 1
            continue
        if (after := max(_skip_picture(page, at, stop), _skip_note(page, at, stop))) > at:
            at, illustrated = after, True
            continue
        end = at
        while end < stop and page.text(end) and end not in skipped:
            end += 1
        if at in skipped or all(is_break(page.text(n)) for n in range(at, end)):
            blocks.append((gap, [], illustrated))
            end = max(end, at + 1)
        else:
            blocks.append((gap, page.lines[at:end], illustrated))
        at, gap, illustrated = end, 0, False
    return blocks


def _skip_picture(page: Page, at: int, stop: int) -> int:
    """The line after an `[Illustration ...]` or `[Picture: ...]` block, blank lines inside and all; `at` where there is none."""
    if not _PICTURE.match(page.text(at)):
        return at
    depth = 0
    for line in range(at, min(at + 60, stop)):
        depth += page.text(line).count("[") - page.text(line).count("]")
        if depth <= 0:
            # Words after the closing bracket are the story's; then the line is a paragraph.
            return line + 1 if page.text(line).endswith("]") else at
    return at


def _skip_note(page: Page, at: int, stop: int) -> int:
    """The line after a footnote that stands as a paragraph; `at` where there is none."""
    if not _NOTE.match(page.text(at)) or (at and page.text(at - 1)):
        return at
    end = next((line for line in range(at, stop) if not page.text(line)), stop)
    return end if end - at <= _LONG_NOTE else at


def _wide_gap(gaps: list[int]) -> int:
    """How many blank lines part two scenes here: at least three, and two more than usually part paragraphs."""
    usual = Counter(gaps).most_common(1)[0][0] if len(gaps) > 3 else 1
    return max(3, usual + 2)


def _split_block(lines: list[Line]) -> list[Paragraph]:
    """One paragraph a block; in a text that sets no blank lines, one a line or one an indented first line."""
    if not lines:
        return []
    groups = [[line] for line in lines] if _is_line_each(lines) else _split_indented(lines)
    return [Paragraph(group[0].ink, group[-1].end) for group in groups]


def _is_line_each(lines: list[Line]) -> bool:
    """Lines too long for print, or a long block whose lines all end like sentences."""
    if len(lines) < 2:
        return False
    if sum(len(line.text) for line in lines) > _LONG_LINE * len(lines):
        return True
    ended = sum(line.text[-1] in ".!?…”’\"'»:;—-" for line in lines)
    return len(lines) > 3 and ended == len(lines) and max(len(line.text) for line in lines) > 100


def _split_indented(lines: list[Line]) -> list[list[Line]]:
    if len(lines) <= _DENSE:
        return [lines]
    margin = min(_indent(line) for line in lines)
    opens = [at for at, line in enumerate(lines) if _indent(line) > margin]
    if not opens or len(opens) > len(lines) / 2:
        return [lines]
    edges = [0, *(at for at in opens if at), len(lines)]
    return [lines[a:b] for a, b in pairwise(edges)]


def _indent(line: Line) -> int:
    return line.ink - line.start
