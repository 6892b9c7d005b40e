"""Who may be meant by a form of a name at all: people by the words that a form must share with them.

Finding somebody compares a form with people one by one; in a register of thousands of names that is thousands times
thousands. Every agreement in `name_matching` above 0 rests on one of these keys:

    a word          a given name or one of its words, a surname or one of its words, a name that stands alone
    a formal name   that which a short form may stand for ("will" and "william" share "william")
    w* and w!       the initial of a given name, and a given name that is an initial
    will^           the first letters of a given name that may be cut short
    marshy          what a surname may be drawn out to
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from castline.ingest.language.names import Form, formal_names, read_name
from castline.ingest.memory.people import Person

STEM = 4
"""Letters by which a given name may be cut short."""


class NameIndex:
    """People by the keys of their names. A key that nobody bears any more does no harm: it only names one too many."""

    def __init__(self, people: Iterable[Person]) -> None:
        self._bearers: dict[str, set[int]] = {}
        for person in people:
            if person.joined < 0:
                self.add(person)

    def add(self, person: Person) -> None:
        """Take note of a person's names, or of those that have been added."""
        for name in person.forms:
            self._enter(person.key, _bear(name))
        self._enter(person.key, _bear_given(person.given))
        self._enter(person.key, _bear_surname(person.surname))

    def _enter(self, person: int, keys: Iterable[str]) -> None:
        for key in keys:
            self._bearers.setdefault(key, set()).add(person)

    def find(self, form: Form) -> list[int]:
        """Everybody with whom the form may agree, in the order met."""
        found: set[int] = set()
        return sorted(found.union(*(self._bearers.get(key, ()) for key in _seek(form))))


@lru_cache(maxsize=20_000)
def _bear(text: str) -> frozenset[str]:
    """The keys of somebody who goes by a form."""
    form = read_name(text)
    return _bear_given(form.given) | _bear_surname(form.surname) | ({form.single} - {""})


@lru_cache(maxsize=20_000)
def _bear_given(given: str) -> frozenset[str]:
    if not given:
        return frozenset()
    first = given.split()[0]
    initial = {f"{first[0]}*"} | ({f"{first}!"} if len(first) == 1 else set())
    return frozenset({given, *given.split(), f"{given[:STEM]}^"} | formal_names(first) | initial)


@lru_cache(maxsize=20_000)
def _bear_surname(surname: str) -> frozenset[str]:
    return frozenset({surname, *surname.split(), f"{surname}y", f"{surname}sy"}) if surname else frozenset()


def _seek(form: Form) -> Iterator[str]:
    """The keys one of which its bearer must have."""
    if form.single:
        yield from {form.single} | formal_names(form.single)
        if len(form.single) >= STEM:
            yield f"{form.single[:STEM]}^"
    if form.given:
        first = form.given.split()[0]
        yield from {first, f"{first[0]}!"} | formal_names(first)
        if len(first) == 1:
            yield f"{first}*"
    if form.surname:
        yield form.surname
