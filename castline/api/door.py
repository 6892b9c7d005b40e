"""The door of the service: who may come in, with how much, and for how long.

no token     loopback names alone in the Host header: a page in a browser whose own name was bound to this machine
             (DNS rebinding) sends that name, and is refused
a token      `Authorization: Bearer TOKEN` with every request but /health, whatever the Host
always       no bodies, an answer begun within `SLOWEST_ANSWER`, heads within `SLOWEST_HEAD`
"""

from __future__ import annotations

import hmac
import ipaddress

import anyio
import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from castline.errors import AskError

SHORTEST_TOKEN = 16
"""Characters that a token must have: a shorter one can be guessed."""
LARGEST_HEAD = 2**17
"""Bytes of a request's line and headers; a query of the longest kind, percent-encoded, is about as long."""
SLOWEST_HEAD = 10.0
"""Seconds within which they must have come."""
SLOWEST_ANSWER = 60.0
"""Seconds within which an answer must have begun."""
SLOWEST_STREAM = 600.0
"""Seconds within which it must have been taken."""
MOST_AT_ONCE = 256
"""Connections; one more is refused."""


def is_loopback(host: str) -> bool:
    """Whether an address or a name can be reached from this machine alone."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"


def check_door(host: str, token: str | None) -> None:
    """Raise AskError where a service at this host would answer anybody on the network."""
    if token is not None and (len(token) < SHORTEST_TOKEN or not token.isascii() or not token.isprintable()):
        raise AskError(
            f"CASTLINE_TOKEN must have {SHORTEST_TOKEN} ASCII characters at least. Make one: openssl rand -hex 24"
        )
    if token is None and not is_loopback(host):
        raise AskError(
            f"A service at '{host}' would tell all it holds to anybody on the network. Set CASTLINE_TOKEN to a secret of "
            f"{SHORTEST_TOKEN} characters or more, which callers then send as `Authorization: Bearer ...`; or keep to --host 127.0.0.1."
        )


class Door:
    """Stands before the application. Refusals are answers like any other: JSON with an `error`."""

    def __init__(self, app: ASGIApp, token: str | None) -> None:
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or let in and watch the clock."""
        if scope["type"] != "http":
            return
        if refusal := self._refuse(scope):
            return await refusal(scope, receive, send)
        await self._watch(scope, receive, send)

    def _refuse(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if headers.get("transfer-encoding") or headers.get("content-length", "0").strip("0"):
            return _say(413, "A question has no body: it is all in the URL.", {"Connection": "close"})
        if self._token is None:
            named = headers.get("host", "").rpartition("@")[2]
            host = named.partition("]")[0] if named.startswith("[") else named.partition(":")[0]
            return None if is_loopback(host) else _say(421, _OTHER_HOST)
        given = headers.get("authorization", "").encode("latin-1")
        if scope["path"] == "/health" or hmac.compare_digest(given, f"Bearer {self._token}".encode()):
            return None
        return _say(401, "Send the service's token: Authorization: Bearer ...", {"WWW-Authenticate": "Bearer"})

    async def _watch(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def watched(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun, clock.deadline = True, anyio.current_time() + SLOWEST_STREAM
            await send(message)

        with anyio.move_on_after(SLOWEST_ANSWER) as clock:
            await self._app(scope, receive, watched)
        if clock.cancelled_caught and not begun:
            late = f"No answer within {SLOWEST_ANSWER:g} seconds. Ask for less, of an earlier moment, or again later."
            await _say(503, late)(scope, receive, send)


_OTHER_HOST = (
    "Without a token this service answers to the names of this machine alone: 127.0.0.1, localhost, [::1]. Ask it by one of "
    "them, or start it with CASTLINE_TOKEN."
)


def _say(status: int, words: str, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode({"error": words}), status, headers, "application/json")
