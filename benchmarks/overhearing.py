"""What there is to see of each turn where castline goes on from its own guesses: who spoke before, whom pronouns mean.

Weights learnt only where all that went before is right trust it too much; so they are learnt on this too. Names and nouns
are settled by the gold.
"""

from __future__ import annotations

from benchmarks.fitting import Example
from benchmarks.oracle import Gold, Oracle, list_rows
from castline.ingest.resolution.attribution.attribute import Conversation
from castline.ingest.resolution.attribution.decoder import remember
from castline.ingest.resolution.attribution.features import Past
from castline.ingest.resolution.coreference.walk import walk


def overhear(gold: Gold, weights: dict[str, float]) -> list[Example]:
    """The choices of an excerpt, as castline with these weights comes to them, and the right ones."""
    refer = Oracle(gold, strict=False, own=True).refer
    talk = Conversation(refer, weights)
    walk(refer, talk)
    talk.settle()
    examples: list[Example] = []
    past: Past = ()
    for turn in talk.turns:
        entity = next((gold.said[i] for i in turn.indexes if gold.said[i]), "")
        right = gold.keys.get(entity, -1)
        if right in turn.candidates and len(turn.candidates) > 1:
            examples.append((list_rows(turn, past, refer), turn.candidates.index(right)))
        past = remember(past, refer.found.spoken[turn.indexes[0]].speaker, turn)
    return examples
