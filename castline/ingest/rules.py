"""The rules: a chapter's annotations to decisions, given the memory of those before it. They change nothing."""

from __future__ import annotations

from collections.abc import Iterable

from castline.graph.facts import BY_RULES
from castline.ingest.annotations import Extract
from castline.ingest.decisions import Decisions, Happening, Introduction, Meaning, Recap, Speech
from castline.ingest.draft import Draft
from castline.ingest.feelings.levels import decide_feelings
from castline.ingest.memory.memory import Memory
from castline.ingest.narrative.deaths import decide_deaths
from castline.ingest.narrative.decided_ties import decide_ties
from castline.ingest.narrative.declarations import decide_declarations
from castline.ingest.narrative.events import decide_events
from castline.ingest.narrative.identities import decide_identities
from castline.ingest.narrative.names import decide_names
from castline.ingest.narrative.own_words import OwnWords
from castline.ingest.narrative.presence import attend
from castline.ingest.narrative.sayings import find_sayings
from castline.ingest.narrative.tellings import decide_tellings
from castline.ingest.narrative.traits import decide_traits
from castline.ingest.reading.decoding import even_out
from castline.ingest.resolution.confidence import FIRST_MET, rate_meaning, rate_speaker
from castline.ingest.resolution.resolve import resolve
from castline.version import __version__

SUMMARISED = 3
"""How many events a chapter's summary is made of."""
SUMMED_UP = 0.55
"""How often all of them are told right: 11 of 20 summaries read, of 10 novels."""


def decide(memory: Memory, notes: Extract, text: str, prefix: str, book: int, model: str) -> Decisions:
    """All that the rules decide about a chapter; `memory` is of the chapters before, and stays as it is.

    `text` is the chapter's own; `prefix` is what the ids of people met in it start with, `model` the parser's name.
    """
    resolved = memory.fork()
    found = resolve(resolved, notes, book, prefix)
    decisions = Decisions(f"{BY_RULES}{__version__}+{model}", in_mind=found.in_mind, evidence=resolved.changes())
    draft = Draft(even_out(text), notes, found, resolved.fork(), decisions)
    _introduce(draft)
    decide_names(draft)
    # Before anything is told of people: whatever follows knows the two as one.
    decide_identities(draft)
    here = attend(draft)
    decide_traits(draft)
    decide_ties(draft, here)
    decide_declarations(draft, here)
    words = OwnWords(draft)
    decide_deaths(draft, here)
    decide_events(draft, here, words)
    decide_tellings(draft, words)
    decide_feelings(draft, here)
    _give_speech(draft)
    _give_meaning(draft)
    decisions.recaps += sum_up(decisions.happenings)
    for name in ("hints", "near", "likely"):
        decisions.evidence[name] = getattr(draft.memory.ties, name).changes()
    return decisions


def _introduce(draft: Draft) -> None:
    for key, index in draft.found.naming.met:
        kind, note = draft.memory.people[key].kind, draft.notes.mentions[index]
        span, scene = (note.start, note.end), draft.scene_at(note.paragraph)
        draft.decide(Introduction, span, scene, "first-met", FIRST_MET[kind], person=key, kind=kind)


def _give_speech(draft: Draft) -> None:
    sayings = find_sayings(draft)
    for index, (quote, said) in enumerate(zip(draft.notes.utterances, draft.found.spoken, strict=True)):
        draft.decide(
            Speech, quote.parts[0], draft.scene_at(quote.paragraph), said.rule or "quote", rate_speaker(said), quote=index,
            speaker=said.speaker, addressees=tuple(said.addressees), weight=sayings.get(index),
        )  # fmt: skip


def _give_meaning(draft: Draft) -> None:
    for index, (note, key) in enumerate(zip(draft.notes.mentions, draft.found.who, strict=True)):
        if key >= 0:
            sure = rate_meaning(note, draft.found.chances.get(index))
            scene = draft.scene_at(note.paragraph)
            draft.decide(Meaning, (note.start, note.end), scene, note.kind, sure, mention=index, person=key)


def sum_up(happenings: Iterable[Happening]) -> list[Recap]:
    """The chapter in words: the weightiest events, in the order told; nothing where nothing happens."""
    told = sorted(happenings, key=lambda e: (-e.importance, e.start))[:SUMMARISED]
    if not told:
        return []
    told.sort(key=lambda e: e.start)
    last, words = told[-1], " ".join(e.summary for e in told)
    common = {"start": last.start, "end": last.end, "scene": last.scene, "confidence": SUMMED_UP}
    return [Recap(**common, rule="top-events", summary=words)]  # type: ignore[arg-type]
