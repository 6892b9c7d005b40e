"""Who tells the story: the person who says "I" in the narration, stretch by stretch."""

from __future__ import annotations

import re
from collections import Counter

from castline.ingest.annotations import Extract, Voice
from castline.ingest.language.lexicon import TITLES
from castline.ingest.memory.memory import Memory, bearer_of
from castline.ingest.resolution.cast.result import Resolution

SHARE = 0.004
"""Of a chapter's words outside quotes: from so many "I" on, somebody tells the story."""
LEAST, LEAST_NAMED = 8, 3
"""How many "I" there must be, and where a heading or a signature names the teller."""
TALE = 3
"""Answers by "I" to calls of somebody's name that make a chapter their tale."""


def find_narrators(memory: Memory, notes: Extract, book: int, make_id: str, found: Resolution) -> None:
    """Put who says "I" in the narration, stretch by stretch, into `found.tellers`: the same all through a book, unless
    a heading or a signature gives the word to somebody else."""
    voices = notes.voices or [Voice(0)]
    ends = [voice.start for voice in voices[1:]] + [notes.paragraphs[-1][1] if notes.paragraphs else 0]
    for voice, end in zip(voices, ends, strict=True):
        own = [index for index in own_words(notes) if voice.start <= notes.mentions[index].start < end]
        words = notes.words * (end - voice.start) / max(1, ends[-1])
        key = -1
        if len(own) >= (LEAST_NAMED if voice.name else LEAST) and len(own) >= SHARE * words:
            key = _find_teller(memory, voice, book, make_id, own[0], found)
        found.tellers.append((voice.start, key))
    if len(voices) == 1:
        found.tellers[0] = (voices[0].start, _find_inner(memory, notes, book, found))


def _find_inner(memory: Memory, notes: Extract, book: int, found: Resolution) -> int:
    """Whose tale a chapter is that stands within the book's: of somebody whom others call to the face where "I" answers, and
    whom nobody names who tells. It goes on, chapter after chapter, until whoever tells the book names them again."""
    me, place = found.tellers[0][1], f"{book}|tale"
    if me < 0 or not memory.people[me].named_narrator:
        return me
    votes = _hear_calls(memory, notes, found.naming.of_form)
    told = memory.tellers.get(place, -1)
    told = memory.person(told).key if told >= 0 else -1
    best = max(votes, key=lambda key: (votes[key], -key), default=-1)
    if best >= 0 and votes[best] >= TALE and votes.get(me, 0) <= 0:
        told = best
    elif told >= 0 and votes.get(told, 0) < 0:
        told = me
    if told >= 0:
        memory.tellers[place] = told
    return told if told >= 0 else me


def is_inner(memory: Memory, me: int, book: int) -> bool:
    """Whether somebody tells a tale within the book's: he is known by name, and calls to him are no news of his."""
    main, tale = memory.tellers.get(str(book), -1), memory.tellers.get(f"{book}|tale", -1)
    return tale >= 0 and memory.person(tale).key == me and (main < 0 or memory.person(main).key != me)


def _hear_calls(memory: Memory, notes: Extract, of_form: dict[str, int]) -> Counter[int]:
    """Person -> how often "I said" stands beside a call of theirs, less twice as often as the telling names them, or "I"
    calls them."""
    votes: Counter[int] = Counter()
    mine = [is_mine(notes, quote.speaker) for quote in notes.utterances]
    for at, quote in enumerate(notes.utterances):
        for index in quote.vocatives:
            if (key := bearer_of(memory, of_form, notes.mentions[index])) >= 0:
                votes[key] += -2 if mine[at] else count_answers(notes, mine, at)
    for note in notes.mentions:
        if note.quote < 0 and (key := bearer_of(memory, of_form, note)) >= 0:
            votes[key] -= 2
    return votes


def count_answers(notes: Extract, mine: list[bool], at: int) -> int:
    """How many of the turns beside a quote are told to be the narrator's."""
    here = notes.utterances[at].paragraph
    beside = (other for other in (at - 1, at + 1) if 0 <= other < len(mine))
    return sum(mine[other] and 0 < abs(notes.utterances[other].paragraph - here) <= 2 for other in beside)


def _find_teller(memory: Memory, voice: Voice, book: int, make_id: str, index: int, found: Resolution) -> int:
    """The person of a voice: whoever bears its name, else whoever had its sort of paper, else somebody new.

    Where somebody tells the book as a whole, papers of nobody known are still theirs.
    """
    bearer, main = find_bearer(memory, voice.name), str(book)
    paper = f"{main}|{voice.kind}" if voice.kind and (bearer >= 0 or main not in memory.tellers) else main
    signed = f"{paper}|{voice.name.casefold()}" if voice.name and paper != main else paper
    known = memory.tellers.get(signed, -1)
    if known < 0:
        known = bearer if bearer >= 0 else _meet_narrator(memory, make_id, index, found)
    memory.tellers[signed] = known
    memory.tellers[paper] = known
    return _unmask_writer(memory, memory.person(known).key, index, found)


def _unmask_writer(memory: Memory, me: int, index: int, found: Resolution) -> int:
    """A writer known by a signature alone turns out to be whoever is met under that name."""
    if memory.people[me].kind == "narrator" and not memory.people[me].named_narrator:
        signed = [
            key.rpartition("|")[2]
            for key, teller in sorted(memory.tellers.items())
            if key.count("|") == 2 and teller == me
        ]
        for name in signed:
            if (bearer := find_bearer(memory, name)) >= 0 and bearer != me:
                found.unmasked.append((me, bearer, index))
                memory.people.change(me).named_narrator = True
                break
    return me


def _meet_narrator(memory: Memory, make_id: str, index: int, found: Resolution) -> int:
    narrators = memory.people.among(["kind:narrator"])
    order = sum(person.kind == "narrator" and person.id.startswith(f"{make_id}n") for person in narrators) + 1
    person = memory.people.meet(f"{make_id}n{order}", "narrator")
    found.naming.met.append((person.key, index))
    found.described.append((person.key, "the narrator", index))
    person.forms["the narrator"] = 1
    return person.key


def find_bearer(memory: Memory, name: str) -> int:
    """The person who bears a name or all the words of it, the most often spoken of (-1: nobody, or no name)."""
    words = {word for word in re.findall(r"[^\W_]+", name.casefold()) if len(word) > 1 and word not in TITLES}
    fits = [
        person for person in memory.people.among(words)
        if words and person.joined < 0 and words <= set(f"{person.given} {person.surname}".casefold().split())
    ]  # fmt: skip
    return max(fits, key=lambda person: (person.count, -person.key)).key if fits else -1


def own_words(notes: Extract) -> list[int]:
    """The mentions outside quotes that say "I"."""
    return [
        index
        for index, note in enumerate(notes.mentions)
        if note.kind == "pronoun" and note.person == 1 and not note.plural and note.quote < 0
    ]


def is_mine(notes: Extract, speaker: int) -> bool:
    """Whether a quote is tagged "I said"."""
    if speaker < 0:
        return False
    note = notes.mentions[speaker]
    return note.kind == "pronoun" and note.person == 1 and not note.plural
