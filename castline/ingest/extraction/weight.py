"""How much each sentence weighs: for the tale (would a retelling mention it?), and for its people (would a reader say it of
them?).

Two log-linear models over what a sentence says and what stands beside it, learnt from places that readers have marked
(`scripts/train.py`, learnt/NOTICE). Names are one word to them, so that no model knows anybody.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise

from castline.ingest.annotations import Clause, Extract, MentionNote
from castline.ingest.language.weights import load_weights

MIXED, SPOKEN = 0.05, 0.6
"""The shares of a sentence in quotes from which on it is partly speech, and speech."""
LONG, USUAL, SHORT = 0.5, 120, 40
"""What a sentence loses for each e-fold of its length in characters beyond the usual; shorter than SHORT counts as SHORT."""
OWN = 0.4
"""The share of a sentence's own weight beside the mean with its neighbours: without it the one beside the weightiest is told."""
SCALE, EVEN = 3.0, 4.0
"""A sentence's sum is scaled by SCALE over the root of its features and EVEN more, so that long ones do not win by length."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?|[!?]")
_NAME, _NUMBER = "NAME", "NUM"


def weigh_sentences(
    notes: Extract, text: str, tale: Mapping[str, float] | None = None, people: Mapping[str, float] | None = None
) -> list[tuple[float, float]]:
    """For each sentence its weight for the tale and for its people, both as log-odds; the former leans on its neighbours'.

    By the weights that ship, unless others are given.
    """
    rows = list(describe_sentences(notes, text))
    tale, people = tale or load_weights("tale"), people or load_weights("people")
    raw = [add_up(row, tale) for row in rows]
    return [
        (round(lean(raw, at) - _cost(end - start), 4), round(add_up(rows[at], people), 4))
        for at, (start, end, _) in enumerate(notes.sentences)
    ]


def add_up(row: list[str], weights: Mapping[str, float]) -> float:
    """What the features of a sentence weigh together."""
    return math.fsum(weights.get(feature, 0.0) for feature in row) * SCALE / math.sqrt(len(row) + EVEN) + weights[""]


def lean(raw: list[float], at: int) -> float:
    """The mean of a sentence's weight and its neighbours', and in part its own alone."""
    near = raw[max(0, at - 1) : at + 2]
    return OWN * raw[at] + (1 - OWN) * math.fsum(near) / len(near)


def _cost(length: int) -> float:
    return LONG * math.log(max(length, SHORT) / USUAL)


def describe_sentences(notes: Extract, text: str) -> Iterator[list[str]]:
    """The named features of each sentence, each once."""
    words = _read_words(notes, text)
    clauses, mentions = _by_sentence(notes.clauses), _by_sentence(notes.mentions)
    tags = {quote.paragraph: quote.verb for quote in reversed(notes.utterances) if quote.verb}
    speech, last = notes.share_speech(), len(notes.sentences)
    for at, (start, end, paragraph) in enumerate(notes.sentences):
        share = sum(speech[at].values()) / max(1, end - start)
        own, said = words[at], "q" if share > SPOKEN else "m" if share > MIXED else "n"
        found = {f"w={word}" for word in own} | {f"b={one} {two}" for one, two in pairwise(own)}
        found |= {f"c={word}" for other in words[max(0, at - 1) : at] + words[at + 1 : at + 2] for word in other}
        found |= {
            f"said {said}",
            f"long {min(6, len(own) // 6)}{said}",
            f"place {min(4, 5 * start // max(1, len(text)))}",
        }
        found |= {"opens"} if at < 3 else {"ends"} if at >= last - 4 else set()
        if said != "n" and paragraph in tags:
            found.add(f"tag {tags[paragraph]}")
        found.update(_describe_people(mentions[at], said))
        found.update(_describe_clauses(clauses[at]))
        yield sorted(found)


def _describe_people(mentions: list[MentionNote], said: str) -> Iterator[str]:
    yield f"names {min(3, sum(note.kind == 'name' for note in mentions))}{said}"
    yield f"people {min(4, sum(note.person == 3 or note.kind != 'pronoun' for note in mentions))}"
    if said == "n" and any(note.person == 1 for note in mentions):
        yield "I"


def _describe_clauses(clauses: list[Clause]) -> Iterator[str]:
    yield f"clauses {min(5, len(clauses))}"
    for clause in clauses:
        yield f"verb {clause.verb}"
        yield from (f"is {lemma}" for lemma, *_ in clause.complements)
        told = {
            "between": clause.subjects and (clause.objects or clause.preps), "modal": clause.modal, "denied": clause.negated,
            "happened": clause.happened > 0.5, f"remote {clause.remote}": clause.remote,
        }  # fmt: skip
        yield from (name for name, holds in told.items() if holds)


def _read_words(notes: Extract, text: str) -> list[list[str]]:
    """The words of each sentence in small letters, a name as one."""
    starts = {note.start: note.end for note in notes.mentions if note.kind == "name"}
    found = []
    for start, end, _ in notes.sentences:
        words: list[str] = []
        until = -1
        for match in _WORD.finditer(text, start, end):
            at, word = match.start(), match.group().lower().replace("’", "'")
            if at in starts:
                until = starts[at]
                words.append(_NAME)
            elif at >= until:
                words.append(_NUMBER if word.isdigit() else word)
        found.append(words)
    return found


def _by_sentence(notes: list[Clause] | list[MentionNote]) -> defaultdict[int, list]:  # type: ignore[type-arg]
    found: defaultdict[int, list] = defaultdict(list)  # type: ignore[type-arg]
    for note in notes:
        found[note.sentence].append(note)
    return found
