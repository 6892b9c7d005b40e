"""What an answer claims that its speaker cannot know: of what comes, of where they were not, and of what is told otherwise.

Every sentence of the answer is a claim, put to the graph as a question would be. What is denied, asked or supposed claims
nothing; nor does a sentence that holds too little to be found by.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from castline.agent.cited import Telling
from castline.agent.model import Model
from castline.agent.questions import find_names
from castline.agent.ruling import rule
from castline.agent.talk import Asking, ground
from castline.graph.moments import FOREVER
from castline.query.sentences import find_terms, split_sentences
from castline.query.view import View

Fault = Literal["future", "unwitnessed", "contradicted"]
LEAST_TERMS = 3
"""Words to be found by that a claim must hold."""
AHEAD, AWAY, CHANGED = 0.75, 0.3, 0.75
"""How likely a claim must be of what comes, and of what is changed; and how unlikely that the speaker was there."""
UNMET = 0.95
"""How sure it is that a claim about somebody who is met later is of what comes."""
_DENIED = re.compile(
    r"\b(?:not|never|no|nothing|nobody|none|cannot|without|unaware|ignorant|forgive me|who (?:is|are))\b|n['’]t\b|\?\s*$",
    re.I,
)
_SUPPOSED = re.compile(r"\b(?:if|would|might|perhaps|may|could|suppose|imagine|hope|fear|wish|shall|will)\b", re.I)
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
    found = (check_claim(view, one, answer[a:b]) for a, b in split_sentences(answer))
    return [claim for claim in found if claim is not None]


def check_claim(view: View, who: str, claim: str) -> Claim | None:
    """What is wrong with one sentence; None for nothing."""
    if is_denied(claim):
        return None
    if _names_unmet(view, claim):
        return Claim(claim, "future", UNMET, None)
    if _SUPPOSED.search(claim) or len(find_terms(claim)) < LEAST_TERMS:
        return None
    ruling = rule(view, who, _as_question(claim))
    if ruling.temporal == "future":
        return (
            Claim(claim, "future", ruling.confidence, ruling.beyond[0])
            if ruling.confidence >= AHEAD and ruling.beyond
            else None
        )
    place = ruling.places[0] if ruling.places else None
    if _SAW.search(claim) and not _HEARSAY.search(claim) and ruling.present <= AWAY and place:
        return Claim(claim, "unwitnessed", round(1 - ruling.present, 3), place)
    if ruling.falsified >= CHANGED and place:
        return Claim(claim, "contradicted", ruling.falsified, place)
    return None


def _names_unmet(view: View, claim: str) -> bool:
    """Whether a claim names somebody whom the saga knows, and nobody of that name by the moment. A word that may have its capital
    from the sentence's beginning is no name."""
    names = [name for start, name in find_names(claim) if " " in name or claim[:start].strip(" “‘\"'")]
    return any(view.cast.bears(name, FOREVER) and not view.cast.candidates(name, view.bound) for name in names)


def is_denied(text: str) -> bool:
    """Whether a sentence denies, or asks."""
    return bool(_DENIED.search(text))


def claims_presence(text: str) -> bool:
    """Whether a sentence says that its speaker saw or heard it, and not from others."""
    return bool(_SAW.search(text)) and not _HEARSAY.search(text)


def _as_question(claim: str) -> str:
    """The claim with its speaker as "you": as a question speaks of who is asked."""
    for said, asked in ((r"\b(?:I|me|myself)\b", "you"), (r"\b(?:my|mine)\b", "your")):
        claim = re.sub(said, asked, claim)
    return claim


def mend(model: Model, asking: Asking, answer: str) -> tuple[str, list[Claim]]:
    """The answer, mended once where claims of it cannot stand; and those claims that still cannot. What comes is not told to the
    model: only that the sentence must go."""
    claims = check_answer(asking.view, asking.who, answer)
    if not claims:
        return answer, claims
    reasons = "\n".join(f"- “{claim.text}”: {_say(claim, asking.name)}" for claim in claims)
    again = [
        *ground(asking), {"role": "assistant", "content": answer},
        {"role": "user", "content": f"This cannot stand:\n{reasons}\nGive your answer once more without it, in character, and nothing else."},
    ]  # fmt: skip
    mended = model.answer(again)
    return mended, check_answer(asking.view, asking.who, mended)


def _say(claim: Claim, name: str) -> str:
    return {
        "future": "you cannot know of that; it has not happened.",
        "unwitnessed": f"{name} was not there, and can at most have heard of it.",
        "contradicted": "that is not how it was told" + (f": {claim.place.text}" if claim.place else ""),
    }[claim.fault]
