"""Company: what talk, its tone, forms of address, letters and shared scenes show of two people, without a word of feeling."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, groupby

from castline.ingest.annotations import UtteranceNote
from castline.ingest.draft import Draft
from castline.ingest.feelings.cue import Felt
from castline.ingest.feelings.phrases import (
    COLD,
    COLD_WORDS,
    HARSH_VERBS,
    INSULT,
    INSULTS,
    MANNERS,
    WARM,
    WARM_WORDS,
)  # fmt: skip
from castline.ingest.language.lexicon import TITLES
from castline.ingest.narrative.presence import Attendance

TALK, LETTER, SCENE, NAMED, DEAR = 5.5, 7.0, 5.0, 6.5, 8.0
"""The familiarity that talk, a letter, a shared scene, the bare name and an endearment can lead to."""
ENOUGH = 4
"""Turns of talk between two that make it company."""
KEPT = 0.9
"""Weight of an evening's company."""
SIDE_BY_SIDE, SEEN = 5, 0.3
"""Sentences of a scene that two must share to keep company, and what each of them adds to how near they are."""
CROWD = 24
"""People whom one sentence names beyond which nobody is beside anybody."""
HEARD = 0.4
"""What a set phrase does to the one who hears it, against what it shows of the one who says it."""
BESIDE = 70
"""Characters behind a quote in which its manner is told ("said she coldly")."""
_DEAR = re.compile(r"\b(?:dear|dearest|darling|beloved|sweet|own|poor)[\s,]+$", re.I)
_MARKS = '“"‘«'


def find_company(draft: Draft, here: Attendance) -> list[Felt]:
    """A cue for every turn of talk and letter, both ways; one a scene for who keeps company, or is only there."""
    cues: list[Felt] = []
    turns: Counter[tuple[int, int, int]] = Counter()
    for quote, said in zip(draft.notes.utterances, draft.found.spoken, strict=True):
        if said.speaker < 0:
            continue
        for key in said.hearers:
            cues += _turn(draft, quote, said.speaker, key)
            scene = draft.scene_at(quote.paragraph)
            turns[scene, min(said.speaker, key), max(said.speaker, key)] += 1
            if turns[scene, min(said.speaker, key), max(said.speaker, key)] == ENOUGH:
                span = (*quote.parts[0], quote.paragraph)
                cues += [Felt(a, b, "company", KEPT, 0.0, *span) for a, b in ((said.speaker, key), (key, said.speaker))]
    return cues + _together(draft, here)


def _together(draft: Draft, here: Attendance) -> list[Felt]:
    """People whom the same sentences of narration name: side by side, if not in talk."""
    seen: Counter[tuple[int, int, int]] = Counter()
    cues: list[Felt] = []
    for _, run in groupby(zip(draft.notes.mentions, draft.found.who, strict=True), key=lambda pair: pair[0].sentence):
        told = [(key, note) for note, key in run if note.quote < 0 and key >= 0]
        first = dict(reversed(told))
        if len(first) > CROWD:
            continue
        for a, b in combinations(sorted(first), 2):
            note = max(first[a], first[b], key=lambda n: n.start)
            at = (draft.scene_at(note.paragraph), a, b)
            seen[at] += 1
            span = (note.start, note.end, note.paragraph)
            weight = KEPT if seen[at] == SIDE_BY_SIDE else 0.0
            if seen[at] <= SIDE_BY_SIDE:
                meets = {a, b} <= here.on_page.get(at[0], {}).keys()
                cues += [Felt(x, y, "together", weight, SEEN, *span, SCENE, meets) for x, y in ((a, b), (b, a))]
    return cues


def _turn(draft: Draft, quote: UtteranceNote, me: int, you: int) -> list[Felt]:
    start, end = quote.parts[0]
    length = sum(b - a for a, b in quote.parts)
    span = (start, end, quote.paragraph)
    if quote.kind == "letter":
        near = min(0.2, length / 12000)
        return [Felt(me, you, "writes", 0.0, near, *span, LETTER, True),
                Felt(you, me, "reads", 0.0, near, *span, LETTER, True)]  # fmt: skip
    near = 0.02 + min(0.04, length / 12000)
    cues = [
        Felt(me, you, "talks", 0.0, near, *span, TALK, True),
        Felt(you, me, "listens", 0.0, near, *span, TALK, True),
    ]
    return cues + _address(draft, quote, me, you) + _tone(draft, quote, me, you)


def _address(draft: Draft, quote: UtteranceNote, me: int, you: int) -> list[Felt]:
    """ "Edmund", "my dear Edmund": who calls another so is close to them; "Mr. Marsh" says nothing."""
    for index in quote.vocatives:
        note = draft.notes.mentions[index]
        if draft.found.who[index] != you or note.kind != "name":
            continue
        words = note.form.split()
        if words[0].lower().rstrip(".") in TITLES:
            return []
        dear = bool(_DEAR.search(draft.text[max(0, note.start - 12) : note.start]))
        kind, weight, near, limit = ("dear", 1.1, 0.25, DEAR) if dear else ("by-name", 1.2, 0.12, NAMED)
        span = (note.start, note.end, quote.paragraph)
        return [Felt(me, you, kind, weight, near, *span, limit, True),
                Felt(you, me, f"called-{kind}", 0.5 * weight, near, *span, limit, True)]  # fmt: skip
    return []


def _tone(draft: Draft, quote: UtteranceNote, me: int, you: int) -> list[Felt]:
    """Set phrases of kindness and of scorn in what is said to somebody, insults, and how it is said."""
    cues = []
    for a, b in quote.parts:
        for start, end, phrase, weight in _find_phrases(draft.text[a:b].lower()):
            span = (a + start, a + end, quote.paragraph)
            cues.append(Felt(me, you, f"tells:{phrase}", weight, 0.0, *span))
            cues.append(Felt(you, me, f"is-told:{phrase}", HEARD * weight, 0.0, *span))
    return cues + _manner(draft, quote, me, you)


def _find_phrases(words: str) -> Iterator[tuple[int, int, str, float]]:
    """(start, end, phrase, weight) of each in words of small letters."""
    for pattern, table in ((WARM, WARM_WORDS), (COLD, COLD_WORDS)):
        for found in pattern.finditer(words):
            phrase = " ".join(found.group().replace("’", "'").split())
            yield *found.span(), phrase, table[phrase]
    for found in INSULT.finditer(words):
        yield *found.span(), f"you {found[1]}", INSULTS[found[1]]


def _manner(draft: Draft, quote: UtteranceNote, me: int, you: int) -> list[Felt]:
    end = quote.parts[0][1]
    if not quote.verb:
        return []
    beside = re.split(f"[{_MARKS}]", draft.text[end + 1 : end + BESIDE])[0].lower()
    for found in re.finditer(r"[a-z]+", beside):
        weight = MANNERS.get(found.group(), -0.8 if found.group() in HARSH_VERBS else 0.0)
        if weight:
            span = (end + 1 + found.start(), end + 1 + found.end(), quote.paragraph)
            return [Felt(me, you, f"says-{found.group()}", weight, 0.0, *span)]  # fmt: skip
    return []
