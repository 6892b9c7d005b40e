"""Changed details, planted by lot: an event of a plot told with another person, place or word, or with somebody whom nobody knows."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from castline.agent.questions import find_names
from castline.query.sentences import COMMON

MADE = ("Ambrose", "Leopold", "Cordelia", "Thaddeus", "Rosalind", "Percival")
WAYS = ("word", "word", "word", "name", "name", "nobody")
"""As often as each is drawn, where the event names anybody."""
FAR = 3
"""Events around one whose words and names are not put into it: they may be true of it."""
_ENDINGS = ("ing", "ed", "ly", "s")


class Changed(NamedTuple):
    """An event with a detail changed: what went, what stands in its place, and whether nobody bears that name."""

    text: str
    gone: str
    new: str
    made: bool = False


def falsify(events: Sequence[str], number: int, lot: random.Random, known: Callable[[str], bool]) -> Changed | None:
    """One event of a plot with a detail changed for one like it: a person for a person, any other name for another, a word for
    one of its ending, or a name for one that is made up. `known` tells whether a name is a person's. None where there is none."""
    what, others = events[number], [event for at, event in enumerate(events) if abs(at - number) > FAR]
    names = _names(what)
    way = lot.choice(WAYS) if names else "word"
    if way == "word":
        return _swap(what, _words(what), _words(" ".join(others)), lot, _ending)
    if way == "name":
        return _swap(what, names, [name for other in others for name in _names(other)], lot, known)
    old = lot.choice(names)
    new = f"{lot.choice(MADE)} {old.split()[-1]}"
    return Changed(what.replace(old, new, 1), old, new, made=True)


def _swap(
    what: str, own: Sequence[str], theirs: Sequence[str], lot: random.Random, sort: Callable[[str], object]
) -> Changed | None:
    if not own:
        return None
    old = lot.choice(own)
    pool = sorted({one for one in theirs if sort(one) == sort(old)} - set(own))
    if not pool:
        return None
    new = lot.choice(pool)
    return Changed(re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", new, what, count=1), old, new)


def _names(text: str) -> list[str]:
    return [name for _, name in find_names(text)]


def _words(text: str) -> list[str]:
    return [word for word in re.findall(r"\b[a-z]{4,}\b", text) if word not in COMMON]


def _ending(word: str) -> str:
    return next((ending for ending in _ENDINGS if word.endswith(ending)), "")
