"""Cues: the words of a chapter that move what one person feels for another, each with its holder and its place."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace

from castline.graph.showing import OVER
from castline.ingest.annotations import Aim, Clause
from castline.ingest.draft import Draft
from castline.ingest.feelings.cue import ASKED, DENIED, HEARSAY, Felt
from castline.ingest.feelings.opinions import find_opinions
from castline.ingest.language.affect import ATTITUDES, REGARD, TARGETED, TINTS, TOWARD, TREATMENT
from castline.ingest.language.lexicon import SPEECH_VERBS
from castline.ingest.narrative.modality import Modality, is_asked, read_clause
from castline.ingest.narrative.presence import Attendance

BYGONE = 0.2
"""What a feeling counts for that somebody says they had ("I did hate you"), or that narration says they had had."""
_LASTING = re.compile(
    r"\b(?:always|ever|never|since|long|all|still|yet|for (?:\w+ )?(?:year|month|week|day)s?)\b", re.I
)
"""Words by which "had loved" goes on: it came to be before, and is."""
_OVER = re.compile(r"\bno longer\b|\b(?:not|n[’']t|never)\b[^.;:!?]*\b(?:any ?more|any longer)\b", re.I)
BEHIND, AFTER = 10, 30
"""Characters behind a clause's last word of its own in which "any more" may stand, and "for many years"."""
_LEFT_OFF = frozenset({"cease", "stop"})
ONLOOKER = 0.5
"""What a doer feels of his own deed, against the one it is done to."""
LITOTES = -0.5
"""What it counts for the opposite when only the strength of a feeling is denied ("no very cordial feelings")."""
AIMED = {**TINTS, **TOWARD, **TARGETED, **REGARD}
DENIED_OF = {"like": -0.8, "trust": -0.8, "respect": -0.6, "forgive": -0.6, "love": -0.3, "admire": -0.3}
"""Denials that say more: who does not like somebody dislikes him."""
INFINITIVE, COMES_TO = 0.4, frozenset({"begin", "come", "learn", "grow", "continue", "start"})
"""What "to love" counts where it completes no verb that says it came to be ("mad to love you", "no reason to hate him")."""
KILLS = frozenset({"kill", "murder"})
"""Deeds that leave nobody to resent them; who does or threatens them hates (HPD's -10), which is no half-feeling."""
STATED = {"love": 8.0, "adore": 8.0, "hate": -6.0, "detest": -6.0, "loathe": -6.0, "abhor": -6.0, "despise": -5.0}
"""Verb -> the affection that it names: HPD's 8 for those in love and devoted families."""
UNDONE = frozenset({"mean", "wish", "want", "hope", "intend", "refuse", "try", "pretend", "seem", "expect", "suppose",
    "cease", "stop"})  # fmt: skip
"""Verbs whose completion need not come true ("I never meant to deceive you")."""
SUPPOSED = 0.3
"""What counts for so much is told on a condition, or as wished or tried."""
BELIEVED = 0.5
"""The same of what somebody else takes it to be ("Ora thought that she was in love with him")."""
OPEN_TO_DOUBT = frozenset({"if", "would", "could", "might", "may", "should"})


def find_cues(draft: Draft, here: Attendance) -> list[Felt]:
    """All cues of the chapter, in the order of the text."""
    cues: list[Felt] = []
    for clause in draft.notes.clauses:
        cues += _clause_cues(draft, clause)
    for aim in draft.notes.aims:
        cues += _aimed(draft, aim)
    aimed = {aim.start for aim in draft.notes.aims}
    for word in draft.notes.evaluations:
        if word.start not in aimed:
            cues += find_opinions(draft, here, word)
    kept = [cue for cue in cues if cue.holder >= 0 and cue.toward >= 0 and cue.holder != cue.toward]
    return sorted(kept, key=lambda cue: (cue.start, cue.end, cue.type, cue.holder, cue.toward))


def _clause_cues(draft: Draft, clause: Clause) -> list[Felt]:
    who = draft.found.who
    agents = [who[i] for i in clause.subjects]
    patients = [who[i] for i in clause.objects]
    if clause.passive:
        agents, patients = [who[i] for prep, i in clause.preps if prep == "by"], agents
    if clause.verb in ATTITUDES and (_is_over(draft, clause) or _is_disowned(draft, clause)):
        span = (clause.at, clause.at + len(clause.verb), clause.paragraph)
        return [
            Felt(a, p, f"{OVER}{clause.verb}", ATTITUDES[clause.verb], 0.0, *span) for a in agents for p in patients
        ]
    sign = DENIED_OF.get(clause.verb, DENIED) if clause.negated else 1.0
    cues: list[Felt] = []
    for a in agents:
        share = _share_told(draft, clause, clause.at, a)
        own = [cue for p in patients if a != p and share for cue in _deed(draft, clause, a, p, sign * share)]
        cues += own if share == 1 else [_suppose(cue) for cue in own]
    return cues


