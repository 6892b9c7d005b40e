"""Manners: set phrases and manners of speech that show what one who talks feels for who is talked to.

Weights are steps of the kind that `deeds` explains. The lists are castline's own.
"""

from __future__ import annotations

import re

WARM_WORDS: dict[str, float] = {
    "i love you": 3.0, "my love": 2.0, "my darling": 2.0, "dearest": 1.5, "god bless you": 1.2, "bless you": 1.0,
    "my dear friend": 1.2, "my dear fellow": 0.9, "my dear boy": 1.2, "my dear girl": 1.2, "my dear child": 1.4,
    "my child": 1.0, "my beloved": 2.5, "how good of you": 0.8, "you are very kind": 0.6, "you are too good": 0.7,
    "i thank you": 0.3, "thank you": 0.2, "forgive me": 0.6, "i forgive you": 2.0, "my friend": 0.7, "dear friend": 1.0,
    "old friend": 1.0, "old fellow": 0.8, "my dear": 0.6, "i trust you": 1.0, "i admire you": 1.5,
    "i am so glad to see you": 1.0, "my sweet": 1.5, "sweetheart": 1.8, "marry me": 2.5, "be my wife": 3.0,
    "i like you": 1.0, "i am glad to see you": 0.6, "how glad i am to see you": 0.8, "you have saved my life": 2.5,
    "let us be friends": 1.2,
}  # fmt: skip
COLD_WORDS: dict[str, float] = {
    "i hate you": -4.0, "how dare you": -1.8, "leave me": -0.8, "get out": -1.2, "begone": -1.8,
    "hold your tongue": -1.0, "damn you": -2.0, "curse you": -2.5, "confound you": -0.8, "go to the devil": -1.5,
    "you insult me": -1.8, "villain": -1.5, "scoundrel": -1.5, "wretch": -1.0, "i don't believe you": -0.8,
    "never see you again": -2.0, "never speak to you again": -2.0, "i don't like you": -1.5, "you have ruined": -1.8,
    "out of my sight": -2.0, "ought to be ashamed": -1.2, "ashamed of you": -1.2, "mind your own business": -0.8,
    "you wicked": -1.2, "leave me alone": -0.8, "don't touch me": -1.5, "don't speak to me": -0.8, "don't talk to me": -0.8,
    "i'll kill you": -2.5, "i will kill you": -2.5, "it's your fault": -0.8, "it is your fault": -0.8, "it is your own fault": -0.8,
    "it's your own fault": -0.8,
}  # fmt: skip
"""Both: phrases that at least three novels of some forty hold."""

INSULTS: dict[str, float] = {
    **dict.fromkeys(["fool", "ass", "idiot", "simpleton", "rascal"], -0.9), "wretch": -1.5,
    **dict.fromkeys(["coward", "brute", "dog", "devil"], -1.8), **dict.fromkeys(["scoundrel", "villain", "thief"], -2.2),
}  # fmt: skip
"""What somebody is called to their face, each in at least three novels of some forty."""
INSULT = re.compile(
    r"\byou(?:\s+(?!(?:an?|the|to|with|of|like|by|for|this|that|these|those|my|your|his|her|our|their|as|in|at|on|not|no|such|some|any|what"
    rf"|and|or|but)\b)[a-z]+,?){{0,3}}?(?<!\bold)\s+({'|'.join(INSULTS)})\b(?=\s*(?:[,.!?;:—–-]|$))"
)
""" "You miserable, drunken dog!"; an "old villain" is mostly a friend."""

_CALLS = frozenset({"my", "dear", "dearest", "old", "sweetheart", "villain", "scoundrel", "wretch", "leave me", "leave me alone", "get out",
                    "i don't believe you"})  # fmt: skip
"""Phrases, or first words of phrases, that must be a call: "my friend, ..." is said to a friend, "my friend has ..." of
one; "leave me!" sends away, "you leave me no choice" does not."""
_CALL = r"(?=\s*(?:[,.!?;:—–-]|$))"
_SET_OFF = (
    r"(?:^|(?<=[,.!?;:—–(-])|(?<=[,.!?;:—–(-]\s)|(?<=[,.!?;:—–(-]\s\s)|(?<=\boh\s)|(?<=\bah\s)|(?<=\byes\s)|(?<=\bno\s)"
    r"|(?<=\bbut\s)|(?<=\band\s)|(?<=\bwell\s)|(?<=\byou\s)|(?<=\bhere\s)|(?<=\bnow\s))"
)
"""A call is set off from what stands before it: "you have killed my love" calls nobody."""
_OPENING = frozenset({"villain", "scoundrel", "wretch", "get out"})
"""Phrases said to somebody's face only where speech opens with them; further on they are said of others, nearly always."""
_NOT_DENIED = r"(?<!n't )(?<!n’t )(?<!not )(?<!never )"


def _pattern(table: dict[str, float]) -> re.Pattern[str]:
    """Any phrase of the table that is not denied, the longest that fits, whatever blanks stand between its words. What sets
    a call off is looked for once, and not before each: this is read over all that is said."""
    phrases = sorted(table, key=lambda phrase: (-len(phrase), phrase))
    calls = [phrase for phrase in phrases if phrase in _CALLS or phrase.split()[0] in _CALLS]
    kinds = (
        ("", [phrase for phrase in phrases if phrase not in calls], ""),
        (_SET_OFF, [phrase for phrase in calls if phrase not in _OPENING], _CALL),
        ("^", [phrase for phrase in calls if phrase in _OPENING], _CALL),
    )
    either = [f"{opens}(?:{'|'.join(map(_write, some))}){ends}" for opens, some, ends in kinds if some]
    return re.compile(rf"{_NOT_DENIED}\b(?:{'|'.join(either)})\b")


def _write(phrase: str) -> str:
    told = r"(?<!\bto\s)" if phrase == "marry me" else ""  # "I asked her to marry me" is said to somebody else
    return told + r"\s+".join(phrase.split()).replace("'", "['’]")


WARM, COLD = _pattern(WARM_WORDS), _pattern(COLD_WORDS)

MANNERS: dict[str, float] = {
    **dict.fromkeys(["tenderly", "affectionately", "lovingly", "fondly"], 1.0),
    **dict.fromkeys(["warmly", "kindly", "gently", "gratefully", "cordially", "caressingly", "sympathetically"], 0.5),
    **dict.fromkeys(["smiling", "laughing", "pleasantly", "cheerfully", "merrily"], 0.2),
    **dict.fromkeys(["scornfully", "contemptuously", "disdainfully", "savagely", "furiously", "fiercely"], -0.8),
    **dict.fromkeys(["angrily", "bitterly", "coldly", "haughtily", "harshly", "indignantly", "sternly", "sneeringly", "roughly"], -0.5),
    **dict.fromkeys(["sharply", "crossly", "impatiently", "irritably", "sulkily", "stiffly", "sarcastically", "drily", "coolly"], -0.25),
}  # fmt: skip
"""An adverb beside a quote -> what it shows."""
HARSH_VERBS = frozenset(["sneered", "snarled", "hissed", "growled", "scolded", "thundered", "snapped", "stormed"])
