"""The snapshot: who somebody is as of a moment. A fold over their facts, each entry with its evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from castline.graph.facts import (
    Attribute,
    Event,
    Knowledge,
    Mood,
    Name,
    Relation,
    Scene,
    State,
    decode_all,
    is_by_rules,
)
from castline.graph.moments import chapters_since, pack, show
from castline.graph.pages import live
from castline.graph.store import Portrait
from castline.graph.ties import INVERSE, name_tie
from castline.query.deaths import find_dead
from castline.query.entries import (
    SHOWN,
    EventEntry,
    Limits,
    MoodEntry,
    NameEntry,
    RelationEntry,
    Snapshot,
    Whereabouts,
    shorten,
)
from castline.query.heads import name_teller, rename_heads
from castline.query.knowing import KnownEvent, rate_event, show_event
from castline.query.partner import find_partner, share_events, show_partner
from castline.query.regard import find_sides, show_feelings, show_known
from castline.query.scenes import list_stays
from castline.query.strands import live_relations
from castline.query.told import find_tellings, show_tellings, weigh_bonds
from castline.query.traits import AGE, FATE, show_traits
from castline.query.view import View, cite
from castline.query.voice import READ_ON, SPOKEN, SURE, show_quotes
from castline.query.wording import is_noun

RECENT = 24
"""How many events, beside the weightiest, a snapshot looks at."""

FIRST = 6
"""Of how many of those who matter most a snapshot shows what is told of them and the person."""
LAST = 1_000
"""Characters before somebody is last shown, within which others must be shown, and be spoken to, who are with them then, and their
mood be told to be theirs still: half a page (a choice, not measured)."""

ByKind = Mapping[type, list[Any]]
"""Facts by their class."""


def take_snapshot(
    view: View,
    character: str,
    confidence: float = 0.0,
    limits: Limits = SHOWN,
    partner: str | None = None,
    hearing: bool = False,
) -> Snapshot:
    """The snapshot of a character (name, part of a name, or id) as of the view's moment, for a talk with `partner` if given. With
    `hearing` it says of what is told in somebody's words whether the person was there to hear it, which no form for readers asks.

    Facts below `confidence` (0..1) are left out and counted. Raises UnknownName, AmbiguousName, and AskError for a talk with
    oneself.
    """
    one = view.find(character)
    other = find_partner(view, one, partner) if partner else None
    ids = view.cast.members(one, view.bound)
    raw = view.store.portrait(view.record.name, ids, view.bound, RECENT, SPOKEN * (READ_ON if confidence else 1))
    left_out: dict[str, int] = {}
    doubtful: Counter[str] = Counter()
    states = _sure(live(raw.states), confidence, doubtful)
    facts: dict[type, list[Any]] = {}
    for fact in decode_all(state.line for state in states if state.kind != "feeling"):
        facts.setdefault(type(fact), []).append(fact)
    scenes: list[Scene] = list(decode_all(raw.scenes))
    relations, events = _relations(view, set(ids), facts), _rank_events(view, raw, confidence, doubtful)
    shared, unshared = share_events(view, one, other, confidence, doubtful) if other else ([], [])
    dead = find_dead(view, (event for _, event in (*events, *shared, *unshared)), raw, scenes)
    events, shared, unshared = (
        [pair for pair in some if dead.get(pair[1].id) != ""] for some in (events, shared, unshared)
    )
    apart = {event.id for _, event in shared + unshared}
    events = [pair for pair in events if pair[1].id not in apart]
    most = _count_events(events, limits.events, limits.events_read)
    secret = _count_events(unshared, limits.unshared, limits.unshared_read)
    shown = [*shared[: limits.shared], *unshared[:secret], *events[:most]]
    rename = rename_heads(view)
    sides = find_sides(view, set(ids), states)
    tellings = find_tellings(view, facts.get(Attribute, ()))
    feelings = show_feelings(view, one, sides, weigh_bonds(tellings), limits.feelings, left_out)
    first = [entry.id for entry in feelings if entry.toward and not is_noun(entry.who)][:FIRST]
    told = show_tellings(
        tellings,
        first,
        _places(shown),
        limits.told,
        left_out,
        rename,
        partial(list_stays, view, one) if hearing else None,
    )
    return Snapshot(
        saga=view.record.name, at=view.at, id=one, name=view.name(one), gender=view.cast.gender(one, view.bound),
        met=_first_met(view, ids), narrator=bool(view.cast.narrators & set(ids)), names=_names(facts),
        attributes=show_traits(_drop_past(facts.get(Attribute, ()), scenes, view.moment.book), limits.attributes_of_a_kind, left_out, name_teller(view)),
        told=told,
        relations=shorten(relations, limits.relations, "relations", left_out),
        feelings=feelings, known=show_known(view, sides, feelings, limits.known, left_out),
        events=_show_events(view, events, most, "events", left_out, rename),
        quotes=show_quotes(view, raw, confidence, [*map(cite, (e for _, e in shown)), *(t.evidence for t in told)], doubtful), mood=_mood(view, scenes, set(ids), facts),
        whereabouts=_whereabouts(view, raw, scenes, set(ids), confidence, doubtful), left_out=left_out,
        doubtful={section: count for section, count in sorted(doubtful.items()) if count},
        partner=show_partner(view, one, other, states, relations) if other else None,
        shared=_show_events(view, shared, limits.shared, "shared", left_out, rename),
        unshared=_show_events(view, unshared, secret, "unshared", left_out, rename), dead=tuple(sorted(set(dead.values()) - {""})),
    )  # fmt: skip


_SECTIONS = {
    "name": "names",
    "attribute": "attributes",
    "relation": "relations",
    "feeling": "feelings",
    "mood": "mood",
}
"""Kind of state -> the section that shows it."""


def _sure(states: list[State], confidence: float, doubtful: Counter[str]) -> list[State]:
    """Those states that are sure enough; those that are not are counted, if a section would have shown them."""
    doubtful.update(_SECTIONS[s.kind] for s in states if s.confidence < confidence and s.kind in _SECTIONS)
    return [state for state in states if state.confidence >= confidence]


def _first_met(view: View, ids: list[str]) -> str:
    return show(min(view.cast.met[one] for one in ids if one in view.cast.met))


def _names(facts: ByKind) -> tuple[NameEntry, ...]:
    firsts: dict[str, Name] = {}
    for fact in facts.get(Name, ()):
        firsts.setdefault(fact.form, fact)
    return tuple(NameEntry(f.form, f.type, cite(f)) for f in firsts.values())


def _relations(view: View, ids: set[str], facts: ByKind) -> list[RelationEntry]:
    """Ties said from the other's side are turned about, so that all read "who is kind of this person"."""
    found = []
    for f in live_relations(view, facts.get(Relation, ())):
        other, kind = (
            (f.a, f.subtype or f.type) if f.b in ids else (f.b, INVERSE.get(f.subtype or "", f.subtype or f.type))
        )
        other = view.root(other)
        word = name_tie(kind, view.cast.gender(other, view.bound))
        hidden = tuple(dict.fromkeys(map(view.root, f.hidden_from)))
        found.append(RelationEntry(view.name(other), other, kind, f.type, cite(f), word, hidden))
    return found


