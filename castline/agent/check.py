"""What an answer claims that its speaker cannot know: of what comes, of where they were not, and of what is told otherwise.

What it tells is put to the graph as a question would be, sentence by sentence and as a whole: a sentence alone often holds too little
to be found by. What its speaker denies, asks or supposes claims nothing. How likely each fault must be is set by 280 answers of twenty
people of ten novels, right ones and wrong ones of every sort (`python -m benchmarks DATA claims`).
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from castline.agent.cited import Telling
from castline.agent.questions import find_names
from castline.agent.ruling import Ruling, rule
from castline.query.sentences import find_terms, split_sentences
from castline.query.view import View

Fault = Literal["future", "unwitnessed", "contradicted"]
LEAST_TERMS = 3
"""Words to be found by that a claim must hold."""
AHEAD, AHEAD_ALONE, AWAY, CHANGED = 0.5, 0.9, 0.7, 0.9
"""How likely an answer must be of what comes, or a sentence of it by itself, and a sentence of what is changed; and how likely it is at
most that the speaker was there of who says so and was not."""
UNMET = 0.95
"""How sure it is that a claim about somebody who is met later is of what comes."""
_DENIED = re.compile(
    r"\b(?:not|never|no|nothing|nobody|none|cannot|without|unaware|ignorant|forgive me|who (?:is|are))\b|n['’]t\b|\?\s*$",
    re.I,
)
_DISOWNED = re.compile(
    r"\b(?:I|we)\b[^,;:.]{0,40}\b(?:not|never|no|nothing|nobody|none|cannot)\b|\b(?:I|we)\b[^,;:.]{0,20}n['’]t\b"
    r"|^\W*(?:no|not|never|nothing|nobody|none)\b|\b(?:unaware|ignorant|forgive me|who (?:is|are))\b|\bfirst I(?:['’]ve| have)? heard\b"
    r"|\?\W*$",
    re.I,
)
"""What a speaker says of themselves not to have done, seen or known; what others did not do is told all the same."""
_SUPPOSED = re.compile(
    r"^\W*(?:[Ii]f|[Pp]erhaps|[Mm]aybe|[Ss]uppose|[Ii]magine)\b|\b(?:I|[Ww]e) (?:hope|fear|wish|suppose|imagine|dream)\b"
    r"|\b(?:would|might|may|shall|will)\b(?! have\b)|\b\w+['’]ll\b"
)
"""In small letters, since May and Will are people, too."""
_SAW = re.compile(
    r"\b(?:I|we)\b[^.;]*\b(?:was|were|stood|sat|saw|heard|watched|witnessed|felt|looked|remember)\b|\bbefore my (?:own )?eyes\b",
    re.I,
)
_HEARSAY = re.compile(
    r"\b(?:told me|was told|I heard (?:of|that|from)|they say|I have heard|wrote to me|I read|learned|learnt)\b", re.I
)


class Claim(msgspec.Struct, frozen=True):
    """A claim of an answer that cannot stand: the sentence, what is wrong with it, how sure (0..1), and where it is told.
    `place` is where what comes is told, for a claim of the future: it is the judge's, and not to be shown to the speaker; None
    where it is somebody who is met later."""

    text: str
    fault: Fault
    confidence: float
    place: Telling | None


def check_answer(view: View, who: str, answer: str) -> list[Claim]:
    """The claims of an answer, given by a person (name or id) at the view's moment, that cannot stand. Raises UnknownName and
    AmbiguousName."""
    one = view.find(who)
    told = [said for a, b in split_sentences(answer) if not _claims_nothing(said := answer[a:b])]
    unmet = [Claim(said, "future", UNMET, None) for said in told if _names_unmet(view, said)]
    left = [said for said in told if all(claim.text != said for claim in unmet)]
    rulings = {said: rule(view, one, ask_as_question(said)) for said in left if len(find_terms(said)) >= LEAST_TERMS}
    if not rulings:
        return unmet
    whole = rule(view, one, ask_as_question(" ".join(left))) if len(left) > 1 else rulings[left[0]]
    likeliest = max(rulings, key=lambda said: rulings[said].later)
    faults = (_find_fault(said, own, whole, said == likeliest) for said, own in rulings.items())
    return sorted((*unmet, *filter(None, faults)), key=lambda claim: told.index(claim.text))


def _find_fault(said: str, own: Ruling, whole: Ruling, likeliest: bool) -> Claim | None:
    """What is wrong with one sentence, by what is ruled of it and of all that is told; whether it is the `likeliest` of what comes."""
    later = max(own.later if own.later >= AHEAD_ALONE else 0.0, whole.later if likeliest else 0.0)
    beyond = own.beyond or whole.beyond
    if later >= AHEAD and beyond:
        return Claim(said, "future", round(later, 3), beyond[0])
    if whole.later >= AHEAD or not own.places:
        return None
    if claims_presence(said) and whole.present <= AWAY:
        return Claim(said, "unwitnessed", round(1 - whole.present, 3), own.places[0])
    return Claim(said, "contradicted", own.falsified, own.places[0]) if own.falsified >= CHANGED else None


def _claims_nothing(said: str) -> bool:
    """Whether a sentence denies what its speaker did or knows, supposes, or asks."""
    return bool(_DISOWNED.search(said) or _SUPPOSED.search(said))


def _names_unmet(view: View, claim: str) -> bool:
    """Whether a claim names somebody whom the saga knows, and nobody of that name by the moment. A word that may have its capital
    from the sentence's beginning is no name."""
    names = [name for start, name in find_names(claim) if " " in name or claim[:start].strip(" “‘\"'")]
    return any(view.cast.bears(name, view.horizon) and not view.cast.candidates(name, view.bound) for name in names)


def is_denied(text: str) -> bool:
    """Whether a sentence denies, or asks."""
    return bool(_DENIED.search(text))


def claims_presence(text: str) -> bool:
    """Whether a sentence says that its speaker saw or heard it, and not from others."""
    return bool(_SAW.search(text)) and not _HEARSAY.search(text)


def ask_as_question(claim: str) -> str:
    """The claim with its speaker as "you": as a question speaks of who is asked."""
    for said, asked in ((r"\b(?:I|me|myself)\b", "you"), (r"\b(?:my|mine)\b", "your")):
        claim = re.sub(said, asked, claim)
    return claim