def _is_over(draft: Draft, clause: Clause) -> bool:
    """Whether a feeling is told to have ended: "no longer hated him", "did not dislike him any more", "had ceased to love her"."""
    left_off = clause.open in _LEFT_OFF and not any(word.startswith("not ") for word in clause.above)
    if clause.modal not in ("", "to") or (clause.modal and not left_off) or is_asked(draft, clause.at):
        return False
    said = clause.quote < 0 or any(_says(draft, clause, draft.found.who[i]) for i in clause.subjects)
    return said and (left_off or bool(_OVER.search(draft.text, clause.start, clause.end + BEHIND)))


def _is_disowned(draft: Draft, clause: Clause) -> bool:
    """Whether somebody says outright that they do not love: "I do not love you". What had been taken for it is over."""
    if clause.verb != "love" or not clause.negated or clause.past or clause.modal or clause.quote < 0:
        return False
    if clause.open and clause.open not in SPEECH_VERBS:
        return False  # "it is not that I do not love you"
    said = [draft.found.who[i] for i in clause.subjects]
    return len(said) == 1 and _says(draft, clause, said[0]) and _share_told(draft, clause, clause.at, said[0]) == 1


def _is_bygone(draft: Draft, clause: Clause) -> bool:
    """Whether narration tells a feeling as one that had been."""
    had = clause.quote < 0 and clause.remote == "before"
    return had and not _LASTING.search(
        draft.text, clause.start, min(clause.end + AFTER, draft.sentence_of(clause.at)[1])
    )


def _share_told(draft: Draft, clause: Clause | None, at: int, holder: int) -> float:
    """What the words at an offset, of a clause, count for (0..1) by how they are told of the holder: as so, supposed, believed
    by another or asked; nothing where the words above deny or doubt them ("I cannot find that I hate her")."""
    mood = read_clause(draft, clause) if clause else Modality(0)
    if mood & Modality.DOUBTED:
        return 0.0
    unreal = mood & (Modality.SUPPOSED | Modality.WISHED) or (
        clause and (clause.modal in OPEN_TO_DOUBT or clause.open in UNDONE)
    )
    believed = bool(mood & Modality.THOUGHT) and not _thinks(draft, at, holder)
    return (SUPPOSED if unreal else BELIEVED if believed else 1.0) * (ASKED if is_asked(draft, at) else 1.0)


def _thinks(draft: Draft, at: int, holder: int) -> bool:
    """Whether what somebody is said to feel they believe themselves: theirs is the subject before that of the feeling, or there
    is none."""
    notes, start = draft.notes.mentions, draft.sentence_of(at)[0]
    first, last = (bisect_left(notes, place, key=lambda note: note.start) for place in (start, at))
    subjects = [draft.found.who[index] for index in range(first, last) if notes[index].role == "subj"]
    return len(subjects) < 2 or subjects[-2] == holder


def _suppose(cue: Felt) -> Felt:
    """A cue of what is only supposed, wished or asked, which shows no feeling by itself and mends nothing."""
    return replace(cue, type=f"supposed:{cue.type.partition(':')[2]}", stated=0.0)


def _deed(draft: Draft, clause: Clause, a: int, p: int, sign: float) -> list[Felt]:
    span = (clause.at, clause.at + len(clause.verb), clause.paragraph)
    cues = []
    if clause.verb in ATTITUDES:
        scale = sign * (1.0 if clause.quote < 0 or _says(draft, clause, a) else HEARSAY)
        if (clause.quote >= 0 and clause.past and not clause.negated) or _is_bygone(draft, clause):
            scale *= BYGONE
        if clause.modal == "to" and clause.open not in COMES_TO:
            scale *= INFINITIVE
        stated = STATED.get(clause.verb, 0.0) if scale == 1 and not clause.modal else 0.0
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
        Felt(key, a, f"heard:{clause.verb}", weight * HEARSAY, 0.1, *span) for key in said.hearers if key not in (a, p)
    ]


def _aimed(draft: Draft, aim: Aim) -> list[Felt]:
    """A feeling that the words aim at somebody ("hatred of her", "angry with him", "sneered at them")."""
    a, p = draft.found.who[aim.holder], draft.found.who[aim.toward]
    clause = draft.notes.clauses[aim.clause] if aim.clause >= 0 else None
    share = _share_told(draft, clause, aim.start, a)
    if not share:
        return []
    weight = AIMED[aim.word] * (LITOTES if aim.much else DENIED if aim.negated else 1.0) * share
    says = aim.quote >= 0 and draft.found.spoken[aim.quote].speaker == a
    if clause and _is_bygone(draft, clause):
        weight *= BYGONE
    if aim.quote >= 0:
        weight *= (BYGONE if clause and clause.past else 1.0) if says else HEARSAY
    outright = aim.word == "love" and aim.quote < 0 and weight == AIMED["love"]
    span = (aim.start, aim.end, aim.paragraph)
    cue = Felt(a, p, f"feels:{aim.word}", weight, 0.1, *span, stated=STATED["love"] if outright else 0.0)
    return [cue if share == 1 else _suppose(cue)]
