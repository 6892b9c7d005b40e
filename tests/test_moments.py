"""Moments: how they are packed, and how far apart they are. Nobody else packs or unpacks them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from castline.graph.moments import Moment, chapters_since, pack

ROOT = Path(__file__).parent.parent
SHIFT = re.compile(r"(<<|>>)\s*(16|36|SCENE_BITS|CHAPTER_BITS)|0x[fF]{4}\b")


@pytest.mark.parametrize(
    ("then", "now", "chapters"),
    [("1.3", "1.3", 0), ("1.3.2", "1.3", 0), ("1.3", "1.5.1", 2), ("1.5", "1.3", 0), ("1.3.9", "1.4.1", 1)],
)
def test_chapters_since(then: str, now: str, chapters: int) -> None:
    assert chapters_since(pack(then), pack(now)) == chapters


def test_the_book_before_is_further_away_than_any_chapter_of_this_one() -> None:
    assert chapters_since(pack("1.60"), Moment(2, 1).bound) > chapters_since(pack("2.1"), Moment(2, 60).bound)


def test_only_moments_knows_how_a_moment_is_packed() -> None:
    modules = sorted(ROOT.glob("castline/**/*.py"))
    knowing = [m.name for m in modules if SHIFT.search(m.read_text(encoding="utf-8"))]
    assert knowing == ["moments.py"]
