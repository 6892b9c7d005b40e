"""The cast: everybody met as of a moment, those most present first."""

from __future__ import annotations

from collections import Counter, defaultdict

import msgspec

from castline.graph.moments import pack, show, unpack
from castline.query.view import View


class CastEntry(msgspec.Struct, frozen=True):
    """Somebody met; `events` and `quotes` are counts up to the moment, `books` both together by the book ("2": 14), and `last` the moment
    of the last of them (None: there is none)."""

    id: str
    name: str
    also: tuple[str, ...]
    gender: str | None
    met: str
    narrator: bool
    events: int
    quotes: int
    last: str | None = None
    books: dict[str, int] = {}


def list_cast(view: View) -> list[CastEntry]:
    """Everybody met by the view's moment; order and counts use nothing after it."""
    events, quotes = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for f in view.facts(["participation"]):
        events[view.root(f.character)].append(f.told)
    for f in view.facts(["utterance"]):
        if f.speaker:
            quotes[view.root(f.speaker)].append(f.told)
    entries = [_entry(view, one, events[one], quotes[one]) for one in view.cast.known(view.bound)]
    order = {entry.id: place for place, entry in enumerate(entries)}
    return sorted(entries, key=lambda e: (-(e.events + e.quotes), order[e.id]))


def _entry(view: View, one: str, events: list[str], quotes: list[str]) -> CastEntry:
    ids = view.cast.members(one, view.bound)
    name = view.name(one)
    forms = dict.fromkeys(
        n.form for i in ids for told, n in view.cast.names.get(i, ()) if told <= view.bound and n.form != name
    )
    met = show(min(view.cast.met[i] for i in ids if i in view.cast.met))
    narrator = bool(view.cast.narrators & set(ids))
    told = sorted(map(pack, events + quotes))
    books = Counter(str(unpack(at).book) for at in told)
    return CastEntry(
        one, name, tuple(forms), view.cast.gender(one, view.bound), met, narrator, len(events), len(quotes),
        show(told[-1]) if told else None, dict(books),
    )  # fmt: skip
