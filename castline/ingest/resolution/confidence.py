"""How often the rules of resolution are right, as measured; what every decision about who is meant states."""

from __future__ import annotations

import math

from castline.ingest.annotations import MentionNote
from castline.ingest.resolution.cast.result import Spoken

FIRST_MET = {"name": 0.73, "description": 0.75, "narrator": 0.91}
"""How often somebody new is a person, and nobody met before: on LitBank, by name (560), by a noun (182) and who tells (42)."""


CONFIDENCE = {
    "said-name": 0.98, "said-I": 0.99, "said-noun": 0.9, "said-stranger": 0.63, "said-role": 0.56, "names-self": 0.85,
    "letter": 0.53, "signed": 0.4, "goes on": 0.9, "corrected": 1.0,
    "acts beside": 0.85,
}  # fmt: skip
"""How often each rule is right, on PDNC's 21 novels from raw text (`python -m benchmarks DATA confidence`): a name (of 6,652
quotes), an "I" (685), a noun of whom "he" or "she" has been said lately (505) or not (327) beside a verb of speech; a noun that may be
anybody's, "her aunt" (385); "I am X" (13). PDNC has few letters: 16 of 30 that were read in 20 novels, and 2 of 5 that are signed. Of whoever
is named as acting right behind, 94 of 110. What a person has corrected is so. Of tales that go on all 15 were right that were read in 14 novels, but they are nine tales: it is set below that.
A speaker whom a pronoun or the talk gives has the tempered probability of the learnt choice, in the light of how lately he was
named and how surely "he" meant him."""
BELIEVED = 0.82
"""How sure it must be who says what is told as said. Of sayings of a hundred characters and more that are surer, 92 of 100 are
in the right mouth, of those from 0.7 to 0.82 74 (5,455 and 1,598 of PDNC's 21 novels)."""
SHARPNESS = 0.56
"""What the odds of the learnt choice are raised to: it is surer than it is right, since its features tell the same thing
twice. Fitted on LitBank, each text by weights learnt without it (698 choices); on PDNC it fits as it is."""


def rate_speaker(said: Spoken) -> float:
    """How often a speaker that was found so is right."""
    return CONFIDENCE[said.rule] if said.rule in CONFIDENCE else temper(said.chance)


def temper(chance: float) -> float:
    """How often a choice of this chance is right."""
    chance = min(0.99, max(0.01, chance))
    return round(1 / (1 + math.pow(1 / chance - 1, SHARPNESS)), 2)


MENTIONS = {
    "name": 0.93, "nominal": 0.67, "he": 0.73, "he-said": 0.58, "I": 0.98, "I-said": 0.65, "you": 0.59,
}  # fmt: skip
"""How often a mention means whom it is said to, on LitBank's 100 texts from raw text: names (2,469), nouns (1,255), "he", "she"
and "they" in narration (6,524) and talk (805), "I" of narrators (2,718) and speakers (1,631), "you" (979)."""


LEAST_TRUSTED, MOST_TRUSTED = 0.4, 0.82
"""How often a "he" or "she" of novels is right that stands at the end of a doubtful chain, and right beside its name: between
these it rises with the chance that the whole chain back to the name holds. Fitted on 2,828 pronouns of ten novels, from raw
text; they are right by the name, 0.1 to 0.8, and one to one, 0.6 to 0.84."""


def rate_meaning(note: MentionNote, chance: float | None) -> float:
    """How often a mention means whom it is said to; `chance` is that of its chain, where it was weighed."""
    if chance is None or note.plural:
        return MENTIONS[kind_of_mention(note)]
    return round(LEAST_TRUSTED + (MOST_TRUSTED - LEAST_TRUSTED) * chance, 2)


def kind_of_mention(note: MentionNote) -> str:
    """What the confidence of a mention hangs on."""
    if note.kind != "pronoun":
        return note.kind
    if note.person == 2:
        return "you"
    return ("I" if note.person == 1 else "he") + ("-said" if note.quote >= 0 else "")
