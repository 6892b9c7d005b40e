"""Lorebooks as SillyTavern and its kin read them, as of a moment: an entry for each person, and one for each event of several.

An entry of a person fires on any of their names. One of an event fires where two of those who took part are named (in somebody's own
book, where one other is), so that one name does not bring up all that ever happened to its bearer; `priority` is how much it weighs. `extensions` say when it was told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from castline.graph.moments import pack
from castline.query.entries import NO_LIMITS, EventEntry, RelationEntry, Snapshot
from castline.query.knowing import THERE, find_known
from castline.query.oneself import is_anybodys
from castline.query.people import CastEntry, list_cast
from castline.query.quoting import chapter_of, listed, squeeze
from castline.query.snapshot import take_snapshot
from castline.query.traits import HIDES, PORTRAIT, WANTS
from castline.query.view import View

IN_BOOK = 40
"""People of a lorebook at most, the most present."""
ALONE = 5
"""Events in which nobody else took part that stand with a person, the weightiest."""
OFTEN = 6
"""Events that one person's names bring up, the weightiest."""
PERSON = 100
"""The priority of who somebody is; an event's is below it."""
Place = tuple[str, int]
"""Where an event is told: moment and offset."""
Events = dict[Place, tuple[EventEntry, list[str]]]
"""By where they are told, each with who was there."""


def make_book(view: View, knower: str = "") -> dict[str, Any]:
    """A lorebook of everybody met: who they are, what they did, and what is between whom. With a `knower` (an id), of the others whom
    they have met or heard of, and of what those did only what the knower knows of."""
    own = take_snapshot(view, knower, limits=NO_LIMITS) if knower else None
    cast = list_cast(view)
    people = [one for one in cast if one.id != knower and (own is None or one.id in _acquainted(own))]
    taken = {one.id: take_snapshot(view, one.id, limits=NO_LIMITS) for one in people[:IN_BOOK]}
    known = _list_known(view, knower) if knower else None
    events: Events = {}
    for one, snapshot in [*taken.items(), *([(knower, own)] if own else [])]:
        for event in snapshot.events:
            place = event.evidence.told, event.evidence.start
            if event.how in THERE and (known is None or place in known):
                events.setdefault(place, (event, []))[1].append(one)
    keys = _list_keys([one for one in cast if one.id in taken or one.id == knower])
    entries = [_person(one, taken[one.id], knower, _alone(events, one.id), keys) for one in people[:IN_BOOK]]
    entries += [_event(event, who, keys) for event, who in _choose_events(events, knower)]
    return {
        "name": f"{view.record.name.replace('_', ' ')} as of {view.at}", "description": f"What is told by {view.at}, and nothing after it.",
        "scan_depth": 4, "token_budget": 1024, "recursive_scanning": False, "extensions": {"castline": {"at": view.at}},
        "entries": list(_number(entry for entry in entries if entry["content"])),
    }  # fmt: skip


def make_lorebook(view: View, knower: str = "") -> dict[str, Any]:
    """The book alone, as V3 has it of a file: of everybody, or what a `knower` (a name) knows of the others. Its entries stand there
    once more as SillyTavern's own files of world info have them, which it imports alone."""
    book = make_book(view, view.find(knower) if knower else "")
    return {"spec": "lorebook_v3", "data": book, "entries": {str(e["id"]): _as_world_info(e) for e in book["entries"]}}


def _acquainted(own: Snapshot) -> set[str]:
    """Whom somebody knows, is kin of, or was told of with them."""
    felt = {one.id for one in own.feelings if one.toward}
    told = {other for one in own.told for other in one.others}
    return felt | told | {one.id for one in own.known} | {one.id for one in own.relations}


def _list_known(view: View, knower: str) -> set[Place]:
    """Where the events that somebody knows of are told."""
    known = find_known(view, knower)
    return {(event.told, event.start) for event in view.facts(["event"]) if event.id in known}


def _list_keys(people: list[CastEntry]) -> dict[str, list[str]]:
    """The names that bring each of them up, the best first: none that another bears, too, and "the man" stands in every talk."""
    forms = {one.id: [one.name, *map(squeeze, one.also)] for one in people}
    bearers = Counter(form for some in forms.values() for form in dict.fromkeys(some))
    return {
        one: [some[0], *(form for form in some[1:] if bearers[form] == 1 and not form.startswith("the "))]
        for one, some in forms.items()
    }


