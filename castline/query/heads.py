"""Who says a told saying, and to whom, under the names of now: the book's earlier chapters knew them by others."""

from __future__ import annotations

import re
from collections.abc import Callable

from castline.query.view import View

_SAID = re.compile(r"([^“”:]{1,80}?)(?: to ([^“”:]{1,160}))?( thinks)?: “")
_TOLD = re.compile(r"As ([^“”:]{1,80}) tells it: “")


def rename_heads(view: View) -> Callable[[str], str]:
    """What gives "Mr. Orme to Miss Pell and Ben: “No.”" the names under which these people are shown as of the view's moment;
    names that several bear, and what is no saying, stay as they are."""
    known: dict[str, str] = {}

    def name(form: str) -> str:
        if form not in known:
            found = view.cast.candidates(form, view.bound)
            known[form] = view.name(found[0]) if len(found) == 1 else form
        return known[form]

    def rename(words: str) -> str:
        if told := _TOLD.match(words):
            return f"As {name(told[1])} tells it: “{words[told.end() :]}"
        said = _SAID.match(words)
        if said is None:
            return words
        heard = f" to {' and '.join(map(name, said[2].split(' and ')))}" if said[2] else ""
        who = name(said[1])
        return f"{who[:1].upper()}{who[1:]}{heard}{said[3] or ''}: “{words[said.end() :]}"

    return rename
