"""Secrets: what is said with the wish that somebody shall not know of it ("Don't tell Ada", "this is between ourselves").

By the words alone: of 35 such sayings in eleven novels 24 ask for silence, and most of the others are a quarrel's "don't say a word".
"""

from __future__ import annotations

import re

KEPT = 0.6
"""The importance that what is to be kept has at least: somebody has to know of it, so as not to let it slip."""
_WHOM = (
    r"(?!me\b|us\b|you\b|lies\b|which\b|from\b|how\b|what\b|whether\b|when\b)(?:any ?(?:one|body|thing)|a (?:living )?soul|h(?:im|er|is|ers)\b"
    r"|them\b|no ?(?:one|body)|(?:your|my|our|his|the) \w+|(?-i:[A-Z])[\w.]+)"
)
_NOT = (
    r"\b(?:don[’']t|do not|must(?:n[’']t| not)|need(?:n[’']t| not)|never|not to|(?:won[’']t|will not|shan[’']t|shall not)(?! you)) "
    r"(?:you |ever |go and |dare (?:to )?)*"
)
_SAID = re.compile(
    _NOT
    + rf"(?:tell {_WHOM}|say (?:a (?:single )?word|anything|nothing)(?= (?:of (?:it|this)|about|to (?!me\b|us\b|you\b))|[.!,;—-]|$)"
    rf"|breathe (?:it|a word|a syllable)|(?:mention|repeat) (?:it|this|that|a word) to\b|let (?:on\b|it out\b|{_WHOM} know\b))"
    r"|\bkeep (?:it|this|that|all this|(?:my|our|the)(?= secret)) ?(?:all |quite |strictly )?(?:an? |as a )?"
    rf"(?:secret\b|to (?:yourself|yourselves|ourselves)\b|from {_WHOM}|between (?:us|ourselves|you and me))|\bkeep a secret for me\b"
    r"|(?:^|[,;—-] ?|\bstrictly |\bquite |\bis )between (?:ourselves|you and (?:me|I)|us two)(?=[,.!;?—-])"
    r"|(?:^|[,;.!—-] ?)not a word (?:to|of (?:it|this|all|what))\b"
    r"|\b(?:nobody|no one|not a soul) (?:else )?(?:must|is to|ought to|may|need) (?:ever )?(?:know|hear|suspect)\b"
    r"|(?:\bnever|\bnot|n[’']t) (?:yet |ever )?told (?:any ?(?:one|body)|a (?:living )?soul)"
    r"|\b(?:nobody|no one|not a soul) (?:else )?knows (?:of |about )?(?:it|this|but)\b"
    r"|\b(?:it|this|that)(?:[’']s| is) (?:to be )?(?:an? (?:great |dead |profound )?|our |my )secret\b"
    r"|\bpromise\b[^.!?]{0,30}\b(?:not to|never to|you won[’']t|you will (?:not|never)|you[’']ll never) (?:tell|say|speak|mention|breathe|let)\b",
    re.I,
)


def asks_secrecy(words: str) -> bool:
    """Whether what somebody says asks or promises that others shall not know of something."""
    return _SAID.search(" ".join(words.replace("_", "").split())) is not None
