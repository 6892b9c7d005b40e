"""The service over a real socket: the same questions, the same answers."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn
from shelf import LEDGER, ledger_url, told_after, write_tale

import castline
from castline.api.app import make_app
from castline.api.tokens import Reader
from castline.api.verbs import VERBS
from castline.graph.store import SagaRecord


@contextmanager
def serving(
    library: castline.Library, tokens: Mapping[str, str] | None = None, readers: Mapping[str, Reader] | None = None
) -> Iterator[httpx.Client]:
    """A client of a service over a library, on a free port."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(make_app(library, tokens, (), readers), log_level="error", ws="none"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{listening.getsockname()[1]}", timeout=60) as client:
                yield client
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with castline.open(ledger_url()) as library, serving(library) as client:
        yield client


@pytest.mark.parametrize("path", ["/health", "/v1/cast?at=3", "/v1/export?form=facts&at=2", "/", "/v1/cast?at=99"])
def test_who_asks_for_the_head_alone_is_sent_that_of_the_answer(client: httpx.Client, path: str) -> None:
    whole, head = client.get(path), client.head(path)
    assert head.status_code == whole.status_code and head.content == b""
    assert head.headers["content-type"] == whole.headers["content-type"] and head.headers.get(
        "etag"
    ) == whole.headers.get("etag")
    assert client.get("/health").json() == {"ok": True}, "the connection goes on"


def test_the_description_tells_of_no_answer_that_never_comes(client: httpx.Client) -> None:
    made = client.get("/v1/openapi.json").json()
    assert not [path for path, own in made["paths"].items() for one in own.values() if "422" in one["responses"]]
    assert "HTTPValidationError" not in made["components"]["schemas"]


def test_it_is_alive_and_lists_what_can_be_asked(client: httpx.Client) -> None:
    assert client.get("/health").json() == client.get("/ready").json() == {"ok": True}
    routes = client.get("/v1").json()["routes"]
    assert {verb.path for verb in VERBS} | {"/v1/cypher", "/v1/export", "/v1/jobs"} <= set(routes)
    assert client.get("/v1/doctor").json()["ok"] is True
    assert (
        [entry["saga"] for entry in client.get("/v1/sagas").json()]
        == client.get("/v1/names").json()
        == ["the_salt_ledger"]
    )


@pytest.mark.parametrize(
    "question",
    [
        "/v1/cast?",
        "/v1/snapshot?character=Brisa&",
        "/v1/feelings?a=Brisa&b=Perrine&",
        "/v1/events?character=Brisa&",
        "/v1/review?",
        "/v1/cast?saga=the_salt_ledger&",
        "/v1/chapters?",
        "/v1/stage?",
        "/v1/happenings?",
        "/v1/network?",
        "/v1/shifts?from=1&",
        "/v1/diff?character=Brisa&from=1&",
        "/v1/passages?query=the+ledger&",
        "/v1/passages?query=the+ledger&who=Brisa&",
        "/v1/hints?character=Brisa&question=Who+found+the+ledger?&",
        "/v1/messages?character=Brisa&question=Who+found+the+ledger?&with=Perrine&",
        "/v1/scenes?",
        "/v1/scenes?who=Brisa&",
        "/v1/paragraph?start=852&end=880&",
        "/v1/reading?",
    ],
)
def test_no_answer_tells_what_comes_later(client: httpx.Client, question: str) -> None:
    for at in ("2", "1.6.1", "10"):
        answer = client.get(f"{question}{'to' if 'from=' in question else 'at'}={at}")
        assert answer.status_code == 200, answer.text
        assert told_after(answer.json(), at) == []


def test_it_answers_as_the_library_does(client: httpx.Client) -> None:
    with castline.open(ledger_url()) as library:
        chat = client.get(
            "/v1/messages?character=Brisa&question=Who+found+the+ledger?&with=Perrine&at=6&budget=900"
        ).json()
        assert chat == library.messages("Brisa", "Who found the ledger?", "6", "Perrine", 900)
        assert [row["at"] for row in client.get("/v1/scenes?who=Brisa&at=3").json()] == [
            row.at for row in library.scenes("Brisa", "3")
        ]
        assert client.get("/v1/snapshot?character=Brisa&at=4&format=markdown").text == library.render("Brisa", "4")
        assert client.get("/v1/snapshot?character=Brisa&at=4&format=messages&budget=500").text == library.render(
            "Brisa", "4", "messages", 500
        )
        assert client.get("/v1/export?at=4&mentions=1").text.splitlines() == list(library.export("facts", "4", True))
        assert client.get("/v1/export?form=graphml&at=4").text.splitlines() == list(library.export("graphml", "4"))
    found = client.get("/v1/diff", params={"character": "Brisa", "from": "4", "to": "10"}).json()
    assert (found["since"], found["at"]) == ("1.4", "1.10") and found["events"]
    sure = client.get("/v1/snapshot?character=Brisa&at=4&min-confidence=0.8").json()
    assert min(entry["evidence"]["confidence"] for entry in sure["names"]) >= 0.8


