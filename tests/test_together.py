"""Questions that are asked together: each gets its own answer, none an older one, and a fault is everybody's."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from castline.graph.together import MOST, Together


class Server:
    """Doubles numbers, and lets nobody pass while its gate is closed."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, list[int]]] = []
        self.reached, self.gate = threading.Event(), threading.Event()

    def double(self, key: str, numbers: list[int]) -> Sequence[int]:
        self.asked.append((key, list(numbers)))
        self.reached.set()
        assert self.gate.wait(20)
        if key == "broken":
            raise OSError("no answer")
        return [2 * number for number in numbers]


def test_who_waits_is_asked_for_together_and_gets_his_own_answer() -> None:
    server = Server()
    together = Together(server.double)
    begun = threading.Barrier(3 * MOST + 1)

    def ask(number: int) -> int:
        begun.wait(20)
        return together.ask("ab"[number % 2], number)

    with ThreadPoolExecutor(3 * MOST) as pool:
        found = [pool.submit(ask, number) for number in range(3 * MOST)]
        begun.wait(20)
        time.sleep(0.2)  # those who have begun come to wait
        server.gate.set()
        assert [one.result(20) for one in found] == [2 * number for number in range(3 * MOST)]
    assert sorted(number for _, numbers in server.asked for number in numbers) == list(range(3 * MOST))
    assert len(server.asked) < MOST, "far fewer trips than questions"
    assert all(len(numbers) <= MOST for _, numbers in server.asked)
    assert all(len({number % 2 for number in numbers}) == 1 for _, numbers in server.asked), "one key at a time"


def test_a_question_is_never_answered_by_what_was_asked_before_it() -> None:
    server = Server()
    together = Together(server.double)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(together.ask, "a", 1)
        assert server.reached.wait(20)
        second = pool.submit(together.ask, "a", 2)
        server.gate.set()
        assert (first.result(20), second.result(20)) == (2, 4)
    assert server.asked == [("a", [1]), ("a", [2])]


def test_a_fault_is_told_to_all_who_asked_and_to_nobody_after_them() -> None:
    server = Server()
    server.gate.set()
    together = Together(server.double)
    for _ in range(2):
        with pytest.raises(OSError, match="no answer"):
            together.ask("broken", 1)
    assert together.ask("a", 4) == 8
