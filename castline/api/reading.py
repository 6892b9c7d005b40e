"""The routes by which books come in: jobs, their progress, and their end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
from anyio.to_thread import run_sync
from fastapi import APIRouter, File, Form, UploadFile
from starlette.responses import Response, StreamingResponse

from castline.api.jobs import Job, Jobs
from castline.api.routes import encode

PIECE = 2**20
_JOB: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Job"}}}},
    404: {"description": "No such job.", "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}},
}  # fmt: skip


def make_job_router(jobs: Jobs) -> APIRouter:
    """The routes over the jobs of a store."""
    router = APIRouter(tags=["read books"])

    @router.post(
        "/v1/sagas/{saga:path}/jobs", status_code=202, summary="Read books into a saga.", responses={202: _JOB[200]}
    )
    async def start(
        saga: str,
        books: Annotated[list[UploadFile], File(description="Text, Markdown, HTML or EPUB.")],
        cut: Annotated[
            str | None, Form(max_length=1000, description="A regular expression for lines that are chapter headings.")
        ] = None,
        replace: Annotated[bool, Form(description="Forget what the saga holds, and read it anew.")] = False,
    ) -> Response:
        job, places = jobs.place(saga, [book.filename or "" for book in books], cut, replace)
        for book, place in zip(books, places, strict=True):
            await _save(book, place)
        await jobs.start(job)
        location = {"Location": f"/v1/jobs/{job.id}"}
        return Response(msgspec.json.encode(job), 202, location, "application/json")

    @router.get("/v1/jobs", summary="All jobs, the newest first.")
    async def list_all() -> Response:
        return encode(jobs.all())

    @router.get("/v1/jobs/{job}", summary="How a job stands.", responses=_JOB)
    async def show(job: str) -> Response:
        return encode(jobs.find(job))

    @router.get(
        "/v1/jobs/{job}/events", summary="How a job goes on, as server-sent events.", responses={404: _JOB[404]}
    )
    async def follow(job: str) -> Response:
        jobs.find(job)
        return StreamingResponse(
            _events(jobs, job), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
        )

    @router.post("/v1/jobs/{job}/resume", summary="Go on with a job that stopped or failed.", responses=_JOB)
    async def resume(job: str) -> Response:
        return encode(await jobs.start(jobs.find(job)))

    @router.delete("/v1/jobs/{job}", summary="End a job; what it has written stands.", responses=_JOB)
    async def cancel(job: str) -> Response:
        return encode(await jobs.cancel(job))

    return router


async def _save(book: UploadFile, place: Path) -> None:
    with place.open("wb") as file:
        while piece := await book.read(PIECE):
            await run_sync(file.write, piece)


async def _events(jobs: Jobs, identifier: str) -> AsyncIterator[bytes]:
    async for job in jobs.follow(identifier):
        yield b"event: " + (b"end" if job.ended else b"progress") + b"\ndata: " + msgspec.json.encode(job) + b"\n\n"


ANSWERS = (Job,)
"""What these routes answer, for the description."""
