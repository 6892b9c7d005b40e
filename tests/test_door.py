"""The door of the service, asked over a real socket of a real `castline serve`."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import httpx
import pytest
from shelf import ledger_url
from test_limits import GREEDY

from castline import AskError
from castline.api import door, protocol
from castline.api.tokens import read_tokens

TOKEN = "a secret of some length"
ASK = "/v1/snapshot?character=Brisa&at=4"


@contextmanager
def served(token: str = "", host: str = "127.0.0.1", url: str = "", **more: str) -> Iterator[httpx.Client]:
    """A client of a service in a process of its own."""
    with socket.socket() as free:
        free.bind((host, 0))
        port = free.getsockname()[1]
    where = ["--store", url or ledger_url(), "serve", "--host", host, "--port", str(port)]
    command = [sys.executable, "-m", "castline", *where]
    process = subprocess.Popen(
        command, env={"CASTLINE_TOKEN": token, "PATH": "", **more}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=40) as client:
            _wait_for(client)
            yield client
    finally:
        process.terminate()
        process.communicate()


def _wait_for(client: httpx.Client) -> None:
    for _ in range(400):
        try:
            client.get("/health")
            return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("the service did not start")


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with served() as client:
        yield client


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "example.org"])
def test_no_service_for_others_without_a_token(host: str) -> None:
    command = [sys.executable, "-m", "castline", "--store", ledger_url(), "serve", "--host", host, "--port", "0"]
    done = subprocess.run(command, env={"PATH": ""}, capture_output=True, text=True, timeout=30)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert f"A service at '{host}'" in done.stderr and "CASTLINE_TOKEN" in done.stderr


def test_a_token_that_can_be_guessed_is_refused() -> None:
    command = [sys.executable, "-m", "castline", "--store", ledger_url(), "serve", "--port", "0"]
    done = subprocess.run(
        command, env={"CASTLINE_TOKEN": "short", "PATH": ""}, capture_output=True, text=True, timeout=30
    )
    assert (
        done.returncode == 1
        and "16 ASCII characters" in done.stderr
        and "short" not in done.stderr.replace("shorter", "")
    )


def test_with_a_token_only_who_brings_it_is_answered() -> None:
    with served(token=TOKEN, host="0.0.0.0") as client:
        assert client.get("/health").json() == {"ok": True}
        for given in ({}, {"Authorization": "Bearer no"}, {"Authorization": TOKEN}, {b"Authorization": b"Bearer \xe9"}):
            refused = client.get(ASK, headers=given)
            assert refused.status_code == 401 and "Bearer" in refused.json()["detail"], given
        brought = {"Authorization": f"Bearer {TOKEN}", "Host": "castline.example"}
        assert client.get(ASK, headers=brought).json()["at"] == "1.4"


def test_a_page_whose_name_was_bound_to_this_machine_is_refused(client: httpx.Client) -> None:
    for host in (
        "evil.example",
        "evil.example:8642",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "",
        "[::2]:1",
        "127.0.0.1@evil.example",
    ):
        refused = client.get(ASK, headers={"Host": host})
        assert refused.status_code in (400, 421), host
    for host in ("localhost", "localhost:1", "127.0.0.1", "[::1]:8642", "LOCALHOST.", "127.9.9.9:2"):
        assert client.get(ASK, headers={"Host": host}).status_code == 200, host


def test_a_body_is_refused_before_it_is_sent(client: httpx.Client) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(10_000):
            yield b"x" * 65_536

    began = time.perf_counter()
    for sent in (b"x" * 100, b"x" * 10_000_000, endless()):
        try:
            answer = client.request("GET", ASK, content=sent)
            assert answer.status_code == 413 and "no body" in answer.json()["detail"]
        except httpx.TransportError:  # hung up on in the middle
            pass
    assert time.perf_counter() - began < 5
    with _connect(client) as line:
        line.settimeout(5)
        with suppress(BrokenPipeError):  # it may have answered and hung up before all of it is sent
            line.sendall(b"GET /" + b"x" * 60_000)
            for _ in range(4):
                line.sendall(b"x" * 60_000)
        assert b" 400 " in line.recv(4096)


def test_who_sends_no_whole_head_is_hung_up_on(client: httpx.Client) -> None:
    """At once and for good: some hundred such would be all connections that there are."""
    first, second = _connect(client), _connect(client)
    second.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    said = b""
    while not said.endswith(b"}"):
        said += second.recv(4096)
    began = time.perf_counter()
    for piece in (b"GET /he", b"alth HTTP/1.1\r\n"):
        for line in (first, second):
            line.sendall(piece)
        time.sleep(0.5)
    for line in (first, second):
        line.settimeout(door.SLOWEST_HEAD + 5)
        assert line.recv(4096) == b""
        line.close()
    assert time.perf_counter() - began < door.SLOWEST_HEAD + 4


def _connect(client: httpx.Client) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(client.base_url.port or 0)))


def test_cypher_is_asked_in_a_body(client: httpx.Client) -> None:
    query = "MATCH (c:Character) RETURN count(c) > $n AS many"
    asked = {"query": query, "at": "4", "params": {"n": 3}}
    assert client.post("/v1/cypher", json=asked).json() == [{"many": True}]
    for wrong, said in (
        ({"query": "CREATE (n)"}, "starts with"),
        ({"query": query, "params": "3"}, "dictionary"),
        ({"query": query, "att": "3"}, "takes no 'att'"),
        ({}, "needs 'query'"),
    ):
        refused = client.post("/v1/cypher", json=wrong)
        assert refused.status_code == 400 and said in refused.json()["detail"]
    large = client.post("/v1/cypher", content=b" " * (door.LARGEST_QUERY + 1))
    assert large.status_code == 413


def test_the_others_are_answered_while_queries_run(client: httpx.Client) -> None:
    """More greedy queries than there are places, and nobody waits for them."""
    refused: list[httpx.Response] = []

    def ask() -> None:
        refused.append(client.post("/v1/cypher", json={"query": GREEDY["replace"]}))

    greedy = [threading.Thread(target=ask) for _ in range(12)]
    for thread in greedy:
        thread.start()
    slowest = 0.0
    while any(thread.is_alive() for thread in greedy):
        began = time.perf_counter()
        assert client.get(ASK).status_code == 200
        slowest = max(slowest, time.perf_counter() - began)
    assert {answer.status_code for answer in refused} == {400} and len(refused) == 12
    assert all("its limit on" in answer.json()["detail"] for answer in refused)
    assert slowest < 3


def test_the_clocks_of_the_door_are_those_of_its_words() -> None:
    assert protocol.SLOWEST_HEAD == door.SLOWEST_HEAD < door.SLOWEST_ANSWER < door.SLOWEST_STREAM


def test_a_page_of_another_origin_is_refused(client: httpx.Client) -> None:
    """A form on any page could post to this machine, and its Host would be right."""
    refused = client.get(ASK, headers={"Origin": "http://evil.example"})
    assert refused.status_code == 403 and "access-control-allow-origin" not in refused.headers
    assert client.get(ASK, headers={"Origin": str(client.base_url).rstrip("/")}).status_code == 200
    with served(CASTLINE_ORIGINS="http://friend.example") as other:
        answer = other.get(ASK, headers={"Origin": "http://friend.example"})
        assert answer.status_code == 200 and answer.headers["access-control-allow-origin"] == "http://friend.example"
        assert other.get(ASK, headers={"Origin": "http://evil.example"}).status_code == 403


def test_a_token_may_what_its_scope_says() -> None:
    tokens = {scope: f"a token that may {scope}".replace(" ", "-") for scope in ("read", "write", "admin")}
    given = " ".join(f"{scope}:{token}" for scope, token in tokens.items())
    with served(host="0.0.0.0", CASTLINE_TOKENS=given) as client:
        for scope, may in (("read", (200, 403, 403)), ("write", (200, 422, 403)), ("admin", (200, 422, 200))):
            brought = {"Authorization": f"Bearer {tokens[scope]}"}
            sent = client.post("/v1/sagas/x/jobs", files={"books": ("x.py", b"x")}, headers=brought)
            asked = client.get(ASK, headers=brought), sent, client.get("/metrics", headers=brought)
            assert tuple(answer.status_code for answer in asked) == may, scope
        assert client.get("/").status_code == client.get("/page/main.js").status_code == 200


@pytest.mark.parametrize("given", ["read", "read:short", "sing:a token of some length", ":a-token-of-some-length"])
def test_tokens_that_will_not_do_are_refused(given: str) -> None:
    with pytest.raises(AskError, match="CASTLINE_TOKENS"):
        read_tokens({"CASTLINE_TOKENS": given})
