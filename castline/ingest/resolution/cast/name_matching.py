"""Whom a form of a name means among the people met so far: how well title, given name and surname agree."""

from __future__ import annotations

from collections.abc import Collection

from castline.graph.nicknames import OWN, formal_names
from castline.ingest.language.lexicon import FAMILIAR, GIVEN_TITLES, NOBLE, RANKS, ROYAL
from castline.ingest.language.names import (
    Form,
    bare_surname,
    find_father,
    is_given_name,
    is_numbered,
    read_name,
    same_given,
)
from castline.ingest.memory.memory import Memory
from castline.ingest.memory.people import Person, bears_husbands_name, goes_by_any_surname, goes_by_given
from castline.ingest.memory.register import words_alone, words_for_given, words_for_single
from castline.ingest.memory.tables import Table
from castline.ingest.resolution.cast.returning import may_return

LONG_KNOWN = 12
"""Mentions of a woman before a first "Mrs." of her surname, that make it likelier her than a mother."""
BARE = 3
"""Uses of a surname alone that make it the name which a man goes by, whatever title he comes to have."""
OF_KIN = frozenset({"aunt", "auntie", "uncle", "cousin"})
"""Titles that kin give to who goes by the given name alone among others."""
COMMON = frozenset({"mr", "mrs", "miss"})


def find_person(memory: Memory, form: Form, others: Collection[int] = (), here: Collection[int] = (),
                only: Collection[int] | None = None, told: str = "") -> Person | None:  # fmt: skip
    """Whom a form that nobody has borne means among the people met so far, or None for somebody new.

    `others` are people whom the chapter sets apart from its bearer, `here` those whom it names, `only` those who come into
    question (None: everybody). Whoever's names agree most fully wins, of those whoever is named here, then whoever has most
    often been called by the same last word, and of those the most often mentioned.
    """
    best: tuple[float, bool, int, int, int] | None = None
    gender = form.gender if form.single else form.likely_gender
    for person in memory.people.among(_words_for(form)):
        if person.kind == "description" and not person.given and not person.surname:
            continue
        if person.joined >= 0 or person.key in others or (only is not None and person.key not in only):
            continue
        if is_numbered(form.surname) and person.given != form.given:
            continue  # "Catherine II" is no Kitty
        if not may_return(person, form, memory.book):
            continue
        if gender and person.is_settled and person.gender != gender:
            continue
        if is_numbered(person.surname) and form.surname != person.surname and not {person.title, form.title} & ROYAL:
            continue
        score = (
            _single_agreement(person, form.single, told)
            if form.single
            else _agreement(person, form, memory.names.sisters)
        )
        if score > 0 and (rank := (score, person.key in here, _called(person, form), person.count, -person.key)) > (
            best or (0,)
        ):
            best = rank
    return memory.people[-best[4]] if best else None


def _words_for(form: Form) -> set[str]:
    """By which words of the register those are found whom a form may mean at all."""
    if form.single:
        return {"nameless", *words_for_single(form.single)}
    if not form.given:
        return {"nameless", form.surname, bare_surname(form.surname)} | words_for_given(form.surname)  # "Miss Lizzy"
    if (
        form.surname
    ):  # who bears another surname is somebody else, but for "Mr. Edmund", and a woman who may have married
        return {"nameless", form.surname} | words_alone(form.given)
    return {"nameless", form.given.split()[0]} | words_for_given(form.given)


def _called(person: Person, form: Form) -> int:
    """How often somebody's names have held the form's last word."""
    last = form.text.split()[-1]
    return sum(uses for known, uses in person.forms.items() if last in known.split())


def _agreement(person: Person, form: Form, sisters: Table[str, bool]) -> float:
    """How well a form of several words fits a person, 0 for not at all."""
    if form.marriage == "married" and person.marriage == "single" and not form.given:
        return 0.0
    if form.marriage == "single" and person.marriage == "married":
        return 0.0
    fathers = _fathers(form.given)
    if fathers and not fathers.issuperset(_fathers(*map(_given, person.forms))):
        return 0.0
    if form.given and form.surname:
        return _called_agreement(person, form) or _full_agreement(person, form)
    if form.given:
        return _given_agreement(person, form)
    if not form.title and bare_surname(form.surname) == bare_surname(person.surname):
        return _bare_agreement(person, "")
    if form.gender == "f" and _goes_by_surname(person):
        return 0.0
    return _surname_agreement(person, form, sisters)


def _given(text: str) -> str:
    return read_name(text).given


def _fathers(*givens: str) -> set[str]:
    """Whose children given names tell people to be."""
    return {father for given in givens if (father := find_father(given))}


