"""Memories: what somebody went through and heard of, in the first person, in the order in which they came to know it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from castline.graph.facts import Event, Knowledge, decode
from castline.graph.moments import pack
from castline.query.entries import Snapshot
from castline.query.heads import rename_heads
from castline.query.persona import say_as_you
from castline.query.quoting import chapter_of, quote, squeeze
from castline.query.snapshot import take_snapshot
from castline.query.view import View

_HOW = {
    "took-part": "I was in it", "witnessed": "I was there", "told": "I was told", "overheard": "I overheard it", "read": "I read of it",
    "inferred": "I gathered it",
}  # fmt: skip
_MINE = re.compile(r"I: |I to |I think: |“|[^“]{1,80} to me: ")
"""How what one said, told or heard said to one opens: nobody need be told that he was in it."""
_FIRST = ((re.compile(r"^You(?= to |: | think: )"), "I"), (re.compile(r"^(.{1,80}?) to you: "), r"\1 to me: "))


def write_memories(view: View, character: str) -> Iterator[str]:
    """A line for each event that somebody knows of by the view's moment: the chapter, what, how they know, and the words where they are
    not what is told already."""
    one = view.find(character)
    known: dict[str, Knowledge] = {}
    for fact in sorted(view.facts(["knowledge"], one), key=lambda k: pack(k.told)):
        known.setdefault(fact.event, fact)
    found: list[Event] = [decode(line) for line in view.store.events(view.record.name, sorted(known), view.bound)]
    snapshot, rename = take_snapshot(view, one), rename_heads(view)
    yield f"I am {view.name(one)}. This is what I know as of {view.at}, and nothing after it."
    for event in sorted(found, key=lambda e: (pack(known[e.id].told), e.start, e.id)):
        k = known[event.id]
        words = _say_as_me(snapshot, rename(event.summary))
        how = f"{view.name(k.source)} told me" if k.how == "told" and k.source else _HOW[k.how]
        ways = [how] * (k.how != "took-part" or not _MINE.match(words)) + ["of an earlier time"] * bool(event.happened)
        yield " ".join(
            [f"[{chapter_of(k.told)}]", words]
            + [f"({', '.join(ways)})"] * bool(ways)
            + [quote(event.text, 200)] * (not _holds(words, event.text))
        )


def _say_as_me(snapshot: Snapshot, summary: str) -> str:
    """ "Anna to Ben: “No.”" as "I to Ben: “No.”", and what one tells oneself without who tells it."""
    words = say_as_you(snapshot, squeeze(summary)).removeprefix("As you tell it: ")
    for second, first in _FIRST:
        words = second.sub(first, words)
    return words


def _holds(told: str, words: str) -> bool:
    """Whether what is told is the book's words themselves, with names in them or not."""
    own, of_book = (re.findall(r"\w+", text) for text in (told, words))
    return len(set(of_book) - set(own)) <= len(of_book) // 3
