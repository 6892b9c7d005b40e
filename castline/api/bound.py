"""What a session is bound to when it opens: a saga, a moment, and a person, if one is wanted."""

from __future__ import annotations

from dataclasses import dataclass

from castline.library import Library
from castline.query.quoting import chapter_of
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
    """Bind a session: for it the saga ends there. Without a moment, at the last chapter told now: those that come later stay out.

    Raises AskError, MomentError, UnknownName, AmbiguousName.
    """
    view = library.view(at)
    who = view.find(character) if character else ""
    own = library.of(view.record.name) if library.until else library.ending(chapter_of(view.at), view.record.name)
    return Bound(
        own, view.record.name, view.at, say_place(view.record, view.moment), who, view.name(who) if who else ""
    )
