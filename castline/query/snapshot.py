"""The snapshot: who somebody is as of a moment. A fold over their facts, each entry with its evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from castline.graph.facts import Attribute, Event, Knowledge, Mood, Name, Relation, Scene, Utterance, decode, decode_all
from castline.graph.moments import chapters_since, pack, show
from castline.graph.pages import live
from castline.graph.stores import Portrait
from castline.graph.ties import INVERSE
from castline.query.entries import (
    EventEntry,
    MoodEntry,
    NameEntry,
    QuoteEntry,
    RelationEntry,
    Snapshot,
    Whereabouts,
    shorten,
)
from castline.query.regard import show_feelings
from castline.query.strands import live_relations
from castline.query.traits import show_traits
from castline.query.view import View, cite

RECENT, SPOKEN, MOST_EVENTS, MOST_RELATIONS = 24, 12, 24, 24
"""How much a snapshot reads and shows; what it leaves out it counts."""


ByKind = Mapping[type, list[Any]]
"""Facts by their class."""


def take_snapshot(view: View, character: str, confidence: float = 0.0) -> Snapshot:
    """The snapshot of a character (name, part of a name, or id) as of the view's moment.

    Facts below `confidence` (0..1) are left out. Raises UnknownName and AmbiguousName.
    """
    one = view.cast.find(character, view.bound)
    ids = view.cast.members(one, view.bound)
    raw = view.store.portrait(view.record.name, ids, view.bound, RECENT, SPOKEN)
    facts: dict[type, list[Any]] = {}
    states = [state for state in live(raw.states) if state.confidence >= confidence]
    for fact in decode_all(state.line for state in states if state.kind != "feeling"):
        facts.setdefault(type(fact), []).append(fact)
    left_out: dict[str, int] = {}
    feelings = show_feelings(view, set(ids), states, left_out)
    relations = _relations(view, set(ids), facts)
    return Snapshot(
        saga=view.record.name, at=view.at, id=one, name=view.name(one), gender=view.cast.gender(one, view.bound),
        met=_first_met(view, ids), narrator=bool(view.cast.narrators & set(ids)), names=_names(facts),
        attributes=show_traits(facts.get(Attribute, ()), left_out), relations=shorten(relations, MOST_RELATIONS, "relations", left_out),
        feelings=feelings,
        events=_events(view, raw, confidence, left_out), quotes=_quotes(view, raw),
        mood=_mood(facts), whereabouts=_whereabouts(view, raw, set(ids)), left_out=left_out,
    )  # fmt: skip


def _first_met(view: View, ids: list[str]) -> str:
    return show(min(view.cast.met[one] for one in ids if one in view.cast.met))


def _names(facts: ByKind) -> tuple[NameEntry, ...]:
    return tuple(NameEntry(f.form, f.type, cite(f)) for f in facts.get(Name, ()))


def _relations(view: View, ids: set[str], facts: ByKind) -> list[RelationEntry]:
    """Ties said from the other's side are turned about, so that all read "who is kind of this person"."""
    found = []
    for f in live_relations(view, facts.get(Relation, ())):
        other, kind = (
            (f.a, f.subtype or f.type) if f.b in ids else (f.b, INVERSE.get(f.subtype or "", f.subtype or f.type))
        )
        other = view.root(other)
        found.append(RelationEntry(view.name(other), other, kind, f.type, cite(f)))
    return found


def _events(view: View, raw: Portrait, confidence: float, left_out: dict[str, int]) -> tuple[EventEntry, ...]:
    """What is known of, the weightiest and latest first: importance, fading slowly with the chapters since."""
    found: dict[str, tuple[float, Knowledge, Event]] = {}
    pairs = list(dict.fromkeys([*raw.known, *raw.memorable]))
    rows: Iterable[tuple[Knowledge, Event]] = zip(
        decode_all(k for k, _ in pairs), decode_all(e for _, e in pairs), strict=True
    )
    for known, event in rows:
        if known.confidence < confidence or event.id in found:
            continue
        age = chapters_since(pack(event.told), view.bound)
        found[event.id] = (event.importance * (0.6 + 0.4 / (1 + 0.25 * age)), known, event)
    ranked = sorted(found.items(), key=lambda item: (-item[1][0], item[0]))
    return tuple(
        _event_entry(view, known, event) for _, (_, known, event) in shorten(ranked, MOST_EVENTS, "events", left_out)
    )


def _event_entry(view: View, known: Knowledge, event: Event) -> EventEntry:
    source = view.name(known.source) if known.source else None
    return EventEntry(event.summary, event.type, known.how, source, event.importance, event.place, cite(event))


def _quotes(view: View, raw: Portrait) -> tuple[QuoteEntry, ...]:
    said: list[Utterance] = sorted(decode_all(raw.said), key=lambda f: (-pack(f.told), -f.start))
    return tuple(QuoteEntry(f.text, tuple(view.name(one) for one in f.addressees), cite(f)) for f in said[:SPOKEN])


def _mood(facts: ByKind) -> MoodEntry | None:
    latest = max(facts.get(Mood, ()), key=lambda f: (pack(f.told), f.start), default=None)
    return MoodEntry(latest.emotion, latest.intensity, cite(latest)) if latest else None


def _whereabouts(view: View, raw: Portrait, ids: set[str]) -> Whereabouts | None:
    scenes: list[Scene] = [decode(line) for line in raw.scenes]
    last = max(scenes, key=lambda f: pack(f.told), default=None)
    if last is None:
        return None
    others = dict.fromkeys(view.root(p.character) for p in last.present if p.character not in ids)
    return Whereabouts(last.told, last.place, tuple(view.name(one) for one in others), cite(last))
