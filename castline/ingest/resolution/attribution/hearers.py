"""To whom each turn of a talk is said, and how often that is right.

The shares are those of 19,300 quotes of PDNC's 21 novels whose speaker is sure (0.7 and more); somebody counts as right who is one
of those marked as spoken to.
"""

from __future__ import annotations

from collections.abc import Sequence

from castline.ingest.annotations import UtteranceNote
from castline.ingest.resolution.attribution.features import NEAR_TALK, Turn
from castline.ingest.resolution.attribution.letters import find_reader
from castline.ingest.resolution.coreference.antecedents import References

REACH = 5
"""Turns before and after, in which who is spoken to has a word."""
BESIDE, NEAR = 1, 2
"""Paragraphs away: right beside, and with one of narration between."""
HEARD = {
    "called": (0.58, 0.9, 0.09), "called and named": (0.32, 0.95, 0.0), "told": (0.52, 0.6, 0.37), "reader": (0.84, 0.84, 0.0),
    "both": (0.57, 0.02, 1.0), "alone": (0.46, 0.45, 0.52), "beside": (0.5, -0.06, 1.0), "far": (0.43, 0.0, 0.7),
}  # fmt: skip
"""How often whoever is called by name is spoken to (2,690 quotes), also where the saying names him otherwise ("Ada! A message
for Ada!", 156), whom the narration tells (249), who speaks both before and after (10,690), on one side where nobody else is near
(1,370), right beside (2,930), and further off (1,220): where nothing near is surely theirs, and else a base and what it rises by with
how sure it is that a turn near is theirs. Letters with a reader are too few there (6 of 8 right)."""
ALONE = {"called": 0.9, "told": 0.84}
"""The same of a saying around which nobody else has a turn."""
MOST = 0.98
"""However sure a turn near is."""


def find_hearers(
    refer: References, turns: Sequence[Turn], at: int, quote: UtteranceNote, speakers: Sequence[int]
) -> tuple[list[int], str]:
    """Who is called by name, or told to be spoken to; else who spoke last before, or speaks next; and what tells it (of `HEARD`, or
    "" for nobody). Nobody hears a thought."""
    turn = turns[at]
    if quote.is_thought:
        return [], ""
    if turn.called:
        return turn.called[:1], "called and named" if turn.called[0] in turn.named else "called"
    if quote.addressee >= 0 and refer.found.meant[quote.addressee] != -1:
        return [refer.found.meant[quote.addressee]], "told"
    if quote.kind == "letter":
        return find_reader(refer, quote, speakers[at]), "reader"
    before = _list_others(turns, at, range(at - 1, max(-1, at - 1 - REACH), -1), speakers)
    after = _list_others(turns, at, range(at + 1, min(len(speakers), at + 1 + REACH)), speakers)
    nearest = [side[0] for side in (before, after) if side]
    if not nearest:
        return [], ""
    gap, key = nearest[0] if len(nearest) == 1 or nearest[0][0] <= nearest[1][0] + 1 else nearest[1]
    return [key], _judge(key, gap, before, after)


def rate_hearing(kind: str, turn: float, alone: bool) -> float:
    """How often somebody is spoken to of whom something of `HEARD` tells it, where a turn near is theirs for so sure (0 for none);
    `alone`: nobody but the speaker has one."""
    silent, base, rise = HEARD[kind]
    if not turn:
        return ALONE.get(kind, silent) if alone else silent
    return round(min(MOST, base + rise * turn), 2)


def _judge(key: int, gap: int, before: list[tuple[int, int]], after: list[tuple[int, int]]) -> str:
    """What tells that somebody is spoken to who speaks so many paragraphs away."""
    if before and after and all(side[0][1] == key and side[0][0] <= NEAR for side in (before, after)):
        return "both"
    if gap <= NEAR and {other for _, other in (*before, *after)} == {key}:
        return "alone"
    return "beside" if gap <= BESIDE else "far"


def _list_others(turns: Sequence[Turn], at: int, places: range, speakers: Sequence[int]) -> list[tuple[int, int]]:
    """(paragraphs away, speaker) of the turns near that are somebody else's, the nearest first."""
    gaps = ((abs(turns[place].paragraph - turns[at].paragraph), speakers[place]) for place in places)
    return [(gap, key) for gap, key in gaps if gap <= NEAR_TALK and key not in (-1, speakers[at])]
