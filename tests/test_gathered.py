"""Short questions to a file: one thread answers them, a handful at one go, and what goes wrong with one is its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest
from conftest import need_module

need_module("starlette")
from starlette.responses import Response  # noqa: E402

from castline.api.gathered import AT_ONE_GO, Gathered  # noqa: E402
from castline.errors import AskError  # noqa: E402


def test_all_that_wait_are_answered_in_order_by_one_thread() -> None:
    asked: list[tuple[int, int]] = []

    def find(n: int) -> Callable[[], Response]:
        def answer() -> Response:
            asked.append((n, threading.get_ident()))
            return Response(str(n))

        return answer

    async def ask_all() -> list[Response]:
        own = Gathered()
        return await asyncio.gather(*(own.ask(find(n)) for n in range(3 * AT_ONE_GO + 1)))

    found = asyncio.run(ask_all())
    assert [int(answer.body) for answer in found] == [n for n, _ in asked] == list(range(3 * AT_ONE_GO + 1))
    threads = {thread for _, thread in asked}
    assert len(threads) == 1 and threading.get_ident() not in threads


def test_a_fault_is_told_to_whoever_asked_alone() -> None:
    def fail() -> Response:
        raise AskError("no such moment")

    async def ask_all() -> list[Response | BaseException]:
        own = Gathered()
        found = await asyncio.gather(own.ask(fail), own.ask(lambda: Response("b")), return_exceptions=True)
        return [*found, await own.ask(lambda: Response("later"))]

    fault, answer, later = asyncio.run(ask_all())
    assert isinstance(fault, AskError)
    assert (
        isinstance(answer, Response) and isinstance(later, Response) and (answer.body, later.body) == (b"b", b"later")
    )


def test_what_nobody_waits_for_is_not_answered() -> None:
    asked: list[str] = []
    gate = threading.Event()

    def hold() -> Response:
        gate.wait(10)
        return Response("first")

    def late() -> Response:
        asked.append("late")
        return Response("late")

    async def ask_and_leave() -> None:
        own = Gathered()
        first = asyncio.create_task(own.ask(hold))
        await asyncio.sleep(0.01)
        left = asyncio.create_task(own.ask(late))
        await asyncio.sleep(0.01)
        left.cancel()
        with pytest.raises(asyncio.CancelledError):
            await left
        gate.set()
        assert (await first).body == b"first" and (await own.ask(lambda: Response("next"))).body == b"next"

    asyncio.run(ask_and_leave())
    assert asked == []
