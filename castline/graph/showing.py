"""Words that show a feeling: of all that moves a level, what a reader would give as its reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

SHOWING = ("feels:", "does:", "done:", "tells:")
"""The cues whose words say or show a feeling. Of the others (a name called out, company, a tone) one must know the rule to
see it in them."""
READ = "reading"
"""The cue of a level that a model has read: its words show the level itself, however little it moved."""
STEP = 0.5
"""The step of affection from which on words show a feeling: a smaller one only adds to what was there."""
SURE = 0.6
"""How sure a level must be for its words to be shown: of what is less sure, one of the two is mostly a pronoun in doubt."""


class Cue(Protocol):
    """A cue, with the step of affection that it made."""

    @property
    def type(self) -> str: ...
    @property
    def weight(self) -> float: ...
    @property
    def start(self) -> int: ...


class Felt(Protocol):
    """A level with its words and the cues that moved it."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def confidence(self) -> float: ...
    @property
    def affection(self) -> float: ...
    @property
    def cues(self) -> Iterable[Cue]: ...


def shows(felt: Felt) -> bool:
    """Whether what moved a feeling most in its words shows it as it stands, and not its opposite; and surely is of these two."""
    inside = (cue for cue in felt.cues if felt.start <= cue.start < felt.end)
    best = max(inside, key=lambda cue: abs(cue.weight), default=None)
    if best is None or felt.confidence < SURE:
        return False
    if best.type == READ:
        return True
    return best.type.startswith(SHOWING) and abs(best.weight) >= STEP and (best.weight > 0) == (felt.affection > 0)
