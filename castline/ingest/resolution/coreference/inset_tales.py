"""Tales that stand, without marks, within a book's own telling: which stretches of a chapter are whose.

I rode to the house ...                              who tells the book
* * *
Before I came to live here, she commenced, I was ... she, chapter after chapter
* * *
Thus ended Mrs. Tebb's story. I rose ...             who tells the book
"""

from __future__ import annotations

from collections import Counter

from castline.ingest.annotations import Extract
from castline.ingest.language.names import same_given
from castline.ingest.memory.memory import Memory, bearer_of
from castline.ingest.memory.people import Person
from castline.ingest.resolution.cast.result import Resolution
from castline.ingest.resolution.coreference.own_words import count_answers, is_mine

SHORT = 8
"""Paragraphs of a stretch in which one naming of whoever tells a tale shows that it is not theirs."""
AGAIN = 2
"""Namings that show as much in a longer one."""
KNOWN = 12
"""Times that the telling has named somebody from which on nobody takes the word unless it is handed to them."""
TALE = 3
"""Answers by "I" to calls of somebody's name that make a chapter their tale."""


def divide(memory: Memory, notes: Extract, book: int, found: Resolution) -> list[tuple[int, int]]:
    """(offset, person) of who says "I" in a chapter of the book's own telling.

    A tale begins where the text hands over to somebody, and in a chapter in which others call somebody to the face where
    "I" answers, and whom nobody names who tells. It goes on, chapter after chapter, up to a stretch whose teller names them,
    or speaks of their tale; such a stretch ends with its scene.
    """
    start, me = found.tellers[0]
    inner, now = _open(memory, notes, book, found, me)
    told: list[tuple[int, int]] = []
    for paragraphs, handed in _cut(notes):
        back = -1
        if handed is not None and handed >= 0 and (key := _find_handed(memory, notes, found, handed, me, inner)) >= 0:
            inner = now = key
        elif inner >= 0 and handed == -1:
            now = me
        elif inner >= 0 and now == me:
            votes = _hear_calls(memory, notes, found.naming.of_form, paragraphs)
            now = inner if votes.get(inner, 0) > 0 or (votes.get(me, 0) < 0 and not votes.get(inner, 0)) else me
        elif inner >= 0:
            back = _find_back(memory, notes, found, paragraphs, inner)
        told += [(paragraphs.start, now)] if back != paragraphs.start else []
        if back >= 0:
            now = me
            told.append((back, me))
    if inner >= 0:
        keep(memory, f"{book}|tale", inner)
        keep(memory, f"{book}|now", now)
    offsets = [(notes.paragraphs[paragraph][0] if at else start, key) for at, (paragraph, key) in enumerate(told)]
    return [one for at, one in enumerate(offsets) if not at or one[1] != offsets[at - 1][1]] or [(start, me)]


def _open(memory: Memory, notes: Extract, book: int, found: Resolution, me: int) -> tuple[int, int]:
    """(who tells a tale within the book, -1 for nobody; who tells as the chapter opens)."""
    inner, now = recall(memory, f"{book}|tale"), recall(memory, f"{book}|now")
    inner = -1 if inner == me else inner
    whole = _hear_calls(memory, notes, found.naming.of_form, range(len(notes.paragraphs)))
    best = max(whole, key=lambda key: (whole[key], -key), default=-1)
    begins = best >= 0 and (inner >= 0 or _may_begin(memory.people[best]))
    if begins and whole[best] >= TALE and whole.get(me, 0) <= 0 and memory.people[me].named_narrator:
        if inner >= 0 and best != inner:
            _join_names(memory, notes, found, inner, best)
        inner = now = best
    return inner, inner if now == inner >= 0 else me


def _may_begin(person: Person) -> bool:
    """Whether a first tale may be somebody's by its calls alone: not who has been called so before where the book's teller
    answered (it is one more name of theirs), nor who has long been told of."""
    return person.hailed <= 0 and person.narrated <= KNOWN


def carry_on(memory: Memory, book: int, found: Resolution, plain: list[bool]) -> None:
    """In a chapter that holds papers, too, let the stretches between them (`plain`) be his who was telling before."""
    inner, main = recall(memory, f"{book}|tale"), recall(memory, str(book))
    if inner >= 0 and inner == recall(memory, f"{book}|now"):
        found.tellers = [
            (start, inner if own and key == main else key)
            for (start, key), own in zip(found.tellers, plain, strict=True)
        ]


