"""The door of the service: who may come in, with how much, and for how long.

no token     loopback names alone in the Host header: a page in a browser whose own name was bound to this machine
             (DNS rebinding) sends that name, and is refused
a token      `Authorization: Bearer TOKEN` with every request but for the page's own files and `OPEN`, whatever the Host
always       no request from another page's origin, bodies only where one is expected and no larger than that, an answer
             begun within `SLOWEST_ANSWER`, heads within `SLOWEST_HEAD`
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from castline.api.problems import tell
from castline.api.tokens import find_grant, is_enough
from castline.errors import AskError

LARGEST_HEAD = 2**17
"""Bytes of a request's line and headers; a query of the longest kind, percent-encoded, is about as long."""
LARGEST_QUERY = 2**20
"""Bytes of a body that asks."""
LARGEST_UPLOAD = 2**26
"""Bytes of a body that brings books."""
SLOWEST_HEAD = 10.0
"""Seconds within which they must have come."""
SLOWEST_ANSWER = 60.0
"""Seconds within which an answer must have begun."""
SLOWEST_STREAM = 600.0
"""Seconds within which it must have been taken."""
LAST_ANSWERS = 3
"""Seconds for which what is under way may still be answered when the service is to end: who follows a job would hold it."""
MOST_AT_ONCE = 256
"""Connections; one more is refused."""
OPEN = ("/", "/health", "/ready")
"""What is told without a token: that the service is there. The page's own files hold nothing of any book."""
_ASKING = ("GET", "HEAD", "OPTIONS")
_ADMIN = ("/metrics", "/v1/doctor")


@lru_cache(maxsize=256)
def is_loopback(host: str) -> bool:
    """Whether an address or a name can be reached from this machine alone."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"


def check_door(host: str, tokens: Mapping[str, str]) -> None:
    """Raise AskError where a service at this host would answer anybody on the network."""
    if not tokens and not is_loopback(host):
        raise AskError(
            f"A service at '{host}' would tell all it holds to anybody on the network. Set CASTLINE_TOKEN to a secret of "
            "16 characters or more, which callers then send as `Authorization: Bearer ...`; or keep to --host 127.0.0.1."
        )


class Door:
    """Stands before the application. Refusals are answers like any other: `application/problem+json`."""

    def __init__(self, app: ASGIApp, tokens: Mapping[str, str], origins: tuple[str, ...] = ()) -> None:
        self._app = app
        self._tokens = tokens
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or let in and watch the clock."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        refusal = self._refuse(scope, headers) or _weigh(scope, headers)
        if refusal:
            return await refusal(scope, receive, send)
        await self._watch(scope, _count(receive, scope), send)

    def _refuse(self, scope: Scope, headers: Headers) -> Response | None:
        origin = headers.get("origin")
        if origin and origin not in self._origins and urlsplit(origin).netloc != headers.get("host"):
            return tell(403, "A page of another origin may not ask here. CASTLINE_ORIGINS names those that may.")
        if not self._tokens:
            named = headers.get("host", "").rpartition("@")[2]
            host = named.partition("]")[0] if named.startswith("[") else named.partition(":")[0]
            return None if is_loopback(host) else tell(421, _OTHER_HOST)
        path = scope["path"]
        if path in OPEN or path.startswith("/page/"):
            return None
        found = find_grant(self._tokens, headers.get("authorization", ""))
        if found is None:
            said = "Send the service's token: Authorization: Bearer ..."
            return tell(401, said, headers={"WWW-Authenticate": "Bearer"})
        needed = _needed(path, scope["method"])
        if not is_enough(found, needed):
            return tell(403, f"This token may {found}; {scope['method']} {path} needs one that may {needed}.")
        return None

    async def _watch(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer, within its time; who asks for the head alone is sent that of the answer."""
        begun, bare = False, scope["method"] == "HEAD"
        scope = {**scope, "method": "GET"} if bare else scope

        async def watched(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start" and not clock.expired():
                begun = True
                clock.reschedule(loop.time() + SLOWEST_STREAM)
            await send({**message, "body": b""} if bare and "body" in message else message)

        loop = asyncio.get_running_loop()
        clock = asyncio.timeout(SLOWEST_ANSWER)  # the loop's own: anyio's takes a sixth of what a repeated answer costs
        try:
            async with clock:
                await self._app(scope, receive, watched)
        except TimeoutError:
            if not clock.expired():
                raise
        if clock.expired() and not begun:
            late = f"No answer within {SLOWEST_ANSWER:g} seconds. Ask for less, of an earlier moment, or again later."
            await tell(503, late)(scope, receive, send)


_OTHER_HOST = (
    "Without a token this service answers to the names of this machine alone: 127.0.0.1, localhost, [::1]. Ask it by one of "
    "them, or start it with CASTLINE_TOKEN."
)


def _needed(path: str, method: str) -> str:
    """The scope that a request needs."""
    if path in _ADMIN:
        return "admin"
    return "read" if method in _ASKING or path == "/v1/cypher" else "write"


def _most(scope: Scope) -> int:
    """Bytes that a request's body may have."""
    if scope["method"] != "POST":
        return 0
    return LARGEST_UPLOAD if scope["path"].endswith("/jobs") else LARGEST_QUERY


def _weigh(scope: Scope, headers: Headers) -> Response | None:
    """Refuse a body where none belongs, and one that says itself that it is too large."""
    most, said = _most(scope), headers.get("content-length", "0").strip()
    if not most and (headers.get("transfer-encoding") or said.strip("0")):
        return tell(413, "A question has no body: it is all in the URL.", headers={"Connection": "close"})
    if said.isdigit() and int(said[:18]) > most:
        large = f"The body has {said} bytes, and may have {most:,} here. Split it, or ingest on the machine itself."
        return tell(413, large, headers={"Connection": "close"})
    return None


def _count(receive: Receive, scope: Scope) -> Receive:
    """The same messages; a body that grows past what it may have ends as if who sends it had hung up."""
    left = _most(scope)

    async def counted() -> Message:
        nonlocal left
        message = await receive()
        if message["type"] == "http.request":
            left -= len(message.get("body", b""))
            if left < 0:
                return {"type": "http.disconnect"}
        return message

    return counted
