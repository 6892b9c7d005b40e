"""Who knows of a thing that is asked for in words: `python -m benchmarks DATA knowing`.

Of thirteen novels four events each were drawn by lot from the plots' gold, and asked for twice: by the gold's sentence, and by a few words
that somebody wrote who saw that sentence alone. The likeliest places of both (475) were read and judged by a large language model, which
saw each with the sentences around it and not what the engine makes of it: whether it tells of the event (1: as something spoken of, 2: as it
happens), and who knows of it by that place (`tellings.jsonl`, offsets into the novel's text).

The first table: how often places tell of the event, by the chance that they were given, which was fitted without their novel. The second:
of the places that tell of it, who knows by them, against the people judged to; somebody whom the graph does not have is missed.

With a model that answers through files: `python -m benchmarks.knowing DATA FOLDER`, again when the answers stand there.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.logits import Example, fit_logit
from benchmarks.machine import table
from benchmarks.shelf import Novel, fetch_novel, find_gold, read_aliases
from castline.agent.cited import gather_votes
from castline.agent.filing import Filing
from castline.agent.knowers import know_by
from castline.agent.model import Model
from castline.agent.ruling import logistic, share
from castline.agent.tellings import Place, seek_places
from castline.agent.witnesses import read_tellings
from castline.errors import AnswersAwaited
from castline.query.concordance import Floats, Span
from castline.query.knowing import ToldAt
from castline.query.view import View

JUDGED = Path(__file__).parent / "tellings.jsonl"
KINDS = ("a sentence", "a few words")
BINS = (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
Signs = tuple[str, str, Floats, bool]
"""A novel, in what words it was asked for, what is known of a place, and whether it tells of the event."""


def measure_knowing(folder: Path) -> str:
    """Both tables, and the weights fitted on all."""
    signs, people = list[Signs](), list[list[object]]()
    for name, rows in _read_judged().items():
        novel, asked = fetch_novel(folder / "novels" / f"{name}.txt"), _read_asked(folder, name)
        for row in rows:
            row["span"] = novel.views.open("novel", None).concordance().span(1, row["start"], row["end"])
        signs += _list_signs(name, novel, rows, asked)
        people.append([name, *_count_people(novel, rows, asked, read_aliases(folder, name))])
    total = ["all", *(sum(int(str(row[at])) for row in people) for at in range(1, 5))]
    weights = fit_logit([(one, tells, kind) for _, kind, one, tells in signs])
    return "\n\n".join([
        _show_chances(signs),
        table(["novel", "places", "know", "named", "rightly", "precision", "recall"], [[*row, *_rate(row)] for row in [*people, total]]),
        f"Weights: {', '.join(f'{one:.2f}' for one in weights)}.",
    ])  # fmt: skip


def _read_judged() -> dict[str, list[dict[str, Any]]]:
    """Novel -> its places as they were judged."""
    judged: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in JUDGED.read_text("utf-8").splitlines():
        row = json.loads(line)
        judged[row["novel"]].append(row)
    return judged


def _read_asked(folder: Path, novel: str) -> dict[str, str]:
    """Event -> the gold's sentence for it."""
    rows = map(json.loads, (folder / "gold" / "plot" / f"{novel}.jsonl").read_text("utf-8").splitlines())
    return {row["id"]: row["what"] for row in rows}


def _list_signs(name: str, novel: Novel, rows: list[dict[str, Any]], asked: dict[str, str]) -> Iterator[Signs]:
    """Of each judged place that is found by the sentence, and by the few words, what speaks for it."""
    view = novel.views.open("novel", None)
    chapters = view.concordance().chapters
    for event, few in {(row["event"], row["asked"]) for row in rows}:
        for kind, words in zip(KINDS, (asked[event], few), strict=True):
            sought = seek_places(view, words)
            places = sought.found.places
            votes = gather_votes(chapters[places], places, share(sought.scores))
            for row in rows:
                inside = (places >= row["span"][0]) & (places < row["span"][1])
                if row["event"] == event and inside.any():
                    yield name, kind, sought.weigh(row["span"], float(votes[inside].max())), row["tells"] > 0


