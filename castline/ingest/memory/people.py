"""The people met so far: the memory that chapters hand on.

Everything here is known from the text up to now; ids come from where somebody was first met.
"""

from __future__ import annotations

import msgspec

from castline.ingest.annotations import MentionNote
from castline.ingest.language.lexicon import FEMALE_GIVEN, PEERS
from castline.ingest.language.names import Form, formal_names, is_given_name, squeeze

STRONG = 4
"""Votes that settle a gender."""
LIKELY = 2
"""Votes that a given name is worth which nearly always goes to one gender."""


class Person(msgspec.Struct):
    """Somebody met. `key` is the place in `Memory.people`."""

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
    told_gender: str = ""
    hailed: int = 0
    """Votes that this is a name of the narrator's, by which others call them."""
    answered: int = 0
    """Those of the votes where the narrator is tagged as speaking next or just before."""
    named_narrator: bool = False
    """Whether this is a narrator whose name has been told."""
    joined: int = -1
    """The person whom this one has turned out to be, or -1."""

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


class Bond(msgspec.Struct, array_like=True):
    """The levels of one directed pair, and the two accounts that the affection comes from."""

    affection: float = 0.0
    familiarity: float = 0.0
    warmth: float = 0.0
    grievance: float = 0.0


class Memory(msgspec.Struct):
    """What the next chapter needs. `votes` are (person, place) votes of names not yet settled."""

    people: list[Person] = []
    votes: dict[str, tuple[int, int]] = {}
    bonds: dict[str, Bond] = {}
    kin: dict[int, dict[int, list[str]]] = {}
    """Owner -> the people tied to them -> what those are to the owner (finer kinds, one of a group)."""
    hints: dict[str, float] = {}
    """ "owner|kind|other" -> how often the text hinted at such a tie."""
    linked: dict[str, list[str]] = {}
    """Surname -> the first names that full names told so far give it, without titles."""
    sisters: list[str] = []
    """Surnames of which the text has told of more than one Miss: "the eldest Miss Hale" is none by her given name."""
    apart: dict[str, int] = {}
    """"A|B" -> the chapters that set two people of one surname apart."""
    together: dict[str, int] = {}
    """"A|B" -> the sentences that name both, where one is known by a given name and the other is not."""
    beside: dict[str, int] = {}
    """"FORM|FORM" -> the clauses that name both as two people, where one has borne them."""
    calls: dict[str, int] = {}
    """"A>B" -> how often A was said to call B by name."""
    called: dict[int, int] = {}
    """Person -> how often anybody called them by name."""
    answers: dict[str, int] = {}
    """"A>B" -> how often A was said to speak just before or after somebody called B by name."""
    turns: dict[str, int] = {}
    """"A|B" -> how often one of them was said to speak right after the other, where one is known by a noun."""
    tellers: dict[str, int] = {}
    """Book, and the sort of paper and its writer where there is one -> the person who says "I"."""
    last_said: tuple[int, list[int]] = (-1, [])
    """Who spoke last in the chapter before, and to whom: a long tale may go on."""
    attributes: list[str] = []
    in_mind: dict[int, float] = {}
    """Who the last chapter left in mind, and how much: a chapter may open with "He"."""

    def person(self, key: int) -> Person:
        """The person, or whoever they have turned out to be."""
        person = self.people[key]
        while person.joined >= 0:
            person = self.people[person.joined]
        return person


def encode_memory(memory: Memory) -> bytes:
    """The memory as a store keeps it."""
    return msgspec.msgpack.encode(memory)


def decode_memory(body: bytes | None) -> Memory:
    """The memory that a store kept; an empty one for None."""
    return msgspec.msgpack.decode(body, type=Memory) if body else Memory()


def pair(one: int, other: int) -> str:
    """Two people, in either order, as the memory counts what they have in common."""
    return f"{min(one, other)}|{max(one, other)}"


def bearer_of(memory: Memory, of_form: dict[str, int], note: MentionNote) -> int:
    """The person whom a name means in a chapter whose forms are given to people so; -1 for anything but a name."""
    key = of_form.get(squeeze(note.form), -1) if note.kind == "name" else -1
    return memory.person(key).key if key >= 0 else -1


def add_form(person: Person, form: Form) -> None:
    """Let a person be known by a form, and learn from it (of its gender once: names mislead, pronouns add up)."""
    if form.text not in person.forms and form.single not in person.surname.split():
        sure = 3 * STRONG if form.title else STRONG
        vote_gender(person, form.likely_gender, sure if form.gender else LIKELY)
    person.forms.setdefault(form.text, 0)
    person.title = person.title or form.title
    person.given = person.given or ("" if bears_husbands_name(form) else form.given)
    if form.surname not in person.given.split():  # "Miss Judith" is no Judith by surname
        person.surname = person.surname or form.surname
    person.marriage = form.marriage or person.marriage
    if form.single and not person.given and not person.surname and form.type in ("given", "nickname"):
        person.given = form.single


def bears_husbands_name(form: Form) -> bool:
    """ "Mrs. Edmund Hale": the given name is not hers."""
    return form.marriage == "married" and bool(form.given) and not formal_names(form.given.split()[0]) & FEMALE_GIVEN


def vote_gender(person: Person, gender: str, weight: int) -> None:
    """Count evidence of a gender ("m", "f"; "" is none)."""
    if gender == "m":
        person.male += weight
    elif gender == "f":
        person.female += weight
