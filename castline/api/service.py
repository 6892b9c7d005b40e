"""The service: the library's questions over HTTP, with the parameter names of the command line.

    GET /sagas  /cast  /snapshot  /feelings  /shifts  /network  /events  /diff  /review  /cypher  /export  /doctor  /health

Answers are JSON (`/export` streams lines); where a question could be understood otherwise, the header Castline-Notes says
how it was. An error is {"error": message} with the status of its class. A
parameter that a route does not know is refused: a misspelt `at` must not tell the whole book.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import anyio
import msgspec
from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

import castline
from castline.api.asked import Asked
from castline.api.door import Door
from castline.errors import CastlineError
from castline.graph.engines import AT_ONCE
from castline.library import Library
from castline.query.review import MOST
from castline.query.shifts import TOP

Answer = Callable[[Library, Asked], Any]
NOTES = "Castline-Notes"
"""The header that says how a question was understood, where it could be otherwise: a JSON list of sentences."""


THREADS = 16
"""Questions that are answered at one time; another waits its turn without a thread."""


def make_app(library: Library, token: str | None = None) -> Starlette:
    """The application over an open library, which it does not close. `saga` may be given with every question.

    With a `token`, every request but /health must bring it; without one, only this machine may ask (see `door`).
    """
    threads, queries = anyio.CapacityLimiter(THREADS), anyio.CapacityLimiter(AT_ONCE)
    routes = [_route(library, path, answer, threads) for path, answer in ANSWERS.items()]
    # Queries wait among themselves: however many there are, the other questions find a thread.
    routes += [
        _route(library, "/cypher", _cypher, queries),
        _route(library, "/export", _export, threads),
        Route("/", _index),
    ]
    handlers: dict[Any, Any] = {CastlineError: _fail, HTTPException: _refuse, Exception: _break}
    return Starlette(routes=routes, exception_handlers=handlers, middleware=[Middleware(Door, token=token)])


def _route(library: Library, path: str, answer: Answer, threads: anyio.CapacityLimiter) -> Route:
    def find(request: Request) -> Response:
        asked = Asked(request.query_params.multi_items(), path)
        notes: list[str] = []
        found = answer(library.of(asked.text("saga"), notes.append), asked)
        return _note(found if isinstance(found, Response) else _json(found), notes)

    async def endpoint(request: Request) -> Response:
        # Abandoned when its time is up: the thread ends by itself, and is counted until then.
        return await run_sync(find, request, abandon_on_cancel=True, limiter=threads)

    return Route(path, endpoint)


def _note(response: Response, notes: list[str]) -> Response:
    """The answer with the notes on its question, if any."""
    if notes:
        response.headers[NOTES] = json.dumps(list(dict.fromkeys(notes)))
    return response


def _json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def _fail(_: Request, error: Exception) -> Response:
    return _json({"error": str(error)}, getattr(error, "status", 500))


def _refuse(_: Request, error: Exception) -> Response:
    """No such route, or a method other than GET."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _json({"error": f"{getattr(error, 'detail', error)}. GET / lists what can be asked."}, status)


def _break(_: Request, error: Exception) -> Response:
    """Nothing that was foreseen: what it was is the operator's to read, in the log."""
    return _json(
        {"error": "castline failed at this question. Its own log says how; ask something else, or tell its operator."},
        500,
    )


def _index(_: Request) -> Response:
    return _json({"castline": castline.__version__, "routes": sorted([*ANSWERS, "/cypher", "/export"])})


def _snapshot(library: Library, asked: Asked) -> Response:
    form = asked.text("format") or "json"
    body = library.render(
        asked.needed("character"), asked.text("at"), form, asked.whole("budget"), asked.share("min-confidence") or 0.0
    )
    return Response(body, media_type="text/markdown" if form == "markdown" else "application/json")


ANSWERS: dict[str, Answer] = {
    "/health": lambda library, asked: {"ok": True},
    "/sagas": lambda library, asked: library.sagas(),
    "/cast": lambda library, asked: library.cast(asked.text("at")),
    "/snapshot": _snapshot,
    "/feelings": lambda library, asked: library.feelings(asked.needed("a"), asked.needed("b"), asked.text("at")),
    "/shifts": lambda library, asked: library.shifts(asked.needed("from"), asked.text("to"), asked.whole("top") or TOP),
    "/network": lambda library, asked: library.network(asked.text("at")),
    "/events": lambda library, asked: library.events(asked.needed("character"), asked.text("at")),
    "/diff": lambda library, asked: library.diff(asked.needed("character"), asked.needed("from"), asked.text("to")),
    "/review": lambda library, asked: library.review(asked.text("at"), asked.whole("top") or MOST),
    "/doctor": lambda library, asked: library.doctor(),
}
"""Path -> the verb. Run in threads: a library may be asked from many at once."""


def _cypher(library: Library, asked: Asked) -> Any:
    """The limits are the service's own: who asks from afar sets none."""
    return library.cypher(asked.needed("query"), asked.text("at"), asked.fields("params"))


def _export(library: Library, asked: Asked) -> Response:
    form = asked.text("form") or "facts"
    lines = library.export(form, asked.text("at"), asked.flag("mentions"))
    begun = chain([next(lines)], lines)
    kind = "application/x-ndjson" if form == "facts" else "application/xml"
    return StreamingResponse(_lines(begun), media_type=kind)


def _lines(lines: Iterator[str]) -> Iterator[bytes]:
    for line in lines:
        yield line.encode() + b"\n"
