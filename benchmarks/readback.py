"""Chapters read back: every name, "he" and "she" replaced by whom castline takes it to mean.

    python -m benchmarks.readback FOLDER SEED NOVEL [NOVEL ...]

Draws ten chapters by lot, as many of each novel, and writes each to FOLDER twice: as it is printed (`.txt`), and read back
(`.back.txt`), where `[Anna]` stands for a word that means Anna, `[Anna’s]` for her "her", and `[?]` for a "he" or "she" of
which castline says nothing. People have their names of the chapter's end. Who reads both sees where the wrong one is meant.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.shelf import SAGA, fetch_novel, name_novel
from castline.query.reading import Read, read_chapter

CHAPTERS = 10
"""Drawn in all."""
_PRONOUN = re.compile(r"\b(?:he|him|his|himself|she|her|hers|herself)\b", re.IGNORECASE)
_OWN = re.compile(r"his|hers?|.*[’']s", re.IGNORECASE)


def read_back(novel: Path, share: int, lot: random.Random) -> Iterator[tuple[str, str, str]]:
    """(Chapter, its text, its text read back) of some chapters of a novel, drawn by lot."""
    book, title = fetch_novel(novel), name_novel(novel)
    chapters = [chapter.ordinal for chapter in book.views.open(SAGA, None).record.chapters]
    for number in sorted(lot.sample(chapters, min(share, len(chapters)))):
        read = read_chapter(book.at(number))
        first, last = read[0].start, read[-1].end
        yield f"{title}-{number}", book.text[first:last], _replace(read, book.text, first, last)


def _replace(read: list[Read], text: str, first: int, last: int) -> str:
    silent = {at.start(): (at.end(), "?") for at in _PRONOUN.finditer(text, first, last)}
    meant = {
        one.start: (one.end, one.name) for paragraph in read for one in paragraph.meant
        if one.type == "name" or _PRONOUN.fullmatch(one.text)
    }  # fmt: skip
    back, at = "", first
    for start, (end, name) in sorted((silent | meant).items()):
        if start >= at:
            own = "’s" if name != "?" and _OWN.fullmatch(text[start:end]) else ""
            back, at = f"{back}{text[at:start]}[{name}{own}]", end
    return back + text[at:last]


def main(folder: Path, seed: int, novels: list[Path]) -> None:
    """Draw, and write both texts of each chapter."""
    lot = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    for number, novel in enumerate(novels):
        share = CHAPTERS // len(novels) + (number < CHAPTERS % len(novels))
        for name, printed, back in read_back(novel, share, lot):
            (folder / f"{name}.txt").write_text(printed, encoding="utf-8")
            (folder / f"{name}.back.txt").write_text(back, encoding="utf-8")
            print(name, len(printed.split()), "words", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), [Path(one) for one in sys.argv[3:]])
