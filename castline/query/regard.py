"""The feelings of a snapshot: both directions between the person and each other, the strongest first."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from castline.graph.facts import Shown, State
from castline.graph.moments import chapters_since
from castline.graph.showing import find_why, find_words, shows
from castline.query.entries import FeelingEntry, KnownEntry, Side, shorten
from castline.query.heads import name_teller
from castline.query.strands import weigh
from castline.query.view import Evidence, View, cite
from castline.query.wording import is_noun, say_affection, say_familiarity, say_object

KNOWN, FELT, SHOWN, FRESH = 0.1, 0.08, 0.25, 0.7
"""What a point of familiarity, one of affection either way, that words show it and that it moved in this very chapter count for beside the
logarithm of how much is told of two together (one more than the sum of `weigh_bonds`): fitted on whom readers' eight things of 71
people in thirteen novels are with. Novels left out, the average precision is 0.69 (0.63 by feelings alone, 0.66 by what is told), and
the first is one of those whom most is with for 0.53 of them (0.45, 0.42)."""
MET = 1.5
"""The familiarity from which on somebody has been met."""


class _Cue(msgspec.Struct, frozen=True, gc=False):
    type: str
    weight: float
    start: int
    why: str = ""


class _Felt(Evidence, frozen=True, gc=False):
    """Of a feeling's line, what is shown: half the price of the fact."""

    affection: float
    familiarity: float
    cues: tuple[_Cue, ...] = ()
    shown: Shown | None = None


_decoder = msgspec.json.Decoder(_Felt)


class Sides(NamedTuple):
    """The live state of a person's feelings toward each other person, and of each other's toward them, by the other's id."""

    outward: dict[str, State]
    inward: dict[str, State]


def show_feelings(
    view: View, one: str, sides: Sides, bonds: Mapping[str, float], most: int, left_out: dict[str, int]
) -> tuple[FeelingEntry, ...]:
    """One entry per other person, ranked by how much is told of the two together (`bonds`), by familiarity and affection, and by how
    lately they moved.

    `sides` are those of `one`; at most `most` are shown, the others counted in `left_out`.
    """
    outward, inward = sides
    shown = shorten(_rank(sides, bonds, view.bound), most, "feelings", left_out)
    me = say_object(view.cast.gender(one, view.bound))
    entries, named = [], name_teller(view)
    for other in shown:
        name, them = view.name(other), say_object(view.cast.gender(other, view.bound))
        toward = _side(outward[other].line, name, them) if other in outward else None
        back = _side(inward[other].line, me, me) if other in inward else None
        entries.append(FeelingEntry(name, other, *(_name_cause(side, named) for side in (toward, back))))
    return tuple(entries)


def _name_cause(side: Side | None, named: Callable[[str], str]) -> Side | None:
    return msgspec.structs.replace(side, why=named(side.why)) if side and side.why else side


def show_known(
    view: View, sides: Sides, shown: Iterable[FeelingEntry], most: int, left_out: dict[str, int]
) -> tuple[KnownEntry, ...]:
    """Those with a name whom the person knows beside those `shown`, the best known first; at most `most`, the others counted in
    `left_out`."""
    rest = sides.outward.keys() - {entry.id for entry in shown}
    met = [one for one in rest if sides.outward[one].familiarity >= MET and not is_noun(view.name(one))]
    known = shorten(sorted(met, key=lambda one: (-sides.outward[one].familiarity, one)), most, "known", left_out)
    return tuple(_known(view, one, sides.outward[one]) for one in known)


def _known(view: View, one: str, state: State) -> KnownEntry:
    return KnownEntry(view.name(one), one, state.familiarity, cite(_decoder.decode(state.line)))


def find_sides(view: View, ids: set[str], states: Iterable[State]) -> Sides:
    """The feelings among the live `states`, both ways; of strands that turned out to be one, the leading one. `ids` are the
    person's own."""
    outward: dict[str, State] = {}
    inward: dict[str, State] = {}
    for state in states:
        if state.kind == "feeling":
            ours = state.holder in ids
            other = view.root(state.toward if ours else state.holder)
            found = outward if ours else inward
            if other not in ids and (other not in found or weigh(state) >= weigh(found[other])):
                found[other] = state
    return Sides(outward, inward)


def _rank(sides: Sides, bonds: Mapping[str, float], now: int) -> list[str]:
    strength: dict[str, float] = {}
    for other in sorted(sides.outward.keys() | sides.inward.keys()):
        strength[other] = math.log1p(bonds.get(other, 0.0))
        if state := sides.outward.get(other):
            lately = 1 / (1 + 0.4 * chapters_since(state.told, now))
            strength[other] += KNOWN * state.familiarity + FELT * abs(state.affection) + FRESH * lately
            strength[other] += SHOWN if _find_words(state.line)[0] else 0.0
    return sorted(strength, key=lambda other: (-strength[other], other))


@lru_cache(maxsize=4096)
def _side(line: bytes, whom: str, them: str) -> Side:
    """One direction, from its line. Kept: most feelings stand as they are for many chapters."""
    felt = _decoder.decode(line)
    shown, why = _find_words(line)
    words = f"{say_familiarity(felt.familiarity, whom)} and {say_affection(felt.affection, them)}"
    moved = {cue.type for cue in felt.cues if cue.weight}
    return Side(felt.affection, felt.familiarity, words, tuple(sorted(moved)) if moved else (), cite(felt), shown, why)


@lru_cache(maxsize=8192)
def _find_words(line: bytes) -> tuple[Evidence | None, str]:
    """The words that show a feeling as it stands: its own, or the last before them that did; and the cause, where a model has told it.
    Kept, as `_side` is."""
    felt = _decoder.decode(line)
    if shows(felt):
        start, end = find_words(felt)
        words = Evidence(
            felt.told, felt.start + start, felt.start + end, felt.text[start:end], felt.by, felt.confidence
        )
        return words, find_why(felt)
    if felt.shown is None:
        return None, ""
    *words_before, why = msgspec.structs.astuple(felt.shown)
    return Evidence(*words_before), why
