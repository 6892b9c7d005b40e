"""Whatever stands in a file: it is read to sound facts, or refused with a reason."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import DATA, need_data
from drawing import FUZZ, lots
from hostile import CLOSED, MARKDOWN, MARKUP, TEXTS, pack
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_laws import assert_evidence

from castline.errors import InputError
from castline.graph.opening import open_store
from castline.ingest.pieces import tell_apart
from castline.ingest.pipeline import ingest
from castline.ingest.reading.book import read
from castline.ingest.segmentation.chapters import Manuscript, cut
from castline.query.export import export_facts
from castline.query.view import Views

SUFFIXES = (".txt", ".md", ".html", ".xhtml", ".epub")
STRANGE = ("\0", "\ufeff", "\u202e", "\u2028", "\r", "\x85", "\x0c", "\ud7ff", "\U0001f600", "e\u0301", "<", "&", "`", "“", "”", "*", "#", "_",
           "CHAPTER I\n\n", "\n\n\n", "CONTENTS\n\n", "</p>", "<h2>", "&nbsp;", "Mr. ", "\t", "[Illustration: ", "***")  # fmt: skip
EDITS = 12
"""How often a text is changed at most."""


def mutate(draw: random.Random, text: str) -> str:
    """A text with pieces cut out, doubled, moved, turned round and set in."""
    for _ in range(draw.randint(1, EDITS)):
        a, b = sorted(draw.randint(0, len(text)) for _ in range(2))
        b = min(b, a + draw.choice((1, 3, 40, 400, 3000)))
        text = edit(draw, text[:a], text[a:b], text[b:])
    return text


def edit(draw: random.Random, before: str, piece: str, after: str) -> str:
    """One change at a place drawn by lot."""
    strange = draw.choice(STRANGE) * draw.choice((1, 2, 50))
    return draw.choice((
        before + after, before + piece + piece + after, after + piece + before, before + piece[::-1] + after,
        before + strange + piece + after, before + piece.upper() + after, before + piece.replace("\n", " ") + after,
        before + piece.replace(" ", "\n") + after,
    ))  # fmt: skip


def spoil(draw: random.Random, data: bytes) -> bytes:
    """The same of bytes: a bit here and there, an end that is missing."""
    found = bytearray(data)
    for _ in range(draw.choice((0, 0, 1, 5, 50))):
        if found:
            found[draw.randrange(len(found))] = draw.randrange(256)
    return bytes(found[: draw.randint(1, len(found))] if found and draw.random() < 0.1 else found)


def check_cut(path: Path) -> Manuscript | None:
    """Read and cut: chapters in order, side by side at most, their parts inside them; None for what is refused."""
    try:
        found = cut(read(path))
    except InputError as error:
        assert len(str(error)) < 1000 and path.name in str(error)
        return None
    text, end = found.book.text, found.book.start
    for chapter in found.chapters:
        assert end <= chapter.start <= chapter.body_start <= chapter.end <= found.book.end
        end = chapter.start
        for scene in chapter.scenes:
            for paragraph in scene.paragraphs:
                assert end <= paragraph.start < paragraph.end <= chapter.end
                assert text[paragraph.start : paragraph.end] == text[paragraph.start : paragraph.end].strip()
                end = paragraph.end
        end = chapter.end
    for ordinal, problems in tell_apart(found).items():
        for problem in problems if ordinal else ():
            one = found.chapters[ordinal - 1]
            assert one.start <= problem.start < one.end
    return found


def check_facts(path: Path, folder: Path) -> None:
    """Ingest, and look each fact's words up at their offsets."""
    store = open_store(str(folder / "castline.db"))
    try:
        ingest(store, [path], "drawn", processes=1)
    except InputError:
        return
    finally:
        views = Views(store)
        if store.saga("drawn"):
            lines = "\n".join(export_facts(views.open("drawn", None), False, True))
            assert_evidence({"export": lines}, read(path).text, 10**6)
        store.close()


def excerpts(draw: random.Random) -> str:
    """Some pages of a novel, and what stands before them often enough."""
    novels = sorted((DATA / "novels").glob("*.txt"))
    text = draw.choice(novels).read_text(encoding="utf-8", errors="replace")
    at = draw.choice((0, draw.randrange(len(text))))
    return text[at : at + draw.choice((300, 2000, 8000))]


def wrap(draw: random.Random, text: str, suffix: str) -> bytes:
    """A text as a file of a kind would hold it."""
    marked = "".join(f"<{draw.choice(('p', 'p', 'p', 'h2', 'div', 'pre'))}>{part}</p>" for part in text.split("\n\n"))
    match suffix:
        case ".epub":
            return pack(f"<html xmlns='http://www.w3.org/1999/xhtml'><body>{marked}</body></html>")
        case ".html" | ".xhtml":
            return f"<html><body>{marked}</body></html>".encode("utf-8", "replace")
    return text.encode(draw.choice(("utf-8", "utf-8", "utf-16", "cp1252")), "replace")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_novels_that_were_spoilt_are_cut_or_refused(tmp_path: Path, suffix: str) -> None:
    need_data("novels")
    read_through = 0
    for n in range(40 * FUZZ):
        draw = lots((suffix, n))
        path = tmp_path / f"{n}{suffix}"
        path.write_bytes(spoil(draw, wrap(draw, mutate(draw, excerpts(draw)), suffix)))
        read_through += check_cut(path) is not None
        path.unlink()
    assert read_through > 10 * FUZZ


@pytest.mark.parametrize("suffix", [".txt", ".md", ".html"])
def test_every_fact_of_a_spoilt_novel_stands_at_its_words(tmp_path: Path, suffix: str) -> None:
    need_data("novels")
    for n in range(4 * FUZZ):
        draw = lots(("facts", suffix, n))
        folder = tmp_path / str(n)
        folder.mkdir()
        path = folder / f"book{suffix}"
        path.write_bytes(wrap(draw, mutate(draw, excerpts(draw)), suffix))
        check_facts(path, folder)


KINDS: list[Callable[[int], str]] = [*TEXTS.values(), *MARKDOWN.values(), *MARKUP.values(), *CLOSED.values()]
PIECES = st.one_of(
    st.sampled_from(STRANGE), st.text(max_size=30), st.sampled_from(["CHAPTER II\n\n", "Anna met Peter. ", "“Good day,” said Anna.\n\n", "\n\n"]),
    st.integers(0, len(KINDS) - 1).map(lambda kind: KINDS[kind](80)),
)  # fmt: skip


@settings(max_examples=60 * FUZZ, deadline=None, suppress_health_check=list(HealthCheck))
@given(pieces=st.lists(PIECES, max_size=12), suffix=st.sampled_from(SUFFIXES))
def test_whatever_is_drawn_is_cut_or_refused(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[str], suffix: str
) -> None:
    path = tmp_path_factory.mktemp("drawn") / f"book{suffix}"
    text = "".join(pieces).encode("utf-8", "replace")
    path.write_bytes(pack(text.decode()) if suffix == ".epub" else text)
    check_cut(path)


@settings(max_examples=8 * FUZZ, deadline=None, suppress_health_check=list(HealthCheck))
@given(pieces=st.lists(PIECES, max_size=12))
def test_facts_of_whatever_is_drawn_stand_at_their_words(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("facts")
    path = folder / "book.txt"
    path.write_bytes("".join(pieces).encode("utf-8", "replace"))
    check_facts(path, folder)