def _find_back(memory: Memory, notes: Extract, found: Resolution, paragraphs: range, inner: int) -> int:
    """The paragraph of somebody's tale from which on the book's teller tells again, who names them: a scene within the
    chapter, or a short stretch, from its beginning; a longer one that goes on from the chapter before, once it names them
    twice; -1 for none."""
    if paragraphs.start or len(paragraphs) <= SHORT:
        votes = _hear_calls(memory, notes, found.naming.of_form, paragraphs)
        return paragraphs.start if votes.get(inner, 0) < 0 else -1
    named = [
        note.paragraph for note in notes.mentions
        if note.paragraph in paragraphs and note.quote < 0 and bearer_of(memory, found.naming.of_form, note) == inner
    ]  # fmt: skip
    for first in named[:-1]:
        votes = _hear_calls(memory, notes, found.naming.of_form, range(first, paragraphs.stop))
        if votes.get(inner, 0) <= -2 * AGAIN:
            return first
    return -1


def _join_names(memory: Memory, notes: Extract, found: Resolution, inner: int, other: int) -> None:
    """Whoever tells a tale within the book is whom others call in it where "I" answers."""
    one, two = memory.people[inner], memory.people[other]
    given = one.given and two.given and not same_given(one.given, two.given)
    surname = one.surname and two.surname and one.surname != two.surname
    if given or surname or {one.gender, two.gender} == {"m", "f"}:
        return
    for quote in notes.utterances:
        for index in quote.vocatives:
            if bearer_of(memory, found.naming.of_form, notes.mentions[index]) == other:
                found.unmasked.append((inner, other, index))
                return


def _cut(notes: Extract) -> list[tuple[range, int | None]]:
    """The stretches of a chapter, each (paragraphs, mention that is handed the word, -1 where a tale was just told, None): its
    scenes, cut where somebody is handed the word; what hands it over in the middle of a scene stands alone."""
    handed = dict(notes.handings)
    cuts = {0}
    for at in range(1, len(notes.paragraphs)):
        if notes.paragraphs[at][2] != notes.paragraphs[at - 1][2]:
            cuts.add(at)
        elif at in handed:
            cuts |= {at - 1, at}
    ends = [*sorted(cuts)[1:], len(notes.paragraphs)]
    return [(range(a, b), handed.get(a)) for a, b in zip(sorted(cuts), ends, strict=True) if a < b]


def _find_handed(memory: Memory, notes: Extract, found: Resolution, index: int, me: int, inner: int) -> int:
    """Who is handed the word: by name; else, of the gender that fits, who has told a tale before, else whom the chapter has
    named most until then. In the middle of a scene only who has told before."""
    note = notes.mentions[index]
    key = bearer_of(memory, found.naming.of_form, note)
    fits = {"", note.gender}
    if key < 0 and inner >= 0 and memory.people[inner].gender in fits:
        key = inner
    if key < 0:
        votes: Counter[int] = Counter()
        for at, other in enumerate(notes.mentions[:index]):
            one = bearer_of(memory, found.naming.of_form, other)
            called = other.quote >= 0 and at in notes.utterances[other.quote].vocatives
            if one not in (-1, me) and (called or other.quote < 0) and memory.people[one].gender in fits:
                votes[one] += 1 + called
        key = max(votes, key=lambda one: (votes[one], -one), default=-1)
    opens = note.paragraph == 0 or notes.paragraphs[note.paragraph][2] != notes.paragraphs[note.paragraph - 1][2]
    return key if key != me and (opens or key == inner) else -1


def is_inner(memory: Memory, me: int, book: int) -> bool:
    """Whether somebody tells a tale within the book's: he is known by name, and calls to him are no news of his."""
    main, tale = memory.tellers.get(str(book), -1), memory.tellers.get(f"{book}|tale", -1)
    return tale >= 0 and memory.person(tale).key == me and (main < 0 or memory.person(main).key != me)


def _hear_calls(memory: Memory, notes: Extract, of_form: dict[str, int], paragraphs: range) -> Counter[int]:
    """Person -> how often "I said" stands beside a call of theirs in a stretch, less twice as often as the telling names them,
    or "I" calls them."""
    votes: Counter[int] = Counter()
    mine = [is_mine(notes, quote.speaker) for quote in notes.utterances]
    for at, quote in enumerate(notes.utterances):
        for index in quote.vocatives if quote.paragraph in paragraphs else ():
            if (key := bearer_of(memory, of_form, notes.mentions[index])) >= 0:
                votes[key] += -2 if mine[at] else count_answers(notes, mine, at)
    for note in notes.mentions:
        if note.quote < 0 and note.paragraph in paragraphs and (key := bearer_of(memory, of_form, note)) >= 0:
            votes[key] -= 2
    return votes


def recall(memory: Memory, place: str) -> int:
    """Who a row of the tellers says it was, -1 for nobody."""
    told = memory.tellers.get(place, -1)
    return memory.person(told).key if told >= 0 else -1


def keep(memory: Memory, place: str, key: int) -> None:
    """Write a row of the tellers, or take it away where it was nobody."""
    if key >= 0:
        memory.tellers[place] = key
    elif place in memory.tellers:
        del memory.tellers[place]
