"""Unions: who may be whose husband or wife, as far as is told by now."""

from __future__ import annotations

from castline.ingest.memory.memory import Memory
from castline.ingest.resolution.cast.kinship import related, standing

_UNIONS, _BLOOD = frozenset({"spouse", "betrothed"}), frozenset({"parent", "child", "sibling"})


def may_become(memory: Memory, a: int, b: int, kind: str) -> bool:
    """Whether `a` may be `kind` of `b` beside those to whom they are married by now; and a wife who is called "mother" by her
    husband is not his."""
    if kind in _BLOOD:
        return standing(memory, a, b, "union") not in _UNIONS
    return kind not in _UNIONS or not _is_taken(memory, a, b)


def may_join(memory: Memory, a: int, b: int) -> bool:
    """Whether two may be a couple: no two men, nobody's child or sibling, and nobody married to somebody else by now."""
    genders = {memory.person(key).gender for key in (a, b)} - {""}
    return len(genders) != 1 and standing(memory, a, b, "kin") not in _BLOOD and not _is_taken(memory, a, b)


def _is_taken(memory: Memory, a: int, b: int) -> bool:
    """Whether one of two is married to somebody else who has a name: "her husband" may yet turn out to be him."""
    both = {memory.person(key).key for key in (a, b)}
    spouses = [other for one in (a, b) for other in related(memory, one, "spouse")]
    return any(other.key not in both and other.kind != "description" for other in spouses)
