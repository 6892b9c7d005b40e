"""In what mood a text tells something: as so, or only asked, supposed, denied or heard of.

    Anna married Peter.                          told as so
    Did Anna marry Peter?                        ASKED
    Unless Anna married Peter, ...               SUPPOSED
    He hoped that Anna would marry Peter.        WISHED
    He thought that Anna had married Peter.      THOUGHT
    Anna had not, after all, married Peter.      DENIED
    They said that Anna had married Peter.       HEARD
    I cannot find that Anna married Peter.       DOUBTED

The words before tell it, back to the last stop, and of a verb those that it hangs on. What a mood means for a fact is for its
own rule to say: an event that is supposed is none, a feeling that is asked after counts for less.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from enum import Flag, auto

from castline.ingest.annotations import Clause
from castline.ingest.draft import Draft


class Modality(Flag):
    """How something is told; nothing set is as so."""

    ASKED = auto()
    SUPPOSED = auto()
    """On a condition, or in somebody's fancy."""
    WISHED = auto()
    """In somebody's wishes, or possibly, or not quite, or not yet."""
    THOUGHT = auto()
    """As somebody takes it to be: of what is seen to happen this is said as often ("she thought him pale when he came in")."""
    DENIED = auto()
    HEARD = auto()
    """What somebody is said to have said."""
    DOUBTED = auto()
    """Under a word that denies or doubts it, or that is itself denied."""


SUPPOSED = Modality.ASKED | Modality.SUPPOSED | Modality.DOUBTED
UNREAL = SUPPOSED | Modality.WISHED
FAR = 80
"""Characters before a word in which others bear on it."""
NEAR = 30
"""The same of what denies it: "I am not going to marry"."""
_STOP = re.compile(r"[!?“”\"]")
"""A full stop inside a sentence is an abbreviation's."""
_OPEN = r"[^.;:!?“”\"]*$"
"""Up to the word itself no sentence, quote or half of a sentence ends; what is in doubt before "Mr. Hale" seldom is of him."""
_WORDS = {
    Modality.SUPPOSED: r"if|unless|lest|whether|suppos\w+|imagin\w+|fanc(?:y|ied)|pretend\w*|as though|wonder(?:ed|ing)|asked",
    Modality.WISHED: (
        r"wish\w*|want(?:ed|s)?|(?:un)?till?|hop(?:ed?|es|ing)|dream\w*|would|should|might|could|neither|almost|nearly|either"
        r"|perhaps|maybe|ought|had better"
    ),
    Modality.THOUGHT: r"th(?:ink|ought)|believ\w+|suspect\w*|afraid|seem\w*",
    Modality.DENIED: r"not|never|nobody|no longer|\w+n[’']t",
    Modality.HEARD: r"sa(?:id|y|ys)|t(?:old|ell)|hear(?:d|s)?",
}
_ABOVE = {
    Modality.SUPPOSED: "if|suppose|imagine|fancy|pretend|dream|wonder|affect|appear|seem",
    Modality.WISHED: (
        "when|would|wish|want|hope|desire|intend|mean|expect|long|plan|try|attempt|threaten|promise|offer|propose|pray|willing"
        "|anxious|eager|ready|prepared|about|tempt|inclined|disposed|resolve|determine|hesitate|reluctant|loath|likely|possible"
        "|probable|think of|dream of|speak of|talk of|idea of|thought of|intention|purpose"
    ),
    Modality.THOUGHT: "think|believe|suspect|conceive|conclude|fear|sure|certain|convinced|positive|afraid|persuade",
    Modality.HEARD: "say|tell|hear|assert|declare|report|accuse of",
    Modality.DOUBTED: (
        "doubt|deny|disbelieve|doubtful|impossible|unlikely|false|untrue|unable|incapable|refuse to|decline to|fail to|forbear to"
        "|cease to|forget to|neglect to|avoid|(?:prevent|keep|refrain|abstain|deter|dissuade|hinder|far) from|instead of|.* without"
    ),
}  # fmt: skip
"""Mood -> the words that set what hangs on them in it."""
_SETS = {mood: re.compile(rf"(?:{words})(?: to)?") for mood, words in _ABOVE.items()}
_STANDS = re.compile(
    r"not (?:(?:know|forget|remember|see|notice|perceive|observe|understand|learn|realize|realise|guess|mind|care|matter|regret"
    r"|wonder|repent|complain|conceal|hide|disguise|aware|conscious|sorry|ashamed|surprised|blame|strange|wonderful|enough)"
    r"|(?:deny|doubt|dispute|question|mistake|idea|secret|help|cease|fail|forget|neglect|hesitate|scruple|omit|refuse|resist|avoid"
    r"|prevent|keep|refrain|hinder)(?: to| from)?)"
)
"""What stands though the word above it is denied: "he did not know that she loved him", "she never ceased to love him"."""
_BEFORE = {mood: re.compile(rf"\b(?:{words})\b{_OPEN}", re.I) for mood, words in _WORDS.items()}


def read_modality(draft: Draft, at: int, before: int = -1) -> Modality:
    """How what stands at an offset is told; the words that bear on it end at `before`, or else there."""
    start = draft.sentence_of(at)[0]
    words = draft.text[max(start, at - FAR) : at if before < 0 else before]
    found = Modality.ASKED if is_asked(draft, at) else Modality(0)
    for mood, pattern in _BEFORE.items():
        if pattern.search(words[-NEAR:] if mood is Modality.DENIED else words):
            found |= mood
    return found | _read_verb(draft, at)


def read_clause(draft: Draft, clause: Clause) -> Modality:
    """How a clause is told, by what it hangs on and whether it is asked alone."""
    found = Modality.ASKED if is_asked(draft, clause.at) else Modality(0)
    for word in clause.above:
        found |= _read_word(word)
    return found


def _read_verb(draft: Draft, at: int) -> Modality:
    """The moods of the words that the verb at an offset hangs on; none where no verb stands there."""
    clauses = draft.notes.clauses
    place = bisect_left(clauses, at, key=lambda clause: clause.at)
    is_verb = place < len(clauses) and clauses[place].at == at
    return read_clause(draft, clauses[place]) if is_verb else Modality(0)


def _read_word(word: str) -> Modality:
    if word.startswith("too "):
        return Modality.DOUBTED
    if word.startswith("not "):
        return Modality(0) if _STANDS.fullmatch(word) else Modality.DOUBTED
    return next((mood for mood, pattern in _SETS.items() if pattern.fullmatch(word)), Modality(0))


def is_asked(draft: Draft, at: int) -> bool:
    """Whether what stands at an offset is put as a question: the first stop after it, in its sentence and its quote."""
    stop = _STOP.search(draft.text, at, draft.sentence_of(at)[1])
    return stop is not None and stop.group() == "?"
