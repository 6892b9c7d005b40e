"""The network: who stands where among the others as of a moment. A signed graph, computed on the cut alone.

A bond joins two people who are not indifferent to each other; its sign is that of the mean of both affections
(of the one that is known, where the other is not). Centrality is betweenness over strong bonds of either sign;
communities are those of greedy modularity (Clauset, Newman and Moore 2004) over friendly bonds; a triad is balanced
where the product of its signs is positive (Heider 1946; Cartwright and Harary 1956).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from castline.graph.facts import Feeling
from castline.query.strands import Pair, live_feelings
from castline.query.view import View

CARES = 1.0
"""The mean affection, either way, from which a bond has a sign."""
MOST_STRAINED = 8


class Place(msgspec.Struct, frozen=True):
    """Somebody's place: bonds of each sign, betweenness 0..1, mean affection felt by and for them, community (from 1;
    0 for none)."""

    id: str
    name: str
    friends: int
    foes: int
    centrality: float
    gives: float
    gets: float
    community: int


class Bond(msgspec.Struct, frozen=True):
    """Two people and what they feel for each other; None where nothing is told."""

    a: str
    b: str
    forth: float | None
    back: float | None
    sign: int


class Triads(msgspec.Struct, frozen=True):
    """Triples who are all joined, by how many of their bonds are friendly, and the share that is balanced (None where
    there are none). `strained` are some that are not, the strongest first."""

    friends: int
    two_friendly: int
    one_friendly: int
    foes: int
    balanced: float | None
    strained: tuple[tuple[str, str, str], ...]


class Network(msgspec.Struct, frozen=True):
    """Everybody who has a bond, the most central first; the bonds, the strongest first."""

    saga: str
    at: str
    people: tuple[Place, ...]
    bonds: tuple[Bond, ...]
    triads: Triads
    communities: tuple[tuple[str, ...], ...]


def chart_network(view: View) -> Network:
    """The signed network as of the view's moment."""
    live = live_feelings(view)
    ids = sorted({one for pair in live for one in pair}, key=lambda one: (view.cast.met.get(one, 0), one))
    strength = {pair: level for pair in combinations(range(len(ids)), 2) if (level := _join(live, ids, *pair))}
    graph = _graph(strength)
    groups = _communities(graph)
    names = [view.name(one) for one in ids]
    home = {one: number for number, group in enumerate(groups, 1) for one in group}
    places = [_place(live, ids, names, graph, one, home.get(one, 0)) for one in sorted(graph)]
    central = _centrality(graph)
    people = [
        msgspec.structs.replace(place, centrality=central[one])
        for place, one in zip(places, sorted(graph), strict=True)
    ]
    people.sort(key=lambda p: (-p.centrality, -(p.friends + p.foes)))
    ranked = sorted(strength.items(), key=lambda item: (-abs(item[1]), item[0]))
    bonds = tuple(_bond(live, ids, names, pair, level) for pair, level in ranked)
    return Network(view.record.name, view.at, tuple(people), bonds, _triads(graph, names),
                   tuple(tuple(names[one] for one in group) for group in groups))  # fmt: skip


def _join(live: dict[Pair, Feeling], ids: list[str], a: int, b: int) -> float:
    """The mean affection of two who care, else 0."""
    both = [f for pair in ((ids[a], ids[b]), (ids[b], ids[a])) if (f := live.get(pair))]
    if not both:
        return 0.0
    mean = sum(f.affection for f in both) / len(both)
    return mean if abs(mean) >= CARES else 0.0


def _graph(strength: dict[tuple[int, int], float]) -> Any:
    """A networkx graph over whole numbers, so that no order depends on how strings are hashed."""
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(sorted({one for pair in strength for one in pair}))
    for (a, b), level in sorted(strength.items()):
        graph.add_edge(a, b, weight=abs(level), sign=1 if level > 0 else -1)
    return graph


def _centrality(graph: Any) -> dict[int, float]:
    import networkx

    return {one: round(value, 4) for one, value in networkx.betweenness_centrality(graph).items()}


def _communities(graph: Any) -> list[list[int]]:
    """Groups of two and more who are friendly with each other, the largest first."""
    import networkx

    kind = networkx.Graph()
    kind.add_weighted_edges_from((a, b, w["weight"]) for a, b, w in sorted(graph.edges(data=True)) if w["sign"] > 0)
    if not kind.number_of_edges():
        return []
    groups = networkx.community.greedy_modularity_communities(kind, weight="weight")
    return sorted((sorted(group) for group in groups if len(group) > 1), key=lambda group: (-len(group), group[0]))


def group_people(affections: Mapping[Pair, float], people: Sequence[str]) -> list[list[int]]:
    """The circles of friends among these people, by their places in the list; affections are of each pair, one way."""
    among = {one: number for number, one in enumerate(people)}
    both: dict[tuple[int, int], list[float]] = {}
    for (holder, toward), level in affections.items():
        if holder in among and toward in among:
            a, b = sorted((among[holder], among[toward]))
            both.setdefault((a, b), []).append(level)
    means = {pair: sum(levels) / len(levels) for pair, levels in both.items()}
    return _communities(_graph({pair: mean for pair, mean in means.items() if abs(mean) >= CARES}))


def _place(live: dict[Pair, Feeling], ids: list[str], names: list[str], graph: Any, one: int, home: int
           ) -> Place:  # fmt: skip
    signs = [data["sign"] for _, _, data in graph.edges(one, data=True)]
    gives = [live[ids[one], ids[b]].affection for b in sorted(graph[one]) if (ids[one], ids[b]) in live]
    gets = [live[ids[b], ids[one]].affection for b in sorted(graph[one]) if (ids[b], ids[one]) in live]
    return Place(ids[one], names[one], signs.count(1), signs.count(-1), 0.0, _mean(gives), _mean(gets), home)


def _mean(levels: list[float]) -> float:
    return round(sum(levels) / len(levels), 2) if levels else 0.0


def _bond(live: dict[Pair, Feeling], ids: list[str], names: list[str], pair: tuple[int, int], level: float
          ) -> Bond:  # fmt: skip
    a, b = pair
    forth, back = live.get((ids[a], ids[b])), live.get((ids[b], ids[a]))
    return Bond(names[a], names[b], forth.affection if forth else None, back.affection if back else None,
                1 if level > 0 else -1)  # fmt: skip


def _triads(graph: Any, names: list[str]) -> Triads:
    counts = [0, 0, 0, 0]
    strained: list[tuple[float, tuple[int, int, int]]] = []
    for a in sorted(graph):
        for b, c in combinations(sorted(one for one in graph[a] if one > a), 2):
            if not graph.has_edge(b, c):
                continue
            edges = graph[a][b], graph[a][c], graph[b][c]
            friendly = sum(edge["sign"] > 0 for edge in edges)
            counts[friendly] += 1
            if friendly % 2 == 0:
                strained.append((min(edge["weight"] for edge in edges), (a, b, c)))
    strained.sort(key=lambda item: (-item[0], item[1]))
    total = sum(counts)
    return Triads(
        counts[3], counts[2], counts[1], counts[0], round((counts[3] + counts[1]) / total, 3) if total else None,
        tuple((names[a], names[b], names[c]) for _, (a, b, c) in strained[:MOST_STRAINED]),
    )  # fmt: skip
