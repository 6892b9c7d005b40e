"""Contraries: what is told of one person twice, and cannot both be so. Either it was read wrong, or the book is at odds with itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from castline.graph.facts import Attribute, Relation, Scene
from castline.graph.moments import chapters_since, pack
from castline.graph.ties import BLOOD, name_tie
from castline.query.finding import Finding
from castline.query.quoting import chapter_of
from castline.query.traits import FATE
from castline.query.view import View, cite

COLOURS = {name: name for name in ("blue", "green", "brown", "black", "hazel", "amber", "violet", "grey")} | {
    "gray": "grey"
}
"""Of eyes, by how they are written: those that nobody takes for another, but for grey."""
NEVER_GREY = frozenset({"brown", "black"})
"""Eyes that nobody calls grey: blue and green ones are called so, and others in some lights."""

WED = frozenset({"spouse", "betrothed"})


def find_contraries(view: View, scenes: dict[str, set[str]]) -> Iterator[Finding]:
    """Eyes of two colours: the first telling of each; who is told to have died and is there again in a later chapter; who is told
    to have two fathers or two mothers; and who is told to be married to kin of their blood."""
    yield from _find_returned(view, scenes)
    yield from _find_two_parents(view, scenes)
    yield from _find_wed_kin(view, scenes)
    eyes: dict[str, dict[str, Attribute]] = {}
    for fact in view.facts(["attribute"]):
        if colour := _colour(fact):
            eyes.setdefault(view.root(fact.character), {}).setdefault(colour, fact)
    for one, told in eyes.items():
        clash = next((pair for pair in combinations(told, 2) if _are_contrary(*pair)), None)
        if clash:
            first, second = told[clash[0]], told[clash[1]]
            why = " and ".join(f"{fact.value} ({chapter_of(fact.told)})" for fact in (first, second))
            evidence = cite(first), cite(second)
            yield Finding("contrary", len(scenes[one]), (view.name(one),), (one,), why, evidence)


def _find_returned(view: View, scenes: dict[str, set[str]]) -> Iterator[Finding]:
    dead: dict[str, Attribute] = {}
    for fact in view.facts(["attribute"]):
        if fact.attribute == FATE:
            dead.setdefault(view.root(fact.character), fact)
    back: dict[str, Scene] = {}
    for scene in view.facts(["scene"]):
        for one in {view.root(p.character) for p in scene.present} & dead.keys():
            if chapters_since(pack(dead[one].told), pack(scene.told)) > 0:
                back.setdefault(one, scene)
    for one, scene in back.items():
        told = dead[one]
        why = f"is told to have died ({chapter_of(told.told)}), and is there in {chapter_of(scene.told)}"
        yield Finding("contrary", len(scenes[one]), (view.name(one),), (one,), why, (cite(told), cite(scene)))


def _find_two_parents(view: View, scenes: dict[str, set[str]]) -> Iterator[Finding]:
    """Not where one of the ties is hidden from somebody: whose child one is may be the secret of a plot."""
    told: dict[tuple[str, str], dict[str, Relation]] = {}
    for tie in view.facts(["relation"]):
        if tie.subtype in ("parent", "child"):
            ends = view.root(tie.a), view.root(tie.b)
            parent, child = ends if tie.subtype == "parent" else ends[::-1]
            if gender := view.cast.gender(parent, view.bound):
                told.setdefault((child, gender), {}).setdefault(parent, tie)
    for (child, gender), parents in told.items():
        if len(parents) > 1 and not any(tie.hidden_from for tie in parents.values()):
            (one, first), (other, second), *_ = parents.items()
            listed = " and ".join(f"{view.name(who)} ({chapter_of(tie.told)})" for who, tie in parents.items())
            why = f"is told to have {len(parents)} {'mothers' if gender == 'female' else 'fathers'}: {listed}"
            people = tuple(view.name(who) for who in (child, one, other))
            yield Finding("contrary", len(scenes[child]), people, (child, one, other), why, (cite(first), cite(second)))


def _find_wed_kin(view: View, scenes: dict[str, set[str]]) -> Iterator[Finding]:
    told: dict[frozenset[str], dict[bool, Relation]] = {}
    for tie in view.facts(["relation"]):
        if tie.subtype in BLOOD or tie.subtype in WED:
            told.setdefault(frozenset((view.root(tie.a), view.root(tie.b))), {}).setdefault(tie.subtype in WED, tie)
    for both, ties in told.items():
        if len(both) == len(ties) == 2:
            one, other = sorted(both, key=lambda who: (-len(scenes[who]), who))
            kin, wed = ties[False], ties[True]
            why = " and ".join(_say_tie(view, tie) for tie in (kin, wed))
            people = view.name(one), view.name(other)
            yield Finding("contrary", len(scenes[one]), people, (one, other), why, (cite(kin), cite(wed)))


def _say_tie(view: View, tie: Relation) -> str:
    word = name_tie(tie.subtype or "", view.cast.gender(tie.a, view.bound))
    return f"{view.name(tie.a)} is told to be {word} of {view.name(tie.b)} ({chapter_of(tie.told)})"


def _colour(fact: Attribute) -> str | None:
    """The colour of somebody's eyes, where that is what is told."""
    words = fact.value.lower().split()
    if fact.attribute != "looks" or words[-1:] != ["eyes"]:
        return None
    found = {COLOURS[word] for word in words if word in COLOURS}
    return next(iter(found)) if len(found) == 1 else None


def _are_contrary(one: str, other: str) -> bool:
    """Whether eyes of the one colour are never said to be of the other."""
    both = {one, other}
    return "grey" not in both or bool(both & NEVER_GREY)
