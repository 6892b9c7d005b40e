"""Who turns out to be whom, on the gold reveals: `python -m benchmarks DATA identities`.

A record's two names are looked up as a user would, each spelling that the gold gives (outside and inside brackets, on
either side of a slash), and of a description its noun alone ("the old traveller at the inn": "the traveler"); a name
that finds nobody, or several, is *not found*. *Early*: both names lead to one person at the end of the chapter before
the reveal. *Joined*: they do at the end of the chapter of the reveal. Only the kinds that say two are one person are
counted (reveal, false name, disguise, name change, initials). A record that "must NOT be merged" is a *trap*: it is
*fallen into* where the names lead to one person by the end of the novel.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.machine import table
from benchmarks.shelf import Novel, fetch_novel
from castline.errors import AskError
from castline.query.view import View

KINDS = frozenset({"reveal", "false name", "disguise", "name change", "initials"})
HEAD = ["novel", "reveals", "both names found", "early", "joined", "traps", "fallen into"]
_DESCRIBED = re.compile(r"^[Tt]he (?:\w+ )*?(\w+)(?: (?:of|on|in|at|with|who)\b.*)?$")


def measure_identities(folder: Path) -> str:
    """A row per novel, and one over all."""
    records = [msgspec.json.decode(line) for line in (folder / "gold" / "identity.jsonl").read_bytes().splitlines()]
    rows, total = [], Counter[str]()
    for name in dict.fromkeys(record["novel"] for record in records):
        own = [record for record in records if record["novel"] == name and record["kind"] in KINDS]
        counts = score_reveals(fetch_novel(folder / "novels" / f"{name}.txt"), own)
        rows.append(_row(name, counts))
        total += counts
        print(rows[-1], flush=True)
    return table(HEAD, [*rows, _row("all", total)])


def _row(name: str, n: Counter[str]) -> list[object]:
    return [name, n["reveals"], n["found"], n["early"], n["joined"], n["traps"], n["fallen"]]


def score_reveals(novel: Novel, records: list[dict[str, Any]]) -> Counter[str]:
    """Counts of one novel."""
    n: Counter[str] = Counter()
    for record in records:
        names = record["name_before"], record["name_after"]
        if "must NOT be merged" in record.get("note", ""):
            n["traps"] += 1
            n["fallen"] += _is_one(novel.views.open("novel", None), *names)
            continue
        before, after = (novel.at(record["reveal_chapter"] - back) for back in (1, 0))
        n["reveals"] += 1
        n["found"] += all(find_all(after, name) for name in names)
        n["joined"] += _is_one(after, *names)
        n["early"] += _is_one(before, *names)
    return n


def _is_one(view: View, one: str, other: str) -> bool:
    return bool(find_all(view, one) & find_all(view, other))


def find_all(view: View, name: str) -> set[str]:
    """The people whom the spellings of a gold name lead to."""
    found = set()
    for spelling in _spell(name):
        try:
            found.add(view.cast.find(spelling, view.bound))
        except AskError:
            continue
    return found


def _spell(name: str) -> list[str]:
    pieces = (part.strip(" '\".") for piece in re.split(r"[()]", name) for part in re.split(r"[/,]", piece))
    spelled = [piece for piece in pieces if piece]
    nouns = [described[1] for piece in spelled if (described := _DESCRIBED.match(piece))]
    return spelled + [f"the {noun}" for noun in nouns] + [f"the {noun.replace('ll', 'l')}" for noun in nouns]
