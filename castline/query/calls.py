"""Calls: the names by which people are called to their face."""

from __future__ import annotations

import re
from collections.abc import Iterable

_BEFORE = r"(?:^|[,;:—–-]|\b(?:my|dear|dearest|darling|oh|O|poor|good|well|no|yes|come))[\s“‘]*"
_AFTER = r"(?=\s*(?:[,;:!?.—–-]|$))"
"""What stands around a name by which somebody is called."""


def match_calls(forms: Iterable[str]) -> re.Pattern[str]:
    """What finds calls by these names in what is said, its white space squeezed: the longest name first."""
    longest = sorted(set(forms), key=lambda form: (-len(form), form))
    return re.compile(f"{_BEFORE}({'|'.join(map(re.escape, longest))}){_AFTER}")
