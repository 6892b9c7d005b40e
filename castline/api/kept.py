"""Answers that are kept: a question that was answered is answered again from memory while the saga's state keeps it.

What is told by a moment does not change when chapters are added, so an answer outlives an ingest that goes on. An answer's
ETag is a digest of its bytes and speaks of nothing else: a version would tell how much of the saga is there.
"""

from __future__ import annotations

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import parse_qs

from anyio.to_thread import run_sync
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from castline.api.stamps import Stamps
from castline.query.view import Stamp
from castline.query.when import is_number

Header = tuple[bytes, bytes]
Key = tuple[str, bytes]
"""A path, and the parameters as they were sent."""
ROOM = 2**26
"""Bytes of answers that are kept; the least lately asked for go first."""
LARGEST = 2**22
"""Bytes of an answer that is kept at all."""
WORTH_PACKING = 1024
"""Bytes from which an answer is sent packed to whoever takes it so."""
STAMP = "castline.stamp"
"""Where, in a request's scope, the application finds the state of the saga as it stood when the question came (None: it asks
for itself)."""
_MOMENTS = ("at", "from", "to")


@dataclass(slots=True)
class Entry:
    """An answer as it was given: the saga that was named, if one was, its state, whether its moments were all asked as
    numbers, and its bytes."""

    saga: str | None
    stamp: Stamp
    numbered: bool
    headers: list[Header]
    body: bytes
    tag: bytes
    packed: bytes | None = None


class Kept:
    """Stands before the application, for the paths whose answers are a saga's state at a moment; other requests go to
    `rest`."""

    def __init__(
        self, app: ASGIApp, rest: ASGIApp, stamps: Stamps, paths: Iterable[str], counted: dict[str, int]
    ) -> None:
        self._app, self._rest, self._stamps, self._paths, self._counted = app, rest, stamps, frozenset(paths), counted
        self._entries: OrderedDict[Key, Entry] = OrderedDict()
        self._size = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer from memory, or let the application answer and keep what it says."""
        if scope["type"] != "http" or scope["method"] != "GET" or scope["path"] not in self._paths:
            return await self._rest(scope, receive, send)
        key = scope["path"], scope["query_string"]
        entry = self._entries.get(key)
        saga, numbered = (entry.saga, entry.numbered) if entry else _read(key)
        now = await self._stamps.now(saga)
        if entry is not None and now is not None and entry.stamp.keeps(now, entry.numbered):
            self._entries.move_to_end(key)
            self._counted["kept"] += 1
            return await self._send(entry, scope, send)
        self._counted["new"] += 1
        start, body = await self._ask({**scope, STAMP: now}, receive)
        if start["status"] != 200 or now is None:
            await send(start)
            return await send({"type": "http.response.body", "body": body})
        entry = _make_entry(saga, now, numbered, start["headers"], body)
        self._keep(key, entry)
        await self._send(entry, scope, send)

    async def _ask(self, scope: Scope, receive: Receive) -> tuple[Message, bytes]:
        """What the application says, whole."""
        start: Message = {}
        pieces: list[bytes] = []

        async def caught(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
            elif message["type"] == "http.response.body":
                pieces.append(message.get("body", b""))

        await self._app(scope, receive, caught)
        return start, b"".join(pieces)

    def _keep(self, key: Key, entry: Entry) -> None:
        if len(entry.body) > LARGEST:
            return
        if old := self._entries.pop(key, None):
            self._size -= len(old.body)
        self._entries[key] = entry
        self._size += len(entry.body)
        while self._size > ROOM:
            self._size -= len(self._entries.popitem(last=False)[1].body)

    async def _send(self, entry: Entry, scope: Scope, send: Send) -> None:
        """The answer, packed where that is taken; or only that it is the one that is held already."""
        given = {name: value for name, value in scope["headers"] if name in (b"if-none-match", b"accept-encoding")}
        if _holds(given.get(b"if-none-match", b""), entry.tag):
            await send({"type": "http.response.start", "status": 304, "headers": entry.headers})
            return await send({"type": "http.response.body", "body": b""})
        body, headers = entry.body, entry.headers
        if len(body) >= WORTH_PACKING and b"gzip" in given.get(b"accept-encoding", b""):
            if entry.packed is None:
                entry.packed = await run_sync(_pack, body)
            body, headers = entry.packed, [*headers, (b"content-encoding", b"gzip")]
        length = (b"content-length", str(len(body)).encode())
        await send({"type": "http.response.start", "status": 200, "headers": [*headers, length]})
        await send({"type": "http.response.body", "body": body})


def _pack(body: bytes) -> bytes:
    return gzip.compress(body, 4, mtime=0)


def _holds(given: bytes, tag: bytes) -> bool:
    """Whether an If-None-Match names this answer."""
    return bool(given) and (
        given.strip() == b"*" or tag in [one.strip().removeprefix(b"W/") for one in given.split(b",")]
    )


def _read(key: Key) -> tuple[str | None, bool]:
    """The saga that a question names, if it does; and whether its moment was given, and each of its moments as a number."""
    asked = parse_qs(key[1].decode("latin-1"), keep_blank_values=True)
    given = [one for name in _MOMENTS for one in asked.get(name, ())]
    last = "to" if "from" in asked else "at"
    return asked.get("saga", [""])[-1] or None, last in asked and all(is_number(one) for one in given)


def make_tag(body: bytes) -> bytes:
    """The ETag of an answer. Threads that answer make it: in the service's own the digest would wait its turn among them."""
    return f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'.encode()


def _make_entry(saga: str | None, stamp: Stamp, numbered: bool, headers: Iterable[Header], body: bytes) -> Entry:
    headers = list(headers)
    tag = next((value for name, value in headers if name == b"etag"), b"") or make_tag(body)
    bare = [pair for pair in headers if pair[0] not in (b"content-length", b"etag")]
    extra = [(b"etag", tag), (b"cache-control", b"private, no-cache"), (b"vary", b"accept-encoding, authorization")]
    return Entry(saga, stamp, numbered, bare + extra, body, tag)
