"""The CoNLL score of a coreference: the mean of MUC, B3 and CEAF-e (Pradhan et al. 2014), summed over documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field

import networkx as nx

Cluster = frozenset[Hashable]


@dataclass(slots=True)
class Tally:
    """Numerators and denominators of recall and precision, per measure."""

    sums: dict[str, list[float]] = field(default_factory=lambda: {name: [0.0] * 4 for name in ("muc", "b3", "ceafe")})

    def add(self, gold: Sequence[Cluster], found: Sequence[Cluster]) -> None:
        """Count a document."""
        self._add("muc", _muc(gold, found), _muc(found, gold))
        self._add("b3", _b3(gold, found), _b3(found, gold))
        same = _ceafe(gold, found)
        self._add("ceafe", (same, len(gold)), (same, len(found)))

    def _add(self, name: str, recall: tuple[float, float], precision: tuple[float, float]) -> None:
        self.sums[name] = [a + b for a, b in zip(self.sums[name], (*recall, *precision), strict=True)]

    def scores(self) -> dict[str, float]:
        """F1 of each measure, and "conll", their mean."""
        found = {name: _f1(*sums) for name, sums in self.sums.items()}
        return found | {"conll": sum(found.values()) / 3}


def _f1(right: float, wanted: float, good: float, given: float) -> float:
    recall, precision = right / max(wanted, 1e-9), good / max(given, 1e-9)
    return 2 * recall * precision / max(recall + precision, 1e-9)


def _owners(clusters: Iterable[Cluster]) -> dict[Hashable, int]:
    return {mention: at for at, cluster in enumerate(clusters) for mention in cluster}


def _muc(wanted: Sequence[Cluster], given: Sequence[Cluster]) -> tuple[float, float]:
    """(links kept, links wanted)."""
    owner = _owners(given)
    kept = total = 0
    for cluster in wanted:
        parts = len({owner[m] for m in cluster if m in owner}) + sum(m not in owner for m in cluster)
        kept += len(cluster) - parts
        total += len(cluster) - 1
    return kept, total


def _b3(wanted: Sequence[Cluster], given: Sequence[Cluster]) -> tuple[float, float]:
    """(shares of each mention's cluster kept, mentions)."""
    owner = _owners(given)
    kept = 0.0
    for cluster in wanted:
        overlaps = Counter(owner[m] for m in cluster if m in owner)
        kept += sum(n * n for n in overlaps.values()) / len(cluster)
    return kept, sum(map(len, wanted))


def _ceafe(gold: Sequence[Cluster], found: Sequence[Cluster]) -> float:
    """The likeness of the clusters under the best one-to-one mapping."""
    owner = _owners(found)
    graph = nx.Graph()
    for at, cluster in enumerate(gold):
        for other, both in sorted(Counter(owner[m] for m in cluster if m in owner).items()):
            graph.add_edge(("g", at), ("f", other), weight=2 * both / (len(cluster) + len(found[other])))
    matched = nx.max_weight_matching(graph)
    return float(sum(graph.edges[pair]["weight"] for pair in matched))
