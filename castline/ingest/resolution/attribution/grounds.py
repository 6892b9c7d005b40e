"""How much there is to a choice of speaker: who was named lately, and whom pronouns surely meant, is rightly taken to speak more
often than who was only carried on from "he" to "he"; and who surely speaks around a quote is rightly taken to hear it."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from itertools import takewhile

from castline.ingest.annotations import Extract
from castline.ingest.resolution.attribution.hearers import rate_hearing
from castline.ingest.resolution.cast.result import Resolution, Spoken
from castline.ingest.resolution.confidence import CONFIDENCE, SHARPNESS, rate_meaning, rate_speaker

NEAR, FAR, NEVER = 500, 6000, 2000
"""Characters since somebody was named from which on it matters, and beyond which no more; and what counts for who is not named
in the chapter before the quote."""
LAST, WITHIN = 5, 3000
"""Pronouns of the speaker before a quote that are looked at, and how many characters back."""
ANSWERS = 4
"""Paragraphs around a quote within which whoever it is said to has a turn."""
SURE = 0.8
"""How surely these mean their person where they leave no doubt."""
BASE, PER_NAMED, PER_DOUBT = 0.51, -0.51, -2.64
"""Log-odds that the speaker is right: of all, per log of the characters since he was named in those that do not matter, per doubt
of his pronouns. Fitted on 14,000 choices in PDNC's 21 novels, from raw text (log-likelihood a choice -0.485 to -0.469; of the
5,000 surest of novels left out 0.912 right to 0.922)."""


def weigh_grounds(notes: Extract, found: Resolution) -> None:
    """Let the chances of speakers that were chosen, and of hearers, stand on how well it is known who is meant; and whoever is
    known by a noun alone ("said the clerk"), whom no "he" has meant lately, is a stranger."""
    named, meant = _find_named(notes, found), _find_meant(notes, found)
    for quote, said in zip(notes.utterances, found.spoken, strict=True):
        at = quote.parts[0][0]
        lately = _find_lately(meant.get(said.speaker, []), at)
        if said.rule == "said-noun" and not lately:
            said.rule = "said-stranger"
        elif said.speaker >= 0 and said.rule not in CONFIDENCE:
            said.chance = _ground(said, at, named.get(said.speaker, []), lately)
    for at, said in enumerate(found.spoken):
        if said.addressees and said.hearing:
            said.heard = rate_hearing(said.hearing, *_find_turn(notes, found, at))


def _find_turn(notes: Extract, found: Resolution, at: int) -> tuple[float, bool]:
    """How sure it is that the nearest turn of those spoken to is theirs, before a quote or after it (0 where none is near), and
    whether nobody but the speaker has a turn near."""
    said, here = found.spoken[at], notes.utterances[at].paragraph
    best, alone = 0.0, True
    for side in (range(at - 1, -1, -1), range(at + 1, len(found.spoken))):
        near = [*takewhile(lambda other: abs(notes.utterances[other].paragraph - here) <= ANSWERS, side)]
        alone = alone and all(found.spoken[other].speaker in (-1, said.speaker) for other in near)
        own = next((other for other in near if found.spoken[other].speaker in said.addressees), None)
        best = max(best, rate_speaker(found.spoken[own])) if own is not None else best
    return best, alone


def _find_named(notes: Extract, found: Resolution) -> dict[int, list[int]]:
    """Where each person is named, in narration or to the face."""
    called = {index for quote in notes.utterances for index in quote.vocatives}
    places: defaultdict[int, list[int]] = defaultdict(list)
    for index, (note, key) in enumerate(zip(notes.mentions, found.meant, strict=True)):
        if key >= 0 and note.kind == "name" and (note.quote < 0 or index in called):
            places[key].append(note.start)
    return places


def _find_meant(notes: Extract, found: Resolution) -> dict[int, list[tuple[int, float]]]:
    """Where "he" or "she" of the narration means each person, and how surely."""
    places: defaultdict[int, list[tuple[int, float]]] = defaultdict(list)
    for index, (note, key) in enumerate(zip(notes.mentions, found.meant, strict=True)):
        if key >= 0 and note.kind == "pronoun" and note.person == 3 and note.quote < 0 and not note.plural:
            places[key].append((note.start, rate_meaning(note, found.chances.get(index))))
    return places


def _find_lately(meant: list[tuple[int, float]], at: int) -> list[float]:
    """How surely the last pronouns before an offset mean somebody."""
    low, high = (bisect_left(meant, (start, 0.0)) for start in (at - WITHIN, at))
    return [rate for _, rate in meant[max(low, high - LAST) : high]]


def _ground(said: Spoken, at: int, named: list[int], rates: list[float]) -> float:
    """The chance of a speaker at an offset, by where he was named and how surely the last pronouns (`rates`) mean him."""
    before = bisect_left(named, at)
    since = at - named[before - 1] if before else NEVER
    doubt = max(0.0, SURE - sum(rates) / len(rates)) if rates else 0.0
    grounds = BASE + PER_NAMED * math.log(min(FAR, max(NEAR, since)) / NEAR) + PER_DOUBT * doubt
    chance = min(0.99, max(0.01, said.chance))
    odds = math.log(chance / (1 - chance)) + grounds / SHARPNESS  # what is raised to it when the choice is rated
    return round(1 / (1 + math.exp(-odds)), 2)
