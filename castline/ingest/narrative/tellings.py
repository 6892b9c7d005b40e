"""What is told of somebody: the sentences by which a reader knows them, in the book's own words, weighed."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from castline.ingest.annotations import TOLD, Extract
from castline.ingest.decisions import Trait
from castline.ingest.draft import Draft
from castline.ingest.language.weights import load_weights
from castline.ingest.narrative.certainty import rate_mention
from castline.ingest.narrative.own_words import SURE as SURELY
from castline.ingest.narrative.own_words import OwnWords
from castline.ingest.resolution.confidence import BELIEVED, rate_speaker

FIRST = 8
"""Sentences with somebody new that count as those that bring them in."""
LEAST, MOST = 0.1, 4
"""The weight (log-odds) from which on a sentence is kept as told of somebody, and how many of a chapter are."""
ENOUGH = 16
"""As many sentences as a portrait shows. Of whom fewer have been told, LEAST_YET and MOST_YET stand for LEAST and MOST: of
whoever has come late, or seldom comes, there would else be next to nothing to show."""
LEAST_YET, MOST_YET = -1.4, 8
SURE = 0.55
"""How sure it must be that it is of them."""
LEAST_SAID = 40
"""Characters of what somebody says, from which on it tells of them."""
STEP, STEPS = 10, 5
"""A chapter tells of somebody in STEPS steps of so many sentences."""


@dataclass(slots=True)
class Telling:
    """A sentence with somebody in it, or said by or to them; `signs` are the features of how they are in it."""

    sentence: int
    signs: set[str] = field(default_factory=set)


def find_tellings(
    notes: Extract, who: Sequence[int], talk: Sequence[tuple[int, Sequence[int]]], new: Collection[int]
) -> dict[int, list[Telling]]:
    """Person -> the sentences with them, in order. `who` is meant by each mention; `talk` has speaker and addressees of each
    quote (-1: nobody known); `new` are those first met in this chapter."""
    found: defaultdict[int, defaultdict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for note, key in zip(notes.mentions, who, strict=True):
        if key >= 0:
            where = "in talk" if note.quote >= 0 else "told"
            found[key][note.sentence] |= {
                f"as {note.role}",
                f"by {note.kind}{note.person}",
                f"as {note.role} {note.kind}",
                where,
            }
    for (speaker, addressees), sentences in zip(talk, _find_said(notes), strict=True):
        for at in sentences:
            for key in (speaker, *addressees):
                if key >= 0:
                    found[key][at].add("speaks" if key == speaker else "is spoken to")
    return {key: _rate(rows, key in new) for key, rows in sorted(found.items())}


def _rate(rows: dict[int, set[str]], new: bool) -> list[Telling]:
    """The same, with how much of the chapter is of them, and whether it brings them in."""
    common = {f"told of {min(STEPS, len(rows) // STEP)}"} | ({"new"} if new else set())
    return [
        Telling(at, rows[at] | common | ({"brought in"} if new and place < FIRST else set()))
        for place, at in enumerate(sorted(rows))
    ]


def _find_said(notes: Extract) -> list[list[int]]:
    """The sentences that each quote reaches into."""
    found: list[list[int]] = [[] for _ in notes.utterances]
    for at, quotes in enumerate(notes.share_speech()):
        for quote in quotes:
            found[quote].append(at)
    return found


def decide_tellings(draft: Draft, words: OwnWords) -> None:
    """Decide on what is told of each person, the weightiest first: attributes of kind "told", in the book's own words."""
    talk = [(said.speaker, said.hearers) for said in draft.found.spoken]
    new = {key for key, _ in draft.found.naming.met}
    told = find_tellings(draft.notes, draft.found.who, talk, new)
    for key, tellings in told.items():
        person = draft.memory.person(key)
        least, most = (LEAST, MOST) if person.told >= ENOUGH else (LEAST_YET, MOST_YET)
        rated = sorted((-rate_telling(one, draft.notes.weights[one.sentence][1]), one.sentence) for one in tellings)
        kept = 0
        for loss, at in rated:
            if -loss < least or kept == most:
                break
            sure = rate_sure(draft, words, key, at)
            if sure >= SURE and not _is_brief(words, at) and words.is_clear(at):
                _tell_of(draft, words, person.key, at, -loss, sure)
                kept += 1


def _is_brief(words: OwnWords, sentence: int) -> bool:
    """Whether all that is told is that somebody says a word or two: “But you promised me—”."""
    span = words.span(sentence)
    said = sum(min(end, span[1]) - max(start, span[0]) for start, end in words.speech(*span))
    return words.quotes[sentence] >= 0 and said < LEAST_SAID


def rate_sure(draft: Draft, words: OwnWords, key: int, sentence: int) -> float:
    """How sure it is that a sentence is of somebody, or said by or to them; 0 for a quote of nobody who is sure to say it."""
    quote, spoken = words.quotes[sentence], 1.0
    if quote >= 0:
        said = draft.found.spoken[quote]
        spoken = rate_speaker(said) if said.speaker >= 0 else 0.0
        if spoken < BELIEVED or key == said.speaker or key in said.sure_hearers:
            return spoken if spoken >= BELIEVED else 0.0
    found = [
        rate_mention(draft, index)
        for index in draft.mentions_between(*draft.notes.sentences[sentence][:2])
        if draft.found.who[index] == key
    ]
    return round(spoken * max(found, default=0.0), 2)


def _tell_of(draft: Draft, words: OwnWords, person: int, sentence: int, weight: float, sure: float) -> None:
    scene = draft.scene_at(draft.notes.sentences[sentence][2])
    draft.decide(
        Trait, words.span(sentence), scene, "own-words", sure, person=person, attribute=TOLD, value=words.tell(sentence),
        weight=round(1 / (1 + math.exp(-weight)), 3), others=tuple(_find_others(draft, words, person, sentence)),
    )  # fmt: skip


def _find_others(draft: Draft, words: OwnWords, person: int, sentence: int) -> list[int]:
    """Who else is surely in the words that tell a sentence: those whom it names, owners last, then whom its pronouns mean, then who says
    or hears it; each time in the order in which they come. Nouns alone are not sure enough ("the lady", "my sister" of an unknown's)."""
    found, notes = draft.found, draft.notes.mentions
    inside = draft.mentions_between(*words.span(sentence))
    names = sorted((at for at in inside if notes[at].kind == "name"), key=lambda at: notes[at].role == "poss")
    named = [found.who[at] for at in names]
    meant = [found.who[at] for at in inside if notes[at].kind == "pronoun" and rate_mention(draft, at) >= SURELY]
    said = found.spoken[words.quotes[sentence]] if words.quotes[sentence] >= 0 else None
    talking = [said.speaker, *said.sure_hearers] if said else []
    return [key for key in dict.fromkeys([*named, *meant, *talking]) if key not in (-1, person)]


def describe_telling(telling: Telling) -> list[str]:
    """The named features of how somebody is in a sentence; the sentence's own are found by extraction."""
    return sorted(f"p={sign}" for sign in telling.signs)


def rate_telling(telling: Telling, base: float) -> float:
    """Log-odds that a reader would say of somebody what a sentence of weight `base` tells."""
    weights = load_weights("people")
    return round(base + sum(weights.get(name, 0.0) for name in describe_telling(telling)), 4)
