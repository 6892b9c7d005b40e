"""Numbers as books print them: roman, arabic and spelled out, cardinal and ordinal."""

from __future__ import annotations

import re

_ONES = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
_NTHS = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth"
WORDS = {word: n for n, word in enumerate((_ONES + "|seventeen|eighteen|nineteen").split("|"), 1)}
WORDS |= {word: n for n, word in enumerate((_NTHS + "|fifteenth|sixteenth").split("|"), 1)}
WORDS |= {"seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "zero": 0}
for _n, _ten in enumerate(("twent", "thirt", "fort", "fift", "sixt", "sevent", "eight", "ninet"), 2):
    WORDS |= {f"{_ten}y": _n * 10, f"{_ten}ieth": _n * 10}
WORDS |= {"hundred": 100, "hundredth": 100}
"""Number word -> its value; compounds are made of these."""

_ROMAN = re.compile(r"M{0,3}(CM|CD|D?C{0,4})(XC|XL|L?X{0,4})(IX|IV|V?I{0,4})", re.IGNORECASE)
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}

# Longer words first, so that "sixteen" is not read as "six".
_SPELLED = "|".join(sorted(WORDS, key=len, reverse=True))
SPELLED = rf"(?:{_SPELLED})(?:[\s-]+(?:and[\s-]+)?(?:{_SPELLED}))*"
NUMERAL = rf"(?:\d{{1,4}}(?:st|nd|rd|th)?|(?:the\s+)?(?:{SPELLED}|last|final)|[ivxlcdm]+)(?![\w’'])"


def parse_numeral(text: str) -> int | None:
    """The value of "XIV", "14th", "Fourteen" or "the fourteenth"; None where it is no number ("the last")."""
    word = text.strip().lower()
    if digits := re.fullmatch(r"(\d+)(?:st|nd|rd|th)?", word):
        return int(digits[1])
    return parse_roman(word) if re.fullmatch(r"[ivxlcdm]+", word) else _parse_spelled(word)


def parse_roman(word: str) -> int | None:
    """Old prints write IIII and XXXX too; "ic" or "vx" is a word, not a number."""
    if not _ROMAN.fullmatch(word):
        return None
    values = [_VALUES[letter] for letter in word]
    return sum(-v if v < max(values[i + 1 :], default=0) else v for i, v in enumerate(values))


def _parse_spelled(word: str) -> int | None:
    total = 0
    parts = [part for part in re.split(r"[\s-]+", word) if part not in ("the", "and")]
    for part in parts:
        if part not in WORDS:
            return None
        value = WORDS[part]
        total = max(total, 1) * value if value == 100 else total + value
    return total if parts else None
