"""What is told of somebody in the book's own words, and together with whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence

from castline.graph.facts import Attribute, place_of
from castline.query import scenes
from castline.query.acquaintance import name_by_oneself
from castline.query.entries import Snapshot, TellingEntry, shorten
from castline.query.heads import SAID, TELLS
from castline.query.quoting import squeeze
from castline.query.scenes import is_beside
from castline.query.traits import TOLD
from castline.query.view import View, cite
from castline.query.wording import is_noun

NEAR = 300
"""Characters within which two places of the text tell the same."""
EARLIER = 0.5
"""What a sentence of an earlier book counts for (chosen, and not measured)."""
MOST = 4
"""Of what is told of one and the person, how much stands with them."""
Telling = tuple[Attribute, tuple[str, ...]]
"""A sentence that tells of somebody, and the ids of who else is in it."""


def find_tellings(view: View, facts: Iterable[Attribute]) -> list[Telling]:
    """What is told of one person, the most telling and surest first, what an earlier book tells at half its weight; each with who else is
    in it as of the view's moment."""
    book = view.moment.book
    told = sorted(
        (f for f in facts if f.attribute == TOLD),
        key=lambda f: (-_rate(f) * (1.0 if f.book == book else EARLIER), place_of(f)),
    )
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
    rename: Callable[[str], str], stays: Callable[[], Sequence[tuple[int, int, int]]] | None,
) -> tuple[TellingEntry, ...]:  # fmt: skip
    """Of `find_tellings` the first that is most of each of the people `first`, then the others in their order; but for what stands near the words
    `besides` (book, offset), or near one that comes before it. Those beyond `most` are counted in `left_out`; `rename` gives who says
    something the name of now, and `stays` tells the stretches (book, start, end) in which the person is there,
    where it is to be said whether they heard it."""
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
    there = stays() if stays and any(is_said(f.value) for f, _ in kept) else ()
    return tuple(
        TellingEntry(rename(f.value), f.weight or 0.0, cite(f), others, _is_heard(f, there) if stays else None)
        for f, others in kept
    )


def is_said(words: str) -> bool:
    """Whether somebody of the story says, thinks or tells this, and not the tale itself."""
    return bool(SAID.match(words) or TELLS.match(words))


def _is_heard(fact: Attribute, stays: Iterable[tuple[int, int, int]]) -> bool:
    """Whether the person is there where words stand; whoever is told of by the tale itself need not be, and nobody hears what a teller
    tells of himself."""
    if TELLS.match(fact.value):
        return False
    return not is_said(fact.value) or is_beside(stays, fact.book, fact.start, scenes.NEAR)


def share_told(snapshot: Snapshot, is_ours: Callable[[str], bool]) -> dict[str, list[TellingEntry]]:
    """What is told of the person together with one of the people they know, by that one's id: each with whom it is of first, at
    most MOST with one. `is_ours` says of words whether they are no talk of others alone."""
    felt = [one for one in snapshot.feelings if one.toward and name_by_oneself(snapshot, one.who) == one.who]
    named = {one.who: one.id for one in reversed(felt) if not is_noun(one.who)}.values()
    found: dict[str, list[TellingEntry]] = {}
    for told in snapshot.told:
        of = next(iter(told.others), "")
        if of in named and len(found.get(of, ())) < MOST and is_ours(squeeze(told.words)):
            found.setdefault(of, []).append(told)
    return found
