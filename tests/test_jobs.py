"""Jobs: books that come in over HTTP, read by a process beside the service."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import httpx
import msgspec
import pytest
from shelf import LEDGER, write_tale
from test_service import serving

import castline
from castline.api.jobs import find_folder
from castline.api.reader import STEPS_BACK

NOVEL = LEDGER.read_text(encoding="utf-8")


def send(client: httpx.Client, saga: str, **books: str) -> httpx.Response:
    """Send books by their names."""
    files = [("books", (name.replace("_", "."), text.encode())) for name, text in books.items()]
    return client.post(f"/v1/sagas/{saga}/jobs", files=files)


def follow(client: httpx.Client, job: str) -> list[dict[str, object]]:
    """Every state of a job that its events tell."""
    with client.stream("GET", f"/v1/jobs/{job}/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        return [json.loads(line[6:]) for line in answer.iter_lines() if line.startswith("data: ")]


def test_a_book_is_read_and_its_progress_told(tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/store.db") as library, serving(library) as client:
        began = send(client, "salt", ledger_txt=NOVEL)
        assert began.status_code == 202 and began.headers["location"] == f"/v1/jobs/{began.json()['id']}"
        told = follow(client, began.json()["id"])
        words = [int(str(one["words"])) for one in told]
        assert told[-1]["state"] == "done" and words == sorted(words) and len(set(words)) > 5
        assert told[-1]["report"]["chapters"] == 14  # type: ignore[index]
        assert client.get("/v1/cast?saga=salt&at=3").json() == _cast(LEDGER, tmp_path)
        again = follow(client, send(client, "salt", ledger_txt=NOVEL).json()["id"])
        assert again[-1]["report"]["skipped"] == 14  # type: ignore[index]


UNHEADED = "".join(
    f"Of a {n} week\n\nMiss Anna Quill hated Mr. Ben Marsh. She met him in a {n} week.\n\n"
    for n in ("dry", "wet", "cold")
)


def test_a_job_takes_a_pattern_of_headings_and_reads_anew(tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/store.db") as library, serving(library) as client:

        def read(**how: str) -> dict[str, object]:
            files = {"books": ("stars.txt", UNHEADED.encode())}
            return follow(client, client.post("/v1/sagas/in/part/jobs", files=files, data=how).json()["id"])[-1]

        assert "No chapter headings" in read()["report"]["problems"][0]["message"]  # type: ignore[index]
        assert "matches no line" in str(read(cut="^Part", replace="true")["error"])
        told = read(cut="^Of a", replace="true")
        assert told["state"] == "done" and told["replace"] is False
        assert len(client.get("/v1/chapters?saga=in/part").json()) == 3


def test_a_service_ends_though_somebody_follows_a_job(tmp_path: Path) -> None:
    """Its job is left to the next."""
    url = f"sqlite:///{tmp_path}/store.db"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    service = subprocess.Popen(
        [sys.executable, "-m", "castline", "--store", url, "serve", "--port", port],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", transport=httpx.HTTPTransport(retries=8)) as client:
        job = send(client, "salt", ledger_txt=NOVEL * 9).json()["id"]
        with suppress(httpx.TransportError), client.stream("GET", f"/v1/jobs/{job}/events") as answer:
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    service.terminate()
    service.wait(20)
    with castline.open(url) as library, serving(library) as client:
        assert client.get(f"/v1/jobs/{job}").json()["state"] == "stopped"


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks for the process under /proc")
def test_a_job_lets_those_who_ask_go_first(tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/store.db") as library, serving(library) as client:
        job = send(client, "salt", ledger_txt=NOVEL).json()["id"]
        ranks = set()
        while client.get(f"/v1/jobs/{job}").json()["state"] in ("waiting", "reading"):
            ranks |= {os.getpriority(os.PRIO_PROCESS, one) for one in _find_readers(str(tmp_path))}
        assert max(ranks) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + STEPS_BACK)


def _find_readers(folder: str) -> list[int]:
    """The processes that read into a store of this folder."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = file.read_text(encoding="utf-8", errors="replace")
            if "castline.api.reader" in words and folder in words:
                found.append(int(file.parent.name))
    return found


