"""Dialogues: what people say to one another in neighbouring paragraphs of one scene, and sessions of them in HPD's form.

A session is a dialogue up to a line of the person it is of: that line is the answer, what was said before is the history,
and the paragraphs before it are the scene.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from castline.graph.facts import Utterance
from castline.query.paragraphs import Paragraph, list_texts
from castline.query.view import View

APART = 3
"""Paragraphs without speech that end a dialogue."""
BEFORE = 3
"""Paragraphs before a dialogue that belong to its scene."""
WRONG, OWN = 9, 5
"""Wrong answers of a session, and how many of these the person said elsewhere: the others are other people's."""
SHORTEST = 3
"""Words of a wrong answer."""


class Words(msgspec.Struct, frozen=True, gc=False):
    """Stretches of a book's text (`end` exclusive) that are read as one: a speech without what stands between its pieces."""

    book: int
    spans: tuple[tuple[int, int], ...]


class Line(msgspec.Struct, frozen=True, gc=False):
    """Something said: by whom (an id, None where the text does not tell), in which paragraph of its chapter."""

    speaker: str | None
    words: Words
    text: str
    paragraph: int
    scene: str


class Session(msgspec.Struct, frozen=True, gc=False):
    """`answer` is the person's; `wrong` are nine lines said elsewhere by the end of the chapter, or none where there are not so
    many by then. `setting` are the scene's paragraphs."""

    at: str
    setting: tuple[Paragraph, ...]
    history: tuple[Line, ...]
    answer: Line
    wrong: tuple[Line, ...]


def list_sessions(view: View, who: str) -> Iterator[Session]:
    """The sessions of a person (an id) by the view's moment, in order. A session holds nothing of a later chapter than its own."""
    said: dict[str, list[Utterance]] = {}
    for utterance in view.facts(["utterance"]):
        said.setdefault(f"{utterance.book}.{utterance.chapter}", []).append(utterance)
    pool: list[Line] = []
    for (chapter, paragraphs), own in zip(list_texts(view), view.by_chapter(), strict=False):
        at, ids = f"{chapter.book}.{chapter.ordinal}", set(own.cast.members(who, own.bound))
        lines = list_lines(sorted(said.get(at, ()), key=lambda u: (u.start, u.id)), paragraphs)
        pool += lines
        last = -1
        for dialogue in split_dialogues(lines):
            if session := _cut(at, dialogue, ids, paragraphs, last):
                yield msgspec.structs.replace(session, wrong=_draw(session, ids, pool))
            last = dialogue[-1].paragraph


def list_lines(utterances: Sequence[Utterance], paragraphs: Sequence[Paragraph]) -> list[Line]:
    """The utterances of a chapter as lines: what one speaker says in one paragraph is one."""
    starts = [paragraph.start for paragraph in paragraphs]
    lines: list[Line] = []
    for u in utterances:
        at = bisect_right(starts, u.start) - 1
        spans = [s for s in u.parts or ((u.start, u.end),) if at >= 0 and s[1] <= paragraphs[-1].end]
        if not spans:
            continue
        line = Line(u.speaker, Words(u.book, tuple(spans)), _read(spans, paragraphs, starts), at, u.told)
        if lines and u.speaker and (lines[-1].speaker, lines[-1].paragraph) == (u.speaker, at):
            before = lines.pop()
            line = msgspec.structs.replace(
                before, words=Words(u.book, before.words.spans + line.words.spans), text=f"{before.text} {line.text}"
            )
        lines.append(line)
    return lines


def _read(spans: Sequence[tuple[int, int]], paragraphs: Sequence[Paragraph], starts: Sequence[int]) -> str:
    found = []
    for start, end in spans:
        first = max(0, bisect_right(starts, start) - 1)
        for paragraph in paragraphs[first:]:
            if paragraph.start >= end:
                break
            found.append(paragraph.text[max(0, start - paragraph.start) : end - paragraph.start])
    return " ".join(" ".join(found).split())


def split_dialogues(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines that follow one another in one scene, without many paragraphs between them."""
    for _, group in groupby(lines, key=lambda line: line.scene):
        dialogue: list[Line] = []
        for line in group:
            if dialogue and line.paragraph - dialogue[-1].paragraph > APART:
                yield dialogue
                dialogue = []
            dialogue.append(line)
        yield dialogue


def _cut(
    at: str, dialogue: Sequence[Line], ids: set[str], paragraphs: Sequence[Paragraph], last: int
) -> Session | None:
    """The session of a dialogue: up to the last line of the person that somebody else's stands before."""
    own = [n for n, line in enumerate(dialogue) if line.speaker in ids]
    others = [n for n, line in enumerate(dialogue) if line.speaker and line.speaker not in ids]
    if not own or not others or own[-1] < others[0] or dialogue[own[-1]].paragraph == dialogue[0].paragraph:
        return None
    answer = dialogue[own[-1]]
    history = tuple(line for line in dialogue[: own[-1]] if line.paragraph < answer.paragraph)
    first = max(last + 1, dialogue[0].paragraph - BEFORE, 0)
    return Session(at, tuple(paragraphs[first : answer.paragraph]), history, answer, ()) if history else None


def _draw(session: Session, ids: set[str], pool: Sequence[Line]) -> tuple[Line, ...]:
    """Wrong answers by lot, which the session's own place decides: the same whatever comes after it."""
    here = {line.words for line in (*session.history, session.answer)}
    seen = {session.answer.text.casefold()}
    kept: tuple[list[Line], list[Line]] = [], []
    for line in pool:
        folded = line.text.casefold()
        if line.words not in here and len(folded.split()) >= SHORTEST and folded not in seen:
            seen.add(folded)
            kept[line.speaker in ids].append(line)
    others, own = kept
    lot = random.Random(f"{session.at} {session.answer.words.spans}")
    drawn = lot.sample(own, min(OWN, len(own)))
    drawn += lot.sample(others, min(WRONG - len(drawn), len(others)))
    return tuple(drawn) if len(drawn) == WRONG else ()
