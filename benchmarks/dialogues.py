"""HPD's sessions of the main person of each novel, and how well shared words tell the right answer from nine picked by rule.

The least that a ranking should be better than; a model's, or people's wrong answers, want a run of their own.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from statistics import fmean

from benchmarks.machine import table
from benchmarks.shelf import fetch_novel
from castline.bench.hpd_report import report
from castline.bench.replying import reply
from castline.bench.sessions import Session, read_sessions
from castline.query.hpd_document import make_document
from castline.query.people import list_cast

NOVELS = (
    "cranford",
    "dorian_gray",
    "hound_of_the_baskervilles",
    "jane_eyre",
    "pride_and_prejudice",
    "wuthering_heights",
)
HEAD = ["novel", "sessions", "with nine wrong", "lines before", "MAP", "MRR", "P@1", "R10@1", "R10@2", "R10@5"]
CHANCE = [
    "by chance",
    "",
    "",
    "",
    fmean(1 / k for k in range(1, 11)),
    fmean(1 / k for k in range(1, 11)),
    0.1,
    0.1,
    0.2,
    0.5,
]


def measure_dialogues(folder: Path) -> str:
    """A row per novel, one for all, and what chance gives with one right of ten."""
    held = {novel: _read(folder / "novels" / f"{novel}.txt") for novel in NOVELS}
    rows = [_row(novel, sessions) for novel, sessions in held.items()]
    return table(HEAD, [*rows, _row("all", [one for own in held.values() for one in own]), CHANCE])


def _read(path: Path) -> list[Session]:
    view = fetch_novel(path).views.open(None, None)
    with tempfile.TemporaryDirectory() as home:
        made = Path(home) / "sessions.json"
        made.write_text(json.dumps(make_document(view, list_cast(view)[0].id)), encoding="utf-8")
        return read_sessions(made)


def _row(name: str, sessions: list[Session]) -> list[object]:
    (found,) = report(sessions, [reply(session, "ori") for session in sessions])
    before = fmean(len(session.dialogue) for session in sessions)
    wrong = sum(bool(session.wrong) for session in sessions)
    return [name, len(sessions), wrong, before, *(found[column] for column in HEAD[4:])]
