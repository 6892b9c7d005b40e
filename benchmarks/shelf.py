"""Novels ingested once per version of the code, and who of their people a gold name means."""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import castline
from castline.graph.asked_names import fold
from castline.graph.opening import open_store
from castline.graph.store import Store
from castline.ingest.memory.kept import Recalled
from castline.ingest.memory.memory import Memory
from castline.ingest.memory.people import Person
from castline.ingest.pipeline import ingest, read_memory
from castline.ingest.reading.book import read
from castline.query.view import View, Views

TITLES = frozenset({
    "mr", "mrs", "miss", "dr", "sir", "lady", "lord", "the", "captain", "colonel", "general", "monsieur", "madame",
    "prince", "princess", "count",
})  # fmt: skip
_WOMENS = frozenset({"miss", "mrs", "lady", "madame", "princess", "countess"})
SAGA = "novel"


@dataclass(frozen=True, slots=True)
class Novel:
    """An ingested novel: its store, its views, and its people as the last chapter left them."""

    store: Store
    views: Views
    memory: Memory
    text: str

    def at(self, chapter: int) -> View:
        """The novel as of a chapter's end."""
        return self.views.open(SAGA, f"1.{chapter}")


def fetch_novel(path: Path) -> Novel:
    """The novel, ingested, or as this version of the code ingested it before (kept in the temporary folder)."""
    home = Path(tempfile.gettempdir()) / "castline-bench" / _digest(path)
    home.mkdir(parents=True, exist_ok=True)
    store = open_store(str(home / "novel.db"))
    ingest(store, [path], SAGA, processes=2)
    return open_novel(store, path)


def name_novel(path: Path) -> str:
    """What a novel goes by in the tables: its file, or the folder of those whose file is always called the same."""
    return path.parent.name if path.stem == "novel_text" else path.stem


def open_novel(store: Store, path: Path) -> Novel:
    """The novel that a store holds."""
    return Novel(store, Views(store), read_memory(Recalled(store, SAGA, store.version(SAGA))), read(path).text)


def _digest(path: Path) -> str:
    made = hashlib.sha256(str(path).encode())
    for part in ("graph", "ingest"):
        sources = (Path(castline.__file__).parent / part).rglob("*")
        for source in sorted(one for one in sources if one.suffix in (".py", ".json", ".txt")):
            made.update(source.read_bytes())
    return made.hexdigest()[:20]


def read_aliases(folder: Path, novel: str) -> dict[str, set[str]]:
    """Plain name -> every plain form of that person, from the gold's list."""
    found: dict[str, set[str]] = {}
    for line in (folder / "gold" / "aliases.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        forms = {plain(form) for form in (*row["forms"], row.get("person") or "") if form}
        if row["novel"] == novel:
            for form in forms:
                found.setdefault(form, set()).update(forms)
    return found


def plain(name: str) -> str:
    """A name without "the", case and accents folded, points left out."""
    return fold(name).replace(".", "").removeprefix("the ").strip()


def find_gold(memory: Memory, name: str, aliases: dict[str, set[str]]) -> str:
    """The id of the person whom a gold name means: who is most often called by one of its forms, else by a part of
    the name that is not somebody else's ("" for nobody)."""
    spellings = {plain(part) for part in re.split(r"[()]", name)} - {""}
    wanted = spellings.union(*(aliases.get(spelling, set()) for spelling in spellings))
    return most_called(memory, lambda form: plain(form) in wanted) or most_called(
        memory, lambda form: _is_part(form, name)
    )


def most_called(memory: Memory, fits: Callable[[str], bool]) -> str:
    """The id of who is called oftenest by a form that fits, "" for nobody."""
    votes: Counter[str] = Counter()
    for person in memory.people:
        one: Person = memory.person(person.key)
        if one.key == person.key:
            votes[one.id] += sum(count + 1 for form, count in one.forms.items() if fits(form))
    best = votes.most_common(1)
    return best[0][0] if best and best[0][1] else ""


def _is_part(form: str, name: str) -> bool:
    words, whole = plain(form).split(), plain(name).split()
    bare = [word for word in words if word not in TITLES]
    if set(words) & _WOMENS and not set(whole) & set(words) & _WOMENS:
        return False
    return bool(bare) and set(bare) <= set(whole)
