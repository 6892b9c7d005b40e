"""The straight way to an answer: the same routes as FastAPI describes, for the questions that are asked most often.

FastAPI's own way to an endpoint costs as much as a snapshot does. Here a path is looked up, its parameters are checked by
the same model, and the same endpoint answers; what goes wrong is said by the same handlers.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from castline.api.problems import break_down, fail, find_fault
from castline.errors import CastlineError

LOG = logging.getLogger("castline.requests")
Endpoint = Callable[[Request, Any], Awaitable[Response]]


class Direct:
    """An application of (model of the parameters, endpoint) by path, for GET alone."""

    def __init__(self, routes: Mapping[str, tuple[type[BaseModel], Endpoint]]) -> None:
        self._routes = routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a path that is among them."""
        model, endpoint = self._routes[scope["path"]]
        request = Request(scope, receive)
        try:
            response = await endpoint(request, _read(model, request))
        except RequestValidationError as error:
            response = find_fault(request, error)
        except CastlineError as error:
            response = fail(request, error)
        except Exception as error:
            LOG.exception("%s", scope["path"])
            response = break_down(request, error)
        await response(scope, receive, send)


def _read(model: type[BaseModel], request: Request) -> BaseModel:
    try:
        return model.model_validate(dict(request.query_params))
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from error
