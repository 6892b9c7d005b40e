"""One chapter settled: decided by the rules, amended by whoever knows better, learnt and written as facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from castline.graph.facts import Fact, Mention
from castline.ingest.amend import Answer, amend
from castline.ingest.annotations import Extract
from castline.ingest.decisions import Decisions
from castline.ingest.learn import learn
from castline.ingest.memory.memory import Memory
from castline.ingest.memory.rekey import merge_shown
from castline.ingest.reading.problems import Problem
from castline.ingest.rules import decide
from castline.ingest.segmentation.chapters import Chapter
from castline.ingest.strands import join_levels
from castline.ingest.writer import write_facts


@dataclass(frozen=True, slots=True)
class Settled:
    """What came of a chapter, and the memory for the next one."""

    facts: list[Fact]
    mentions: list[Mention]
    memory: Memory
    decisions: Decisions


def settle(
    saga: str, book: int, chapter: Chapter, text: str, notes: Extract, memory: Memory, problems: Sequence[Problem], model: str,
    answers: Sequence[Answer] = (),
) -> Settled:  # fmt: skip
    """Settle a chapter; `memory` is of those before it, and stays as it is.

    `text` is the chapter's own, and offsets in `notes` and `answers` count from its start; `problems` count from the book's.
    """
    prefix = make_prefix(saga, book, chapter)
    decisions = amend(decide(memory, notes, text, prefix, book, model), answers)
    return settle_decided(saga, book, chapter, text, notes, memory, problems, decisions)


def make_prefix(saga: str, book: int, chapter: Chapter) -> str:
    """What the ids of all that a chapter tells start with."""
    return f"{saga}:{book}.{chapter.ordinal}:"


def settle_decided(
    saga: str, book: int, chapter: Chapter, text: str, notes: Extract, memory: Memory, problems: Sequence[Problem],
    decisions: Decisions,
) -> Settled:  # fmt: skip
    """Settle a chapter of which all has been decided, by whomever."""
    prefix = make_prefix(saga, book, chapter)
    decisions = join_levels(memory, decisions)
    after = learn(memory, decisions, prefix)
    facts, mentions = write_facts(prefix, book, chapter, text, notes, decisions, after, problems)
    for join in decisions.joins:
        merge_shown(after, join.gone, join.kept)
    return Settled(facts, mentions, after, decisions)
