"""The events of an answer: they take the place of the rules' in the passage, with who takes part and who comes to know."""

from __future__ import annotations

import re
from collections.abc import Iterator

from castline.graph.facts import How, Presence
from castline.ingest.amend import Answer
from castline.ingest.decisions import Decisions, Happening, Known, Part
from castline.ingest.model.form import Learnt, Reading, Told
from castline.ingest.model.spot import SURE, Spot

WEIGHT = {3: 1.0, 2: 0.7, 1: 0.4}
KINDS = {"now": "event", "past": "past", "claimed": "claim"}
"""Status -> kind of event; what is imagined has not happened, and is none."""
_ID = re.compile(r"\b[pn]\d+\b")
_Roles = tuple[tuple[str, str], ...]
_ROLES: _Roles = (("do", "agent"), ("to", "patient"), ("saw", "witness"))


def lay_events(reading: Reading, spot: Spot, decisions: Decisions) -> Iterator[Answer]:
    """The answer's events for those of the passage; none of them goes where the answer tells no event at all."""
    made = [_make(told, reading, spot, decisions) for told in reading.ev if told.st in KINDS]
    made = [told for told in made if told.parts]
    if made or reading.ev:
        for old in decisions.happenings:
            if spot.passage.holds(old.start):
                yield Answer(spot.by, None, old, "not confirmed")
    for told in made:
        yield Answer(spot.by, told)


def _make(told: Told, reading: Reading, spot: Spot, decisions: Decisions) -> Happening:
    span, scene = spot.find(told.ev)
    place = next((one.place for one in decisions.stagings if one.scene == scene), "") if told.st == "now" else ""
    return spot.make(
        Happening, span, summary=_say(told, spot), kind=KINDS[told.st], place=place, importance=WEIGHT[told.w],
        past=told.st == "past", parts=list(_find_parts(told, spot, decisions, scene)), known=list(_find_known(told, reading, spot)),
    )  # fmt: skip


def _say(told: Told, spot: Spot) -> str:
    """The sentence with names for ids, and its full stop."""
    words = spot.name_ids(" ".join(told.says.split()).rstrip("."))
    return words[:1].upper() + words[1:] + "."


def _find_parts(told: Told, spot: Spot, decisions: Decisions, scene: int) -> Iterator[Part]:
    staging = next((one for one in decisions.stagings if one.scene == scene), None)
    seen: set[int] = set()
    for field, role in _ROLES:
        for key in spot.people.find_all(getattr(told, field)):
            if key in seen:
                continue
            seen.add(key)
            presence: Presence = "mentioned"
            if told.st == "now" and staging and key in staging.present:
                presence = "pov" if staging.focal == key else "on-page"
            yield Part(key, role, presence, "reading", SURE)  # type: ignore[arg-type]


def _find_known(told: Told, reading: Reading, spot: Spot) -> Iterator[Known]:
    """Who knows of it: who took part (in what somebody only says, who says it), overheard it, of which the others do not know, saw it, or
    is told; whoever is shut out does not."""
    found: dict[int, tuple[How, int]] = {}
    own = _ID.findall(told.says)[:1] if told.st == "claimed" else [*told.do, *told.to]
    found |= dict.fromkeys(spot.people.find_all(own), ("took-part", -1))
    learnt = [one for one in reading.kn if one.what == told.id]
    for one in learnt:
        if one.how == "overheard":
            _learn(one, spot, found)
    for key in spot.people.find_all(told.saw):
        found.setdefault(key, ("witnessed", -1))
    for one in learnt:
        _learn(one, spot, found)
    for key in spot.people.find_all(told.told):
        found.setdefault(key, ("told", -1))
    out = set(spot.people.find_all(told.out))
    for key, (how, source) in found.items():
        if key not in out:
            yield Known(key, how, source, SURE)


def _learn(one: Learnt, spot: Spot, found: dict[int, tuple[How, int]]) -> None:
    """Somebody comes to know of it; from nobody they could be themselves."""
    key, source = spot.people.keys.get(one.who, -1), spot.people.keys.get(one.by, -1)
    if key >= 0:
        found.setdefault(key, (one.how, source if source != key else -1))
