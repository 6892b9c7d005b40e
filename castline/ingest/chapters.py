"""A chapter's extract to its facts, in order, given the memory of those before it."""

from __future__ import annotations

import msgspec

import castline
from castline.graph.facts import Chapter, Character, Event, Fact, Mention, Problem, Summary, Utterance
from castline.ingest.cutting import Chapter as CutChapter
from castline.ingest.declarations import record_declarations
from castline.ingest.draft import LONGEST_EVIDENCE, Draft
from castline.ingest.extract import Extract
from castline.ingest.feelings import record_feelings
from castline.ingest.occurrences import record_events
from castline.ingest.people import Memory
from castline.ingest.presence import attend
from castline.ingest.problems import Problem as TextProblem
from castline.ingest.resolution import resolve
from castline.ingest.resolved import Spoken
from castline.ingest.traits import record_names, record_traits
from castline.ingest.voices import find_voices

RULES = "rules"
SUMMARISED = 3
"""How many events a chapter's summary is made of."""


def write_facts(saga: str, book: int, chapter: CutChapter, text: str, notes: Extract, memory: Memory,
                problems: list[TextProblem], model: str) -> tuple[list[Fact], list[Mention]]:  # fmt: skip
    """The facts and mentions of one chapter; `memory` goes on to the next.

    `text` is the chapter's own, and offsets in `notes` count from its start; `problems` count from the book's.
    """
    prefix = f"{saga}:{book}.{chapter.ordinal}:"
    heading = "\n".join(filter(None, (chapter.part, chapter.label, text[: chapter.body_start - chapter.start])))
    found = resolve(memory, notes, book, prefix, find_voices(heading, text, notes.paragraphs))
    draft = Draft(
        saga,
        book,
        chapter.ordinal,
        chapter.start,
        text,
        notes,
        found,
        memory,
        f"{RULES}@{castline.__version__}+{model}",
    )
    _add_chapter(draft, chapter, problems)
    _add_characters(draft)
    record_names(draft)
    here = attend(draft)
    record_traits(draft, here)
    _add_utterances(draft)
    record_declarations(draft, here)
    record_events(draft, here)
    record_feelings(draft, here)
    _summarise(draft, f"{prefix}chapter1")
    return draft.facts, _mentions(draft)


def _add_chapter(draft: Draft, chapter: CutChapter, problems: list[TextProblem]) -> None:
    whole = (0, chapter.end - chapter.start)
    fact = draft.add(Chapter, whole, None, "cut", 1.0, label=chapter.label, part=chapter.part)
    heading = draft.text[: chapter.body_start - chapter.start].rstrip()
    draft.facts[-1] = msgspec.structs.replace(fact, text=heading)
    for problem in problems:
        span = (problem.start - chapter.start, min(problem.end, problem.start + LONGEST_EVIDENCE) - chapter.start)
        draft.add(Problem, span, None, "cut", 1.0, message=problem.message, advice=problem.advice)


def _add_characters(draft: Draft) -> None:
    for key, index in draft.found.naming.met:
        person = draft.memory.people[key]
        note = draft.notes.mentions[index]
        draft.add(
            Character, (note.start, note.end), draft.scene_at(note.paragraph), "first-met", 0.85, identifier=person.id,
            narrator=person.kind == "narrator",
        )  # fmt: skip


def _add_utterances(draft: Draft) -> None:
    for quote, said in zip(draft.notes.utterances, draft.found.spoken, strict=True):
        start, end = quote.parts[0]
        draft.add(
            Utterance, (start, end), draft.scene_at(quote.paragraph), said.rule or "quote", _confidence(said),
            speaker=draft.person_id(said.speaker) if said.speaker >= 0 else None,
            addressees=tuple(draft.person_id(key) for key in said.addressees), rule=said.rule or "unknown",
            parts=tuple((draft.base + a, draft.base + b) for a, b in quote.parts),
        )  # fmt: skip


CONFIDENCE = {"said-name": 0.97, "names-self": 0.9, "said-noun": 0.6, "signed": 0.9, "letter": 0.6, "led-in": 0.79}
"""How often each rule is right: names beside a verb of speech on LitBank (188 of 194), narration that leads in to a quote (19 of 24); the others, too rare there, by
estimate. A speaker whom a pronoun or the talk gives has the probability of the learnt choice."""


def _confidence(said: Spoken) -> float:
    return CONFIDENCE.get(said.rule, min(0.95, max(0.05, said.chance)))


def _summarise(draft: Draft, chapter: str) -> None:
    events = sorted((f for f in draft.facts if isinstance(f, Event)), key=lambda e: (-e.importance, e.start))[
        :SUMMARISED
    ]
    if events:
        events.sort(key=lambda e: e.start)
        last = events[-1]
        span = (last.start - draft.base, last.end - draft.base)
        words = " ".join(e.summary for e in events)
        draft.add(Summary, span, last.scene, "top-events", 0.5, of=chapter, summary=words)


def _mentions(draft: Draft) -> list[Mention]:
    mentions = []
    for note, key in zip(draft.notes.mentions, draft.found.who, strict=True):
        if key >= 0:
            draft.add(
                Mention, (note.start, note.end), draft.scene_at(note.paragraph), note.kind, 0.8,
                character=draft.person_id(key), form=" ".join(note.form.split()), type=note.kind,
            )  # fmt: skip
            mentions.append(draft.facts.pop())
    return mentions  # type: ignore[return-value]
