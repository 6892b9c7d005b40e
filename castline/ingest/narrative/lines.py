"""A line of a telling: on one line, its quotation marks closed, no longer than is told."""

from __future__ import annotations

import re

from castline.ingest.draft import LONGEST_EVIDENCE

LONGEST = LONGEST_EVIDENCE
"""Characters of a telling."""
INNER = str.maketrans("“”", "‘’")
"""Quotation marks within others."""
_PAUSE = re.compile(r"[;:—]|,(?= (?:and|but|for|while|which|who|as|when)\b)")


def clean(words: str) -> str:
    """On one line, without the marks of italics; quotation marks of one kind."""
    plain = " ".join(words.replace("_", "").replace("*", "").split()).replace("--", "—").rstrip(" ,;:-")
    return re.sub(r"\"([^\"]*)(?:\"|$)", r"“\1”", plain) if "“" not in plain and "”" not in plain else plain


def close(words: str) -> str:
    """With the quotation marks that stand before or after the words; without a mark of what is no part of them."""
    words = words.removesuffix("“”").rstrip("“ ")
    opens = "“" if words.find("”") >= 0 and not -1 < words.find("“") < words.find("”") else ""
    closes = "”" if words.rfind("“") > words.rfind("”") else ""
    return f"{opens}{words}{closes}"


def shorten(words: str, cut: bool = False) -> str:
    """At most LONGEST characters, ended where the sentence pauses, or at a word; `cut`: they end within a sentence as it is."""
    if len(words) <= LONGEST and not cut:
        return words
    pauses = [found.start() for found in _PAUSE.finditer(words, LONGEST // 2, LONGEST)]
    return (words[: pauses[-1]] if pauses else words[:LONGEST].rsplit(None, 1)[0]).rstrip(" ,;:—") + " …"
