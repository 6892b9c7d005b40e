"""Checking an answer with a model that reads: the likeliest pages of what is told and of what comes, beside the answer's sentences.

It says which sentences cannot stand, and must show where: words of a page that comes for what lies ahead, of one that is told for what the
speaker was absent for and for what is told otherwise. What it cannot show is dropped. What comes is the judge's, as in `check`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

import msgspec
import numpy as np

from castline.agent.check import Claim, ask_as_question, check_answer
from castline.agent.cited import AROUND, Telling, cite, widen
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
from castline.agent.picking import list_coming, list_told
from castline.agent.ruling import seek
from castline.agent.weights import read_weights
from castline.query.sentences import split_sentences
from castline.query.view import View

TOLD, COMING, LEAVES = 8, 5, 8
"""Pages that are read of what is told, and of what comes, and sentences on either side of a place on its page."""
WHOLE, EACH = 5, 3
"""How many of them are those of the answer as a whole, at most, and of each sentence."""


class Faulty(msgspec.Struct, frozen=True):
    """A sentence (its number) that cannot stand, why, and the page and the words there that show it."""

    sentence: int
    fault: Literal["future", "unwitnessed", "contradicted"]
    page: int
    words: str


class Read(msgspec.Struct, frozen=True):
    """What a model finds wrong with an answer."""

    faults: tuple[Faulty, ...] = ()


_TASK = (
    "Somebody in a book, {who}, is played by an actor, and has answered as of a moment of the story. You are given pages that are told by that moment, "
    "pages marked as coming later, which neither {who} nor the actor may know, and the answer, a sentence a line. {fenced}Which sentences of the answer "
    "cannot stand? “I” in the answer is {who}.\n"
    "- “future”: it says as so, or as known, what a page that comes later tells, and nothing told by the moment does.\n"
    "- “unwitnessed”: it says that {who} saw, heard or did it there in person, and a page told by the moment shows that {who} was not there.\n"
    "- “contradicted”: it tells something that a page told by the moment tells too, with a detail that is otherwise there: who, what, where, how, how many.\n"
    "No fault is what the pages merely do not tell, the same in other words, feelings and opinions, a denial that one knows of something, a question, what "
    "is heard from others and said to be so. Most sentences stand. Answer with one JSON object:\n"
    '{{"faults": [{{"sentence": its number, "fault": "future", "unwitnessed" or "contradicted", "page": the number of the page that shows it, "words": at most '
    '25 words that do, copied from that page letter by letter}}]}}; {{"faults": []}} where all stand.{tellers}'
)


def check_with(model: Model | None, view: View, who: str, answer: str) -> list[Claim]:
    """The claims of an answer, given by a person (name or id) at the view's moment, that cannot stand: by the graph, or by a model which reads the
    graph's likeliest pages; where it says twice what cannot be, by the graph. Raises UnknownName and AmbiguousName; with a model ModelError."""
    if model is None:
        return check_answer(view, who, answer)
    one = view.find(who)
    sentences = [answer[a:b] for a, b in split_sentences(answer)]
    told, coming = _list_pages(view, one, sentences)
    pages = [*told, *coming]
    if not pages:
        return check_answer(view, who, answer)
    asked = _ask(view, one, sentences, told, coming)
    read = ask_read(model, asked, Read, partial(_refuse, sentences, pages, len(told)))
    if read is None:
        return check_answer(view, who, answer)
    sound = [one for one in read.faults if not _find_fault(sentences, pages, len(told), one)]
    first = {one.sentence: one for one in reversed(sound)}
    return [_show(view, sentences, pages, first[number]) for number in sorted(first)]


def _list_pages(view: View, who: str, sentences: Sequence[str]) -> tuple[list[Page], list[Page]]:
    """The likeliest pages of what is told and of what comes, for the answer as a whole and for each sentence, none over another."""
    told: list[Page] = []
    coming: list[Page] = []
    place = np.array(read_weights().place)
    for most, said in ((WHOLE, " ".join(sentences)), *((EACH, one) for one in sentences if len(sentences) > 1)):
        found = seek(view, who, ask_as_question(said))
        _add(told, list_told(found, place, most, LEAVES), TOLD)
        _add(coming, list_coming(found, place, most, LEAVES), COMING)
    return told, coming


def _add(pages: list[Page], more: Sequence[Page], most: int) -> None:
    for page in more:
        if len(pages) < most and all(page.span[1] <= one.span[0] or one.span[1] <= page.span[0] for one in pages):
            pages.append(page)


def _ask(view: View, who: str, sentences: Sequence[str], told: Sequence[Page], coming: Sequence[Page]) -> Messages:
    task = _TASK.format(who=view.name(who), fenced=FENCED, tellers=name_tellers(view))
    lines = "\n".join(f"{number}. {' '.join(said.split())}" for number, said in enumerate(sentences, 1))

    def note(page: Page) -> str:
        return " (comes later)" if page in coming else name_people(view, view.concordance(), page)

    return lay_pages(task, lines, [*told, *coming], note, "THE ANSWER")


def _refuse(sentences: Sequence[str], pages: Sequence[Page], told: int, read: Read) -> str:
    """Why nothing of what is found will stand; "" where nothing is found, or something of it will."""
    faults = [_find_fault(sentences, pages, told, one) for one in read.faults]
    return " ".join(faults) if faults and all(faults) else ""


def _find_fault(sentences: Sequence[str], pages: Sequence[Page], told: int, one: Faulty) -> str:
    if not 1 <= one.sentence <= len(sentences):
        return f"There is no sentence {one.sentence}: they are 1 to {len(sentences)}."
    if one.page < 1:
        return "The page that shows it must be named."
    if (one.page > told) is not (one.fault == "future"):
        return f"“{one.fault}” is not shown by page {one.page}, which {'comes later' if one.page > told else 'is told by then'}."
    return refuse_words(one.page, one.words, pages)


def _show(view: View, sentences: Sequence[str], pages: Sequence[Page], one: Faulty) -> Claim:
    return Claim(sentences[one.sentence - 1], one.fault, READ, _cite(view, pages[one.page - 1], one.words))


def _cite(view: View, page: Page, words: str) -> Telling:
    """The sentences about words on a page, and no others."""
    concordance = view.concordance()
    span = widen(concordance, find_sentence(concordance, page, words), AROUND, page.span[1])
    return cite(concordance, (max(span[0], page.span[0]), span[1]), READ)
