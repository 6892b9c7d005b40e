"""Which event the words of a question mean; and, of what is told and is no event, the places that tell it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from castline.errors import AskError, UnknownName
from castline.graph.asked_names import fold
from castline.graph.facts import Event, decode, is_by_rules
from castline.query.concordance import Span
from castline.query.sentences import COMMON, WORD, find_terms, split_words, stem
from castline.query.view import View

SHOWN = 6
"""Events, or sentences, that are named where the words of a question mean several."""
MOST, BETWEEN = 12, 3
"""Scenes that may tell of what is asked, and words that may stand between two words of it."""
LONG = 4
"""Letters from which on a word may say which event is meant."""


Meant = tuple[bool, list[int]]
"""Whether somebody leads the words asked for, and where in a sentence a word means them."""


class Named(NamedTuple):
    """Who is named in a question: the ids of those who may be, and whether the name stands before the other words."""

    ids: tuple[str, ...]
    leads: bool


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


def find_together(view: View, asked: str, must: bool, people: Sequence[Named] = ()) -> list[Span]:
    """The sentences told by the view's moment that have the words of a question as they are asked, in that order and with at most
    BETWEEN others between two of them, and in which a word means each of the `people`, before the words or behind them as it is
    asked; the words may then be in another form ("love" for "loves").

    Where more than MOST scenes have them, none, or AskError if they `must` be told apart.
    """
    concordance, form = view.concordance(), stem if people else str
    words = [form(word) for word in split_words(asked) if word not in COMMON]
    spots = [_list_spots(view, one) for one in people]
    rows = [*_list_rows(view, asked), *({at for at, _ in found} for found in spots)]
    having = sorted(set.intersection(*rows)) if words and rows else []
    found = [at for at in having if _has_together(concordance.texts[at], words, form, _pick(people, spots, at))]
    firsts = {concordance.sentences[at].told: at for at in reversed(found)}
    if len(firsts) > MOST and must:
        cited = [concordance.cite((at, at + 1)) for at in sorted(firsts.values())[:SHOWN]]
        shown = "; ".join(f"{told} “{words}”" for told, *_, words in cited)
        raise AskError(
            f"'{asked}' is told in {len(firsts)} scenes by {view.at}: {shown}. Ask with more words, or as of an earlier chapter."
        )
    return [(at, at + 1) for at in found] if len(firsts) <= MOST else []


def _pick(people: Sequence[Named], spots: Sequence[list[tuple[int, int]]], sentence: int) -> list[Meant]:
    return [(one.leads, [spot for at, spot in own if at == sentence]) for one, own in zip(people, spots, strict=True)]


def _has_together(text: str, words: list[str], form: Callable[[str], str], people: Sequence[Meant]) -> bool:
    """Whether words follow each other in a sentence, with few others between, and a word before or behind them means each of the people."""
    sentence, places = [*map(form, split_words(text))], [found.start() for found in WORD.finditer(text)]
    for start in (at for at, word in enumerate(sentence) if word == words[0]):
        end = _follow(words, sentence, start)
        if end >= 0 and all(
            any(spot <= places[start] if leads else spot > places[start] for spot in spots) for leads, spots in people
        ):
            return True
    return False


def _follow(words: list[str], sentence: list[str], at: int) -> int:
    """Where the last of the words stands, if the first stands at a place of a sentence and the others follow; else -1."""
    for word in words[1:]:
        at = next((next_ for next_ in range(at + 1, at + 2 + BETWEEN) if sentence[next_ : next_ + 1] == [word]), -1)
        if at < 0:
            return -1
    return at


def _list_rows(view: View, asked: str) -> list[set[int]]:
    """For each term of a question the sentences told by the view's moment that have it."""
    concordance = view.concordance()
    postings, last = concordance.postings, concordance.upto(view.bound)
    rows = (postings[term][0].tolist() if term in postings else [] for term in dict.fromkeys(find_terms(asked)))
    return [{row for row in found if row < last} for found in rows]


def _list_spots(view: View, named: Named) -> list[tuple[int, int]]:
    """(Sentence, offset into it) of each word that means one of those who may be named."""
    spots = view.concordance().spots
    members = dict.fromkeys(member for one in named.ids for member in view.cast.members(one, view.bound))
    return [spot for one in members for spot in spots.get(one, ())]


def _find_scattered(events: list[Event], words: str) -> list[Event]:
    """Those of the rules that have all the words, in any order: a model's sentence is looked through for who is named in it (`agent.retold`)."""
    wanted = set(split_words(words))
    return [e for e in events if wanted and wanted <= _words_of(e) and is_by_rules(e.by)]


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
