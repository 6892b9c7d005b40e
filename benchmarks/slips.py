"""Slips of continuity that a model finds in four drafts, by recorded answers: `python -m benchmarks.slips FOLDER [OUT]`.

Gold: `benchmarks/slips.jsonl`, eight slips for each draft of `benchmarks/drafts`, which a large language model made as novelists do: by a few
words of ordinary prose that cannot be so beside what an earlier chapter tells (`was` -> `now`). They are looks and marks, hands and sides, ages,
days and numbers, kin, where a thing is, who is dead or away, and what somebody knows whom nobody has told. The drafts are written with them
into OUT; FOLDER holds for each a folder of answers to `castline ingest DRAFT --model NAME --batch FOLDER/DRAFT`, and another to `castline
review --model NAME --batch FOLDER/DRAFT-slips`. A slip is found where a finding's words stand within NEAR characters of its own; *other* are
the findings that none of the slips is behind.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path

from benchmarks.drafts import DRAFTS
from benchmarks.machine import table
from castline.agent.filing import Filing
from castline.agent.slips import find_slips
from castline.ingest.model.route import Choice
from castline.library import Library
from castline.query.finding import Finding

HEAD = ["draft", "pages read", "slips", "found", "other findings"]
NEAR = 150
MODEL = "recorded"


def measure_slips(folder: Path, out: Path) -> str:
    """A row per draft, and one over all. Raises AnswersAwaited where answers are missing."""
    rows, total = [], Counter[str]()
    for draft in sorted(DRAFTS.glob("*.txt")):
        counts = _score_draft(write_draft(draft, out), folder)
        total += counts
        rows.append(_row(draft.stem, counts))
    return table(HEAD, [*rows, _row("all", total)])


def write_draft(draft: Path, out: Path) -> Path:
    """A draft with its slips, as a file of the same name."""
    text = draft.read_text(encoding="utf-8")
    for slip in _read_slips(draft.stem):
        text = text.replace(slip["was"], slip["now"], 1)
    made = out / draft.name
    made.write_text(text, encoding="utf-8")
    return made


def _read_slips(draft: str) -> list[dict[str, str]]:
    lines = Path(__file__).with_name("slips.jsonl").read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, lines) if row["draft"] == draft]


def _score_draft(path: Path, folder: Path) -> Counter[str]:
    pages: list[int] = []
    with Library(f"sqlite:///{path.with_suffix('.db')}", path.stem) as library:
        library.ingest([path], path.stem, model=Choice(MODEL, batch=folder / path.stem))
        with Filing(folder / f"{path.stem}-slips") as filing:
            found = find_slips(library.view(), filing.find_model(MODEL), lambda done, total: pages.append(total))
    text, slips = path.read_text(encoding="utf-8"), _read_slips(path.stem)
    spots = [_find(slip["words"], text) for slip in slips]
    behind = [[at for at in spots if _is_near(one, at)] for one in found]
    hit = {at for spots in behind for at in spots}
    return Counter(pages=pages[-1], slips=len(slips), found=len(hit), other=sum(not spots for spots in behind))


def _find(words: str, text: str) -> int:
    found = re.search(r"\W+".join(map(re.escape, re.findall(r"\w+", words))), text)
    assert found, words
    return found.start()


def _is_near(finding: Finding, at: int) -> bool:
    here = finding.evidence[-1]
    return here.start - NEAR <= at <= here.end + NEAR


def _row(name: str, n: Counter[str]) -> list[object]:
    return [name, n["pages"], n["slips"], n["found"], n["other"]]


if __name__ == "__main__":
    made = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(sys.argv[1]) / "drafts"
    made.mkdir(parents=True, exist_ok=True)
    print(measure_slips(Path(sys.argv[1]), made))
