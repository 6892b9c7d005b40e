"""All passages asked at once, each answer checked, asked again once with what is wrong in it, and kept."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass

from castline.ingest.model.checks import check, count_items
from castline.ingest.model.endpoint import Completion
from castline.ingest.model.form import VERSION, Reading
from castline.ingest.model.kept import Kept
from castline.ingest.model.parsing import Unreadable, parse
from castline.ingest.model.prompts import Prompt, hash_asked
from castline.ingest.model.seen import Seen
from castline.ingest.model.sources import Source, Unanswered

AGAIN = 0.2
"""The share of an answer's items that must be refused for it to be asked again: a call costs more than a slip of evidence."""
MOST_REASONS = 12
"""Reasons that are told when it is asked again, and kept as problems."""

Note = Callable[[str, Prompt, list[dict[str, str]], Completion], None]
"""Called with the hash, the prompt, the messages and the answer of each that is used."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of asking about a passage: a checked reading and what of it was refused, or why there is none."""

    reading: Reading | None
    refused: tuple[str, ...] = ()
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A prompt, and the chapter that it is about."""

    seen: Seen
    prompt: Prompt


class Asker:
    """Asks one model from one source; what is kept is not asked."""

    def __init__(self, model: str, source: Source, kept: Kept, note: Note | None = None) -> None:
        self.model, self.source, self.kept, self.note = model, source, kept, note
        self.again = 0
        self.paid = 0
        self._lock = threading.Lock()

    def ask_all(self, questions: Iterable[Question], at_once: int, tell: Callable[[int], None]) -> list[Outcome]:
        """The outcomes, in order; each is asked as soon as it is drawn from `questions`. `tell` is called with how many there
        are so far. Raises ModelError where no further answer can be had; those under way are waited for, and kept."""
        with ThreadPoolExecutor(max(1, at_once), thread_name_prefix="asking") as pool:
            futures: list[Future[Outcome]] = []
            try:
                for question in questions:
                    for ended in [future for future in futures if future.done()]:
                        ended.result()  # raises where nothing more can be had: no further call is begun
                    futures.append(pool.submit(self.ask, question))
                for done, future in enumerate(as_completed(futures), 1):
                    future.result()
                    tell(done)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        return [future.result() for future in futures]

    def ask(self, question: Question) -> Outcome:
        """Ask about a passage, and once again with what was wrong. Raises ModelError."""
        key, messages = question.prompt.hash_for(self.model), question.prompt.messages
        try:
            answer = self._complete(key, question, messages)
        except Unanswered as error:
            return Outcome(None, failure=str(error))
        first, reasons = _read(answer, question)
        if first and not _is_spoilt(first):
            return first
        with self._lock:
            self.again += 1
        again = [*messages, {"role": "assistant", "content": answer.text[:8000]}, _say_why(reasons)]
        try:
            second, more = _read(self._complete(hash_asked(self.model, again), question, again), question)
        except Unanswered as error:
            return first or Outcome(None, failure=f"{reasons[0]}; asked again: {error}")
        if first and (not second or len(second.refused) >= len(first.refused)):
            return first
        return second or Outcome(None, failure=f"asked twice: {more[0]}")

    def _complete(self, key: str, question: Question, messages: list[dict[str, str]]) -> Completion:
        answer = self.kept.find(key)
        if answer is None:
            answer = self.source.complete(key, messages)
            with self._lock:
                self.paid += 1
            if _is_readable(answer):
                self.kept.keep(key, self.model, VERSION, answer)
        if self.note:
            self.note(key, question.prompt, messages, answer)
        return answer


def _is_readable(answer: Completion) -> bool:
    """What is no answer is not kept: another day the passage is asked again."""
    try:
        parse(answer.text)
    except Unreadable:
        return False
    return True


def _read(answer: Completion, question: Question) -> tuple[Outcome | None, list[str]]:
    """The outcome of an answer, and all that is wrong with it; no outcome for what is no answer."""
    try:
        reading, malformed = parse(answer.text)
    except Unreadable as error:
        return None, [error.reason]
    checked, refused = check(reading, question.seen, question.prompt)
    reasons = [*malformed, *refused]
    return Outcome(checked, tuple(reasons)), reasons


def _is_spoilt(outcome: Outcome) -> bool:
    """Whether so much was refused that the answer is worth another call."""
    kept = count_items(outcome.reading) if outcome.reading else 0
    return len(outcome.refused) > AGAIN * (kept + len(outcome.refused))


def _say_why(reasons: Sequence[str]) -> dict[str, str]:
    said = "\n".join(f"- {reason}" for reason in reasons[:MOST_REASONS])
    return {"role": "user", "content": f"That was refused:\n{said}\nAnswer once more, the whole JSON object, mended."}