def _choose_events(events: Events, knower: str) -> Iterator[tuple[EventEntry, list[str]]]:
    """The weightiest events of several, each with those whose names bring it up: whose book it is is named in every talk, as "you"."""
    brought: Counter[str] = Counter()
    for event, who in sorted(events.values(), key=lambda pair: -pair[0].importance):
        others = [one for one in who if one != knower]
        if len(who) > 1 and brought[others[0]] < OFTEN:
            brought[others[0]] += 1
            yield event, others


def _alone(events: Events, one: str) -> list[EventEntry]:
    own = sorted((event for event, who in events.values() if who == [one]), key=lambda event: -event.importance)[:ALONE]
    return sorted(own, key=lambda event: (pack(event.evidence.told), event.evidence.start))


def _person(
    one: CastEntry, snapshot: Snapshot, knower: str, alone: list[EventEntry], keys: dict[str, list[str]]
) -> dict[str, Any]:
    """Who somebody is, in one entry: their names, traits, ties, and what they did alone."""
    unsaid = {"gender", PORTRAIT, WANTS, HIDES} if knower else {"gender"}
    lines: list[tuple[str, str]] = []
    traits = [a for a in snapshot.attributes if a.attribute not in unsaid and not is_anybodys(a.value)]
    for kind in dict.fromkeys(a.attribute for a in traits):
        own = [a for a in traits if a.attribute == kind]
        values = dict.fromkeys(a.value for a in own)
        lines.append((f"{kind.capitalize()}: {', '.join(values)}.", max((a.evidence.told for a in own), key=pack)))
    for r in (r for r in snapshot.relations if not knower or _knows_tie(r, one.id, knower)):
        lines.append((f"{r.who} is {r.word} of {one.name}.", r.evidence.told))
    lines += [(_say(event), event.evidence.told) for event in alone]
    also = [form for form in keys[one.id][1:] if form != one.name]
    if also and lines:
        lines.insert(0, (f"{one.name} is also called {listed(also)}.", one.met))
    sex = {"female": ", a woman", "male": ", a man"}.get(snapshot.gender or "", "")
    told = max((told for _, told in lines), key=pack, default=one.met)
    content = " ".join([f"{one.name}{sex}.", *dict.fromkeys(line for line, _ in lines)]) if lines else ""
    return _entry(keys[one.id], [], content, told, PERSON, one.name)


def _say(event: EventEntry) -> str:
    return f"{'Of an earlier time: ' if event.happened else ''}{squeeze(event.summary)}"


def _knows_tie(tie: RelationEntry, one: str, knower: str) -> bool:
    """Whether somebody may know of a tie of another (`one`): one that is hidden is known to those of the two alone who know it."""
    return not tie.hidden_from or (knower in (one, tie.id) and knower not in tie.hidden_from)


def _event(event: EventEntry, who: Collection[str], keys: dict[str, list[str]]) -> dict[str, Any]:
    """Something that several took part in: it comes up where the first of them and another are named."""
    first, *others = [keys[one] for one in who]
    content, told = _say(event), event.evidence.told
    names = [keys[one][0] for one in who]
    return _entry(
        first, [form for some in others for form in some], content, told, round(event.importance * (PERSON - 1)), *names
    )


def _entry(keys: list[str], secondary: list[str], content: str, told: str, priority: int, *who: str) -> dict[str, Any]:
    return {
        "keys": keys, "secondary_keys": secondary, "content": content, "enabled": True, "case_sensitive": True, "use_regex": False,
        "constant": False, "selective": bool(secondary), "priority": priority, "position": "before_char",
        "name": f"{listed(list(who))} ({chapter_of(told)})", "comment": f"told in {told}", "extensions": {"castline": {"told": told}},
    }  # fmt: skip


def _number(entries: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The entries in the order in which they were told."""
    for number, entry in enumerate(
        sorted(entries, key=lambda e: (pack(e["extensions"]["castline"]["told"]), e["keys"]))
    ):
        yield entry | {"id": number, "insertion_order": number}


def _as_world_info(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry as SillyTavern's `newWorldInfoEntryTemplate` has it; what is not said here it fills in itself."""
    return {
        "uid": entry["id"], "key": entry["keys"], "keysecondary": entry["secondary_keys"], "comment": f"{entry['name']}, {entry['comment']}",
        "content": entry["content"], "constant": False, "selective": entry["selective"], "selectiveLogic": 0, "addMemo": True,
        "order": entry["insertion_order"], "position": 0, "disable": False, "caseSensitive": True, "probability": 100,
        "useProbability": True, "depth": 4, "extensions": entry["extensions"],
    }  # fmt: skip
