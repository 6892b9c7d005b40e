"""Where Markdown states its headings and rules. The text itself is kept as it was given."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt

_NEWLINE = re.compile(r"\r\n|\r|\n")


def find_marks(text: str) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Headings as (start, end, level) with the end at the last printed sign, and the offsets of rules."""
    starts = [0, *(found.end() for found in _NEWLINE.finditer(text)), len(text)]
    headings: list[tuple[int, int, int]] = []
    breaks: list[int] = []
    # Only block structure is wanted; inline rules (links, emphasis) would cost most of the time, and what a link refers to is
    # sought through all of an unclosed paragraph, anew at each of its lines.
    for token in MarkdownIt("commonmark").disable(["inline", "reference"]).parse(text):
        if not token.map or token.map[0] >= len(starts):
            continue
        start = starts[token.map[0]]
        end = starts[min(token.map[1], len(starts) - 1)]
        if token.type == "heading_open":
            headings.append((start, start + len(text[start:end].rstrip()), int(token.tag[1])))
        elif token.type == "hr":
            breaks.append(start)
    return headings, breaks
