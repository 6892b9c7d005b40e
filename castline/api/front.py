"""The front of the service: every request gets an id, is counted and timed, and leaves a line in the log."""

from __future__ import annotations

import json
import logging
import os
import time
from bisect import bisect_left
from itertools import count

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOG = logging.getLogger("castline.requests")
STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)
"""Seconds: the upper ends of the classes by which answers are counted, each inside."""
_LONGEST_ID = 64


class Front:
    """Stands before everything. Its figures are told at /metrics, in Prometheus' form."""

    def __init__(self, app: ASGIApp, answers: dict[str, int]) -> None:
        self._app, self._answers = app, answers
        self._numbers, self._run = count(1), os.urandom(4).hex()
        self._statuses: dict[int, int] = {}
        self._classes = [0] * (len(STEPS) + 1)
        self._seconds = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, and note what became of it."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        name = self._name(scope)
        began, status = time.perf_counter(), 500
        header = (b"x-request-id", name.encode())

        async def told(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message["headers"], header, *_SAFE]}
            await send(message)

        try:
            if scope["path"] == "/metrics":
                scope = {**scope, "castline.figures": self._tell}
            await self._app(scope, receive, told)
        finally:
            self._note(scope, name, status, time.perf_counter() - began)

    def _name(self, scope: Scope) -> str:
        """The id that the request brings, if it is a plain one, else one of our own."""
        for key, value in scope["headers"]:
            if key == b"x-request-id" and 0 < len(value) <= _LONGEST_ID and value.isalnum():
                return str(value.decode())
        return f"{self._run}{next(self._numbers):x}"

    def _note(self, scope: Scope, name: str, status: int, seconds: float) -> None:
        self._statuses[status] = self._statuses.get(status, 0) + 1
        self._classes[bisect_left(STEPS, seconds)] += 1
        self._seconds += seconds
        if LOG.isEnabledFor(logging.INFO):  # the path alone: what was asked of whom is the reader's own
            line = {"id": name, "method": scope["method"], "path": scope["path"], "status": status}
            LOG.info(json.dumps(line | {"ms": round(seconds * 1000, 2)}))

    def _tell(self) -> str:
        lines = ["# TYPE castline_requests_total counter"]
        lines += [f'castline_requests_total{{status="{status}"}} {n}' for status, n in sorted(self._statuses.items())]
        lines += ["# TYPE castline_answers_total counter"]
        lines += [f'castline_answers_total{{from="{source}"}} {n}' for source, n in self._answers.items()]
        lines += ["# TYPE castline_request_seconds histogram"]
        total = 0
        for step, n in zip([*map(str, STEPS), "+Inf"], self._classes, strict=True):
            total += n
            lines.append(f'castline_request_seconds_bucket{{le="{step}"}} {total}')
        lines += [f"castline_request_seconds_sum {self._seconds:.6f}", f"castline_request_seconds_count {total}"]
        return "\n".join(lines) + "\n"


_SAFE = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
)
"""Headers of every answer: nothing is fetched from elsewhere, and nobody shows it in a frame."""
