"""Kin, decided on: what a chapter tells of them outright, what it hints at, and what follows, weighed together (kin_odds.py).

What is told outright is told at once where it is the likeliest thing; what is only hinted at, or follows, once it is likely
enough, at the place that tipped the balance.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from castline.graph.ties import ENDS, begins, group_of
from castline.ingest.decisions import Tie
from castline.ingest.draft import Draft
from castline.ingest.memory.memory import Hint, Memory, Pair, pair
from castline.ingest.narrative.kin_hints import TURNED, Touched, plain_kind
from castline.ingest.narrative.kin_odds import KinOdds, Likely, Option
from castline.ingest.narrative.unions import may_become
from castline.ingest.resolution.cast.kinship import is_denied, is_of_other_birth, related, set_tie, standing

SURE = 0.5
"""How likely a tie must be to be decided on: of all that is told so on novels left out of training, 0.79 are right."""
DOUBTFUL = 0.05
"""How likely what is told outright must be."""
LEAST = {"beside-pronoun": 0.2, "beside-said": 0.2, "called-back": SURE}
"""The same of rules by which it is not sure whose kin is told: of 8 that were less likely, in 27 novels, 2 are right, and of those from
there to 0.4 half; of 5 that call so whoever was taken to be spoken to, and were no likelier than not, one is, of 5 others 4."""
MOST = 0.95
"""The most that weighing makes of a tie."""
OUTRIGHT = frozenset({"told", "event", "surname", "wedding"})
"""Rules that say a marriage outright: by the others nobody married is married again."""
WEIGHED = "weighed"
"""The rule of ties that no words tell outright."""
_ROUNDS = 2
_NEVER = frozenset({"cousin"})
"""Sorts that only words tell: a cousin may be anybody of a house, man or woman (8 of 17 that were hinted at were right)."""
_IN_LAW = {
    ("sibling", "spouse"): "sibling-in-law", ("spouse", "sibling"): "sibling-in-law",
    ("child", "spouse"): "child-in-law", ("spouse", "parent"): "parent-in-law",
}  # fmt: skip
"""By which way somebody is kin by marriage -> what they are to the owner."""


@dataclass(frozen=True, slots=True)
class Told:
    """`a` is told to be `kind` of `b`, at an offset, by a rule."""

    a: int
    b: int
    kind: str
    start: int
    rule: str
    chance: float
    """How often the rule is right."""


@dataclass(slots=True)
class Weighing:
    """What a chapter makes of kin, while it is weighed."""

    draft: Draft
    odds: dict[Pair, dict[Option, float]] = field(default_factory=dict)
    before: dict[Pair, Likely] = field(default_factory=dict)
    """Two people -> what the second was likely to be to the first when an earlier chapter weighed them last."""
    places: dict[Pair, int] = field(default_factory=dict)
    """Two people -> where the chapter last told or hinted something of them, or of whom it follows from."""


def decide_kin(draft: Draft, touched: Touched, told: list[Told]) -> None:
    """Weigh all whom the chapter has touched, and decide on what is likely and new."""
    weighing = Weighing(draft)
    named = (((draft.memory.person(one.a).key, draft.memory.person(one.b).key), one.start) for one in told)
    for both, start in (*touched.items(), *named):
        weighing.places[pair(*both)] = max(start, weighing.places.get(pair(*both), 0))
    odds = KinOdds(draft.memory)
    news = list(weighing.places)
    for _ in range(_ROUNDS):
        news = _weigh(weighing, odds, news)
    for one in told:
        _decide_told(weighing, one)
    for both, start in sorted(weighing.places.items()):
        if best := _find_best(weighing.odds.get(both, {})):
            _decide_weighed(weighing, odds, *best, start)


def _weigh(weighing: Weighing, odds: KinOdds, pairs: list[Pair]) -> list[Pair]:
    """Weigh the pairs; and which are to be weighed next: themselves, and those of whom something follows from what is new."""
    following = dict.fromkeys(pairs)
    for one, other in sorted(pairs):
        before = weighing.before.setdefault((one, other), odds.around(one).get(other, {}))
        found = odds.weigh(one, other)
        odds.keep(found)
        weighing.odds[one, other] = found
        best = _find_best(found)
        if best and before.get(_seen_from(one, best[0]), 0.0) < SURE:
            start = weighing.places[one, other]
            for a, b in ((one, other), (other, one)):
                for third in odds.around(b):
                    if third != a:
                        weighing.places.setdefault(pair(a, third), start)
                        following[pair(a, third)] = None
    return list(following)


def _seen_from(one: int, option: Option) -> str:
    """What the other is to the one."""
    owner, _, sort = option
    return sort if owner == one else TURNED[sort]


def _find_best(found: dict[Option, float]) -> tuple[Option, float] | None:
    """The likeliest thing that two are to each other, where it is likely enough."""
    if not found:
        return None
    option = max(sorted(found), key=lambda one: found[one])
    return (option, found[option]) if found[option] >= SURE else None


def _decide_told(weighing: Weighing, one: Told) -> None:
    """Decide on what is told outright, but where it is all too unlikely, or something else is likely."""
    a, b = weighing.draft.memory.person(one.a).key, weighing.draft.memory.person(one.b).key
    found, option = weighing.odds.get(pair(a, b), {}), (b, a, plain_kind(one.kind))
    chance = next((chance for other, chance in found.items() if option in _turn(other)), 0.0)
    best = _find_best(found)
    if chance >= LEAST.get(one.rule, DOUBTFUL) and (best is None or option in _turn(best[0])):
        _decide(weighing.draft, one)


def _decide_weighed(weighing: Weighing, odds: KinOdds, option: Option, chance: float, start: int) -> None:
    """Decide on what no words tell outright."""
    owner, other, _ = option
    denied = is_denied(weighing.draft.memory, owner, other)
    kind = _name_kind(weighing.draft, odds, option)
    if kind and not denied and _is_borne_out(weighing, option):
        _decide(weighing.draft, Told(other, owner, kind, start, WEIGHED, chance))


def _decide(draft: Draft, one: Told) -> None:
    """Decide on a tie, where it is news."""
    may = one.rule in OUTRIGHT or may_become(draft.memory, one.a, one.b, one.kind)
    if not may or not _is_news(draft, one.a, one.b, one.kind):
        return
    set_tie(draft.memory, one.a, one.b, one.kind)
    if one.rule == WEIGHED:
        draft.memory.ties.hints[one.b, WEIGHED, one.a] = 1.0
    draft.decide(
        Tie, draft.sentence_of(one.start), draft.scene_at(draft.paragraph_of(one.start)), one.rule,
        round(min(one.chance, MOST), 2), a=one.a, b=one.b, kind=one.kind,
    )  # fmt: skip


def _turn(option: Option) -> tuple[Option, Option]:
    """A tie, both ways round."""
    owner, other, sort = option
    return option, (other, owner, TURNED[sort])


def _is_borne_out(weighing: Weighing, option: Option) -> bool:
    """Whether what no words tell outright was likely in an earlier chapter, too, and is hinted at itself: one chapter alone may
    mislead, what follows from likely ties alone is seldom so, nobody has a second father, and who was born with another surname is
    nobody's brother but by words."""
    owner, other, sort = option
    before = weighing.before[pair(owner, other)].get(_seen_from(min(owner, other), option), 0.0)
    near, memory = weighing.draft.memory.ties.near, weighing.draft.memory
    hinted = sort in near.get((owner, other), {}) or TURNED[sort] in near.get((other, owner), {})
    gender = memory.person(other).gender
    parents = related(memory, owner, sort) if sort == "parent" else []
    taken = any(one.key != other and one.gender == gender for one in parents)
    born = sort in ("sibling", "parent") and is_of_other_birth(memory.people[owner], memory.people[other], sort)
    unlike = taken or born or (sort == "parent" and _is_husbands(memory, owner, other))
    return before >= SURE and hinted and not unlike and sort not in _NEVER


