"""Evidence for eyes: words squeezed onto one line, shortened and placed."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

from castline.graph.apostrophes import restore_apostrophes
from castline.query.view import Evidence

_HOW = {
    "took-part": "took part",
    "witnessed": "was there",
    "told": "told",
    "inferred": "gathered it",
    "read": "read it",
    "overheard": "overheard it",
    "near": "shows near it",
    "spoke": "speaks of it",
}
_COUNTED = {
    "told": ("telling",), "shared": ("event of both", "events of both"),
    "known": ("person known", "people known"), "unshared": ("event unknown to the other", "events unknown to the other"),
}  # fmt: skip
_INNER = str.maketrans("“”", "‘’")
_OPENS = re.compile(r'(?<![^\s(\[—–-])"(?=\S)')
"""A straight mark that opens; the others close."""
_UNSEEN = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)], " ")
"""Controls and signs of writing direction: a book must not be able to steer a terminal."""


ITALICS = re.compile(r"(?<!\w)_([^_\n]+)_(?!\w)")
"""How plain text marks words that are stressed."""


def squeeze(text: str) -> str:
    """The text with every run of white space, and of what is not to be seen, as one space, and the apostrophes that it has lost."""
    return restore_apostrophes(" ".join(text.translate(_UNSEEN).split()))


WHOLE = sys.maxsize
"""The most of words that are not to be cut."""


def shorten(text: str, most: int) -> str:
    """Squeezed, and cut at a word to at most `most` characters, with an ellipsis where something was cut."""
    plain = squeeze(text)
    if len(plain) <= most:
        return plain
    return plain[: most - 1].rsplit(" ", 1)[0].rstrip(",;:—- ") + "…"


def quote(text: str, most: int = 120) -> str:
    """In quotation marks of our own: those around the words in the book go, those inside become single ones."""
    bare = _OPENS.sub("“", squeeze(text)).replace('"', "”")
    if bare.startswith("“") and bare.find("”") in (-1, len(bare) - 1):
        bare = bare.removeprefix("“")
    if bare.endswith("”") and bare.count("”") > bare.count("“"):
        bare = bare.removesuffix("”")
    bare = bare.translate(_INNER)
    return f"“{shorten(bare.rstrip(',').rstrip(), most)}”"


def chapter_of(told: str) -> str:
    """ "1.34.2" as "1.34": what a reader looks up."""
    return ".".join(told.split(".")[:2])


def cited(evidence: Evidence, most: int = 120) -> str:
    """The words and their chapter: “I will not dance with him.” (1.3)."""
    return f"{quote(evidence.text, most)} ({chapter_of(evidence.told)})"


def count(number: int, one: str, many: str = "") -> str:
    """ "1 person", "3 people", "2,000 rows"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def left_out(counts: dict[str, int]) -> str:
    """ "8 attributes, 1 feeling and the mood": sections of a snapshot, counted."""
    return listed([
        f"the {section}" if section in ("mood", "whereabouts") else count(number, *_COUNTED.get(section, (section.removesuffix("s"),)))
        for section, number in counts.items()
    ])  # fmt: skip


def say_how(how: str, source: str | None) -> str:
    """How somebody came to know: "took part", "told by Marta", "read, from Marta"."""
    words = _HOW.get(how, how)
    if source is None:
        return "was told" if how == "told" else words
    return f"told by {source}" if how == "told" else f"{words}, from {source}"


def say_how_you(how: str, source: str | None) -> str:
    """The same said to whoever knows: "you took part", "you were told by Marta", "you said so"."""
    if how == "spoke":
        return "you said so"
    were = "were " if how in ("told", "witnessed") else ""
    return f"you {were}{say_how(how, source).removeprefix('was ')}"


def say_event(summary: str, happened: str | None) -> str:
    """An event on one line; "told of: ..." where the scene that tells it is not the one in which it happened."""
    return f"told of: {squeeze(summary)}" if happened else squeeze(summary)


def listed(names: tuple[str, ...] | list[str]) -> str:
    """ "Anna, Ben and Cato"."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def put_below(line: str, told: Iterable[str]) -> str:
    """A line with others that belong to it, each on its own below."""
    return "\n  - ".join([line, *told])
