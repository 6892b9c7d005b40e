"""The model's route, end to end, with an oracle for a model: `python -m benchmarks DATA model`.

The oracle (`model_oracle`) answers over real sockets, from gold, once after as long as a slow model takes; so what falls
short of it is lost on our way, not a model's. It is no model: how well a model reads is not measured here. The rules alone
stand beside it.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks import arcs, speakers
from benchmarks.machine import table
from benchmarks.model_oracle import Oracle, read_gold, read_names, read_pdnc, read_tellers
from benchmarks.shelf import SAGA, Novel, fetch_novel, find_gold, open_novel, plain
from benchmarks.tellers import Stretch, find_stretches, list_forms, score_tellers
from castline.graph.facts import decode
from castline.graph.moments import FOREVER
from castline.graph.opening import open_store
from castline.ingest.model.evidence import find_words
from castline.ingest.model.route import AT_ONCE, Choice, ModelReader
from castline.ingest.pipeline import ingest
from castline.ingest.reading.book import read
from castline.testing import ScriptedServer

PDNC, NOVEL, FRAMES = "PrideAndPrejudice", "pride_and_prejudice", "wuthering_heights"
LATENCY = 20.0
"""Seconds of an answer in the run whose time is taken."""
HEAD = ["figure", "of", "rules", "oracle", "oracle, 3 of 10 spoilt"]
Figures = dict[str, tuple[int, int]]


def measure_model(folder: Path) -> str:
    """Figures of the rules, of the oracle, and of one whose answers are spoilt; then what asking took."""
    own, gold = folder / "pdnc" / "data" / PDNC, folder / "novels" / f"{NOVEL}.txt"
    frames = folder / "novels" / f"{FRAMES}.txt"
    by_rules = fetch_novel(frames)
    stretches = find_stretches(by_rules, json.loads((folder / "gold" / "narrators.json").read_text("utf-8"))[FRAMES])
    columns: list[Figures] = [
        _score_speakers(own, fetch_novel(own / "novel_text.txt"))
        | _score_gold(folder, fetch_novel(gold))
        | _score_tellers(by_rules, stretches)
    ]
    spent: list[dict[str, Any]] = []
    for spoil in (False, True):
        first, _ = _read(own / "novel_text.txt", read_pdnc(own, read(own / "novel_text.txt").text), spoil)
        second, report = _read(
            gold, read_gold(folder, NOVEL, read(gold).text), spoil, latency=0.0 if spoil else LATENCY
        )
        third, _ = _read(frames, read_tellers(by_rules.text, stretches, list_forms(by_rules, stretches)), spoil)
        columns.append(_score_speakers(own, first) | _score_gold(folder, second) | _score_tellers(third, stretches))
        spent.append(report)
    rows = [
        [name, whole, *(f"{column[name][0] / max(1, column[name][1]):.3f}" for column in columns)]
        for name, (_, whole) in columns[0].items()
    ]
    return f"{table(HEAD, rows)}\n\n{_say_time(spent[0])}"


def _read(path: Path, oracle: Oracle, spoil: bool, latency: float = 0.0) -> tuple[Novel, dict[str, Any]]:
    oracle.spoil = spoil
    home = Path(tempfile.mkdtemp(prefix="castline-model-"))
    store = open_store(str(home / "novel.db"))
    began = time.perf_counter()
    with ScriptedServer(oracle.answer, latency=latency) as server:
        reader = ModelReader(Choice("oracle", server.url, second=0.1), SAGA, home / "kept.answers")
        report = ingest(store, [path], SAGA, processes=2, reader=reader)
    whole = {**(report.reading or {}), "whole": time.perf_counter() - began}
    print(whole, flush=True)
    return open_novel(store, path), whole


def _say_time(report: dict[str, Any]) -> str:
    """What the whole took beside what cannot be avoided."""
    passages = report["passages"]
    floor = passages / AT_ONCE * LATENCY
    return (
        f"{passages} passages, {report['calls']} calls ({report['again']} asked again), {AT_ONCE} at once, {LATENCY:.0f} s an answer: the "
        f"whole ingest took {report['whole']:.1f} s, {report['whole'] / floor:.2f} times the {floor:.1f} s that cannot be avoided."
    )


def _score_speakers(folder: Path, novel: Novel) -> Figures:
    said = [decode(line) for line in novel.store.facts(SAGA, ["utterance"], FOREVER)]
    aliases = speakers.read_aliases(folder)
    mapping = speakers.map_people(novel.memory, aliases)
    n = Counter[str]()
    for row, found in speakers.pair_quotes(said, speakers.read_quotes(folder)):
        if found:
            n["found"] += 1
            n["right"] += speakers.is_right(found, row, mapping, aliases)
    return {"speakers of the quotes found": (n["right"], n["found"])}


def _score_tellers(novel: Novel, stretches: list[Stretch]) -> Figures:
    counts = score_tellers(novel, stretches)
    return {"tellers of the stretches told": (counts["told right"], counts["told"])}


def _score_gold(folder: Path, novel: Novel) -> Figures:
    aliases = _read_forms(folder)
    rows = [
        json.loads(one) for one in (folder / "gold/plot" / f"{NOVEL}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    ids = {name: find_gold(novel.memory, name, aliases) for row in rows for role in ("do", "to") for name in row[role]}
    stands = sum(_stands(novel, row) for row in rows)
    peopled = sum(_stands(novel, row, ids) for row in rows)
    told = _score_arcs(folder, novel, aliases)
    return {
        "plot: events that stand": (stands, len(rows)),
        "plot: with all who do and undergo": (peopled, len(rows)),
        **told,
    }


def _read_forms(folder: Path) -> dict[str, set[str]]:
    """Plain name of the gold -> the plain forms by which the oracle knows its bearer, too."""
    found: dict[str, set[str]] = {}
    for form, name in read_names(folder, NOVEL).items():
        found.setdefault(plain(name), set()).add(form)
    return found


def _stands(novel: Novel, row: dict[str, Any], ids: dict[str, str] | None = None) -> bool:
    """Whether an event of the chapter rests on words of the gold's evidence; with `ids`, and has all its people."""
    view = novel.at(row["chapter"])
    spans = [span for words in row["evidence"] if (span := _find(novel, words))]
    for event in view.facts(["event"]):
        if event.chapter == row["chapter"] and any(event.start < end and event.end > start for start, end in spans):
            if ids is None:
                return True
            people = {view.root(part.character) for part in view.facts(["participation"]) if part.event == event.id}
            if {view.root(ids[name]) for role in ("do", "to") for name in row[role] if ids[name]} <= people:
                return True
    return False


