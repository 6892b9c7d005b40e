"""Who does and says, and who undergoes and is spoken to, sentence by sentence; and how weighty each is."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from castline.graph.facts import Event, Participation, Utterance, decode
from castline.graph.moments import FOREVER
from castline.graph.store import Store
from castline.query.concordance import Concordance, Floats, Places

_DOES, _UNDERGOES = frozenset({"agent", "speaker"}), frozenset({"patient", "addressee"})


class Deeds:
    """By character id, the sentences in which they do or say something (`does`), and undergo it or are spoken to
    (`undergoes`); `weight` is the importance (0..1) of the weightiest event of each sentence."""

    def __init__(self, store: Store, saga: str, concordance: Concordance) -> None:
        does: dict[str, set[int]] = defaultdict(set)
        undergoes: dict[str, set[int]] = defaultdict(set)
        self.weight: Floats = np.zeros(len(concordance))
        spans: dict[str, range] = {}
        parts: list[Participation] = []
        for line in store.facts(saga, ["event", "participation", "utterance"], FOREVER):
            fact = decode(line)
            if isinstance(fact, Participation):
                parts.append(fact)
                continue
            span = range(*concordance.span(fact.book, fact.start, fact.end))
            if isinstance(fact, Event):
                spans[fact.id] = span
                for at in span:
                    self.weight[at] = max(self.weight[at], fact.importance)
            elif isinstance(fact, Utterance):
                if fact.speaker:
                    does[fact.speaker].update(span)
                for one in fact.addressees:
                    undergoes[one].update(span)
        for part in parts:
            into = does if part.role in _DOES else undergoes if part.role in _UNDERGOES else None
            if into is not None and part.event in spans:
                into[part.character].update(spans[part.event])
        self.does, self.undergoes = _sort(does), _sort(undergoes)


def _sort(found: dict[str, set[int]]) -> dict[str, Places]:
    return {who: np.array(sorted(places), dtype=np.int64) for who, places in found.items()}
