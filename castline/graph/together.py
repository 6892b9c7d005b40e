"""Questions that threads ask at the same time, asked together: one trip to a server takes about as long for ten as for one.

question ─┐                    ┌─ answer      who asks while nobody else does asks at once; whoever comes meanwhile
question ─┼─ ask_all ([...]) ──┼─ answer      waits, and the first of those who waited asks for all of them
question ─┘                    └─ answer
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future
from typing import Generic, NamedTuple, TypeVar

Key = TypeVar("Key", bound=Hashable)
Asked = TypeVar("Asked")
Found = TypeVar("Found")

MOST = 16
"""Questions in one trip: a server keeps all that it answers to one in memory."""


class _Waiting(NamedTuple, Generic[Key, Asked, Found]):
    """A question, and the promise of its answer."""

    key: Key
    asked: Asked
    answer: Future[Found]


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
        mine = _Waiting(key, asked, Future[Found]())
        with self._changed:
            self._waiting.append(mine)
        while some := self._take(mine):
            self._answer(some)
        return mine.answer.result()

    def _take(self, mine: _Waiting[Key, Asked, Found]) -> list[_Waiting[Key, Asked, Found]]:
        """Once nobody asks: those to ask for, whoever came first goes first. Nobody, where one's own question is answered."""
        with self._changed:
            self._changed.wait_for(lambda: mine.answer.done() or not self._asking)
            if mine.answer.done():
                return []
            self._asking = True
            some = [one for one in self._waiting if one.key == mine.key][:MOST]
            self._waiting = [one for one in self._waiting if one not in some]
            return some

    def _answer(self, some: list[_Waiting[Key, Asked, Found]]) -> None:
        try:
            found = self._ask_all(some[0].key, [one.asked for one in some])
            answered = list(zip(some, found, strict=True))
        except BaseException as error:
            for one in some:
                one.answer.set_exception(error)
        else:
            for one, answer in answered:
                one.answer.set_result(answer)
        finally:
            with self._changed:
                self._asking = False
                self._changed.notify_all()
