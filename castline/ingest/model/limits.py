"""What a run may spend, and what it has spent."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from castline.errors import InputError, ModelError
from castline.ingest.model.endpoint import Completion


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens cost, in whatever money the user's file is in: read, read from a cache, written."""

    read: float
    cached: float
    written: float

    def cost(self, read: int, cached: int, written: int) -> float:
        """The price of so many tokens; `cached` are among those read."""
        return ((read - cached) * self.read + cached * self.cached + written * self.written) / 1_000_000


def read_price(path: str | Path, model: str) -> Price:
    """A model's price from a user's file: {"name": {"in": 0.4, "cached": 0.1, "out": 1.6}}, per million tokens."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))[model]
        return Price(float(found["in"]), float(found.get("cached", found["in"])), float(found["out"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        form = f'{{"{model}": {{"in": 0.4, "cached": 0.1, "out": 1.6}}}}'
        raise InputError(f"'{path}' tells no price of '{model}'. Write it per million tokens: {form}") from error


@dataclass
class Spending:
    """Calls, tokens and money of a run; counted from several threads. `max_calls` and `max_cost` are never exceeded by
    more than the calls that run at once."""

    price: Price | None = None
    max_calls: int | None = None
    max_cost: float | None = None
    calls: int = 0
    read: int = 0
    cached: int = 0
    written: int = 0
    began: float = field(default_factory=time.monotonic)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def cost(self) -> float | None:
        """What was spent; None without a price."""
        return self.price.cost(self.read, self.cached, self.written) if self.price else None

    def open_call(self) -> None:
        """Count a call before it is made. Raises ModelError where a limit forbids it."""
        with self._lock:
            if self.max_calls is not None and self.calls >= self.max_calls:
                raise ModelError(f"--max-calls {self.max_calls} is reached. Raise it, and run the same again to go on.")
            cost = self.cost
            if self.max_cost is not None and cost is not None and cost >= self.max_cost:
                raise ModelError(f"--max-cost {self.max_cost} is reached. Raise it, and run the same again to go on.")
            self.calls += 1

    def count(self, answer: Completion) -> None:
        """Count what an answer took."""
        with self._lock:
            self.read, self.cached = self.read + answer.read, self.cached + answer.cached
            self.written += answer.written

    def report(self) -> dict[str, Any]:
        """All of it, as plain values."""
        cost = self.cost
        return {
            "calls": self.calls, "tokens": {"in": self.read, "cached": self.cached, "out": self.written},
            "cost": None if cost is None else round(cost, 6), "seconds": round(time.monotonic() - self.began, 2),
        }  # fmt: skip
