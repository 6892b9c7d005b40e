"""Libraries to ask: the shipped story, read once for all tests, and small books written in a test."""

from __future__ import annotations

import atexit
import re
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import castline
from castline.graph.moments import pack, parse

LEDGER = Path(__file__).parent.parent / "castline/examples/the_salt_ledger.txt"
TALE = """CHAPTER 1

In the harbour lived Miss Anna Quill, and in the town lived Mr. Ben Marsh. One morning Mr. Marsh came to see Miss Quill, and
Miss Quill gave Mr. Marsh a rose.

“I love you, Mr. Marsh,” said Miss Quill.

CHAPTER 2

In the evening Mr. Marsh struck Miss Quill. Then Miss Quill wept, and Mr. Marsh laughed.

“I hate you, Mr. Marsh,” said Miss Quill.

CHAPTER 3

In the winter came Mrs. Clara Stone, and Mrs. Stone kissed Miss Quill. Then Mrs. Stone gave Miss Quill a silver key.
"""
"""Three chapters: love, a blow, and somebody new."""


@lru_cache(maxsize=1)
def ledger_url() -> str:
    """A store that holds the shipped story, for reading only."""
    folder = tempfile.TemporaryDirectory(prefix="castline-ledger-")
    atexit.register(folder.cleanup)
    url = f"sqlite:///{folder.name}/ledger.db"
    with castline.open(url) as library:
        library.ingest(LEDGER)
    return url


def write_tale(folder: Path, name: str = "tale.txt", text: str = TALE) -> Path:
    """The tale as a file."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def moments_in(value: Any) -> Iterator[str]:
    """Every moment that an answer speaks of, however deep: told, at, met, since, scene, until."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("told", "at", "met", "since", "scene", "until") and isinstance(inner, str):
                yield inner
            yield from moments_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from moments_in(inner)
    elif isinstance(value, str) and re.fullmatch(r"\d+\.\d+(\.\d+)?", value):
        yield value


def told_after(value: Any, at: str) -> list[str]:
    """The moments in an answer that come after `at`: there should be none."""
    bound = parse(at).bound
    return [moment for moment in moments_in(value) if pack(moment) > bound]
