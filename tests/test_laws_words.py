"""The prefix law over words: pages, messages, suggestions, errors, notes, pictures and graphs are those of a reader who has
no more than what is told. See `test_laws` for facts and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from books import FEELINGS, NAMES, books, save, write_book
from conftest import need_module
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import castline
from castline import CastlineError, Library
from castline.plots import plot_feelings, plot_heat, plot_shifts
from castline.query.render import FORMS

SAGA = "made"
STRANGE = (
    "",
    "Marth",
    "Quil",
    "Dr. Ames",
    "Doctor Ames",
    "the painter",
    "Miss Lorne",
    "Mr. Holt",
    "Holt",
    "Mother",
    "nobody at all",
    "Silas Quill",
    "x" * 99,
)
PLACES = (0, 400, 1_500)
"""Offsets into a book, near the beginning and further on."""
SINCE = (
    "1",
    "1.1",
    "1.3",
    "2.1",
    "9",
    "Chapter 1",
    "chapter II",
    "CHAPTER THREE",
    "CHAPTER",
    "The End",
    "",
    "1.1.9",
    "0",
    "1.1.1",
)


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("words")


def tell(folder: Path, *files: Path, through: str | None = None) -> Library:
    """A library that has read these, up to a chapter (inside)."""
    library = castline.open(f"sqlite:///{folder}/castline.db", SAGA, lambda note: None)
    library.ingest(list(files), through=through, processes=1)
    return library


def attempt(ask: Callable[[], Any]) -> Any:
    """An answer, or all that is said of why there is none."""
    try:
        return ask()
    except CastlineError as error:
        return type(error).__name__, str(error), getattr(error, "suggestions", ()), getattr(error, "candidates", ())


def names(library: Library) -> list[str]:
    """Every form that anybody goes by at the end, each a letter short, and each word of it."""
    forms = sorted({fact.form for fact in library.view().facts(["name"])})
    return [
        *STRANGE,
        *forms,
        *(form[:-1] for form in forms),
        *sorted({word for form in forms for word in form.split()}),
    ]


def say_all(library: Library, at: str, asked: list[str]) -> Iterator[tuple[str, Any]]:
    """(Question, answer) as of a moment, in the words in which it leaves."""
    notes: list[str] = []
    library = library.of(SAGA, notes.append)
    people = [entry.id for entry in library.cast(at)]
    for one in people:
        yield from say_of(library, one, people[0], at)
    for name in asked:
        yield f"who is {name}", attempt(lambda name=name: library.view(at).find(name))  # type: ignore[misc]
    for since in SINCE:
        for verb in (
            lambda since=since: library.shifts(since, at),
            lambda since=since: library.diff(people[0], since, at),
        ):  # type: ignore[misc]
            yield f"since {since}", attempt(lambda verb=verb: msgspec.json.encode(verb()))  # type: ignore[misc]
    for verb in (library.network, library.review, library.cast):
        yield verb.__name__, msgspec.json.encode(verb(at))
    yield "reading", attempt(lambda: msgspec.json.encode(library.reading(at)))
    for form in ("graphml", "gexf", "facts"):
        yield form, "\n".join(library.export(form, at))
    yield "notes", tuple(notes)


def say_of(library: Library, one: str, partner: str, at: str) -> Iterator[tuple[str, Any]]:
    """The same of one person."""
    for form in FORMS:
        for budget, confidence in ((None, 0.0), (900, 0.0), (None, 0.7)):
            yield f"{form} {one} {budget} {confidence}", library.render(one, at, form, budget, confidence)
    for form in FORMS:
        yield (
            f"{form} {one} with {partner}",
            attempt(lambda form=form: library.render(one, at, form, partner=partner)),  # type: ignore[misc]
        )
    yield f"scenes {one}", msgspec.json.encode(library.scenes(one, at))
    yield f"events {one}", msgspec.json.encode(library.events(one, at, "happened"))
    for offset in PLACES:
        yield f"{one} there {offset}", attempt(lambda offset=offset: library.was_there(one, offset, at))  # type: ignore[misc]


def assert_same(whole: Library, part: Library, at: str, asked: list[str]) -> None:
    pairs = zip(say_all(whole, at, asked), say_all(part, at, asked), strict=True)
    for (question, told), (same, read) in pairs:
        assert (question, told) == (same, read)


@pytest.mark.parametrize("chapters", [NAMES, FEELINGS], ids=["names", "feelings"])
def test_a_book_says_as_of_a_chapter_what_its_beginning_says(folder: Path, chapters: list[list[str]]) -> None:
    book = save(folder, write_book(chapters))
    with tell(folder, book) as whole:
        asked = names(whole)
        for n in range(1, len(chapters) + 1):
            with tell(_made(folder / f"part{n}"), book, through=f"1.{n}") as part:
                assert_same(whole, part, f"1.{n}", asked)


def test_two_books_say_as_of_a_chapter_what_the_books_up_to_it_say(folder: Path) -> None:
    first, second = save(folder, write_book(NAMES), "first.txt"), save(folder, write_book(FEELINGS), "second.txt")
    with tell(folder, first, second) as whole:
        asked = names(whole)
        for at, files in (("1.2", [first]), ("1.4", [first]), ("2.1", [first, second]), ("2.3", [first, second])):
            with tell(_made(folder / at), *files, through=at) as part:
                assert_same(whole, part, at, asked)


def test_a_file_that_ends_sooner_says_the_same(folder: Path) -> None:
    """Not only a reading that stops: a file in which nothing follows."""
    text = write_book(FEELINGS)
    with tell(folder, save(folder, text)) as whole:
        asked = names(whole)
        for n in (1, 2):
            beginning = text[: text.index(f"CHAPTER {n + 1}")]
            with tell(_made(folder / f"file{n}"), save(folder / f"file{n}", beginning)) as part:
                assert_same(whole, part, f"1.{n}", asked)


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=books(3), data=st.data())
def test_made_up_books_do_too(tmp_path_factory: pytest.TempPathFactory, text: str, data: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("words")
    book = save(folder, text)
    n = data.draw(st.integers(1, text.count("CHAPTER ")), label="N")
    with tell(folder, book) as whole, tell(_made(folder / "part"), book, through=f"1.{n}") as part:
        if whole.cast(f"1.{n}"):
            assert_same(whole, part, f"1.{n}", names(whole)[:60])


def test_pictures_hold_nothing_of_what_comes_later(folder: Path) -> None:
    """Drawn of two books as of a chapter of the first, they are those of the first book, to the byte."""
    need_module("matplotlib")
    first, second = save(folder, write_book(FEELINGS), "first.txt"), save(folder, write_book(NAMES), "second.txt")
    with tell(folder, first, second) as whole, tell(_made(folder / "part"), first, through="1.3") as part:
        for name, library in (("whole", whole), ("part", part)):
            history = library.feelings("Marta Quill", "Silas Thorne", "1.3")
            shifts = library.shifts("1.1", "1.3")
            histories = [library.feelings(s.holder_id, s.toward_id, "1.3") for s in shifts.shifts]
            plot_feelings(history, folder / f"{name} lines.svg")
            plot_shifts(shifts, histories, folder / f"{name} shifts.svg")
            plot_heat(library.view("1.3"), folder / f"{name} heat.svg")
    for picture in ("lines", "shifts", "heat"):
        assert (folder / f"whole {picture}.svg").read_bytes() == (folder / f"part {picture}.svg").read_bytes()


def test_the_questions_do_ask(folder: Path) -> None:
    """The law would hold of silence, too: each sort of saying is said at least once."""
    with tell(folder, save(folder, write_book(NAMES))) as whole:
        said = dict(say_all(whole, "1.4", names(whole)))
    kinds = {answer[0] for answer in said.values() if isinstance(answer, tuple) and answer}
    assert {"UnknownName", "AmbiguousName", "MomentError"} <= kinds
    assert said["notes"] and any(
        isinstance(answer, tuple) and len(answer) > 2 and answer[2] for answer in said.values()
    )


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder
