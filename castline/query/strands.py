"""Strands: while two people were not yet known to be one, each had feelings of their own; they are one pair's now."""

from __future__ import annotations

from collections.abc import Iterable

from castline.graph.facts import Feeling
from castline.graph.moments import pack


def lead(feelings: Iterable[Feeling]) -> list[Feeling]:
    """The feelings of one pair, one way, in the order told, without those of a strand that another one leads.

    The strand of the greatest familiarity so far leads: who is known under two names is known by the better known. With
    one strand, as nearly always, that is every feeling, since familiarity never falls.
    """
    known: dict[tuple[str, str], float] = {}
    led = []
    for feeling in sorted(feelings, key=lambda f: (pack(f.told), f.id)):
        known[feeling.holder, feeling.toward] = feeling.familiarity
        if feeling.familiarity >= max(known.values()):
            led.append(feeling)
    return led
