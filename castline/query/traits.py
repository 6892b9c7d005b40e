"""What somebody is, has and can, as a snapshot shows it: each thing once, the most telling kinds first, no kind in a flood."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from castline.graph.facts import Attribute, place_of
from castline.query.entries import AttributeEntry
from castline.query.view import cite

TOLD = "told"
"""The kind of attribute that is a sentence of the book."""
FATE = "fate"
"""The kind that says that somebody has died."""
AGE = "age"
"""The kind that passes."""
PORTRAIT, WANTS, HIDES = "portrait", "wants", "hides"
"""The kinds that a model tells: who somebody is, what they want now, and what they hide; of the first two the latest line."""
LINES = frozenset({PORTRAIT, WANTS, HIDES})
KINDS = (
    PORTRAIT, WANTS, HIDES, "gender", "fate", "age", "title", "occupation", "standing", "origin", "looks", "personality", "abilities", "hobby", "belongings",
)  # fmt: skip
"""The kinds in the order in which they are shown; others follow as they were told."""


def show_traits(
    facts: Sequence[Attribute], most: int, left_out: dict[str, int], rename: Callable[[str], str]
) -> tuple[AttributeEntry, ...]:
    """The attributes of one person: of a kind the first `most` that were told, of what they hide the last; the others are counted in
    `left_out`. `rename` gives people in a model's lines their names of now."""
    rank = {kind: place for place, kind in enumerate(KINDS)}
    ordered = sorted(_merge([f for f in facts if f.attribute != TOLD]), key=lambda f: rank.get(f.attribute, len(rank)))
    shown: list[Attribute] = []
    secrets = [fact for fact in ordered if fact.attribute == HIDES]
    for fact in [fact for fact in ordered if fact not in secrets[:-most]]:
        if sum(one.attribute == fact.attribute for one in shown) < most:
            shown.append(fact)
    if len(shown) < len(ordered):
        left_out["attributes"] = len(ordered) - len(shown)
    return tuple(
        AttributeEntry(f.attribute, rename(f.value) if f.attribute in LINES else f.value, cite(f)) for f in shown
    )


def _merge(facts: Sequence[Attribute]) -> list[Attribute]:
    """Without what another says as well: "a horse" beside "a black horse", or the same under another name."""
    words = [(fact.attribute, set(fact.value.lower().split())) for fact in facts]
    kept = []
    for place, (kind, said) in enumerate(words):
        others = enumerate(words)
        if not any(kind == k and (said < more or (said == more and at < place)) for at, (k, more) in others):
            kept.append(facts[place])
    return sorted(kept, key=place_of)
