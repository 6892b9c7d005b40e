"""Requests and answers as files, in the form of the batch endpoints: JSON lines in a folder.

    requests.jsonl    {"custom_id": hash, "method": "POST", "url": "/v1/chat/completions", "body": {...}}
    answers.jsonl     {"custom_id": hash, "response": {"status_code": 200, "body": a chat completion}}
    1.7-1.txt         the same request for a chat window: book 1, chapter 7, passage 1
    1.7-1.json        its answer, as the chat gave it

Whatever can write a file can be the model. A line of answers.jsonl may also say {"custom_id": hash, "answer": text}.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from castline.errors import AnswersAwaited, InputError
from castline.ingest.model.endpoint import Completion, Fault, read_completion
from castline.ingest.model.ladder import format_of
from castline.ingest.model.prompts import Prompt
from castline.ingest.model.sources import Unanswered

REQUESTS, ANSWERS = "requests.jsonl", "answers.jsonl"


class Answers:
    """The answers that stand in a folder, by the hash of what was asked."""

    def __init__(self, folder: str | Path, prompts: Sequence[Prompt] = (), model: str = "") -> None:
        self.folder = Path(folder)
        self.found: dict[str, Completion | str] = {}
        path = self.folder / ANSWERS
        if path.exists():
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if line.strip():
                    self._read_line(line, number)
        for prompt in prompts:
            own = self.folder / f"{name_of(prompt)}.json"
            if own.exists() and not _has_changed(self.folder, prompt):
                self.found[prompt.hash_for(model)] = Completion(own.read_text(encoding="utf-8"), 0, 0, 0)

    def complete(self, key: str, messages: list[dict[str, str]]) -> Completion:
        """The answer that stands there. Raises Unanswered."""
        answer = self.found.get(key, f"there is no answer in {self.folder}")
        if isinstance(answer, str):
            raise Unanswered(answer)
        return answer

    def _read_line(self, line: str, number: int) -> None:
        try:
            said = json.loads(line)
            key = str(said["custom_id"])
        except (ValueError, TypeError, KeyError) as error:
            raise InputError(
                f"Line {number} of {self.folder / ANSWERS} is no answer: a JSON object with a custom_id is wanted. Remove or mend it."
            ) from error
        self.found[key] = _read_answer(said)


def _read_answer(said: dict[str, Any]) -> Completion | str:
    """An answer, or why there is none."""
    if "answer" in said:
        own = said["answer"]
        return Completion(own if isinstance(own, str) else json.dumps(own), 0, 0, 0)
    try:
        return read_completion((said.get("response") or {}).get("body"))
    except (Fault, AttributeError):
        return f"the batch answers: {json.dumps(said.get('error') or said.get('response'))[:200]}"


def _has_changed(folder: Path, prompt: Prompt) -> bool:
    """Whether another prompt was shown under this one's name: its ids meant others, and so does what was answered."""
    shown = folder / f"{name_of(prompt)}.txt"
    return shown.exists() and shown.read_text(encoding="utf-8") != prompt.show()


def write_requests(folder: str | Path, prompts: Sequence[Prompt], model: str) -> None:
    """Write what is asked, anew; what stood there of an earlier request goes, and an answer to another prompt of the same name
    is kept as 1.7-1.old."""
    made = Path(folder)
    made.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(make_request(prompt.hash_for(model), prompt.messages, model)) for prompt in prompts)
    (made / REQUESTS).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    for prompt in prompts:
        answer = made / f"{name_of(prompt)}.json"
        if answer.exists() and _has_changed(made, prompt):
            answer.replace(answer.with_suffix(".old"))
        (made / f"{name_of(prompt)}.txt").write_text(prompt.show(), encoding="utf-8")


def await_answers(folder: str | Path, count: int) -> AnswersAwaited:
    """What is raised when requests have been written."""
    made = Path(folder)
    message = (
        f"{count} requests stand in {made / REQUESTS}, and each for a chat window beside it (1.7-1.txt). Put the answers into "
        f"{made / ANSWERS}, or into 1.7-1.json and the like, and run the same again."
    )
    return AnswersAwaited(message, str(made), count)


def make_request(
    key: str, messages: list[dict[str, str]], model: str, drawn: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """One line of a batch. `drawn` is how the answer is drawn; None: as a JSON object."""
    body = {"model": model, "messages": messages, **(drawn or {"response_format": format_of("json_object")})}
    return {"custom_id": key, "method": "POST", "url": "/v1/chat/completions", "body": body}


def name_of(prompt: Prompt) -> str:
    """The name of a prompt's own file: "1.7-1"."""
    return f"{prompt.place}-{prompt.passage.ordinal}"


class Recorder:
    """Writes what is asked and answered into a folder, so that the run can be made again without a model."""

    def __init__(self, folder: str | Path, model: str) -> None:
        self.folder, self.model = Path(folder), model
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lines: dict[str, tuple[tuple[str, int], str, str]] = {}
        self._lock = threading.Lock()

    def note(self, key: str, prompt: Prompt, messages: list[dict[str, str]], answer: Completion) -> None:
        """Remember a request with its answer."""
        request = json.dumps(make_request(key, messages, self.model))
        usage = {
            "prompt_tokens": answer.read, "completion_tokens": answer.written,
            "prompt_tokens_details": {"cached_tokens": answer.cached},
        }  # fmt: skip
        body = {"model": self.model, "choices": [{"message": {"content": answer.text}}], "usage": usage}
        line = json.dumps({"custom_id": key, "response": {"status_code": 200, "body": body}})
        with self._lock:
            self._lines[key] = ((name_of(prompt), len(messages)), request, line)

    def close(self) -> None:
        """Write them down, sorted by passage: a run writes the same files whatever came first."""
        told = sorted(self._lines.values(), key=lambda line: (_order(line[0][0]), line[0][1]))
        for name, at in ((REQUESTS, 1), (ANSWERS, 2)):
            (self.folder / name).write_text("".join(f"{line[at]}\n" for line in told), encoding="utf-8")


def _order(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.replace("-", ".").split("."))
