"""Printed headings as they are compared: "CHAPTER XXXIV." is "Chapter 34", and "Chapter the Thirty-Fourth" too."""

from __future__ import annotations

import re

from castline.graph.numerals import WORDS, parse_roman

_SMALL = {word: n for word, n in WORDS.items() if 0 < n < 20}
_ROUND = {word: n for word, n in WORDS.items() if 20 <= n < 100}


def _any_of(words: dict[str, int]) -> str:
    """Longer words first, so that "sixteen" is not read as "six"."""
    return "|".join(sorted(words, key=len, reverse=True))


_BELOW = rf"(?:(?:{_any_of(_ROUND)})(?:[\s-]+(?:{_any_of(_SMALL)}))?|{_any_of(_SMALL)})"
_SPELLED = re.compile(
    rf"\b(?:(?:(?P<hundreds>{_any_of(_SMALL)})[\s-]+)?hundred(?:th)?(?:[\s-]+(?:and[\s-]+)?(?P<rest>{_BELOW}))?|(?P<plain>{_BELOW}))\b"
)
_NTH = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b")
_LETTERS = re.compile(r"\b[mdclxvi]+\b")


def fold_label(label: str) -> str:
    """A heading without case and punctuation, its numbers in digits, however they are printed.

    A word that is a Roman number by its letters ("mix") becomes one, too: it is no name of anything, and what it is
    compared with is folded the same way.
    """
    spelled = _SPELLED.sub(_read_spelled, label.casefold())
    numbered = _LETTERS.sub(_read_roman, _NTH.sub(r"\1", spelled))
    bare = re.sub(r"[^\w\s]", " ", numbered)
    return " ".join(re.sub(r"\bthe\s+(?=\d)", "", bare).split())


def _read_spelled(found: re.Match[str]) -> str:
    if found["plain"]:
        return str(_add(found["plain"]))
    return str(_SMALL.get(found["hundreds"] or "one", 1) * 100 + _add(found["rest"] or ""))


def _add(words: str) -> int:
    return sum(WORDS.get(word, 0) for word in re.split(r"[\s-]+", words))


def _read_roman(found: re.Match[str]) -> str:
    value = parse_roman(found[0])
    return found[0] if value is None else str(value)
