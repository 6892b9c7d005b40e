"""One call to an OpenAI-compatible endpoint: the one place that knows the `openai` package.

What goes wrong leaves as a Fault, which says what may be done about it:

    busy       the endpoint asks to wait (429, 503 with Retry-After)
    broken     this call failed, another may not (5xx, timeouts, cut or garbled answers)
    unfit      the endpoint does not take the request in this form (400, 422)
    stop       no call will succeed (no money, a wrong key, no such model)
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

import openai

from castline.errors import ModelError

Kind = Literal["busy", "broken", "unfit", "stop"]
SECONDS = 600.0
"""How long one answer may take."""
_STOP = {401, 402, 403, 404}
_BUSY = {429, 503}
NO_KEY = "none"
"""Sent where no key is set: servers of one's own ask for none."""


@dataclass(frozen=True, slots=True)
class Completion:
    """An answer's text, and the tokens that the endpoint counted (`cached` are among those `read`)."""

    text: str
    read: int
    cached: int
    written: int


class Fault(Exception):
    """A call that failed. `wait` are the seconds that the endpoint asks for, where it does; `status` is 0 without one."""

    def __init__(self, kind: Kind, message: str, wait: float | None = None, status: int = 0) -> None:
        super().__init__(message)
        self.kind, self.wait, self.status = kind, wait, status


class Endpoint:
    """An endpoint with the model that is asked there. The key is $CASTLINE_API_KEY or $OPENAI_API_KEY, and said nowhere."""

    def __init__(self, model: str, base_url: str | None = None, seconds: float = SECONDS) -> None:
        self.model = model
        key = os.environ.get("CASTLINE_API_KEY") or os.environ.get("OPENAI_API_KEY")
        if key is None and base_url is None and "OPENAI_BASE_URL" not in os.environ:
            raise ModelError(
                "No key for the model's endpoint is set. Set CASTLINE_API_KEY (or OPENAI_API_KEY), or name a server of your own with "
                "--base-url: http://localhost:11434/v1 for Ollama."
            )
        try:
            self._client = openai.OpenAI(api_key=key or NO_KEY, base_url=base_url, timeout=seconds, max_retries=0)
        except (openai.OpenAIError, ValueError) as error:
            raise ModelError(f"The endpoint {base_url!r} will not do: {error}. Give it as https://host/v1.") from error
        self.name = str(self._client.base_url).rstrip("/")

    def complete(
        self,
        messages: list[dict[str, str]],
        response_format: dict[str, Any] | None,
        drawn: dict[str, float] | None = None,
    ) -> Completion:
        """Ask once; `drawn` says how the answer is sampled, where the endpoint's own way will not do. Raises Fault."""
        asked: dict[str, Any] = {"model": self.model, "messages": messages, **(drawn or {})}
        if response_format is not None:
            asked["response_format"] = response_format
        with _faults():
            return read_completion(self._client.chat.completions.create(**asked).model_dump())

    def echo(self, prompt: str) -> list[tuple[int, float | None]]:
        """Where each token of a prompt ends in it (in characters), and its log-probability (None for the first, before which
        nothing stands). Asks once, by the way of completions; nothing where the endpoint tells none. Raises Fault."""
        with _faults():
            answer = self._client.completions.create(
                model=self.model, prompt=prompt, max_tokens=1, temperature=0, logprobs=1, echo=True
            )
            return read_echo(answer.model_dump(), len(prompt))

    def embed(self, texts: list[str]) -> list[list[float]]:
        """A vector for each text, all of one length. Asks once. Raises Fault."""
        with _faults():
            answer = self._client.embeddings.create(model=self.model, input=texts, encoding_format="float")
            return read_vectors(answer.model_dump(), len(texts))


@contextmanager
def _faults() -> Iterator[None]:
    """What goes wrong in a call leaves as a Fault."""
    try:
        yield
    except openai.APIStatusError as error:
        raise _read_status(error) from error
    except Fault:
        raise
    except Exception as error:  # Cut and garbled bodies leave the package as errors of several others.
        raise Fault("broken", f"{type(error).__name__}: {_shorten(str(error))}") from error


def read_echo(body: Any, length: int) -> list[tuple[int, float | None]]:
    """The tokens of an echoed prompt of `length` characters, without what the model went on with. Raises Fault for a body that is
    no completion."""
    try:
        told = body["choices"][0].get("logprobs") or {}
        tokens, starts, scores = (told.get(key) or [] for key in ("tokens", "text_offset", "token_logprobs"))
        rows = list(zip(tokens, starts, scores, strict=True))
        return [(start + len(token), score) for token, start, score in rows if start < length]
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise Fault("broken", "the body is no completion") from error


def read_vectors(body: Any, number: int) -> list[list[float]]:
    """The vectors in the body of an answer about so many texts. Raises Fault for a body that holds others, or none."""
    try:
        rows = sorted(body["data"], key=lambda row: int(row["index"]))
        vectors = [[float(value) for value in row["embedding"]] for row in rows]
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise Fault("broken", "the body holds no vectors") from error
    if len(vectors) != number or len({len(row) for row in vectors}) != 1 or not vectors[0]:
        raise Fault("broken", f"{len(vectors)} vectors for {number} texts, or of several lengths")
    if not all(math.isfinite(value) for row in vectors for value in row):
        raise Fault("broken", "a vector holds what is no number")
    return vectors


def read_completion(body: Any) -> Completion:
    """The answer in the body of a chat completion, from an endpoint or from a batch's file. Raises Fault where it has none."""
    try:
        text = body["choices"][0]["message"]["content"]
        usage = body.get("usage") or {}
        details = usage.get("prompt_tokens_details") or {}
        counts = (usage.get("prompt_tokens"), details.get("cached_tokens"), usage.get("completion_tokens"))
        read, cached, written = (int(count or 0) for count in counts)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise Fault("broken", "the body is no chat completion") from error
    if not isinstance(text, str) or not text.strip():
        raise Fault("broken", "the answer is empty")
    return Completion(text, read, cached, written)


def _read_status(error: openai.APIStatusError) -> Fault:
    status, said = error.status_code, _shorten(str(error.message))
    wait = _read_wait(error.response.headers.get("retry-after"))
    if status in _STOP or "insufficient_quota" in said:
        return Fault("stop", f"HTTP {status}: {said}", status=status)
    if status == 429 or (status in _BUSY and wait is not None):
        return Fault("busy", f"HTTP {status}", wait, status)
    return Fault("unfit" if status in (400, 422) else "broken", f"HTTP {status}: {said}", status=status)


def _read_wait(header: str | None) -> float | None:
    try:
        return max(0.0, float(header)) if header else None
    except ValueError:
        return None


def _shorten(text: str) -> str:
    return " ".join(text.split())[:200]