def _find(novel: Novel, words: str) -> tuple[int, int] | None:
    return find_words(" ".join(words.split()[:12]), novel.text, 0, len(novel.text))


def _score_arcs(folder: Path, novel: Novel, aliases: dict[str, set[str]]) -> Figures:
    """Levels in their bands as of the chapters whose words tell them, and as of all chapters."""
    n = Counter[str]()
    for gold in json.loads((folder / "gold/arcs" / f"{NOVEL}.json").read_text(encoding="utf-8")):
        arc = arcs.Arc(
            NOVEL,
            gold,
            (find_gold(novel.memory, gold["from"], aliases), find_gold(novel.memory, gold["toward"], aliases)),
        )
        arc.ours.update(arcs.trace(novel, arc))
        for chapter, band in arc.chapters():
            affection = arc.level(chapter)[0]
            right = band["affection_low"] <= affection <= band["affection_high"]
            n["all"], n["all right"] = n["all"] + 1, n["all right"] + right
            told = chapter == max(band["first"], min(band["last"], band["evidence_chapter"]))
            n["told"], n["told right"] = n["told"] + told, n["told right"] + (told and right)
    return {
        "arcs: affection in band at the chapters told": (n["told right"], n["told"]),
        "arcs: affection in band at all chapters": (n["all right"], n["all"]),
    }
