"""Frames over a pipe to or from a child process: four bytes of length, then the body."""

from __future__ import annotations

import os
import queue
import signal
import struct
import sys
import threading
from collections.abc import Callable
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


def serve(answer: Callable[[bytes], bytes]) -> None:
    """Be a child: answer every frame from standard input with one, until the parent is gone; then end at once, in the
    middle of an answer too.

    Ctrl-C reaches the whole group: the parent decides what becomes of its children.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    frames: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, frames), daemon=True).start()
    while True:
        send(sys.stdout.buffer, answer(frames.get()))


def _listen(source: IO[bytes], frames: queue.SimpleQueue[bytes]) -> None:
    """Carries bytes only. The parent closes the pipe by its end, however it comes to that."""
    try:
        while True:
            frames.put(receive(source))
    except EOFError:
        os._exit(0)
