"""Moments: places on a saga's narration axis, and what "as of" means.

    book . chapter . scene         packed: book << 36 | chapter << 16 | scene
      2  .   14    .   3           "2.14.3"; in a saga of one book "14" and "14.3" will do

*As of M* means everything told by the end of M: the bound is inside. *Before M* leaves M out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from castline.errors import MomentError

CHAPTER_BITS, SCENE_BITS = 20, 16
LAST_SCENE = (1 << SCENE_BITS) - 1
LAST_CHAPTER = (1 << CHAPTER_BITS) - 1
LAST_BOOK = (1 << 16) - 1
FOREVER = (1 << 52) - 1
"""A bound after every moment: as of the end of what was ingested."""


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """A book and chapter (both from 1), and a scene of it where one is meant (0: the chapter as a whole)."""

    book: int
    chapter: int
    scene: int = 0

    def __post_init__(self) -> None:
        if not (1 <= self.book <= LAST_BOOK and 1 <= self.chapter <= LAST_CHAPTER):
            raise MomentError(
                f"'{self.book}.{self.chapter}' is no moment: books and chapters are counted from 1. "
                "Write book.chapter, for example 1.34."
            )
        if not 0 <= self.scene < LAST_SCENE:
            raise MomentError(f"Scene {self.scene} is no scene: scenes are counted from 1.")

    @property
    def packed(self) -> int:
        """The integer that stores sort by; what is told of a whole chapter sorts before its scenes."""
        return self.book << (CHAPTER_BITS + SCENE_BITS) | self.chapter << SCENE_BITS | self.scene

    @property
    def bound(self) -> int:
        """The last packed value that "as of this moment" includes: a chapter includes its scenes."""
        return self.packed if self.scene else self.packed | LAST_SCENE

    def __str__(self) -> str:
        return f"{self.book}.{self.chapter}" + (f".{self.scene}" if self.scene else "")


At = str | int | Moment
"""A moment as a caller gives it: "1.34.2", "34" or a heading; the number of a chapter; or a Moment."""


def write(at: At) -> str:
    """The written form of a moment as given. Raises MomentError for what is none, such as True or 1.5."""
    if isinstance(at, bool) or not isinstance(at, str | int | Moment):
        raise MomentError(
            f"{at!r} is no moment. Give the number of a chapter, 34, or text: '1.34', '1.34.2', a heading."
        )
    return str(at)


def unpack(packed: int) -> Moment:
    """The moment of a packed value (a bound gives its chapter)."""
    scene = packed & LAST_SCENE
    return Moment(
        packed >> (CHAPTER_BITS + SCENE_BITS),
        packed >> SCENE_BITS & LAST_CHAPTER,
        0 if scene == LAST_SCENE else scene,
    )


def chapters_since(then: int, now: int) -> int:
    """How many chapters the packed `now` stands after `then`: 0 within a chapter, or where it is not after it.

    From one book to the next it is more than any book has chapters.
    """
    return max(0, (now >> SCENE_BITS) - (then >> SCENE_BITS))


def number_chapter(packed: int) -> int:
    """A number that all moments of one chapter have, greater for a later chapter."""
    return packed >> SCENE_BITS


def show(packed: int) -> str:
    """The written form of a packed value: "1.34.2"."""
    scene = packed & LAST_SCENE
    chapter = f"{packed >> (CHAPTER_BITS + SCENE_BITS)}.{packed >> SCENE_BITS & LAST_CHAPTER}"
    return f"{chapter}.{scene}" if 0 < scene < LAST_SCENE else chapter


@lru_cache(maxsize=65_536)
def pack(written: str) -> int:
    """The packed value of a full written form, as facts carry it ("1.34" or "1.34.2")."""
    return parse(written, books=2).packed


_EARLIER = "before "


def before(moment: Moment) -> str:
    """The written form of a time in the story of which only this is told: that it is before a moment."""
    return f"{_EARLIER}{moment}"


def place_in_story(told: str, happened: str | None) -> tuple[int, bool]:
    """Where something stands in the order of the story, as far as is told: at the moment at which it happened, before the
    moment that it is before, or else where it is told."""
    written = happened or told
    return pack(written.removeprefix(_EARLIER)), not written.startswith(_EARLIER)


def parse(written: str, books: int = 1) -> Moment:
    """Read "34", "2.34" or "2.34.3".

    In a saga of one book the book may be left out: "34" is chapter 34 and "34.2" its scene 2; "1.34" still is
    book 1, chapter 34 (for a scene of chapter 1 write "1.1.2"). Raises MomentError when it is none of these.
    """
    found = re.fullmatch(r"\s*(\d{1,6})(?:\.(\d{1,7}))?(?:\.(\d{1,5}))?\s*", written)
    if not found:
        raise MomentError(
            f"'{written}' is no moment. Write book.chapter or book.chapter.scene, for example 1.34 or 1.34.2; "
            "in a saga of one book the chapter alone will do."
        )
    first, second, third = (int(part) if part else None for part in found.groups())
    assert first is not None
    if second is None:
        if books > 1:
            raise MomentError(
                f"'{written}' names no book, and this saga has {books}. Write book.chapter, for example 1.3."
            )
        return Moment(1, first)
    if third is None and books == 1 and first > 1:
        return Moment(1, first, second)
    return Moment(first, second, third or 0)
