"""Corrections made: the names and words that a person gives, as values that find their place again in any reading."""

from __future__ import annotations

import re
from collections.abc import Sequence

from castline.errors import AskError
from castline.graph.asked_names import fold
from castline.graph.corrections import (
    Antecedent,
    Apart,
    Feeling,
    Hearer,
    Nobody,
    Rename,
    Same,
    Speaker,
    Tied,
    Who,
    Words,
    is_said,
)
from castline.graph.facts import Name, Utterance
from castline.graph.moments import At, pack, show
from castline.graph.ties import read_tie_word
from castline.query.paragraphs import list_paragraphs
from castline.query.quoting import shorten
from castline.query.sentences import match_row
from castline.query.view import View

LONGEST_NAME = 200
"""Characters of a new name."""
MOST_LISTED = 5
"""Quotes listed where the words stand in several."""


def make_same(view: View, a: str, b: str, since: str | None) -> Same:
    """Two are one; who turned out to be one in the text may have been so for longer. Raises AskError where they were from
    the first."""
    one, other = view.find(a), view.find(b)
    two = one != other
    whos = _meant(view, a, one, two), _meant(view, b, other, two)
    if whos[0].id == whos[1].id:
        raise AskError(f"'{a}' and '{b}' are one already: '{view.name(one)}' ({whos[0].id}).")
    later = max(whos, key=lambda who: pack(who.met))
    if since and pack(since) < pack(later.met):
        view.notify(f"'{later.name}' is first met in {later.met}, so it holds from there, and not from {since}.")
    return Same(since=since, a=whos[0], b=whos[1])


def _meant(view: View, asked: str, root: str, two: bool) -> Who:
    """Which of those who are `root` by now is meant by a name or an id. Where another is to be one with them (`two`), the id under
    which all are shown means who bears their name, and not who was met first: "the man" may be taken for them by one line."""
    return _bearer(view, view.name(root) if two and asked == root else asked, root)


def make_apart(view: View, a: str, b: str, since: str | None) -> Apart:
    """Two are not one: two ids, or one id and a second name of it that is somebody else's."""
    root = view.find(a)
    first, second = _bearer(view, a, root), _bearer(view, b, root)
    if first.id == second.id and first.first == second.first:
        raise AskError(
            f"'{a}' and '{b}' are one name of one person ({first.id}): there is nothing to part. Give two of their names: "
            f"`castline snapshot '{first.id}'` lists them."
        )
    first, second = sorted((first, second), key=lambda who: _told(view, who))
    if first.id == second.id:
        first = _who(view, first.id, first.name)
    return Apart(since=since, a=first, b=second)


def make_rename(view: View, a: str, name: str, since: str | None) -> Rename:
    """Somebody is to be called by a name. Raises AskError for one that will not do."""
    told = " ".join(name.split())
    if not told or len(told) > LONGEST_NAME or not told.isprintable() or not any(map(str.isalpha, told)):
        raise AskError(
            f"{name[:60]!r} will not do as a name: it must hold a letter, and {LONGEST_NAME} characters at most."
        )
    one = view.find(a)
    others = [other for other in view.cast.candidates(told, view.bound) if other != one]
    if others and any(fold(name.form) == fold(told) for name in _names(view, others)):
        view.notify(
            f"'{told}' is the name of another, too ({', '.join(others)}). If they are one: castline correct same"
        )
    return Rename(since=since, who=_who(view, one, a), name=told)


def make_nobody(view: View, a: str) -> Nobody:
    """What was taken for somebody is no person. Raises AskError for who is several that turned out to be one."""
    one = view.find(a)
    members = view.cast.members(one, view.bound)
    if len(members) > 1:
        raise AskError(
            f"'{a}' is {len(members)} who turned out to be one ({', '.join(members)}). Part them first: correct apart."
        )
    return Nobody(who=_who(view, one, a))


