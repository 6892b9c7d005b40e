"""`python -m benchmarks DATA`: measure everything and write benchmarks/results.md.

DATA is a folder with `novels/pride_and_prejudice.txt` and `novels/war_and_peace.txt`. Neo4j is measured where
CASTLINE_BENCH_NEO4J holds the URL of a server (`scripts/neo4j run -- make bench` starts one).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.characters import measure_characters
from benchmarks.claims import measure_claims
from benchmarks.confidence import measure_confidence
from benchmarks.dialogues import measure_dialogues
from benchmarks.drafts import measure_drafts
from benchmarks.events import measure_events
from benchmarks.feelings import measure_feelings
from benchmarks.growth import measure_growth
from benchmarks.hints import measure_hints
from benchmarks.identities import measure_identities
from benchmarks.ingesting import measure_ingest
from benchmarks.judging import measure_judge
from benchmarks.kin import measure_kin
from benchmarks.knowing import measure_knowing
from benchmarks.knowledge import measure_knowledge
from benchmarks.machine import describe_machine
from benchmarks.model import measure_model
from benchmarks.modern import measure_modern
from benchmarks.names import measure_names
from benchmarks.presence import measure_presence
from benchmarks.pronouns import measure_pronouns
from benchmarks.quotes import measure_quotes
from benchmarks.service import measure_service
from benchmarks.snapshots import measure_neo4j, measure_sqlite
from benchmarks.speakers import measure_speakers
from benchmarks.story import measure_story
from benchmarks.tellers import measure_tellers
from benchmarks.telling import measure_telling
from benchmarks.voices import measure_voices
from benchmarks.whom import measure_whom

SCALES = tuple(int(scale) for scale in os.environ.get("CASTLINE_BENCH_SCALES", "1,10").split(","))
"""Sizes of the made sagas, as times of the first."""
RESULTS = Path(__file__).parent / "results.md"
SECTIONS: dict[str, tuple[str, Callable[[Path], str]]] = {
    "ingest": ("## Ingest, beside bare spaCy", measure_ingest),
    "sqlite": ("## Snapshots from SQLite, beside its floor", lambda data: measure_sqlite(data, SCALES)),
    "neo4j": (
        "## Snapshots from Neo4j, beside its floor",
        lambda data: measure_neo4j(data, SCALES, os.environ["CASTLINE_BENCH_NEO4J"]),
    ),
    "service": ("## The service: 50 clients while an ingest writes, beside a bare hello", measure_service),
    "growth": ("## What a chapter costs, early and late in a long serial", measure_growth),
    "feelings": ("## Feelings over time, from raw text", measure_feelings),
    "quotes": ("## Where speech stands, on PDNC, from raw text", measure_quotes),
    "speakers": ("## Who speaks, on PDNC, from raw text", measure_speakers),
    "characters": ("## Whom names mean, on PDNC, from raw text", measure_characters),
    "names": ("## Whom short names mean where they stand, on protagonist_tagger's sentences", measure_names),
    "presence": ("## Who is there, against Knuth's encounters", measure_presence),
    "knowledge": ("## Who was there and who was not, on the gold questions", measure_knowledge),
    "knowing": ("## Who knows of a thing that is asked for in words", measure_knowing),
    "kin": ("## What people are to each other, from raw text", measure_kin),
    "identities": ("## Who turns out to be whom, on the gold reveals", measure_identities),
    "events": ("## What happened, on LitBank's realis events, from raw text", measure_events),
    "confidence": ("## What the confidences are worth", measure_confidence),
    "model": ("## The model's route, with an oracle for a model", measure_model),
    "story": ("## The shipped story, by the rules and with recorded answers of a large language model", measure_story),
    "pronouns": ("## Whom he, she and they mean, on LitBank", measure_pronouns),
    "telling": ("## What is told of a chapter and of its people, beside what readers marked", measure_telling),
    "tellers": ("## Who tells, from raw text", measure_tellers),
    "voices": ("## Whose words a snapshot shows, on PDNC, from raw text", measure_voices),
    "whom": ("## Whom he and she mean all through a novel, from raw text", measure_whom),
    "modern": ("## Who speaks, and whom he and she mean, in ten stories of today", measure_modern),
    "drafts": ("## Who speaks, and whom he and she mean, in four drafts, by their authors' keys", measure_drafts),
    "hints": ("## Hints on the gold questions, without a model", measure_hints),
    "claims": ("## What an answer cannot know, on answers of a large language model", measure_claims),
    "judge": ("## The judge without a model, on right and planted answers", measure_judge),
    "dialogues": ("## Dialogue sessions in HPD's form, and what shared words are worth", measure_dialogues),
}
"""Part -> its heading in the results, and what measures it."""


def main(data: Path, parts: list[str]) -> None:
    """Measure the named parts (all of them by default) and put each in its place in the results."""
    every = [part for part in SECTIONS if part != "neo4j" or "CASTLINE_BENCH_NEO4J" in os.environ]
    for part in parts or every:
        heading, measure = SECTIONS[part]
        body = measure(data)
        print(body, flush=True)
        _place(heading, f"{describe_machine()}\n\n{body}\n")


def _place(heading: str, body: str) -> None:
    """Replace the first table of a section; the words that follow a section's table are kept."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else "# Figures\n"
    if heading not in text:
        text += f"\n{heading}\n"
    head, _, rest = text.partition(heading + "\n")
    section, mark, after = rest.partition("\n## ")
    kept = section.partition("\n<!-- words -->")[1:]
    RESULTS.write_text(f"{head}{heading}\n\n{body}{''.join(kept)}{mark}{after}", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."), sys.argv[2:])
