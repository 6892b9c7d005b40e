"""Questions that threads ask at the same time, asked together: one trip to a server takes about as long for ten as for one.

question ─┐                    ┌─ answer      who asks while nobody else does asks at once; whoever comes meanwhile
question ─┼─ ask_all ([...]) ──┼─ answer      waits, and the first of those who waited asks for all of them
question ─┘                    └─ answer
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Asked = TypeVar("Asked")
Found = TypeVar("Found")
Key = TypeVar("Key", bound=Hashable)

MOST = 16
"""Questions in one trip: a server keeps all that it answers to one in memory."""


@dataclass(slots=True, eq=False)
class _Waiting(Generic[Key, Asked, Found]):
    """A question that waits, and what comes of it."""

    key: Key
    asked: Asked
    found: Found | None = None
    error: Exception | None = None
    done: bool = False


class Together(Generic[Key, Asked, Found]):
    """Threads may share it. `ask_all(key, questions)` answers questions of one key in their order; what it raises is raised
    for each of them."""

    def __init__(self, ask_all: Callable[[Key, list[Asked]], Sequence[Found]]) -> None:
        self._ask_all = ask_all
        self._waiting: list[_Waiting[Key, Asked, Found]] = []
        self._asking = False
        self._changed = threading.Condition()

    def ask(self, key: Key, asked: Asked) -> Found:
        """The answer to one question. It is never older than the question: whatever is on its way already is waited for."""
        mine = _Waiting[Key, Asked, Found](key, asked)
        with self._changed:
            self._waiting.append(mine)
        while some := self._take(mine):
            self._answer(some)
        if mine.error is not None:
            raise mine.error
        assert mine.done
        return mine.found  # type: ignore[return-value]  # set, since it is done and no error

    def _take(self, mine: _Waiting[Key, Asked, Found]) -> list[_Waiting[Key, Asked, Found]]:
        """Once nobody asks: those to ask for, whoever came first goes first. Nobody, where one's own question is answered."""
        with self._changed:
            while self._asking and not mine.done:
                self._changed.wait()
            if mine.done:
                return []
            self._asking = True
            some = [one for one in self._waiting if one.key == mine.key][:MOST]
            self._waiting = [one for one in self._waiting if one not in some]
            return some

    def _answer(self, some: list[_Waiting[Key, Asked, Found]]) -> None:
        try:
            for one, found in zip(some, self._ask_all(some[0].key, [one.asked for one in some]), strict=True):
                one.found = found
        except Exception as error:
            for one in some:
                one.error = error
        finally:
            with self._changed:
                self._asking = False
                for one in some:
                    one.done = True
                self._changed.notify_all()