def _is_husbands(memory: Memory, wife: int, other: int) -> bool:
    """Whether a Mrs. bears the surname of a woman's husband: she is herself, or his mother, and not hers."""
    mrs = memory.people[other]
    return mrs.title == "mrs" and any(one.surname == mrs.surname for one in related(memory, wife, "spouse"))


def _name_kind(draft: Draft, odds: KinOdds, option: Option) -> str:
    """The finer kind of what no words tell outright; "" where it cannot be known."""
    owner, other, sort = option
    if sort == "in-law":
        return _name_in_law(draft, odds, owner, other)
    if sort == "uncle":
        return "aunt" if draft.memory.person(other).gender == "f" else "uncle"
    if sort == "spouse" and standing(draft.memory, owner, other, "union"):
        return ""
    return sort


def _name_in_law(draft: Draft, odds: KinOdds, owner: int, other: int) -> str:
    """By whose marriage two are kin, which the text has told: the mother of whom one is only to marry is none yet."""
    _, way, third = max(odds.follow(owner, other, "in-law"), default=(0.0, ("", ""), -1))
    couple = (owner, third) if way[0] == "spouse" else (other, third)
    return _IN_LAW[way] if way in _IN_LAW and standing(draft.memory, *couple, "union") == "spouse" else ""


def _is_news(draft: Draft, a: int, b: int, kind: str) -> bool:
    """Whether a tie is the first of its group, or more exact, or else of another sort than the rules made of it before."""
    stands = standing(draft.memory, b, a, group_of(kind))
    if begins(stands, kind):
        return True
    sort = plain_kind(stands)
    if group_of(kind) != "kin" or stands in ENDS or sort in ("", plain_kind(kind)):
        return False
    near = draft.memory.ties.near
    sides = near.get((b, a), {}).get(sort, Hint()), near.get((a, b), {}).get(TURNED[sort], Hint())
    hints = draft.memory.ties.hints
    return any(side.told for side in sides) or (b, WEIGHED, a) in hints or (a, WEIGHED, b) in hints
