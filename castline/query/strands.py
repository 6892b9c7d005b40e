"""Strands: while two people were not yet known to be one, each had feelings and ties of their own; they are one pair's now.

    a ── 2.0 ───── 1.0 ─────▶ b        two strands of one pair, once b and c are known to be one:
    a ─────── -3.0 ───── 4.0 ─▶ c        2.0, then 1.0, then (c better known by now) 4.0

The strand of the greatest familiarity so far leads: who is known under two names is known by the better known. Whatever
shows what people feel, at a moment or over time, asks here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from castline.graph.facts import Feeling, Relation, State
from castline.graph.moments import FOREVER, pack
from castline.graph.ties import BLOOD, group_of
from castline.query.view import View

Pair = tuple[str, str]
"""Who feels and toward whom, by the ids under which they are shown."""


def weigh(feeling: Feeling | State) -> tuple[float, int, str, str]:
    """Of feelings that stand in several strands at once, that of the greatest weight leads: by familiarity, then the later
    told."""
    told = feeling.told if isinstance(feeling, State) else pack(feeling.told)
    return feeling.familiarity, told, feeling.holder, feeling.toward


def lead(feelings: Iterable[Feeling]) -> list[Feeling]:
    """The feelings of one pair, one way, in the order told, without those of a strand that another one leads.

    With one strand, as nearly always, that is every feeling. The last of them is the one that stands.
    """
    standing: dict[Pair, Feeling] = {}
    led = []
    for feeling in sorted(feelings, key=_order):
        standing[feeling.holder, feeling.toward] = feeling
        if max(standing.values(), key=weigh) is feeling:
            led.append(feeling)
    return led


def _order(feeling: Feeling) -> tuple[int, int, str]:
    """As told; of one moment's, what the next of its strand ended at once comes before that."""
    return pack(feeling.told), pack(feeling.until) if feeling.until else FOREVER, feeling.id


def trace_pairs(view: View, who: str | None = None) -> dict[Pair, list[Feeling]]:
    """Feelings over time, up to the view's moment: the feelings of each pair, one way, that led.

    Everybody's, or those of and for `who`, where one is given.
    """
    told: defaultdict[Pair, list[Feeling]] = defaultdict(list)
    for feeling in view.facts(["feeling"], who):
        told[view.root(feeling.holder), view.root(feeling.toward)].append(feeling)
    return {pair: lead(told[pair]) for pair in sorted(told) if pair[0] != pair[1]}


def live_feelings(view: View) -> dict[Pair, Feeling]:
    """The feeling of each pair, one way, that stands at the view's moment."""
    return {pair: run[-1] for pair, run in trace_pairs(view).items()}


def live_relations(view: View, relations: Iterable[Relation]) -> list[Relation]:
    """Of ties that have not ended, those that stand between two people as they are shown: of one group, the last told, but that who is
    told to be an aunt stays one when she turns out to be of the family."""
    latest: dict[tuple[frozenset[str], str], Relation] = {}
    for tie in relations:
        pair = frozenset((view.root(tie.a), view.root(tie.b)))
        key = (pair, group_of(tie.subtype or tie.type))
        if tie.until is None and len(pair) == 2 and (key not in latest or _replaces(tie, latest[key])):
            latest.pop(key, None)
            latest[key] = tie
    return [
        tie
        for (pair, group), tie in latest.items()
        if not _is_gainsaid(tie, latest.get((pair, _AGAINST.get(group, ""))))
    ]


def _replaces(tie: Relation, other: Relation) -> bool:
    """Whether a tie stands in place of another of its group: the later one, and an exact word before "family"."""
    vague, was_vague = (one.subtype == "family" for one in (tie, other))
    return was_vague if vague != was_vague else pack(tie.told) >= pack(other.told)


_AGAINST = {"kin": "union", "union": "kin"}
_MARRIED = frozenset({"spouse", "parted", "widow", "widower", "late spouse"})


def _is_gainsaid(tie: Relation, other: Relation | None) -> bool:
    """Whether another tie of two people says that this one is none: a husband is no father, though he may have been told to be the
    father of somebody who turned out to be his wife; and that husband and wife are of one family says nothing. The surer stands, of
    two as sure the one told first."""
    if other is not None and (tie.subtype or tie.type) == "family" and other.subtype in _MARRIED:
        return True
    if other is None or not {tie.subtype, other.subtype} & BLOOD:
        return False
    return (-tie.confidence, pack(tie.told)) > (-other.confidence, pack(other.told))
