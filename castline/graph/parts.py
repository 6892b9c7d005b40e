"""The parts of a character's history: what a snapshot reads of somebody, each part as one range of moments.

    STATE   what holds until it is ended         live states, through the last page
    KNOWN   what somebody knows of               the newest, and the memorable of the last page
    SAID    what somebody says                   the newest
    VOICE   of that, what stands alone           the newest SAYINGS
    SCENE   the scenes somebody is in            the SCENES newest
    EVENT   what somebody takes part in          (no snapshot; for the facts of one person)

The numbers are stored, and stand in the stores' queries: a part keeps its own for good, and its kinds too.
"""

from __future__ import annotations

from collections.abc import Collection

from castline.graph.facts import STATES, Fact, Scene, Utterance, kind, subjects

STATE, KNOWN, SAID, SCENE, EVENT, VOICE = range(6)

KINDS: dict[int, frozenset[str]] = {
    STATE: STATES, KNOWN: frozenset({"knowledge"}), SAID: frozenset({"utterance"}), SCENE: frozenset({"scene"}),
    EVENT: frozenset({"participation"}),
}  # fmt: skip
"""The kinds of facts in each part; a fact of any other kind stands in nobody's history. What is in VOICE is in SAID as well."""

SCENES, SAYINGS = 1, 48
"""Scenes and sayings of each id in a portrait; how many of the other newest it has, whoever asks says."""

PAGED = (STATE, KNOWN)
"""The parts that a page holds, so that growth in them calls for the next."""

_PART_OF = {name: part for part, names in KINDS.items() for name in names}


def places(fact: Fact) -> list[tuple[str, int]]:
    """In whose histories a fact stands, each once, and in which part."""
    part = _PART_OF.get(kind(fact))
    if part is None:
        return []
    people = [present.character for present in fact.present] if isinstance(fact, Scene) else subjects(fact)
    found = [(who, part) for who in dict.fromkeys(people)]
    if isinstance(fact, Utterance) and fact.speaker and fact.weight is not None:
        found.append((fact.speaker, VOICE))
    return found


def parts_with(kinds: Collection[str]) -> list[int]:
    """The parts in which facts of these kinds may stand."""
    return [part for part, names in KINDS.items() if names & set(kinds)]
