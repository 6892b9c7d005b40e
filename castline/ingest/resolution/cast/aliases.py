"""Who the names of a chapter mean: names are told from places, and given to people old and new."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from castline.ingest.annotations import Extract
from castline.ingest.language.lexicon import PLACE_WORDS, RANKS
from castline.ingest.language.names import is_given_name, is_name_like, read_name, squeeze
from castline.ingest.memory.memory import Memory
from castline.ingest.memory.people import add_form, return_in
from castline.ingest.resolution.cast.bearers import Bearers
from castline.ingest.resolution.cast.distinct_names import count_sisters, find_apart, part_names, remember_apart
from castline.ingest.resolution.cast.full_names import find_joins
from castline.ingest.resolution.cast.genders import hear_pronouns
from castline.ingest.resolution.cast.name_matching import find_person
from castline.ingest.resolution.cast.namesakes import find_strange
from castline.ingest.resolution.cast.returning import bears_still

MOST_FORMS = 1_000
"""Names of a chapter that are given to people, those most used: a longer list of names is a register, and no story."""
SETTLED = 3
"""Votes for a person that let a name in; fewer wait for more of them in later chapters."""
HOUSE = 4
"""Votes for a place by a use of a name that a word for places ends."""
FIRM = 20
"""Uses of a name by somebody from which on nobody else is called by it who is named in full in the chapter, as he is not."""


@dataclass(slots=True)
class NameReading:
    """What a chapter's names came to. `added` are (person, form, mention index) not known before."""

    of_form: dict[str, int] = field(default_factory=dict)
    added: list[tuple[int, str, int]] = field(default_factory=list)
    met: list[tuple[int, int]] = field(default_factory=list)
    """(person, mention index) of those first met here, in order of appearance."""
    places: set[str] = field(default_factory=set)
    joins: list[tuple[int, int, int]] = field(default_factory=list)
    """(person, person, mention index) of two whom a full name proves to be one."""
    answering: list[tuple[int, int, int]] = field(default_factory=list)
    """The same of two who are one since the one answers to the other's name."""
    wives: list[tuple[int, int, int]] = field(default_factory=list)
    """The same of somebody's nameless wife and the first Mrs. of his surname."""


def name_people(memory: Memory, notes: Extract, make_id: str) -> NameReading:
    """Give each name of the chapter to somebody, letting new people into `memory`.

    `make_id` is what their ids start with; the order of appearance in the chapter follows it.
    """
    naming = NameReading()
    firsts: dict[str, int] = {}
    counts: dict[str, int] = {}
    narrated: dict[str, int] = {}
    for index, note in enumerate(notes.mentions):
        if note.kind == "name" and not note.plural:
            form = squeeze(note.form)
            firsts.setdefault(form, index)
            counts[form] = counts.get(form, 0) + 1
            narrated[form] = narrated.get(form, 0) + (note.quote < 0)
            human, place = memory.names.votes.get(form, (0, 0))
            memory.names.votes[form] = (min(99, human + note.human), min(99, place + note.place))
    _count_houses(memory, counts)
    count_sisters(memory, notes)
    bearers = Bearers(memory)
    firsts = {form: firsts[form] for form in _choose_most_used(counts)}
    firsts = {
        form: index
        for form, index in firsts.items()
        if not (_is_run_on(memory, form, bearers) or _is_family(memory, form, bearers))
    }
    accepted = [form for form in firsts if _is_person(memory, form, naming, bearers)]
    accepted += _share_words(memory, firsts, accepted)
    parted = part_names(memory, notes, bearers)
    apart = find_apart(notes, bearers)
    heard = hear_pronouns(notes, lambda form: form if form in firsts else None)
    _free_names(memory, accepted, bearers)
    met = _assign(memory, naming, accepted, make_id, apart, (firsts, bearers, parted, heard))
    remember_apart(memory, apart, naming.of_form)
    for order, (key, index) in enumerate(sorted(met, key=lambda pair: pair[1]), 1):
        memory.people.change(key).id = f"{make_id}c{order}"
        naming.met.append((key, index))
    for form, key in naming.of_form.items():
        person = memory.people.change(key)
        return_in(person, memory.book)
        person.forms[form] += counts[form]
        person.narrated += narrated[form]
    naming.joins = find_joins(memory, notes, naming.of_form, firsts)
    naming.wives = list(_find_wives(memory, naming))
    return naming


def _count_houses(memory: Memory, counts: dict[str, int]) -> None:
    """Votes for a place by "Orme Hall", for the lone "Orme", too, but where a person bears that surname."""
    surnames = {name.surname for name in map(read_name, counts) if name.title or name.given}
    for form, uses in counts.items():
        first, _, last = form.rpartition(" ")
        name = first.lower()
        if first and last.lower() in PLACE_WORDS and name not in surnames and not _is_surname(memory, name):
            human, place = memory.names.votes.get(first, (0, 0))
            memory.names.votes[first] = (human, min(99, place + HOUSE * uses))


def _is_surname(memory: Memory, word: str) -> bool:
    return any(person.surname == word for person in memory.people.among([word]))


def _find_wives(memory: Memory, naming: NameReading) -> Iterator[tuple[int, int, int]]:
    """(person, person, mention index) of "Mr. Hale's wife", who has had no name, and the Mrs. Hale who is met here,
    where no other man bears the name."""
    for key, index in naming.met:
        wife = memory.people[key]
        if wife.title == "mrs" and not wife.given:
            bearers = memory.people.among([wife.surname])
            house = {memory.person(one.key).key for one in bearers if one.surname == wife.surname and one.gender == "m"}
            nameless = memory.ties.nameless.get((min(house), "wife"), -1) if len(house) == 1 else -1
            if nameless >= 0 and memory.person(nameless).kind == "description":
                yield nameless, key, index


