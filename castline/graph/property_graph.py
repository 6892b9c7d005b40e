"""Facts as the property graph of `schema`: written once, used by Neo4j, by in-memory Cypher and by exports.

    facts ──weave──▶ Graph(nodes, edges)      each fact is the `fact` of exactly one node or edge, its home

Nothing here knows a database. What is not in the facts is not in the graph: a graph of facts cut at a moment
is the graph as of that moment.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from castline.graph.facts import (
    Attribute,
    Chapter,
    Character,
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
from castline.graph.moments import pack

Ref = tuple[str, str]
"""A node by label and id."""

LONGEST_KEY = 200
"""Characters of a form or value that an id spells out; longer ones stand as a digest (index keys are bounded)."""

CHAINED = ("Book", "Chapter", "Scene", "Moment")
"""Labels whose nodes follow one another by NEXT, in narration order."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node; `fact` is the fact whose home it is, if any. `properties` hold `id`, `name` and `saga`."""

    label: str
    id: str
    properties: dict[str, Any]
    fact: Fact | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """A relationship from `source` to `target`; `fact` is the fact whose home it is, if any."""

    type: str
    source: Ref
    target: Ref
    properties: dict[str, Any]
    fact: Fact | None = None


@dataclass(slots=True)
class Graph:
    """Nodes (each label and id once) and edges. `last` is the last node of each chain, to go on from."""

    nodes: dict[Ref, Node] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    last: dict[str, str] = field(default_factory=dict)


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
    loom = _Loom(saga, names or {}, Graph(last=dict(last or {})), _places(given))
    for fact in given:
        if weaver := _WEAVERS.get(kind(fact)):
            loom.stand_in_time(fact)
            weaver(loom, fact)
    loom.chain()
    return loom.graph


def moment_id(saga: str, told: str) -> str:
    """The id of the Moment node of a written moment."""
    return f"{saga}:moment:{told}"


def book_id(saga: str, ordinal: int) -> str:
    """The id of a Book node."""
    return f"{saga}:book:{ordinal}"


def _places(facts: list[Fact]) -> dict[tuple[int, int, int], Ref]:
    """The chapters and scenes among the facts, by (book, chapter, scene or 0)."""
    found: dict[tuple[int, int, int], Ref] = {}
    for fact in facts:
        if isinstance(fact, Chapter):
            found[fact.book, fact.chapter, 0] = ("Chapter", fact.id)
        elif isinstance(fact, Scene):
            found[fact.book, fact.chapter, fact.scene or 0] = ("Scene", fact.id)
    return found


def _key(words: str) -> str:
    return words if len(words) <= LONGEST_KEY else "#" + hashlib.sha256(words.encode()).hexdigest()


def _filled(**properties: Any) -> dict[str, Any]:
    """Properties without the empty ones: a graph has no null, only absence."""
    return {key: value for key, value in properties.items() if value is not None}


