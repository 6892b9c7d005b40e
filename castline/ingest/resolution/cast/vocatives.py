"""Who answers to a name: two names are one person's where the one is called and the other speaks next.

“Good night, Harry,” said Basil.            a call: Harry
“Good night,” answered Lord Orme.           an answer by Lord Orme, who has never called "Harry" himself
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from castline.ingest.annotations import Extract, MentionNote
from castline.ingest.language.lexicon import PASSING
from castline.ingest.language.names import same_given, usual_gender
from castline.ingest.memory.memory import Memory, Pair, bearer_of, pair
from castline.ingest.memory.people import Person
from castline.ingest.memory.tables import Table, count
from castline.ingest.resolution.cast.full_names import are_tied
from castline.ingest.resolution.cast.nominals import describing_form

NEAR = 2
"""Paragraphs between a call and the answer."""
LEAST, ENOUGH = 3, 4
"""Answers from which on two are one, where a full name or a short form of a given name links them, and where none does."""
LINKED = 2
"""Answers that such a link is worth."""
CLEAR = 2
"""How many times what speaks for all others it must be."""
SHARE = 0.3
"""Of all calls, the share that it must be."""


def count_answers(memory: Memory, notes: Extract, of_form: dict[str, int]) -> dict[int, int]:
    """Remember who called whom by name, and who is named as speaking just before and after; returns who was called, and
    at which mention first."""
    called: dict[int, int] = {}
    tags = _find_tagged(memory, notes, of_form)
    for at, quote in enumerate(notes.utterances):
        for index in quote.vocatives:
            key = bearer_of(memory, of_form, notes.mentions[index])
            if key < 0:
                continue
            called.setdefault(key, index)
            count(memory.talk.called, key)
            _count(memory.talk.calls, tags[at], key)
            for other in (at - 1, at + 1):
                if 0 <= other < len(tags) and tags[other] != tags[at]:
                    apart = abs(notes.utterances[other].paragraph - quote.paragraph)
                    _count(memory.talk.answers, key, tags[other] if 0 < apart <= NEAR else -1)
    return called


def find_answerers(memory: Memory, called: dict[int, int]) -> Iterator[tuple[int, int, int]]:
    """(person, person, mention index): those called in this chapter who are somebody known by another name."""
    for key, index in called.items():
        if not _has_answerer(memory, key):
            continue
        one = memory.person(key)
        found = {
            other.key: (answers, _weigh(memory, one, other, answers))
            for answers, other in _find_answers(memory, key)
            if other.joined < 0 and may_be(memory, one, other)
        }
        best = max(found, key=lambda who: (who != key, found[who][1], -who), default=key)
        if best == key:
            continue
        answers, weight = found[best]
        rest = sum(max(0, other[1]) for who, other in found.items() if who != best)
        enough = LEAST if _are_linked(memory, one, memory.people[best]) else ENOUGH
        if answers >= enough and weight >= max(LEAST, CLEAR * rest, SHARE * memory.talk.called[key]):
            yield key, best, index
        elif (noun := _find_described(memory, one)) >= 0:
            yield key, noun, index


def _has_answerer(memory: Memory, called: int) -> bool:
    """Whether anybody else has answered to somebody's name as often as it takes at all; few have, so that the others need
    no look at who they are."""
    answers = {both[1]: memory.talk.answers[both] for both in memory.talk.answers.group(called)}
    enough = SHARE * memory.talk.called[called] - LINKED
    return any(
        key != called and times >= LEAST and (times >= enough or memory.people[key].kind == "description")
        for key, times in answers.items()
    )


def _find_answers(memory: Memory, called: int) -> Iterator[tuple[int, Person]]:
    """Who has answered to somebody's name, and how often."""
    for both in memory.talk.answers.group(called):
        yield memory.talk.answers[both], memory.people[both[1]]


def _find_described(memory: Memory, one: Person) -> int:
    """Whoever is known by a noun alone and answers to nobody's name but this one's ("said the painter"), or -1."""
    if one.kind != "name" or one.named_narrator or sum(one.forms.values()) <= LEAST:
        return -1
    for other in memory.people.among(["kind:description"]):
        answers = memory.talk.answers.get((one.key, other.key), 0)
        if answers < LEAST or other.kind != "description" or other.joined >= 0:
            continue
        others = sum(uses for (_, who), uses in memory.talk.answers.items() if who == other.key) - answers
        against = memory.talk.calls.get((other.key, one.key), 0) + memory.talk.turns.get(pair(one.key, other.key), 0)
        if may_be(memory, one, other) and answers - against >= max(LEAST, CLEAR * others):
            return other.key
    return -1


def _find_tagged(memory: Memory, notes: Extract, of_form: dict[str, int]) -> list[int]:
    """Who is named, or known by a noun, as the speaker of each quote (-1: nobody). Takes note of whose
    turns follow each other, where one of the two is known by a noun."""
    nouns = {
        form: memory.person(person.key).key
        for person in memory.people.among(["kind:description"]) if person.kind == "description"
        for form in person.forms if form.split()[-1] not in PASSING
    }  # fmt: skip
    tags = [
        _find_bearer(memory, notes.mentions[quote.speaker], of_form, nouns) if quote.speaker >= 0 else -1
        for quote in notes.utterances
    ]
    for one, other in pairwise(tags):
        if (
            min(one, other) >= 0
            and one != other
            and "description" in (memory.people[one].kind, memory.people[other].kind)
        ):
            count(memory.talk.turns, pair(one, other))
    return tags


def _find_bearer(memory: Memory, note: MentionNote, of_form: dict[str, int], nouns: dict[str, int]) -> int:
    """Whom a mention means by a name, or by a noun that somebody is known by; -1 for nobody."""
    return nouns.get(describing_form(note), -1) if note.kind == "nominal" else bearer_of(memory, of_form, note)


def _count(counts: Table[Pair, int], one: int, other: int) -> None:
    if min(one, other) >= 0:
        count(counts, (one, other))


def may_be(memory: Memory, one: Person, other: Person) -> bool:
    """Whether nothing makes them two: nobody is of both genders, has two given names, or is his own kin."""
    if one.key == other.key:
        return True
    if one.gender and other.gender and one.gender != other.gender:
        return False
    if one.has_given and other.has_given and not same_given(one.given, other.given):
        return False
    return not are_tied(memory, one.key, other.key) and pair(one.key, other.key) not in memory.names.apart


def _weigh(memory: Memory, one: Person, other: Person, answers: int) -> int:
    """What speaks for their being one: answers, less the calls of the one by the other and the sentences and turns that
    hold both."""
    if one.key == other.key:
        return answers
    against = sum(memory.talk.calls.get((a.key, b.key), 0) for a, b in ((one, other), (other, one)))
    against += memory.names.together.get(pair(one.key, other.key), 0)
    return answers + LINKED * _are_linked(memory, one, other) - against


def _are_linked(memory: Memory, one: Person, other: Person) -> bool:
    """Whether both go by forms of one given name, or a full name has joined the given name and the surname, and no
    other such name has."""
    if one.has_given and other.has_given:
        return True
    given, family = (one, other) if one.has_given else (other, one)
    linked = [name for name in memory.names.linked.get(family.surname, ()) if usual_gender(name) in ("", family.gender)]
    return bool(given.given) and len(linked) == 1 and same_given(linked[0], given.given)
