"""A model that answers by script: what it says follows from the prompt alone, so that it may be asked in any order."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from books import write_book

from castline.graph.store import Store
from castline.ingest.model.route import Choice, ModelReader
from castline.ingest.pipeline import Report, ingest

MODEL = "scripted"
TALE = [
    ["Ada Pell kept the mill. Ada Pell counted the sacks. “A cold day,” said Ada Pell to Owen Hale. Owen Hale nodded.",
     "“It is,” said Owen Hale. Owen Hale thanked Ada Pell and went home. Ada Pell shut the door."],
    ["The ferryman came in. The ferryman sat down beside Ada Pell. “Good evening,” said the ferryman to Ada Pell.",
     "“Owen Hale has killed my brother,” said the ferryman to Ada Pell. “I believe you,” said Ada Pell."],
    ["Ada Pell kissed the ferryman. Owen Hale saw it, and left the inn. A boy held the lamp.",
     "“Never come back,” said Ada Pell to Owen Hale. Owen Hale wept."],
]  # fmt: skip


def write_tale(folder: Path) -> Path:
    """The tale as a file."""
    path = folder / "tale.txt"
    path.write_text(write_book(TALE), encoding="utf-8")
    return path


def read_with(store: Store, book: Path, folder: Path, url: str, saga: str = "made", **how: Any) -> Report:
    """Ingest a book with the scripted model; its answers are kept in the folder, and waiting takes no time."""
    through, replace = how.pop("through", None), how.pop("replace", False)
    choice = Choice(MODEL, url, second=0.0, **{"seconds": 5.0, **how})
    reader = ModelReader(choice, saga, folder / "kept.answers")
    return ingest(store, [book], saga, through=through, replace=replace, processes=1, reader=reader)


def read_people(prompt: str) -> dict[str, str]:
    """Id -> name, as a prompt lists them."""
    listed = prompt.partition("=== PASSAGE ===")[0]
    return dict(re.findall(r"^(p\d+): ([^;\n]+)", listed, re.M))


def read_passage(prompt: str) -> str:
    """The passage, without its marks."""
    passage = prompt.partition("=== PASSAGE ===\n")[2].partition("\n=== END OF PASSAGE ===")[0]
    return re.sub(r"⟨[^⟩]*⟩|¶\d+ ", "", passage)


def reply(body: dict[str, Any]) -> str:
    """One event, one level with its cause, a tie that the other does not know of, lines on one, a corrected word, and those there: of the
    first two people whom the passage names."""
    prompt = body["messages"][1]["content"]
    people, passage = read_people(prompt), read_passage(prompt)
    named = [one for one, name in people.items() if name in passage]
    words = " ".join(passage.split("\n")[0].split()[:5]).rstrip(".")
    made: dict[str, Any] = {"on": named}
    if named:
        says = f"{named[0]} acts"
        made["po"] = [
            {"who": named[0], "be": "keeps to the mill", "wants": "to be let be", "hides": "what was said", "ev": words}
        ]
        made["m"] = [{"who": named[-1], "n": [1]}] if "⟨w1=" in prompt else []
        made["ev"] = [{"id": "e1", "says": says, "w": 3, "st": "now", "do": named[:1], "to": named[1:2], "ev": words}]
    if len(named) > 1:
        made["tie"] = [
            {"who": named[0], "to": named[1], "kind": "parent", "st": "holds", "hid": [named[1]], "ev": words}
        ]
        made["fe"] = [{"who": named[0], "toward": named[1], "a": 7.5, "f": 6, "why": "it says so", "ev": words}]
    return json.dumps(made)
