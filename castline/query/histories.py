"""Histories: how feelings ran, what somebody took part in, and what changed between two moments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

import msgspec

from castline.errors import AskError, MomentError
from castline.graph.facts import Cue, Event, Feeling, decode
from castline.graph.moments import Moment, pack, place_in_story
from castline.query.entries import NO_LIMITS, Snapshot
from castline.query.knowing import find_known
from castline.query.rich import show_table
from castline.query.snapshot import take_snapshot
from castline.query.strands import trace_pairs
from castline.query.turns import find_turns
from castline.query.view import Evidence, View, cite
from castline.query.wording import say_feeling, say_object


class Change(msgspec.Struct, frozen=True):
    """One change of a feeling: the levels from then on, the step, the cues that made it, and the words."""

    at: str
    affection: float
    familiarity: float
    affection_step: float
    familiarity_step: float
    cues: tuple[Cue, ...]
    evidence: Evidence


class Direction(msgspec.Struct, frozen=True):
    """What one feels for the other over time. `levels` are (chapter, affection, familiarity) at each chapter's
    end, from the first change on; `turns` the chapters at which the affection turned: it leapt by
    4 or more from where it had settled, or came clearly to the other side of nothing (`castline.query.turns`)."""

    holder: str
    toward: str
    words: str
    levels: tuple[tuple[str, float, float], ...]
    changes: tuple[Change, ...]
    turns: tuple[str, ...]


class FeelingHistory(msgspec.Struct, frozen=True):
    """Both directions between two people, or what one feels for each of several, as of `at`."""

    saga: str
    at: str
    directions: tuple[Direction, ...]

    def _repr_html_(self) -> str:
        rows = [
            (c.at, one.holder, one.toward, f"{c.affection_step:+.1f}", f"{c.affection:+.1f}", c.evidence.text)
            for one in self.directions for c in one.changes
        ]  # fmt: skip
        heading = f"{' '.join(one.words for one in self.directions)} As of {self.at}."
        return show_table(heading, ("at", "who", "toward", "step", "affection", "words"), rows)


class EventRow(msgspec.Struct, frozen=True):
    """An event somebody took part in or is talked of in; `presence` and `role` are theirs, `happened` as in `EventEntry`."""

    at: str
    summary: str
    type: str
    place: str | None
    importance: float
    presence: str
    role: str
    with_: tuple[str, ...] = msgspec.field(name="with")
    evidence: Evidence
    happened: str | None = None


class Difference(msgspec.Struct, frozen=True):
    """What is new about somebody after `since` and up to `at` (inside)."""

    saga: str
    name: str
    since: str
    at: str
    names: tuple[str, ...]
    attributes: tuple[Any, ...]
    relations: tuple[Any, ...]
    feelings: tuple[dict[str, Any], ...]
    events: tuple[Any, ...]


def trace_feelings(view: View, a: str, b: str, more: Sequence[str] = ()) -> FeelingHistory:
    """Every change of what `a` and `b` feel for each other, both ways, up to the view's moment; with `more` people, of what `a`
    feels for `b` and for each of these. Raises UnknownName, AmbiguousName, and AskError for somebody beside themselves or twice."""
    first, *others = (view.find(name) for name in (a, b, *more))
    if more and len({first, *others}) <= len(others):
        raise AskError(f"Of {', '.join((a, b, *more))} two are one person: name each once.")
    runs = trace_pairs(view, first)
    pairs = [(first, other) for other in others] if more else [(first, others[0]), (others[0], first)]
    return FeelingHistory(view.record.name, view.at, tuple(_direct(view, *pair, runs.get(pair, [])) for pair in pairs))


def _direct(view: View, holder: str, other: str, facts: list[Feeling]) -> Direction:
    who, whom, them = view.name(holder), view.name(other), say_object(view.cast.gender(other, view.bound))
    changes, before = [], (0.0, 0.0)
    for f in facts:
        steps = round(f.affection - before[0], 2), round(f.familiarity - before[1], 2)
        changes.append(Change(f.told, f.affection, f.familiarity, *steps, f.cues, cite(f)))
        before = (f.affection, f.familiarity)
    levels = _levels(view, facts)
    return Direction(who, whom, say_feeling(who, whom, *before, them), levels, tuple(changes), find_turns(levels))


def _levels(view: View, facts: list[Feeling]) -> tuple[tuple[str, float, float], ...]:
    """Levels at the end of every chapter from the first change to the view's moment."""
    found: list[tuple[str, float, float]] = []
    level, index = (0.0, 0.0), 0
    for chapter in view.record.chapters:
        moment = Moment(chapter.book, chapter.ordinal)
        if moment.packed > view.bound:
            break
        while index < len(facts) and pack(facts[index].told) <= moment.bound:
            level, index = (facts[index].affection, facts[index].familiarity), index + 1
        if index:
            found.append((str(moment), *level))
    return tuple(found)