def _rank_events(view: View, raw: Portrait, confidence: float, doubtful: Counter[str]) -> list[KnownEvent]:
    """What is known of, the weightiest, latest and surest first.

    Each is as sure as the event and that it is known; the doubtful are left out and counted.
    """
    found: dict[str, tuple[float, Knowledge, Event]] = {}
    pairs = list(dict.fromkeys([*raw.known, *raw.memorable]))
    rows: Iterable[tuple[Knowledge, Event]] = zip(
        decode_all(k for k, _ in pairs), decode_all(e for _, e in pairs), strict=True
    )
    unsure = set()
    for known, event in rows:
        if min(known.confidence, event.confidence) < confidence:
            unsure.add(event.id)
        elif event.id not in found:
            found[event.id] = (rate_event(view, event) * event.confidence, known, event)
    doubtful["events"] = len(unsure - found.keys())
    ranked = sorted(found.items(), key=lambda item: (-item[1][0], item[0]))
    return [(known, event) for _, (_, known, event) in ranked]


def _count_events(ranked: Sequence[KnownEvent], rules: int, read: int) -> int:
    """How many events are shown: `rules` of the rules', and more (`read`) where a model has told those that come first, each of which
    a retelling would mention."""
    return rules if all(is_by_rules(event.by) for _, event in ranked[:rules]) else read


