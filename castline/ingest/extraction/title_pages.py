"""Whose tale a title page says it is: what stands before a chapter and belongs to none.

THE ADVENTURES OF TOBIAS VANE                        of his life; whoever tells it may be another
(_Being a reprint from the Recollections of_         of his own writing
    TOBIAS VANE, M.D.)
TOBIAS VANE: AN AUTOBIOGRAPHY                        of his own writing
THE LIFE OF TOBIAS VANE. Written by Himself          of his own writing
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from castline.ingest.annotations import Titled

LONGEST = 400
"""Characters of a block of lines that may be a title: what is longer is a preface."""
NEAR = 4
"""Blocks right before the chapter that may be titles, where there is a list of contents farther up."""
_WORD = r"[^\W\d_](?:[^\W_]|[.’'-])*"
_OWN_PAPER = (
    "autobiography|reminiscences|recollections|confessions?|journal|diary|narrative|statement|testimony|deposition"
)
_LIFE = "adventures?|history|life|lives|fortunes|misfortunes|memoirs?|travels|voyages?|experiences?|opinions|exploits|career"
_SMALL = (
    r"(?:the|a|an|my|his|her|our|their|himself|herself|of|by|and|in|at|to|from|with|on|written|being|as|who|which|or|late|told"
    rf"|{_LIFE})\b"
)
_NAME = rf"(?P<name>(?!{_SMALL}){_WORD}(?:[ ](?!{_SMALL}){_WORD}){{0,3}})(?P<after>,? ?M\.? ?D\b)?"
_OF = r"[ ]of[ ](?:(?:the[ ])?(?:famous|celebrated|notorious|renowned|late|unfortunate|young)[ ])*"
_OWN = (
    re.compile(rf"\b(?:{_OWN_PAPER}){_OF}{_NAME}", re.I),
    re.compile(rf"(?:^|[.:] ){_NAME}[,.:;—-]* ?(?:(?:being|or),? )?an autobiography\b", re.I),
    re.compile(rf"\b(?:told|related|narrated) by {_NAME}$", re.I),
)  # fmt: skip
_OF_LIFE = re.compile(rf"\b(?:{_LIFE}){_OF}{_NAME}", re.I)
_BY_SELF = re.compile(
    r"\b(?:written|told|related|narrated|set down|edited)?\s?(?:by|from) (?:him|her)self\b|\b(?:his|her) own (?:hand|story|account|words)\b",
    re.I,
)
_CONTENTS = re.compile(r"\W*(?:table of )?contents\W*", re.I)
_LISTED = re.compile(r"\W*(?:chapter|chap|letter|book|part|volume|vol|[IVXLC]+|\d+)\b[\s.:]", re.I)


def find_titled(before: str) -> list[Titled]:
    """Those whom what stands before a chapter names as the one whose tale it is, each once, surest first."""
    blocks = list(_find_titles(before))
    by_self = any(_BY_SELF.search(block) for block in blocks)
    found: dict[str, Titled] = {}
    for patterns, own in ((_OWN, True), ((_OF_LIFE,), by_self)):
        for block in blocks:
            for match in (match for pattern in patterns for match in pattern.finditer(block)):
                name = match["name"].rstrip(".’'-")
                title = "Dr. " if match.groupdict().get("after") else ""
                found.setdefault(name.casefold(), Titled(f"{title}{name}", own))
    return list(found.values())


def _find_titles(before: str) -> Iterator[str]:
    """The blocks that may be titles, each on one line: all up to a list of contents, and the last before the chapter."""
    blocks = [" ".join(block.replace("_", "").split()) for block in re.split(r"\n\s*\n", before)]
    blocks = [block.strip("*()[] ") for block in blocks if block.strip("*()[] ")]
    listed = next((at for at, block in enumerate(blocks) if _CONTENTS.match(block)), len(blocks))
    for at, block in enumerate(blocks):
        near = at < listed or (at >= len(blocks) - NEAR and not _LISTED.match(block))
        if near and len(block) <= LONGEST:
            yield block
