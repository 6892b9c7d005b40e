"""The model's route: the second reader that `pipeline.ingest` is given, and what is asked for before it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from castline.errors import InputError
from castline.graph.corrections import Who
from castline.ingest.annotations import Extract
from castline.ingest.decisions import Decisions
from castline.ingest.memory.memory import Given, Memory
from castline.ingest.model.asking import MOST_REASONS, Asker, Outcome, Question
from castline.ingest.model.batches import Answers, Recorder, await_answers, write_requests
from castline.ingest.model.endpoint import SECONDS, Endpoint
from castline.ingest.model.form import VERSION
from castline.ingest.model.kept import Kept
from castline.ingest.model.laying import Chapter, lay, lay_recap
from castline.ingest.model.limits import Spending, read_price
from castline.ingest.model.pace import Pace
from castline.ingest.model.passages import Passage
from castline.ingest.model.prompts import write_prompt
from castline.ingest.model.seen import see
from castline.ingest.model.sources import Live, OnlyKept, Source
from castline.ingest.model.words import find_meant, find_speakers
from castline.ingest.pieces import Piece
from castline.ingest.reading.problems import Problem
from castline.ingest.second_reader import Amended, Looked

AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Choice:
    """How a model is to be asked: at which endpoint, or through which folders; and within what limits.

    `seconds` is how long one answer may take, `second` how long a second of waiting takes (tests let it pass faster).
    """

    model: str
    base_url: str | None = None
    batch: str | Path | None = None
    record: str | Path | None = None
    replay: str | Path | None = None
    prices: str | Path | None = None
    max_calls: int | None = None
    max_cost: float | None = None
    only_kept: bool = False
    """Ask nobody: every answer must be kept."""
    at_once: int = AT_ONCE
    seconds: float = SECONDS
    second: float = 1.0


class ModelReader:
    """A model that reads beside the rules; its answers are kept in the file at `answers`."""

    def __init__(self, choice: Choice, saga: str, answers: str | Path) -> None:
        _check(choice)
        self.choice, self.saga = choice, saga
        self.name = f"{choice.model}@{VERSION}"
        price = read_price(choice.prices, choice.model) if choice.prices else None
        self.spending = Spending(price, choice.max_calls, choice.max_cost)
        self._path, self._began = answers, datetime.now(UTC).isoformat(timespec="seconds")
        self._outcomes: dict[tuple[int, int], list[tuple[Question, Outcome]]] = {}
        self._report: dict[str, Any] = {}

    def read(
        self, chapters: Iterable[Looked], tell: Callable[[int, int, str], None] | None
    ) -> list[Looked]:  # fmt: skip
        """Ask about every passage as it comes; what is kept is not asked. Raises ModelError, AnswersAwaited."""
        kept = Kept(self._path)
        try:
            looked, questions = list[Looked](), list[Question]()
            stream: Iterable[Question] = _draw(chapters, looked, questions)
            if self.choice.batch or self.choice.replay:
                stream = list(stream)  # files are looked through for all that is asked
            recorder = Recorder(self.choice.record, self.choice.model) if self.choice.record else None
            source = self._find_source(kept, questions)
            asker = Asker(self.choice.model, source, kept, recorder.note if recorder else None)
            began, outcomes = time.perf_counter(), list[Outcome]()
            try:
                outcomes += asker.ask_all(
                    stream, self.choice.at_once, lambda done: self._tell(done, len(questions), tell)
                )
            finally:
                self._report = self._sum_up(asker, outcomes, len(questions), time.perf_counter() - began)
                kept.keep_run(self.saga, self._began, self._report)
                if recorder:
                    recorder.close()
            for question, outcome in zip(questions, outcomes, strict=True):
                place = question.seen.book, question.seen.chapter
                self._outcomes.setdefault(place, []).append((question, outcome))
            return looked
        finally:
            kept.close()

    def find_given(self, piece: Piece) -> Given:
        """Who says the quotes of a chapter and whom the words mean that were asked about, of those who have a name by then: as guessed
        where its answers say nothing else."""
        speakers, mentions = dict[int, Who](), dict[int, Who]()
        for question, outcome in self._outcomes.get((piece.book.ordinal, piece.chapter.ordinal), []):
            if outcome.reading is None:
                continue
            prompt = question.prompt
            named = {
                one: Who(known.id, known.name, known.forms[0]) for one, known in prompt.people.items() if known.forms
            }
            told = find_speakers(outcome.reading, prompt.speakers)
            said = ((prompt.passage.quotes[number - 1], who) for number, who in told)
            meant = find_meant(outcome.reading, prompt.words)
            speakers |= {quote: named[who] for quote, who in said if who in named}
            mentions |= {word.mention: named[who] for word, who in meant if who in named}
        return Given(speakers=speakers, mentions=mentions)

    def amend(self, piece: Piece, notes: Extract, memory: Memory, decisions: Decisions) -> Amended:
        """Lay the answers to a chapter over what is decided of it now, in the order of its passages."""
        chapter, base = Chapter(piece.text, notes, memory), piece.chapter.start
        problems: list[Problem] = []
        complete = True
        for question, outcome in self._outcomes.get((piece.book.ordinal, piece.chapter.ordinal), []):
            passage = question.prompt.passage
            if outcome.reading is None:
                complete = False
                problems.append(self._say_failure(outcome, passage, base))
                continue
            decisions, lost = lay(outcome.reading, question.prompt, chapter, decisions, self.name)
            refused = [*outcome.refused[:MOST_REASONS], *(f"{name} is not known any more" for name in lost)]
            problems += [self._say_refusal(refused, passage, base)] if refused else []
        return Amended(lay_recap(decisions, self.name), tuple(problems), complete)

    def report(self) -> dict[str, Any]:
        """What was asked, answered and spent."""
        return self._report

    def _find_source(self, kept: Kept, questions: Sequence[Question]) -> Source:
        choice, prompts = self.choice, [question.prompt for question in questions]
        folder = choice.batch or choice.replay
        if choice.only_kept:
            return OnlyKept(choice.model)
        if folder is None:
            endpoint = Endpoint(choice.model, choice.base_url, choice.seconds)
            return Live(endpoint, kept, Pace(choice.at_once, choice.second), self.spending)
        answers = Answers(folder, prompts, choice.model)
        keys = {prompt.hash_for(choice.model): prompt for prompt in prompts}
        missing = [prompt for key, prompt in keys.items() if key not in answers.found and kept.find(key) is None]
        if choice.batch and missing:
            write_requests(folder, missing, choice.model)
            raise await_answers(folder, len(missing))
        return answers

    def _tell(self, done: int, count: int, tell: Callable[[int, int, str], None] | None) -> None:
        if tell:
            spent = self.spending
            cost = "" if spent.cost is None else f", {spent.cost:.2f} spent"
            tell(done, count, f"asked {done}/{count}, {(spent.read + spent.written) // 1000}k tokens{cost}")

    def _sum_up(self, asker: Asker, outcomes: Sequence[Outcome], passages: int, seconds: float) -> dict[str, Any]:
        """The report of a run; `ended` is "stopped" for one that could not ask all it had to."""
        return {
            "model": self.choice.model, "prompts": VERSION, "ended": "whole" if len(outcomes) == passages else "stopped",
            "passages": passages, "again": asker.again, "failed": sum(outcome.reading is None for outcome in outcomes),
            "refused": sum(len(outcome.refused) for outcome in outcomes), "asking": round(seconds, 2), **self.spending.report(),
        }  # fmt: skip

    def _say_failure(self, outcome: Outcome, passage: Passage, base: int) -> Problem:
        message = f"{self.choice.model} has not read this passage ({outcome.failure}); the rules' reading of it stands"
        start, end = base + passage.start, base + passage.end
        return Problem(message, "Run the same again: only what is missing is asked.", start, end, by=self.name)

    def _say_refusal(self, reasons: Sequence[str], passage: Passage, base: int) -> Problem:
        message = f"Of what {self.choice.model} says of this passage something was refused: {'; '.join(reasons)}"
        start, end = base + passage.start, base + passage.end
        return Problem(message, "What was refused is not in the facts.", start, end, by=self.name)


def _draw(chapters: Iterable[Looked], looked: list[Looked], questions: list[Question]) -> Iterator[Question]:
    """The questions of chapters as they are looked at; both are kept in the lists given."""
    for chapter in chapters:
        looked.append(chapter)
        for question in make_questions([chapter]):
            questions.append(question)
            yield question


def make_questions(chapters: Sequence[Looked]) -> list[Question]:
    """A question for every passage, in the book's order. A chapter without a paragraph has none."""
    seen = (see(looked) for looked in chapters)
    return [Question(chapter, write_prompt(chapter, passage)) for chapter in seen for passage in chapter.passages]


def _check(choice: Choice) -> None:
    if not choice.model.strip() or not choice.model.isprintable() or len(choice.model) > 200:
        raise InputError(f"--model {choice.model[:60]!r} is no name of a model. Give it as its endpoint lists it.")
    if choice.max_cost is not None and choice.prices is None:
        raise InputError("--max-cost needs to know what the model costs. Give --prices FILE, a file of your own.")
    if choice.batch and (choice.replay or choice.record):
        raise InputError("--batch keeps requests and answers by itself: leave out --record and --replay.")
    if choice.at_once < 1:
        raise InputError("At least one call must run at once.")
