"""What reading with a model would take, before any of it is spent; and the prompts, for whoever wants to see them.

The rules read the books, and the prompts are written as they will be asked: their tokens are counted at four characters
each. What an answer takes is reckoned from the words of the passage.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from castline.errors import InputError
from castline.ingest.model.asking import Question
from castline.ingest.model.kept import Kept
from castline.ingest.model.limits import read_price
from castline.ingest.model.prompts import RULES
from castline.ingest.model.route import Choice, make_questions
from castline.ingest.preview import preview

CHARACTERS = 4
"""Of English, to a token."""
WRITTEN, LEAST = 0.4, 120
"""Tokens of an answer for a word of its passage, and at least: 450 to 600 for 1,500 words were seen."""
AGAIN = 1.03
"""Calls for a passage, those asked again included."""
SECONDS = 20.0
"""What an answer takes, where nobody knows better."""


def estimate(files: Sequence[str | Path], choice: Choice, answers: str | Path) -> dict[str, Any]:
    """Calls, tokens, minutes and money; `answers` is the file of those kept, which cost nothing."""
    questions = make_questions(preview(files))
    asked = [question for question in questions if not _is_kept(question, choice, answers)]
    calls = round(len(asked) * AGAIN)
    read = round(sum(len(RULES) + len(question.prompt.text) for question in asked) / CHARACTERS * AGAIN)
    written = round(sum(_count_written(question) for question in asked) * AGAIN)
    found: dict[str, Any] = {
        "model": choice.model, "passages": len(questions), "kept": len(questions) - len(asked), "calls": calls,
        "tokens": {"in": read, "cacheable": calls * len(RULES) // CHARACTERS, "out": written},
        "minutes": round(-(-calls // choice.at_once) * SECONDS / 60, 1), "cost": None,
    }  # fmt: skip
    if choice.prices:
        found["cost"] = round(read_price(choice.prices, choice.model).cost(read, 0, written), 4)
    return found


def _is_kept(question: Question, choice: Choice, answers: str | Path) -> bool:
    if not Path(answers).exists():
        return False
    kept = Kept(answers)
    try:
        return kept.find(question.prompt.hash_for(choice.model)) is not None
    finally:
        kept.close()


def _count_written(question: Question) -> float:
    passage = question.prompt.passage
    return max(LEAST, WRITTEN * len(question.seen.text[passage.start : passage.end].split()))


def show_prompts(files: Sequence[str | Path], at: str | None) -> list[str]:
    """The prompts of one chapter, whole. Raises InputError where there is none."""
    chapters = preview(files, at)
    questions = make_questions(chapters[-1:])
    if not questions:
        raise InputError("The books given have no chapter with a paragraph there, so nothing would be asked.")
    return [question.prompt.show() for question in questions]
