"""Who is there, chapter by chapter, against Knuth's encounters: `python -m benchmarks DATA presence`.

Knuth lists by hand who meets whom in every chapter of two novels. A found person is on the page of a chapter where a
scene fact says so (pov or on-page). Mapping rule: a person is the listed character whose names (the words before the
comma, bracketed ones too; initials and titles left out) hold most of the words of the forms he is called by, each
form weighted by its uses. A form that fits several, of those whose gender (where Knuth's words or the given name tell
it) is not another, counts for the one listed under just that form ("Mrs. Hale" beside "Arthur Hale"), else for one
listed with its title, else for the one met in most chapters. A narrator who maps to nobody is the character listed in most chapters.
People who map to nobody listed are left out; listed characters to whom nobody maps stay in the recall. First appearances: the first chapter on the page against the first listed.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.machine import table
from benchmarks.shelf import SAGA, Novel, fetch_novel
from castline.graph.facts import Scene, decode
from castline.graph.moments import FOREVER
from castline.ingest.language.lexicon import TITLES
from castline.ingest.language.names import read_name, squeeze
from castline.ingest.memory.people import Person

BOOKS = {"anna_karenina": "anna.dat", "david_copperfield": "david.dat"}
HEAD = ["novel", "encounters", "precision", "recall", "F1", "listed", "found", "first exact", "first within one"]
_SMALL = frozenset({"de", "of", "the", "van", "von"})


def measure_presence(folder: Path) -> str:
    """A row per novel."""
    return table(HEAD, [_score(folder, novel, file) for novel, file in BOOKS.items()])


def _score(folder: Path, novel: str, file: str) -> list[object]:
    names, gold = read_encounters(folder / "sgb_knuth" / file)
    found = _find_presence(fetch_novel(folder / "novels" / f"{novel}.txt"), names, gold)
    right = sum(len(found[n] & gold[n]) for n in gold)
    precision, recall = right / max(1, sum(map(len, found.values()))), right / sum(map(len, gold.values()))
    firsts, ours = _first(gold), _first(found)
    met = [abs(ours[one] - first) for one, first in firsts.items() if one in ours]
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    return [novel, sum(map(len, gold.values())), f"{precision:.3f}", f"{recall:.3f}", f"{f1:.3f}", len(firsts), len(met),
            f"{sum(d == 0 for d in met) / len(firsts):.3f}", f"{sum(d <= 1 for d in met) / len(firsts):.3f}"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Listed:
    """A character of Knuth's: the title and the words of the names, and "m", "f" or "" for the gender."""

    title: str
    words: set[str]
    gender: str


def read_encounters(path: Path) -> tuple[dict[str, Listed], dict[int, set[str]]]:
    """(code -> the character, chapter ordinal -> the codes met there)."""
    names: dict[str, Listed] = {}
    chapters: dict[int, set[str]] = {}
    for line in path.read_text(encoding="latin-1").splitlines():
        if listed := re.match(r"([A-Z0-9]{2}) (.+)", line):
            name = listed[2].split(",")[0]
            names[listed[1]] = Listed(_title(name), _words(name), _gender(listed[2]))
        elif told := re.match(r"[\d.]+:(.*)", line):
            chapters[len(chapters) + 1] = set(re.findall(r"[A-Z0-9]{2}", told[1]))
        elif line.startswith("&:") and chapters:
            chapters[len(chapters)] |= set(re.findall(r"[A-Z0-9]{2}", line))
    return names, chapters


def _gender(described: str) -> str:
    female = re.search(r"\b(?:Mrs|Miss|Princess|Countess|Madame|Mademoiselle|Lady|wife|sister|daughter|mother|aunt|widow"
                       r"|girl|woman|nurse|maid|governess|actress)\b", described)  # fmt: skip
    male = re.search(r"\b(?:Mr|Prince|Count|Sir|Captain|Colonel|Dr|husband|son|brother|father|uncle|boy|man|lawyer"
                     r"|coachman|butler|waiter|clerk)\b", described)  # fmt: skip
    told = "f" if female and (not male or female.start() < male.start()) else "m" if male else ""
    return told or read_name(described.split(",")[0]).likely_gender


def _title(name: str) -> str:
    return read_name(squeeze(name)).title


def _words(name: str) -> set[str]:
    found = (re.sub("ei$", "ey", word.casefold()) for word in re.findall(r"[^\W\d_]+", name))
    return {word for word in found if len(word) > 1 and word not in TITLES and word not in _SMALL}


def _find_presence(novel: Novel, names: dict[str, Listed], gold: dict[int, set[str]]) -> dict[int, set[str]]:
    memory = novel.memory
    met = Counter(one for codes in gold.values() for one in codes)
    codes = {}
    for one in memory.people:
        person = memory.person(one.key)
        code = _code_of(person, names, met)
        codes[one.id] = code or (met.most_common(1)[0][0] if person.kind == "narrator" else "")
    found: dict[int, set[str]] = defaultdict(set)
    scenes: Iterator[Scene] = (decode(line) for line in novel.store.facts(SAGA, ["scene"], FOREVER))
    for scene in scenes:
        found[scene.chapter] |= {codes[p.character] for p in scene.present} - {""}
    return found


def _code_of(person: Person, names: dict[str, Listed], met: Counter[str]) -> str:
    votes: Counter[str] = Counter()
    for form, uses in person.forms.items():
        words = _words(form)
        fits = [
            code for code, known in names.items()
            if words and words <= known.words and {person.gender, known.gender} != {"m", "f"}
        ]  # fmt: skip
        if fits:
            title = _title(form)
            votes[max(fits, key=lambda code: (*_likeness(names[code], title, words), met[code], code))] += uses * len(
                words
            )
    return votes.most_common(1)[0][0] if votes else ""


def _likeness(known: Listed, title: str, words: set[str]) -> tuple[bool, bool]:
    same = bool(title) and known.title == title
    return same and known.words == words, same


def _first(chapters: dict[int, set[str]]) -> dict[str, int]:
    firsts: dict[str, int] = {}
    for ordinal in sorted(chapters):
        for one in chapters[ordinal]:
            firsts.setdefault(one, ordinal)
    return firsts
