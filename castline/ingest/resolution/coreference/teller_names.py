"""The name of whoever tells a book: what others call them to their face, what they say of themselves, and what a title
page says; a book's own title is believed once anybody calls them so, and what it says they wrote themselves at once."""

from __future__ import annotations

from castline.ingest.annotations import Extract, MentionNote, UtteranceNote
from castline.ingest.language.lexicon import SPEECH_VERBS
from castline.ingest.language.names import Form, read_name, same_given
from castline.ingest.memory.memory import Memory, bearer_of
from castline.ingest.memory.people import Person
from castline.ingest.resolution.cast.result import Resolution
from castline.ingest.resolution.coreference.inset_tales import is_inner, recall
from castline.ingest.resolution.coreference.own_words import count_answers, is_me, is_mine, own_words

BESIDE = 3
"""Paragraphs around a quote in which an "I" of the narration shows the narrator to be in the talk."""
NAMED, NAMED_AGAIN = 4, 8
"""Votes for a first name of the narrator, and for any further one."""
TOLD = 2
"""Further votes of a call that is told to be to the narrator: "she said to me"."""
OPENS = 12
"""Characters of a quote in which a name is called, if it is said to the narrator: "My dear Hale"."""
LEADS = 160
"""Characters before or after a quote in which "turning to me" says whom it is for."""
ASKED = 9
"""Characters between "your" and the name in "Is your name Hale?"."""
_TO_ME = SPEECH_VERBS | frozenset({"address", "accost", "turn", "hail", "greet", "salute", "call", "begin", "approach"})


def unmask_narrator(memory: Memory, notes: Extract, book: int, found: Resolution) -> None:
    """Learn the narrator's names: those that others use to their face, and that the narration never tells of.

    Votes: one for each call in a talk that the narrator is in, more where it is told to be to them, one more where the
    turn beside is tagged "I said"; two less for each call by the narrator, and for each time the narration names the
    bearer. "My name is X" is enough, and so is any vote for whom the book's title names. Only what they tell themselves
    counts, where a chapter holds others' tales and papers.
    """
    for one in notes.titled:
        title = f"{book}|{one.name}"
        memory.titled[title] = one.own or memory.titled.get(title, False)
    me = found.tellers[0][1]
    divided = len(found.tellers) > 1 and me != recall(memory, str(book))
    if me < 0 or divided or is_inner(memory, me, book):
        return
    first, named_here = _count(memory, notes, found)
    _believe_title(memory, book, found, first, named_here)
    rivals = sorted((p for p in memory.people.among(["hailed"]) if p.joined < 0 and p.key != me and p.hailed > 0),
                    key=lambda p: (-p.hailed, p.key))  # fmt: skip
    for place, person in enumerate(rivals):
        if person.key not in first:
            continue
        next_best = max(
            (other.hailed for other in rivals if other is not person and not _agree(person, other)), default=0
        )
        clear = person.hailed >= 2 * next_best and not (place and _agree(person, rivals[0]))
        named = memory.people[me].named_narrator
        enough = person.answered >= 3 and person.hailed >= NAMED_AGAIN if named else clear and person.hailed >= NAMED
        if enough:
            _unmask(memory, found, person, first[person.key])


def _agree(one: Person, other: Person) -> bool:
    """Whether two may be one by a surname or a given name of both: they do not speak against each other."""
    given = bool(one.given and other.given) and same_given(one.given, other.given)
    return given or bool(one.surname and one.surname == other.surname)


def _unmask(memory: Memory, found: Resolution, person: Person, index: int) -> None:
    me = found.tellers[0][1]
    known = any(other == person.key for _, other, _ in found.unmasked)
    if not known and not _differ(memory.people[me], person):
        found.unmasked.append((me, person.key, index))
        memory.people.change(me).named_narrator = True


def _differ(me: Person, other: Person) -> bool:
    """Whether two cannot be one by their titles."""
    return bool(me.title and other.title and me.gender and other.gender and me.gender != other.gender)


