"""What somebody is, has and can, as a snapshot shows it: each thing once, the most telling kinds first, no kind in a flood."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence

from castline.graph.facts import Attribute, place_of
from castline.query.entries import AttributeEntry, TellingEntry, shorten
from castline.query.view import View, cite

TOLD = "told"
"""The kind of attribute that is a sentence of the book."""
FATE = "fate"
"""The kind that says that somebody has died."""
NEAR = 300
"""Characters within which two places of the text tell the same."""

Telling = tuple[Attribute, tuple[str, ...]]
"""A sentence that tells of somebody, and the ids of who else is in it."""
KINDS = (
    "gender", "fate", "age", "title", "occupation", "standing", "origin", "looks", "personality", "abilities", "hobby", "belongings",
)  # fmt: skip
"""The kinds in the order in which they are shown; others follow as they were told."""


def find_tellings(view: View, facts: Iterable[Attribute]) -> list[Telling]:
    """What is told of one person, the most telling and surest first, each with who else is in it as of the view's moment."""
    told = sorted((f for f in facts if f.attribute == TOLD), key=lambda f: (-_rate(f), place_of(f)))
    return [(fact, tuple(dict.fromkeys(map(view.root, fact.others)))) for fact in told]


def weigh_bonds(told: Iterable[Telling]) -> dict[str, float]:
    """How much is told of the person together with each other one: the sum of how telling and sure it is."""
    found: defaultdict[str, float] = defaultdict(float)
    for fact, others in told:
        for other in others:
            found[other] += _rate(fact)
    return found


def _rate(fact: Attribute) -> float:
    return (fact.weight or 0.0) * fact.confidence


def show_tellings(
    told: Sequence[Telling], first: Iterable[str], besides: Collection[tuple[int, int]], most: int, left_out: dict[str, int],
    rename: Callable[[str], str],
) -> tuple[TellingEntry, ...]:  # fmt: skip
    """Of `find_tellings` the first that is most of each of the people `first`, then the others in their order; but for what stands near the words
    `besides` (book, offset), or near one that comes before it. Those beyond `most` are counted in `left_out`; `rename` gives who says
    something the name of now."""
    near: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for book, start in besides:
        near[book, start // NEAR].append(start)
    leads = [next((one for one in told if one[1][:1] == (other,)), None) for other in first]
    found: list[Telling] = []
    for fact, others in [*(one for one in leads if one), *told]:
        stretch = fact.start // NEAR
        beside = (start for at in (stretch - 1, stretch, stretch + 1) for start in near.get((fact.book, at), ()))
        if all(abs(start - fact.start) >= NEAR for start in beside):
            near[fact.book, stretch].append(fact.start)
            found.append((fact, others))
    kept = shorten(found, most, "told", left_out)
    return tuple(TellingEntry(rename(f.value), f.weight or 0.0, cite(f), others) for f, others in kept)


def show_traits(facts: Sequence[Attribute], most: int, left_out: dict[str, int]) -> tuple[AttributeEntry, ...]:
    """The attributes of one person: of a kind the first `most` that were told, the others counted in `left_out`."""
    rank = {kind: place for place, kind in enumerate(KINDS)}
    ordered = sorted(_merge([f for f in facts if f.attribute != TOLD]), key=lambda f: rank.get(f.attribute, len(rank)))
    shown: list[Attribute] = []
    for fact in ordered:
        if sum(one.attribute == fact.attribute for one in shown) < most:
            shown.append(fact)
    if len(shown) < len(ordered):
        left_out["attributes"] = len(ordered) - len(shown)
    return tuple(AttributeEntry(f.attribute, f.value, cite(f)) for f in shown)


def _merge(facts: Sequence[Attribute]) -> list[Attribute]:
    """Without what another says as well: "a horse" beside "a black horse", or the same under another name."""
    words = [(fact.attribute, set(fact.value.lower().split())) for fact in facts]
    kept = []
    for place, (kind, said) in enumerate(words):
        others = enumerate(words)
        if not any(kind == k and (said < more or (said == more and at < place)) for at, (k, more) in others):
            kept.append(facts[place])
    return sorted(kept, key=place_of)
