"""Levels in words, for prompts and for eyes. Both tables are published here; a bound is the least level it covers.

familiarity (HPD, figure 4)          affection (HPD, figure 3; two who have met are at 1)
  0    does not know                   -10    wants dead          -0.5  has no strong feeling about
  0.5  has barely met                   -9    hates                1.25 is well disposed toward
  1.5  knows a little of                -7    detests              2    likes
  3    is acquainted with               -5    strongly dislikes    4    is fond of
  4.5  is relatively familiar with      -3    dislikes             6    is devoted to
  6.5  knows well                       -1.5  is cool toward       8    loves deeply
  8.5  knows through and through
"""

from __future__ import annotations

from bisect import bisect_right

FAMILIARITY: tuple[tuple[float, str], ...] = (
    (8.5, "knows {} through and through"), (6.5, "knows {} well"), (4.5, "is relatively familiar with {}"),
    (3.0, "is acquainted with {}"), (1.5, "knows a little of {}"), (0.5, "has barely met {}"), (0.0, "does not know {}"),
)  # fmt: skip
AFFECTION: tuple[tuple[float, str], ...] = (
    (8.0, "loves {} deeply"), (6.0, "is devoted to {}"), (4.0, "is fond of {}"), (2.0, "likes {}"),
    (1.25, "is well disposed toward {}"), (-0.5, "has no strong feeling about {}"), (-1.5, "is cool toward {}"),
    (-3.0, "dislikes {}"), (-5.0, "strongly dislikes {}"), (-7.0, "detests {}"), (-9.0, "hates {}"), (-10.0, "wants {} dead"),
)  # fmt: skip

_FAMILIARITY = [least for least, _ in reversed(FAMILIARITY)], [words for _, words in reversed(FAMILIARITY)]
_AFFECTION = [least for least, _ in reversed(AFFECTION)], [words for _, words in reversed(AFFECTION)]


def say_familiarity(level: float, whom: str) -> str:
    """A familiarity of 0..10 in words: "is relatively familiar with Marta"."""
    return _words(_FAMILIARITY, level).replace("{}", whom)


def say_affection(level: float, whom: str) -> str:
    """An affection of -10..10 in words: "strongly dislikes Marta"."""
    return _words(_AFFECTION, level).replace("{}", whom)


def _words(rising: tuple[list[float], list[str]], level: float) -> str:
    return rising[1][bisect_right(rising[0], level) - 1]


def say_object(gender: str | None) -> str:
    """ "him", "her", or "them" while the text has not told."""
    return {"male": "him", "female": "her"}.get(gender or "", "them")


def say_feeling(who: str, whom: str, affection: float, familiarity: float, them: str = "them") -> str:
    """Both levels in one sentence; `them` is how `whom` is called the second time."""
    return f"{who} {say_familiarity(familiarity, whom)} and {say_affection(affection, them)}."


def is_noun(who: str) -> bool:
    """Whether somebody is known by a noun alone: "the sister", "the man"."""
    return who.startswith("the ")
