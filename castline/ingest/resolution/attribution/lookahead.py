"""What the rest of a talk shows of a turn's speaker: who is told to speak soon, whom the next turn calls, who acts next.

A chapter may be read whole, so a row of bare quotes is read from both its ends.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from castline.ingest.resolution.attribution.features import NEAR_TALK, Turn
from castline.ingest.resolution.coreference.antecedents import References

SOON = 8
"""Turns ahead that are looked at."""
AROUND = 3
"""Turns before and after that tell who is spoken of."""
FAR = 99
_STEPS = (1, 3, 6, 12, 30)
"""Paragraphs between the places where somebody is named: the classes of how far."""


def look_ahead(turns: list[Turn], refer: References) -> None:
    """Add to the clues of each turn what the turns and the narration after it show; to its candidates, who speak soon."""
    acts = _find_actors(refer)
    named = _find_named(refer)
    for at, turn in enumerate(turns):
        soon = _find_soon(turns, at)
        follows = turns[at + 1] if at + 1 < len(turns) and turns[at + 1].paragraph - turn.last <= 2 else None
        called = (follows.called[:1] or [follows.told]) if follows else []
        if turn.sure == -1 and not turn.ranked:
            _add_candidates(turn, [*called, *soon], refer)
        tag = turn.tag or ("sure" if turn.sure != -1 else "none")
        actor = acts.get(turn.last + 1, acts.get(turn.last + 2, -1) if not follows else -1)
        spoken_of = _find_spoken_of(turns, at)
        for key, clues in zip(turn.candidates, turn.clues, strict=True):
            clues += spoken_of.get(key, ())
            clues.append(f"soon {soon.get(key, 0)}")
            clues += _presence(
                named.get(key, []), turn, key == refer.found.teller_at(refer.notes.paragraphs[turn.paragraph][0])
            )
            if key in called:
                clues += ["called next", f"called next {tag}"]
            if key == actor:
                clues.append(f"acts next {tag}")


def _find_soon(turns: list[Turn], at: int) -> dict[int, int]:
    """Who is told outright to say a turn soon -> how many turns on, 3 for later."""
    soon: dict[int, int] = {}
    for step, other in enumerate(turns[at + 1 : at + 1 + SOON], 1):
        if other.paragraph - turns[at + step - 1].last > NEAR_TALK:
            break
        if other.sure != -1:
            soon.setdefault(other.sure, min(step, 3))
    return soon


def _find_spoken_of(turns: list[Turn], at: int) -> dict[int, list[str]]:
    """Whom the turns before and after a turn name without calling them: who is spoken of is seldom by."""
    found: dict[int, list[str]] = {}
    sides = {"before": turns[max(0, at - AROUND) : at][::-1], "after": turns[at + 1 : at + 1 + AROUND]}
    for where, others in sides.items():
        last, spoken_of = turns[at], set[int]()
        for other in others:
            if abs(other.paragraph - last.paragraph) > NEAR_TALK:
                break
            last, spoken_of = other, spoken_of | set(other.named) - set(other.called)
        for key in spoken_of:
            found.setdefault(key, []).append(f"named {where}")
    return found


def _add_candidates(turn: Turn, keys: list[int], refer: References) -> None:
    for key in keys:
        if key >= 0 and key not in turn.candidates and key not in refer.discourse.many and key not in turn.called:
            turn.candidates.append(key)
            turn.clues.append(["rank 5", "talked 0"])


def _find_actors(refer: References) -> dict[int, int]:
    """Paragraph that begins with narration -> its first subject."""
    found: dict[int, int] = {}
    for index, note in enumerate(refer.notes.mentions):
        if note.paragraph not in found and note.quote < 0 and note.role == "subj":
            found[note.paragraph] = refer.found.meant[index]
    for quote in refer.notes.utterances:
        found.pop(quote.paragraph, None)
    return found


def _presence(places: list[int], turn: Turn, narrator: bool) -> list[str]:
    """How far before and after a turn the narration names somebody; the narrator is always there."""
    if narrator:
        return ["narrator"]
    at, after = bisect_left(places, turn.paragraph), bisect_right(places, turn.last)
    before = turn.paragraph - places[at - 1] if at else FAR
    later = places[after] - turn.last if after < len(places) else FAR
    return [f"seen {bisect_left(_STEPS, before)}", f"seen again {bisect_left(_STEPS, later)}"]


def _find_named(refer: References) -> dict[int, list[int]]:
    """Person -> the paragraphs whose narration names them, in order."""
    found: dict[int, list[int]] = {}
    for index, note in enumerate(refer.notes.mentions):
        if note.quote < 0 and note.kind == "name" and note.role != "poss" and (key := refer.found.meant[index]) >= 0:
            found.setdefault(key, []).append(note.paragraph)
    return found
