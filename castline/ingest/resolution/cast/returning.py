"""Who of an earlier book a name or a noun may mean in a later one of the saga: given names come again, and are other people's.

Book 1: Tobias Hale. Book 2: "Toby"       somebody new, unless this book has named him three times
Book 1: Ada, always. Book 2: "Ada"        she
"""

from __future__ import annotations

from castline.ingest.language.lexicon import NOBLE
from castline.ingest.language.names import Form, bare_surname, read_name, same_given
from castline.ingest.memory.people import OFTEN, Person, count_here

REIGNING = frozenset({"king", "queen", "emperor", "empress"})
"""Nouns that mean one person from book to book."""
AT_HOME = 3
"""Times that a book has meant somebody of an earlier one, from which on he is one of its people (chosen, on two sagas of five novels)."""


def may_return(person: Person, form: Form, book: int) -> bool:
    """Whether a form that somebody has not borne may be theirs in a book: by the surname, or by a given name that all call them by,
    wherever they come from; by any of their names where they are this book's."""
    if is_of(person, book):
        return True
    surname = form.surname or form.single
    if person.title in NOBLE and not person.given and form.given and not form.title:
        return False  # "John Hale" need not be the Lord Hale of the book before
    if surname and (bare_surname(surname) == bare_surname(person.surname) or surname in person.surname.split()):
        return True
    given = form.given or form.single
    return bool(given) and bool(person.given) and same_given(given, person.given) and _goes_by_given(person)


def bears_still(person: Person, text: str, book: int) -> bool:
    """Whether a name that somebody has borne in an earlier book is still theirs: a lone name that was seldom used, of somebody who has
    a better one, is anybody's."""
    form = read_name(text)
    lone = bool(form.single) and form.single not in person.surname.split()
    return is_of(person, book) or not lone or person.forms[text] >= OFTEN or person.name == text


def is_of(person: Person, book: int) -> bool:
    """Whether somebody is one of a book's people: brought in by it, or meant often enough since it named them."""
    return person.met in (0, book) or count_here(person, book) >= AT_HOME


def _goes_by_given(person: Person) -> bool:
    return sum(uses for form, uses in person.forms.items() if read_name(form).single == person.given) >= OFTEN


def goes_on(person: Person, book: int) -> bool:
    """Whether a noun that somebody went by alone is still theirs: another book has another "the old man", but the queen stays the queen."""
    if person.kind != "description":
        return False
    return is_of(person, book) or any(form.split()[-1] in REIGNING for form in person.forms)
