"""Witnesses: a model that reads the likeliest pages says which of them tell of a thing, and who knows of it by them.

It sees nothing that comes. Words that do not stand on the page that it names are refused, and asked for once more; of people whom
nobody is known by nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal

import msgspec

from castline.agent.cited import AROUND, widen
from castline.agent.model import Messages, Model
from castline.agent.pages import (
    FENCED,
    Page,
    ask_read,
    find_sentence,
    lay_pages,
    name_people,
    name_tellers,
    refuse_words,
)
from castline.agent.tellings import Place, cite_place, rank_places
from castline.errors import AmbiguousName, UnknownName
from castline.query.concordance import Span
from castline.query.knowing import Knower, ToldAt
from castline.query.view import Evidence, View

PAGES, LEAVES = 10, 8
"""Pages that are read, and sentences on either side of a place on its page."""
READ = 0.9
"""How likely it is that what a model has read is so."""
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


class Read(msgspec.Struct, frozen=True):
    """What a model reads: the pages that tell of the thing, each once."""

    pages: tuple[Leaf, ...] = ()


_TASK = (
    "You are given pages of a book, and words for something that may happen in it. {fenced}Which pages tell of this very thing: narrate "
    "it, or have somebody tell, confess, hear, see, guess or remember it? A page about the same people that lets nobody know of it is "
    "none. For each page that does, name who knows of the thing by that page: who does or undergoes it, or tells of it, is “part”; who "
    "sees or overhears it is “saw”; who is told of it is “told”, “by” whom. Write names as the pages do, in full where they stand in full, "
    "and never “he” or “I”. Answer with one JSON object:\n"
    '{{"pages": [{{"page": its number, "words": at most 25 words that tell of it, copied from that page letter by letter, '
    '"know": [{{"name": "...", "how": "part", "saw" or "told", "by": "..." or ""}}]}}]}}; {{"pages": []}} where none does.{tellers}'
)


def read_tellings(model: Model, view: View, asked: str, taken: Sequence[Span] = ()) -> list[ToldAt]:
    """The places that tell of a thing by the view's moment, in the order of the text, none over what is `taken`, as a model reads
    them. Raises ModelError."""
    concordance = view.concordance()
    pages = [Page(place.span, concordance.words(place.span)) for place in rank_places(view, asked, PAGES, LEAVES)]
    if not pages:
        return []
    read = ask_read(model, _ask(view, asked, pages), Read, partial(_refuse, pages)) or Read()
    found = [_take(view, pages[leaf.page - 1], leaf, model.name) for leaf in read.pages]
    apart = [(span, told) for span, told in found if all(span[1] <= a or b <= span[0] for a, b in taken)]
    return [told for _, told in sorted(apart, key=lambda row: row[0])]


def _ask(view: View, asked: str, pages: Sequence[Page]) -> Messages:
    task = _TASK.format(fenced=FENCED, tellers=name_tellers(view))
    return lay_pages(task, asked, pages, lambda page: name_people(view, view.concordance(), page))


def _refuse(pages: Sequence[Page], read: Read) -> str:
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
