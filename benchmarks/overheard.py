"""Who says what in passages of whole novels, to learn from: `speech.jsonl`.

Readings of a large language model, with the passages before them and nothing of castline, named the speaker of each quote: by the
name that the passage calls them, "I" for who tells. A novel's row holds [where the quote begins in its text, the speaker] for each.
None of these novels is among PDNC's, by which speakers are measured.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.fitting import Example
from benchmarks.marked import Chapters, read_novel
from benchmarks.oracle import list_rows
from benchmarks.speakers import plain
from castline.ingest.memory.memory import Memory
from castline.ingest.resolution.attribution.attribute import Conversation
from castline.ingest.resolution.attribution.decoder import remember
from castline.ingest.resolution.attribution.features import Past
from castline.ingest.resolution.resolve import listen
from castline.ingest.settling import settle

SPEECH = Path(__file__).parent / "speech.jsonl"
TELLER = "I"
NEAR = 3
"""Characters about a marked place within which a quote begins."""


Heard = tuple[Chapters, dict[int, str]]
"""A novel as far as it is marked, and who says what begins at an offset into its text."""


def read_speech(data: Path) -> list[Heard]:
    """The marked novels, extracted."""
    rows = map(json.loads, SPEECH.read_text(encoding="utf-8").splitlines())
    said = {row["novel"]: dict(row["said"]) for row in rows}
    return [(read_novel(data, novel, max(places)), places) for novel, places in said.items()]


def overhear_novels(novels: Sequence[Heard]) -> list[Example]:
    """The choices of the marked turns, as castline with the weights that ship comes to them, and the right ones."""
    return [example for chapters, said in novels for example in _overhear(chapters, said)]


def _overhear(chapters: Chapters, said: Mapping[int, str]) -> Iterator[Example]:
    memory = Memory()
    for piece, notes in zip(chapters.pieces, chapters.notes, strict=True):
        first = piece.chapter.start
        here = {at - first: who for at, who in said.items() if first <= at < piece.chapter.end}
        if here:
            yield from _choose(listen(memory.fork(), notes, 1, f"{chapters.name}:"), here)
        memory = settle(chapters.name, 1, piece.chapter, piece.text, notes, memory, [], "bench").memory


def _choose(talk: Conversation, said: Mapping[int, str]) -> Iterator[Example]:
    past: Past = ()
    for turn in talk.turns:
        starts = (talk.notes.utterances[index].parts[0][0] for index in turn.indexes)
        marked = Counter(said[at] for start in starts for at in range(start - NEAR, start + NEAR) if at in said)
        right = _find_right(talk, turn.candidates, marked.most_common(1)[0][0]) if marked else -1
        if right >= 0 and len(turn.candidates) > 1:
            yield list_rows(turn, past, talk.refer), right
        past = remember(past, talk.found.spoken[turn.indexes[0]].speaker, turn)


def _find_right(talk: Conversation, candidates: list[int], name: str) -> int:
    """The candidate who is marked: by a name in full, else by its last word where one alone bears it; -1 for none."""
    if name == TELLER:
        return next((at for at, key in enumerate(candidates) if key in {one for _, one in talk.found.tellers}), -1)
    forms = [_list_forms(talk, key) for key in candidates]
    wanted = plain(name)
    whole = [at for at, borne in enumerate(forms) if wanted in borne]
    part = [at for at, borne in enumerate(forms) if wanted.split()[-1] in {form.split()[-1] for form in borne}]
    return whole[0] if whole else part[0] if len(part) == 1 else -1


def _list_forms(talk: Conversation, key: int) -> set[str]:
    """The names of somebody, plain; those of strangers are not known."""
    person = talk.refer.memory.person(key) if key >= 0 else None
    return {plain(form) for form in (*person.forms, person.name) if plain(form)} if person else set()
