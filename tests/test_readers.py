"""Readers of one service, each at a chapter: whatever one asks, their saga ends there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from books import read_through
from test_laws import STORY
from test_service import serving

import castline
from castline.api.app import make_app
from castline.api.tokens import Reader, read_readers, read_tokens
from castline.errors import AskError, MomentError
from castline.graph.opening import open_store

ADA, BEN, ADMIN = "ada-s-token-of-some-length", "ben-s-token-of-some-length", "a-token-that-may-everything"
PATHS = (
    "cast", "snapshot?character=Brisa", "events?character=Brisa", "chapters", "stage", "happenings", "network", "review", "sagas", "names",
    "passages?query=wedding", "reading", "hints?character=Brisa&question=Did+you+marry+Wystan+Dray", "export?form=gexf", "cast?at=6", "scenes",
    "messages?character=Brisa&question=Did+you+marry+Wystan+Dray",
    "cast?at=1.9", "cast?at=the+wedding", "shifts?from=1&to=7", "paragraph?start=0&end=9000000", "jobs", "corrections", "cast?saga=other",
)  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name, through in (("whole", None), ("short", 5)):
        store = open_store(str(tmp_path / f"{name}.db"))
        read_through(store, STORY, through)
        store.close()
    return tmp_path


def open_whole(home: Path, name: str = "whole") -> castline.Library:
    return castline.open(f"sqlite:///{home / name}.db", notify=lambda note: None)


@contextmanager
def asking(home: Path, readers: dict[str, Reader]) -> Iterator[httpx.Client]:
    with open_whole(home) as library, serving(library, {ADMIN: "admin"}, readers) as client:
        yield client


def bring(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_what_a_reader_is_told_is_that_of_a_saga_that_ends_there(home: Path) -> None:
    with open_whole(home) as library:
        library.name_moment("the wedding", "9")
    with (
        open_whole(home, "short") as short,
        serving(short) as shorter,
        asking(home, {ADA: Reader("made", "5")}) as client,
    ):
        for path in PATHS:
            told, wanted = client.get(f"/v1/{path}", headers=bring(ADA)), shorter.get(f"/v1/{path}")
            refused = path in ("jobs", "corrections", "cast?saga=other")
            assert (told.status_code in (400, 404)) if refused else (told.content == wanted.content), path
        asked = {"query": "MATCH (e:Event) RETURN max(e.chapter) AS last"}
        assert client.post("/v1/cypher", json=asked, headers=bring(ADA)).json() == [{"last": 5}]
        assert client.post("/v1/cypher", json=asked, headers=bring(ADMIN)).json() != [{"last": 5}]
        assert client.get("/metrics", headers=bring(ADA)).status_code == 403
        assert client.get("/v1/cast").status_code == 401
        assert "/v1/jobs" not in client.get("/v1", headers=bring(ADA)).json()["routes"]


def test_what_one_was_told_is_not_kept_for_another(home: Path) -> None:
    with asking(home, {ADA: Reader("made", "3"), BEN: Reader("made", "8")}) as client:
        for token, last in ((BEN, "1.8"), (ADA, "1.3"), (BEN, "1.8"), (ADA, "1.3")):
            answer = client.get("/v1/chapters", headers=bring(token))
            assert answer.json()[-1]["at"] == last and answer.headers["cache-control"] == "private, no-store"
        assert client.get("/v1/chapters", headers=bring(ADMIN)).json()[-1]["at"] not in ("1.3", "1.8")


def test_a_bookmark_moves_both_ways_while_the_service_runs(home: Path) -> None:
    with open_whole(home) as library:
        library.name_moment("ada", "3")
    with asking(home, {ADA: Reader("made", "ada")}) as client, open_whole(home) as library:
        for at in ("3", "6", "2"):
            library.name_moment("ada", at)
            assert client.get("/v1/chapters", headers=bring(ADA)).json()[-1]["at"] == f"1.{at}"


def test_where_a_reader_is_must_be_there(home: Path) -> None:
    with open_whole(home) as library:
        for reader in (Reader("made", "99"), Reader("made", "nowhere"), Reader("unread", "1")):
            with pytest.raises((AskError, MomentError)):
                make_app(library, {}, (), {ADA: reader})


def test_readers_are_told_from_other_tokens() -> None:
    given = {"CASTLINE_TOKENS": f"read:{BEN} reader:made:5:{ADA}"}
    assert read_tokens(given) == {BEN: "read"}
    assert read_readers(given) == {ADA: Reader("made", "5")}


@pytest.mark.parametrize(
    "given",
    ["reader:made:5", f"reader:made:{ADA}", "reader:made:5:short", f"reader::5:{ADA}", f"reader:made:5:6:{ADA}"],
)
def test_readers_that_will_not_do_are_refused(given: str) -> None:
    with pytest.raises(AskError, match="CASTLINE_TOKENS"):
        read_readers({"CASTLINE_TOKENS": given})


def test_a_scope_that_holds_a_moment_is_not_taken_for_a_token() -> None:
    with pytest.raises(AskError, match="no colon"):
        read_tokens({"CASTLINE_TOKENS": f"read:made:5:{ADA}"})
