"""The routes by which a person corrects: given, listed, withdrawn. A job settles the saga, and the service goes on answering."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import anyio
import msgspec
from anyio.to_thread import run_sync
from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from castline.api.asked import Asked, At, OfMoment, Text
from castline.api.jobs import Job, Jobs
from castline.api.routes import encode
from castline.editing import Corrected, Entry
from castline.library import Library

NOBODY_NAMED = "somebody"
"""Who is said to correct where the caller does not say."""


class Taken(msgspec.Struct, frozen=True):
    """A correction that was kept or withdrawn, and the job that settles the saga with it: GET /v1/jobs/{id} says how it stands."""

    correction: Entry
    job: Job


class Given(Asked):
    """A correction: `said` are two names, or a name and the right one (rename), one name (nobody), words of a quote and who says or
    hears it (speaker, hearer), words that hold one "he" or "she" and whom it means (meant), or who, what and whose (tie: "Ada", "sister", "Hugh"; "none" for
    nothing); `at` the chapter from which on it holds, or in which the quote or the feeling stands."""

    kind: Annotated[
        Literal["same", "apart", "rename", "nobody", "speaker", "hearer", "meant", "feeling", "tie"],
        Field(examples=["rename"]),
    ]
    said: Annotated[list[str], Field(min_length=1, max_length=3, examples=[["the ferryman", "Old Tam"]])]
    at: At = None
    as_of: Annotated[
        Text, Field(description="The moment whose names these are; else the end of what has been read.")
    ] = None
    affection: Annotated[float | None, Field(ge=-10, le=10, description="Of a feeling.")] = None
    familiarity: Annotated[float | None, Field(ge=0, le=10, description="Of a feeling; else as it was.")] = None
    by: Annotated[Text, Field(description="Who says so.", examples=["ada"])] = None
    why: Annotated[str, Field(max_length=2000, description="A note that is kept with it.")] = ""


def make_correction_router(library: Library, jobs: Jobs) -> APIRouter:
    """The routes over a library's corrections."""
    router, one = APIRouter(tags=["correct"]), anyio.CapacityLimiter(1)

    async def change(saga: str | None, do: Callable[[Library], Corrected]) -> Response:
        def keep() -> tuple[str, Entry]:
            own = library.of(saga)
            named = own.saga or own.stamp().saga
            jobs.check_free(named)
            return named, do(own).corrections[0]

        named, entry = await run_sync(keep, limiter=one)
        job = await jobs.settle(named)
        return Response(
            msgspec.json.encode(Taken(entry, job)), 202, {"Location": f"/v1/jobs/{job.id}"}, "application/json"
        )

    @router.get(
        "/v1/corrections", summary="All that was corrected, and what became of it.", responses=_say(200, list[Entry])
    )
    async def list_all(asked: Annotated[OfMoment, Query()]) -> Response:
        return encode(await run_sync(lambda: library.of(asked.saga).corrections(asked.at), limiter=one))

    @router.post("/v1/corrections", status_code=202, summary="Say what was read wrong.", responses=_say(202, Taken))
    async def give(given: Given) -> Response:
        how = {
            "as_of": given.as_of,
            "affection": given.affection,
            "familiarity": given.familiarity,
            "by": given.by or NOBODY_NAMED,
            "why": given.why,
        }
        return await change(given.saga, lambda own: own.correct(given.kind, *given.said, at=given.at, hold=True, **how))  # type: ignore[arg-type]

    @router.delete(
        "/v1/corrections/{id}", status_code=202, summary="Let a correction no longer count.", responses=_say(202, Taken)
    )
    async def withdraw(id: str, asked: Annotated[Asked, Query()]) -> Response:
        return await change(asked.saga, lambda own: own.withdraw(id, hold=True))

    return router


def _say(status: int, answers: Any) -> dict[int | str, dict[str, Any]]:
    (found,), _ = msgspec.json.schema_components([answers], ref_template="#/components/schemas/{name}")
    problem = {"content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    refusals = {
        400: "The correction is at fault.",
        404: "Nobody, or no correction, of that name.",
        409: "Several may be meant, or the saga is being read.",
    }
    told: dict[int | str, dict[str, Any]] = {
        code: {"description": words, **problem} for code, words in refusals.items()
    }
    return told | {status: {"description": "The answer.", "content": {"application/json": {"schema": found}}}}


ANSWERS = (Entry, Taken)
"""What these routes answer, for the description."""
