"""Models that answer through files: what is asked is written down, and the same run goes on when the answers stand there.

requests.jsonl    {"custom_id": hash, "method": "POST", "url": "/v1/chat/completions", "body": {...}}
answers.jsonl     {"custom_id": hash, "response": {...}}, or {"custom_id": hash, "answer": text}
4f1c0a9e.txt      the same request for a chat window, by the beginning of its hash
4f1c0a9e.json     its answer, as the chat gave it
"""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any

from castline.agent.model import ANSWERING, Messages, Model, Sampling, hash_asked
from castline.errors import AnswersAwaited, InputError

NAMED, PASTED = 8, 400
"""Digits of a hash that name a request's own file, and requests up to which each has one: nobody pastes more."""


class Filing:
    """A folder of requests and answers, for as long as the run that is in it: `with Filing(folder) as filing`. Where an answer is
    missing, leaving it writes what was asked, and raises AnswersAwaited."""

    def __init__(self, folder: str | Path) -> None:
        try:
            from castline.ingest.model.batches import Answers
        except ImportError as error:
            raise InputError(
                f"To ask a model through files, {error.name} must be installed: pip install 'castline[model]'"
            ) from error
        self.folder, self.answers = Path(folder), Answers(folder)
        self.asked: dict[str, dict[str, Any]] = {}

    def find_model(self, name: str) -> Model:
        """A model that answers from here."""
        return _Filed(name, self)

    def __enter__(self) -> Filing:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self.asked or not (error is None or isinstance(error, AnswersAwaited)):
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "requests.jsonl"
        path.write_text("".join(f"{json.dumps(one)}\n" for one in self.asked.values()), encoding="utf-8")
        for key, one in self.asked.items() if len(self.asked) <= PASTED else ():
            shown = "\n\n".join(said["content"] for said in one["body"]["messages"])
            (self.folder / f"{key[:NAMED]}.txt").write_text(shown, encoding="utf-8")
        raise self.await_answers(len(self.asked)) from None

    def await_answers(self, count: int) -> AnswersAwaited:
        """What is raised where answers are missing."""
        pasted = count <= PASTED
        message = (
            f"{_count(count)} in {self.folder / 'requests.jsonl'}{', and each for a chat window beside it (4f1c0a9e.txt)' * pasted}. Put the "
            f"answers into {self.folder / 'answers.jsonl'}{', or into 4f1c0a9e.json and the like' * pasted}, and run the same again: it goes on."
        )
        return AnswersAwaited(message, str(self.folder), count)


def _count(requests: int) -> str:
    return "1 request stands" if requests == 1 else f"{requests} requests stand"


class _Filed:
    """One model of a folder."""

    def __init__(self, name: str, filing: Filing) -> None:
        self.name, self._filing = name, filing

    def answer(self, messages: Messages, sampling: Sampling = ANSWERING) -> str:
        """The answer that stands there. Raises AnswersAwaited, after what is asked was noted."""
        from castline.ingest.model.batches import make_request
        from castline.ingest.model.sources import Unanswered

        key = hash_asked(self.name, messages, sampling)
        own = self._filing.folder / f"{key[:NAMED]}.json"
        if own.exists():
            return own.read_text(encoding="utf-8")
        try:
            return self._filing.answers.complete(key, messages).text
        except Unanswered:
            self._filing.asked[key] = make_request(key, messages, self.name, sampling.drawn)
            raise self._filing.await_answers(1) from None
