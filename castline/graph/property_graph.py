"""Facts as the property graph of `schema`: written once, used by Neo4j, by in-memory Cypher and by exports.

    facts ──weave──▶ Graph(nodes, edges)      each fact is the `fact` of exactly one node or edge, its home

Nothing here knows a database. What is not in the facts is not in the graph: a graph of facts cut at a moment
is the graph as of that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from castline.graph.facts import (
    Attribute,
    Chapter,
    Character,
    Erratum,
    Event,
    Fact,
    Feeling,
    Identity,
    Knowledge,
    Mood,
    Name,
    Participation,
    Problem,
    Relation,
    Scene,
    Summary,
    Utterance,
    kind,
)
from castline.graph.loom import LONGEST_KEY, Edge, Graph, Loom, Node, Ref, book_id, moment_id, short_key

__all__ = ["Edge", "Graph", "Node", "Ref", "weave"]


def weave(
    saga: str,
    facts: Iterable[Fact],
    names: Mapping[str, str] | None = None,
    last: Mapping[str, str] | None = None,
) -> Graph:
    """The property graph of facts (mentions have no place in it).

    `names` gives characters the name they go by as of the cut; without it a character's `name` is the id.
    `last` is the `Graph.last` of the facts that came before these, where these are not the first.
    """
    given = list(facts)
    loom = Loom(saga, names or {}, Graph(last=dict(last or {})), _places(given))
    for fact in given:
        if weaver := _WEAVERS.get(kind(fact)):
            loom.stand_in_time(fact)
            weaver(loom, fact)
    loom.chain()
    return loom.graph


def _places(facts: list[Fact]) -> dict[tuple[int, int, int], Ref]:
    """The chapters and scenes among the facts, by (book, chapter, scene or 0)."""
    found: dict[tuple[int, int, int], Ref] = {}
    for fact in facts:
        if isinstance(fact, Chapter):
            found[fact.book, fact.chapter, 0] = ("Chapter", fact.id)
        elif isinstance(fact, Scene):
            found[fact.book, fact.chapter, fact.scene or 0] = ("Scene", fact.id)
    return found


def _character(identifier: str) -> Ref:
    return ("Character", identifier)


def _event(identifier: str) -> Ref:
    return ("Event", identifier)


def _chapter(loom: Loom, fact: Chapter) -> None:
    ref = loom.home_node("Chapter", fact, fact.label, ordinal=fact.chapter, heading=fact.text, part=fact.part)
    loom.edge("PART_OF", ref, ("Book", book_id(loom.saga, fact.book)), fact)
    loom.edge("OCCURS_IN", ref, ("Moment", moment_id(loom.saga, fact.told)), fact)


def _scene(loom: Loom, fact: Scene) -> None:
    ref = loom.home_node("Scene", fact, f"Scene {fact.told}", ordinal=fact.scene, place=fact.place)
    if chapter := loom.places.get((fact.book, fact.chapter, 0)):
        loom.edge("PART_OF", ref, chapter, fact)
    loom.edge("OCCURS_IN", ref, ("Moment", moment_id(loom.saga, fact.told)), fact)
    for present in fact.present:
        loom.edge("OCCURS_IN", _character(present.character), ref, fact, presence=present.presence)


def _somebody(loom: Loom, fact: Character) -> None:
    loom.home_node("Character", fact, loom.names.get(fact.id, fact.id), narrator=fact.narrator)


def _name(loom: Loom, fact: Name) -> None:
    name = loom.node("Name", f"{loom.saga}:name:{short_key(fact.form)}", fact.form, fact)
    loom.home_edge(
        "KNOWN_AS", _character(fact.character), name, fact, who=fact.character, kind=fact.type, leads=fact.leads or None
    )


def _identity(loom: Loom, fact: Identity) -> None:
    loom.home_edge("SAME_AS", _character(fact.a), _character(fact.b), fact, how=fact.how)


def _utterance(loom: Loom, fact: Utterance) -> None:
    parts = [offset for part in fact.parts for offset in part]
    ref = loom.home_node("Utterance", fact, fact.id, text=fact.words or fact.text, rule=fact.rule, emotion=fact.emotion,
                         parts=parts or None)  # fmt: skip
    loom.occurs(ref, fact)
    if fact.speaker:
        loom.edge("SAID", _character(fact.speaker), ref, fact, who=fact.speaker)
    for addressee in fact.addressees:
        loom.edge("ADDRESSED_TO", ref, _character(addressee), fact)


def _happening(loom: Loom, fact: Event) -> None:
    ref = loom.home_node("Event", fact, fact.summary[:LONGEST_KEY] or fact.id, summary=fact.summary, kind=fact.type,
                         place=fact.place, importance=fact.importance)  # fmt: skip
    loom.occurs(ref, fact)


def _participation(loom: Loom, fact: Participation) -> None:
    loom.home_edge("PARTICIPATED_IN", _character(fact.character), _event(fact.event), fact, who=fact.character,
                   presence=fact.presence, role=fact.role)  # fmt: skip


def _knowledge(loom: Loom, fact: Knowledge) -> None:
    loom.home_edge("KNOWS_OF", _character(fact.character), _event(fact.event), fact, who=fact.character, how=fact.how,
                   source=fact.source)  # fmt: skip


def _feeling(loom: Loom, fact: Feeling) -> None:
    loom.home_edge("FEELS", _character(fact.holder), _character(fact.toward), fact, who=fact.holder,
                   affection=fact.affection, familiarity=fact.familiarity, cues=[c.type for c in fact.cues] or None,
                   weights=[c.weight for c in fact.cues] or None)  # fmt: skip


def _relation(loom: Loom, fact: Relation) -> None:
    loom.home_edge("RELATED_TO", _character(fact.a), _character(fact.b), fact, kind=fact.type, subtype=fact.subtype,
                   hidden_from=list(fact.hidden_from) or None)  # fmt: skip


def _attribute(loom: Loom, fact: Attribute) -> None:
    value = loom.node("Attribute", f"{loom.saga}:attribute:{short_key(fact.attribute)}:{short_key(fact.value)}", fact.value, fact,
                      kind=fact.attribute, value=fact.value)  # fmt: skip
    loom.home_edge("HAS", _character(fact.character), value, fact, who=fact.character, kind=fact.attribute,
                   others=list(fact.others) or None)  # fmt: skip


def _mood(loom: Loom, fact: Mood) -> None:
    emotion = loom.node("Attribute", f"{loom.saga}:attribute:mood:{short_key(fact.emotion)}", fact.emotion, fact,
                        kind="mood", value=fact.emotion)  # fmt: skip
    loom.home_edge("HAS", _character(fact.character), emotion, fact, who=fact.character, kind="mood",
                   intensity=fact.intensity)  # fmt: skip


def _summary(loom: Loom, fact: Summary) -> None:
    ref = loom.home_node("Attribute", fact, fact.summary[:LONGEST_KEY] or fact.id, kind="summary", value=fact.summary,
                         of=fact.of)  # fmt: skip
    held = [place for place in loom.places.values() if place[1] == fact.of]
    owner = held[0] if held else ("Book", book_id(loom.saga, fact.book))
    loom.edge("HAS", owner, ref, fact, kind="summary")


def _problem(loom: Loom, fact: Problem) -> None:
    ref = loom.home_node("Attribute", fact, fact.message[:LONGEST_KEY] or fact.id, kind="problem", value=fact.message,
                         advice=fact.advice)  # fmt: skip
    loom.edge("HAS", loom.place(fact) or ("Book", book_id(loom.saga, fact.book)), ref, fact, kind="problem")


def _erratum(loom: Loom, fact: Erratum) -> None:
    ref = loom.home_node("Attribute", fact, fact.what, kind="correction", value=fact.what, people=list(fact.people))
    loom.edge("HAS", loom.place(fact) or ("Book", book_id(loom.saga, fact.book)), ref, fact, kind="correction")


_WEAVERS: dict[str, Callable[[Loom, Any], None]] = {
    "chapter": _chapter,
    "scene": _scene,
    "character": _somebody,
    "name": _name,
    "identity": _identity,
    "utterance": _utterance,
    "event": _happening,
    "participation": _participation,
    "knowledge": _knowledge,
    "feeling": _feeling,
    "relation": _relation,
    "attribute": _attribute,
    "mood": _mood,
    "summary": _summary,
    "problem": _problem,
    "correction": _erratum,
}
