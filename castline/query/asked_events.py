"""Which event the words of a question mean; and, of what is told and is no event, the sentence that tells it."""

from __future__ import annotations

from castline.errors import AskError, UnknownName
from castline.graph.asked_names import fold
from castline.graph.facts import Event, decode
from castline.query.sentences import find_terms, split_words
from castline.query.view import View

SHOWN = 6
"""Events, or sentences, that are named where the words of a question mean several."""
LONG = 4
"""Letters from which on a word may say which event is meant."""


def find_event(view: View, asked: str) -> Event | None:
    """The event of this id, or whose summary or evidence has these words, in a row or else all of them; None where there is
    none by the view's moment. Raises AskError where there are several."""
    if stored := view.store.events(view.record.name, [asked], view.bound):
        event: Event = decode(stored[0])
        return event
    events: list[Event] = list(view.facts(["event"]))
    words = fold(asked)
    found = [e for e in events if words in fold(e.summary) or words in fold(e.text)] or _find_scattered(events, words)
    if len(found) > 1:
        shown = _list(sorted(found, key=lambda e: -e.importance)[:SHOWN])
        raise AskError(
            f"'{asked}' is in {len(found)} events by {view.at}: {shown}. Ask with more words, or with the id."
        )
    return found[0] if found else None


def find_telling(view: View, asked: str) -> tuple[str, int, int, int, str]:
    """The first sentence told by the view's moment that has all the words: its moment, book, offsets and text.

    Raises UnknownName where there is none, AskError where several scenes have one.
    """
    concordance, terms = view.concordance(), find_terms(asked)
    having = [set(concordance.postings[term][0].tolist()) if term in concordance.postings else set() for term in terms]
    rows = sorted(set.intersection(*having)) if having else []
    firsts: dict[str, tuple[str, int, int, int, str]] = {}
    for row in rows:
        if row < concordance.upto(view.bound):
            cited = concordance.cite((row, row + 1))
            firsts.setdefault(cited[0], cited)
    if not firsts:
        raise UnknownName(_say_none(view, asked))
    if len(firsts) > 1:
        shown = "; ".join(f"{told} “{words}”" for told, *_, words in list(firsts.values())[:SHOWN])
        raise AskError(
            f"'{asked}' is in no event by {view.at}, and told in {len(firsts)} scenes: {shown}. Ask with more words, or as of "
            "an earlier chapter."
        )
    return next(iter(firsts.values()))


def _find_scattered(events: list[Event], words: str) -> list[Event]:
    """Those that have all the words, in any order."""
    wanted = set(split_words(words))
    return [e for e in events if wanted and wanted <= _words_of(e)]


def _words_of(event: Event) -> set[str]:
    return {*split_words(event.summary), *split_words(event.text)}


def _say_none(view: View, asked: str) -> str:
    """That there is none, with those that share most of the longer words."""
    events: list[Event] = list(view.facts(["event"]))
    words = {word for word in split_words(asked) if len(word) >= LONG}
    shared = {e.id: len(words & _words_of(e)) for e in events}
    near = sorted((e for e in events if shared[e.id]), key=lambda e: (-shared[e.id], -e.importance, e.id))[:SHOWN]
    return (
        f"No event by {view.at} has the words '{asked}'{', nor has a sentence all of them' if words else ''}."
        f"{f' Near are: {_list(near)}.' if near else ''} `castline events NAME` lists what somebody took part in, and "
        "`castline passages` finds what was told by a word or two of it."
    )


def _list(events: list[Event]) -> str:
    return "; ".join(f"{e.told} “{e.summary}” ({e.id})" for e in events)
