"""Picking: a model that reads the likeliest pages says which of them tells what is asked about, and how.

    question -> the likeliest pages of what is told   -> which tells of it, who was there, what the question changes
             -> that page, and the likeliest to come  -> which of them is meant: whether it lies ahead

The first sees nothing that comes, and all but "future" rests on it alone: whatever a hint says is in the words of a page told
by the moment. A model may remember the book, so words that do not stand on the page that is named, or in the question, are
refused and asked for once more; then the graph's ruling stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
import numpy as np

from castline.agent.cited import AROUND, PLACES, Telling, cite, cite_places, widen
from castline.agent.model import Messages, Model
from castline.agent.pages import (
    FENCED,
    PAGE,
    READ,
    Page,
    ask_read,
    find_sentence,
    find_words,
    lay_pages,
    list_pages,
    name_people,
    name_tellers,
    refuse_words,
)
from castline.agent.ruling import Ruling, Sought, place_them, rule, rule_on, seek, share
from castline.agent.weights import Weights, read_weights
from castline.query.concordance import Floats
from castline.query.view import View

TOLD, COMING = 8, 5
"""Pages that are read of what is told, and of what comes: of 96 gold questions on what is told the first hold the telling words
for 87, where ten places of five sentences hold them for 71; of 24 on what comes the others do for 23."""


class Read(msgspec.Struct, frozen=True):
    """What a model reads on the pages told: the number of the one that tells what is asked about (0: none), the words there that
    do, whether the person was there, the words of the question that are changed, and the page's in their place."""

    page: int = 0
    words: str = ""
    there: Literal["yes", "no", "unclear"] = "unclear"
    changed: str = ""
    told: str = ""


class Meant(msgspec.Struct, frozen=True):
    """Which page is meant, of one that is told and those that come (0: none), and the words there."""

    page: int = 0
    words: str = ""


def rule_with(model: Model | None, view: View, who: str, question: str, weights: Weights | None = None) -> Ruling:
    """The ruling on a question put to a person (name or id) at the view's moment: the graph's, or that of a model which reads the
    graph's likeliest pages. Raises UnknownName, AmbiguousName; with a model ModelError."""
    if model is None:
        return rule(view, who, question, weights)
    weights = weights or read_weights()
    found = seek(view, who, question)
    ruling, place = rule_on(view, found, weights), np.array(weights.place)
    told, coming = list_told(found, place), list_coming(found, place)
    read = (
        ask_read(model, _ask_told(view, found, ruling, told), Read, lambda one: _refuse_read(one, question, told))
        or Read()
    )
    page = told[read.page - 1] if read.page else None
    both = [*([page] if page else told[:1]), *coming]
    meant = Meant()
    if coming:
        meant = (
            ask_read(model, _ask_meant(ruling, both), Meant, lambda one: refuse_words(one.page, one.words, both))
            or meant
        )
    if meant.page and both[meant.page - 1] in coming:
        return _set_ahead(found, ruling, both[meant.page - 1], meant.words)
    return _set_told(view, found, ruling, page, read, place) if page else ruling


def list_told(found: Sought, weights: Floats, most: int = TOLD, around: int = PAGE) -> list[Page]:
    """The likeliest pages of what is told, the likeliest first."""
    return list_pages(
        found.concordance, found.past.places, share(found.past.features @ weights), found.told, most, around
    )


def list_coming(found: Sought, weights: Floats, most: int = COMING, around: int = PAGE) -> list[Page]:
    """The likeliest pages of what comes."""
    ahead = found.whole.places >= found.told
    shares = share(found.whole.features @ weights)[ahead]
    return list_pages(found.concordance, found.whole.places[ahead], shares, found.end, most, around)


_RULES = f"You are given pages of a book, and a question that is put to somebody in it. {FENCED}“You” in the question is {{who}}. "
_TOLD = _RULES + (
    "Which page tells the very thing that the question is about? The question may change one detail of it: a person, a place, a thing, a "
    "way, a number. Then it is about what the page tells, and “changed” are the question's words for that detail, “told” the page's words "
    "in its place. What the page merely leaves unsaid is not changed, nor is the same thing in other words. Answer with one JSON object:\n"
    '{{"page": its number, or 0 where none tells of it, "words": at most 25 words that tell of it, copied from that page letter by letter, '
    '"there": "yes" where {who} saw or heard it happen, "no" where they did not, "unclear" where the pages do not show, '
    '"changed": the words of the question, or "", "told": at most 12 words copied from the page letter by letter, or ""}}'
)
_MEANT = _RULES + (
    "Which page tells the very thing that the question is about, or comes nearest to it? A detail of it may be changed. Answer with one "
    'JSON object: {{"page": its number, or 0 where none has anything of it, "words": at most 25 words that tell of it, copied from that '
    "page letter by letter}}"
)


def _ask_told(view: View, found: Sought, ruling: Ruling, pages: Sequence[Page]) -> Messages:
    system = _TOLD.format(who=ruling.who) + name_tellers(view)
    return lay_pages(system, ruling.question, pages, lambda page: name_people(view, found.concordance, page))


def _ask_meant(ruling: Ruling, pages: Sequence[Page]) -> Messages:
    return lay_pages(_MEANT.format(who=ruling.who), ruling.question, pages, lambda page: "")


def _refuse_read(read: Read, question: str, pages: Sequence[Page]) -> str:
    why = refuse_words(read.page, read.words, pages)
    if not why and read.page and read.told and not find_words(read.told, pages[read.page - 1].text):
        why = f"“{read.told}” does not stand on page {read.page}."
    if not why and read.changed and not find_words(read.changed, question):
        why = f"“{read.changed}” does not stand in the question."
    return why


def _set_ahead(found: Sought, ruling: Ruling, page: Page, words: str) -> Ruling:
    place = _cite(found, page, words, found.end)
    return msgspec.structs.replace(
        ruling, temporal="future", spatial="unknown", confidence=READ, heard_from=None, heard_at=None, doubted=(),
        beyond=_lead(place, ruling.beyond),
    )  # fmt: skip


def _set_told(view: View, found: Sought, ruling: Ruling, page: Page, read: Read, weights: Floats) -> Ruling:
    """The ruling by what is read on a page told; the graph's other places are those of the question as it was asked."""
    shares = share(found.past.features @ weights)
    others = cite_places(found.concordance, found.past.places, shares, found.told)
    place = _cite(found, page, read.words, found.told)
    present = {"yes": READ, "no": 1 - READ, "unclear": ruling.present}[read.there]
    span = found.concordance.span(place.book, place.start, place.end)
    spatial, source, at = place_them(view, found, span, present)
    return msgspec.structs.replace(
        ruling, temporal="never happened" if read.changed else "past", spatial=spatial, confidence=READ,
        present=round(present, 3), falsified=round(READ if read.changed else 1 - READ, 3), heard_from=source, heard_at=at,
        doubted=(read.changed,) if read.changed else (), instead=read.told or None if read.changed else None,
        places=_lead(place, others),
    )  # fmt: skip


def _cite(found: Sought, page: Page, words: str, stop: int) -> Telling:
    """The sentences about the words on a page."""
    at = find_sentence(found.concordance, page, words)
    return cite(found.concordance, widen(found.concordance, at, AROUND, stop), READ)


def _lead(place: Telling, others: Sequence[Telling]) -> tuple[Telling, ...]:
    """A place before the others that do not overlap it."""
    apart = [one for one in others if one.book != place.book or one.end <= place.start or one.start >= place.end]
    return (place, *apart)[:PLACES]
