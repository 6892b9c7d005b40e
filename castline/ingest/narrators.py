"""Who tells the story: the person who says "I" in the narration, and the name that others call them by."""

from __future__ import annotations

from castline.ingest.cast import new_person
from castline.ingest.extract import Extract
from castline.ingest.naming import squeeze
from castline.ingest.people import Memory, Person
from castline.ingest.resolved import Resolution

SHARE = 0.004
"""Of a chapter's words outside quotes: from so many "I" on, somebody tells the story."""
BESIDE = 3
"""Paragraphs around a quote in which an "I" of the narration shows the narrator to be in the talk."""
NAMED, NAMED_AGAIN = 4, 8
"""Votes for a first name of the narrator, and for any further one."""


def find_narrator(memory: Memory, notes: Extract, book: int, make_id: str, found: Resolution) -> int:
    """The person who says "I" in the narration, where somebody does: the same all through a book."""
    own = _own_words(notes)
    if len(own) < 8 or len(own) < SHARE * notes.words:
        return -1
    if book not in memory.narrators:
        person = new_person(memory, f"{make_id}n1", "narrator")
        memory.narrators[book] = person.key
        found.naming.met.append((person.key, own[0]))
        found.described.append((person.key, "the narrator", own[0]))
        person.forms["the narrator"] = 1
    return memory.person(memory.narrators[book]).key


def _own_words(notes: Extract) -> list[int]:
    return [
        index
        for index, note in enumerate(notes.mentions)
        if note.kind == "pronoun" and note.person == 1 and not note.plural and note.quote < 0
    ]


def unmask_narrator(memory: Memory, notes: Extract, found: Resolution) -> None:
    """Learn the narrator's names: those that others use to their face, and that the narration never tells of.

    Votes: one for each call in a talk that the narrator is in, one more where the turn beside is tagged "I said";
    two less for each call by the narrator, and for each time the narration names the bearer. "My name is X" is enough.
    """
    me = found.narrator
    if me < 0:
        return
    first = _count(memory, notes, found)
    rivals = sorted((p for p in memory.people if p.joined < 0 and p.key != me and p.hailed > 0),
                    key=lambda p: (-p.hailed, p.key))  # fmt: skip
    named = memory.people[me].named_narrator
    for place, person in enumerate(rivals):
        if person.key not in first:
            continue
        clear = place == 0 and (len(rivals) < 2 or person.hailed >= 2 * rivals[1].hailed)
        enough = person.answered >= 3 and person.hailed >= NAMED_AGAIN if named else clear and person.hailed >= NAMED
        if enough and not _differ(memory.people[me], person):
            found.unmasked.append((me, person.key, first[person.key]))
            memory.people[me].named_narrator = named = True


def _differ(me: Person, other: Person) -> bool:
    """Whether two cannot be one by their titles."""
    return bool(me.title and other.title and me.gender and other.gender and me.gender != other.gender)


def _count(memory: Memory, notes: Extract, found: Resolution) -> dict[int, int]:
    """Take the chapter's votes; returns who was called, and where first."""
    first: dict[int, int] = {}
    beside = {notes.mentions[index].paragraph for index in _own_words(notes)}
    mine = [_is_mine(notes, quote.speaker) for quote in notes.utterances]
    for at, quote in enumerate(notes.utterances):
        for index in quote.vocatives:
            person = _bearer(memory, notes, found, index)
            if person is None:
                continue
            if mine[at]:
                person.hailed -= 2
            elif beside.intersection(range(quote.paragraph - BESIDE, quote.last + BESIDE + 1)):
                sure = sum(mine[other] and 0 < abs(notes.utterances[other].paragraph - quote.paragraph) <= 2
                           for other in (at - 1, at + 1) if 0 <= other < len(mine))  # fmt: skip
                person.hailed += 1 + sure
                person.answered += sure
                first.setdefault(person.key, index)
    for index, note in enumerate(notes.mentions):
        if note.kind != "name" or (person := _bearer(memory, notes, found, index)) is None:
            continue
        if note.introduced and (note.quote < 0 or mine[note.quote]):
            person.hailed += 2 * NAMED
            person.answered += 3
            first.setdefault(person.key, index)
        elif note.quote < 0:
            person.hailed -= 2
    return first


def _bearer(memory: Memory, notes: Extract, found: Resolution, index: int) -> Person | None:
    key = found.naming.of_form.get(squeeze(notes.mentions[index].form), -1)
    return memory.person(key) if key >= 0 and notes.mentions[index].kind == "name" else None


def _is_mine(notes: Extract, speaker: int) -> bool:
    """Whether a quote is tagged "I said"."""
    if speaker < 0:
        return False
    note = notes.mentions[speaker]
    return note.kind == "pronoun" and note.person == 1 and not note.plural
