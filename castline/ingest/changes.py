"""What a settling changes in the facts of a saga: counted, whatever the numbers in their ids."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

import msgspec

from castline.graph.facts import KINDS, Fact, encode
from castline.graph.moments import FOREVER, pack
from castline.graph.store import Store

_NUMBERED = ("id", "until", "event")
"""Fields that change with the count of facts before, or follow from other facts."""
_NAMES = tuple(str(one.__struct_config__.tag) for one in KINDS if str(one.__struct_config__.tag) != "mention")


class Changes(msgspec.Struct, frozen=True):
    """`since` is the moment of the first fact that changes, None where none does; `gone` and `come` count facts by kind."""

    since: str | None
    gone: dict[str, int]
    come: dict[str, int]


def compare(store: Store, saga: str, facts: Iterable[Fact]) -> Changes:
    """What changes where these facts take the place of all that stand in a saga."""
    before = Counter(map(_gist, store.facts(saga, _NAMES, FOREVER)))
    after = Counter(_gist(encode(fact)) for fact in facts)
    gone, come = before - after, after - before
    told = [json.loads(line)["told"] for line in (*gone, *come)]
    return Changes(min(told, key=pack, default=None), _count(gone), _count(come))


def _gist(line: str) -> str:
    own = {name: value for name, value in json.loads(line).items() if name not in _NUMBERED}
    return json.dumps(own, ensure_ascii=False)


def _count(lines: Counter[str]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for line, number in lines.items():
        counts[json.loads(line)["kind"]] += number
    return dict(sorted(counts.items()))