def _choose_most_used(counts: dict[str, int]) -> list[str]:
    """In the order of first use; of those used as often, the first used."""
    if len(counts) <= MOST_FORMS:
        return list(counts)
    chosen = set(sorted(counts, key=lambda form: -counts[form])[:MOST_FORMS])
    return [form for form in counts if form in chosen]


def _is_person(memory: Memory, form: str, naming: NameReading, bearers: Bearers) -> bool:
    human, place = memory.names.votes[form]
    if not is_name_like(form) or len(form) < 2:
        return False
    known = form in bearers or find_person(memory, read_name(form)) is not None
    if known and (human >= place or (place < 4 and human)):
        return True
    if place > human:
        if place >= 2:
            naming.places.add(form)
        return False
    name = read_name(form)
    titled = name.title in RANKS and name.surname and not place
    known = bool(name.likely_gender) or (human > 0 and not place and is_given_name(name.given.split(" ")[0]))
    return human >= SETTLED or bool(titled or (name.given and name.surname and not name.title and known))


def _is_run_on(memory: Memory, form: str, bearers: Bearers) -> bool:
    """ "Vera Anton": two names side by side, each the given name of somebody, and of nobody the surname."""
    if form in bearers or len(form.split()) != 2:
        return False
    first, last = (bearers.get(word) for word in form.split())
    if first < 0 or last < 0 or first == last:
        return False
    person, word = memory.people[last], form.split()[1].lower()
    return person.given == word != person.surname and sum(person.forms.values()) >= SETTLED


def _is_family(memory: Memory, form: str, bearers: Bearers) -> bool:
    """ "The Miss Hales", "the elder Mr. Marshes": several of a surname that is known."""
    words = form.split()
    if form in bearers or len(words) < 2 or not words[-1].endswith("s"):
        return False
    last = words[-1].lower()
    surnames = {last.removesuffix("s"), last.removesuffix("es")} - {last}
    return any(
        person.surname in surnames and sum(person.forms.values()) >= SETTLED for person in memory.people.among(surnames)
    )


def _share_words(memory: Memory, firsts: dict[str, int], accepted: list[str]) -> list[str]:
    """Names of people who are let in by a part of them, or by a name that they are a part of: "Martin Dale" beside "Martin", and
    "Dale" beside "Martin Dale"."""
    names, chosen = [read_name(form) for form in accepted], set(accepted)
    singles = {name.single for name in names} - {""}
    parts = {part for name in names if not name.title for part in (name.given, name.surname)} - {""}
    shared = []
    for form in firsts:
        (human, place), name = memory.names.votes[form], read_name(form)
        is_part = name.single in parts and human > 0
        if form not in chosen and human >= place and is_name_like(form):
            shared += [form] * (is_part or not singles.isdisjoint({name.given, name.surname}))
    return shared


def _free_names(memory: Memory, forms: list[str], bearers: Bearers) -> None:
    """Names of an earlier book's people that mean nobody known in this one."""
    for form in forms:
        if form in bearers and not bears_still(memory.people[bearers.get(form)], form, memory.book):
            del bearers[form]


def _assign(memory: Memory, naming: NameReading, forms: list[str], make_id: str, apart: dict[str, set[str]],
            told: tuple[dict[str, int], Bearers, dict[str, int], dict[str, int]]) -> list[tuple[int, int]]:  # fmt: skip
    """Fuller names first, so that a lone word finds the person it shortens. Returns who is new, and where met.

    `told` are the forms' first mentions here, who has borne them before, who bears them no more, and how many pronouns more call
    their bearers "he" than "she". Forms that are `apart` are not given to one person, unless he has long borne both.
    """
    firsts, bearers, parted, heard = told
    met: dict[int, int] = {}
    here = {bearers.get(form) for form in forms if form in bearers}
    fuller: set[int] = set()
    strange = find_strange(memory, forms)
    order = sorted(forms, key=lambda form: (not read_name(form).surname or not read_name(form).given, firsts[form]))
    for text in order:
        form = read_name(text)
        others = {bearers.get(one) for one in apart.get(text, ()) if one in bearers}
        others |= {parted.get(text, -1), strange.get(text, -1)}
        gender = "f" if heard.get(text, 0) < 0 else ""
        borne = memory.people[bearers.get(text)] if text in bearers else None
        person = borne or find_person(memory, form, others, here, told=gender)
        if text in bearers and not form.title and not form.surname and person and person.forms[text] < FIRM:
            meant = None if person.key in fuller else find_person(memory, form, here=here, only=fuller)
            person = meant or person
        if person is None:
            person = memory.people.meet(f"{make_id}new{len(memory.people)}", "name")
            person.met, met[person.key] = memory.book, firsts[text]
        if person.key in met:
            met[person.key] = min(met[person.key], firsts[text])
        naming.of_form[text] = bearers[text] = person.key
        here.add(person.key)
        if len(form.given.split()) + len(form.surname.split()) > 1:
            fuller.add(person.key)
        if text not in person.forms:
            naming.added.append((person.key, text, firsts[text]))
        add_form(memory.people.change(person.key), form)
    return list(met.items())
