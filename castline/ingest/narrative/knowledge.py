"""Who knows of an event from now on: those who took part or stood by, and those who were told of it, or heard it told.

Told is known only where it is sure who speaks and who listens; that somebody is in the scene is not enough to have seen or
heard what only one paragraph of it tells.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection

from castline.graph.facts import How
from castline.ingest.annotations import Clause, MentionNote, UtteranceNote
from castline.ingest.decisions import Happening, Known
from castline.ingest.draft import Draft
from castline.ingest.narrative.certainty import is_plain, is_surely_said
from castline.ingest.narrative.presence import Attendance

CONFIDENCE = {"took-part": 0.77, "witnessed": 0.67, "told": 0.77}
"""How often each is so, the event as told and who knows of it: 75 of 97, 14 of 21, and 55 of 71, of 9 to 18 novels. Before told
things needed a sure speaker and a listener who answers, they were so 16 times of 35, and what was witnessed 11 of 36. Of what
those beside a talk would have overheard, 3 of 23 was so, and of what the reader of a letter would have read, 0 of 6: neither
is told."""
WITNESSED = 0.45
"""Events this weighty are noticed by those who are by while they go on."""
_INWARD = frozenset({"discovery", "love", "feeling", "letter"})
"""Kinds of event that those who are by need not notice."""
BY = 2
"""Paragraphs around an event within which somebody shows, before it and after, who is by."""
ANSWERS = 2
"""Quotes around one within which whoever it is said to speaks."""
_Known = dict[int, tuple[How, int]]
"""Person -> how they know, and from whom (-1: nobody)."""


def find_knowing(
    draft: Draft, here: Attendance, clause: Clause, told: Happening, people: Collection[int]
) -> list[Known]:
    """Who knows of an event; `people` are those in it."""
    found = _seen(draft, here, clause, told, people) if clause.quote < 0 else _heard(draft, clause, people)
    return [Known(key, how, source, CONFIDENCE[how]) for key, (how, source) in found.items()]


def _seen(draft: Draft, here: Attendance, clause: Clause, told: Happening, people: Collection[int]) -> _Known:
    scene = told.scene or 0
    known: _Known = {key: ("took-part", -1) for key in people if here.presence(scene, key) != "mentioned"}
    plain = all(is_plain(draft, index) for index in (*clause.subjects, *clause.objects))
    if plain and told.importance >= WITNESSED and not (clause.remote or told.past) and told.kind not in _INWARD:
        by = find_bystanders(draft, here, scene, clause.at, clause.paragraph)
        known |= {key: ("witnessed", -1) for key in by if key not in known}
    return known


def find_bystanders(draft: Draft, here: Attendance, scene: int, at: int, paragraph: int) -> list[int]:
    """Those who see and hear what goes on at an offset."""
    return [key for key in here.there_at(scene, at) if _is_by(draft, key, at, paragraph)]


def _is_by(draft: Draft, key: int, at: int, paragraph: int) -> bool:
    """Whether somebody shows shortly before an event and shortly after it, and speaks: where nobody talks, the tale
    often sums up what not all who are told of have seen."""
    mentions, quotes, found = draft.notes.mentions, draft.notes.utterances, draft.found
    near = (paragraph - BY, paragraph + BY + 1)
    spoken = [
        quotes[i].parts[0][0] for i in range(*(bisect_left(quotes, p, key=_paragraph) for p in near))
        if found.spoken[i].speaker == key and is_surely_said(found.spoken[i])
    ]  # fmt: skip
    shown = spoken + [
        mentions[i].start for i in range(*(bisect_left(mentions, p, key=_paragraph) for p in near))
        if found.who[i] == key and mentions[i].quote < 0 and mentions[i].role == "subj"
    ]  # fmt: skip
    return bool(spoken) and min(shown) < at < max(shown)


def _paragraph(note: MentionNote | UtteranceNote) -> int:
    return note.paragraph


def _heard(draft: Draft, clause: Clause, people: Collection[int]) -> _Known:
    """What is said is known to the one who says it, and to those it is said to who are called by it or answer."""
    quote, said = draft.notes.utterances[clause.quote], draft.found.spoken[clause.quote]
    letter = quote.kind == "letter"  # when it is read, nobody knows
    if said.speaker < 0 or not (letter or is_surely_said(said)):
        return {}
    known: _Known = {said.speaker: ("took-part", -1)} if said.speaker in people else {}
    for key in said.addressees:
        if key in people:
            known.setdefault(key, ("took-part", -1))
        elif not letter and (_is_called(draft, clause.quote, key) or _speaks(draft, clause.quote, key)):
            known.setdefault(key, ("told", said.speaker))
    return known


def _is_called(draft: Draft, quote: int, key: int) -> bool:
    """Whether a quote calls somebody, or is told to be said to them."""
    note = draft.notes.utterances[quote]
    return any(draft.found.who[index] == key for index in (*note.vocatives, note.addressee) if index >= 0)


def _speaks(draft: Draft, quote: int, key: int) -> bool:
    """Whether somebody surely says one of the quotes near another, of the same talk."""
    notes, spoken = draft.notes.utterances, draft.found.spoken
    return any(
        spoken[at].speaker == key and is_surely_said(spoken[at])
        and abs(notes[at].paragraph - notes[quote].paragraph) <= 2 * ANSWERS
        for at in range(max(0, quote - ANSWERS), min(len(notes), quote + ANSWERS + 1)) if at != quote
    )  # fmt: skip
