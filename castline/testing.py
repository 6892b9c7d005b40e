"""A scripted endpoint, OpenAI-compatible over real sockets, that misbehaves on request: for tests, castline's and yours.

    with ScriptedServer(lambda body: "{}", faults={2: Fault("busy", wait=1)}) as server:
        castline ingest BOOK --model scripted --base-url {server.url}

The answer is a function of a request's body; faults are given by the number of the call, from 1 on. From a shell,
`python -m castline.testing "The words of every answer."` says its address and answers until it is stopped.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal

Kind = Literal["busy", "no money", "failing", "slow", "cut", "garbage", "empty", "endless", "hang up"]
FAULTS: tuple[Kind, ...] = ("busy", "no money", "failing", "slow", "cut", "garbage", "empty", "endless", "hang up")
Answer = Callable[[dict[str, Any]], str]
"""The content of the answer to a request."""
Embed = Callable[[str], list[float]]
"""The vector of a text."""
Score = Callable[[str], list[tuple[str, float | None]]]
"""The tokens of a prompt, each with its log-probability."""
ENDLESS = 100_000
"""Characters of an endless answer."""


@dataclass(frozen=True, slots=True)
class Fault:
    """How a call goes wrong; `wait` are seconds, for `busy` (Retry-After) and `slow`."""

    kind: Kind
    wait: float = 0.0


class ScriptedServer:
    """A server on a free port of this machine. `formats` are the response formats it takes; it answers others with
    `refusal`, an HTTP status. Every answer takes `latency` seconds; `calls` are the bodies of requests so far. With `score` it
    echoes log-probabilities of prompts, as completions endpoints do, with `embed` it gives vectors; without, it is a chat endpoint
    alone."""

    def __init__(
        self, answer: Answer, faults: Mapping[int, Fault] | None = None, latency: float = 0.0,
        formats: tuple[str, ...] = ("json_schema", "json_object", "plain"), refusal: int = 400, score: Score | None = None,
        embed: Embed | None = None,
    ) -> None:  # fmt: skip
        self.answer, self.faults, self.latency = answer, dict(faults or {}), latency
        self.formats, self.refusal, self.score, self.embed = formats, refusal, score, embed
        self.calls: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _make_handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        """What --base-url is given."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> ScriptedServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def take(self, body: dict[str, Any], key: str) -> Fault | None:
        """Count a call; what goes wrong with it."""
        with self._lock:
            self.calls.append(body)
            self.keys.append(key)
            return self.faults.get(len(self.calls))


class _Server(ThreadingHTTPServer):
    request_queue_size = 64

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients that hang up."""


def count_tokens(text: str) -> int:
    """About as many tokens as models count: one for four characters."""
    return max(1, len(text) // 4)


def _make_handler(script: ScriptedServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            fault = script.take(body, self.headers.get("Authorization", ""))
            if script.latency:
                time.sleep(script.latency)
            if "input" in body:
                _embed(self, script, body, fault)
            elif "messages" not in body:
                _echo(self, script, body, fault)
            elif fault:
                _misbehave(self, fault, script, body)
            elif (body.get("response_format") or {"type": "plain"})["type"] not in script.formats:
                _refuse(self, script.refusal, "response_format is not supported")
            else:
                _send(self, _complete(body, script.answer(body)))

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    return Handler


def _embed(handler: BaseHTTPRequestHandler, script: ScriptedServer, body: dict[str, Any], fault: Fault | None) -> None:
    """The vectors of the texts given."""
    if script.embed is None:
        return _refuse(handler, 404, "there are no embeddings here")
    if fault and fault.kind == "busy":
        return _refuse(handler, 429, "too many requests", Retry_After=str(fault.wait))
    rows = [
        {"object": "embedding", "index": at, "embedding": script.embed(text)} for at, text in enumerate(body["input"])
    ]
    rows = rows[:-1] if fault else rows  # any other fault: one is wanting
    read = sum(map(count_tokens, body["input"]))
    usage = {"prompt_tokens": read, "total_tokens": read}
    _send(handler, json.dumps({"object": "list", "data": rows, "model": body["model"], "usage": usage}).encode())


def _echo(handler: BaseHTTPRequestHandler, script: ScriptedServer, body: dict[str, Any], fault: Fault | None) -> None:
    """A completion that tells the prompt's log-probabilities, and goes on with one token."""
    if script.score is None:
        return _refuse(handler, 404, "there are no completions here")
    if fault:
        return _refuse(handler, 429, "too many requests", Retry_After=str(fault.wait))
    tokens = [*script.score(body["prompt"]), (" on", -1.0)]
    starts = [sum(len(token) for token, _ in tokens[:at]) for at in range(len(tokens))]
    told = {
        "tokens": [t for t, _ in tokens],
        "token_logprobs": [s for _, s in tokens],
        "text_offset": starts,
        "top_logprobs": None,
    }
    choice = {
        "index": 0,
        "text": body["prompt"] + " on",
        "finish_reason": "length",
        "logprobs": told if body.get("echo") else None,
    }
    made = {"id": "scripted", "object": "text_completion", "created": 0, "model": body["model"], "choices": [choice]}
    _send(handler, json.dumps(made).encode())


def _complete(body: dict[str, Any], content: str) -> bytes:
    """The body of a chat completion."""
    read = sum(count_tokens(message["content"]) for message in body["messages"])
    usage = {
        "prompt_tokens": read,
        "completion_tokens": count_tokens(content),
        "total_tokens": read + count_tokens(content),
    }
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    made = {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": body["model"],
        "choices": [choice],
        "usage": usage,
    }
    return json.dumps(made).encode()


def _send(handler: BaseHTTPRequestHandler, body: bytes, status: int = 200, **headers: str) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(body)))
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body)


def _refuse(handler: BaseHTTPRequestHandler, status: int, message: str, **headers: str) -> None:
    _send(handler, json.dumps({"error": {"message": message, "type": "scripted"}}).encode(), status, **headers)


def _misbehave(handler: BaseHTTPRequestHandler, fault: Fault, script: ScriptedServer, body: dict[str, Any]) -> None:
    whole = _complete(body, script.answer(body))
    match fault.kind:
        case "busy":
            _refuse(handler, 429, "too many requests", Retry_After=str(fault.wait))
        case "no money":
            _refuse(handler, 402, "payment required")
        case "failing":
            _refuse(handler, 500, "internal error")
        case "slow":
            time.sleep(fault.wait)
            _send(handler, whole)
        case "cut":
            handler.send_response(200)
            handler.send_header("Content-Type", "application/json")
            handler.send_header("Content-Length", str(len(whole)))
            handler.end_headers()
            handler.wfile.write(whole[: len(whole) // 2])
            handler.close_connection = True
        case "garbage":
            _send(handler, _complete(body, "I am sorry, but {{{ this is"))
        case "empty":
            _send(handler, _complete(body, ""))
        case "endless":
            _send(handler, _complete(body, '{"place": "' + "on and " * (ENDLESS // 7)))
        case "hang up":
            handler.close_connection = True


def main(words: str) -> None:
    """Answer these words to everybody until stopped, and print each message that came."""

    def answer(body: dict[str, Any]) -> str:
        for message in body.get("messages", ()):
            print(f"{message['role']}: {message['content']}", flush=True)
        return words

    with ScriptedServer(answer) as server:
        print(f"--model scripted --base-url {server.url}", flush=True)
        with suppress(KeyboardInterrupt):
            threading.Event().wait()


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]) or "I would rather not say.")
