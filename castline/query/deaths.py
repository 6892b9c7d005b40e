"""Who has died, as far as somebody knows: a death that is told, of whom they have not met since."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from castline.graph.facts import Event, Scene, decode_all
from castline.graph.moments import chapters_since, pack
from castline.graph.store import Portrait
from castline.query.knowing import KnownEvent
from castline.query.view import View

DEATH = "death"
"""The kind of event that tells of one."""
_DIED = re.compile(r"(.+) died\.")
"""How an event tells of a death."""


def find_dead(view: View, event: Event) -> str:
    """Of whom an event tells that they died (an id); "" for nobody, or a name that several bear."""
    died = _DIED.fullmatch(event.summary) if event.type == DEATH else None
    borne = view.cast.candidates(died[1], view.bound) if died else []
    return borne[0] if len(borne) == 1 else ""


def list_seen(view: View, raw: Portrait, scenes: Sequence[Scene]) -> dict[str, int]:
    """When the person was last with others, or spoke to them."""
    seen: dict[str, int] = {}
    met = [(p.character, scene.told) for scene in scenes for p in scene.present]
    met += [(one, said.told) for said in decode_all(raw.said) for one in said.addressees]
    for one, told in met:
        seen[view.root(one)] = max(seen.get(view.root(one), 0), pack(told))
    return seen


def drop_survived(view: View, events: list[KnownEvent], seen: Mapping[str, int]) -> list[KnownEvent]:
    """Without the deaths of those whom the person meets in a later chapter: they were misread, or feigned."""
    died = {event.id: find_dead(view, event) for _, event in events}
    return [pair for pair in events if chapters_since(pack(pair[1].told), seen.get(died[pair[1].id], 0)) <= 0]