def _given_agreement(person: Person, form: Form) -> float:
    """ "Sir Edmund" for Edmund; but Lady Catherine is not a Catherine whom they call Kitty."""
    if not person.given or not same_given(form.given, person.given):
        return 0.0
    titles = {read_name(known).title for known in person.forms}
    if form.title in NOBLE - titles and titles & COMMON:
        return 0.0  # "Sir John" is not the Mr. John whom everybody knows, but for one who has become Sir John Hale
    if form.title in GIVEN_TITLES and person.title not in GIVEN_TITLES:
        if form.title in OF_KIN and _is_called(person, form.given):
            return 4.0 * (form.given.split()[0] == person.given.split()[0])  # "Aunt Polly" is whom others call Polly
        called = any(read_name(known).type == "nickname" for known in person.forms)
        return 4.0 if form.given.split()[0] == person.given.split()[0] and not called else 0.0
    styled = form.title in GIVEN_TITLES and form.title == person.title  # of two Edmunds one is Sir Edmund
    fathered = " " in form.given and form.given == person.given  # and one Edmund Petrovich
    return 4.0 + 0.5 * (styled or fathered)


def _single_agreement(person: Person, word: str, told: str) -> float:
    if person.given and word in person.given.split():
        return 0.0 if _is_always_sir(person) else 6.0
    if _may_shorten(person, word):
        return 4.0
    if word in person.surname.split():
        return _bare_agreement(person, told)
    if _is_called(person, word):
        return 5.0
    if len(person.surname) > 3 and word in (f"{person.surname}y", f"{person.surname}sy"):
        return 3.0
    if len(word) >= 4 and person.given.startswith(word) and _is_called(person, person.given):
        return 2.0
    return 2.0 * any(_begins(word, known) or _begins(known, word) for known in _find_singles(person))


def _bare_agreement(person: Person, told: str) -> float:
    """How well a surname alone fits its bearer. `told` is the gender that pronouns tell of the form."""
    if person.gender == "f" and (person.marriage == "married" or (person.given and not person.title)):
        # In older books a woman is not called by her surname alone: it is some man of the name, but where "she" follows.
        return 1.0 if told == "f" and person.marriage != "married" else 0.0
    return 3.0 + 0.5 * (person.gender == "m") + 0.2 * (not person.given)


def _goes_by_surname(person: Person) -> bool:
    """Whether "De Hale" is all that somebody is called: some man, as far as is known."""
    return bool(person.surname) and not person.given and not person.title and person.gender != "f"


def _find_singles(person: Person) -> set[str]:
    """By which single words somebody goes that may be a given name."""
    known = {read_name(form).single for form in person.forms} - {"", *person.surname.split()}
    return known & {person.given} if person.given or person.surname else known


def _begins(short: str, word: str) -> bool:
    """Whether a name of three letters is the beginning of another, and none of its own ("Orv", "Orvenna"; not "Ann", "Anna")."""
    return len(short) == 3 and not is_given_name(short) and word.startswith(short) and short != word


def _is_always_sir(person: Person) -> bool:
    """Whether somebody has gone by his given name with "Sir" alone: whoever is called by it without is of another rank."""
    titles = {form.title for form in map(read_name, person.forms) if form.given or form.single == person.given}
    return titles == {"sir"}


def _is_called(person: Person, word: str) -> bool:
    """Whether somebody goes by one word alone."""
    return any(read_name(known).single == word for known in person.forms)


def _goes_by(person: Person, word: str) -> bool:
    """Whether somebody goes by one word alone that ends none of their names, and so is no surname."""
    last = {known.split()[-1].lower() for known in person.forms if " " in known}
    return word not in last and _is_called(person, word)


def _may_shorten(person: Person, word: str) -> bool:
    """Whether a word is a form of somebody's given name: not of a Mr. William whom nobody calls William ("Billy"), nor of
    one known by another short form ("Polly" for "Minnie"), nor what is a name of its own ("Janet" for "Jane"), unless they
    have a short form of the same name besides ("Nora" who is "Nell" is Eleanor)."""
    singles = {read_name(known).single for known in person.forms} - {""}
    given = (person.given or _find_lone(person, singles)).split(" ")[0]
    same = formal_names(word) & formal_names(given)
    own = OWN & {word, given} and not any(formal_names(single) & same for single in singles - OWN)
    if person.title in GIVEN_TITLES or not same or own:
        return False
    called = any(formal_names(single) & same for single in singles) or not person.title or _is_plainly_named(person)
    return called and (bool(same & {word, given, *singles}) or word.startswith(given) or given.startswith(word))


def _find_lone(person: Person, singles: set[str]) -> str:
    """The given name of somebody of whom no more is known."""
    return next(iter(singles)) if len(singles) == 1 and not person.surname and is_given_name(*singles) else ""


def _is_plainly_named(person: Person) -> bool:
    """Whether somebody has been named in full without a title: "William Hale"."""
    return any(name.given and name.surname and not name.title for name in map(read_name, person.forms))


def _is_form_of(person: Person, word: str) -> bool:
    """Whether a given name is one that somebody goes by, or short for it, or what that is short for: "Bessie" and "Eliza" are
    two short forms, and seldom of one person."""
    names = [read_name(known) for known in person.forms]
    givens = {name.given.split()[0] for name in names if name.given}
    return word in {name.single for name in names} or any(
        word in formal_names(given) or given in formal_names(word) for given in givens | {person.given.split()[0]}
    )


