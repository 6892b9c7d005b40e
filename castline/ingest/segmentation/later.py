"""Words of time at the head of a paragraph by which another scene begins, where nothing printed parts the two.

    On Friday her father could not get his breath.      That evening Ada went up with a lamp.
    Two days later the boats came home.                 It was nearly midnight when he knocked.

What had been is told in the same scene ("The evening before, he had ..."), and so is whatever is said.
"""

from __future__ import annotations

import re

_DAY = r"(?:(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day|Christmas(?: Eve| Day)?|New Year[’']s(?: Eve| Day)?)"
_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:the )?(?:spring|summer|autumn|winter))"
)
_PART = r"(?:morning|forenoon|noon|afternoon|evening|night|midnight|day)"
_SPAN = r"(?:day|night|week|fortnight|month|year|hour)s?"
_MANY = r"(?:a few|a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|some|several|many|half an)"
_CLOCK = (
    r"(?:(?:half[- ]past |a quarter (?:past|to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
    r" o[’']clock|noon|midnight|dawn|daybreak|dusk|nightfall|sunset|sunrise)"
)
_SAME = r"(?:next|following|same|very next|second|third)"
_MEAL = r"(?:breakfast|luncheon|lunch|dinner|supper)"
_LATER = re.compile(
    r"(?:(?:And|But|So|Then|Now|At last),? )?"
    rf"(?:On (?:the )?(?:{_SAME} {_PART}|{_DAY}|(?:\w+ ){{0,2}}{_PART} (?:of|before|after)|morrow)|One (?:\w+ ){{0,2}}{_PART}"
    rf"|(?:The )?{_SAME} {_PART}|(?:Early|Late|Later)(?:,| (?:the|that|on|in the))? ?(?:{_SAME} )?{_PART}"
    rf"|That (?:same |very )?{_PART}|The {_PART} (?:after|following)|In the {_PART}|(?:At|About|By|Towards?|Before) {_CLOCK}"
    rf"|Towards? (?:the )?{_PART}|{_MANY} {_SPAN} (?:later|after(?:wards?)?|passed|went by)|After {_MANY} {_SPAN}|After {_MEAL}"
    rf"|In (?:early |late |mid-)?{_MONTH}|It was (?:now |almost |nearly |about |past |already ){{0,2}}(?:{_CLOCK}|{_PART} (?:when|before))"
    rf"|When (?:{_PART}|{_CLOCK}|{_DAY}) (?:came|fell))\b",
    re.I,
)
_HAD = re.compile(r"[^.!?]*\bhad\b")


def begins_later(words: str) -> bool:
    """Whether the first words of a paragraph say that it tells of another time than the one before."""
    return _LATER.match(words) is not None and _HAD.match(words) is None