def make_speaker(view: View, words: str, a: str) -> Speaker:
    """Who says a quote of the view's chapter, which has these words or begins at this offset. Raises AskError where there is
    none, or several."""
    said, one = _find_quote(view, words), view.find(a)
    return Speaker(quote=Words(said.book, said.chapter, said.start, said.end, said.text), who=_who(view, one, a))


def make_hearer(view: View, words: str, a: str) -> Hearer:
    """To whom a quote of the view's chapter is said, which has these words or begins at this offset. Raises AskError where there is
    none, or several, and for who says it."""
    said, one = _find_quote(view, words), view.find(a)
    if said.speaker and view.root(said.speaker) == one:
        raise AskError(f"'{a}' says these words. If another does: castline correct speaker; then say who hears them.")
    return Hearer(quote=Words(said.book, said.chapter, said.start, said.end, said.text), who=_who(view, one, a))


def make_meant(view: View, words: str, a: str) -> Antecedent:
    """Whom the one "he", "she" or the like means in these words of the view's chapter; or the one word between stars ("when *she* told her"), be
    it a noun. Raises AskError where the words stand nowhere, or in several places, or hold no such word, or several."""
    one, (book, chapter) = view.find(a), (view.moment.book, view.moment.chapter)
    start, text = _find_words(view, words.replace("*", ""))
    starred = re.search(r"\*([^*]+)\*", words)
    found = list(_PRONOUN.finditer(text))
    if starred:
        before = len(re.findall(r"\w+", words[: starred.start()]))
        pieces = list(re.finditer(r"\w+", text))[before : before + len(re.findall(r"\w+", starred[1]))]
        span = (pieces[0].start(), pieces[-1].end()) if pieces else (0, 0)
    elif len(found) == 1:
        span = found[0].span()
    else:
        several = f"{len(found)} words like “he”" if found else "no word like “he” or “she”"
        raise AskError(f"{words[:80]!r} has {several}. Put stars around the one that is meant: 'when *she* told her'.")
    place = Words(book, chapter, start, start + len(text), text)
    return Antecedent(place=place, start=start + span[0], end=start + span[1], who=_who(view, one, a))


_PRONOUN = re.compile(r"\b(?:he|him|his|himself|she|her|hers|herself)\b", re.I)


def _find_words(view: View, words: str) -> tuple[int, str]:
    """Where words of a paragraph of the view's chapter begin in its book, and how they stand there, whatever marks and blanks are between
    them. Raises AskError where they stand nowhere, or several times, or the store keeps no text."""
    row, chapter = match_row(words), view.record.chapters[-1]
    paragraphs = list_paragraphs(view, chapter) if row else []
    found = [(one.start + at.start(), at[0]) for one in paragraphs for at in re.finditer(rf"\b{row}\b", one.text)]
    if len(found) != 1:
        where = f"{len(found)} times" if found else "nowhere"
        raise AskError(
            f"The words {words[:80]!r} stand {where} in chapter {chapter.book}.{chapter.ordinal}."
            f"{' Give more of them.' if found else ' Copy them from the text.'}"
        )
    return found[0]


def _find_quote(view: View, words: str) -> Utterance:
    place, wanted = (view.moment.book, view.moment.chapter), _level(words)
    here = [said for said in view.facts(["utterance"]) if (said.book, said.chapter) == place]
    at = [said for said in here if wanted.isdecimal() and said.start == int(wanted)]
    exact = [said for said in here if wanted and wanted in (_level(said.text), _level(said.words or ""))]
    found: list[Utterance] = (
        at or exact or [said for said in here if wanted and wanted in _level(said.words or said.text)]
    )
    if len(found) == 1:
        return found[0]
    chapter = f"{place[0]}.{place[1]}"
    if not found:
        raise AskError(f"The words {words[:80]!r} stand in no quote of chapter {chapter}.")
    listed = ", ".join(f"{said.start} “{shorten(said.text, 40)}”" for said in found[:MOST_LISTED])
    raise AskError(
        f"The words {words[:80]!r} stand in {len(found)} quotes of chapter {chapter}. Give more of them, or the offset: {listed}"
    )


