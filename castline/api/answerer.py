"""The process that answers a crowd's short questions: `python -m castline.api.answerer STORE SAGA UNTIL`, the last two maybe empty.

It reads questions from its input and writes their answers in the same order, each in a frame (see `crowd`), an empty one
first: it is ready. It ends with its input, and so with the service.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Iterator

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message

import castline
from castline.api.crowd import LENGTH, Answer, Find, Question, frame
from castline.api.direct import Direct
from castline.api.kept import STAMP
from castline.api.routes import make_straight
from castline.query.view import ignore

HANDFUL = 8
"""Answers that go out together: each waking of the service costs it a fifth of what it does for an answer."""
ROOM = 2**16
"""Bytes that are read at one time: what a pipe holds."""


async def answer_all(url: str, saga: str | None, until: str | None, asked: int, told: int) -> None:
    """Answer until there is nothing more to read. One question at a time: nothing else runs in this loop."""
    with castline.open(url, saga, ignore, until) as library:
        app = Direct(make_straight(library, _run_here))
        gc.collect()
        gc.freeze()  # what is there now stays; looking through it again and again would keep a crowd waiting
        os.write(told, bytes(LENGTH))
        for some in _take(asked):
            _write(told, b"".join([frame(await _answer(app, one)) for one in some]))


def _take(asked: int) -> Iterator[list[Question]]:
    """The questions that wait, a handful at a time, until there will be no more."""
    come = b""
    while piece := os.read(asked, ROOM):
        waiting, come = _split(come + piece)
        for at in range(0, len(waiting), HANDFUL):
            yield waiting[at : at + HANDFUL]


def _split(come: bytes) -> tuple[list[Question], bytes]:
    """The questions that have come whole, and the beginning of the next."""
    found, at = [], 0
    while at + LENGTH <= len(come):
        start = at + LENGTH
        end = start + int.from_bytes(come[at:start], "big")
        if end > len(come):
            break
        found.append(msgspec.msgpack.decode(come[start:end], type=Question))
        at = end
    return found, come[at:]


def _write(told: int, body: bytes) -> None:
    while body:
        body = body[os.write(told, body) :]


async def _answer(app: ASGIApp, question: Question) -> Answer:
    found = Answer(500, [], b"")

    async def catch(message: Message) -> None:
        if message["type"] == "http.response.start":
            found.status, found.headers = message["status"], message["headers"]
        else:
            found.body += message.get("body", b"")

    scope = {"type": "http", "method": "GET", "path": question.path, "query_string": question.query, "headers": []}
    await app(scope if question.stamp is None else {**scope, STAMP: question.stamp}, _receive, catch)
    return found


async def _receive() -> Message:
    return {"type": "http.disconnect"}


async def _run_here(request: Request, find: Find) -> Response:
    return find()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the service, which ends this in its own time
    url, saga, until = sys.argv[1:]
    asyncio.run(answer_all(url, saga or None, until or None, sys.stdin.fileno(), sys.stdout.fileno()))
