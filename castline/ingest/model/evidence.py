"""Words that an answer quotes, found again in the text they were copied from."""

from __future__ import annotations

import re
from functools import lru_cache

_MARKS = re.compile(r"⟨[^⟩]*⟩|¶\d+ ?")
_SAME = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "—": "-", "–": "-", "⟨": "(", "⟩": ")", "¶": "§", "=": None, "_": None, "*": None}
)  # fmt: skip
"""Characters that a passage shows otherwise than the book, or that models copy otherwise than they were shown."""
MOST_WORDS = 24
"""Words of evidence from which on it is no longer a quotation: twice what is asked for."""


def find_words(words: str, text: str, start: int, end: int) -> tuple[int, int] | None:
    """The span of `text` in which these words stand, the first within `start` and `end`; None where they do not.

    They must stand there letter by letter, but for the form of quotation marks and dashes, marks that the passage was
    shown with, and blanks.
    """
    wanted = " ".join(_MARKS.sub("", words).translate(_SAME).split()).strip(" .,;:\"'-")
    if not wanted or len(wanted.split()) > MOST_WORDS:
        return None
    plain, places = _flatten(text[start:end])
    at = _find_whole(wanted, plain)
    return (start + places[at], start + places[at + len(wanted) - 1] + 1) if at >= 0 else None


def _find_whole(wanted: str, plain: str) -> int:
    """Where the words begin in the text, whole words alone; -1 for nowhere."""
    found = re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", plain)
    return found.start() if found else -1


@lru_cache(maxsize=64)
def _flatten(text: str) -> tuple[str, tuple[int, ...]]:
    """The text with plain marks and single blanks, and the offset that each of its characters had."""
    made, places, blank = [], [], True
    for at, char in enumerate(text):
        plain = char.translate(_SAME)
        if not plain:
            continue
        if plain.isspace():
            if not blank:
                made.append(" ")
                places.append(at)
            blank = True
        else:
            made.append(plain)
            places.append(at)
            blank = False
    return "".join(made), tuple(places)
