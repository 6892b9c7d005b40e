"""The service: the library's verbs over HTTP, the page that asks them, and the jobs that read books.

    Front -> Door -> (Readers) -> Kept -> the routes (FastAPI)

`Front` counts and numbers requests, `Door` says who may come in, `Readers` how far, `Kept` answers
again what was answered before.
"""

from __future__ import annotations

import gc
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import anyio
import msgspec
import networkx  # noqa: F401  it takes 0.2 s to read: before the port is open, and not in somebody's first view
from anyio.to_thread import run_sync
from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

import castline
from castline.api.correcting import ANSWERS, make_correction_router
from castline.api.crowd import Crowd
from castline.api.direct import Direct
from castline.api.door import Door
from castline.api.examples import add_examples
from castline.api.front import Front
from castline.api.jobs import Job, Jobs
from castline.api.kept import Kept
from castline.api.problems import SCHEMA, break_down, fail, find_fault, refuse, tell
from castline.api.readers import Readers
from castline.api.reading import make_job_router
from castline.api.routes import make_router, make_runs, make_straight
from castline.api.stamps import Stamps
from castline.api.tokens import Reader
from castline.api.verbs import VERBS
from castline.errors import CastlineError
from castline.graph.urls import is_file
from castline.library import Library
from castline.query.when import is_number

PAGE = Path(__file__).parent / "page"
"""The page's files: they hold nothing of any book."""
WARMED = 8
"""Sagas that are drawn when the service starts."""
PATIENCE = 5.0
"""Seconds within which a store must answer to count as ready."""

HANDLERS: dict[Any, Any] = {
    CastlineError: fail, HTTPException: refuse, RequestValidationError: find_fault, Exception: break_down,
}  # fmt: skip


def make_app(
    library: Library,
    tokens: Mapping[str, str] | None = None,
    origins: tuple[str, ...] = (),
    readers: Mapping[str, Reader] | None = None,
) -> ASGIApp:
    """The application over an open library, which it does not close.

    `tokens` (token -> scope) are those that may ask; without any, only this machine may. `readers` may ask too, each about their saga
    as though it ended where they are; raises AskError where there is none such. `origins` are those of other pages whose scripts may ask.
    """
    front_counts = {"kept": 0, "new": 0}
    places = {reader: _make_place(library, reader, front_counts) for reader in (readers or {}).values()}
    inner = _make_inner(library, front_counts, shared=True)
    if readers:
        inner = Readers(inner, {token: places[reader] for token, reader in readers.items()})
    door: ASGIApp = Door(inner, {**(tokens or {}), **dict.fromkeys(readers or {}, "read")}, origins)
    if origins:
        door = CORSMiddleware(door, allow_origins=list(origins), allow_headers=["Authorization"], allow_methods=["*"])
    return Front(door, front_counts)


def _make_place(library: Library, reader: Reader, counts: dict[str, int]) -> ASGIApp:
    own = library.ending(reader.until, reader.saga)
    own.view()  # a saga or a moment that is not there is said before anybody asks
    return _make_inner(own, counts, shared=False)


def _make_inner(library: Library, counts: dict[str, int], shared: bool) -> ASGIApp:
    """The routes; where they are `shared` by all, before them the answers that are kept, and beside them processes for many that ask at
    one time. Nothing is kept where the end of the saga is a name's, which may move."""
    threads = make_runs(library)
    crowd = Crowd(library, threads) if shared and is_file(library.url) else None
    straight = make_straight(library, threads, crowd.ask if crowd else None)
    routes = _make_routes(library, make_router(library, threads, straight), crowd)
    packed = GZipMiddleware(routes, minimum_size=1024, compresslevel=4)
    if not shared or (isinstance(library.until, str) and not is_number(library.until)):
        return packed
    return Kept(Direct(straight), packed, Stamps(library), straight, counts)


def _make_routes(library: Library, router: APIRouter, crowd: Crowd | None) -> FastAPI:
    jobs = Jobs(library.url)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        Thread(target=_warm, args=(library,), daemon=True).start()
        yield
        await jobs.close()
        if crowd:
            await crowd.close()

    app = FastAPI(
        lifespan=life,
        title="Castline", version=castline.__version__, docs_url=None, redoc_url=None, openapi_url="/v1/openapi.json",
        description="Who anyone in a book is as of a chapter, with nothing from after it. A moment (`at`) is the last that is told.",
        exception_handlers=HANDLERS,
    )  # fmt: skip
    app.include_router(router)
    if library.until is None:  # else nothing may be written, and who writes is nobody's business
        app.include_router(make_job_router(jobs))
        app.include_router(make_correction_router(library, jobs))
    _add_own(app, library)
    _describe(app)
    return app


def _warm(library: Library) -> None:
    """Draw the end of the sagas before anybody asks: the places of a long one take a second. What is there then stays: the
    collector of garbage would look through all of it again and again, 50 ms each time, while everybody waits."""
    with suppress(CastlineError):
        for entry in library.sagas()[:WARMED]:
            library.of(entry.saga).stage()
    gc.collect()
    gc.freeze()


def _add_own(app: FastAPI, library: Library) -> None:
    """The routes about the service itself, and the page."""
    one = anyio.CapacityLimiter(1)

    @app.get("/v1", summary="What can be asked.", tags=["service"])
    async def index() -> JSONResponse:
        paths = sorted(path for path in app.openapi()["paths"] if path.startswith("/v1/"))
        return JSONResponse({"castline": castline.__version__, "routes": paths, "description": "/v1/openapi.json"})

    @app.get("/health", summary="The service is there.", tags=["service"])
    async def health() -> JSONResponse:
        return JSONResponse({"ok": True})

    @app.get("/ready", summary="The store answers, too.", tags=["service"])
    async def ready() -> Response:
        with anyio.move_on_after(PATIENCE):
            checkup = await run_sync(library.doctor, abandon_on_cancel=True, limiter=one)
            if checkup.ok:
                return JSONResponse({"ok": True})
        return tell(
            503, "The store does not answer, or something that is needed is missing: `castline doctor` says what."
        )

    @app.get("/metrics", summary="Figures for Prometheus.", tags=["service"], response_class=PlainTextResponse)
    async def metrics(request: Request) -> Response:
        return PlainTextResponse(request.scope["castline.figures"](), media_type="text/plain; version=0.0.4")

    @app.get("/", include_in_schema=False)
    async def page() -> Response:
        return FileResponse(PAGE / "index.html", headers={"Cache-Control": "no-cache"})

    app.mount("/page", StaticFiles(directory=PAGE))


def _describe(app: FastAPI) -> None:
    """Give the description the shapes of the answers, which are those of the library, and examples of them."""
    made = app.openapi
    _, components = msgspec.json.schema_components(
        [*(verb.answers for verb in VERBS), Job, *ANSWERS], ref_template="#/components/schemas/{name}"
    )

    def describe() -> dict[str, Any]:
        found: dict[str, Any] = made()
        schemas = found.setdefault("components", {}).setdefault("schemas", {})
        schemas.update(components, Problem=SCHEMA)
        # What FastAPI would say of a faulty question, for which there is 400.
        for operation in (one for path in found["paths"].values() for one in path.values()):
            operation["responses"].pop("422", None)
        for name in ("HTTPValidationError", "ValidationError"):
            schemas.pop(name, None)
        add_examples(found["paths"])  # here, since FastAPI would drop what is null in them
        return found

    app.openapi = describe  # type: ignore[method-assign]


def read_origins(environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """The origins of other pages that may ask: CASTLINE_ORIGINS, with blanks between."""
    return tuple((environ.get("CASTLINE_ORIGINS") or "").split())
