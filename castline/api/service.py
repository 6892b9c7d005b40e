"""The service: the library's questions over HTTP, with the parameter names of the command line.

    GET /sagas  /cast  /snapshot  /feelings  /shifts  /network  /events  /diff  /review  /export  /doctor  /health

Answers are JSON (`/export` streams lines); where a question could be understood otherwise, the header Castline-Notes says
how it was. An error is {"error": message} with the status of its class. A
parameter that a route does not know is refused: a misspelt `at` must not tell the whole book.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

import castline
from castline.api.asked import Asked
from castline.errors import CastlineError
from castline.library import Library
from castline.query.review import MOST
from castline.query.shifts import TOP

Answer = Callable[[Library, Asked], Any]
NOTES = "Castline-Notes"
"""The header that says how a question was understood, where it could be otherwise: a JSON list of sentences."""


def make_app(library: Library) -> Starlette:
    """The application over an open library, which it does not close. `saga` may be given with every question."""
    routes = [_route(library, path, answer) for path, answer in ANSWERS.items()]
    routes += [Route("/export", _export(library)), Route("/", _index)]
    return Starlette(routes=routes, exception_handlers={CastlineError: _fail, HTTPException: _refuse})


def _route(library: Library, path: str, answer: Answer) -> Route:
    def endpoint(request: Request) -> Response:
        asked = Asked(request.query_params.multi_items(), path)
        notes: list[str] = []
        found = answer(library.of(asked.text("saga"), notes.append), asked)
        return _note(found if isinstance(found, Response) else _json(found), notes)

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


def _index(_: Request) -> Response:
    return _json({"castline": castline.__version__, "routes": sorted([*ANSWERS, "/export"])})


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


def _export(library: Library) -> Callable[[Request], Response]:
    def endpoint(request: Request) -> Response:
        asked = Asked(request.query_params.multi_items(), "/export")
        form = asked.text("form") or "facts"
        notes: list[str] = []
        lines = library.of(asked.text("saga"), notes.append).export(form, asked.text("at"), asked.flag("mentions"))
        begun = chain([next(lines)], lines)
        kind = "application/x-ndjson" if form == "facts" else "application/xml"
        return _note(StreamingResponse(_lines(begun), media_type=kind), notes)

    return endpoint


def _lines(lines: Iterator[str]) -> Iterator[bytes]:
    for line in lines:
        yield line.encode() + b"\n"
