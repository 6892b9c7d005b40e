"""Memories: what somebody went through and heard of, in the first person, in the order in which they came to know it."""

from __future__ import annotations

from collections.abc import Iterator

from castline.graph.facts import Event, Knowledge, decode
from castline.graph.moments import pack
from castline.query.quoting import chapter_of, quote, say_event
from castline.query.view import View

_HOW = {
    "took-part": "I was in it", "witnessed": "I was there", "told": "I was told", "overheard": "I overheard it", "read": "I read of it",
    "inferred": "I gathered it",
}  # fmt: skip


def write_memories(view: View, character: str) -> Iterator[str]:
    """A line for each event that somebody knows of by the view's moment: the chapter, what, how they know, the words."""
    one = view.find(character)
    known: dict[str, Knowledge] = {}
    for fact in sorted(view.facts(["knowledge"], one), key=lambda k: pack(k.told)):
        known.setdefault(fact.event, fact)
    found: list[Event] = [decode(line) for line in view.store.events(view.record.name, sorted(known), view.bound)]
    yield f"I am {view.name(one)}. This is what I know as of {view.at}, and nothing after it."
    for event in sorted(found, key=lambda e: (pack(known[e.id].told), e.start, e.id)):
        k = known[event.id]
        how = f"{view.name(k.source)} told me" if k.how == "told" and k.source else _HOW[k.how]
        yield f"[{chapter_of(k.told)}] {say_event(event.summary, event.happened)} ({how}) {quote(event.text, 200)}"
