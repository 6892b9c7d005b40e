"""Which event the words of a question mean; and, of what is told and is no event, the places that tell it."""

from __future__ import annotations

from castline.errors import AskError, UnknownName
from castline.graph.asked_names import fold
from castline.graph.facts import Event, decode
from castline.query.concordance import Span
from castline.query.sentences import COMMON, find_terms, split_words
from castline.query.view import View

SHOWN = 6
"""Events, or sentences, that are named where the words of a question mean several."""
MOST, WIDE = 12, 5
"""Scenes that may tell of what is asked, and sentences over which its words may be spread."""
LONG = 4
"""Letters from which on a word may say which event is meant."""


def find_event(view: View, asked: str) -> Event | None:
    """The event of this id, or the one whose summary or evidence has these words, in a row or else all of them; None where there is
    none by the view's moment, or several."""
    if stored := view.store.events(view.record.name, [asked], view.bound):
        event: Event = decode(stored[0])
        return event
    events: list[Event] = list(view.facts(["event"]))
    words = fold(asked)
    found = [e for e in events if words in fold(e.summary) or words in fold(e.text)] or _find_scattered(events, words)
    found = [e for e in found if fold(e.summary) == words] or found
    return found[0] if len(found) == 1 else None


def find_together(view: View, asked: str) -> list[Span]:
    """The sentences told by the view's moment that have the words of a question, the first of each scene: those that have all of
    them as they are asked, else in any form, else the nearest that have them together.

    Raises AskError where more than MOST scenes have them.
    """
    concordance, firsts = view.concordance(), dict[int, Span]()
    for span in _find_sentences(view, asked) or _find_near(view, asked):
        firsts.setdefault(concordance.sentences[span[0]].told, span)
    if len(firsts) > MOST:
        cited = [concordance.cite(span) for span in list(firsts.values())[:SHOWN]]
        shown = "; ".join(f"{told} “{words}”" for told, *_, words in cited)
        raise AskError(
            f"'{asked}' is told in {len(firsts)} scenes by {view.at}: {shown}. Ask with more words, or as of "
            "an earlier chapter."
        )
    return list(firsts.values())


def _find_sentences(view: View, asked: str) -> list[Span]:
    """The sentences that have all words of a question, as they are asked or else in any form."""
    texts, rows = view.concordance().texts, _list_rows(view, asked)
    having = sorted(set.intersection(*rows)) if rows else []
    words = {word for word in split_words(asked) if word not in COMMON}
    exact = [row for row in having if words <= set(split_words(texts[row]))]
    return [(row, row + 1) for row in exact or having]


def _find_near(view: View, asked: str) -> list[Span]:
    """The stretches of a chapter, of at most WIDE sentences, that have all words of a question of two or more, in order."""
    rows = sorted(map(sorted, _list_rows(view, asked)), key=len)
    chapters, found = view.concordance().chapters, list[Span]()
    for at in rows[0] if len(rows) > 1 and all(rows) else ():
        near = [min(others, key=lambda row: (abs(row - at), row)) for others in rows]
        first, last = min(near), max(near)
        if last - first < WIDE and chapters[first] == chapters[last] and not (found and first < found[-1][1]):
            found.append((first, last + 1))
    return found


def _list_rows(view: View, asked: str) -> list[set[int]]:
    """For each term of a question the sentences told by the view's moment that have it."""
    concordance = view.concordance()
    postings, last = concordance.postings, concordance.upto(view.bound)
    rows = (postings[term][0].tolist() if term in postings else [] for term in dict.fromkeys(find_terms(asked)))
    return [{row for row in found if row < last} for found in rows]


def _find_scattered(events: list[Event], words: str) -> list[Event]:
    """Those that have all the words, in any order."""
    wanted = set(split_words(words))
    return [e for e in events if wanted and wanted <= _words_of(e)]


def _words_of(event: Event) -> set[str]:
    return {*split_words(event.summary), *split_words(event.text)}


def refuse_event(view: View, asked: str) -> UnknownName:
    """That nothing tells what is asked, with those that share most of the longer words."""
    events: list[Event] = list(view.facts(["event"]))
    words = {word for word in split_words(asked) if len(word) >= LONG}
    shared = {e.id: len(words & _words_of(e)) for e in events}
    near = sorted((e for e in events if shared[e.id]), key=lambda e: (-shared[e.id], -e.importance, e.id))[:SHOWN]
    return UnknownName(
        f"No event by {view.at} has the words '{asked}'{', nor has a sentence all of them' if words else ''}."
        f"{f' Near are: {_list(near)}.' if near else ''} `castline events NAME` lists what somebody took part in, and "
        "`castline passages` finds what was told by a word or two of it."
    )


def _list(events: list[Event]) -> str:
    return "; ".join(f"{e.told} “{e.summary}” ({e.id})" for e in events)