@dataclass(slots=True)
class _Loom:
    """The graph in the making."""

    saga: str
    names: Mapping[str, str]
    graph: Graph
    places: dict[tuple[int, int, int], Ref]

    def node(self, label: str, identifier: str, name: str, fact: Fact, home: Fact | None = None, **own: Any) -> Ref:
        """Add a node unless it stands. It has been there since `fact`."""
        ref = (label, identifier)
        if ref not in self.graph.nodes or home:
            told = {"told": pack(fact.told), "at": fact.told}
            shared = _record(fact) if home else {"saga": self.saga, **told}
            properties = {"id": identifier, "name": name, "saga": self.saga, **shared, **_filled(**own)}
            self.graph.nodes[ref] = Node(label, identifier, properties, home)
        return ref

    def home_node(self, label: str, fact: Fact, name: str, /, **own: Any) -> Ref:
        """The node of a fact, with its evidence beside it."""
        ref = self.node(label, fact.id, name, fact, fact, **own)
        words = self.node("Evidence", f"{fact.id}:evidence", fact.text[:LONGEST_KEY] or fact.id, fact, text=fact.text,
                          start=fact.start, end=fact.end, book=fact.book, chapter=fact.chapter)  # fmt: skip
        self.edge("SUPPORTED_BY", ref, words, fact)
        return ref

    def edge(self, type_: str, source: Ref, target: Ref, fact: Fact, /, **own: Any) -> None:
        """Add a relationship that stands since `fact` was told."""
        clocks = _filled(saga=self.saga, told=pack(fact.told), at=fact.told)
        self.graph.edges.append(Edge(type_, source, target, clocks | _filled(**own)))

    def home_edge(self, type_: str, source: Ref, target: Ref, fact: Fact, /, **own: Any) -> None:
        """The relationship of a fact, with its evidence on it."""
        words = {"text": fact.text, "start": fact.start, "end": fact.end}
        properties = {"id": fact.id, "saga": self.saga, **_record(fact), **words, **_filled(**own)}
        self.graph.edges.append(Edge(type_, source, target, properties, fact))

    def place(self, fact: Fact) -> Ref | None:
        """The scene that a fact is told in, else its chapter."""
        chapter = self.places.get((fact.book, fact.chapter, 0))
        return self.places.get((fact.book, fact.chapter, fact.scene or 0), chapter)

    def occurs(self, ref: Ref, fact: Fact) -> None:
        """Link what happens to where it is told."""
        if place := self.place(fact):
            self.edge("OCCURS_IN", ref, place, fact)

    def stand_in_time(self, fact: Fact) -> Ref:
        """The Moment of a fact, and the saga and book it is in."""
        saga = self.node("Saga", self.saga, self.saga, fact)
        book = ("Book", book_id(self.saga, fact.book))
        if book not in self.graph.nodes:
            self.node(*book, f"Book {fact.book}", fact, ordinal=fact.book)
            if self.graph.last.get("Book") != book[1]:
                self.edge("PART_OF", book, saga, fact)
        return self.node("Moment", moment_id(self.saga, fact.told), fact.told, fact, book=fact.book, chapter=fact.chapter,
                         scene=fact.scene)  # fmt: skip

    def chain(self) -> None:
        """Join chapters, scenes and moments to the ones before them."""
        for label in CHAINED:
            links = [node for node in self.graph.nodes.values() if node.label == label]
            for node in sorted(links, key=lambda n: (n.properties["told"], n.id)):
                before = self.graph.last.get(label)
                if before and before != node.id:
                    clocks = {key: node.properties[key] for key in ("saga", "told", "at")}
                    self.graph.edges.append(Edge("NEXT", (label, before), (label, node.id), clocks))
                self.graph.last[label] = node.id


def _record(fact: Fact) -> dict[str, Any]:
    """What a home says of its fact's clocks and source."""
    return _filled(
        told=pack(fact.told), until=pack(fact.until) if fact.until else None, at=fact.told, happened=fact.happened,
        book=fact.book, chapter=fact.chapter, scene=fact.scene, by=fact.by, confidence=fact.confidence,
    )  # fmt: skip


def _character(identifier: str) -> Ref:
    return ("Character", identifier)


def _event(identifier: str) -> Ref:
    return ("Event", identifier)


def _chapter(loom: _Loom, fact: Chapter) -> None:
    ref = loom.home_node("Chapter", fact, fact.label, ordinal=fact.chapter, heading=fact.text, part=fact.part)
    loom.edge("PART_OF", ref, ("Book", book_id(loom.saga, fact.book)), fact)
    loom.edge("OCCURS_IN", ref, ("Moment", moment_id(loom.saga, fact.told)), fact)


def _scene(loom: _Loom, fact: Scene) -> None:
    ref = loom.home_node("Scene", fact, f"Scene {fact.told}", ordinal=fact.scene, place=fact.place)
    if chapter := loom.places.get((fact.book, fact.chapter, 0)):
        loom.edge("PART_OF", ref, chapter, fact)
    loom.edge("OCCURS_IN", ref, ("Moment", moment_id(loom.saga, fact.told)), fact)
    for present in fact.present:
        loom.edge("OCCURS_IN", _character(present.character), ref, fact, presence=present.presence)


def _somebody(loom: _Loom, fact: Character) -> None:
    loom.home_node("Character", fact, loom.names.get(fact.id, fact.id), narrator=fact.narrator)


