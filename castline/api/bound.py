"""What a session is bound to when it opens: a saga, a moment, and a person, if one is wanted."""

from __future__ import annotations

from dataclasses import dataclass

from castline.library import Library
from castline.query.render import say_place


@dataclass(frozen=True, slots=True)
class Bound:
    """`at` is a moment as it is written; `who` the id of the person, empty for none; `place` says the moment in words."""

    library: Library
    saga: str
    at: str
    place: str
    who: str
    name: str


def bind(library: Library, at: str | None, character: str | None) -> Bound:
    """Bind a session. Without a moment, that of the last chapter told now: chapters that come later stay out of it.

    Raises AskError, MomentError, UnknownName, AmbiguousName.
    """
    view = library.view(at)
    who = view.find(character) if character else ""
    own = library.of(view.record.name)
    return Bound(
        own, view.record.name, view.at, say_place(view.record, view.moment), who, view.name(who) if who else ""
    )
