"""The service over a real socket: the same questions, the same answers."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
import uvicorn
from shelf import ledger_url, told_after

import castline
from castline.api.asked import PARAMETERS
from castline.api.service import ANSWERS, make_app


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    """A client of a service that runs on a free port."""
    with castline.open(ledger_url()) as library, socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(make_app(library), log_level="error", ws="none", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        with httpx.Client(base_url=f"http://127.0.0.1:{listening.getsockname()[1]}") as client:
            yield client
        server.should_exit = True
        thread.join()


def test_it_is_alive_and_lists_what_can_be_asked(client: httpx.Client) -> None:
    assert client.get("/health").json() == {"ok": True}
    assert client.get("/").json()["routes"] == sorted(PARAMETERS) == sorted([*ANSWERS, "/cypher", "/export"])
    assert client.get("/doctor").json()["ok"] is True
    assert [entry["saga"] for entry in client.get("/sagas").json()] == ["the_salt_ledger"]


@pytest.mark.parametrize(
    "question",
    [
        "/cast?",
        "/snapshot?character=Brisa&",
        "/feelings?a=Brisa&b=Perrine&",
        "/events?character=Brisa&",
        "/review?",
        "/cast?saga=the_salt_ledger&",
    ],
)
def test_no_answer_tells_what_comes_later(client: httpx.Client, question: str) -> None:
    for at in ("2", "1.6.1", "10"):
        answer = client.get(f"{question}at={at}")
        assert answer.status_code == 200, answer.text
        assert told_after(answer.json(), at) == []


def test_it_answers_as_the_library_does(client: httpx.Client) -> None:
    with castline.open(ledger_url()) as library:
        assert client.get("/snapshot?character=Brisa&at=4&format=markdown").text == library.render("Brisa", "4")
        assert client.get("/snapshot?character=Brisa&at=4&format=messages&budget=500").text == library.render(
            "Brisa", "4", "messages", 500
        )
        assert client.get("/export?at=4&mentions=1").text.splitlines() == list(library.export("facts", "4", True))
        assert client.get("/export?form=graphml&at=4").text.splitlines() == list(library.export("graphml", "4"))
    found = client.get("/diff", params={"character": "Brisa", "from": "4", "to": "10"}).json()
    assert (found["since"], found["at"]) == ("1.4", "1.10") and found["events"]
    sure = client.get("/snapshot?character=Brisa&at=4&min-confidence=0.8").json()
    assert min(entry["evidence"]["confidence"] for entry in sure["names"]) >= 0.8


@pytest.mark.parametrize(
    ("question", "status", "said"),
    [
        ("/snapshot?character=Bisra&at=3", 404, "Did you mean 'Brisa'?"),
        ("/snapshot?character=Keddle&at=3", 409, "may mean several people"),
        ("/snapshot?at=3", 400, "needs 'character'"),
        ("/cast?at=99", 400, "told up to 1.14"),
        ("/cast?att=3", 400, "takes no 'att'"),
        ("/cast?at=3&at=4", 400, "twice"),
        ("/snapshot?character=Brisa&budget=many", 400, "whole number"),
        ("/snapshot?character=Brisa&format=yaml", 400, "json, markdown, messages"),
        ("/snapshot?character=Brisa&min-confidence=2", 400, "from 0 to 1"),
        ("/export?form=svg", 400, "facts, graphml or gexf"),
        ("/export?at=99", 400, "told up to 1.14"),
        ("/cast?saga=none", 400, "No saga 'none'"),
        ("/sing", 404, "GET / lists"),
    ],
)
def test_an_error_says_what_to_do(client: httpx.Client, question: str, status: int, said: str) -> None:
    answer = client.get(question)
    assert answer.status_code == status and said in answer.json()["error"]


def test_many_may_ask_at_once(client: httpx.Client) -> None:
    def ask(chapter: int) -> str:
        return str(client.get("/snapshot", params={"character": "Brisa", "at": str(chapter)}).json()["at"])

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, [1 + n % 14 for n in range(56)])) == [f"1.{1 + n % 14}" for n in range(56)]


def test_only_questions_are_taken(client: httpx.Client) -> None:
    answer = client.post("/cast")
    assert answer.status_code == 405 and "error" in json.loads(answer.text)
