"""Readers: each is told of one saga, which ends for them at a moment; one service, many of them.

Each place has routes of its own, over a library that is open until there: whoever asks by whatever route cannot ask for later, and
what a reader was answered is not kept for another. A place that is a name's moves with it: `castline moments NAME M`.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from castline.api.tokens import find_grant


class Readers:
    """Stands between the door, which knows all tokens, and the applications: `own` by readers' tokens, `rest` for the others."""

    def __init__(self, rest: ASGIApp, own: Mapping[str, ASGIApp]) -> None:
        self._rest, self._own = rest, own

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer that the token leads to."""
        app = find_grant(self._own, Headers(scope=scope).get("authorization", "")) if scope["type"] == "http" else None
        if app is None:
            return await self._rest(scope, receive, send)

        async def unkept(message: Message) -> None:
            """By nobody on the way either: a bookmark may move back."""
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], (b"cache-control", b"private, no-store")]}
            await send(message)

        await app(scope, receive, unkept)