def _drop_past(traits: Iterable[Attribute], scenes: list[Scene], book: int) -> list[Attribute]:
    """Nobody is told to be dead who is in a scene of a later chapter (either was read wrong, or the tale goes back), nor as old as an
    earlier book said."""
    last = max((pack(scene.told) for scene in scenes), default=0)
    kept = [f for f in traits if f.attribute != FATE or chapters_since(pack(f.told), last) == 0]
    return [f for f in kept if f.attribute != AGE or f.book == book]


def _show_events(
    view: View,
    events: list[KnownEvent],
    most: int,
    section: str,
    left_out: dict[str, int],
    rename: Callable[[str], str],
) -> tuple[EventEntry, ...]:
    return tuple(show_event(view, known, event, rename) for known, event in shorten(events, most, section, left_out))


def _places(events: list[KnownEvent]) -> list[tuple[int, int]]:
    return [(event.book, event.start) for _, event in events]


def _mood(view: View, scenes: list[Scene], ids: set[str], facts: ByKind) -> MoodEntry | None:
    """The latest mood of the chapter that the moment is in, if it is told where somebody is last shown: one is glad of a chair, and
    a page later in despair."""
    now = (f for f in facts.get(Mood, ()) if chapters_since(pack(f.told), view.bound) == 0)
    latest = max(now, key=lambda f: (pack(f.told), f.start), default=None)
    if latest is None:
        return None
    here = (scene for scene in scenes if chapters_since(pack(scene.told), view.bound) == 0)
    until = max((end for scene in here for end in _list_ends(scene, ids)), default=0)
    return MoodEntry(latest.emotion, latest.intensity, cite(latest)) if latest.start >= until - LAST else None


def _whereabouts(
    view: View, raw: Portrait, scenes: list[Scene], ids: set[str], confidence: float, doubtful: Counter[str]
) -> Whereabouts | None:
    """The last scene. Where that is doubtful none is shown: an older one is where somebody was before."""
    last = max(scenes, key=lambda f: pack(f.told), default=None)
    if last is None or last.confidence < confidence:
        doubtful["whereabouts"] = int(last is not None)
        return None
    others = dict.fromkeys(view.root(one) for one in _list_company(last, ids, raw))
    return Whereabouts(last.told, last.place, tuple(view.name(one) for one in others), cite(last))


def _list_company(scene: Scene, ids: set[str], raw: Portrait) -> list[str]:
    """The others who are there when the text last shows somebody, and to whom they surely speak there: a scene may be a chapter,
    where people come, go and are talked of. By PDNC's quotes (five novels, every other chapter) 169 of 188 speak or are spoken to
    there, where of all who are shown there 606 of 861 do."""
    until = max(_list_ends(scene, ids), default=0)
    spoken = {
        one
        for said in decode_all(raw.said)
        if said.told == scene.told and said.start >= until - LAST and said.confidence >= SURE
        for one in said.addressees
    }
    near = (p for p in scene.present if any(start <= until and end >= until - LAST for start, end in p.stays))
    return [p.character for p in near if p.character in spoken - ids]


def _list_ends(scene: Scene, ids: set[str]) -> list[int]:
    """Where somebody's stays in a scene end."""
    return [end for p in scene.present if p.character in ids for _, end in p.stays]
