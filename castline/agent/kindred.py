"""Whom "your father" and "Ada's sister" mean in a question: those who are told to be so by the view's moment."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from castline.graph.ties import INVERSE, name_tie
from castline.query.strands import live_relations
from castline.query.view import View

_NOUN = re.compile(
    r"\s*(?:(?:own|late|poor|dear|dearest|elder|eldest|younger|youngest|only)\s+)*([^\W\d_]+(?:-[^\W\d_]+)*)\b(?!\s+[A-ZÀ-Þ])"
)
"""What stands behind "your": words that tell nobody from another, and the noun. One that a name follows says only who that is."""
_SAME = {
    "papa": "father", "dad": "father", "mamma": "mother", "mama": "mother", "mum": "mother", "mom": "mother",
    "fiancé": "betrothed", "fiancée": "betrothed",
}  # fmt: skip
"""Words for kin that no tie is named by."""
_SEXES = ("male", "female")


class Kindred:
    """Everybody's ties as of a view's moment, each person's read when first asked for."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._read: dict[str, dict[str, list[str]]] = {}

    def find(self, owner: str, behind: str) -> tuple[str, ...]:
        """The ids of those whom the first noun of `behind` means as kin, friend or servant of `owner`: several where the text tells of
        several, none where it tells of none."""
        found = _NOUN.match(behind)
        noun = found[1].lower() if found else ""
        if owner and owner not in self._read:
            called: defaultdict[str, list[str]] = defaultdict(list)
            for word, other in self._name_kin(owner):
                called[word].append(other)
            self._read[owner] = dict(called)
        return tuple(dict.fromkeys(self._read.get(owner, {}).get(_SAME.get(noun, noun), ())))

    def _name_kin(self, owner: str) -> Iterator[tuple[str, str]]:
        """Each word by which somebody's kin may be asked for, with whom it means: "brother" for a half-brother, "father" for a late
        one, too."""
        view, ids = self.view, set(self.view.cast.members(owner, self.view.bound))
        for tie in live_relations(view, view.facts(["relation"], owner)):
            other, kind = (tie.a, tie.subtype) if tie.b in ids else (tie.b, INVERSE.get(tie.subtype or "", tie.subtype))
            gender = view.cast.gender(other, view.bound)
            for sex in [gender] if gender else _SEXES:
                word = name_tie(kind or tie.type, sex).partition(" by ")[0]
                for form in dict.fromkeys((word, word.removeprefix("half-"), word.removeprefix("late "))):
                    yield form, view.root(other)
