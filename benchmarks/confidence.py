"""What the confidences of the facts are worth, where there is gold: `python -m benchmarks DATA confidence`.

For every rule how many of its facts the gold speaks of, the confidence that they state (the mean), and how many are right.
Speakers and genders: PDNC's 21 novels, by the mapping of `benchmarks/speakers.py`; quotes that are not in the gold are left
out. Mentions and people: LitBank's 100 texts from raw text, each person standing for the gold entity that most of their
names and nouns mean (a narrator, of their "I"); a mention that is no mention of a person in the gold is wrong, and so is a
person "met" who stands for nobody, or for somebody who was met before.

The second table is of speakers that are chosen by the learnt probabilities: by what they state.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.litbank import read_litbank
from benchmarks.machine import table
from benchmarks.oracle import Gold, read_gold
from benchmarks.shelf import SAGA, Novel, fetch_novel
from benchmarks.speakers import is_right, map_people, pair_quotes, read_aliases, read_quotes
from castline.graph.facts import Attribute, Utterance, decode
from castline.graph.moments import FOREVER
from castline.ingest.language.parser import find_model, load_model
from castline.ingest.memory.memory import Memory
from castline.ingest.resolution.cast.result import Resolution
from castline.ingest.resolution.confidence import FIRST_MET, MENTIONS, kind_of_mention
from castline.ingest.resolution.resolve import resolve

CHOSEN = ("said-pronoun", "in-talk", "in-mind")
"""Rules whose speakers have the learnt choice's probability."""
BINS = 10
Judged = tuple[str, float, bool]
"""(kind and rule of a fact, the confidence stated, whether it is right)."""


def measure_confidence(folder: Path) -> str:
    """A row per rule, and one per tenth of the stated probability."""
    judged = [*_judge_novels(folder), *_judge_texts(folder)]
    chosen = [(stated, right) for rule, stated, right in judged if rule.removeprefix("speaker: ") in CHOSEN]
    rules = [
        _row(rule, [(s, r) for name, s, r in judged if name == rule])
        for rule in dict.fromkeys(sorted(j[0] for j in judged))
    ]
    bins = [_row(f"{at / BINS:.1f} to {(at + 1) / BINS:.1f}", rows) for at in range(BINS)
            if (rows := [pair for pair in chosen if min(BINS - 1, int(BINS * pair[0])) == at])]  # fmt: skip
    head = ["kind and rule", "measured on", "stated", "right"]
    return f"{table(head, rules)}\n\n{table(['speakers chosen, stated', *head[1:]], bins)}"


def _row(name: str, rows: list[tuple[float, bool]]) -> list[object]:
    stated, right = (sum(pair[side] for pair in rows) / len(rows) for side in (0, 1))
    return [name, len(rows), f"{stated:.2f}", f"{right:.3f}"]


def _judge_novels(folder: Path) -> Iterator[Judged]:
    for novel in sorted((folder / "pdnc" / "data").iterdir()):
        fetched = fetch_novel(novel / "novel_text.txt")
        aliases = read_aliases(novel)
        mapping = map_people(fetched.memory, aliases)
        yield from _judge_speakers(fetched, novel, mapping, aliases)
        yield from _judge_genders(fetched, novel, mapping)


def _judge_speakers(fetched: Novel, novel: Path, mapping: dict[str, str], aliases: dict[str, str]) -> Iterator[Judged]:
    """A quote that nobody is said to speak claims nothing, and is left out."""
    said: list[Utterance] = [decode(line) for line in fetched.store.facts(SAGA, ["utterance"], FOREVER)]
    for row, found in pair_quotes(said, read_quotes(novel)):
        if found and found.speaker:
            yield f"speaker: {found.rule}", found.confidence, is_right(found, row, mapping, aliases)


def _judge_genders(fetched: Novel, novel: Path, mapping: dict[str, str]) -> Iterator[Judged]:
    with (novel / "character_info.csv").open(encoding="utf-8") as file:
        gold = {row["Main Name"]: row["Gender"] for row in csv.DictReader(file)}
    for line in fetched.store.facts(SAGA, ["attribute"], FOREVER):
        fact: Attribute = decode(line)
        wanted = {"M": "male", "F": "female"}.get(gold.get(mapping.get(fact.character, ""), ""))
        if fact.attribute == "gender" and wanted:
            yield "attribute: gender", fact.confidence, fact.value == wanted


def _judge_texts(folder: Path) -> Iterator[Judged]:
    nlp = load_model(find_model())
    for excerpt in read_litbank(folder / "litbank"):
        gold, memory = read_gold(nlp, excerpt), Memory()
        found = resolve(memory, gold.notes, 1, "text:1.1:")
        stands = _find_meant(gold, found, memory)
        for note, key, entity in zip(gold.notes.mentions, found.who, gold.who, strict=True):
            if key >= 0:
                kind = kind_of_mention(note)
                yield f"mention: {kind}", MENTIONS[kind], bool(entity) and stands.get(key) == entity
        yield from _judge_met(found, memory, stands)


def _find_meant(gold: Gold, found: Resolution, memory: Memory) -> dict[int, str]:
    """Person -> the gold entity that they stand for."""
    votes: dict[int, Counter[str]] = {}
    for note, key, entity in zip(gold.notes.mentions, found.who, gold.who, strict=True):
        own = note.kind != "pronoun" or (key >= 0 and memory.people[key].kind == "narrator" and note.quote < 0)
        if key >= 0 and entity and own:
            votes.setdefault(key, Counter())[entity] += 1
    return {key: counts.most_common(1)[0][0] for key, counts in votes.items()}


def _judge_met(found: Resolution, memory: Memory, stands: dict[int, str]) -> Iterable[Judged]:
    seen: set[str] = set()
    for key, _ in sorted(found.naming.met, key=lambda pair: pair[1]):
        kind, entity = memory.people[key].kind, stands.get(key, "")
        yield f"somebody new: {kind}", FIRST_MET[kind], bool(entity) and entity not in seen
        seen.add(entity)
