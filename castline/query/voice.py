"""The words of somebody that show how they speak: sayings from all the book, the most telling of each stretch of it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise

from castline.graph.facts import Utterance, decode_all
from castline.graph.moments import pack
from castline.graph.store import Portrait
from castline.query.entries import QuoteEntry
from castline.query.sentences import split_words
from castline.query.view import Evidence, View, cite

SPOKEN = 12
"""How many quotes a snapshot shows."""
SHORT, FEW = 20, 3
"""Characters under which what is said shows nothing of how somebody speaks; of who says nothing longer, a few are shown."""
SURE = 0.85
"""How sure it must be who says what is shown for how somebody speaks: a saying in the wrong mouth is worse than none."""
ENOUGH = 6
"""From so many telling ones on, the last words said add nothing to them."""
BRIEF = 80
"""Characters from which on what somebody says stands alone even where it begins as an answer or goes on from something said."""
_ANSWERS = re.compile(
    r"[\W_]*(?:yes|no|ay|aye|oui|non|nay|well|oh|ah|indeed|certainly|of course|then|but|and|so|or|because|thank you|good"
    r" (?:day|morning|evening|night)|good-?bye|what|who|where|when|why|how)\b", re.I
)  # fmt: skip
"""How what only answers, goes on from another's words or asks for them begins."""
IN_A_ROW = 5
"""Words in a row in which two sayings of one scene are the same."""
READ_ON = 4
"""How many times as many of the newest are looked at where doubtful ones are to be left out."""


def show_quotes(
    view: View, raw: Portrait, confidence: float, besides: Collection[Evidence], doubtful: Counter[str]
) -> tuple[QuoteEntry, ...]:
    """Sayings, the latest first: what stands alone, the most telling of each stretch of what was surely said; where there are
    too few, the last words said, if they stand alone too; of who has surely said nothing of the kind, the surest few. What the
    snapshot tells `besides` is left out; what is below `confidence` is counted."""
    sayings = _read(raw.sayings, besides)
    standing = _sure(sayings, confidence, doubtful)
    alone = [one for one in standing if one.confidence >= SURE and _stands_alone(one)]
    chosen = [max(some, key=_telling) for some in _stretches(alone, SPOKEN)]
    if len(chosen) < ENOUGH:
        taken = {one.id for one in sayings}
        newest = _sure([one for one in _read(raw.said, besides) if one.id not in taken], confidence, doubtful)
        chosen += [one for one in newest if one.confidence >= SURE and _stands_alone(one)][: ENOUGH - len(chosen)]
        chosen = (
            chosen
            or sorted(standing + newest, key=lambda one: (not _is_long(one), -one.confidence, _lately(one)))[:FEW]
        )
    return tuple(
        QuoteEntry(one.words or one.text, tuple(view.name(other) for other in one.addressees), cite(one))
        for one in sorted(chosen, key=_lately)
    )


def _is_long(said: Utterance) -> bool:
    return len(said.words or said.text) >= SHORT


def _stands_alone(said: Utterance) -> bool:
    """Whether somebody can be heard in it who has not heard what was said before."""
    words = said.words or said.text
    return (said.weight is not None or _is_long(said)) and (len(words) >= BRIEF or _ANSWERS.match(words) is None)


def _read(lines: list[bytes], besides: Collection[Evidence]) -> list[Utterance]:
    """The utterances, the latest first."""
    said: list[Utterance] = sorted(decode_all(lines), key=_lately)
    told: defaultdict[str, list[Evidence]] = defaultdict(list)
    for words in besides:
        told[words.told].append(words)
    return [one for one in said if one.told not in told or not _is_in(one, told[one.told])]


def _is_in(said: Utterance, told: Sequence[Evidence]) -> bool:
    """Whether words of one moment reach into a quote of it, of which the span is but the first piece."""
    if any(words.start < said.end and words.end > said.start for words in told):
        return True
    rows = _rows(said.words or "")
    return bool(rows) and not all(rows.isdisjoint(_rows(words.text)) for words in told)


@lru_cache(maxsize=1024)
def _rows(text: str) -> frozenset[str]:
    """Every few words in a row of a text. Kept: the same sayings are looked at as of every later moment."""
    words = split_words(text)
    return frozenset(" ".join(words[at : at + IN_A_ROW]) for at in range(len(words) - IN_A_ROW + 1))


def _lately(said: Utterance) -> tuple[int, int, str]:
    return -pack(said.told), -said.start, said.id


def _telling(said: Utterance) -> tuple[float, int]:
    return said.weight or 0.0, -said.start


def _sure(said: list[Utterance], confidence: float, doubtful: Counter[str]) -> list[Utterance]:
    kept = [one for one in said if one.confidence >= confidence]
    doubtful["quotes"] += len(said) - len(kept)
    return kept


def _stretches(said: list[Utterance], count: int) -> list[list[Utterance]]:
    """The utterances in order, in at most `count` stretches of nearly as many."""
    most = min(count, len(said))
    bounds = [len(said) * place // max(1, most) for place in range(most + 1)]
    return [said[a:b] for a, b in pairwise(bounds)]