def _called_agreement(person: Person, form: Form) -> float:
    """A full name of which somebody has gone by the given name: behind a title ("Mr. Edmund"), or alone, whatever else it is ("Pip Hale" is
    the Peter Hale who goes by Pip)."""
    if goes_by_given(person, form):
        return 4.0
    alone = person.given and person.surname == form.surname and _goes_by(person, form.given.split()[0])
    return 8.5 if alone else 0.0


def _full_agreement(person: Person, form: Form) -> float:
    if person.surname and form.surname != person.surname and form.surname not in person.surname.split():
        return 2.5 * (form.title not in NOBLE and goes_by_any_surname(person, form))
    givens = {read_name(known).given for known in person.forms} - {""}
    if givens and not any(same_given(form.given, given) for given in givens):
        return 0.0
    if bears_husbands_name(form) and person.marriage != "married":
        return 0.0
    if person.title in NOBLE | ROYAL and not person.surname and form.title != person.title:
        return 0.0
    if person.marriage == "married" and not form.marriage and not person.given:
        return 0.0
    if person.given:
        fits = _given_agreement(person, form) > 0 and (person.surname or _is_form_of(person, form.given.split()[0]))
        return ((8.0 if person.surname else 5.0) + 0.5 * _is_called(person, form.given.split()[0])) if fits else 0.0
    if form.likely_gender and person.gender and form.likely_gender != person.gender:
        return 0.0
    if not person.surname:
        return _lone_agreement(person, form)
    same_title = not person.title or not form.title or form.title == person.title
    return 3.0 if same_title and not _rival_title(person, form) else 0.0


def _lone_agreement(person: Person, form: Form) -> float:
    """A full name for somebody who goes by one word: as a given name it is theirs more surely than as a surname."""
    singles = {read_name(known).single for known in person.forms}
    return 4.5 * (form.given.split()[0] in singles) or 4.0 * (form.surname in singles)


def _rival_title(person: Person, form: Form) -> bool:
    """A woman known only as Miss or Mrs. so-and-so is not just any of her family; an inspector is herself."""
    return person.gender == "f" and not form.title and person.title not in RANKS


def _surname_agreement(person: Person, form: Form, sisters: Table[str, bool]) -> float:
    if (
        person.given
        and (form.marriage != "married" or person.marriage == "married")
        and (person.title in ("", form.title) or _is_called(person, form.surname))
        and _is_given_of(person, form.surname)
    ):
        return 5.0
    own = bare_surname(form.surname)
    if own != bare_surname(person.surname) and form.surname not in person.surname.split():
        return _sole_word_agreement(person, form)
    known = {read_name(known).title for known in person.forms if bare_surname(read_name(known).surname) == own} - {""}
    if form.title == "miss" and form.title in known and form.surname in sisters:
        bare = (read_name(one) for one in person.forms)  # "Miss Ada Hale" is not Miss Hale where there are sisters
        return 7.0 * any(one.title == "miss" and one.surname == form.surname and not one.given for one in bare)
    if form.title in known:
        return 7.0
    if form.title in FAMILIAR:
        return 2.0
    if form.marriage == "married" and person.given and person.marriage != "married":
        grown = person.count >= LONG_KNOWN and person.gender == "f" and not known and not person.title
        return 1.2 if grown else 0.0  # of one just met, it is rather her mother
    if form.title in RANKS and _may_hold(person, form, known):
        return 1.0
    if not form.gender or not person.gender or form.gender != person.gender:
        return 2.0 if not known and (not form.gender or not person.gender) else 0.0
    if form.gender == "f":
        alone = not known and person.title in ("", form.title) and form.surname not in sisters
        return 1.5 if alone else 0.0
    return 3.0 if not known or known <= {"mr"} else 0.0 if form.title == "mr" and "sir" in known else 1.0


def _may_hold(person: Person, form: Form, known: set[str]) -> bool:
    """Whether somebody may have a rank that is new: whoever has another is promoted, and "Captain Orme" is whom all call Orme."""
    if known & RANKS:
        return person.gender != "f"
    bare = sum(uses for name, uses in person.forms.items() if read_name(name).single == form.surname)
    return known <= {"mr"} and person.gender == "m" and bare >= BARE


def _is_given_of(person: Person, word: str) -> bool:
    """Whether what stands behind a title is somebody's given name, or short for it ("Miss Lizzy")."""
    if person.title in OF_KIN and not is_given_name(word):
        return False  # "Aunt Hale" is no Miss Hale
    own = word in (person.given, person.given.split()[0])
    return own or (word != person.surname and is_given_name(word) and same_given(word, person.given))


def _sole_word_agreement(person: Person, form: Form) -> float:
    """ "Mr. X" for somebody called only "X" so far."""
    if person.surname or any(read_name(known).single != bare_surname(form.surname) for known in person.forms):
        return 0.0
    if form.gender == "f" and person.gender != "f":
        return 0.0  # a bare surname is some man's
    return 2.5 if not (form.gender and person.gender and form.gender != person.gender) else 0.0
