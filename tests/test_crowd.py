"""A crowd's short questions to a file: a process beside the service answers them, byte for byte as the service itself does."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from conftest import need_module
from shelf import ledger_url

need_module("starlette")
from starlette.requests import Request  # noqa: E402
from starlette.responses import Response  # noqa: E402

import castline  # noqa: E402
from castline.api.crowd import FEW, Crowd, Find  # noqa: E402
from castline.api.routes import make_straight  # noqa: E402

MANY = 4 * FEW
Ask = Callable[[str, str], Awaitable[Response]]


class Own:
    """The way to an answer in this process: it holds who comes until `gate` is open, and counts what it answers."""

    def __init__(self) -> None:
        self.gate, self.answered = asyncio.Event(), 0

    async def run(self, request: Request, find: Find) -> Response:
        await self.gate.wait()
        self.answered += 1
        return find()


def make_request(path: str, query: str) -> Request:
    return Request({"type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": []})


@asynccontextmanager
async def gathering(own: Own) -> AsyncIterator[tuple[Ask, Crowd]]:
    """Asks a path with parameters, by a crowd's way, and the crowd; what is open at the end is closed."""
    with castline.open(ledger_url(), None) as library:
        crowd = Crowd(library, own.run)
        straight = make_straight(library, own.run, crowd.ask)

        async def ask(path: str, query: str) -> Response:
            request = make_request(path, query)
            model, endpoint = straight[path]
            return await endpoint(request, model.model_validate(dict(request.query_params)))

        try:
            yield ask, crowd
        finally:
            await crowd.close()


async def draw(ask: Ask, own: Own) -> None:
    """Come as a crowd, and wait until questions go to the process."""
    first = [asyncio.create_task(ask("/v1/snapshot", "character=Brisa&at=4")) for _ in range(MANY)]
    await asyncio.sleep(0)  # all have come, and are held
    own.gate.set()
    await asyncio.gather(*first)
    for _ in range(600):
        before = own.answered
        await ask("/v1/snapshot", "character=Brisa&at=4")
        if own.answered == before:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("no process answers")


def test_a_crowd_gets_the_same_answers_from_a_process_beside() -> None:
    asked = [f"character=Brisa&at={n}" for n in range(2, 9)] + ["character=Perrine&at=8&format=markdown"]

    async def compare() -> None:
        own = Own()
        async with gathering(own) as (ask, _):
            own.gate.set()
            alone = [await ask("/v1/snapshot", query) for query in asked]
            own.gate.clear()
            await draw(ask, own)
            before = own.answered
            beside = await asyncio.gather(*(ask("/v1/snapshot", query) for query in asked))
            assert own.answered == before
            assert [one.body for one in beside] == [one.body for one in alone]
            assert [one.headers.items() for one in beside] == [one.headers.items() for one in alone]

    asyncio.run(compare())


def test_few_questions_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", refuse)

    async def ask_few() -> int:
        own = Own()
        own.gate.set()
        async with gathering(own) as (ask, _):
            await asyncio.gather(*(ask("/v1/snapshot", "character=Brisa&at=4") for _ in range(FEW)))
        return own.answered

    assert asyncio.run(ask_few()) == FEW


def test_a_refusal_is_an_answer_too() -> None:
    async def refused() -> Response:
        own = Own()
        async with gathering(own) as (ask, _):
            await draw(ask, own)
            return await ask("/v1/snapshot", "character=Nobody+At+All&at=4")

    answer = asyncio.run(refused())
    assert answer.status_code == 404 and b"Nobody At All" in answer.body


def test_who_waits_for_a_process_that_ends_is_answered_here() -> None:
    async def outlive() -> None:
        own = Own()
        async with gathering(own) as (ask, crowd):
            await draw(ask, own)
            before = own.answered
            fatal = crowd.ask(make_request("/no/such/path", ""), lambda: Response("here"))
            answers = await asyncio.gather(fatal, ask("/v1/snapshot", "character=Brisa&at=4"))
            assert answers[0].body == b"here" and answers[1].status_code == 200 and own.answered == before + 2
            assert (await ask("/v1/snapshot", "character=Brisa&at=5")).status_code == 200

    asyncio.run(outlive())


def test_it_ends_with_its_input() -> None:
    command = [sys.executable, "-m", "castline.api.answerer", ledger_url(), "", ""]
    ended = subprocess.run(command, input=b"", capture_output=True, timeout=60)
    assert (ended.returncode, ended.stdout) == (0, bytes(4))


@pytest.mark.parametrize("fatal", [False, True])
def test_its_pipes_are_closed_with_it(monkeypatch: pytest.MonkeyPatch, fatal: bool) -> None:
    started: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def follow(*command: str, **how: Any) -> asyncio.subprocess.Process:
        started.append(await start(*command, **how))
        return started[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", follow)

    async def come_and_go() -> None:
        own = Own()
        async with gathering(own) as (ask, crowd):
            await draw(ask, own)
            if fatal:
                await crowd.ask(make_request("/no/such/path", ""), lambda: Response("here"))
        (process,) = started
        assert process.stdin and process.stdin.is_closing() and process.stdout and process.stdout.at_eof()

    asyncio.run(come_and_go())
