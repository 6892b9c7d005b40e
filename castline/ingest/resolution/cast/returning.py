"""Who of an earlier book a name may mean in a later one of the saga: given names come again, and are other people's.

    Book 1: Tobias Hale. Book 2: "Toby"       somebody new, unless this book has named him three times
    Book 1: Ada, always. Book 2: "Ada"        she
"""

from __future__ import annotations

from castline.ingest.language.names import Form, bare_surname, read_name, same_given
from castline.ingest.memory.people import OFTEN, Person

AT_HOME = 3
"""Times that a book has named somebody of an earlier one, from which on he is one of its people."""


def may_return(person: Person, form: Form, book: int) -> bool:
    """Whether a form that somebody has not borne may be theirs in a book: by the surname, or by a given name that all call them by,
    wherever they come from; by any of their names where they are this book's."""
    if _is_of(person, book):
        return True
    surname = form.surname or form.single
    if surname and (bare_surname(surname) == bare_surname(person.surname) or surname in person.surname.split()):
        return True
    given = form.given or form.single
    return bool(given) and bool(person.given) and same_given(given, person.given) and _goes_by_given(person)


def bears_still(person: Person, text: str, book: int) -> bool:
    """Whether a name that somebody has borne in an earlier book is still theirs: a lone name that was seldom used, of somebody who has
    a better one, is anybody's."""
    form = read_name(text)
    lone = bool(form.single) and form.single not in person.surname.split()
    return _is_of(person, book) or not lone or person.forms[text] >= OFTEN or person.name == text


def _is_of(person: Person, book: int) -> bool:
    return person.met in (0, book) or (person.book == book and person.uses >= AT_HOME)


def _goes_by_given(person: Person) -> bool:
    return sum(uses for form, uses in person.forms.items() if read_name(form).single == person.given) >= OFTEN
