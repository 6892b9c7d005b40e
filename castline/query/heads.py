"""Who says a told saying, and to whom: "Mr. Orme to Miss Pell and Ben: “No.”", "Ada thinks: “No.”", "As Ada tells it: “No.”"."""

from __future__ import annotations

import re
from collections.abc import Callable

from castline.graph.identity import NAMELESS
from castline.query.view import View

SAID = re.compile(r"(?P<who>[^“”:]{1,80}?)(?: to (?P<whom>[^“”:]{1,160}))?(?P<thinks> thinks)?: “")
"""The head of a saying, with the mark that opens it; a sentence of the book may look so, too ("Ada smiled to Ben: “No.”")."""
_TELLER = re.compile(r"\b[Tt]he narrator\b")
OPENS, LONGEST = ": “", 260
"""What ends every head, and the characters within which it does: most sentences are told not to be one at once."""
TELLS = re.compile(r"As (?P<who>[^“”:]{1,80}) tells it: “")
"""The head of what a teller tells of himself."""


def rename_heads(view: View) -> Callable[[str], str]:
    """What gives the people of a head the names under which they are shown as of the view's moment: the book's earlier chapters knew
    them by others. Names that several bear stay as they are, and so do sentences that only look so, of which nobody is the head."""
    known: dict[str, str] = {}

    def name(form: str) -> str:
        """The name of now, the form itself where several bear it, "" where nobody does."""
        if form not in known:
            found = view.cast.candidates(form, view.bound)
            known[form] = view.name(found[0]) if len(found) == 1 else form if found else ""
        return known[form]

    def rename(words: str) -> str:
        if words.find(OPENS, 0, LONGEST) < 0:
            return words
        head = TELLS.match(words) or SAID.match(words)
        who = name(head["who"]) if head else ""
        if not head or not who:
            return words
        said = words[head.end() :]
        if head.re is TELLS:
            return f"As {who} tells it: “{said}"
        heard = " and ".join(name(one) or one for one in head["whom"].split(" and ")) if head["whom"] else ""
        return f"{who[:1].upper()}{who[1:]}{heard and f' to {heard}'}{head['thinks'] or ''}: “{said}"

    return rename


def name_teller(view: View) -> Callable[[str], str]:
    """What gives "the narrator" of a model's words the name under which whoever tells the story is known as of the view's moment; where
    several tell it, or no name is told, they stay as they are."""
    tellers = {view.root(one) for one in view.cast.narrators if view.cast.met.get(one, view.bound + 1) <= view.bound}
    name = view.name(tellers.pop()) if len(tellers) == 1 else NAMELESS
    return lambda words: words if name == NAMELESS else _TELLER.sub(name, words)
