"""How many calls run at once: fewer when the endpoint is busy, by and by more again."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds to wait where the endpoint does not say how long: at first, and at most."""


class Pace:
    """At most `most` calls at once. `second` is how long a second takes: tests let it pass faster."""

    def __init__(self, most: int, second: float = 1.0) -> None:
        self.most, self.second = most, second
        self.limit = float(most)
        self._running, self._until = 0, 0.0
        self._changed = threading.Condition()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait until one may call, and call meanwhile."""
        with self._changed:
            while (wait := self._until - time.monotonic()) > 0 or self._running >= int(self.limit):
                self._changed.wait(wait if wait > 0 else None)
            self._running += 1
        try:
            yield
        finally:
            with self._changed:
                self._running -= 1
                self._changed.notify_all()

    def slow_down(self, wait: float | None, tries: int) -> None:
        """The endpoint is busy: half as many at once, and none before it says, or for longer from try to try."""
        seconds = wait if wait is not None else min(LONGEST_WAIT, FIRST_WAIT * 2**tries)
        with self._changed:
            self.limit = max(1.0, self.limit / 2)
            self._until = max(self._until, time.monotonic() + seconds * self.second)
            self._changed.notify_all()

    def go_on(self) -> None:
        """An answer came: one more at once, for as many answers as run at once."""
        with self._changed:
            self.limit = min(float(self.most), self.limit + 1 / self.limit)
            self._changed.notify_all()

    def rest(self, tries: int) -> None:
        """Wait by oneself before a failed call is made anew."""
        time.sleep(min(LONGEST_WAIT, FIRST_WAIT * 2**tries) * self.second)
