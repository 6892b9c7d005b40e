"""Frames over a pipe to or from a child process: four bytes of length, then the body."""

from __future__ import annotations

import struct
from typing import IO

_HEAD = struct.Struct("<I")


def send(pipe: IO[bytes], body: bytes) -> None:
    """Write one frame, at once. Raises BrokenPipeError where nobody reads any more."""
    pipe.write(_HEAD.pack(len(body)) + body)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes:
    """Wait for one frame. Raises EOFError where the other side is gone, in the middle of a frame too."""
    return _read(pipe, int(_HEAD.unpack(_read(pipe, _HEAD.size))[0]))


def _read(pipe: IO[bytes], size: int) -> bytes:
    body = pipe.read(size)
    if len(body) < size:
        raise EOFError
    return body
