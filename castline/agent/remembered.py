"""What somebody remembers of a matter: passages that they were there for or know of, with who says what stands in quotes alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from castline.errors import AskError
from castline.graph.facts import Utterance
from castline.query.passages import Passage, find_passages
from castline.query.quoting import chapter_of, quote
from castline.query.spoken import Spans, find_saying, list_spans
from castline.query.view import View

SURE = 0.75
"""How sure it must be who speaks, for it to be said."""
LONGEST = 500
"""Characters of a passage."""
_OPENING = "“”\"'‘’ \n"


def find_remembered(view: View, who: str, question: str) -> list[Passage]:
    """The passages that bear on a question; none for one without a word to look for."""
    try:
        return find_passages(view, question, who)
    except AskError:
        return []


def say_remembered(view: View, who: str, passages: Sequence[Passage]) -> Iterator[str]:
    """A line each, as it is told to `who` (an id): a passage that opens within speech is headed by who speaks there."""
    sayings = [*view.facts(["utterance"])] if passages else []
    spans = list_spans(sayings)
    for passage in passages:
        said = _find_said(passage, sayings, spans)
        speaker = view.root(said.speaker) if said and said.speaker and said.confidence >= SURE else ""
        head = "You say: " if speaker == who else f"{view.name(speaker)} says: " if speaker else ""
        yield f"[{chapter_of(passage.at)}] {head}{quote(passage.text, LONGEST)}"


def _find_said(passage: Passage, sayings: Sequence[Utterance], spans: Spans) -> Utterance | None:
    """The saying that a passage opens in."""
    first = passage.start + len(passage.text) - len(passage.text.lstrip(_OPENING))
    place = find_saying(spans, passage.book, first)
    return sayings[place] if place >= 0 else None
