"""Apostrophes that a text has lost: "Anna s cup", "I don t know", as many a file has them where its encoding was changed."""

from __future__ import annotations

import re

_SPACED = re.compile(
    r" (?=(?:[stmd]|ll|ve|re|clock)(?!\w))(?:(?<=[a-zA-Z][a-zA-Z] )(?=s(?![\w'’/-]))|(?<=[a-zA-Z]n )(?=t(?![\w'’/-]))|(?<=\bo )(?=clock\b)"
    r"|(?:(?<=\bI )|(?<=\b[Ww]e )|(?<=\b[Hh]e )|(?<=\b[Yy]ou )|(?<=\b[Ss]he )|(?<=\b[Tt]hey ))(?=(?:m|ll|ve|re|d)(?![\w'’/-])))"
)
"""Before letters that are no words by themselves."""


def restore_apostrophes(text: str) -> str:
    """The text with an apostrophe for each space that stands where one was lost; no character moves, and other texts stay as they
    are."""
    return _SPACED.sub("’", text)