@pytest.mark.parametrize(
    ("question", "status", "said"),
    [
        ("/v1/snapshot?character=Bisra&at=3", 404, "Did you mean 'Brisa'?"),
        ("/v1/snapshot?character=Keddle&at=3", 409, "may mean several people"),
        ("/v1/snapshot?at=3", 400, "It needs 'character'"),
        ("/v1/cast?at=99", 400, "told up to 1.14"),
        ("/v1/cast?att=3", 400, "takes no 'att'"),
        ("/v1/cast?at=3&at=4", 400, "twice"),
        ("/v1/snapshot?character=Brisa&budget=many", 400, "valid integer"),
        ("/v1/snapshot?character=Brisa&format=yaml", 400, "'json', 'markdown' or 'messages'"),
        ("/v1/snapshot?character=Brisa&min-confidence=2", 400, "less than or equal to 1"),
        ("/v1/export?form=svg", 400, "is no export. Ask for facts, graphml, gexf"),
        ("/v1/export?at=99", 400, "told up to 1.14"),
        ("/v1/cast?saga=none", 400, "No saga 'none'"),
        ("/v1/shifts?from=5&to=3", 400, "'from' 1.5 comes after 'to' 1.3: turn them about."),
        ("/v1/passages?query=the&at=3", 400, "holds no word to look for"),
        ("/v1/hints?character=Bisra&question=Why?&at=3", 404, "Did you mean 'Brisa'?"),
        (
            "/v1/paragraph?start=60000&end=60009&at=3",
            400,
            "Nothing that is told by 1.3 stands at 60000-60009 of book 1",
        ),
        ("/sing", 404, "GET /v1 lists"),
    ],
)
def test_an_error_says_what_to_do(client: httpx.Client, question: str, status: int, said: str) -> None:
    answer = client.get(question)
    told = answer.json()
    assert answer.status_code == told["status"] == status and said in told["detail"], told
    assert answer.headers["content-type"] == "application/problem+json" and told["type"].startswith("urn:castline:")
    assert told["instance"] == question.partition("?")[0]


def test_many_may_ask_at_once(client: httpx.Client) -> None:
    def ask(chapter: int) -> str:
        return str(client.get("/v1/snapshot", params={"character": "Brisa", "at": str(chapter)}).json()["at"])

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, [1 + n % 14 for n in range(56)])) == [f"1.{1 + n % 14}" for n in range(56)]


def test_only_questions_are_taken(client: httpx.Client) -> None:
    answer = client.post("/v1/cast")
    assert answer.status_code == 405 and "GET /v1 lists" in json.loads(answer.text)["detail"]


