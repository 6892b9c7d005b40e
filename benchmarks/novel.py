"""A novel by the rules and with a model's recorded answers: `python -m benchmarks.novel DATA NOVEL FOLDER`.

FOLDER gets the prompts (requests.jsonl, and each as a text) and wants the answers; run it again when they stand there. Where the
novel has questions, FOLDER/picks wants those of a model that reads the likeliest pages, too.

Gold: `gold/plot`, `gold/essentials` and `gold/questions` of the novel. An event is found, a doer right and an item stated as in
`benchmarks/telling.py`; *first* are the events found by as many of ours, the weightiest of a chapter, as are marked in it;
*people* are those found of which every doer and undergoer who is known by name takes part in one event of ours there. Hints are
put as in `benchmarks/hints.py`, with the weights that ship. The weights of sentences are those that ship, and learnt from this
novel, too: the rules' column flatters them, and `telling` has what they do on a novel left out.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from benchmarks.hints import LOOKED_HEAD, find_ruling, mark, show_looked
from benchmarks.machine import table
from benchmarks.marked import Chapters, Marked, find_chance, is_near, read_chapters
from benchmarks.shelf import SAGA, Novel, find_gold, open_novel, read_aliases
from benchmarks.telling import score_people
from castline.agent.filing import Filing
from castline.agent.picking import rule_with
from castline.agent.ruling import Ruling, rule
from castline.errors import AnswersAwaited
from castline.graph.facts import Event
from castline.graph.opening import open_store
from castline.ingest.model.route import Choice, ModelReader
from castline.ingest.pipeline import ingest
from castline.query.view import View

HEAD = [
    "read by", "events", "found", "by chance", "ratio", "of weight 3", "first", "by chance", "doer", "people", "items", "stated",
    "places", "stated by 30",
]  # fmt: skip
DOING = frozenset({"agent", "speaker"})
Find = Callable[[str], str]


def measure_novel(data: Path, name: str, folder: Path) -> str:
    """A row by the rules, and one with the recorded answers; and the same of hints. Raises AnswersAwaited where some are missing."""
    told, hints = list[list[object]](), list[list[object]]()
    for who, choice in (("rules", None), ("recorded answers", Choice("recorded", batch=folder))):
        with tempfile.TemporaryDirectory() as home:
            novel = _read_in(data / f"novels/{name}.txt", Path(home), choice, folder)
            told.append(_row(who, score_novel(read_chapters(data, name), novel, read_aliases(data, name))))
            print(told[-1], flush=True)
            hints.append(show_looked(who, _score_hints(data, name, novel, rule)))
            if choice:
                with Filing(folder / "picks") as filing:
                    looked = _score_hints(data, name, novel, partial(rule_with, filing.find_model("recorded")))
                hints.append(show_looked(f"{who}, and pages read", looked))
    return f"{table(HEAD, told)}\n\n{table(LOOKED_HEAD, hints)}"


def _read_in(path: Path, home: Path, choice: Choice | None, folder: Path) -> Novel:
    store = open_store(f"{home}/novel.db")
    reader = ModelReader(choice, SAGA, folder / "kept.answers") if choice else None
    print(ingest(store, [path], SAGA, processes=2, reader=reader).reading, flush=True)
    return open_novel(store, path)


def score_novel(chapters: Chapters, novel: Novel, aliases: dict[str, set[str]]) -> Counter[str]:
    """Counts over the chapters that are marked."""
    view = novel.views.open(SAGA, None)

    def find(name: str) -> str:
        one = find_gold(novel.memory, name, aliases)
        return view.root(one) if one else ""

    people = score_people(replace(chapters, name=SAGA), novel.store, lambda _at, one: find(one))
    return _score_plot(chapters, view, find) + people


def _score_hints(data: Path, name: str, novel: Novel, judge: Callable[..., Ruling]) -> dict[str, list[bool]]:
    marks: dict[str, list[bool]] = defaultdict(list)
    path, aliases = data / f"gold/questions/{name}.jsonl", read_aliases(data, name)
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        row = json.loads(line)
        known = find_gold(novel.memory, row["character"], aliases)
        with suppress(AnswersAwaited):  # all that is asked is filed, and awaited at the end
            mark(row, find_ruling(novel.at(row["time_point"]), row, known, judge), marks)
    return marks


def _score_plot(chapters: Chapters, view: View, find: Find) -> Counter[str]:
    n: Counter[str] = Counter()
    pieces = {piece.chapter.ordinal: piece for piece in chapters.pieces}
    events: dict[int, list[Event]] = defaultdict(list)
    for event in view.facts(["event"]):
        events[event.chapter].append(event)
    n["events"] = sum(len(events[ordinal]) for ordinal in pieces)
    people: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for part in view.facts(["participation"]):
        people[part.event].add((view.root(part.character), part.role))
    marks = Counter(marked.record["chapter"] for marked in chapters.plot)
    for marked in chapters.plot:
        piece = pieces[marked.record["chapter"]]
        ours, places = events[piece.chapter.ordinal], [(a, b) for _, a, b in marked.places]
        if not ours or not places:
            n["marked"] += bool(places)
            continue
        spans = [(event.start - piece.chapter.start, event.end - piece.chapter.start) for event in ours]
        near = [e for e, span in zip(ours, spans, strict=True) if any(is_near(span, place) for place in places)]
        wide, count = sum(b - a for a, b in spans) / len(spans), marks[piece.chapter.ordinal]
        first = sorted(zip(ours, spans, strict=True), key=lambda row: -row[0].importance)[:count]
        n["first"] += any(is_near(span, place) for _, span in first for place in places)
        n["first chance"] += find_chance(places, len(piece.text), len(first), wide)  # type: ignore[assignment]
        chance = find_chance(places, len(piece.text), len(ours), wide)
        n["chance"] += chance  # type: ignore[assignment]
        for kind in ("", "3 ") if marked.record["weight"] == 3 else ("",):
            n[kind + "marked"] += 1
            n[kind + "found"] += bool(near)
        n += _score_parts(marked, [people[event.id] for event in near], find)
    return n


def _score_parts(marked: Marked, near: list[set[tuple[str, str]]], find: Find) -> Counter[str]:
    """Whether the doer is right in one of the events that are near, and whether one has everybody."""
    doers = {find(name) for name in marked.record["do"]} - {""}
    wanted = doers | ({find(name) for name in marked.record["to"]} - {""})
    if not near or not doers:
        return Counter()
    doing = {who for parts in near for who, role in parts if role in DOING}
    whole = any(wanted <= {who for who, _ in parts} for parts in near)
    return Counter({"doers": 1, "doers right": int(bool(doers & doing)), "people right": int(whole)})


def _row(who: str, n: Counter[str]) -> list[object]:
    doers = max(1, n["doers"])
    return [
        who, n["events"], f"{n['found']} of {n['marked']}", f"{n['chance']:.0f}", f"{n['found'] / max(0.1, n['chance']):.2f}",
        f"{n['3 found']} of {n['3 marked']}", f"{n['first']} of {n['marked']}", f"{n['first chance']:.0f}",
        f"{n['doers right'] / doers:.2f}",
        f"{n['people right'] / doers:.2f}", n["items"], f"{n['stated'] / max(1, n['items']):.3f}",
        f"{n['places'] / max(1, n['people found']):.0f}", f"{n['few stated'] / max(1, n['items']):.3f}",
    ]  # fmt: skip


def main() -> None:
    """Print the table, or what is awaited."""
    print(measure_novel(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])))


if __name__ == "__main__":
    main()
