"""Where answers come from: an endpoint, patiently; or files."""

from __future__ import annotations

from typing import Protocol

from castline.errors import ModelError
from castline.ingest.model.endpoint import Completion, Endpoint, Fault
from castline.ingest.model.kept import Kept
from castline.ingest.model.ladder import Ladder, format_of
from castline.ingest.model.limits import Spending
from castline.ingest.model.pace import Pace

TRIES = 6
"""Calls that may be broken before a passage is given up; waits asked for by a busy endpoint count a third of one."""
PATIENCE = 3


class Unanswered(Exception):
    """No answer could be had to this; others may. The message says why."""


class Source(Protocol):
    """Where answers come from."""

    def complete(self, key: str, messages: list[dict[str, str]]) -> Completion:
        """The answer to what has this hash. Raises Unanswered, or ModelError where no further answer can be had."""
        ...


class Live:
    """An endpoint: asked again when it is busy or broken, in the strictest form that it takes."""

    def __init__(self, endpoint: Endpoint, kept: Kept, pace: Pace, spending: Spending) -> None:
        self.endpoint, self.kept, self.pace, self.spending = endpoint, kept, pace, spending
        known = kept.rung(endpoint.name, endpoint.model)
        self.ladder = Ladder(known, proven=True) if known else Ladder()

    def complete(self, key: str, messages: list[dict[str, str]]) -> Completion:
        """Ask until an answer comes, within bounds."""
        broken, busy = 0, 0
        while True:
            rung = self.ladder.rung
            try:
                with self.pace.turn():
                    self.spending.open_call()
                    answer = self.endpoint.complete(messages, format_of(rung))
            except Fault as fault:
                if fault.kind == "stop":
                    raise ModelError(_say_stop(self.endpoint, fault)) from fault
                if self.ladder.slip(rung, fault):
                    continue
                if fault.kind == "busy":
                    busy += 1
                    self.pace.slow_down(fault.wait, busy)
                else:
                    broken += 1
                if broken + busy // PATIENCE >= TRIES or fault.kind == "unfit":
                    raise Unanswered(str(fault)) from fault
                if fault.kind == "broken":
                    self.pace.rest(broken)
                continue
            self.pace.go_on()
            self.spending.count(answer)
            if self.ladder.hold(rung):
                self.kept.keep_rung(self.endpoint.name, self.endpoint.model, rung)
            return answer


class OnlyKept:
    """Nobody: whatever is not kept cannot be had."""

    def __init__(self, model: str) -> None:
        self.model = model

    def complete(self, key: str, messages: list[dict[str, str]]) -> Completion:
        """Raises ModelError."""
        raise ModelError(
            f"Not all that '{self.model}' is asked about this saga is kept, and nobody is asked here. What was given is kept; "
            f"`castline ingest FILES --model {self.model}` asks for the rest, and goes on."
        )


def _say_stop(endpoint: Endpoint, fault: Fault) -> str:
    advice = {
        401: "Set the key of this endpoint in CASTLINE_API_KEY", 402: "Put money on its account",
        403: "Ask its owner to let this key in", 404: "Look whether the endpoint and the model's name are right",
    }.get(fault.status, "Look at its account")  # fmt: skip
    return f"'{endpoint.model}' at {endpoint.name} answers {fault}. {advice}, and run the same again: it goes on from here."
