"""An item of a benchmark, and the files that items stand in: JSON lines, with the scenes' text or with pointers alone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from castline.agent.judge import Label, Type
from castline.errors import InputError
from castline.query.view import View

Way = Literal["character", "key object", "location", "action", "knowledge", "nonexistent"]
"""The six ways to falsify."""
WAYS: tuple[Way, ...] = ("character", "key object", "location", "action", "knowledge", "nonexistent")


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """A question put to somebody at the end of `at`, about a scene that is told at `scene`: `start`/`end` are offsets (end
    exclusive) into the text of `book`, `sha256` is of the words there, `text` the words themselves or nothing. `gold` is the
    right answer, `event` what happened in one sentence; `fake` says which detail the question changes; `gap` which of the time
    points before its scene it is asked from, 0 the nearest, where it is asked from several."""

    id: str
    saga: str
    type: Type
    form: Literal["structured", "free-form"]
    who: str
    at: str
    question: str
    gold: str
    event: str
    scene: str
    participants: tuple[str, ...]
    book: int
    start: int
    end: int
    sha256: str
    fake: Way | None = None
    gap: int | None = None
    text: str = ""

    @property
    def label(self) -> Label:
        """What an answer is held to."""
        return Label(self.type, self.event, self.gold, f"chapter {self.scene}", self.fake is not None)


def hash_words(text: str) -> str:
    """The checksum of a scene's words."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def write_items(path: str | Path, items: Iterable[Item], pointers: bool = False) -> None:
    """Write items as JSON lines; with `pointers`, without the scenes' text."""
    lines = (
        msgspec.json.encode(msgspec.structs.replace(item, text="") if pointers else item) + b"\n" for item in items
    )
    Path(path).write_bytes(b"".join(lines))


def read_items(path: str | Path) -> list[Item]:
    """The items of a file. Raises InputError for a line that is none."""
    items = []
    for number, line in enumerate(Path(path).read_bytes().splitlines(), 1):
        try:
            items.append(msgspec.json.decode(line, type=Item))
        except msgspec.DecodeError as error:
            raise InputError(
                f"Line {number} of '{path}' is no item: {error}. `castline bench build` writes such files."
            ) from error
    return items


def fill(view: View, items: Iterable[Item]) -> list[Item]:
    """Items with their scenes' text out of the user's own copy, as it was ingested. Raises InputError where that differs."""
    concordance = view.concordance()
    filled = []
    for item in items:
        text = concordance.words(concordance.span(item.book, item.start, item.end))
        if hash_words(text) != item.sha256:
            raise InputError(
                f"The scene of '{item.id}' is not in the saga '{view.record.name}' as it was when the item was made. Ingest the same "
                "edition, with the same castline."
            )
        filled.append(msgspec.structs.replace(item, text=text))
    return filled
