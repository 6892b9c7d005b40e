"""A file that grows by whole chapters is cut where it has grown, and comes to what the whole file is cut to."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from books import save
from test_laws_files import BODIES, TEXTS, WEATHER, told

from castline.errors import InputError, ReadError
from castline.graph.facts import KINDS
from castline.graph.moments import FOREVER
from castline.graph.opening import open_store
from castline.graph.store import BookRecord, ChapterRecord, Store
from castline.ingest.pieces import find_new, take_up
from castline.ingest.pipeline import ingest
from castline.ingest.reading.book import load, parse, read
from castline.ingest.segmentation.chapters import Chapter, Manuscript, cut
from castline.ingest.segmentation.continuation import (
    Continuation,
    Rest,
    continue_cut,
    digest_of,
    find_rest,
    hash_text,
    place,
    split_rest,
)

PARAGRAPHS = [" ".join([WEATHER, *body]) for body in BODIES]
NUMBERED = [f"CHAPTER {n}" for n in range(1, 7)]
GROWN = "\n\n".join(told(NUMBERED, [[one, WEATHER] for one in PARAGRAPHS])) + "\n\n"
ENDINGS = {
    "an epilogue": f"EPILOGUE\n\n{WEATHER}\n",
    "a part": f"PART II\n\nCHAPTER 7\n\n{WEATHER}\n\n{PARAGRAPHS[0]}\n",
    "notes": f"\n\nNOTES\n\n{WEATHER}\n",
    "a number left out": f"CHAPTER 8\n\n{WEATHER}\n\n{PARAGRAPHS[0]}\n",
    "a number again": f"CHAPTER 6\n\n{WEATHER}\n\n{PARAGRAPHS[0]}\n",
    "words of the last chapter": f"{WEATHER}\n\nCHAPTER 7\n\n{WEATHER}\n\n{PARAGRAPHS[0]}\n",
    "other numbers": f"VII\n\n{WEATHER}\n\n{PARAGRAPHS[0]}\n",
    "hardly anything": "CHAPTER 7\n\nIt rained.\n",
    "a letter inside": f"CHAPTER 7\n\n{WEATHER}\n\nLETTER 1\n\n{PARAGRAPHS[0]}\n\n{WEATHER}\n",
    "blanks": "\n\n\n",
}


def manuscript(folder: Path, text: str) -> Manuscript:
    return cut(read(save(folder, text, "book.txt")))


def records(read_before: Manuscript) -> tuple[BookRecord, list[ChapterRecord]]:
    """What a store holds of a file that was read whole."""
    text, chapters = read_before.book.text, read_before.chapters
    book = BookRecord(1, "book.txt", hash_text(text).hexdigest(), len(text), len(chapters))
    return book, [
        ChapterRecord(1, c.ordinal, digest_of(c.start, text[c.start : c.end]), hash_text(text[: c.end]).hexdigest(),
                      c.end, c.label, c.part)
        for c in chapters
    ]  # fmt: skip


def grow(folder: Path, before: str, after: str) -> tuple[Continuation | None, tuple[Chapter, ...]]:
    """What is cut of a file that was `before` and is `after`, and the chapters of the whole."""
    book, held = records(manuscript(folder, before))
    file = load(save(folder, after, "book.txt"))
    whole = cut(parse(file))
    ways = [find_rest(file, book, held), find_rest(file, book, held[-2:]), split_rest(file, whole.book, book, held)]
    grown = [rest and continue_cut(rest, held[-2:]) for rest in ways]
    assert len({one and (one.manuscript, one.last, one.prefix.hexdigest()) for one in grown}) == 1
    return grown[0], whole.chapters


def placed(grown: Continuation, held: int, length: int) -> tuple[Chapter, ...]:
    """The chapters added to a file of so many, and of that length, as those of the whole."""
    last = ChapterRecord(1, held, "", "", length, "", None)
    return tuple(place(chapter, last) for chapter in grown.manuscript.chapters)


@pytest.mark.parametrize("held", [2, 3, 5])
@pytest.mark.parametrize("upto", [5, 6])
def test_what_a_file_has_grown_by_is_cut_alone(tmp_path: Path, held: int, upto: int) -> None:
    starts = [*(GROWN.index(f"{heading}\n") for heading in NUMBERED), len(GROWN)]
    grown, whole = grow(tmp_path, GROWN[: starts[held]], GROWN[: starts[upto]])
    assert grown is not None and placed(grown, held, starts[held]) == whole[held:]
    assert len(whole) == upto and grown.prefix.hexdigest() == hash_text(GROWN[: starts[held]]).hexdigest()


@pytest.mark.parametrize("ending", ENDINGS)
def test_whatever_else_is_added_is_asked_of_the_whole_file(tmp_path: Path, ending: str) -> None:
    grown, _ = grow(tmp_path, GROWN, GROWN + ENDINGS[ending])
    assert grown is None


def test_a_word_changed_before_the_end_is_asked_of_the_whole_file(tmp_path: Path) -> None:
    start = GROWN.index("CHAPTER 6\n")
    changed = GROWN.replace("rained", "snowed", 1)
    assert grow(tmp_path, GROWN[:start], changed)[0] is None
    assert grow(tmp_path, GROWN, changed)[0] is None


def test_an_unchanged_file_has_nothing_new(tmp_path: Path) -> None:
    grown, whole = grow(tmp_path, GROWN, GROWN)
    assert grown is not None and grown.manuscript.chapters == () and len(whole) == 6


@pytest.mark.parametrize("form", TEXTS)
def test_any_file_that_grows_is_cut_like_the_whole(tmp_path: Path, form: str) -> None:
    """From every chapter to every later one; where only the whole file can tell, it is asked."""
    whole = manuscript(tmp_path, "\n\n".join(["THE SALT", *TEXTS[form]]) + "\n\n")
    text, ends = whole.book.text, [*(chapter.start for chapter in whole.chapters), len(whole.book.text)]
    for held, upto in [(a, b) for a in range(2, len(ends)) for b in range(a, len(ends))]:
        grown, chapters = grow(tmp_path, text[: ends[held]], text[: ends[upto]])
        if grown is not None:
            assert placed(grown, held, ends[held]) == chapters[held:], (held, upto)


# What is read of a file that has grown: its bytes, in whatever encoding, are what they were, or it is read whole.

SIGNS = GROWN.replace("It rained", "“It rained,” said Élodie — 𝔊")
"""Characters of two, three and four bytes."""
WAYS: dict[str, tuple[str, bytes]] = {
    "ASCII": (GROWN, b""),
    "signs of several bytes": (SIGNS, b""),
    "a mark": (SIGNS, codecs.BOM_UTF8),
    "CRLF": (SIGNS.replace("\n", "\r\n"), b""),
    "a mark and CRLF": (SIGNS.replace("\n", "\r\n"), codecs.BOM_UTF8),
}
OTHER_ENCODINGS = {"cp1252": GROWN.replace("It rained", "It rained, said Élodie"), "utf-16": SIGNS, "utf-16-le": SIGNS}
NAMES = [str(kind.__struct_config__.tag) for kind in KINDS]


def until(text: str, chapters: int) -> str:
    """The text up to the end of so many chapters."""
    heading = f"CHAPTER {chapters + 1}"
    return text[: text.index(heading)] if heading in text else text


def ingest_bytes(store: Store, folder: Path, data: bytes) -> int:
    """How many chapters are new in a file of these bytes."""
    path = folder / "book.txt"
    path.write_bytes(data)
    return ingest(store, [path], "salt", processes=1).chapters


def assert_as_at_once(store: Store, folder: Path, data: bytes) -> None:
    """What a store holds of a file is what is read of it all at once."""
    other = open_store(f"{folder}/whole.db")
    assert ingest_bytes(other, folder, data) == 6
    one, whole = store.saga("salt"), other.saga("salt")
    assert one and whole and (one.books, one.chapters) == (whole.books, whole.chapters)
    assert [*store.facts("salt", NAMES, FOREVER)] == [*other.facts("salt", NAMES, FOREVER)]
    other.close()


def grow_by_one(store: Store, folder: Path, text: str, encoding: str, mark: bytes = b"") -> None:
    """A serial read chapter by chapter comes to what it is read to at once."""
    for chapters in range(2, 7):
        new = ingest_bytes(store, folder, mark + until(text, chapters).encode(encoding))
        assert new == (2 if chapters == 2 else 1)
    assert_as_at_once(store, folder, mark + text.encode(encoding))


@pytest.mark.parametrize("way", WAYS)
def test_a_file_read_as_it_grows_comes_to_what_it_is_at_once(sqlite_store: Store, tmp_path: Path, way: str) -> None:
    text, mark = WAYS[way]
    grow_by_one(sqlite_store, tmp_path, text, "utf-8", mark)


@pytest.mark.parametrize("encoding", OTHER_ENCODINGS)
def test_so_does_one_in_another_encoding(sqlite_store: Store, tmp_path: Path, encoding: str) -> None:
    grow_by_one(sqlite_store, tmp_path, OTHER_ENCODINGS[encoding], encoding)


@pytest.mark.parametrize("way", WAYS)
def test_only_what_a_file_has_more_is_decoded(sqlite_store: Store, tmp_path: Path, way: str) -> None:
    text, mark = WAYS[way]
    ingest_bytes(sqlite_store, tmp_path, mark + until(text, 5).encode())
    (tmp_path / "book.txt").write_bytes(mark + text.encode())
    saga = sqlite_store.saga("salt", 2)
    rest = find_rest(load(tmp_path / "book.txt"), saga.books[0], saga.chapters) if saga else None
    assert rest and rest.own + rest.added.text == text[len(until(text, 4)) :]


@pytest.mark.parametrize("chapter", [1, 4, 5])
@pytest.mark.parametrize("new", ["snowed", "ruined", "rainēd"])
def test_a_file_that_has_grown_and_was_edited_before_is_seen_as_edited(
    sqlite_store: Store, tmp_path: Path, chapter: int, new: str
) -> None:
    """In any chapter, by a word of as many characters and bytes, of as many characters, or of another length."""
    ingest_bytes(sqlite_store, tmp_path, until(SIGNS, 5).encode())
    start = len(until(SIGNS, chapter - 1))
    edited = SIGNS[:start] + SIGNS[start:].replace("rained", new, 1)
    with pytest.raises(InputError, match=f"Chapter {chapter} .* differs"):
        ingest_bytes(sqlite_store, tmp_path, edited.encode())


def test_a_file_that_has_grown_and_is_in_another_encoding_now_is_read_whole(
    sqlite_store: Store, tmp_path: Path
) -> None:
    text = OTHER_ENCODINGS["cp1252"]
    for chapters, encoding in ((3, "utf-8"), (4, "cp1252"), (5, "utf-16"), (6, "utf-8-sig")):
        ingest_bytes(sqlite_store, tmp_path, until(text, chapters).encode(encoding))
    assert_as_at_once(sqlite_store, tmp_path, text.encode())


@pytest.mark.parametrize("more", ["It \0rained.", "\x01" * 2000])
def test_a_file_that_has_grown_by_what_is_no_text_is_refused(sqlite_store: Store, tmp_path: Path, more: str) -> None:
    ingest_bytes(sqlite_store, tmp_path, until(GROWN, 5).encode())
    with pytest.raises(ReadError, match="binary data"):
        ingest_bytes(sqlite_store, tmp_path, (GROWN + more).encode())


def test_a_file_that_has_grown_by_bytes_that_are_not_utf_8_is_guessed_at(sqlite_store: Store, tmp_path: Path) -> None:
    plain = GROWN.replace("“", '"').replace("”", '"').replace("’", "'")
    ingest_bytes(sqlite_store, tmp_path, until(plain, 5).encode("ascii"))
    assert ingest_bytes(sqlite_store, tmp_path, plain.encode("ascii") + "Élodie wept.\n\n".encode("cp1252")) == 1
    assert "Élodie wept." in "".join(text for _, _, text in sqlite_store.texts("salt"))


def test_a_licence_at_the_end_is_left_out_of_a_file_that_has_grown(sqlite_store: Store, tmp_path: Path) -> None:
    ingest_bytes(sqlite_store, tmp_path, until(GROWN, 5).encode())
    assert (
        ingest_bytes(
            sqlite_store, tmp_path, f"{GROWN}\n*** END OF THE PROJECT GUTENBERG EBOOK SALT ***\nNo.\n".encode()
        )
        == 1
    )
    assert "GUTENBERG" not in "".join(text for _, _, text in sqlite_store.texts("salt"))


@pytest.mark.parametrize(("chapters", "new"), [(4, []), (6, [6])])
def test_what_others_have_written_since_is_no_part_of_what_is_added(
    sqlite_store: Store, tmp_path: Path, chapters: int, new: list[int]
) -> None:
    """Known as it was at four chapters, the file is asked of the whole once the saga holds five."""
    ingest_bytes(sqlite_store, tmp_path, until(GROWN, 4).encode())
    known = sqlite_store.saga("salt", 2)
    ingest_bytes(sqlite_store, tmp_path, until(GROWN, 5).encode())
    (tmp_path / "book.txt").write_bytes(until(GROWN, chapters).encode())
    given = take_up([load(tmp_path / "book.txt")], known)
    stored = sqlite_store.saga("salt", 2)
    assert stored and isinstance(given[0], Rest)
    pieces, skipped = find_new(given, sqlite_store, stored, None, "auto", {})
    assert [piece.chapter.ordinal for piece in pieces] == new and skipped == min(chapters, 5)
