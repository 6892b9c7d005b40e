"""Names as people ask by them: compared, said more plainly ("the old keeper of the bookstall" is the keeper), or guessed at."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Collection, Iterator
from functools import lru_cache

from castline.graph.honorifics import AGES, FOND, count_titles, level_titles

NEAR = 3
"""Names that are suggested for one that nobody has."""

_BESIDE = re.compile(r"\s*,\s+|\s+the (?!(?:elder|younger|first|second|third|great)\b)")
"""What begins an apposition: "Fenn, the smith's son", "Fenn the smith"."""
_FURTHER = re.compile(r"\s+(?:of|who|whom|that|which|at|in|on|from|with|by|near|seen|called|named)\s")
"""What begins a noun's further description."""


def fold(name: str) -> str:
    """A name as it is compared: case, accents, the shape of apostrophes and doubled blanks left aside."""
    letters = unicodedata.normalize("NFKD", name.replace("’", "'"))
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).casefold().split())


@lru_cache(maxsize=8192)
def compare(name: str) -> str:
    """The same, and a title written either way. Kept: the same few names are compared over and over."""
    return level_titles(fold(name))


def drop_titles(compared: str) -> list[str]:
    """The words of a compared name without its titles and what is said fondly or of age before it ("little", "old")."""
    return _drop_fond(compared.split()[count_titles(compared) :])


def _drop_fond(words: list[str]) -> list[str]:
    """Words of a name without what is said fondly or of age before it."""
    first = next((at for at, word in enumerate(words[:-1]) if word not in FOND | AGES), len(words) - 1)
    return words[max(0, first) :]


def suggest(wanted: str, forms: Collection[str]) -> list[str]:
    """Of folded forms those that look like what was asked, whole or in one word, the nearest first."""
    words: dict[str, list[str]] = {}
    for form in sorted(forms):
        for word in form.replace(".", "").split():
            words.setdefault(word, []).append(form)
    close = difflib.get_close_matches(wanted, sorted(forms), NEAR, 0.7)
    for word in sorted(wanted.replace(".", "").split(), key=lambda word: (-len(word), word)):
        near = difflib.get_close_matches(word, sorted(words), NEAR, 0.75) if len(word) > 2 else []
        close += [form for one in near for form in words[one]]
    return close or difflib.get_close_matches(wanted, sorted(forms), NEAR, 0.5)


def say_plainly(wanted: str) -> Iterator[str]:
    """Plainer forms of a compared name, the nearest first: without what stands beside it, without "old" and the like before it,
    and what a description calls somebody, its noun alone. None of them is the name itself."""
    said = {wanted}
    name = _BESIDE.split(wanted, maxsplit=1)[0]
    for plain in (name, " ".join(_drop_fond(name.split())), *_find_nouns(wanted)):
        if plain and plain not in said:
            said.add(plain)
            yield plain


def _find_nouns(wanted: str) -> Iterator[str]:
    """ "The keeper" of "the bald keeper of the bookstall" and of "the keeper Lorne", and of "Duchess of Lorne" the duchess. Whoever
    is described by somebody else ("the keeper's wife") is not called by a noun of her own."""
    described = wanted.startswith("the ")
    head = _FURTHER.split(wanted, maxsplit=1)[0].removeprefix("the ")
    if "'s " in f"{head} " or not (described or len(head.split()) == 1 != len(wanted.split())):
        return
    words = head.split()
    for noun in (words[-1], words[-1].rpartition("-")[2], *words[-2::-1]):
        yield f"the {noun}"
