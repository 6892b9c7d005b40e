"""Those whom a chapter calls by a noun alone ("the ferryman", "Mother"): somebody new, or the bearer of the title."""

from __future__ import annotations

from collections import Counter

from castline.ingest.annotations import Extract, MentionNote
from castline.ingest.language.lexicon import GENERIC_NOUNS
from castline.ingest.memory.memory import Memory
from castline.ingest.memory.people import STRONG, vote_gender
from castline.ingest.resolution.cast.nominals import describing_form, is_kin_name, is_tellers_own, title_of
from castline.ingest.resolution.cast.result import Resolution
from castline.ingest.resolution.cast.returning import goes_on
from castline.ingest.resolution.cast.titled import find_titled

ACTS = 2
"""How often somebody must act or speak in a chapter to be known by a noun."""


def describe(memory: Memory, notes: Extract, make_id: str, found: Resolution) -> None:
    """Let in people known only by what they are, and call who bears a title, as nobody else does, by its noun."""
    met = dict(found.naming.met)
    nouns = memory.people.among(["kind:description"])
    known = {form for person in nouns if goes_on(person, memory.book) for form in person.forms}
    order = len(found.naming.met)
    acting = _find_acting(notes, found)
    titled = {index: _find_bearers(memory, notes.mentions[index]) for _, index in acting}
    for form, index in acting:
        note, bearers = notes.mentions[index], titled[index]
        if form in found.called:
            _know_as(memory, found.called[form], form, index, found)
        elif any(met.get(key, -1) < index for key in bearers):
            _call(memory, bearers, form, index, found)
        elif form not in known:
            order += 1
            person = memory.people.meet(f"{make_id}d{order}", "description")
            person.met, person.forms[form] = memory.book, 0
            vote_gender(person, note.gender, STRONG)
            found.naming.met.append((person.key, index))
            found.described.append((person.key, form, index))


def _find_bearers(memory: Memory, note: MentionNote) -> list[int]:
    return [] if is_kin_name(note) else find_titled(memory, title_of(note.head), note.head)


def _find_acting(notes: Extract, found: Resolution) -> list[tuple[str, int]]:
    """(noun as a name, its first mention) of those who act or speak often enough, in the order of the text; the teller's "Mum" is
    somebody whatever she does."""
    acts: Counter[str] = Counter()
    first: dict[str, int] = {}
    tags = {quote.speaker for quote in notes.utterances}
    for index, note in enumerate(notes.mentions):
        form = describing_form(note)
        if form and (is_kin_name(note) or note.head not in GENERIC_NOUNS):
            first.setdefault(form, index)
            acts[form] += index in tags or (note.role == "subj" and note.quote < 0)
            acts[form] += ACTS * (is_tellers_own(note) and found.teller_at(note.start) >= 0)
    return sorted(((form, index) for form, index in first.items() if acts[form] >= ACTS), key=lambda pair: pair[1])


def _call(memory: Memory, bearers: list[int], form: str, index: int, found: Resolution) -> None:
    """Let the only bearer of a title, those seldom named among them, be known by its noun: "the Doctor" is Doctor Lyle."""
    person = memory.people[bearers[0]]
    others = [
        one for one in memory.people.among([f"title:{person.title}"]) if one.title == person.title and one.joined < 0
    ]
    if len(others) == 1:
        _know_as(memory, person.key, form, index, found)


def _know_as(memory: Memory, key: int, form: str, index: int, found: Resolution) -> None:
    """Let somebody be known by a noun from its first mention on."""
    if form not in memory.people[key].forms:
        memory.people.change(key).forms[form] = 0
        found.described.append((key, form, index))
