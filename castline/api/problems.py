"""Problems as RFC 9457 has them: `application/problem+json`, one shape for every refusal.

{"type": "urn:castline:UnknownName", "title": "No such person", "status": 404, "detail": "Nobody called ...", "instance": "/v1/..."}

`detail` says what was asked, what was found and what to do; an error's suggestions or candidates stand beside it.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

import msgspec
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

KIND = "application/problem+json"
SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "description": "urn:castline: and the name of the error in Python."},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "What was asked, what was found, what to do."},
        "instance": {"type": "string"},
        "suggestions": {"type": "array", "items": {"type": "string"}},
        "candidates": {"type": "array", "items": {"type": "string"}},
    },
}
_OPTION = re.compile(r"`[^`]*`|--(saga|from|to|at|of|cut|replace)\b")
BROKEN = "castline failed at this question. Its own log says how; ask something else, or tell its operator."


def tell(status: int, detail: str, name: str = "", headers: dict[str, str] | None = None, **more: Any) -> Response:
    """A refusal as a response; `name` is the error's (else that of the status)."""
    title = HTTPStatus(status).phrase
    body = {
        "type": f"urn:castline:{name or title.replace(' ', '')}",
        "title": title,
        "status": status,
        "detail": detail,
    }
    given = {key: value for key, value in more.items() if value}
    return Response(msgspec.json.encode(body | given), status, headers, KIND)


def fail(request: Request, error: Exception) -> Response:
    """An error that castline raised on purpose, with parameters as they are named here."""
    return tell(
        getattr(error, "status", 500), name_parameters(str(error)), type(error).__name__, instance=request.url.path,
        suggestions=getattr(error, "suggestions", ()), candidates=getattr(error, "candidates", ()),
    )  # fmt: skip


def name_parameters(said: str) -> str:
    """An error's words with parameters by their names, and not as options of the command line; whole commands stay."""
    return _OPTION.sub(lambda found: f"'{found[1]}'" if found[1] else found[0], said)


def refuse(request: Request, error: Exception) -> Response:
    """No such route, or a method that it does not take."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = getattr(error, "headers", None)
    said = f"{getattr(error, 'detail', error)}. GET /v1 lists what can be asked."
    return tell(status, said, headers=headers, instance=request.url.path)


def find_fault(request: Request, error: Exception) -> Response:
    """A parameter that is missing, unknown, or not of its kind: all that are, in sentences."""
    faults = error.errors() if isinstance(error, RequestValidationError) else []
    said = " ".join(_say(fault) for fault in faults) or str(error)
    return tell(400, f"{request.url.path}: {said}", "AskError", instance=request.url.path)


def _say(fault: dict[str, Any]) -> str:
    where = fault["loc"][-1] if len(fault["loc"]) > 1 else fault["loc"][0]
    match fault["type"]:
        case "extra_forbidden":
            return f"It takes no '{where}'."
        case "missing":
            return f"It needs '{where}'."
        case "json_invalid":
            return "The body is no JSON."
    return f"'{where}': {fault['msg']}."


def break_down(request: Request, error: Exception) -> Response:
    """Nothing that was foreseen: what it was is the operator's to read, in the log."""
    return tell(500, BROKEN, instance=request.url.path)
