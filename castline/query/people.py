"""The cast: everybody met as of a moment, those most present first."""

from __future__ import annotations

from collections import Counter

import msgspec

from castline.graph.moments import show
from castline.query.view import View


class CastEntry(msgspec.Struct, frozen=True):
    """Somebody met; `events` and `quotes` are counts up to the moment."""

    id: str
    name: str
    also: tuple[str, ...]
    gender: str | None
    met: str
    narrator: bool
    events: int
    quotes: int


def list_cast(view: View) -> list[CastEntry]:
    """Everybody met by the view's moment; order and counts use nothing after it."""
    events: Counter[str] = Counter(view.root(f.character) for f in view.facts(["participation"]))
    quotes: Counter[str] = Counter(view.root(f.speaker) for f in view.facts(["utterance"]) if f.speaker)
    entries = [_entry(view, one, events[one], quotes[one]) for one in view.cast.known(view.bound)]
    order = {entry.id: place for place, entry in enumerate(entries)}
    return sorted(entries, key=lambda e: (-(e.events + e.quotes), order[e.id]))


def _entry(view: View, one: str, events: int, quotes: int) -> CastEntry:
    ids = view.cast.members(one, view.bound)
    name = view.name(one)
    forms = dict.fromkeys(
        n.form for i in ids for told, n in view.cast.names.get(i, ()) if told <= view.bound and n.form != name
    )
    met = show(min(view.cast.met[i] for i in ids if i in view.cast.met))
    narrator = bool(view.cast.narrators & set(ids))
    return CastEntry(one, name, tuple(forms), view.cast.gender(one, view.bound), met, narrator, events, quotes)
