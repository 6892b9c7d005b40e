"""Book text to chapters, scenes and paragraphs.

    ... front matter ... | PART I | CHAPTER I  A Title | paragraph, paragraph * * * paragraph | CHAPTER II ...
                                  ^start               ^body_start                            ^end

A chapter runs from the line of its heading to the line of the next heading of any kind. Front matter, a part's
own heading, prefaces, contents and notes belong to no chapter.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import pairwise

from castline.errors import InputError, ReadError
from castline.ingest.reading.book import BookText
from castline.ingest.reading.problems import Problem
from castline.ingest.segmentation.headings import Heading, find_run_in, is_ending, is_titled, looks_like_title
from castline.ingest.segmentation.lines import Page
from castline.ingest.segmentation.outline import Outline, draw_outline, label_parts
from castline.ingest.segmentation.scenes import Paragraph, Scene, cut_scenes, is_break

__all__ = ["Chapter", "Manuscript", "Paragraph", "Scene", "cut"]

MOST_CHAPTERS = 10_000
"""Of one file: each is a commit of its own, and the longest serials have some thousands."""
_MAX_LABEL = 120
_LARGE_FRONT = 0.25
_COLOPHON = 600  # characters that may stand after THE END without being a story's
_CUT_ADVICE = "Give castline a pattern that matches its heading lines, such as --cut '^Chapter \\d+'."
_ANEW_ADVICE = f"{_CUT_ADVICE} With --replace it is read anew where it has been read."


@dataclass(frozen=True, slots=True)
class Chapter:
    """`start` is the start of the heading's line (indentation counted in), `body_start` its first paragraph,
    `end` (exclusive) where the next heading's line begins. `ordinal` counts from 1 over the whole book."""

    ordinal: int
    label: str
    part: str | None
    start: int
    end: int
    body_start: int
    scenes: tuple[Scene, ...]


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A book and its chapters in order; `problems` are the reading's and the cutting's."""

    book: BookText
    chapters: tuple[Chapter, ...]
    problems: tuple[Problem, ...]


def cut(book: BookText, pattern: str | None = None) -> Manuscript:
    """Cut a book. `pattern` is searched in each line; every line it is found in is a heading, and nothing else is.

    Raises InputError on a pattern that is no regular expression or that is found nowhere, and for more chapters than any
    book has.
    """
    page = Page(book.text, book.start, book.end)
    outline = draw_outline(book, page) if pattern is None else _match_pattern(pattern, page, book.file)
    problems = [*book.problems, *outline.problems]
    if len(outline.chapters) > MOST_CHAPTERS:
        found = f"{len(outline.chapters):,} chapter headings (at most {MOST_CHAPTERS:,} are read)"
        raise ReadError(book.file, found, _CUT_ADVICE)
    chapters = cut_chapters(book, page, outline) if outline.chapters else []
    if not any(chapter.scenes for chapter in chapters):
        message = "No chapter headings with text under them were found; the whole book is one chapter"
        problems.append(Problem(message, _ANEW_ADVICE, book.start, book.end, True))
        return Manuscript(book, (_cut_whole(book, Page(book.text, book.start, book.end)),), tuple(problems))
    problems += _report_oddities(book, page, chapters)
    return Manuscript(book, tuple(chapters), tuple(problems))


def _match_pattern(pattern: str, page: Page, file: str) -> Outline:
    try:
        regex = re.compile(pattern)
    except re.error as error:
        advice = "Mend it, or leave --cut out to let castline find the headings."
        raise InputError(f"The heading pattern '{pattern}' is no regular expression: {error}. {advice}") from error
    # Line by line: a pattern that backtracks without end on a whole book is quick on a heading.
    found = [
        Heading("title", "pattern", None, at, at, line.start, line.text[:_MAX_LABEL])
        for at, line in enumerate(page.lines)
        if line.text and len(line.text) < 1000 and regex.search(line.text)
    ]
    stops = [*(heading.first for heading in found[1:]), len(page.lines)]
    # A contents page shows the same lines with nothing between them.
    chapters = [h for h, stop in zip(found, stops, strict=False) if page.ink(h.last + 1, stop)]
    if not chapters:
        advice = "Try it on a line that is a heading; leading blanks are not part of the line."
        raise InputError(f"The heading pattern '{pattern}' matches no line of '{file}' with text under it. {advice}")
    return Outline(chapters=chapters)


def _cut_whole(book: BookText, page: Page) -> Chapter:
    first = next((at for at in range(len(page.lines)) if page.text(at)), 0)
    scenes = cut_scenes(page, first, _strip_end(page, first, len(page.lines)), book.breaks, ())
    body = scenes[0].start if scenes else book.start
    return Chapter(1, "", None, book.start, book.end, body, scenes)


def cut_chapters(book: BookText, page: Page, outline: Outline) -> list[Chapter]:
    """The chapters of an outline of this page, counted from 1."""
    edges = sorted({h.first for h in outline.chapters + outline.parts + outline.asides} | {len(page.lines)})
    parts = label_parts(outline, page)
    chapters = []
    for n, (heading, part) in enumerate(zip(outline.chapters, parts, strict=True), 1):
        stop = edges[bisect_right(edges, heading.first)]
        start = page.lines[heading.first].start
        body = _find_body(page, heading, stop)
        label = " ".join(" ".join(page.text(at) for at in range(heading.first, body)).split()).strip("# ")
        if body == heading.last + 1 and page.text(body) and (run_in := find_run_in(page.text(heading.first))):
            label, body = page.text(heading.first)[:run_in], heading.first
            page.cut_line(body, run_in)
        end = page.lines[stop].start if stop < len(page.lines) else book.end
        breaks = book.breaks[bisect_left(book.breaks, start) : bisect_right(book.breaks, end)]
        skipped = _divide_inside(outline.inner, body, stop)
        scenes = cut_scenes(page, body, _strip_end(page, body, stop), breaks, skipped)
        body_start = scenes[0].start if scenes else page.lines[body - 1].end
        chapters.append(Chapter(n, label[:_MAX_LABEL].strip(), part, start, end, body_start, scenes))
    return chapters


def _find_body(page: Page, heading: Heading, stop: int) -> int:
    """The line after the heading and its title, which may run on or stand below."""
    at = heading.last + 1
    block_end = min(page.block_end(at), stop)
    if heading.level == 0 or block_end > at:
        below = [page.text(n) for n in range(at, block_end)]
        if 0 < len(below) <= 3 and _runs_on(below):
            return block_end
    if block_end > at or is_titled(" ".join(page.text(n) for n in range(heading.first, at))):
        return at
    next_block = at + page.blanks_after(heading.last)
    if next_block >= stop:
        return at
    after = min(page.block_end(next_block), stop)
    words = " ".join(page.text(n) for n in range(next_block, after))
    is_title = after - next_block <= 2 and looks_like_title(words.strip("# ")) and after < stop
    return after if is_title and not is_break(words) and page.ink(after, stop) else at


def _runs_on(lines: list[str]) -> bool:
    words = " ".join(lines)
    slanted = words[0] == "_" and words.rstrip(".")[-1] == "_" and words.count("_") == 2
    return len(words) <= 250 and (slanted or words.isupper() or looks_like_title(words.rstrip("."), 250))


def _divide_inside(inner: list[Heading], first: int, stop: int) -> list[int]:
    """Lines of the headings inside a chapter: markup's always, bare numbers where they count on."""
    low = bisect_left(inner, first, key=lambda heading: heading.first)
    here = inner[low : bisect_left(inner, stop, key=lambda heading: heading.first)]
    bare = [heading for heading in here if heading.kind == "bare" and not heading.level]
    counted = {
        line
        for one, other in pairwise(bare)
        if other.number == (one.number or 0) + 1
        for line in (one.first, other.first)
    }
    return [heading.first for heading in here if heading.level or heading.first in counted]


def _strip_end(page: Page, first: int, stop: int) -> int:
    """Without a printed THE END or END OF VOLUME I, and the printer's name or title page after it."""
    at = stop
    while at > first and page.ink(at - 1, stop) < _COLOPHON:
        at -= 1
        if is_ending(page.text(at)) or (page.text(at - 1) and is_ending(f"{page.text(at - 1)} {page.text(at)}")):
            stop = at
    return stop


def _report_oddities(book: BookText, page: Page, chapters: list[Chapter]) -> list[Problem]:
    problems = [
        Problem(f"Chapter {c.ordinal}, '{c.label}', has no text", "Check the cut.", c.start, c.end)
        for c in chapters
        if not c.scenes
    ]
    front = chapters[0].start - book.start
    if front > _LARGE_FRONT * (book.end - book.start):
        message = f"{front} characters stand before the first heading and belong to no chapter"
        problems.append(Problem(message, _CUT_ADVICE, book.start, chapters[0].start, True))
    return problems
