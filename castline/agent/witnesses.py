"""Witnesses: a model that reads the likeliest pages says which of them tell of a thing, and who knows of it by them.

It sees nothing that comes. Words that do not stand on the page that it names are refused, and asked for once more; of people whom
nobody is known by nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

import msgspec

from castline.agent.cited import AROUND, widen
from castline.agent.model import Messages, Model
from castline.agent.pages import (
    FENCED,
    READ,
    Page,
    ask_read,
    find_sentence,
    lay_pages,
    name_people,
    name_tellers,
    refuse_words,
)
from castline.agent.retold import rank_retold, tell_of
from castline.agent.tellings import Place, cite_place, rank_places
from castline.errors import AmbiguousName, UnknownName
from castline.graph.facts import Event
from castline.graph.moments import pack
from castline.query.concordance import Span
from castline.query.heads import name_teller
from castline.query.knowing import Knower, ToldAt, list_all_knowers
from castline.query.quoting import squeeze
from castline.query.view import Evidence, View

PAGES, LEAVES, DEEDS = 10, 8, 60
"""Pages that are read, sentences on either side of a place on its page, and events that a model has told."""
HOW = {"part": "took-part", "saw": "witnessed", "told": "told"}


class Witness(msgspec.Struct, frozen=True):
    """Somebody who knows by a page: does or undergoes the thing, or tells of it ("part"), sees it ("saw"), or is told of it
    ("told"), by whom."""

    name: str
    how: Literal["part", "saw", "told"] = "part"
    by: str = ""


class Leaf(msgspec.Struct, frozen=True):
    """A page that tells of the thing: its number, the words there that do, and who knows by them."""

    page: int
    words: str
    know: tuple[Witness, ...] = ()


class Deed(msgspec.Struct, frozen=True):
    """An event of the list by which the thing is known: its number, and who of those who know of the event know of the thing by it."""

    event: int
    know: tuple[str, ...] = ()


class Read(msgspec.Struct, frozen=True):
    """What a model reads: the pages and the events that tell of the thing, each once."""

    pages: tuple[Leaf, ...] = ()
    events: tuple[Deed, ...] = ()


_TASK = (
    "You are given pages of a book, and words for something that may happen in it. {fenced}Which pages tell of this very thing: narrate "
    "it, or have somebody tell, confess, hear, see, guess or remember it? A page about the same people that lets nobody know of it is "
    "none. For each page that does, name who knows of the thing by that page: who does or undergoes it, or tells of it, is “part”; who "
    "sees or overhears it is “saw”; who is told of it is “told”, “by” whom. Write names as the pages do, in full where they stand in full, "
    "and never “he” or “I”. Answer with one JSON object:\n"
    '{{"pages": [{{"page": its number, "words": at most 25 words that tell of it, copied from that page letter by letter, '
    '"know": [{{"name": "...", "how": "part", "saw" or "told", "by": "..." or ""}}]}}]}}; {{"pages": []}} where none does.{tellers}{events}'
)
_EVENTS = (
    " Before the pages stand EVENTS, each in a sentence by a machine that has read the book, with who knows of it. Those by which somebody knows of "
    "this very thing, in whatever words, go into the same object beside “pages”: "
    '"events": [{"event": its number, "know": [those of who knows of the event who by it know of the thing]}].'
)


def read_tellings(model: Model, view: View, asked: str, taken: Sequence[Span] = ()) -> list[ToldAt]:
    """The places that tell of a thing by the view's moment, in the order of the text, none over what is `taken`, and the events by which
    it is known, as a model reads them. Raises ModelError."""
    concordance = view.concordance()
    pages = [Page(place.span, concordance.words(place.span)) for place in rank_places(view, asked, PAGES, LEAVES)]
    events = rank_retold(view, asked, DEEDS)
    if not pages and not events:
        return []
    read = ask_read(model, _ask(view, asked, pages, events), Read, partial(_refuse, pages, len(events))) or Read()
    found = [_take(view, pages[leaf.page - 1], leaf, model.name) for leaf in read.pages]
    apart = [told for span, told in found if all(span[1] <= a or b <= span[0] for a, b in taken)]
    known = [_tell(view, events[deed.event - 1], deed) for deed in read.events]
    return sorted([*apart, *known], key=lambda told: (pack(told.at), told.evidence.start))


def _tell(view: View, event: Event, deed: Deed) -> ToldAt:
    named = {one for name in deed.know if (one := _find(view, name))}
    return tell_of(view, READ, event, named or None)


def _ask(view: View, asked: str, pages: Sequence[Page], events: Sequence[Event]) -> Messages:
    task = _TASK.format(fenced=FENCED, tellers=name_tellers(view), events=_EVENTS if events else "")
    laid = lay_pages(task, asked, pages, lambda page: name_people(view, view.concordance(), page))
    if events:
        teller = name_teller(view)
        known = list_all_knowers(view, events)
        lines = [f"{number}. {_say(teller(one.summary), known[one.id])}" for number, one in enumerate(events, 1)]
        laid[1]["content"] = "\n".join(["=== EVENTS ===", *lines, laid[1]["content"]])
    return laid


def _say(sentence: str, known: Mapping[str, Knower]) -> str:
    names = ", ".join(one.name for one in known.values())
    return f"{squeeze(sentence)} (known to {names or 'nobody named'})".replace("===", "---")


def _refuse(pages: Sequence[Page], events: int, read: Read) -> str:
    deeds = [deed.event for deed in read.events]
    if len(set(deeds)) < len(deeds) or any(not 1 <= number <= events for number in deeds):
        return f"Each event by which it is known stands once, by its number: 1 to {events}."
    numbers = [leaf.page for leaf in read.pages]
    if len(set(numbers)) < len(numbers) or 0 in numbers:
        return "Each page that tells of it stands once, by its number from 1 on."
    return next(filter(None, (refuse_words(leaf.page, leaf.words, pages) for leaf in read.pages)), "")


def _take(view: View, page: Page, leaf: Leaf, model: str) -> tuple[Span, ToldAt]:
    """The sentences about the words on a page, with those of who knows by them whom the cast has."""
    concordance = view.concordance()
    at = find_sentence(concordance, page, leaf.words)
    span = widen(concordance, at, AROUND, concordance.upto(view.bound))
    evidence = cite_place(view, Place(span, READ), model)
    return span, ToldAt(evidence.told, READ, evidence, tuple(_name(view, leaf, evidence)))


def _name(view: View, leaf: Leaf, evidence: Evidence) -> Iterator[Knower]:
    for one in leaf.know:
        who, source = _find(view, one.name), _find(view, one.by)
        if who:
            yield Knower(
                who, view.name(who), evidence.told, HOW[one.how], view.name(source) if source else None, evidence
            )


def _find(view: View, name: str) -> str | None:
    try:
        return view.find(name) if name.strip() else None
    except (UnknownName, AmbiguousName):
        return None
