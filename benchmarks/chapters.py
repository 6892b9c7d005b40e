"""How many novels are cut exactly as the gold says: `python benchmarks/chapters.py DATA_FOLDER`.

PDNC's tables call their offsets bytes, but they are characters of `novel_text.txt` as it stands (its texts are
ASCII with bare line feeds, so the two agree). A novel is exact when the number of chapters, the start of every
heading line and the start of every chapter's text equal the table's. One mapping: where the table counts a title
line below the number ("II / A FAREWELL") as text and castline as part of the heading, the start of the title is
accepted and counted in the last column.

The made gold has no offsets: a novel is exact when the counts agree and every chapter, heading first, begins with
the heading and the words that the gold gives.
"""

from __future__ import annotations

import csv
import json
import sys
from dataclasses import dataclass
from pathlib import Path

from castline.ingest.reading.book import read
from castline.ingest.segmentation.chapters import Chapter, Manuscript, cut


@dataclass(frozen=True, slots=True)
class Row:
    """One novel's result; `wrong` are ordinals of chapters that begin elsewhere."""

    novel: str
    expected: int
    found: int
    wrong: tuple[int, ...]
    titles: int = 0

    @property
    def verdict(self) -> str:
        return "NO" if self.wrong or self.expected != self.found else "yes"


def measure(data: Path) -> list[Row]:
    rows = [_measure_table(data / "pdnc", path) for path in sorted((data / "pdnc/chapters").glob("*.csv"))]
    index = json.loads((data / "gold/chapters_index.json").read_text(encoding="utf-8"))
    return rows + [_measure_index(data / "novels" / f"{name}.txt", gold) for name, gold in sorted(index.items())]


def _measure_table(folder: Path, path: Path) -> Row:
    name = path.name.split(".")[0]
    manuscript = cut(read(folder / "data" / name / "novel_text.txt"))
    with path.open(encoding="utf-8", newline="") as file:
        gold = [(int(row["titleStartByte"]), int(row["textStartByte"])) for row in csv.DictReader(file)]
    wrong: list[int] = []
    titles = 0
    for chapter, (start, text_start) in zip(manuscript.chapters, gold, strict=False):
        in_title = _is_title(manuscript, chapter, text_start)
        titles += in_title
        if chapter.start != start or not (chapter.body_start == text_start or in_title):
            wrong.append(chapter.ordinal)
    return Row(name, len(gold), len(manuscript.chapters), tuple(wrong), titles)


def _is_title(manuscript: Manuscript, chapter: Chapter, offset: int) -> bool:
    """The gold's text begins with words that stand at the end of our label."""
    words = " ".join(manuscript.book.text[offset : chapter.body_start].split())
    return bool(words) and chapter.label.endswith(words)


def _measure_index(path: Path, gold: list[dict[str, str]]) -> Row:
    manuscript = cut(read(path))
    wrong = [
        chapter.ordinal
        for chapter, entry in zip(manuscript.chapters, gold, strict=False)
        if not _begins(manuscript, chapter, entry)
    ]
    return Row(path.stem, len(gold), len(manuscript.chapters), tuple(wrong))


def _begins(manuscript: Manuscript, chapter: Chapter, entry: dict[str, str]) -> bool:
    words = " ".join(manuscript.book.text[chapter.start : chapter.end][:2000].split())
    return words.startswith(entry["heading"]) and entry["start"] in words[: len(entry["heading"]) + 200]


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(f"usage: {Path(__file__).name} DATA_FOLDER", file=sys.stderr)
        return 2
    rows = measure(Path(arguments[0]))
    print(f"{'novel':32} {'expected':>8} {'found':>6} {'exact':>6}  titles counted as text")
    for row in rows:
        wrong = f"  wrong: {', '.join(map(str, row.wrong[:8]))}" if row.wrong else ""
        print(f"{row.novel:32} {row.expected:8} {row.found:6} {row.verdict:>6}  {row.titles or ''}{wrong}")
    print(f"{sum(row.verdict == 'yes' for row in rows)} of {len(rows)} novels exact")
    return int(any(row.verdict == "NO" for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
