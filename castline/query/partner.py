"""The other one in a talk: what they are to somebody, how the two call each other, what both have seen, and what the other does
not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from castline.errors import AskError
from castline.graph.facts import Event, Name, State, decode, is_by_rules
from castline.query.calls import match_calls
from castline.query.entries import PartnerEntry, RelationEntry
from castline.query.knowing import THERE, KnownEvent, find_known, rate_event
from castline.query.regard import find_sides, show_feelings
from castline.query.scenes import PAGE, is_beside, list_stays
from castline.query.view import View

CALLS = 3
"""Forms of address shown each way."""
WEIGHTY = 0.4
"""The importance from which on it matters that the other does not know."""


def find_partner(view: View, one: str, asked: str) -> str:
    """The id of the other one. Raises UnknownName, AmbiguousName, and AskError where it is the same person."""
    other = view.find(asked)
    if other == one:
        raise AskError(f"'{asked}' is {view.name(one)}, who is asked about. A talk has two: name the other.")
    return other


def show_partner(
    view: View, one: str, other: str, states: Iterable[State], relations: Iterable[RelationEntry]
) -> PartnerEntry:
    """What `other` is to `one`; `states` and `relations` are all that are live for `one`."""
    ids, others = set(view.cast.members(one, view.bound)), set(view.cast.members(other, view.bound))
    felt = [s for s in states if s.kind == "feeling" and {s.holder, s.toward} & others]
    feelings = show_feelings(view, one, find_sides(view, ids, felt), {}, 1, {})
    return PartnerEntry(
        view.name(other), other, tuple(tie for tie in relations if tie.id == other), next(iter(feelings), None),
        _find_calls(view, one, other), _find_calls(view, other, one),
    )  # fmt: skip


def _find_calls(view: View, one: str, other: str) -> tuple[str, ...]:
    """The names by which `one` has called `other` to their face, the most used first."""
    names: list[Name] = [f for f in view.facts(["name"], other) if f.type != "description"]
    if not names:
        return ()
    called = match_calls(" ".join(f.form.split()) for f in names)
    count: Counter[str] = Counter()
    for said in view.facts(["utterance"], one):
        if any(view.root(heard) == other for heard in said.addressees):
            count.update(called.findall(" ".join(said.text.split())))
    return tuple(sorted(count, key=lambda form: (-count[form], form))[:CALLS])


def share_events(
    view: View, one: str, other: str, confidence: float, doubtful: Counter[str]
) -> tuple[list[KnownEvent], list[KnownEvent]]:
    """What both took part in or saw, and what weighs and the other does not know of as far as is told, each the weightiest
    and latest first; what is below `confidence` is counted. Of what happens within a page of where the other is they may know, unless a
    model has read who does."""
    mine, theirs = find_known(view, one), find_known(view, other)
    lines = view.store.events(view.record.name, sorted(mine), view.bound)
    events: list[Event] = sorted((decode(line) for line in lines), key=lambda e: (-rate_event(view, e), e.id))
    both = [e for e in events if e.id in theirs and mine[e.id].how in THERE and theirs[e.id].how in THERE]
    stays = list_stays(view, other)
    alone = [
        e
        for e in events
        if e.id not in theirs
        and e.importance >= WEIGHTY
        and not (is_by_rules(e.by) and is_beside(stays, e.book, e.start, PAGE))
    ]
    shared, unshared = ([(mine[e.id], e) for e in some] for some in (both, alone))
    return _sure(shared, confidence, "shared", doubtful), _sure(unshared, confidence, "unshared", doubtful)


def _sure(pairs: list[KnownEvent], confidence: float, section: str, doubtful: Counter[str]) -> list[KnownEvent]:
    kept = [pair for pair in pairs if min(pair[0].confidence, pair[1].confidence) >= confidence]
    doubtful[section] += len(pairs) - len(kept)
    return kept
