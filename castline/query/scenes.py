"""Scenes: where they are, and who is there for how much of them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from castline.graph.facts import Presence, Scene
from castline.query.view import Evidence, View, cite

NEAR, PAGE = 500, 2000
"""Characters around a stay that belong to the same occasion: surely, and most likely."""


class Stay(msgspec.Struct, frozen=True):
    """Somebody in a scene: how, and the stretches of the book's text (start, end) in which they are there as far as it
    shows them."""

    name: str
    id: str
    presence: Presence
    spans: tuple[tuple[int, int], ...]


class SceneRow(msgspec.Struct, frozen=True):
    """A scene, with everybody in it."""

    at: str
    place: str | None
    people: tuple[Stay, ...]
    evidence: Evidence


def list_scenes(view: View, who: str | None = None) -> list[SceneRow]:
    """The scenes told by the view's moment, in order; those with one person in them, where one is given.

    Raises UnknownName and AmbiguousName.
    """
    one = view.find(who) if who is not None else None
    rows = [_row(view, scene) for scene in view.facts(["scene"])]
    return [row for row in rows if one is None or any(stay.id == one for stay in row.people)]


def _row(view: View, scene: Scene) -> SceneRow:
    people: dict[str, Stay] = {}
    for present in scene.present:
        key = view.root(present.character)
        before = people.get(key, Stay("", key, present.presence, ()))
        presence = "pov" if "pov" in (before.presence, present.presence) else present.presence
        people[key] = Stay(view.name(key), key, presence, tuple(sorted((*before.spans, *present.stays))))
    return SceneRow(scene.told, scene.place, tuple(people.values()), cite(scene))


def list_stays(view: View, one: str) -> list[tuple[int, int, int]]:
    """(book, start, end) of the stretches of text in which somebody (an id) is there by the view's moment, as far as it shows
    them."""
    return [
        (scene.book, start, end)
        for scene in view.facts(["scene"])
        for present in scene.present
        if view.root(present.character) == one
        for start, end in present.stays
    ]


def is_beside(stays: Iterable[tuple[int, int, int]], book: int, offset: int, near: int) -> bool:
    """Whether an offset into a book's text lies in a stay, or within so many characters of it."""
    return any(own == book and start - near <= offset <= end + near for own, start, end in stays)


def was_there(view: View, who: str, book: int, offset: int) -> bool:
    """Whether somebody was there at an offset into a book's text, or within 500 characters of it in its scene, by the view's
    moment: as far as the text shows it. Raises UnknownName and AmbiguousName."""
    one = view.find(who)
    return any(key == one for key, _, _ in list_onlookers(view, book, offset))


def list_onlookers(view: View, book: int, offset: int, near: int = NEAR) -> list[tuple[str, str, float]]:
    """Who was there at an offset into a book's text, or within so many characters of it in its scene, as far as the text shows
    it by the view's moment: the id, and by which rule and how surely their scene is told."""
    ordinal = next((c.ordinal for c in view.record.chapters if c.book == book and offset < c.end), 0)
    scenes = [one for one in view.facts(["scene"]) if (one.book, one.chapter) == (book, ordinal)]
    begun = [one for one in scenes if one.start <= offset] or scenes
    found: dict[str, tuple[str, str, float]] = {}
    for scene in sorted(begun, key=lambda one: one.start)[-1:]:
        for present in scene.present:
            if any(start - near <= offset <= end + near for start, end in present.stays):
                key = view.root(present.character)
                found.setdefault(key, (key, scene.by, scene.confidence))
    return list(found.values())