def make_feeling(view: View, a: str, b: str, affection: float | None, familiarity: float | None) -> Feeling:
    """What one feels for another as of the view's moment. Raises AskError for levels beyond the scales."""
    one, other = view.find(a), view.find(b)
    if one == other:
        raise AskError(
            f"'{a}' and '{b}' are one person, '{view.name(one)}': nobody's feelings for themselves are kept."
        )
    if affection is None or not -10 <= affection <= 10 or not 0 <= (familiarity or 0) <= 10:
        raise AskError("A feeling has an affection from -10 to 10, and may have a familiarity from 0 to 10.")
    return Feeling(
        since=view.at, holder=_who(view, one, a), toward=_who(view, other, b), affection=float(affection),
        familiarity=None if familiarity is None else float(familiarity),
    )  # fmt: skip


NO_TIE = "none"
"""The word for two who are nothing to each other."""


def make_tie(view: View, a: str, word: str, b: str, since: str | None) -> Tied:
    """What one is to another: "brother", "friend", or "none", which holds from the first. Raises AskError for another word."""
    kind = "" if word.casefold() == NO_TIE else read_tie_word(word)
    if kind is None:
        raise AskError(
            f"'{word[:60]}' is no tie. Write what {a} is to {b}: mother, half-brother, wife, friend, servant ..., or '{NO_TIE}'."
        )
    if since and not kind:
        raise AskError(f"What is '{NO_TIE}' never was: leave out --from.")
    one, other = view.find(a), view.find(b)
    if one == other:
        raise AskError(f"'{a}' and '{b}' are one person, '{view.name(one)}': a tie has two.")
    return Tied(since=since, a=_who(view, one, a), b=_who(view, other, b), what=kind)


def date_from(view: View | None, since: At | None) -> str | None:
    """The chapter from which on a correction holds, as it is kept. Raises AskError for a scene."""
    if view is None or since is None:
        return None
    if view.moment.scene:
        raise AskError(
            f"A correction holds from a chapter on, and {view.at} is a scene. Write --from {view.moment.book}.{view.moment.chapter}."
        )
    return view.at


def _who(view: View, one: str, asked: str) -> Who:
    """Somebody, with the name under which they were first met."""
    names = _names(view, [one])
    first = min(names, key=lambda name: (view.cast.met.get(one, 0), name.book, name.start)).form if names else ""
    return Who(one, view.name(one) if asked == one else asked, first, _met(view, one))


def _bearer(view: View, asked: str, root: str) -> Who:
    """Which id, of those who are `root` by now, bears a name, and the name; where none of them does, whoever is meant."""
    members = view.cast.members(root, view.bound)
    if asked in members:
        return _who(view, asked, asked)
    borne = [name for name in _names(view, members) if fold(name.form) == fold(asked)]
    if not borne:
        return _who(view, view.find(asked), asked)
    name = min(borne, key=lambda name: (name.book, name.start))
    return Who(name.character, asked, name.form, name.told)


def _met(view: View, one: str) -> str:
    return show(view.cast.met[one]) if one in view.cast.met else view.at


def _names(view: View, ids: Sequence[str]) -> list[Name]:
    """The names that the text gives to these ids."""
    return [name for one in ids for _, name in view.cast.names.get(one, ()) if not is_said(name.by)]


def _told(view: View, who: Who) -> tuple[int, int, int]:
    """Where a name of somebody's was first told."""
    places = [(name.book, name.start) for name in _names(view, [who.id]) if name.form == who.first]
    return (*min(places, default=(0, 0)), len(who.id))


def _level(words: str) -> str:
    """Words without what editions and keyboards write differently."""
    return fold(words.replace("“", '"').replace("”", '"').replace("‘", "'")).strip("\"'.,;:…- ")


KINDS: tuple[str, ...] = ("same", "apart", "rename", "nobody", "speaker", "hearer", "meant", "feeling", "tie")