Clock = Literal["told", "happened"]
"""By which events stand in order: as the book tells them, or as they happened in the story, as far as it tells."""


def list_events(view: View, character: str, clock: Clock = "told") -> list[EventRow]:
    """What somebody took part in or was talked of in, in order, up to the view's moment.

    By the clock of what happened, what is told of as past stands before the scene that tells it, what was before the story
    first, and all else where it is told. Raises AskError for another clock.
    """
    if clock not in get_args(Clock):
        raise AskError(f"'{clock}' is no clock of events. The clocks are told and happened.")
    one = view.find(character)
    mine = {p.event: p for p in view.facts(["participation"], one)}
    store, saga = view.store, view.record.name
    events: list[Event] = [decode(line) for line in store.events(saga, sorted(mine), view.bound)]
    events.sort(key=lambda e: (pack(e.told), e.start, e.id))
    if clock == "happened":
        events.sort(key=lambda e: place_in_story(e.told, e.happened))
    others = _others(view, {e.id for e in events}, one)
    return [
        EventRow(e.told, e.summary, e.type, e.place, e.importance, mine[e.id].presence, mine[e.id].role,
                 tuple(others.get(e.id, ())), cite(e), e.happened)
        for e in events
    ]  # fmt: skip


def _others(view: View, events: set[str], one: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for part in view.facts(["participation"]):
        if part.event in events and view.root(part.character) != one:
            name = view.name(part.character)
            if name not in found.setdefault(part.event, []):
                found[part.event].append(name)
    return found


def compare(before: View, after: View, character: str) -> Difference:
    """What became known of somebody after `before` and by `after`. Raises MomentError where they are the wrong way about."""
    if before.bound > after.bound:
        raise MomentError(f"--from {before.at} comes after --to {after.at}: turn them about.")
    new = take_snapshot(after, character, limits=NO_LIMITS)
    floor = before.bound
    return Difference(
        saga=new.saga, name=new.name, since=before.at, at=after.at,
        names=tuple(n.form for n in new.names if pack(n.evidence.told) > floor),
        attributes=tuple(a for a in new.attributes if pack(a.evidence.told) > floor),
        relations=tuple(r for r in new.relations if pack(r.evidence.told) > floor),
        feelings=tuple(_feeling_steps(after, new, floor)),
        events=tuple(_known_since(after, new.id, floor)),
    )  # fmt: skip


def _feeling_steps(view: View, new: Snapshot, floor: int) -> list[dict[str, Any]]:
    """Feelings that moved after `floor`, the greatest move first, with the words of the last change."""
    runs = trace_pairs(view, new.id)
    rows = []
    for entry in new.feelings:
        if entry.toward is None or pack(entry.toward.evidence.told) <= floor:
            continue
        old = [f for f in runs[new.id, entry.id] if pack(f.told) <= floor]
        was = (old[-1].affection, old[-1].familiarity) if old else (0.0, 0.0)
        rows.append({
            "toward": entry.who, "affection": entry.toward.affection, "was_affection": was[0],
            "familiarity": entry.toward.familiarity, "was_familiarity": was[1],
            "words": entry.toward.words, "evidence": entry.toward.evidence,
        })  # fmt: skip
    return sorted(rows, key=lambda r: (-abs(r["affection"] - r["was_affection"]), r["toward"]))


def _known_since(view: View, one: str, floor: int) -> list[dict[str, Any]]:
    """Events that somebody first came to know of after `floor`, in order, and how."""
    known = find_known(view, one)
    new = sorted(event for event, fact in known.items() if pack(fact.told) > floor)
    events: list[Event] = [decode(line) for line in view.store.events(view.record.name, new, view.bound)]
    events.sort(key=lambda e: (pack(e.told), e.start, e.id))
    return [
        {"at": e.told, "happened": e.happened, "summary": e.summary, "how": known[e.id].how, "importance": e.importance,
         "from": view.name(str(known[e.id].source)) if known[e.id].source else None, "evidence": cite(e)}
        for e in events
    ]  # fmt: skip
