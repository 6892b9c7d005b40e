"""What two people likely are to each other, by hints of kin, by their names, and by what they are to others.

A log-linear choice between all sorts of kin and none, learnt by scripts/train.py on the ties of novels (benchmarks/kin.jsonl).
Whoever is a sister of somebody's brother is likely a sister: what others are to the two counts as much as it was likely when it
was weighed last.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from castline.ingest.language.weights import load_weights
from castline.ingest.memory.memory import Hint, Memory
from castline.ingest.memory.people import Person
from castline.ingest.narrative.kin_hints import TURNED
from castline.ingest.resolution.cast.kinship import SAME
from castline.ingest.resolution.cast.namesakes import goes_by_given, goes_by_title

Row = dict[str, int]
"""Feature -> how much of it there is."""
Likely = dict[str, float]
"""Sort of kin -> how likely somebody is that to an owner."""
Option = tuple[int, int, str]
"""Owner, other, and what the other may be to the owner."""
NONE = "none"
"""The feature of the choice that two are no kin."""
QUARTERS, TENTHS = 4, 10
"""Steps in which logarithms of counts, and chances, are counted."""
FOLLOWS, LIKELY = 0.02, 0.1
"""The least that a tie must follow from others to be weighed for that alone; and how likely those must be to count."""
WEIGHED = ("sibling", "parent", "spouse", "uncle", "cousin", "grandparent", "in-law")
"""The sorts that are chosen between; the others are these the other way round."""
_BOTH_WAYS = frozenset(sort for sort in WEIGHED if TURNED[sort] == sort)
WAYS: dict[str, tuple[tuple[str, str], ...]] = {
    "sibling": (("sibling", "sibling"), ("parent", "child"), ("child", "uncle"), ("nephew", "parent")),
    "parent": (("sibling", "parent"), ("parent", "spouse"), ("child", "grandparent")),
    "spouse": (("child", "parent"),),
    "uncle": (("parent", "sibling"), ("sibling", "uncle"), ("uncle", "spouse"), ("cousin", "parent")),
    "cousin": (("uncle", "child"), ("parent", "nephew"), ("sibling", "cousin"), ("cousin", "sibling")),
    "grandparent": (("parent", "parent"), ("sibling", "grandparent"), ("grandparent", "spouse")),
    "in-law": (("sibling", "spouse"), ("spouse", "sibling"), ("child", "spouse"), ("spouse", "parent")),
}  # fmt: skip
"""What somebody is to an owner -> what a third may be to the owner, and they to that third, for it to follow."""


class KinOdds:
    """The odds as a memory has them; what is weighed is written to it."""

    def __init__(self, memory: Memory, weights: Mapping[str, float] | None = None) -> None:
        self.memory, self.weights = memory, load_weights("kin") if weights is None else weights
        self._around: dict[int, dict[int, Likely]] = {}

    def weigh(self, one: int, other: int) -> dict[Option, float]:
        """How likely each thing is that the one may be to the other, or the other to the one; none of it is what is left of 1."""
        described = self.describe(one, other)
        scores = [sum(self.weights.get(name, 0.0) * much for name, much in row.items()) for row in described.values()]
        none = self.weights.get(NONE, 0.0)
        most = max([none, *scores])
        parts = [math.exp(score - most) for score in scores]
        whole = math.exp(none - most) + math.fsum(parts)
        return {option: round(part / whole, 4) for option, part in zip(described, parts, strict=True)}

    def keep(self, odds: dict[Option, float]) -> None:
        """Write the odds of a pair to the memory, both ways round."""
        rows: dict[tuple[int, int], Likely] = {}
        for (owner, other, sort), chance in odds.items():
            rows.setdefault((owner, other), {})[sort] = chance
            rows.setdefault((other, owner), {})[TURNED[sort]] = chance
        for both, row in rows.items():
            kept = {sort: chance for sort, chance in row.items() if chance >= FOLLOWS}
            if kept or both in self.memory.ties.likely:
                self.memory.ties.likely[both] = kept
            self._around.pop(both[0], None)

    def around(self, owner: int) -> dict[int, Likely]:
        """Those who are likely somebody's kin, and what."""
        if owner not in self._around:
            likely = self.memory.ties.likely
            rows = ((key[1], likely[key]) for key in likely.group(owner))
            self._around[owner] = {other: row for other, row in rows if max(row.values(), default=0.0) >= LIKELY}
        return self._around[owner]

    def describe(self, one: int, other: int) -> dict[Option, Row]:
        """All that the two may be to each other, for which there is any reason, with its features."""
        found: dict[Option, Row] = {}
        for sort in WEIGHED:
            for owner, them in ((one, other),) if sort in _BOTH_WAYS else ((one, other), (other, one)):
                row = self._describe(owner, them, sort)
                if row:
                    found[owner, them, sort] = row
        return found

    def _describe(self, owner: int, other: int, sort: str) -> Row:
        people = self.memory.people[other], self.memory.people[owner]
        if sort == "spouse" and people[0].gender and people[0].gender == people[1].gender:
            return {}
        sides = self._hint(owner, other, sort), self._hint(other, owner, TURNED[sort])
        family = max(self._hint(owner, other, "family").told, self._hint(other, owner, "family").told)
        follows = max((chance for chance, *_ in self.follow(owner, other, sort)), default=0.0)
        if not (any(side != Hint() for side in sides) or family or follows >= FOLLOWS):
            return {}
        row: Row = {sort: 1, **_describe_names(*people, sort)}
        row |= self._count(owner, other, sort, sides)
        told = any(side.told for side in sides)
        row |= {"told": told, f"told {sort}": told, "family": bool(family)}
        row |= {"follows": round(TENTHS * follows), f"follows {sort}": round(TENTHS * follows)}
        row["taken"] = round(QUARTERS * self._taken(owner, other, sort))
        return {name: much for name, much in row.items() if much}

    def _count(self, owner: int, other: int, sort: str, sides: tuple[Hint, Hint]) -> Row:
        """What is hinted, from both ends, and how much more of others."""
        rivals = (self._rival(owner, other, sort, sides[0]), self._rival(other, owner, TURNED[sort], sides[1]))
        counts = {name: [getattr(side, name) for side in sides] for name in ("near", "same", "plural", "called")}
        row = {name: _step(*both) for name, both in (counts | {"rival": list(rivals)}).items()}
        hinted = any(max(counts[name]) for name in ("near", "plural", "called"))
        return row | {"bare": not hinted}

    def _hint(self, owner: int, other: int, sort: str) -> Hint:
        return self.memory.ties.near.get((owner, other), {}).get(sort, Hint())

    def _rival(self, owner: int, other: int, sort: str, own: Hint) -> float:
        """How much oftener the name of another stands near the same noun of the owner's."""
        near, gender = self.memory.ties.near, self.memory.people[other].gender
        if own == Hint() and not near.get((owner, other)):
            return 0.0
        counts = (
            near[key][sort].near for key in near.group(owner)
            if key[1] != other and sort in near[key] and self.memory.people[key[1]].gender in ("", gender)
        )  # fmt: skip
        return max(0.0, max(counts, default=0.0) - own.near)

    def follow(self, owner: int, other: int, sort: str) -> Iterator[tuple[float, tuple[str, str], int]]:
        """How likely it follows from what each third is to the two, by which way, and who that is."""
        own, theirs = self.around(owner), self.around(other)
        for third in own.keys() & theirs.keys():
            for first, second in WAYS[sort]:
                chance = own[third].get(first, 0.0) * theirs[third].get(TURNED[second], 0.0)
                if chance:
                    yield chance, (first, second), third

    def _taken(self, owner: int, other: int, sort: str) -> float:
        """How likely another is the owner's parent of that gender, or the husband or wife of either."""
        if sort == "parent":
            gender = self.memory.people[other].gender
            rivals = (
                row.get(sort, 0.0) for key, row in self.around(owner).items()
                if key != other and self.memory.people[key].gender == gender
            )  # fmt: skip
            return max(rivals, default=0.0)
        if sort == "spouse":
            both = ((owner, other), (other, owner))
            return max(
                (row.get(sort, 0.0) for a, b in both for key, row in self.around(a).items() if key != b), default=0.0
            )
        return 0.0


def _step(*counts: float) -> int:
    return round(QUARTERS * math.fsum(math.log1p(count) for count in counts))


def _describe_names(person: Person, owner: Person, sort: str) -> Row:
    """What the names tell of a person and the owner to whom they may be that."""
    row: Row = {}
    names = person.surname[:SAME], owner.surname[:SAME]
    same = bool(names[0]) and names[0] == names[1]
    if same:
        row |= {"surname": 1, f"surname {sort}": 1}
    elif all(names):
        row |= {"other": 1, f"other {sort}": 1}
    titled, owner_titled = goes_by_title(person), goes_by_title(owner)
    if sort not in _BOTH_WAYS:
        row |= {"older": titled and not owner_titled, "younger": owner_titled and not titled}
    single, owner_single = person.marriage == "single", owner.marriage == "single"
    if sort == "spouse":
        row["miss"] = same and (single or owner_single)
    if sort == "parent":
        row["house"] = same and titled and not single and (owner_single or goes_by_given(owner))
    return row
