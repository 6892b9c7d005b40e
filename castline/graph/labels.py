"""Printed headings as they are compared: "CHAPTER XXXIV." is "Chapter 34", and "Chapter the Thirty-Fourth" too."""

from __future__ import annotations

import re

_UNITS = "one two three four five six seven eight nine"
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_NTHS = "first second third fourth fifth sixth seventh eighth ninth"
_TEENTHS = "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
_TENS = "twent thirt fort fift sixt sevent eight ninet"

_SMALL = {word: n for words in (_UNITS, _NTHS) for n, word in enumerate(words.split(), 1)}
_SMALL |= {word: n for words in (_TEENS, _TEENTHS) for n, word in enumerate(words.split(), 10)}
_ROUND = {stem + ending: n * 10 for n, stem in enumerate(_TENS.split(), 2) for ending in ("y", "ieth")}


def _any_of(words: dict[str, int]) -> str:
    """Longer words first, so that "sixteen" is not read as "six"."""
    return "|".join(sorted(words, key=len, reverse=True))


_BELOW = rf"(?:(?:{_any_of(_ROUND)})(?:[\s-]+(?:{_any_of(_SMALL)}))?|{_any_of(_SMALL)})"
_SPELLED = re.compile(
    rf"\b(?:(?:(?P<hundreds>{_any_of(_SMALL)})[\s-]+)?hundred(?:th)?(?:[\s-]+(?:and[\s-]+)?(?P<rest>{_BELOW}))?|(?P<plain>{_BELOW}))\b"
)
_NTH = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b")
_LETTERS = re.compile(r"\b[mdclxvi]+\b")
_ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,4})(?:xc|xl|l?x{0,4})(?:ix|iv|v?i{0,4})")
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}


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
    return sum(_ROUND.get(word, 0) + _SMALL.get(word, 0) for word in re.split(r"[\s-]+", words))


def _read_roman(found: re.Match[str]) -> str:
    """Old prints write IIII and XXXX, too."""
    if not _ROMAN.fullmatch(found[0]):
        return found[0]
    values = [_VALUES[letter] for letter in found[0]]
    return str(sum(-v if v < max(values[at + 1 :], default=0) else v for at, v in enumerate(values)))
