"""Weights of sentences, learnt from what readers have marked: for the tale, and for its people.

`learn_tale` and `learn_people` give the weights that castline ships, from all novels but those left out, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from benchmarks.fitting import Yes, fit_ranked, fit_yes
from benchmarks.marked import Chapters, read_chapters
from benchmarks.shelf import find_gold, read_aliases
from castline.ingest.extraction.weight import describe_sentences
from castline.ingest.memory.memory import Memory
from castline.ingest.narrative.tellings import Telling, describe_telling, find_tellings
from castline.ingest.settling import settle

STRENGTH = {"tale": 6.0, "people": 200.0}
"""Precision of the Gaussian prior of the weights."""


def learn_tale(data: Path, names: Sequence[str]) -> dict[str, float]:
    """Weights for the tale: would a retelling mention what a sentence tells?"""
    return fit_ranked([chapter for name in names for chapter in _tale_of(data, name)], STRENGTH["tale"])


def learn_people(data: Path, names: Sequence[str]) -> dict[str, float]:
    """Weights for its people: would a reader say of somebody what a sentence tells of them?"""
    return fit_yes([yes for name in names for yes in _people_of(data, name)], STRENGTH["people"])


@cache
def describe_chapters(data: Path, name: str) -> list[list[list[str]]]:
    """The features of each sentence, chapter by chapter."""
    read = read_chapters(data, name)
    return [list(describe_sentences(notes, piece.text)) for piece, notes in zip(read.pieces, read.notes, strict=True)]


@cache
def _tale_of(data: Path, name: str) -> list[list[Yes]]:
    """The sentences of each chapter of a novel, and the weight of what is marked there (0: nothing)."""
    read, rows = read_chapters(data, name), describe_chapters(data, name)
    found: list[list[Yes]] = []
    for piece, notes, described in zip(read.pieces, read.notes, rows, strict=True):
        here = [
            (a, b, one.record["weight"]) for one in read.plot for at, a, b in one.places if at == piece.chapter.ordinal
        ]
        worth = (max((w for a, b, w in here if start < b and end > a), default=0) for start, end, _ in notes.sentences)
        found.append([Yes(row, [], weight, name) for row, weight in zip(described, worth, strict=True)])
    return found


@cache
def _people_of(data: Path, name: str) -> list[Yes]:
    """Each sentence with somebody asked about, up to the chapter asked for, and whether what is marked of them stands there."""
    read, rows = read_chapters(data, name), describe_chapters(data, name)
    aliases = read_aliases(data, name)
    found: list[Yes] = []
    told = list(_walk(read))
    for asked in read.people:
        memory = told[asked["at"] - 1][1]
        who = find_gold(memory, asked["character"], aliases)
        places = [place for item in asked["items"] for place in item.places]
        for at, (tellings, _) in enumerate(told[: asked["at"]], 1):
            here = [(a, b) for chapter, a, b in places if chapter == at]
            for telling in (one for key, own in tellings.items() if memory.person(key).id == who for one in own):
                start, end, _ = read.notes[at - 1].sentences[telling.sentence]
                marked = any(start < b and end > a for a, b in here)
                found.append(Yes(rows[at - 1][telling.sentence], describe_telling(telling), int(marked), name))
    return found


def _walk(read: Chapters) -> Iterator[tuple[dict[int, list[Telling]], Memory]]:
    """Chapter by chapter, the sentences with each person, and the memory after it."""
    memory = Memory()
    for piece, notes in zip(read.pieces, read.notes, strict=True):
        done = settle(read.name, 1, piece.chapter, piece.text, notes, memory, [], "model")
        memory, own = done.memory, done.decisions
        meant = {meaning.mention: meaning.person for meaning in own.meanings}
        who = [meant.get(index, -1) for index in range(len(notes.mentions))]
        talk = [(speech.speaker, speech.addressees) for speech in own.speeches]
        yield find_tellings(notes, who, talk, {met.person for met in own.introductions}), memory
