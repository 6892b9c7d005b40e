"""Somebody who knows better: asked at each choice of the walk, before anything builds on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

Choose = Callable[[], int]
"""What the rules would choose: a person's key."""


class Amender(Protocol):
    """Whoever settles what the rules would choose otherwise: gold, or answers from outside. Both give a key, -1 for nobody."""

    def mention(self, index: int, me: int, you: list[int], choose: Choose) -> int:
        """Whom a mention means, where `me` speaks to `you`."""
        ...

    def speaker(self, quotes: Sequence[int], choose: Choose) -> int:
        """Who says some quotes of one paragraph, as far as the walk has come; the chapter's end may tell more."""
        ...


class Nobody:
    """Nobody knows better: the rules choose."""

    def mention(self, index: int, me: int, you: list[int], choose: Choose) -> int:
        """As the rules have it."""
        return choose()

    def speaker(self, quotes: Sequence[int], choose: Choose) -> int:
        """As the rules have it."""
        return choose()
