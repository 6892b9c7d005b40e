"""Contraries: what is told of one person twice, and cannot both be so. Either it was read wrong, or the book is at odds with itself."""

from __future__ import annotations

from collections.abc import Iterator

from castline.graph.facts import Attribute, Scene
from castline.graph.moments import chapters_since, pack
from castline.query.finding import Finding
from castline.query.quoting import chapter_of
from castline.query.traits import FATE
from castline.query.view import View, cite

COLOURS = frozenset({"blue", "green", "brown", "black", "hazel", "amber", "violet"})
"""Of eyes: those that nobody takes for another. Grey is said of blue ones and of green ones."""


def find_contraries(view: View, scenes: dict[str, set[str]]) -> Iterator[Finding]:
    """Eyes of two colours: the first telling of each; and who is told to have died and is there again in a later chapter."""
    yield from _find_returned(view, scenes)
    eyes: dict[str, dict[str, Attribute]] = {}
    for fact in view.facts(["attribute"]):
        if colour := _colour(fact):
            eyes.setdefault(view.root(fact.character), {}).setdefault(colour, fact)
    for one, told in eyes.items():
        if len(told) > 1:
            first, second, *_ = told.values()
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


def _colour(fact: Attribute) -> str | None:
    """The colour of somebody's eyes, where that is what is told."""
    words = fact.value.lower().split()
    if fact.attribute != "looks" or words[-1:] != ["eyes"]:
        return None
    found = COLOURS & set(words)
    return next(iter(found)) if len(found) == 1 else None
