"""Passages by meaning: vectors order what words have found, are asked for once, and nothing later is ever sent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from books import save, write_book
from click.testing import CliRunner

import castline
from castline.agent.meaning import Embedded
from castline.cli import main
from castline.errors import InputError, ModelError
from castline.graph.store import Store
from castline.query.passages import Passage
from castline.testing import Fault, ScriptedServer

TALE = [
    [
        "Marta Quill lost the key. The key was gone from the hall.",
        "Anna Fenn sat by the stove, and thought of the key.",
    ],
    ["The key was of iron, Anna Fenn said. She had the key made by the smith.", "It rained on the quay all day."],
    ["Marta Quill found the key in the well, and was glad of it.", "The key opened the mill."],
]
GLAD = ("glad", "found", "joy")


def embed(text: str) -> list[float]:
    """Texts that speak of gladness lie near one another."""
    words = text.lower()
    return [float(sum(word in words for word in GLAD)), 0.1, 0.0]


def place_of(words: str, found: list[Passage]) -> int:
    return next(at for at, one in enumerate(found) if words in one.text)


@pytest.fixture
def library(store: Store, saga_name: str, tmp_path: Path) -> Iterator[castline.Library]:
    with castline.open(store.url, saga_name) as opened:
        opened.ingest(save(tmp_path, write_book(TALE)), saga_name, processes=1)
        yield opened


def test_vectors_have_a_say_in_the_order(library: castline.Library, tmp_path: Path) -> None:
    with ScriptedServer(lambda body: "{}", embed=embed) as server:
        embedder = Embedded("vectors", server.url, tmp_path / "kept.answers")
        by_words = library.passages("the key, what joy", most=4)
        by_both = library.passages("the key, what joy", most=4, embedder=embedder)
        assert place_of("glad of it", by_both) < place_of("glad of it", by_words)
        assert {one.start for one in by_both} == {one.start for one in by_words}
        assert [one.score for one in by_both] == sorted((one.score for one in by_both), reverse=True)
        asked = len(server.calls)
        assert library.passages("the key, what joy", most=4, embedder=embedder) == by_both
        assert len(server.calls) == asked == 1


def test_nothing_later_is_sent(library: castline.Library, tmp_path: Path) -> None:
    with ScriptedServer(lambda body: "{}", embed=embed) as server:
        embedder = Embedded("vectors", server.url, tmp_path / "kept.answers")
        for at in (1, 2):
            assert library.passages("the key", at, embedder=embedder)
        sent = [text for body in server.calls for text in body["input"]]
        assert sent and not any("well" in text or "mill" in text for text in sent)
        assert not any("iron" in text for text in server.calls[0]["input"])


def test_the_order_is_that_of_the_book_so_far(library: castline.Library, tmp_path: Path) -> None:
    """The prefix law: the whole book as of 2 gives what the book of two chapters does, scores and all."""
    kept = tmp_path / "kept.answers"
    with (
        ScriptedServer(lambda body: "{}", embed=embed) as server,
        castline.open(f"sqlite:///{tmp_path}/part.db", "made") as part,
    ):
        part.ingest(save(tmp_path, write_book(TALE)), "made", through=2, processes=1)
        embedder = Embedded("vectors", server.url, kept)
        assert library.passages("the key", 2, embedder=embedder) == part.passages("the key", embedder=embedder)


@pytest.mark.parametrize("fault", ["busy", "cut"])
def test_an_endpoint_that_stumbles_is_asked_again(library: castline.Library, tmp_path: Path, fault: str) -> None:
    with ScriptedServer(lambda body: "{}", {1: Fault(fault)}, embed=embed) as server:  # type: ignore[arg-type]
        embedder = Embedded("vectors", server.url, tmp_path / "kept.answers", second=0.001)
        assert library.passages("the key", embedder=embedder)
        assert len(server.calls) == 2


@pytest.mark.parametrize("made", [[], [float("nan"), 1.0]])
def test_what_is_no_vector_is_refused(library: castline.Library, tmp_path: Path, made: list[float]) -> None:
    with ScriptedServer(lambda body: "{}", embed=lambda text: made) as server:
        embedder = Embedded("vectors", server.url, tmp_path / "kept.answers", second=0.001)
        with pytest.raises(ModelError, match="does not answer"):
            library.passages("the key", embedder=embedder)


def test_vectors_of_another_length_are_not_mixed(library: castline.Library, tmp_path: Path) -> None:
    kept = tmp_path / "kept.answers"
    with ScriptedServer(lambda body: "{}", embed=embed) as server:
        library.passages("the key", 1, embedder=Embedded("vectors", server.url, kept))
    with (
        ScriptedServer(lambda body: "{}", embed=lambda text: [1.0, 2.0]) as server,
        pytest.raises(InputError, match="several lengths"),
    ):
        library.passages("the key", embedder=Embedded("vectors", server.url, kept))


def test_an_endpoint_without_vectors_says_so_on_the_command_line(tmp_path: Path) -> None:
    book, url = save(tmp_path, write_book(TALE)), f"sqlite:///{tmp_path}/tale.db"
    run = CliRunner().invoke
    assert run(main, ["ingest", str(book), "--store", url]).exit_code == 0
    asked = ["passages", "the key", "--store", url, "--embed-model", "vectors"]
    with ScriptedServer(lambda body: "{}") as server:
        refused = run(main, [*asked, "--base-url", server.url])
    assert refused.exit_code and "there are no embeddings here" in refused.stderr
    with ScriptedServer(lambda body: "{}", embed=embed) as server:
        done = run(main, [*asked, "--base-url", server.url])
    assert done.exit_code == 0 and done.stdout.startswith("[")
    assert "--embed-model" in run(main, ["passages", "the key", "--base-url", "http://127.0.0.1:1/v1"]).stderr
