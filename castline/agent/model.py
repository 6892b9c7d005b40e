"""One call to a model for talk and judging: patient where the endpoint is busy, and nothing more."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from castline.errors import InputError, ModelError

if TYPE_CHECKING:
    from castline.ingest.model.endpoint import Endpoint

T = TypeVar("T")
Messages = list[dict[str, str]]
TRIES = 4
PATIENCE = 30.0
"""Seconds that are waited at most between two tries."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How an answer is drawn. The paper's own settings are ANSWERING and JUDGING."""

    temperature: float = 0.2
    top_p: float = 1.0
    max_tokens: int = 2048

    @property
    def drawn(self) -> dict[str, float]:
        """The same as a request says it."""
        return {"temperature": self.temperature, "top_p": self.top_p, "max_tokens": self.max_tokens}


ANSWERING = Sampling()
JUDGING = Sampling(0.0, 0.95, 1024)


class Model(Protocol):
    """What answers a chat."""

    name: str

    def answer(self, messages: Messages, sampling: Sampling = ANSWERING) -> str:
        """The text of the answer. Raises ModelError."""
        ...


class Asked:
    """A model at an OpenAI-compatible endpoint (the key is in CASTLINE_API_KEY or OPENAI_API_KEY). `second` is how long a
    second of waiting takes: tests let it pass faster."""

    def __init__(self, name: str, base_url: str | None = None, second: float = 1.0) -> None:
        self.name, self._endpoint, self._second = name, open_endpoint(name, base_url, "talk with a model"), second

    def answer(self, messages: Messages, sampling: Sampling = ANSWERING) -> str:
        """Ask, and again where the endpoint is busy or the call broke."""
        asked = ask_patiently(
            lambda: self._endpoint.complete(messages, None, sampling.drawn),
            self.name,
            self._endpoint.name,
            self._second,
        )
        return asked.text


def hash_asked(name: str, messages: Messages, sampling: Sampling) -> str:
    """What tells one thing that a model is asked from any other: SHA-256, in hexadecimal digits."""
    drawn = [sampling.temperature, sampling.top_p, sampling.max_tokens]
    return hashlib.sha256(json.dumps([name, messages, drawn]).encode()).hexdigest()


def find_object(said: str) -> str:
    """The JSON object in what a model has said, whatever it said around it; "" where there is none."""
    found = re.search(r"\{.*\}", said, re.S)
    return found[0] if found else ""


def open_endpoint(model: str, base_url: str | None, to: str) -> Endpoint:
    """The endpoint of a model. Raises InputError where the package that it takes `to` do so is not installed, ModelError."""
    try:
        from castline.ingest.model.endpoint import Endpoint
    except ImportError as error:
        raise InputError(f"To {to}, {error.name} must be installed: pip install 'castline[model]'") from error
    return Endpoint(model, base_url)


def ask_patiently(call: Callable[[], T], model: str, endpoint: str, second: float, does: str = "answer") -> T:
    """What a call to an endpoint gives, tried again where that is busy or the call broke. Raises ModelError, which says what
    the endpoint does not do."""
    from castline.ingest.model.endpoint import Fault

    for tried in range(1, TRIES + 1):
        try:
            return call()
        except Fault as fault:
            if tried == TRIES or fault.kind in ("stop", "unfit"):
                raise ModelError(
                    f"'{model}' at {endpoint} does not {does}: {str(fault).rstrip('.')}. Look at the endpoint, the key and the model's name, and ask "
                    "again."
                ) from fault
            time.sleep(min(PATIENCE, fault.wait or 2.0**tried) * second)
    raise AssertionError("unreachable")