def test_an_answer_is_told_once_to_who_holds_it(client: httpx.Client) -> None:
    asked = "/v1/snapshot?character=Brisa&at=4"
    first = client.get(asked)
    assert client.get(asked, headers={"If-None-Match": first.headers["etag"]}).status_code == 304
    assert client.get(asked.replace("4", "5"), headers={"If-None-Match": first.headers["etag"]}).status_code == 200
    packed, plain = client.get(asked), client.get(asked, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert packed.content == plain.content == first.content


def test_lists_come_in_pages(client: httpx.Client) -> None:
    everybody = client.get("/v1/cast?at=10").json()
    found, following = [], "/v1/cast?at=10&limit=3"
    while following:
        answer = client.get(following)
        assert int(answer.headers["castline-total"]) == len(everybody)
        found += answer.json()
        link = re.match(r'<(.*)>; rel="next"', answer.headers.get("link", ""))
        following = link[1] if link else ""
    assert found == everybody


def test_every_answer_has_a_number_and_is_counted(client: httpx.Client) -> None:
    assert client.get("/health", headers={"X-Request-Id": "abc123"}).headers["x-request-id"] == "abc123"
    assert client.get("/health", headers={"X-Request-Id": "a b\tc"}).headers["x-request-id"] not in ("", "a b\tc")
    told = client.get("/metrics").text
    assert 'castline_requests_total{status="200"}' in told and "castline_request_seconds_count" in told


def test_what_was_kept_is_told_no_longer_than_it_is_so(tmp_path: Path) -> None:
    """Chapters that come later leave it, and it outlives them; a saga read anew, or a second saga, does not."""
    asked = {"tale": "/v1/cast?at=1&saga=tale", "any": "/v1/cast?at=1", "last": "/v1/cast?saga=tale"}
    with castline.open(f"sqlite:///{tmp_path}/tale.db") as library, serving(library) as client:
        tale = write_tale(tmp_path)
        library.ingest(tale, "tale", through="1")
        first = {name: client.get(path).json() for name, path in asked.items()}
        kept = _kept(client)
        library.ingest(tale, "tale")
        assert client.get(asked["tale"]).json() == client.get(asked["any"]).json() == first["tale"]
        assert _kept(client) == kept + 2
        assert len(client.get(asked["last"]).json()) > len(first["last"])
        tale.write_text("CHAPTER 1\n\nMiss Dora Finch met Mr. Hugh Vale.\n", encoding="utf-8")
        library.ingest(tale, "tale", replace=True)
        assert {entry["name"] for entry in client.get(asked["tale"]).json()} == {"Miss Dora Finch", "Mr. Hugh Vale"}
        library.ingest(LEDGER, "another", through="1")
        assert client.get(asked["any"]).status_code == 400 and client.get(asked["tale"]).status_code == 200


def _kept(client: httpx.Client) -> int:
    return int(re.search(r'from="kept"} (\d+)', client.get("/metrics").text)[1])  # type: ignore[index]


def test_the_state_of_a_saga_tells_chapters_that_came_from_all_else(tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/tale.db") as library:
        tale = write_tale(tmp_path)
        library.ingest(tale, "tale", through="1")
        first = library.stamp()
        library.ingest(tale, "tale")
        grown = library.stamp()
        library.ingest(tale, "tale", replace=True)
        anew = library.stamp()
        assert first.keeps(grown, True) and not first.keeps(grown, False)
        assert not grown.keeps(anew, True) and grown.version < anew.version
        assert isinstance(library.store.saga("tale"), SagaRecord)


def test_chapters_up_to_one_of_a_later_book(tmp_path: Path) -> None:
    """By a count of all, or by book and chapter; more than there are is no error, and no chapter at all is one."""
    other = "".join(f"CHAPTER {n}\n\nMr. Hugh Pell met Miss Jane Fenn, and {n} larks sang.\n\n" for n in (1, 2))
    with castline.open(f"sqlite:///{tmp_path}/two.db") as library:
        library.ingest([write_tale(tmp_path, "a.txt"), write_tale(tmp_path, "b.txt", other)], "two")
        with serving(library) as client:
            told = {
                upto: [one["at"] for one in client.get(f"/v1/chapters?saga=two&upto={upto}").json()]
                for upto in ("2", "4", "1.2", "1.9", "2.1", "99", "99.99")
            }
            assert told["2"] == told["1.2"] == ["1.1", "1.2"]
            assert told["1.9"] == ["1.1", "1.2", "1.3"]
            assert told["4"] == told["2.1"] == ["1.1", "1.2", "1.3", "2.1"]
            assert told["99"] == told["99.99"] == [*told["4"], "2.2"]
            assert len(client.get("/v1/chapters?saga=two&upto=").json()) == 5, "what is empty is not asked"
            for upto in ("0", "1.0", "-1", "1.2.3", "x"):
                assert client.get(f"/v1/chapters?saga=two&upto={upto}").status_code == 400


def test_every_route_is_described_with_its_answer(client: httpx.Client) -> None:
    described = client.get("/v1/openapi.json").json()
    for verb in VERBS:
        answer = described["paths"][verb.path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        assert answer, verb.path
        for one in described["paths"][verb.path]["get"].get("parameters", ()):
            assert (
                one["schema"].get("description") or one.get("description") or one["name"] in ("limit", "cursor", "b")
            ), one
    named = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(described)))
    assert named <= set(described["components"]["schemas"])


def test_the_store_is_asked_for_a_sagas_state_once_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """A repeated question asks for nothing else; a new one for its own facts beside it."""
    from castline.graph.sqlite import SqliteStore

    asked: list[str] = []
    for name in ("version", "saga", "sagas", "facts", "portrait"):
        own = getattr(SqliteStore, name)
        monkeypatch.setattr(
            SqliteStore, name, lambda self, *a, _n=name, _o=own, **k: (asked.append(_n), _o(self, *a, **k))[1]
        )
    with castline.open(ledger_url()) as library, serving(library) as client:
        question = "/v1/snapshot?saga=the_salt_ledger&character=Brisa&at="
        client.get(f"{question}3")
        for at, wanted in (("3", {"version": 1}), ("4", {"version": 1, "portrait": 1})):
            time.sleep(0.2)
            asked.clear()
            assert client.get(f"{question}{at}").status_code == 200
            assert {name: asked.count(name) for name in asked} == wanted
