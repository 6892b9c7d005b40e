"""Fifty who ask beside one who writes, on both stores, through the library and over HTTP: each answer is that of a store at rest."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
from drawing import FUZZ, lots
from test_door import served
from test_fuzz_kills import CHAPTERS, SAGA, count, start, write_many

import castline
from castline.graph.opening import open_store
from castline.graph.store import Store
from castline.ingest.pipeline import ingest

READERS = 50
ROUNDS = 1 if FUZZ == 1 else 10
Ask = Callable[[int], object]
"""The cast as of a chapter, as JSON has it."""


@pytest.fixture
def at_rest(tmp_path: Path) -> tuple[Path, list[object]]:
    """A book, and who was met by each of its chapters."""
    book = write_many(tmp_path / "book.txt")
    url = f"sqlite:///{tmp_path}/calm.db"
    ingest(open_store(url), [book], SAGA, processes=1)
    with castline.open(url, SAGA) as library:
        return book, [ask_library(library)(n) for n in range(1, CHAPTERS + 1)]


def ask_library(library: castline.Library) -> Ask:
    return lambda n: msgspec.json.decode(msgspec.json.encode(library.cast(f"1.{n}")))


@contextmanager
def asking_service(client: httpx.Client) -> Iterator[Ask]:
    """Each reader over a connection of its own, as other machines have."""
    with ExitStack() as opened:
        own, door = threading.local(), threading.Lock()

        def ask(n: int) -> object:
            if not hasattr(own, "client"):
                made = httpx.Client(base_url=client.base_url, timeout=client.timeout, headers=client.headers)
                with door:
                    own.client = opened.enter_context(made)
            return own.client.get("/v1/cast", params={"saga": SAGA, "at": f"1.{n}"}).json()

        yield ask


def ask_beside_a_writer(store: Store, book: Path, ask: Ask, expected: list[object]) -> int:
    """Start an ingest, ask fifty times over until it ends, and return how often they were answered."""
    answered, wrong = [0] * READERS, list[str]()
    child = start(store, book)

    def read(who: int) -> None:
        draw = lots(who)
        while child.poll() is None and not wrong:
            # The newest may be in the midst of its commit: Neo4j shows a chapter an instant before its saga's version.
            if (stands := count(store) - 1) > 0:
                n = draw.randint(1, stands)
                found = ask(n)
                if found != expected[n - 1]:
                    wrong.append(f"as of {n}: {json.dumps(found)[:300]}")
                answered[who] += 1

    threads = [threading.Thread(target=read, args=(who,)) for who in range(READERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert child.wait() == 0, child.communicate()[1]
    assert child.stderr and child.stderr.close() is None
    assert wrong == []
    assert count(store) == CHAPTERS
    return sum(answered)


def test_the_library_answers_beside_a_writer(store: Store, at_rest: tuple[Path, list[object]]) -> None:
    book, expected = at_rest
    for _ in range(ROUNDS):
        store.forget(SAGA)
        with castline.open(store.url, SAGA) as library:
            assert ask_beside_a_writer(store, book, ask_library(library), expected) >= READERS
    store.forget(SAGA)


def test_the_service_answers_beside_a_writer(store: Store, at_rest: tuple[Path, list[object]]) -> None:
    book, expected = at_rest
    for _ in range(ROUNDS):
        store.forget(SAGA)
        with served(url=store.url) as client, asking_service(client) as ask:
            assert ask_beside_a_writer(store, book, ask, expected) >= READERS
    store.forget(SAGA)
