"""Words that show a feeling: of all that moves a level, what a reader would give as its reason."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol

SHOWING = ("feels:", "does:", "done:", "tells:")
"""The cues whose words say or show a feeling. Of the others (a name called out, company, a tone) one must know the rule to
see it in them."""
MANNERS = frozenset({
    "thank", "attentive", "obliged", "civil", "kind", "help", "assist", "encourage", "invite", "welcome", "compliment", "praise",
    "flatter", "please", "delight", "charm", "accuse", "scold", "tease", "reproach", "offend", "disappoint", "mortify", "frighten",
    "terrify", "reward", "bless", "spare", "free", "snatch",
})  # fmt: skip
"""What is done or felt out of manners, or by anybody: no reader would give it as the reason of love or hatred."""
CALLS = (
    "my ", "dear", "old ", "sweet", "forgive me", "bless ", "god bless", "thank", "i thank", "hold your tongue", "you are ",
    "how good",
)  # fmt: skip
"""How phrases begin by which one is called, or thanked, and that are said to anybody."""
OVER = "over:"
"""How the type of a cue begins that tells the end of a feeling: what showed it does so no more."""
READ = "reading"
"""The cue of a level that a model has read: its words show the level itself, however little it moved."""
STEP = 0.5
"""The step of affection from which on words show a feeling: a smaller one only adds to what was there."""
SURE = 0.6
"""How sure a level must be for its words to be shown: of what is less sure, one of the two is mostly a pronoun in doubt."""
LONG = 140
"""Characters of a sentence beyond which it is cut to the clauses around what shows the feeling: a message has room for no more."""
_ENDS_SPEECH = re.compile(r"[^“”]*”")
"""Words that end a saying of which they do not hold the beginning: "Anna,” said he". What goes on begins with the next one."""
_CLAUSE = re.compile(r".*?(?:[,;:.!?]+[”’\"']*(?=\s)|—|--|$)", re.S)


class Cue(Protocol):
    """A cue, with the step of affection that it made."""

    @property
    def type(self) -> str: ...
    @property
    def weight(self) -> float: ...
    @property
    def start(self) -> int: ...
    @property
    def why(self) -> str: ...


class Felt(Protocol):
    """A level with its words and the cues that moved it."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def confidence(self) -> float: ...
    @property
    def affection(self) -> float: ...
    @property
    def cues(self) -> Iterable[Cue]: ...


def shows(felt: Felt) -> bool:
    """Whether what moved a feeling most in its words shows it as it stands, and not its opposite; and surely is of these two."""
    best = _find_best(felt)
    if best is None or felt.confidence < SURE:
        return False
    if best.type == READ:
        return True
    tells = best.type.startswith(SHOWING) and not _is_polite(best.type)
    return tells and abs(best.weight) >= STEP and (best.weight > 0) == (felt.affection > 0)


def _is_polite(cue: str) -> bool:
    """Whether words are of a kind that is said and done without a feeling."""
    kind, _, word = cue.partition(":")
    return word.startswith(CALLS) if kind == "tells" else word in MANNERS


def find_words(felt: Felt) -> tuple[int, int]:
    """Where, in its own words, those stand that show a feeling (end exclusive): all of them, or, of more than LONG, the clauses
    around the cue that have room, those before it first."""
    best = _find_best(felt)
    if best is None or best.type == READ or len(felt.text) <= LONG:
        return 0, len(felt.text)
    clauses = [found.span() for found in _CLAUSE.finditer(felt.text) if found[0].strip()]
    first = last = next(n for n, (_, end) in enumerate(clauses) if best.start - felt.start < end)
    while first and clauses[last][1] - clauses[first - 1][0] <= LONG:
        first -= 1
    if _ENDS_SPEECH.match(felt.text, clauses[first][0], clauses[last][0]):
        first = next((n for n in range(first, last) if "“" in felt.text[slice(*clauses[n])]), last)
    while last + 1 < len(clauses) and clauses[last + 1][1] - clauses[first][0] <= LONG:
        last += 1
    start, end = clauses[first][0], clauses[last][1]
    whole = felt.text[start:end]
    return start + len(whole) - len(whole.lstrip()), start + len(whole.rstrip(" ,;:—-"))


def find_why(felt: Felt) -> str:
    """Why a feeling is as its words show it, as a model has put it; "" for what the rules have read."""
    best = _find_best(felt)
    return best.why if best else ""


def _find_best(felt: Felt) -> Cue | None:
    """What moved a feeling most in its own words."""
    inside = (cue for cue in felt.cues if felt.start <= cue.start < felt.end)
    return max(inside, key=lambda cue: abs(cue.weight), default=None)
