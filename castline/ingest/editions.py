"""A book under another name: known by passages of its chapters, wherever in a file and in whatever print they stand.

What a saga holds of a book is known by the passages that its facts cite, a file by its paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from castline.errors import InputError
from castline.graph.facts import decode
from castline.graph.moments import Moment
from castline.graph.store import SagaRecord, Store
from castline.ingest.segmentation.chapters import Manuscript

PASSAGES = 3
"""By how many passages a chapter is known, the longest it has."""
TELLING = 40
"""Letters from which on a passage is a chapter's own, and not anybody's words."""
_WORD = re.compile(r"[^\W_]+")
_CITING = ("event", "scene", "utterance")


@dataclass(frozen=True, slots=True)
class Edition:
    """A book as others are compared with it; `chapters` are the passages of each that has any."""

    ordinal: int
    file: str
    chapters: tuple[tuple[str, ...], ...]


def read_editions(store: Store, stored: SagaRecord) -> list[Edition]:
    """The books that a saga holds, by the words that its facts cite."""
    if not stored.chapters:
        return []
    last = stored.chapters[-1]
    lines = store.facts(stored.name, _CITING, Moment(last.book, last.ordinal).bound)
    cited: dict[int, dict[int, list[str]]] = {book.ordinal: {} for book in stored.books}
    for fact in map(decode, lines):
        cited[fact.book].setdefault(fact.chapter, []).append(fact.text)
    return [Edition(b.ordinal, b.file, _choose_all(cited[b.ordinal].values())) for b in stored.books]


def make_edition(manuscript: Manuscript, ordinal: int) -> Edition:
    """A file that is about to be read."""
    text = manuscript.book.text
    cited = ([text[p.start : p.end] for s in chapter.scenes for p in s.paragraphs] for chapter in manuscript.chapters)
    return Edition(ordinal, manuscript.book.file, _choose_all(cited))


def refuse_known(manuscript: Manuscript, editions: Iterable[Edition], saga: str) -> None:
    """Raise InputError if most of the file's chapters are those of a book here, or most of a book's stand in the file."""
    text = manuscript.book.text
    chapters = [_fold(text[chapter.start : chapter.end]) for chapter in manuscript.chapters]
    for edition in editions:
        places = list(_find_chapters(edition, chapters))
        if 2 * len(places) > len(edition.chapters) or 2 * len(set(places)) > len(chapters):
            raise InputError(
                f"'{manuscript.book.file}' is '{edition.file}' again, book {edition.ordinal} of the saga '{saga}': {len(places)} "
                f"of {len(edition.chapters)} chapters of that stand in it. To go on with that book, give the file its old name; "
                "to read the saga anew, give all its books, each once, with --replace; to keep both, give another --saga."
            )


def _find_chapters(edition: Edition, chapters: list[str]) -> Iterator[int]:
    """For each chapter of the edition that stands in one of these, in which."""
    for passages in edition.chapters:
        for at, words in enumerate(chapters):
            if 2 * sum(passage in words for passage in passages) > len(passages):
                yield at
                break


def _choose_all(chapters: Iterable[list[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(chosen for texts in chapters if (chosen := _choose(texts)))


def _choose(texts: list[str]) -> tuple[str, ...]:
    """The longest that are not the same, without what is too short to tell a chapter."""
    folded = {_fold(text) for text in sorted(texts, key=len)[-2 * PASSAGES :]}
    telling = sorted((len(words), words) for words in folded if len(words) >= TELLING)
    return tuple(words for _, words in telling[-PASSAGES:])


def _fold(text: str) -> str:
    """Words alone, so that line ends, quotes and markup are no difference."""
    return " ".join(_WORD.findall(text.casefold()))
