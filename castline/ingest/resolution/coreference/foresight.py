"""The second walk through a chapter, its talk settled: where "he" may mean either of two, the text is read on with both, and
whoever makes the likelier reading of the pronouns that follow is meant.

One wrong "he" is gone on from by those behind it. With the wrong one in mind, what follows is often hard to read: "he" is met
where the sentence names him whom it would mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from castline.ingest.annotations import MentionNote
from castline.ingest.resolution.coreference.antecedents import References
from castline.ingest.resolution.coreference.walk import Settled, Step, list_steps, meet, resolve_here, take

DOUBT = 0.5
"""Difference of two log-chances below which both are read on with."""
FAR = 30
"""Pronouns of the same gender that are read on, at most."""
ALIKE = 6
"""Pronouns in a row that mean the same by both readings: from there on the two are taken for one."""
MISSED = -6.0
"""Log-chance of somebody who was not among those weighed."""


def walk_with_foresight(refer: References) -> None:
    """Go through a chapter whose quotes have their speakers."""
    steps, talk = list_steps(refer.notes), Settled(refer)
    for at, step in enumerate(steps):
        if step.mention < 0:
            take(refer, talk, step)
            continue
        key = resolve_here(refer, step.mention)
        if _is_in_doubt(refer, step.mention):
            key = _choose(refer, steps, at, key)
        meet(refer, step.mention, key)


def _is_in_doubt(refer: References, index: int) -> bool:
    """Whether a pronoun was weighed, and its two likeliest are nearly as likely."""
    weighed = refer.weighed
    gendered = refer.notes.mentions[index].gender != "" and index not in refer.settled
    return gendered and len(weighed) > 1 and weighed[0][0] - weighed[1][0] < DOUBT


def _choose(refer: References, steps: list[Step], at: int, key: int) -> int:
    """The first choice, unless the second makes a reading of the rest that is clearly likelier."""
    (chance, _), (lesser, other) = refer.weighed[:2]
    readings = zip(_read_on(refer, steps, at, key), _read_on(refer, steps, at, other), strict=True)
    gain, alike = lesser - chance, 0
    for (mine, sure), (yours, likely) in islice(readings, FAR):
        gain += likely - sure
        alike = alike + 1 if mine == yours else 0
        if alike == ALIKE:
            break
    return other if gain > 0 else key


def _read_on(refer: References, steps: list[Step], at: int, key: int) -> Iterator[tuple[int, float]]:
    """(person, log-chance) of each pronoun of the same gender behind one that is taken to mean somebody."""
    fork = refer.fork()
    talk, gender = Settled(fork), refer.notes.mentions[steps[at].mention].gender
    meet(fork, steps[at].mention, key)
    for step in islice(steps, at + 1, None):
        if step.mention < 0:
            take(fork, talk, step)
            continue
        meant = resolve_here(fork, step.mention)
        if _is_like(refer.notes.mentions[step.mention], gender):
            yield meant, _chance_of(fork, meant)
        meet(fork, step.mention, meant)


def _is_like(note: MentionNote, gender: str) -> bool:
    return note.kind == "pronoun" and note.person == 3 and note.gender == gender and not note.plural


def _chance_of(refer: References, key: int) -> float:
    """The log-chance that was given to whom a pronoun means; 0 where nothing was weighed."""
    return next((chance for chance, one in refer.weighed if one == key), MISSED) if refer.weighed else 0.0
