"""Who goes by a name that people call and the narration hardly ever uses: whoever speaks around the calls.

“Stay a little, Edwin,” said Miss Marsh.        a call; nowhere does the narration say "Edwin"
“I cannot,” said Mr. Hale.                      he speaks next, and has had no given name
"""

from __future__ import annotations

from collections.abc import Iterator

from castline.ingest.annotations import Extract
from castline.ingest.memory.memory import Memory, bearer_of, pair
from castline.ingest.memory.people import Person
from castline.ingest.memory.tables import count
from castline.ingest.resolution.cast.result import Resolution
from castline.ingest.resolution.cast.vocatives import may_be

NEAR = 2
"""Paragraphs between a call and what its hearer says."""
LEAD = 2
"""Calls around which somebody must have spoken, and by how many more than anybody else."""
CLEAR = 2
"""How many times as many as anybody else."""
OFTEN = 3
"""Calls from which on a pet name is of somebody who goes by a whole name ("Dumps"), and a name that the narration has used
is another's."""
SELDOM = 5
"""How many times as often as the narration uses it a name is used in all, to be one that it hardly uses."""


def count_hearers(memory: Memory, notes: Extract, found: Resolution) -> dict[int, int]:
    """Remember who speaks around the calls by name of a chapter whose quotes have their speakers; returns who was called, and at
    which mention first."""
    called: dict[int, int] = {}
    for at, quote in enumerate(notes.utterances):
        for index in quote.vocatives:
            key = bearer_of(memory, found.naming.of_form, notes.mentions[index])
            if key >= 0:
                called.setdefault(key, index)
                for other in {_find_other(memory, notes, found, at, step) for step in (1, -1)} - {-1}:
                    count(memory.talk.heard, (key, other))
    return called


def _find_other(memory: Memory, notes: Extract, found: Resolution, at: int, step: int) -> int:
    """Who but the caller speaks next, or before (`step` is -1), near a quote; -1 for nobody."""
    caller, other = found.spoken[at].speaker, at + step
    while 0 <= other < len(found.spoken):
        speaker = found.spoken[other].speaker
        if abs(notes.utterances[other].paragraph - notes.utterances[at].paragraph) > NEAR:
            break
        if speaker not in (-1, caller):
            return memory.person(speaker).key
        other += step
    return -1


def find_unnarrated(memory: Memory, called: dict[int, int]) -> Iterator[tuple[int, int, int]]:
    """(person, person, mention index): those called in this chapter whom the narration has hardly named, and who is meant."""
    for key, index in called.items():
        one = memory.person(key)
        unused = one.key == key and one.kind == "name" and one.narrated * SELDOM <= one.count
        if unused and (other := _find_bearer(memory, one)) >= 0:
            yield key, other, index


def _find_bearer(memory: Memory, one: Person) -> int:
    """Who speaks around most calls of a name, less the sentences that name both, of those who may bear it, clearly more often than
    any other and without ever calling it; -1 for nobody."""
    heard = {
        other: memory.talk.heard[both] - memory.names.together.get(pair(one.key, other), 0)
        for both in memory.talk.heard.group(one.key) if (other := both[1]) != one.key
    }  # fmt: skip
    ranked = [(heard[other], other) for other in sorted(heard) if _may_bear(memory, memory.people[other], one)]
    if not ranked:
        return -1
    most, best = max(ranked, key=lambda row: (row[0], -row[1]))
    rest = [calls for calls, other in ranked if other != best]
    second = max([*rest, memory.talk.heard.get((one.key, one.key), 0)])
    clear = most - second >= LEAD and most >= CLEAR * second and (best, one.key) not in memory.talk.calls
    enough = clear and (most >= OFTEN or not one.narrated)
    bearer = memory.people[best]
    return best if enough and (_complete(one, bearer) or _is_pet_name(one, bearer, most)) else -1


def _may_bear(memory: Memory, other: Person, one: Person) -> bool:
    """Whether nothing makes them two, another surname neither."""
    return may_be(memory, one, other) and (one.surname == other.surname or not (one.surname and other.surname))


def _complete(one: Person, other: Person) -> bool:
    """Whether a name is the half that somebody has not had: a given name for a surname or a noun, "Ms. Hale" for a given name."""
    if one.title and one.surname:
        return not one.given and other.has_given and not other.surname
    known = one.has_given or (bool(one.gender) and other.kind == "name")
    return known and not one.surname and not other.has_given


def _is_pet_name(one: Person, other: Person, calls: int) -> bool:
    """Whether a single name may be one more that somebody with a name is called by: short for theirs, or called often."""
    if one.surname or one.title or other.kind != "name":
        return False
    short = one.has_given and other.has_given and bool(one.given and other.given)
    return calls >= OFTEN or (short and one.given != other.given)
