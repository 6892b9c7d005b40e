"""Who does and says, who undergoes and is spoken to, and who is only talked of, sentence by sentence; and how weighty each is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
import numpy as np

from castline.graph.facts import Event, Knowledge, Participation, Utterance, decode, is_by_rules
from castline.graph.moments import FOREVER
from castline.graph.store import Store
from castline.query.concordance import Concordance, Floats, Places
from castline.query.knowing import THERE
from castline.query.spoken import Spans, find_saying, list_spans
from castline.query.view import View

_DOES, _UNDERGOES = frozenset({"agent", "speaker"}), frozenset({"patient", "addressee"})
TALES = frozenset({"past", "claim"})
"""Kinds of a model's events that happen before they are told, or are only said to have."""
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
    others do (`talked`). `weight` is the importance (0..1) of the weightiest event of each sentence. `read` are the sentences of the
    events that a model has read, and `saw` those of them that somebody took part in or saw, by its word; `tales` those of which somebody only
    tells there."""

    def __init__(self, store: Store, saga: str, concordance: Concordance) -> None:
        facts: dict[type, list[Any]] = defaultdict(list)
        for line in store.facts(saga, ["event", "participation", "utterance"], FOREVER):
            fact = decode(line)
            facts[type(fact)].append(fact)
        events: list[Event] = facts[Event]
        spans = {one.id: range(*concordance.span(one.book, one.start, one.end)) for one in events}
        self.weight: Floats = np.zeros(len(concordance))
        for event in events:
            for at in spans[event.id]:
                self.weight[at] = max(self.weight[at], event.importance)
        read = {one.id: spans[one.id] for one in events if not is_by_rules(one.by)}
        self.read = _sort_all(read.values())
        self.tales = _sort_all(read[one.id] for one in events if one.id in read and one.type in TALES)
        self.saw = _find_seen(map(decode, store.facts(saga, ["knowledge"], FOREVER)), read) if read else {}
        self.does, self.undergoes = _find_parts(facts[Participation], facts[Utterance], spans, concordance)
        shown, acts, talked = _find_shown(
            store.facts(saga, ["mention"], FOREVER), concordance, list_spans(facts[Utterance])
        )
        self.shown, self.acts, self.talked = _sort(shown), _sort(acts), _sort(talked)


_kept: WeakKeyDictionary[Concordance, Deeds] = WeakKeyDictionary()


def read_deeds(view: View, concordance: Concordance) -> Deeds:
    """The deeds of a view's saga; kept as long as its concordance is."""
    deeds = _kept.get(concordance)
    if deeds is None:
        deeds = _kept[concordance] = Deeds(view.store, view.record.name, concordance)
    return deeds


def _find_seen(known: Iterable[Knowledge], read: dict[str, range]) -> dict[str, Places]:
    """The sentences of those events that somebody took part in, saw or overheard."""
    saw: _Found = defaultdict(set)
    for one in known:
        if one.how in (*THERE, "overheard") and one.event in read:
            saw[one.character].update(read[one.event])
    return _sort(saw)


def _find_parts(
    parts: Iterable[Participation], said: Iterable[Utterance], spans: dict[str, range], concordance: Concordance
) -> tuple[dict[str, Places], dict[str, Places]]:
    """The sentences in which people do and say something, and those in which they undergo it or are spoken to."""
    does: _Found = defaultdict(set)
    undergoes: _Found = defaultdict(set)
    for saying in said:
        _add_saying(saying, range(*concordance.span(saying.book, saying.start, saying.end)), does, undergoes)
    for part in parts:
        into = does if part.role in _DOES else undergoes if part.role in _UNDERGOES else None
        if into is not None and part.event in spans and part.presence != "mentioned":
            into[part.character].update(spans[part.event])
    return _sort(does), _sort(undergoes)


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


def _sort_all(spans: Iterable[range]) -> Places:
    return np.array(sorted({at for span in spans for at in span}), dtype=np.int64)


def _sort(found: _Found) -> dict[str, Places]:
    return {who: np.array(sorted(places), dtype=np.int64) for who, places in found.items()}
