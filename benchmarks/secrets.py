"""Who knows of a thing asked for in plain words, in four drafts: `python -m benchmarks.secrets [FOLDER]`.

Gold: `benchmarks/secrets.jsonl`, fourteen questions for each draft of `benchmarks/drafts`, which a large language model wrote from the text
alone, in words of its own, knowing nothing of castline: what is asked, as of which chapter, of whom the text tells by then that they know, and of
whom it does not. *Named* are those whom the answer gives at all, *surely* those whom it gives without "perhaps"; of those who know, and of those
who do not. FOLDER holds for each draft a folder of answers to `castline ingest DRAFT --model NAME --batch FOLDER/DRAFT`: then a row is
by the rules, one with those answers, and, where they stand in FOLDER/DRAFT-knows, one with the answers to `castline knows --model NAME --batch`.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.drafts import DRAFTS
from benchmarks.machine import table
from castline.agent.filing import Filing
from castline.errors import AnswersAwaited, CastlineError
from castline.ingest.model.route import Choice
from castline.library import Library
from castline.query.knowing import SURE, Knowing
from castline.query.view import View

HEAD = [
    "read by", "asked", "questions", "answered surely", "who know", "named", "surely", "who do not", "named", "surely",
]  # fmt: skip
MODEL = "recorded"


def measure_secrets(folder: Path | None) -> str:
    """A row for each way of reading and asking."""
    rules, read, asked = Counter[str](), Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as home:
        for draft in sorted(DRAFTS.glob("*.txt")):
            rules += _score_draft(draft, f"sqlite:///{home}/rules-{draft.stem}.db", None, None)
            if folder:
                url = f"sqlite:///{home}/{draft.stem}.db"
                read += _score_draft(draft, url, folder / draft.stem, None)
                answers = folder / f"{draft.stem}-knows"
                asked += _score_draft(draft, url, folder / draft.stem, answers) if answers.exists() else Counter()
    rows = [
        _row("rules", "words", rules),
        _row("recorded answers", "words", read),
        _row("recorded answers", "a model", asked),
    ]
    return table(HEAD, [row for row, n in zip(rows, (rules, read, asked), strict=True) if n])


def _score_draft(draft: Path, url: str, answers: Path | None, asked: Path | None) -> Counter[str]:
    lines = Path(__file__).with_name("secrets.jsonl").read_text(encoding="utf-8").splitlines()
    n: Counter[str] = Counter()
    with Library(url, draft.stem, notify=lambda note: None) as library:
        library.ingest([draft], draft.stem, model=Choice(MODEL, batch=answers) if answers else None)
        for row in (row for row in map(json.loads, lines) if row["draft"] == draft.stem):
            n += _score(library.view(str(row["at"])), row, _ask(library, row, asked))
    return n


def _ask(library: Library, row: dict[str, Any], asked: Path | None) -> Knowing | None:
    """The answer; None where nothing is found. Raises AnswersAwaited."""
    at = str(row["at"])
    try:
        if asked is None:
            return library.knows(row["ask"], at)
        with Filing(asked) as filing:
            return library.knows(row["ask"], at, filing.find_model(MODEL))
    except AnswersAwaited:
        raise
    except CastlineError:
        return None


def _score(view: View, row: dict[str, Any], known: Knowing | None) -> Counter[str]:
    know, others = _find(view, row["know"]), _find(view, row["not"])
    unsure = {(one.at, one.evidence.start) for one in known.tellings if one.chance < SURE} if known else set()
    all_ = (*known.there, *known.heard) if known else ()
    named, sure = {one.id for one in all_}, {one.id for one in all_ if (one.at, one.evidence.start) not in unsure}
    return Counter({
        "questions": 1, "answered": int(bool(sure)), "know": len(row["know"]), "not": len(row["not"]),
        "know named": len(named & know), "know sure": len(sure & know),
        "not named": len(named & others), "not sure": len(sure & others),
    })  # fmt: skip


def _find(view: View, names: Iterable[str]) -> set[str]:
    found = set()
    for name in names:
        try:
            found.add(view.find(name))
        except CastlineError:
            continue  # nobody is known by it: not found
    return found


def _row(by: str, how: str, n: Counter[str]) -> list[object]:
    counts = "questions", "answered", "know", "know named", "know sure", "not", "not named", "not sure"
    return [by, how, *(n[what] for what in counts)]


if __name__ == "__main__":
    print(measure_secrets(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
