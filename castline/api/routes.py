"""The routes that ask: each verb as a path with its parameters, answered in a thread as encoded bytes."""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Annotated, Any

import anyio
import msgspec
from anyio.to_thread import run_sync
from fastapi import APIRouter, Query
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from castline.api.asked import OfCypher, OfExport
from castline.api.crowd import Run
from castline.api.direct import Endpoint
from castline.api.kept import STAMP, make_tag
from castline.api.verbs import VERBS, Verb
from castline.errors import AskError
from castline.graph.engines import AT_ONCE
from castline.graph.urls import is_file
from castline.library import Library
from castline.query.entries import Snapshot
from castline.query.export import KINDS

NOTES = "Castline-Notes"
"""The header that says how a question was understood, where it could be otherwise: a JSON list of sentences."""
TOTAL = "Castline-Total"
"""The header that says how long a list is of which a page was asked."""
THREADS = max(4, 2 * (os.cpu_count() or 1))
"""Questions that are answered at one time; another waits its turn without a thread. More would only get in each other's way."""
OF_SERVER = 32
"""The same of a store that is a server: its threads wait for it more than for each other, and those that wait are asked for together."""
ROWS: dict[str, Any] = {"type": "array", "items": {"type": "object"}}


Straight = dict[str, tuple[type[BaseModel], Endpoint]]
"""By path, the model of the parameters, and who answers."""


def make_runs(library: Library) -> Run:
    """The threads in which questions to this library's store are answered."""
    return _in_threads(THREADS if is_file(library.url) else OF_SERVER)


def make_straight(library: Library, threads: Run, short: Run | None = None) -> Straight:
    """The verbs whose answers are kept; `short` runs those that take about as long however much a saga holds."""
    return {verb.path: (verb.asks, _asks(library, verb, threads, short or threads)) for verb in VERBS if verb.kept}


def make_router(library: Library, threads: Run, straight: Straight) -> APIRouter:
    """The routes over an open library."""
    queries = _in_threads(AT_ONCE)
    router = APIRouter()
    for verb in VERBS:
        kinds = ("text/markdown",) if verb.answers is Snapshot else ()
        endpoint = straight[verb.path][1] if verb.kept else _asks(library, verb, threads, threads)
        _add(router, verb.path, endpoint, verb.asks, verb.summary, _schema(verb), kinds)
    export = "Facts, graphs, tables and cards as of a moment."
    _add(router, "/v1/export", _exports(library, threads), OfExport, export, None, KINDS.values())

    # Queries wait among themselves: however many there are, the other questions find a thread.
    @router.post(
        "/v1/cypher", summary="Rows of a Cypher query over the cut graph.", responses=_said(ROWS), tags=["ask"]
    )
    async def cypher(request: Request, asked: OfCypher) -> Response:
        def ask(own: Library) -> Response:
            return encode(own.cypher(asked.query, asked.at, asked.params))

        return await _answer(library, request, asked.saga, ask, queries)

    return router


def _add(
    router: APIRouter, path: str, endpoint: Any, asks: Any, summary: str, schema: Any, kinds: Iterable[str] = ()
) -> None:
    """Add a route whose parameters are the fields of a model."""
    parameters = [
        inspect.Parameter("request", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Request),
        inspect.Parameter("asked", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Annotated[asks, Query()]),
    ]
    endpoint.__signature__ = inspect.Signature(parameters)
    name = path.rpartition("/")[2]
    router.add_api_route(path, endpoint, summary=summary, name=name, responses=_said(schema, kinds), tags=["ask"])


def _said(schema: Any, kinds: Iterable[str] = ()) -> dict[int | str, dict[str, Any]]:
    """The answers of a route, for its description."""
    problem = {"content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    refusals = {
        400: "The question is at fault.",
        404: "Nobody, or nothing, of that name by then.",
        409: "Several may be meant.",
    }
    found: dict[int | str, dict[str, Any]] = {
        status: {"description": words, **problem} for status, words in refusals.items()
    }
    content = {"application/json": {"schema": schema or {}}} | {
        kind: {} for kind in kinds if kind != "application/json"
    }
    found[200] = {"description": "The answer.", "content": content}
    return found


def _schema(verb: Verb) -> Any:
    """The shape of an answer in JSON; a snapshot may also be the messages of a chat."""
    (found,), _ = msgspec.json.schema_components([verb.answers], ref_template="#/components/schemas/{name}")
    return {"anyOf": [found, ROWS]} if verb.answers is Snapshot else found


def _in_threads(most: int) -> Run:
    """Each question in a thread, so many at one time. Abandoned when its time is up: the thread ends by itself, and is counted
    until then."""
    limiter = anyio.CapacityLimiter(most)
    return lambda request, find: run_sync(find, abandon_on_cancel=True, limiter=limiter)


def _asks(library: Library, verb: Verb, threads: Run, short: Run) -> Any:
    fields = verb.asks.model_fields  # looked up once: pydantic takes long to say that it has no such field
    paged, named = "cursor" in fields, "saga" in fields

    async def endpoint(request: Request, asked: Any) -> Response:
        def ask(own: Library) -> Response:
            if verb.answers is Snapshot and asked.format != "json":
                return _render(own, asked)
            found = verb.ask(own, asked)
            return _page(request, found, asked) if paged else encode(found)

        _refuse_twice(request)
        run = short if verb.is_short(asked) else threads
        return await _answer(library, request, asked.saga if named else None, ask, run)

    return endpoint


async def _answer(
    library: Library,
    request: Request,
    saga: str | None,
    ask: Callable[[Library], Response],
    run: Run,
) -> Response:
    """The answer, with the notes on its question, if any."""

    def find() -> Response:
        notes: list[str] = []
        # The state is from before it is answered: what is written meanwhile makes it an older one's.
        response = ask(library.of(saga, notes.append, request.scope.get(STAMP)))
        if notes:
            response.headers[NOTES] = json.dumps(list(dict.fromkeys(notes)))
        if STAMP in request.scope:
            response.headers["ETag"] = make_tag(bytes(response.body)).decode()
        return response

    return await run(request, find)


def _refuse_twice(request: Request) -> None:
    """Raise AskError for a parameter that was given twice: which of the two is meant?"""
    given = [name for name, _ in request.query_params.multi_items()]
    if len(given) > len(set(given)):
        raise AskError(f"{request.url.path} was given a parameter twice: {', '.join(given)}.")


def encode(value: Any) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), media_type="application/json")


def _render(library: Library, asked: Any) -> Response:
    body = library.render(asked.character, asked.at, asked.format, asked.budget, asked.confidence, asked.partner)
    return Response(body, media_type="text/markdown" if asked.format == "markdown" else "application/json")


def _page(request: Request, found: list[Any], asked: Any) -> Response:
    """The part of a list that was asked for; the header `Link` leads to the next."""
    end = len(found) if asked.limit is None else asked.cursor + asked.limit
    response = encode(found[asked.cursor : end])
    response.headers[TOTAL] = str(len(found))
    if end < len(found):
        following = request.url.include_query_params(cursor=end)
        response.headers["Link"] = f'<{following.path}?{following.query}>; rel="next"'
    return response


def _exports(library: Library, threads: Run) -> Any:
    async def endpoint(request: Request, asked: OfExport) -> Response:
        def ask(own: Library) -> Response:
            pieces = own.export_bytes(asked.form, asked.at, asked.mentions, character=asked.character, table=asked.of)
            return StreamingResponse(chain([next(pieces)], pieces), media_type=KINDS[asked.form])

        _refuse_twice(request)
        return await _answer(library, request, asked.saga, ask, threads)

    return endpoint
