"""What one cue is, and the shares that all kinds of cues have in common."""

from __future__ import annotations

from dataclasses import dataclass

HEARSAY = 0.2
"""How much of what one is told of a third person sinks in. Like the shares below it was set by how often a cue of its
sort stands between people whom readers call friends or foes: hearsay hardly tells the two apart."""
ASKED = 0.3
"""What an opinion or a deed counts for that is put as a question."""
DENIED = -0.15
"""What is denied counts a little for its opposite ("she did not hate him"): understatement more often than news."""


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
