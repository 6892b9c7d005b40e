"""The people met so far: the memory that chapters hand on, and who a name means given it.

Everything here is known from the text up to now; ids come from where somebody was first met.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from castline.ingest.lexicon import FEMALE_GIVEN, GIVEN_TITLES, RANKS
from castline.ingest.naming import Form, formal_names, is_patronymic, read_name, same_given

STRONG = 4
"""Votes that settle a gender."""
LONG_KNOWN = 12
"""Mentions of a woman before a first "Mrs." of her surname, that make it likelier her than a mother."""
LIKELY = 2
"""Votes that a given name is worth which nearly always goes to one gender."""


class Person(msgspec.Struct):
    """Somebody met. `key` is the place in `Memory.people`; `last` the packed moment last mentioned."""

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
    last: int = 0
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
    together: dict[str, int] = {}
    """"A|B" -> the sentences that name both, where one is known by a given name and the other is not."""
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


def find_person(memory: Memory, form: Form, others: Collection[int] = ()) -> Person | None:
    """Whom a form that nobody has borne means among the people met so far, or None for somebody new.

    `others` are people whom the chapter sets apart from its bearer. Whoever's names agree most fully wins, and of those
    the most often named.
    """
    best: tuple[float, int, int] | None = None
    for person in memory.people:
        if person.kind == "description" and not person.given and not person.surname:
            continue
        if person.joined >= 0 or person.key in others:
            continue
        score = _agreement(person, form, memory.sisters)
        if score > 0 and (best is None or (score, person.count, -person.key) > best):
            best = (score, person.count, -person.key)
    return memory.people[-best[2]] if best else None


def _agreement(person: Person, form: Form, sisters: Collection[str]) -> float:
    """How well a form fits a person, 0 for not at all."""
    gender = form.gender if form.single else form.likely_gender
    if gender and person.gender and gender != person.gender and person.is_settled:
        return 0.0
    if form.marriage == "married" and person.marriage == "single" and not form.given:
        return 0.0
    if form.marriage == "single" and person.marriage == "married":
        return 0.0
    if form.single:
        return _single_agreement(person, form.single)
    if not _fathers(form.given).issuperset(_fathers(*map(_given, person.forms))) and _fathers(form.given):
        return 0.0
    if form.given and form.surname:
        return _full_agreement(person, form)
    if form.given:
        return _given_agreement(person, form)
    return _surname_agreement(person, form, sisters)


def _given(text: str) -> str:
    return read_name(text).given


def _fathers(*givens: str) -> set[str]:
    """The patronymics among given names."""
    return {given.split()[-1] for given in givens if given and is_patronymic(given.split()[-1])}


def _given_agreement(person: Person, form: Form) -> float:
    """ "Sir Edmund" for Edmund; but Lady Catherine is not a Catherine whom they call Kitty."""
    if not person.given or not same_given(form.given, person.given):
        return 0.0
    if form.title in GIVEN_TITLES and person.title not in GIVEN_TITLES:
        called = any(read_name(known).type == "nickname" for known in person.forms)
        return 4.0 if form.given.split()[0] == person.given.split()[0] and not called else 0.0
    return 4.0


def _single_agreement(person: Person, word: str) -> float:
    if person.given and word in person.given.split():
        return 6.0
    if person.given and formal_names(word) & formal_names(person.given.split()[0]) and person.title not in GIVEN_TITLES:
        return 4.0
    if word in person.surname.split():
        if person.gender == "f" and person.given and not person.title:
            return 0.0  # a woman is seldom called by her surname alone: it is some man of the name
        return 3.0 + 0.5 * (person.gender == "m") + 0.2 * (not person.given)
    if any(read_name(known).single == word for known in person.forms):
        return 5.0
    return 2.0 if len(word) >= 4 and person.given.startswith(word) and person.title not in GIVEN_TITLES else 0.0


def _full_agreement(person: Person, form: Form) -> float:
    surname_fits = not person.surname or form.surname == person.surname or form.surname in person.surname.split()
    givens = {read_name(known).given for known in person.forms} - {""}
    if not surname_fits or (givens and not any(same_given(form.given, given) for given in givens)):
        return 0.0
    if bears_husbands_name(form) and person.marriage != "married":
        return 0.0
    if person.title in ("sir", "lady", "lord") and not person.surname and form.title != person.title:
        return 0.0
    if person.marriage == "married" and not form.marriage and not person.given:
        return 0.0
    if person.given:
        fits = _given_agreement(person, form) > 0
        return (8.0 if person.surname else 5.0) if fits else 0.0
    if not person.surname:
        singles = {read_name(known).single for known in person.forms}
        return 4.0 if singles & {form.given.split()[0], form.surname} else 0.0
    same_title = not person.title or not form.title or form.title == person.title
    return 3.0 if same_title and not _rival_title(person, form) else 0.0


def _rival_title(person: Person, form: Form) -> bool:
    """A woman known only as Miss or Mrs. so-and-so is not just any of her family."""
    return person.gender == "f" and not form.title


def _surname_agreement(person: Person, form: Form, sisters: Collection[str]) -> float:
    if (
        person.given
        and form.marriage != "married"
        and form.surname == person.given
        and person.title in ("", form.title)
    ):
        return 5.0
    if form.surname != person.surname and form.surname not in person.surname.split():
        return _sole_word_agreement(person, form)
    known = {read_name(known).title for known in person.forms if read_name(known).surname == form.surname} - {""}
    if form.title in known:
        return 7.0
    if form.marriage == "married" and person.given and person.marriage != "married":
        grown = person.count >= LONG_KNOWN and person.gender == "f" and not known and not person.title
        return 1.2 if grown else 0.0  # of one just met, it is rather her mother
    if form.title in RANKS and known & RANKS and person.gender != "f":
        return 1.0  # promoted
    if not form.gender or not person.gender or form.gender != person.gender:
        return 2.0 if not known and (not form.gender or not person.gender) else 0.0
    if form.gender == "f":
        alone = not known and person.title in ("", form.title) and form.surname not in sisters
        return 1.5 if alone else 0.0
    return 3.0 if not known or known <= {"mr"} else 0.0 if form.title == "mr" and "sir" in known else 1.0


def _sole_word_agreement(person: Person, form: Form) -> float:
    """ "Mr. X" for somebody called only "X" so far."""
    if person.surname or any(read_name(known).single != form.surname for known in person.forms):
        return 0.0
    return 2.5 if not (form.gender and person.gender and form.gender != person.gender) else 0.0
