"""How an endpoint is made to answer in JSON: the strictest way that it takes, found once and remembered.

json_schema    the answer is held to the schema as it is written
json_object    it is held to JSON; the schema stands in the prompt
plain          it is held to nothing; the schema stands in the prompt
"""

from __future__ import annotations

import threading
from typing import Any

from castline.ingest.model.endpoint import Fault
from castline.ingest.model.form import SCHEMA

RUNGS = ("json_schema", "json_object", "plain")
_FORMATS: dict[str, dict[str, Any] | None] = {
    "json_schema": {"type": "json_schema", "json_schema": {"name": "reading", "strict": True, "schema": SCHEMA}},
    "json_object": {"type": "json_object"},
    "plain": None,
}
FAULTS = 2
"""Failures with HTTP 500 after which a rung that never held is left: some servers answer a schema with nothing else."""


class Ladder:
    """The rung that an endpoint stands on; may be asked from several threads."""

    def __init__(self, rung: str = RUNGS[0], proven: bool = False) -> None:
        self.rung = rung if rung in RUNGS else RUNGS[0]
        self.proven = proven
        self._faults = 0
        self._lock = threading.Lock()

    def hold(self, rung: str) -> bool:
        """Remember that a rung holds; whether that is news."""
        with self._lock:
            news = rung == self.rung and not self.proven
            self.proven |= news
            return news

    def slip(self, rung: str, fault: Fault) -> bool:
        """Whether a fault of a call on this rung is the rung's, so that the call is to be made anew at once."""
        with self._lock:
            if rung != self.rung:
                return fault.kind == "unfit" or fault.status == 500  # others have gone down meanwhile
            if self.proven or rung == RUNGS[-1] or not (fault.kind == "unfit" or fault.status == 500):
                return False
            self._faults += 1
            if fault.kind == "unfit" or self._faults >= FAULTS:
                self.rung, self._faults = RUNGS[RUNGS.index(rung) + 1], 0
            return True


def format_of(rung: str) -> dict[str, Any] | None:
    """The `response_format` of a request; None for none."""
    return _FORMATS[rung]
