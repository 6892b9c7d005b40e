"""The values that a property graph is made of, and the loom on which facts become them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from castline.graph.facts import Fact
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


def moment_id(saga: str, told: str) -> str:
    """The id of the Moment node of a written moment."""
    return f"{saga}:moment:{told}"


def book_id(saga: str, ordinal: int) -> str:
    """The id of a Book node."""
    return f"{saga}:book:{ordinal}"


def short_key(words: str) -> str:
    return words if len(words) <= LONGEST_KEY else "#" + hashlib.sha256(words.encode()).hexdigest()


def filled(**properties: Any) -> dict[str, Any]:
    """Properties without the empty ones: a graph has no null, only absence."""
    return {key: value for key, value in properties.items() if value is not None}


@dataclass(slots=True)
class Loom:
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
            shared = record(fact) if home else {"saga": self.saga, **told}
            properties = {"id": identifier, "name": name, "saga": self.saga, **shared, **filled(**own)}
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
        clocks = filled(saga=self.saga, told=pack(fact.told), at=fact.told)
        self.graph.edges.append(Edge(type_, source, target, clocks | filled(**own)))

    def home_edge(self, type_: str, source: Ref, target: Ref, fact: Fact, /, **own: Any) -> None:
        """The relationship of a fact, with its evidence on it."""
        words = {"text": fact.text, "start": fact.start, "end": fact.end}
        properties = {"id": fact.id, "saga": self.saga, **record(fact), **words, **filled(**own)}
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


def record(fact: Fact) -> dict[str, Any]:
    """What a home says of its fact's clocks and source."""
    return filled(
        told=pack(fact.told), until=pack(fact.until) if fact.until else None, at=fact.told, happened=fact.happened,
        book=fact.book, chapter=fact.chapter, scene=fact.scene, by=fact.by, confidence=fact.confidence,
    )  # fmt: skip
