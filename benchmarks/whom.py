"""Whom he and she mean all through a novel, from raw text: `python -m benchmarks DATA whom`.

Gold: eight passages of each of ten novels (`gold/pronouns`), the person of every "he, him, his, himself, she, her, hers,
herself". Right *by name*: the pronoun is given to the person whom castline finds by the gold's name, as of the novel's end.
*One to one*: each person of the gold may be any one person of castline's, and no two the same (the assignment that makes
most right), so that a name nobody finds costs nothing, and people in two nodes still do. Pronouns of no person are left out.
No weight has been learnt from these novels.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

import networkx as nx

from benchmarks.machine import table
from benchmarks.shelf import SAGA, fetch_novel
from castline.errors import CastlineError
from castline.graph.facts import Mention, decode
from castline.graph.moments import FOREVER
from castline.graph.opening import open_store
from castline.graph.store import Store
from castline.ingest.model.route import Choice, ModelReader
from castline.ingest.pipeline import ingest
from castline.query.view import View, Views

HEAD = ["novel", "pronouns", "answered", "right by name", "of those answered", "one to one"]


def measure_whom(folder: Path) -> str:
    """A row per novel, and one over all."""
    rows, total = [], Counter[str]()
    for path in sorted((folder / "gold" / "pronouns").glob("*.jsonl")):
        counts = score_pronouns(folder / "novels" / f"{path.stem}.txt", path)
        total += counts
        rows.append(_row(path.stem, counts))
        print(rows[-1], flush=True)
    return table(HEAD, [*rows, _row("all", total)])


def score_pronouns(novel: Path, gold: Path) -> Counter[str]:
    """Counts of one novel."""
    book = fetch_novel(novel)
    return _score(book.store, book.views.open(SAGA, None), gold)


def measure_answered(folder: Path, answered: dict[str, Path]) -> str:
    """Two rows per novel: by the rules, and with the answers in its folder."""
    rows = []
    for name, answers in answered.items():
        novel, gold = folder / "novels" / f"{name}.txt", folder / "gold" / "pronouns" / f"{name}.jsonl"
        rows.append(_row(f"{name}, rules", score_pronouns(novel, gold)))
        with tempfile.TemporaryDirectory() as home:
            store = open_store(f"{home}/novel.db")
            reader = ModelReader(Choice("recorded", replay=answers), name, f"{home}/kept.answers")
            print(ingest(store, [novel], name, reader=reader).reading, flush=True)
            counts = _score(store, Views(store).open(name, None), gold)
            rows.append(_row(f"{name}, recorded answers", counts))
    return table(HEAD, rows)


def _score(store: Store, view: View, gold: Path) -> Counter[str]:
    said: list[Mention] = [decode(line) for line in store.facts(view.record.name, ["mention"], FOREVER)]
    meant = {(one.start, one.end): view.root(one.character) for one in said}
    pairs: Counter[tuple[str, str]] = Counter()
    n: Counter[str] = Counter()
    for line in gold.read_text(encoding="utf-8").splitlines():
        asked = json.loads(line)
        if asked["who"] is None:
            continue
        n["asked"] += 1
        if (found := meant.get((asked["start"], asked["end"]))) is not None:
            n["answered"] += 1
            n["named"] += found == _find(view, asked["who"])
            pairs[asked["who"], found] += 1
    n["paired"] = pair_off(pairs)
    return n


def _find(view: View, name: str) -> str:
    try:
        return view.find(name)
    except CastlineError:
        return ""


def pair_off(pairs: Counter[tuple[str, str]]) -> int:
    """Pronouns that are right under the best assignment of one to one."""
    graph = nx.Graph()
    for (who, found), count in sorted(pairs.items()):
        graph.add_edge(("gold", who), ("found", found), weight=count)
    return int(sum(graph.edges[pair]["weight"] for pair in nx.max_weight_matching(graph)))


def _row(name: str, n: Counter[str]) -> list[object]:
    asked, answered = max(1, n["asked"]), max(1, n["answered"])
    shares = (n["answered"] / asked, n["named"] / asked, n["named"] / answered, n["paired"] / asked)
    return [name, n["asked"], *(f"{share:.3f}" for share in shares)]


if __name__ == "__main__":
    print(measure_answered(Path(sys.argv[1]), dict(zip(sys.argv[2::2], map(Path, sys.argv[3::2]), strict=True))))
