"""The turns of a talk, decoded together: of all ways to give them to speakers, the likeliest (beam search).

A turn whose speaker is told outright is not free, but its likelihood counts: so the names after a row of bare quotes tell
who said them as much as the names before.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from castline.ingest.language.weights import load_weights
from castline.ingest.resolution.attribution.features import Past, Turn, follow

BEAM = 12
REMEMBERED = 6
"""Turns back that a hypothesis knows."""
FIT = 0.5
"""How much a turn counts by how well anybody fits it, against all by who of them fits best. At 0 each turn would share out
one chance whatever stands there, so that a guess which leaves nobody likely costs no more than one that leaves somebody
sure (label bias; Lafferty et al. 2001); at 1 the sums alone would count, which were not learnt to be compared."""

ANOTHER = 5.0
"""How much less likely whoever has just spoken is to answer where a quote is closed and the next one opened at once: of 17 such
pairs in PDNC's novels, long rows left out, two have one speaker."""


@dataclass(slots=True)
class Guess:
    """A way to give the turns so far to speakers. `chance` is that of the last choice alone."""

    score: float
    past: Past
    key: int = -1
    chance: float = 1.0
    before: Guess | None = None


class Decoder:
    """The guesses about the turns so far, the best first."""

    def __init__(self, gender_of: Callable[[int], str], weights: dict[str, float] | None = None) -> None:
        self.gender_of = gender_of
        self.guesses = [Guess(0.0, ())]
        self.weights = load_weights("speakers") if weights is None else weights

    def add(self, turn: Turn) -> None:
        """Weigh every candidate of a turn after every guess."""
        if not turn.candidates:
            return self._pass(turn)
        clues = [sum(self.weights.get(name, 0.0) for name in row) for row in turn.clues]
        found: dict[Past, Guess] = {}
        for guess in self.guesses:
            fit, chances = self._weigh(turn, guess.past, clues)
            for key, chance in chances:
                if turn.sure != -1 and key != turn.sure:
                    continue
                past = remember(guess.past, key, turn)
                score = guess.score + math.log(chance) + FIT * fit
                if past not in found or score > found[past].score:
                    found[past] = Guess(score, past, key, chance, guess)
        self.guesses = sorted(found.values(), key=lambda guess: -guess.score)[:BEAM]

    def _pass(self, turn: Turn) -> None:
        """A turn of nobody's."""
        self.guesses = [Guess(g.score, remember(g.past, -1, turn), -1, 0.0, g) for g in self.guesses]

    def _weigh(self, turn: Turn, past: Past, clues: list[float]) -> tuple[float, list[tuple[int, float]]]:
        """How well anybody fits after one past (the logarithm of the sum of all), and (candidate, probability)."""
        tag = turn.tag or ("sure" if turn.sure != -1 else "")
        scores = [
            clue + sum(self.weights.get(name, 0.0) for name in follow(key, turn, past, tag, self.gender_of))
            for key, clue in zip(turn.candidates, clues, strict=True)
        ]
        if turn.replies and past:
            scores = [score - ANOTHER * (key == past[0][0]) for key, score in zip(turn.candidates, scores, strict=True)]
        most = max(scores)
        shares = [math.exp(score - most) for score in scores]
        total = sum(shares)
        chances = [(key, max(1e-9, share / total)) for key, share in zip(turn.candidates, shares, strict=True)]
        return most + math.log(total), chances

    def trail(self) -> list[tuple[int, float]]:
        """(speaker, chance) of each turn by the best guess."""
        found = []
        guess: Guess | None = self.guesses[0]
        while guess is not None and guess.before is not None:
            found.append((guess.key, guess.chance))
            guess = guess.before
        return found[::-1]


def remember(past: Past, key: int, turn: Turn) -> Past:
    """The past after one more turn."""
    return ((key, turn), *past[: REMEMBERED - 1])
