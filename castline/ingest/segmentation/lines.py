"""The printed lines of a book: where each stands, what it says, and how much blank is around it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate

_NEWLINE = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Line:
    """`start` counts the indentation in, `ink` is where print begins; `text` is trimmed."""

    start: int
    ink: int
    text: str

    @property
    def end(self) -> int:
        """After the last printed character."""
        return self.ink + len(self.text)


class Page:
    """The lines of a stretch of text, with the look-ups that tell a heading from prose."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.end = end
        self.lines = _split(text, start, end)
        self._starts = [line.start for line in self.lines]
        self._ink = [0, *accumulate(len(line.text) for line in self.lines)]
        self._blanks = [at for at, line in enumerate(self.lines) if not line.text]

    def index(self, offset: int) -> int:
        """The number of the line that an offset stands in."""
        return max(bisect_right(self._starts, offset) - 1, 0)

    def text(self, at: int) -> str:
        """A line's words; blank outside the page, so that its edges look like blank lines."""
        return self.lines[at].text if 0 <= at < len(self.lines) else ""

    def ink(self, first: int, stop: int) -> int:
        """How many characters are printed on the lines from `first` to before `stop`."""
        return self._ink[max(stop, first)] - self._ink[first]

    def cut_line(self, at: int, size: int) -> None:
        """Take the first characters of a line away, once they are known to be a heading and no story."""
        line = self.lines[at]
        self.lines[at] = Line(line.start, line.ink + size, line.text[size:])

    def is_dense(self) -> bool:
        """True of a text that sets hardly any blank lines between its paragraphs."""
        return sum(not line.text for line in self.lines) < len(self.lines) / 50

    def block_end(self, at: int) -> int:
        """The number of the first blank line after line `at`."""
        if not self.text(at):
            return at
        after = bisect_left(self._blanks, at)
        return self._blanks[after] if after < len(self._blanks) else len(self.lines)

    def blanks_before(self, at: int) -> int:
        count = 0
        while at - count - 1 >= 0 and not self.text(at - count - 1):
            count += 1
        return count if at - count > 0 else 99

    def blanks_after(self, at: int) -> int:
        count = 0
        while at + count + 1 < len(self.lines) and not self.text(at + count + 1):
            count += 1
        return count if at + count + 1 < len(self.lines) else 99


def _split(text: str, start: int, end: int) -> list[Line]:
    lines: list[Line] = []
    for found in _NEWLINE.finditer(text, start, end):
        lines.append(_line(text[start : found.start()], start))
        start = found.end()
    if start < end:
        lines.append(_line(text[start:end], start))
    return lines


def _line(words: str, start: int) -> Line:
    return Line(start, start + len(words) - len(words.lstrip()), words.strip())