def _cast(book: Path, tmp_path: Path) -> object:
    with castline.open(f"sqlite:///{tmp_path}/plain.db", "salt") as library:
        library.ingest(book, "salt", through="3")
        return json.loads(msgspec.json.encode(library.cast(3)))


def test_a_job_that_was_ended_goes_on(tmp_path: Path) -> None:
    """Cancelled in its midst; resumed by a service that started later."""
    url = f"sqlite:///{tmp_path}/store.db"
    with castline.open(url) as library, serving(library) as client:
        job = send(client, "salt", ledger_txt=NOVEL).json()["id"]
        with client.stream("GET", f"/v1/jobs/{job}/events") as answer:
            for line in answer.iter_lines():
                if line.startswith("data: ") and json.loads(line[6:])["words"]:
                    break
        assert client.delete(f"/v1/jobs/{job}").json()["state"] == "cancelled"
        assert 0 < client.get("/v1/sagas").json()[0]["chapters"] < 14
    with castline.open(url) as library, serving(library) as client:
        assert client.get("/v1/jobs").json()[0]["id"] == job
        assert client.post(f"/v1/jobs/{job}/resume").status_code == 200
        assert follow(client, job)[-1]["state"] == "done"
        assert client.get("/v1/sagas").json()[0]["chapters"] == 14


def test_a_service_that_ends_leaves_its_job_to_the_next(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/store.db"
    with castline.open(url) as library, serving(library) as client:
        job = send(client, "salt", ledger_txt=NOVEL).json()["id"]
    with castline.open(url) as library, serving(library) as client:
        assert client.get(f"/v1/jobs/{job}").json()["state"] == "stopped"
        client.post(f"/v1/jobs/{job}/resume")
        assert follow(client, job)[-1]["state"] == "done"


@pytest.mark.parametrize("name", ["../../x.txt", "x.exe", ".txt", "a/b.txt", "x" * 200 + ".txt", "\x01.txt"])
def test_a_book_of_a_strange_name_is_refused(tmp_path: Path, name: str) -> None:
    url = f"sqlite:///{tmp_path}/store.db"
    with castline.open(url) as library, serving(library) as client:
        refused = client.post("/v1/sagas/s/jobs", files={"books": (name, b"text")})
        assert refused.status_code in (400, 422), refused.text
        assert not list(find_folder(url).glob("**/*")) and not list(tmp_path.glob("*.txt"))


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/store.db") as library, serving(library) as client:
        told = follow(client, send(client, "bad", book_epub="no archive").json()["id"])
        assert told[-1]["state"] == "failed" and "Cannot read" in str(told[-1]["error"])
        assert str(tmp_path) not in str(told[-1]["error"])
        assert client.get("/v1/jobs/none").status_code == 404


def test_a_refusal_names_what_a_job_takes_and_no_option_of_the_command_line(tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/store.db") as library, serving(library) as client:
        tale = write_tale(tmp_path).read_text(encoding="utf-8")
        follow(client, send(client, "tale", one_txt=tale).json()["id"])
        said = str(follow(client, send(client, "tale", other_txt=tale).json()["id"])[-1]["error"])
        assert "with 'replace'" in said and "another 'saga'" in said and "--" not in said
        found = follow(client, send(client, "plain", book_txt=UNHEADED).json()["id"])[-1]["report"]
        assert "'cut'" in str(found) and "--" not in str(found)


def test_one_job_a_saga(tmp_path: Path) -> None:
    with castline.open(f"sqlite:///{tmp_path}/store.db") as library, serving(library) as client:
        tale = write_tale(tmp_path).read_text(encoding="utf-8")
        first = send(client, "salt", ledger_txt=NOVEL).json()["id"]
        second = send(client, "salt", tale_txt=tale)
        assert second.status_code == 409 and first in second.json()["detail"]
        client.delete(f"/v1/jobs/{first}")
