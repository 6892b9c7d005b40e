"""Which state of a saga stands: asked of the store once for many, and never told from before the question."""

from __future__ import annotations

import asyncio
import time
from typing import Any, cast

import pytest
from conftest import need_module

need_module("anyio")
from castline.api.stamps import PAUSE, Stamps  # noqa: E402
from castline.library import Library  # noqa: E402
from castline.query.view import Stamp  # noqa: E402

FILE, SERVER = "sqlite:///x.db", "neo4j://127.0.0.1:7687"


class Growing:
    """As much of a library as is asked: each question takes a millisecond and finds the saga grown by one."""

    def __init__(self, url: str) -> None:
        self.url, self.asked = url, 0

    def of(self, saga: str | None) -> Growing:
        return self

    def stamp(self) -> Stamp:
        time.sleep(0.001)
        self.asked += 1
        return Stamp("s", self.asked, 0, 1)


@pytest.mark.parametrize("url", [FILE, SERVER])
def test_a_state_is_never_from_before_its_question(url: str) -> None:
    async def ask_in_turn() -> None:
        library = Growing(url)
        stamps = Stamps(cast(Library, cast(Any, library)))

        async def ask(delay: float) -> None:
            for _ in range(5):
                await asyncio.sleep(delay)
                before = library.asked
                found = await stamps.now("s")
                assert found and found.version > before

        await asyncio.gather(*(ask(n / 5000) for n in range(20)))

    asyncio.run(ask_in_turn())


def test_a_crowd_leaves_a_server_alone_between_two_askings_and_one_who_comes_alone_does_not_wait() -> None:
    async def count(clients: int) -> tuple[int, float]:
        library = Growing(SERVER)
        stamps = Stamps(cast(Library, cast(Any, library)))

        async def ask() -> None:
            for _ in range(20):
                await stamps.now("s")

        began = time.perf_counter()
        await asyncio.gather(*(ask() for _ in range(clients)))
        return library.asked, time.perf_counter() - began

    asked, seconds = asyncio.run(count(30))
    assert asked <= 25 and seconds >= 19 * PAUSE
    asked, _ = asyncio.run(count(1))
    assert asked == 20


def test_all_who_wait_are_answered_by_one_question_to_a_file() -> None:
    async def ask_at_once() -> int:
        library = Growing(FILE)
        stamps = Stamps(cast(Library, cast(Any, library)))
        found = await asyncio.gather(*(stamps.now("s") for _ in range(50)))
        assert len(set(found)) == 1
        return library.asked

    assert asyncio.run(ask_at_once()) == 1
