"""Who has died, as far as somebody knows: a death that is told, of whom they have not met since."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from castline.graph.facts import Event, Scene, decode_all
from castline.graph.moments import chapters_since, pack
from castline.graph.store import Portrait
from castline.query.view import View

DEATH = "death"
"""The kind of event that tells of one."""
_DIED = re.compile(r"(.+) died\.")
"""How an event tells of a death."""


def find_dead(view: View, events: Iterable[Event], raw: Portrait, scenes: Sequence[Scene]) -> dict[str, str]:
    """Of whom events tell that they died, by the event (ids both); of a name that several bear nobody, and "" of whom the person has met
    in a later chapter: they were misread, or feigned."""
    died = [(event, _find_bearer(view, event)) for event in events if event.type == DEATH]
    seen = _list_seen(view, raw, scenes) if died else {}
    return {event.id: "" if chapters_since(pack(event.told), seen.get(one, 0)) else one for event, one in died if one}


def _find_bearer(view: View, event: Event) -> str:
    died = _DIED.fullmatch(event.summary)
    borne = view.cast.candidates(died[1], view.bound) if died else []
    return borne[0] if len(borne) == 1 else ""


def _list_seen(view: View, raw: Portrait, scenes: Sequence[Scene]) -> dict[str, int]:
    """When the person was last with others, or spoke to them."""
    seen: dict[str, int] = {}
    met = [(p.character, scene.told) for scene in scenes for p in scene.present]
    met += [(one, said.told) for said in decode_all(raw.said) for one in said.addressees]
    for one, told in met:
        seen[view.root(one)] = max(seen.get(view.root(one), 0), pack(told))
    return seen
