"""Opinions: loaded words said or thought of somebody, and what they show of the one who says or thinks them."""

from __future__ import annotations

import re
from bisect import bisect_left

from castline.ingest.annotations import Evaluation
from castline.ingest.draft import Draft
from castline.ingest.feelings.cue import ASKED, DENIED, HEARSAY, Felt
from castline.ingest.language.affect import MISJUDGED, REGARD, SELF_REPROACH, VIRTUES
from castline.ingest.narrative.modality import Modality, is_asked, read_clause
from castline.ingest.narrative.presence import Attendance

AROUND = 400
"""Characters before a sentence of self-reproach in which those are named whom it may be about."""
OWN_THOUGHT = 0.5
"""A feeling that narration gives to its holder, with the one it is for left to be guessed."""
PRAISED, BLAMED = 0.2, 1.4
"""An opinion in narration is taken for that of the person whose eyes the scene is seen through. Praise there is seldom
more than description; blame is the surest sign of a foe."""
CALLED = 0.25
"""What a loaded word does to the one it is said of, to the face: much of it is banter."""
THINKS = frozenset({"think", "believe", "know", "find", "consider", "judge", "fancy", "suppose", "feel", "perceive", "deem",
    "imagine", "wonder", "reflect", "see", "hope", "fear", "declare", "pronounce"})  # fmt: skip
"""Verbs whose subject is the one who holds an opinion that follows."""
UNMERITED = -0.4
""" "Not a sensible man" is blame, in few words."""
_UNREAL = Modality.SUPPOSED | Modality.WISHED | Modality.DOUBTED
_AIM = re.compile(r"\s+(?:at|against|for|towards?|of|with)\b")
_OF_WHAT = re.compile(r"(?:proud|vain|sensible) of\b|(?:agreeable|dear) to\b")
"""What one is proud of, and what is agreeable to one, says nothing of how one is."""


def find_opinions(draft: Draft, here: Attendance, word: Evaluation) -> list[Felt]:
    """What a loaded word shows of the one who says it, or of the one through whose eyes narration sees."""
    about = draft.found.who[word.mention] if word.mention >= 0 else -1
    scene = draft.scene_at(word.paragraph)
    if word.word in SELF_REPROACH:
        return _self_reproach(draft, here, word, about, scene)
    if word.word in REGARD and about >= 0:
        return _owned_feeling(draft, word, about)
    if about < 0 or word.word not in VIRTUES:
        return []
    if _OF_WHAT.match(draft.text, word.start) or _is_doubted(draft, word):
        return []
    weight = VIRTUES[word.word]
    if word.negated:
        weight *= UNMERITED if weight > 0 else DENIED
    if is_asked(draft, word.start):
        weight *= ASKED
    span = (word.start, word.end, word.paragraph)
    if word.quote < 0:
        return _thought(draft, word, here.focal.get(scene, -1), about, weight)
    said = draft.found.spoken[word.quote]
    cues = [Felt(said.speaker, about, f"says:{word.word}", weight, 0.05, *span)]
    if about in said.hearers:
        cues.append(Felt(about, said.speaker, f"is-called:{word.word}", weight * CALLED, 0.1, *span))
    else:
        cues += [Felt(key, about, f"heard:{word.word}", weight * HEARSAY, 0.05, *span) for key in said.hearers]
    return cues


def _is_doubted(draft: Draft, word: Evaluation) -> bool:
    """Whether the sentence denies or only supposes that somebody is or is thought so: "she did not think him cruel", "if he were
    cruel"; what a word is of its own noun ("a cruel man") it is anyhow."""
    start = draft.sentence_of(word.start)[0]
    low, high = (bisect_left(draft.notes.clauses, at, key=lambda clause: clause.at) for at in (start, word.start))
    for clause in reversed(draft.notes.clauses[low:high]):
        if any(at == word.start for _, at, *_ in clause.complements):
            return bool(clause.modal or read_clause(draft, clause) & _UNREAL)
        if clause.verb in THINKS:
            return clause.negated or bool(read_clause(draft, clause) & Modality.DOUBTED)
    return False


def _thought(draft: Draft, word: Evaluation, holder: int, about: int, weight: float) -> list[Felt]:
    """An opinion of narration. "He had been cruel", where holder and target are both "he", may be either's remorse, and so
    is no blame of the other."""
    holder = _find_thinker(draft, word, holder)
    note = draft.notes.mentions[word.mention]
    doubtful = note.kind == "pronoun" and holder >= 0 and holder != draft.found.teller_at(note.start)
    if weight < 0 and doubtful and note.gender == draft.memory.person(holder).gender:
        return []
    share = PRAISED if weight > 0 else BLAMED
    return [Felt(holder, about, f"thinks:{word.word}", weight * share, 0.05, word.start, word.end, word.paragraph)]


def _find_thinker(draft: Draft, word: Evaluation, focal: int) -> int:
    """The subject of the verb of thought that the sentence puts before a word, else the one whose eyes narration uses."""
    clauses = draft.notes.clauses
    start = draft.sentence_of(word.start)[0]
    low, high = (bisect_left(clauses, at, key=lambda clause: clause.at) for at in (start, word.start))
    for clause in reversed(clauses[low:high]):
        if clause.verb in THINKS and clause.quote < 0 and len(clause.subjects) == 1:
            return draft.found.who[clause.subjects[0]]
    return focal


def _owned_feeling(draft: Draft, word: Evaluation, holder: int) -> list[Felt]:
    """ "her anger": hers, toward the one other person whom the sentence speaks of, if there is just one.

    Of "your anger" the talk does not tell whom it is for, and "her anger at" what follows is no guess.
    """
    if word.quote >= 0 or _AIM.match(draft.text, word.end):
        return []
    others = {draft.found.who[i] for i in _find_mentions(draft, *draft.sentence_of(word.start))} - {-1, holder}
    weight = REGARD[word.word] * OWN_THOUGHT * (DENIED if word.negated else 1.0)
    return [Felt(holder, key, f"feels:{word.word}", weight, 0.05, word.start, word.end, word.paragraph)
            for key in others if len(others) == 1]  # fmt: skip


def _self_reproach(draft: Draft, here: Attendance, word: Evaluation, about: int, scene: int) -> list[Felt]:
    """Who blames himself softens toward those he thought ill of, where the sentence or what stands just before names
    them. "Something was wrong", "she thought him wrong" and "nobody regretted it" blame nobody's own judgement."""
    holder = draft.found.spoken[word.quote].speaker if word.quote >= 0 else here.focal.get(scene, -1)
    as_noun = draft.text[word.start : word.end].lower() == word.word
    judged = about == holder or (about < 0 and word.word not in MISJUDGED and as_noun)
    if holder < 0 or word.negated or not judged:
        return []
    start, end = draft.sentence_of(word.start)
    mentions = _find_mentions(draft, start - AROUND, end)
    named = {draft.found.who[i] for i in mentions if draft.notes.mentions[i].kind == "name"} - {-1, holder}
    cues = []
    for key in sorted(named):
        bond = draft.memory.bonds.get((holder, key))
        if bond and bond.affection <= -0.5:
            turn = min(2.0, -bond.affection * (0.4 if about == holder else 0.25))
            cues.append(Felt(holder, key, "self-reproach", turn, 0.1, word.start, word.end, word.paragraph))
    return cues


def _find_mentions(draft: Draft, start: int, end: int) -> range:
    """The indexes of the mentions that start between two offsets."""
    return range(*(bisect_left(draft.notes.mentions, x, key=lambda note: note.start) for x in (start, end)))
