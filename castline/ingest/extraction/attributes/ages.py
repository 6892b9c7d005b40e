"""How old somebody is: in years, or young and old."""

from __future__ import annotations

import re

from castline.graph.numerals import SPELLED
from castline.ingest.language.parser import Tokens

_ABOUT = r"(?:(?:about|nearly|almost|barely|just|only|perhaps|over|under|past|not yet|some) )*"
_YEARS = r" (?:years|summers|winters)"
_ENDS = r" (?:[.,;:!?)—–-]+|and|who|when|with|but|at|in|then|now|or|to|that|which)"
_AFTER_OF = re.compile(rf"({_ABOUT}(?:{SPELLED}|\d+))(?={_YEARS}(?: of age| old)?{_ENDS}|{_ENDS})")
_AFTER_BE = re.compile(rf"({_ABOUT}(?:{SPELLED}|\d+))(?={_YEARS} (?:old|of age)\b|{_ENDS})(?! [-–—])")
_AGED = re.compile(
    rf"(?:aged|of the age of|at the age of) ({_ABOUT}(?:{SPELLED}|\d+))(?= )|({_ABOUT}(?:{SPELLED}|\d+)){_YEARS} (?:old|of age)(?= )"
)
_NTH = re.compile(r"\w*(?:st|nd|rd|th|ieth)\b")
_WORDS_AHEAD = 12
"""Tokens in which an age must have been told."""


def read_age(tokens: Tokens, at: int, where: str) -> str:
    """The age in words that stands from a token on: behind "of" ("a man of forty"), behind "be" ("she was nineteen"), or
    "aged" beside a name; "" where there is none."""
    pattern = {"of": _AFTER_OF, "be": _AFTER_BE, "aged": _AGED}[where]
    found = pattern.match(" ".join(tokens.lower[at : at + _WORDS_AHEAD]).replace(" - ", "-") + " ")
    words = next((group for group in found.groups() if group), "") if found else ""
    words = re.sub(r"^(?:only|just|barely|or|perhaps) ", "", words)
    return "" if not words or _NTH.search(words) or _is_few(words) else words


def _is_few(words: str) -> bool:
    """ "One" and "two" are seldom years."""
    return words.split()[-1] in ("one", "two", "three", "hundred", "zero", "0", "1", "2", "3")
