"""Cues: the words of a chapter that move what one person feels for another, each with its holder and its place."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from castline.ingest.deeds import ATTITUDES, MISJUDGED, REGARD, SELF_REPROACH, TARGETED, TREATMENT, VIRTUES
from castline.ingest.draft import Draft
from castline.ingest.extract import Clause, Evaluation
from castline.ingest.presence import Attendance

HEARSAY = 0.2
"""How much of what one is told of a third person sinks in. Like the shares below it was set by how often a cue of its
sort stands between people whom readers call friends or foes: hearsay hardly tells the two apart."""
BYGONE = 0.2
"""What a feeling counts for that somebody says they had ("I did hate you")."""
ASKED = 0.3
"""What an opinion or a deed counts for that is put as a question."""
AROUND = 400
"""Characters before a sentence of self-reproach in which those are named whom it may be about."""
ONLOOKER = 0.5
"""What a doer feels of his own deed, against the one it is done to."""
OWN_THOUGHT = 0.5
"""A feeling that narration gives to its holder, with the one it is for left to be guessed."""
PRAISED, BLAMED = 0.2, 1.4
"""An opinion in narration is taken for that of the person whose eyes the scene is seen through. Praise there is seldom
more than description; blame is the surest sign of a foe."""
CALLED = 0.25
"""What a loaded word does to the one it is said of, to the face: much of it is banter."""
DENIED = -0.15
"""What is denied counts a little for its opposite ("she did not hate him"): understatement more often than news."""
_AIM = re.compile(r"\s+(?:at|against|for|towards?|of|with)\b")
_OF_WHAT = re.compile(r"(?:proud|vain|sensible) of\b|(?:agreeable|dear) to\b")
"""What one is proud of, and what is agreeable to one, says nothing of how one is."""
KILLS = frozenset({"kill", "murder"})
"""Deeds that leave nobody to resent them; who does or threatens them hates (HPD's -10), which is no half-feeling."""
STATED = {"love": 8.0, "adore": 8.0, "hate": -6.0, "detest": -6.0, "loathe": -6.0, "abhor": -6.0}
"""Verb -> the affection that it names: HPD's 8 for those in love and devoted families."""
UNDONE = frozenset({"mean", "wish", "want", "hope", "intend", "refuse", "try", "pretend", "seem", "expect", "suppose",
    "cease", "stop"})  # fmt: skip
"""Verbs whose completion need not come true ("I never meant to deceive you")."""
OPEN_TO_DOUBT = frozenset({"if", "would", "could", "might", "may", "should"})


@dataclass(frozen=True, slots=True)
class Felt:
    """One cue: `weight` on the affection scale; `closeness` is the share of the way to the familiarity `limit` that it
    leads; `meets`, whether the two are face to face; `stated` the level that the words name outright (0 for none). A span
    of the chapter's text."""

    holder: int
    toward: int
    type: str
    weight: float
    closeness: float
    start: int
    end: int
    paragraph: int
    limit: float = 2.0
    meets: bool = False
    stated: float = 0.0


def find_cues(draft: Draft, here: Attendance) -> list[Felt]:
    """All cues of the chapter, in the order of the text."""
    cues: list[Felt] = []
    for clause in draft.notes.clauses:
        cues += _clause_cues(draft, clause)
    for word in draft.notes.evaluations:
        cues += _opinion(draft, here, word)
    kept = [cue for cue in cues if cue.holder >= 0 and cue.toward >= 0 and cue.holder != cue.toward]
    return sorted(kept, key=lambda cue: (cue.start, cue.end, cue.type, cue.holder, cue.toward))


def _clause_cues(draft: Draft, clause: Clause) -> list[Felt]:
    who = draft.found.who
    agents = [who[i] for i in clause.subjects]
    patients = [who[i] for i in clause.objects]
    if clause.passive:
        agents, patients = [who[i] for prep, i in clause.preps if prep == "by"], agents
    sign = DENIED if clause.negated else 1.0
    if clause.modal in OPEN_TO_DOUBT or clause.open in UNDONE:
        sign *= 0.3
    if _is_asked(draft, clause.at):
        sign *= ASKED
    cues = [
        cue for a in agents for p in patients if a != p for cue in _deed(draft, clause, a, p, sign)
    ]  # fmt: skip
    toward = [(prep, who[i]) for prep, i in clause.preps]
    for a in agents:
        cues += _aimed(clause, a, patients, toward, sign)
    return cues


def _deed(draft: Draft, clause: Clause, a: int, p: int, sign: float) -> list[Felt]:
    span = (clause.at, clause.at + len(clause.verb), clause.paragraph)
    cues = []
    if clause.verb in ATTITUDES:
        scale = sign * (1.0 if clause.quote < 0 or _says(draft, clause, a) else HEARSAY)
        if clause.quote >= 0 and clause.past:
            scale *= BYGONE
        stated = STATED.get(clause.verb, 0.0) if scale == 1 and clause.modal != "must" else 0.0
        weight = ATTITUDES[clause.verb] * scale
        cues.append(Felt(a, p, f"feels:{clause.verb}", weight, 0.1, *span, stated=stated))
        if clause.quote >= 0 and _says(draft, clause, a):
            cues.append(Felt(p, a, f"told:{clause.verb}", ATTITUDES[clause.verb] * 0.1 * sign, 0.3, *span))
    if clause.verb in TREATMENT:
        weight = TREATMENT[clause.verb] * sign
        if clause.verb not in KILLS:
            cues.append(Felt(p, a, f"done:{clause.verb}", weight * (1.0 if clause.quote < 0 else 0.6), 0.2, *span))
        cues.append(Felt(a, p, f"does:{clause.verb}", weight * _doers_share(draft, clause, a), 0.2, *span))
        cues += _hearsay(draft, clause, a, p, weight, span)
    return cues


def _doers_share(draft: Draft, clause: Clause, a: int) -> float:
    """How much of a deed's weight its doer feels."""
    if clause.verb in KILLS and (clause.quote < 0 or (_says(draft, clause, a) and not clause.past)):
        return 1.0
    return ONLOOKER * (1.0 if clause.quote < 0 else 0.4)


def _says(draft: Draft, clause: Clause, key: int) -> bool:
    return clause.quote >= 0 and draft.found.spoken[clause.quote].speaker == key


def _hearsay(draft: Draft, clause: Clause, a: int, p: int, weight: float, span: tuple[int, int, int]) -> list[Felt]:
    """Who hears of a deed thinks so much the better or worse of the doer, from the hearing on."""
    if clause.quote < 0:
        return []
    said = draft.found.spoken[clause.quote]
    return [
        Felt(key, a, f"heard:{clause.verb}", weight * HEARSAY, 0.1, *span)
        for key in said.addressees
        if key not in (a, p)
    ]


def _aimed(clause: Clause, a: int, patients: list[int], toward: list[tuple[str, int]], sign: float) -> list[Felt]:
    """Feelings in nouns ("hatred of her") and in adjectives that aim at somebody ("angry with him")."""
    aims = [key for prep, key in toward if prep in ("to", "toward", "towards", "for", "against", "of", "with", "at")]
    cues = []
    for noun in clause.nouns:
        if noun in REGARD:
            for key in [*aims, *patients]:
                weight, stated = REGARD[noun] * sign, STATED["love"] if _is_in_love(clause, noun, sign) else 0.0
                span = (clause.at, clause.end, clause.paragraph)
                cues.append(Felt(a, key, f"feels:{noun}", weight, 0.1, *span, stated=stated))
    for word, start, end, negated in clause.complements:
        if word in TARGETED:
            weight = TARGETED[word] * (DENIED if negated else 1.0)
            cues += [Felt(a, key, f"feels:{word}", weight, 0.1, start, end, clause.paragraph) for key in aims]
    return cues


def _is_in_love(clause: Clause, noun: str, sign: float) -> bool:
    """Whether narration says outright that somebody is, or has fallen, in love."""
    return noun == "love" and clause.verb in ("be", "fall") and sign == 1 and clause.quote < 0


def _opinion(draft: Draft, here: Attendance, word: Evaluation) -> list[Felt]:
    about = draft.found.who[word.mention] if word.mention >= 0 else -1
    scene = draft.scene_at(word.paragraph)
    if word.word in SELF_REPROACH:
        return _self_reproach(draft, here, word, about, scene)
    if word.word in REGARD and about >= 0:
        return _owned_feeling(draft, word, about)
    if about < 0 or word.word not in VIRTUES:
        return []
    if _OF_WHAT.match(draft.text, word.start):
        return []
    weight = VIRTUES[word.word] * (DENIED if word.negated else 1.0)
    if _is_asked(draft, word.start):
        weight *= ASKED
    span = (word.start, word.end, word.paragraph)
    if word.quote < 0:
        return _thought(draft, word, here.focal.get(scene, -1), about, weight)
    said = draft.found.spoken[word.quote]
    cues = [Felt(said.speaker, about, f"says:{word.word}", weight, 0.05, *span)]
    if about in said.addressees:
        cues.append(Felt(about, said.speaker, f"is-called:{word.word}", weight * CALLED, 0.1, *span))
    else:
        cues += [Felt(key, about, f"heard:{word.word}", weight * HEARSAY, 0.05, *span) for key in said.addressees]
    return cues


def _thought(draft: Draft, word: Evaluation, holder: int, about: int, weight: float) -> list[Felt]:
    """An opinion of narration. "He had been cruel", where holder and target are both "he", may be either's remorse, and so
    is no blame of the other."""
    note = draft.notes.mentions[word.mention]
    doubtful = note.kind == "pronoun" and holder >= 0 and holder != draft.found.teller_at(note.start)
    if weight < 0 and doubtful and note.gender == draft.memory.person(holder).gender:
        return []
    share = PRAISED if weight > 0 else BLAMED
    return [Felt(holder, about, f"thinks:{word.word}", weight * share, 0.05, word.start, word.end, word.paragraph)]


def _is_asked(draft: Draft, start: int) -> bool:
    end = draft.sentence_of(start)[1]
    return "?" in draft.text[max(start, end - 3) : end]


def _owned_feeling(draft: Draft, word: Evaluation, holder: int) -> list[Felt]:
    """ "her anger": hers, toward the one other person whom the sentence speaks of, if there is just one.

    Of "your anger" the talk does not tell whom it is for, and "her anger at" what follows is no guess.
    """
    if word.quote >= 0 or _AIM.match(draft.text, word.end):
        return []
    start, end = draft.sentence_of(word.start)
    low, high = (bisect_left(draft.notes.mentions, x, key=lambda m: m.start) for x in (start, end))
    others = {draft.found.who[i] for i in range(low, high)} - {-1, holder}
    weight = REGARD[word.word] * OWN_THOUGHT * (DENIED if word.negated else 1.0)
    return [Felt(holder, key, f"feels:{word.word}", weight, 0.05, word.start, word.end, word.paragraph)
            for key in others if len(others) == 1]  # fmt: skip


def _self_reproach(draft: Draft, here: Attendance, word: Evaluation, about: int, scene: int) -> list[Felt]:
    """Who blames himself softens toward those he thought ill of, where the sentence or what stands just before names
    them. "Something was wrong" and "she thought him wrong" blame nobody's own judgement."""
    holder = draft.found.spoken[word.quote].speaker if word.quote >= 0 else here.focal.get(scene, -1)
    judged = about == holder or (about < 0 and word.word not in MISJUDGED)
    if holder < 0 or word.negated or not judged:
        return []
    start, end = draft.sentence_of(word.start)
    cues = []
    for key in sorted(_named_between(draft, start - AROUND, end) - {holder}):
        bond = draft.memory.bonds.get(f"{holder}>{key}")
        if bond and bond.affection <= -0.5:
            turn = min(2.0, -bond.affection * (0.4 if about == holder else 0.25))
            cues.append(Felt(holder, key, "self-reproach", turn, 0.1, word.start, word.end, word.paragraph))
    return cues


def _named_between(draft: Draft, start: int, end: int) -> set[int]:
    low, high = (bisect_left(draft.notes.mentions, x, key=lambda m: m.start) for x in (start, end))
    return {draft.found.who[i] for i in range(low, high) if draft.notes.mentions[i].kind == "name"} - {-1}
