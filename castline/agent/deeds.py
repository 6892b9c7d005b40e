"""Who does and says, who undergoes and is spoken to, and who is only talked of, sentence by sentence; and how weighty each is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from weakref import WeakKeyDictionary

import msgspec
import numpy as np

from castline.graph.facts import Event, Participation, Utterance, decode
from castline.graph.moments import FOREVER
from castline.graph.store import Store
from castline.query.concordance import Concordance, Floats, Places
from castline.query.spoken import Spans, find_saying, list_spans
from castline.query.view import View

_DOES, _UNDERGOES = frozenset({"agent", "speaker"}), frozenset({"patient", "addressee"})
_LETTERS = frozenset({"letter", "signed"})
"""Rules by which words are written: who writes them is not where they are read."""
_SUBJECTS = frozenset({"i", "he", "she", "we", "they"})
"""Pronouns that say who acts."""
_Found = dict[str, set[int]]


class _Mention(msgspec.Struct, tag_field="kind", tag="mention"):
    """What is taken from a mention's line."""

    book: int
    start: int
    character: str
    form: str


class Deeds:
    """By character id, the sentences in which they do or say something (`does`), and undergo it or are spoken to
    (`undergoes`); in which the tale, outside what is said, speaks of them (`shown`) and of what they do (`acts`), and in which
    others do (`talked`). `weight` is the importance (0..1) of the weightiest event of each sentence."""

    def __init__(self, store: Store, saga: str, concordance: Concordance) -> None:
        does, undergoes = _Found(), _Found()
        self.weight: Floats = np.zeros(len(concordance))
        spans: dict[str, range] = {}
        parts: list[Participation] = []
        said: list[Utterance] = []
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
                said.append(fact)
                _add_saying(fact, span, does, undergoes)
        for part in parts:
            into = does if part.role in _DOES else undergoes if part.role in _UNDERGOES else None
            if into is not None and part.event in spans and part.presence != "mentioned":
                into.setdefault(part.character, set()).update(spans[part.event])
        self.does, self.undergoes = _sort(does), _sort(undergoes)
        shown, acts, talked = _find_shown(store.facts(saga, ["mention"], FOREVER), concordance, list_spans(said))
        self.shown, self.acts, self.talked = _sort(shown), _sort(acts), _sort(talked)


_kept: WeakKeyDictionary[Concordance, Deeds] = WeakKeyDictionary()


def read_deeds(view: View, concordance: Concordance) -> Deeds:
    """The deeds of a view's saga; kept as long as its concordance is."""
    deeds = _kept.get(concordance)
    if deeds is None:
        deeds = _kept[concordance] = Deeds(view.store, view.record.name, concordance)
    return deeds


def _add_saying(saying: Utterance, span: range, does: _Found, undergoes: _Found) -> None:
    if saying.rule in _LETTERS:
        return
    if saying.speaker:
        does.setdefault(saying.speaker, set()).update(span)
    for one in saying.addressees:
        undergoes.setdefault(one, set()).update(span)


def _find_shown(lines: Iterable[str], concordance: Concordance, spans: Spans) -> tuple[_Found, _Found, _Found]:
    shown: _Found = defaultdict(set)
    acts: _Found = defaultdict(set)
    talked: _Found = defaultdict(set)
    for mention in map(msgspec.json.Decoder(_Mention).decode, lines):
        at = concordance.at(mention.book, mention.start)
        if find_saying(spans, mention.book, mention.start) >= 0:
            talked[mention.character].add(at)
            continue
        shown[mention.character].add(at)
        if mention.form.lower() in _SUBJECTS:
            acts[mention.character].add(at)
    return shown, acts, talked


def _sort(found: _Found) -> dict[str, Places]:
    return {who: np.array(sorted(places), dtype=np.int64) for who, places in found.items()}
