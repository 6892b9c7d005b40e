"""A chapter's extract to its facts, in order, given the memory of those before it."""

from __future__ import annotations

import math

import msgspec

from castline.graph.facts import Chapter, Character, Event, Fact, Mention, Problem, Summary, Utterance
from castline.ingest.annotations import Extract, MentionNote
from castline.ingest.draft import LONGEST_EVIDENCE, Draft
from castline.ingest.feelings.levels import record_feelings
from castline.ingest.memory.people import Memory
from castline.ingest.narrative.declarations import record_declarations
from castline.ingest.narrative.events import record_events
from castline.ingest.narrative.identities import record_identities
from castline.ingest.narrative.presence import attend
from castline.ingest.narrative.traits import record_names, record_traits
from castline.ingest.reading.problems import Problem as TextProblem
from castline.ingest.resolution.cast.result import Spoken
from castline.ingest.resolution.resolve import GOES_ON, resolve
from castline.ingest.segmentation.chapters import Chapter as CutChapter
from castline.version import __version__

RULES = "rules"
SUMMARISED = 3
"""How many events a chapter's summary is made of."""
SUMMED_UP = 0.55
"""How often all of them are told right: 11 of 20 summaries read, of 10 novels."""


def write_facts(saga: str, book: int, chapter: CutChapter, text: str, notes: Extract, memory: Memory,
                problems: list[TextProblem], model: str) -> tuple[list[Fact], list[Mention]]:  # fmt: skip
    """The facts and mentions of one chapter; `memory` goes on to the next.

    `text` is the chapter's own, and offsets in `notes` count from its start; `problems` count from the book's.
    """
    prefix = f"{saga}:{book}.{chapter.ordinal}:"
    found = resolve(memory, notes, book, prefix)
    draft = Draft(
        saga,
        book,
        chapter.ordinal,
        chapter.start,
        text,
        notes,
        found,
        memory,
        f"{RULES}@{__version__}+{model}",
    )
    _add_chapter(draft, chapter, problems)
    _add_characters(draft)
    record_names(draft)
    # Before anything is told of people: whatever follows knows the two as one.
    record_identities(draft)
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


FIRST_MET = {"name": 0.77, "description": 0.72, "narrator": 0.93}
"""How often somebody new is a person, and nobody met before: on LitBank, by name (564) and who tells (42); by a noun, 43 of 60
(15 there, and 45 read in ten novels: "the vicar" may have a name too)."""


def _add_characters(draft: Draft) -> None:
    for key, index in draft.found.naming.met:
        person = draft.memory.people[key]
        note = draft.notes.mentions[index]
        draft.add(
            Character, (note.start, note.end), draft.scene_at(note.paragraph), "first-met", FIRST_MET[person.kind], identifier=person.id,
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


CONFIDENCE = {
    "said-name": 0.98, "said-I": 0.99, "said-noun": 0.85, "said-role": 0.56, "names-self": 0.85, "goes-on": GOES_ON,
    "letter": 0.53, "signed": 0.4,
}  # fmt: skip
"""How often each rule is right, on PDNC's 21 novels from raw text (`python -m benchmarks DATA confidence`): a name (of 6,652
quotes), an "I" (685), a noun (660) beside a verb of speech; a noun that may be anybody's, "her aunt" (385); "I am X" (13); a
tale that goes on (29, one novel). PDNC has few letters: 16 of 30 that were read in 20 novels, and 2 of 5 that are signed.
A speaker whom a pronoun or the talk gives has the tempered probability of the learnt choice."""
SHARPNESS = 0.56
"""What the odds of the learnt choice are raised to: it is surer than it is right, since its features tell the same thing
twice. Fitted on LitBank, each text by weights learnt without it (698 choices); on PDNC it fits as it is."""


def _confidence(said: Spoken) -> float:
    return CONFIDENCE[said.rule] if said.rule in CONFIDENCE else temper(said.chance)


def temper(chance: float) -> float:
    """How often a choice of this chance is right."""
    chance = min(0.99, max(0.01, chance))
    return round(1 / (1 + math.pow(1 / chance - 1, SHARPNESS)), 2)


def _summarise(draft: Draft, chapter: str) -> None:
    events = sorted((f for f in draft.facts if isinstance(f, Event)), key=lambda e: (-e.importance, e.start))[
        :SUMMARISED
    ]
    if events:
        events.sort(key=lambda e: e.start)
        last = events[-1]
        span = (last.start - draft.base, last.end - draft.base)
        words = " ".join(e.summary for e in events)
        draft.add(Summary, span, last.scene, "top-events", SUMMED_UP, of=chapter, summary=words)


MENTIONS = {
    "name": 0.93, "nominal": 0.59, "he": 0.77, "he-said": 0.59, "I": 0.98, "I-said": 0.64, "you": 0.61,
}  # fmt: skip
"""How often a mention means whom it is said to, on LitBank's 100 texts from raw text: names (2,461), nouns (312), "he", "she"
and "they" in narration (4,590) and talk (642), "I" of narrators (2,718) and speakers (1,573), "you" (901)."""


def kind_of_mention(note: MentionNote) -> str:
    """What the confidence of a mention hangs on."""
    if note.kind != "pronoun":
        return note.kind
    if note.person == 2:
        return "you"
    return ("I" if note.person == 1 else "he") + ("-said" if note.quote >= 0 else "")


def _mentions(draft: Draft) -> list[Mention]:
    mentions = []
    for note, key in zip(draft.notes.mentions, draft.found.who, strict=True):
        if key >= 0:
            draft.add(
                Mention, (note.start, note.end), draft.scene_at(note.paragraph), note.kind, MENTIONS[kind_of_mention(note)],
                character=draft.person_id(key), form=" ".join(note.form.split()), type=note.kind,
            )  # fmt: skip
            mentions.append(draft.facts.pop())
    return mentions  # type: ignore[return-value]