def _name(loom: _Loom, fact: Name) -> None:
    name = loom.node("Name", f"{loom.saga}:name:{_key(fact.form)}", fact.form, fact)
    loom.home_edge("KNOWN_AS", _character(fact.character), name, fact, who=fact.character, kind=fact.type)


def _identity(loom: _Loom, fact: Identity) -> None:
    loom.home_edge("SAME_AS", _character(fact.a), _character(fact.b), fact, how=fact.how)


def _utterance(loom: _Loom, fact: Utterance) -> None:
    parts = [offset for part in fact.parts for offset in part]
    ref = loom.home_node("Utterance", fact, fact.id, text=fact.text, rule=fact.rule, emotion=fact.emotion,
                         parts=parts or None)  # fmt: skip
    loom.occurs(ref, fact)
    if fact.speaker:
        loom.edge("SAID", _character(fact.speaker), ref, fact, who=fact.speaker)
    for addressee in fact.addressees:
        loom.edge("ADDRESSED_TO", ref, _character(addressee), fact)


def _happening(loom: _Loom, fact: Event) -> None:
    ref = loom.home_node("Event", fact, fact.summary[:LONGEST_KEY] or fact.id, summary=fact.summary, kind=fact.type,
                         place=fact.place, importance=fact.importance)  # fmt: skip
    loom.occurs(ref, fact)


def _participation(loom: _Loom, fact: Participation) -> None:
    loom.home_edge("PARTICIPATED_IN", _character(fact.character), _event(fact.event), fact, who=fact.character,
                   presence=fact.presence, role=fact.role)  # fmt: skip


def _knowledge(loom: _Loom, fact: Knowledge) -> None:
    loom.home_edge("KNOWS_OF", _character(fact.character), _event(fact.event), fact, who=fact.character, how=fact.how,
                   source=fact.source)  # fmt: skip


def _feeling(loom: _Loom, fact: Feeling) -> None:
    loom.home_edge("FEELS", _character(fact.holder), _character(fact.toward), fact, who=fact.holder,
                   affection=fact.affection, familiarity=fact.familiarity, cues=[c.type for c in fact.cues] or None,
                   weights=[c.weight for c in fact.cues] or None)  # fmt: skip


def _relation(loom: _Loom, fact: Relation) -> None:
    loom.home_edge("RELATED_TO", _character(fact.a), _character(fact.b), fact, kind=fact.type, subtype=fact.subtype)


def _attribute(loom: _Loom, fact: Attribute) -> None:
    value = loom.node("Attribute", f"{loom.saga}:attribute:{_key(fact.attribute)}:{_key(fact.value)}", fact.value, fact,
                      kind=fact.attribute, value=fact.value)  # fmt: skip
    loom.home_edge("HAS", _character(fact.character), value, fact, who=fact.character, kind=fact.attribute)


def _mood(loom: _Loom, fact: Mood) -> None:
    emotion = loom.node("Attribute", f"{loom.saga}:attribute:mood:{_key(fact.emotion)}", fact.emotion, fact,
                        kind="mood", value=fact.emotion)  # fmt: skip
    loom.home_edge("HAS", _character(fact.character), emotion, fact, who=fact.character, kind="mood",
                   intensity=fact.intensity)  # fmt: skip


def _summary(loom: _Loom, fact: Summary) -> None:
    ref = loom.home_node("Attribute", fact, fact.summary[:LONGEST_KEY] or fact.id, kind="summary", value=fact.summary,
                         of=fact.of)  # fmt: skip
    held = [place for place in loom.places.values() if place[1] == fact.of]
    owner = held[0] if held else ("Book", book_id(loom.saga, fact.book))
    loom.edge("HAS", owner, ref, fact, kind="summary")


def _problem(loom: _Loom, fact: Problem) -> None:
    ref = loom.home_node("Attribute", fact, fact.message[:LONGEST_KEY] or fact.id, kind="problem", value=fact.message,
                         advice=fact.advice)  # fmt: skip
    loom.edge("HAS", loom.place(fact) or ("Book", book_id(loom.saga, fact.book)), ref, fact, kind="problem")


_WEAVERS: dict[str, Callable[[_Loom, Any], None]] = {
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
}
