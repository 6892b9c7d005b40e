"""Scenes: where they are, and who is there for how much of them."""

from __future__ import annotations

import msgspec

from castline.graph.facts import Presence, Scene
from castline.query.view import Evidence, View, cite

NEAR = 500
"""Characters around a stay that belong to the same occasion."""


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
        before = people[key].spans if key in people else ()
        people[key] = Stay(view.name(key), key, present.presence, tuple(sorted((*before, *present.stays))))
    return SceneRow(scene.told, scene.place, tuple(people.values()), cite(scene))


def was_there(view: View, who: str, book: int, offset: int) -> bool:
    """Whether somebody was there at an offset into a book's text, or within 500 characters of it, by the view's moment: as
    far as the text shows it. Raises UnknownName and AmbiguousName."""
    ids = set(view.cast.members(view.find(who), view.bound))
    return any(
        start - NEAR <= offset <= end + NEAR
        for scene in view.facts(["scene"])
        if scene.book == book
        for present in scene.present
        if present.character in ids
        for start, end in present.stays
    )
