"""Kin, who is there, and levels of feeling in drafts, beside their authors' keys: by the rules, and with a model's recorded answers.

    python -m benchmarks.keys [DRAFT FOLDER]

Gold: the keys of `benchmarks/drafts` (see `drafts.py`). A tie counts as told where the graph has any of kin or marriage between the
two, whenever, and as right where it is of the same sort (an aunt by marriage an aunt, a half-brother a brother). Who is there is
asked of each chapter that the key lists, of the people found. A level is what stands by the end of the chapter named; where nothing
is felt by then it is missed; within 3 on HPD's scales. FOLDER is one of a batch (`castline ingest DRAFT --model NAME --batch FOLDER`)
whose answers stand beside the prompts.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.drafts import DRAFTS, read_key, score_view
from benchmarks.machine import table
from benchmarks.modern import share_right
from benchmarks.shelf import SAGA, fetch_novel
from castline.graph.opening import open_store
from castline.graph.ties import read_tie_word
from castline.ingest.model.route import Choice, ModelReader
from castline.ingest.narrative.kin_hints import TURNED, plain_kind
from castline.ingest.pipeline import ingest
from castline.query.course import THERE
from castline.query.strands import trace_pairs
from castline.query.view import View, Views

HEAD = [
    "draft", "read by", "kin", "told", "right", "there", "precision", "recall", "levels", "affection within 3", "familiarity within 3",
    "of below 0", "found below 0", "speaker", "pronoun",
]  # fmt: skip
BAND = 3.0
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_IS = re.compile(r"\b(?:is|was)\b")


def measure_keys(answered: dict[str, Path]) -> str:
    """A row per draft by the rules, of each draft in `answered` one with the answers in its folder, and one over all of either."""
    rows, total, read = [], Counter[str](), Counter[str]()
    for path in sorted(DRAFTS.glob("*.txt")):
        book = fetch_novel(path)
        counts = score_key(path, book.text, book.views.open(SAGA, None))
        total += counts
        rows.append(_row(path.stem, "rules", counts))
        if folder := answered.get(path.stem):
            by_answers = _score_answers(path, book.text, folder)
            read += by_answers
            rows.append(_row(path.stem, "recorded answers", by_answers))
    return table(HEAD, [*rows, _row("all", "rules", total), *([_row("all", "recorded answers", read)] if read else [])])


def _score_answers(path: Path, text: str, folder: Path) -> Counter[str]:
    """Counts with recorded answers. Raises AnswersAwaited where some are missing."""
    with tempfile.TemporaryDirectory() as home:
        store = open_store(f"{home}/draft.db")
        reader = ModelReader(Choice("recorded", batch=folder), path.stem, folder / "kept.answers")
        print(ingest(store, [path], path.stem, reader=reader).reading, flush=True)
        return score_key(path, text, Views(store).open(path.stem, None))


def score_key(path: Path, text: str, view: View) -> Counter[str]:
    """Counts of one draft, as a graph has it."""
    key = read_key(path)
    n, people = score_view(key, text, view)
    found = {who: one for who, one in people.items() if one}
    return n + _score_kin(view, key, found) + _score_there(view, key, found) + _score_levels(view, key, found)


def _score_kin(view: View, key: dict[str, Any], people: dict[str, str]) -> Counter[str]:
    told: dict[tuple[str, str], set[str]] = defaultdict(set)
    for tie in view.facts(["relation"]):
        a, b, sort = view.root(tie.a), view.root(tie.b), plain_kind(tie.subtype or tie.type)
        if sort:
            told[b, a].add(sort)
            told[a, b].add(TURNED[sort])
    n: Counter[str] = Counter()
    for asked in key["kin"]:
        said = told[people.get(asked["of"], ""), people.get(asked["is"], "")]
        n += Counter(kin=1, told=int(bool(said)), right=int(_read_sort(asked["relation"]) in said))
    return n


def _read_sort(relation: str) -> str:
    """The sort of kin in "Kit is Tull's sister-in-law": that of the first word behind the verb that names one."""
    behind = relation[found.end() :] if (found := _IS.search(relation)) else relation
    kinds = (read_tie_word(word) for word in _WORD.findall(behind.replace("stepmother", "step-parent")))
    return next((sort for kind in kinds if kind and (sort := plain_kind(kind))), "")


def _score_there(view: View, key: dict[str, Any], people: dict[str, str]) -> Counter[str]:
    shown: dict[int, set[str]] = {}
    for scene in view.facts(["scene"]):
        there = {view.root(one.character) for one in scene.present if one.presence in THERE}
        shown.setdefault(scene.chapter, set()).update(there)
    n: Counter[str] = Counter()
    for asked in key["presence"]:
        wanted = {people[who] for who in asked["there"] if who in people}
        said = shown.get(asked["chapter"], set()) & set(people.values())
        n += Counter({"there": len(asked["there"]), "shown": len(said), "shown rightly": len(said & wanted)})
    return n


def _score_levels(view: View, key: dict[str, Any], people: dict[str, str]) -> Counter[str]:
    runs, n = trace_pairs(view), Counter[str]()
    for holder, toward, chapter, affection, familiarity in _list_levels(key):
        run = runs.get((people.get(holder, ""), people.get(toward, "")), [])
        stands = next((one for one in reversed(run) if one.chapter <= chapter), None)
        near = [stands is not None and abs(level - gold) <= BAND for level, gold in (
            (stands.affection if stands else 0.0, affection), (stands.familiarity if stands else 0.0, familiarity),
        )]  # fmt: skip
        below = affection < 0
        n += Counter({"levels": 1, "affection": int(near[0]), "familiarity": int(near[1]), "below": int(below)})
        n["below found"] += int(below and stands is not None and stands.affection < 0)
    return n


def _list_levels(key: dict[str, Any]) -> Iterator[tuple[str, str, int, float, float]]:
    for pair in key["feelings"]:
        yield from ((pair["from"], pair["to"], *level) for level in pair["levels"])


def _row(name: str, by: str, n: Counter[str]) -> list[object]:
    share = {what: f"{n[what] / max(1, n['levels']):.3f}" for what in ("affection", "familiarity")}
    (speaker, _), (meant, _) = share_right(n, "sayings")
    return [
        name, by, n["kin"], n["told"], n["right"], n["there"], f"{n['shown rightly'] / max(1, n['shown']):.2f}",
        f"{n['shown rightly'] / max(1, n['there']):.2f}", n["levels"], *share.values(), n["below"], n["below found"], speaker, meant,
    ]  # fmt: skip


if __name__ == "__main__":
    print(measure_keys(dict(zip(sys.argv[1::2], map(Path, sys.argv[2::2]), strict=True))))
