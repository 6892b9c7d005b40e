"""The people met so far: their names, and the votes for their gender. Ids come from where somebody was first met."""

from __future__ import annotations

import re

import msgspec

from castline.graph.corrections import Who
from castline.graph.nicknames import formal_names
from castline.ingest.language.lexicon import FEMALE_GIVEN, FEMALE_TITLES, MALE_TITLES, PEERS, ROYAL
from castline.ingest.language.names import Form, is_given_name, read_name

STRONG = 4
"""Votes that settle a gender."""
OFTEN = 20
"""Uses of a given name alone that make it the name which somebody goes by."""
LIKELY = 2
"""Votes that a given name is worth which nearly always goes to one gender; an officer's title is worth one: in most books they
are men, and in some not."""

_INITIALS = re.compile(r"\w(?: \w)*")
"""What stands for a given name where it is only begun: "l", "j r"."""


class Person(msgspec.Struct):
    """Somebody met. `key` is the place in the memory's people."""

    key: int
    id: str
    kind: str
    forms: dict[str, int] = {}
    title: str = ""
    given: str = ""
    surname: str = ""
    marriage: str = ""
    male: int = 0
    female: int = 0
    count: int = 0
    narrated: int = 0
    """How often the narration has named them: whom people only speak of need not be about."""
    told: int = 0
    """How many sentences have been kept as told of them."""
    told_gender: str = ""
    hailed: int = 0
    """Votes that this is a name of the narrator's, by which others call them."""
    answered: int = 0
    """Those of the votes where the narrator is tagged as speaking next or just before."""
    named_narrator: bool = False
    """Whether this is a narrator whose name has been told."""
    met: int = 0
    """The book that brought them in; 0 where that is not kept."""
    book: int = 0
    """The last book after that one to name them, and (`before`) how often they had been meant by then."""
    before: int = 0
    joined: int = -1
    """The person whom this one has turned out to be, or -1."""
    main: str = ""
    """The name under which they are shown, "" while no name leads."""

    @property
    def gender(self) -> str:
        """ "m", "f", or "" while the votes do not tell."""
        return "m" if self.male > self.female else "f" if self.female > self.male else ""

    @property
    def is_settled(self) -> bool:
        """Whether the gender is beyond doubt."""
        return abs(self.male - self.female) >= STRONG

    @property
    def has_given(self) -> bool:
        """Whether a given name is known: "Lord Orme" need have none."""
        return bool(self.given) and (bool(self.surname) or self.title not in PEERS or is_given_name(self.given))

    @property
    def name(self) -> str:
        """The best name so far: the most used one, a fuller one preferred among those in use."""
        if not self.forms:
            return self.id
        return max(self.forms, key=lambda form: (self.forms[form] * (1.5 if " " in form else 1.0), -len(form), form))


def return_in(person: Person, book: int) -> None:
    """Note that a book names somebody, of an earlier one or its own."""
    if book not in (person.met, person.book):
        person.book, person.before = book, person.count


def count_here(person: Person, book: int) -> int:
    """How often a book has meant somebody by now."""
    if person.met in (0, book):
        return person.count
    return person.count - person.before if person.book == book else 0


def count_known(person: Person, book: int) -> int:
    """How well known somebody is in a book: how often it has meant them, and a tenth of how often the books before it have."""
    here = count_here(person, book)
    return here + (person.count - here) // 10


def is_meant(person: Person, who: Who) -> bool:
    """Whether somebody is whom a correction names: by the id, or by a name with a capital."""
    return person.id == who.id or (who.first[:1].isupper() and who.first in person.forms)


def add_form(person: Person, form: Form) -> None:
    """Let a person be known by a form, and learn from it (of its gender once: names mislead, pronouns add up)."""
    if form.text not in person.forms and form.single not in person.surname.split():
        styled = form.title in MALE_TITLES | FEMALE_TITLES
        sure = 3 * STRONG if styled else STRONG
        plain = form.gender and (styled or form.type not in ("nickname", "title"))
        vote_gender(person, form.likely_gender, sure if plain else LIKELY - bool(form.title))
    if goes_by_given(person, form):
        person.surname = ""
    person.forms.setdefault(form.text, 0)
    person.title = person.title or form.title
    given = "" if bears_husbands_name(form) else form.given
    if not person.given or (_INITIALS.fullmatch(person.given) and given[:1] == person.given[0]):
        person.given = given or person.given  # "L. Hale" is Leonard
    if not any(formal_names(form.surname) & formal_names(one) for one in person.given.split()):
        # "Miss Judith" is no Judith by surname, nor "Miss Kitty" a Kitty where she is Kit
        person.surname = person.surname or form.surname
    person.marriage = form.marriage or person.marriage
    if form.single and not person.given and not person.surname and form.type in ("given", "nickname"):
        person.given = form.single


def goes_by_given(person: Person, form: Form) -> bool:
    """Whether somebody has gone by a title and the given name of a full name: "Mr. Edmund" is Edmund Hale."""
    first = form.given.split()[0] if form.given and form.surname else ""
    named = bool(first) and first == person.surname and (is_given_name(first) or first.startswith("st."))
    styled = person.title in ("mr", "miss", "master") and form.title in ("", person.title)
    return named and styled and not person.given and form.likely_gender in ("", person.gender)


def goes_by_any_surname(person: Person, form: Form) -> bool:
    """Whether a full name is that of a woman who is called by her given name, behind "Miss" or alone: she has one surname before
    she marries, and another after. A queen has none."""
    if person.gender != "f" or not person.is_settled or person.title in ROYAL:
        return False
    first = form.given.split()[0]
    return sum(uses for known, uses in person.forms.items() if _is_given_alone(read_name(known), first)) >= OFTEN


def _is_given_alone(name: Form, given: str) -> bool:
    """Whether a name is a given name, alone or behind "Miss"."""
    return name.single == given or (name.title == "miss" and name.surname == given and not name.given)


def bears_husbands_name(form: Form) -> bool:
    """ "Mrs. Edmund Hale": the given name is not hers."""
    return form.marriage == "married" and bool(form.given) and not formal_names(form.given.split()[0]) & FEMALE_GIVEN


def vote_gender(person: Person, gender: str, weight: int) -> None:
    """Count evidence of a gender ("m", "f"; "" is none)."""
    if gender == "m":
        person.male += weight
    elif gender == "f":
        person.female += weight