def _believe_title(
    memory: Memory, book: int, found: Resolution, first: dict[int, int], named_here: dict[int, int]
) -> None:
    """Whom the book's title names, and somebody calls to the narrator's face, is the narrator; so is, where the title says
    that they wrote it, whoever bears that name and is spoken of alone: whoever tells of himself does not name himself."""
    for title, own in sorted(memory.titled.items()):
        of_book, _, name = title.partition("|")
        form = read_name(name)
        for key in [*named_here] if of_book == str(book) else []:
            person = memory.people[key]
            spoken_of = own and person.narrated == 0 and person.hailed >= 0 and _is_styled(person, form)
            if _bears(person, form) and (spoken_of or (key in first and person.hailed > 0)):
                _unmask(memory, found, person, first.get(key, named_here[key]))


def _bears(person: Person, form: Form) -> bool:
    """Whether all of somebody's names are in the one that a title gives: "Hale", "Tobias" and "Dr. Hale" in Tobias Hale."""
    if person.kind != "name" or (form.likely_gender and person.gender and form.likely_gender != person.gender):
        return False
    words = {*form.given.split(), *form.surname.split(), form.single} - {""}
    given = person.given.split()
    fits = not given or given[0] in words or bool(form.given and same_given(form.given, person.given))
    return fits and bool(given or person.surname) and words.issuperset(person.surname.split())


def _is_styled(person: Person, form: Form) -> bool:
    """Whether somebody goes by the given name, or by the same title: a surname alone may be a father's."""
    return bool(person.given) or bool(form.title and person.title == form.title)


def _count(memory: Memory, notes: Extract, found: Resolution) -> tuple[dict[int, int], dict[int, int]]:
    """Take the chapter's votes; returns who was called and where first, and where everybody named is named first."""
    first: dict[int, int] = {}
    named_here: dict[int, int] = {}
    beside = {notes.mentions[index].paragraph for index in own_words(notes)}
    mine = [is_mine(notes, quote.speaker) for quote in notes.utterances]
    to_me = [not mine[at] and _is_to_me(notes, quote) for at, quote in enumerate(notes.utterances)]
    for index, note in enumerate(notes.mentions):
        key = bearer_of(memory, found.naming.of_form, note)
        if key < 0 or found.teller_at(note.start) != found.tellers[0][1]:
            continue
        named_here.setdefault(key, index)
        person = memory.people.change(key)
        if note.introduced and (note.quote < 0 or mine[note.quote]):
            person.hailed += 2 * NAMED
            person.answered += 3
            first.setdefault(person.key, index)
        elif note.quote < 0:
            person.hailed -= 0 if _is_reported(notes, note) else 2
        elif index in notes.utterances[note.quote].vocatives and mine[note.quote]:
            person.hailed -= 2
        elif votes := _hear(notes, index, mine, beside, to_me):
            sure = count_answers(notes, mine, note.quote)
            person.hailed += votes + sure
            person.answered += sure
            first.setdefault(person.key, index)
    return first, named_here


def _hear(notes: Extract, index: int, mine: list[bool], beside: set[int], to_me: list[bool]) -> int:
    """How many votes a name in somebody else's speech is for the narrator's being called by it."""
    note = notes.mentions[index]
    quote = notes.utterances[note.quote]
    called = index in quote.vocatives
    if to_me[note.quote] and (called or note.start - quote.parts[0][0] <= OPENS or _is_asked(notes, index)):
        return 1 + TOLD
    return int(called and bool(beside.intersection(range(quote.paragraph - BESIDE, quote.last + BESIDE + 1))))


def _is_to_me(notes: Extract, quote: UtteranceNote) -> bool:
    """Whether the narration beside a quote tells that it is said to "me"."""
    if quote.addressee >= 0 and is_me(notes.mentions[quote.addressee]):
        return True
    low, high = quote.parts[0][0] - LEADS, quote.parts[-1][1] + LEADS
    return any(
        clause.quote < 0 and clause.paragraph == quote.paragraph and low <= clause.at <= high and clause.verb in _TO_ME
        and any(is_me(notes.mentions[m]) for m in (*clause.objects, *(m for p, m in clause.preps if p == "to")))
        for clause in notes.clauses
    )  # fmt: skip


def _is_asked(notes: Extract, index: int) -> bool:
    """ "Is your name Hale?"."""
    note, before = notes.mentions[index], notes.mentions[max(0, index - 1)]
    return before.person == 2 and before.role == "poss" and note.start - before.end <= ASKED


def _is_reported(notes: Extract, note: MentionNote) -> bool:
    """Whether the narration only gives what somebody said: "she begged that Mr. Hale would come"."""
    return note.clause >= 0 and notes.clauses[note.clause].remote == "reported"