def _show_chances(signs: list[Signs]) -> str:
    """Chances of places whose novel was left out, by what was asked, and how many of them tell of the event."""
    rows: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for left in {name for name, *_ in signs}:
        fitted: list[Example] = [(one, tells, kind) for name, kind, one, tells in signs if name != left]
        weights = fit_logit(fitted)
        for name, kind, one, tells in signs:
            if name == left:
                rows[kind].append((logistic(float(one @ weights)), tells))
    lines: list[list[object]] = []
    for kind in KINDS:
        for low, high in pairwise(BINS):
            inside = [tells for chance, tells in rows[kind] if low <= chance < high]
            if inside:
                lines.append([kind, f"{low:.1f} to {high:.1f}", len(inside), f"{np.mean(inside):.2f}"])
    return table(["asked by", "chance", "places", "tell of it"], lines)


def _count_people(
    novel: Novel, rows: list[dict[str, Any]], asked: dict[str, str], aliases: dict[str, set[str]]
) -> list[int]:
    """Of the places that tell of the event: how many they are, who knows by them, who is named, and who of these rightly."""
    view, counts = novel.views.open("novel", None), np.zeros(4, dtype=int)
    sayings = list(view.facts(["utterance"]))
    for row in rows:
        if row["tells"]:
            ids = {one: find_gold(novel.memory, one, aliases) for one in row["know"]}
            know = {view.root(found) if found else one for one, found in ids.items()}
            span: Span = row["span"]
            named = {one.id for one in know_by(view, asked[row["event"]], Place(span, 1.0), sayings).knowers}
            counts += [1, len(know), len(named), len(know & named)]
    return [int(one) for one in counts]


def _rate(row: list[object]) -> list[object]:
    know, named, right = (int(str(one)) for one in row[2:5])
    return [f"{right / max(1, named):.2f}", f"{right / max(1, know):.2f}"]


def measure_reading(folder: Path, model: Model) -> str:
    """What a model reads of one event of each novel: its places against those judged, and those judged to tell of it that it finds;
    who knows by its places that are judged to tell of it. Raises AnswersAwaited where some are missing."""
    counts, awaited = Counter[str](), 0
    for name, rows in _read_judged().items():
        novel, asked = fetch_novel(folder / "novels" / f"{name}.txt"), _read_asked(folder, name)
        view, aliases = novel.views.open("novel", None), read_aliases(folder, name)
        own = [row for row in rows if row["event"] == rows[0]["event"]]
        try:
            counts += _compare(novel, view, own, read_tellings(model, view, asked[rows[0]["event"]]), aliases)
        except AnswersAwaited:
            awaited += 1
    if awaited:
        raise AnswersAwaited(f"{awaited} events await answers.", "", awaited)
    head = ["places", "judged", "tell of it", "tell of it in all", "found", "know", "named", "rightly"]
    return table(head, [[counts[one] for one in head]])


def _compare(
    novel: Novel, view: View, rows: list[dict[str, Any]], told: list[ToldAt], aliases: dict[str, set[str]]
) -> Counter[str]:
    found: Counter[str] = Counter({"places": len(told)})
    met: set[int] = set()
    for one in told:
        over = [n for n, row in enumerate(rows) if row["start"] < one.evidence.end and one.evidence.start < row["end"]]
        telling = [n for n in over if rows[n]["tells"]]
        found["judged"] += bool(over)
        found["tell of it"] += bool(telling)
        met.update(telling)
        if telling:
            know = {find_gold(novel.memory, who, aliases) or who for n in telling for who in rows[n]["know"]}
            know = {view.root(who) for who in know}
            named = {who.id for who in one.knowers}
            found.update({"know": len(know), "named": len(named), "rightly": len(know & named)})
    found.update({"tell of it in all": sum(row["tells"] > 0 for row in rows), "found": len(met)})
    return found


def main(folder: Path, files: Path) -> None:
    """Print the table of a model that answers through files, or what is awaited."""
    with Filing(files) as filing:
        print(measure_reading(folder, filing.find_model("recorded")))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
