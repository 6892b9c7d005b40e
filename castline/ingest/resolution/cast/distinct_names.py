"""Who shares a name and who does not: names that a clause or a paragraph sets apart, and names that change hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations

from castline.ingest.annotations import CALLING, NAMED_SO, Clause, Extract
from castline.ingest.language.lexicon import RANKS
from castline.ingest.language.names import Form, read_name, squeeze
from castline.ingest.memory.memory import Memory, pair
from castline.ingest.memory.tables import count
from castline.ingest.resolution.cast.bearers import Bearers

TWICE = 2
"""Clauses that name somebody by two names before these are two people's."""
LONG_USED = 10
"""Uses of a form in earlier chapters that make it stand for one person."""
MOST_NAMED = 60
"""Forms of one surname, or names in one clause, that are compared with each other."""
_SAME = frozenset({"of", "as", "like", "by"})
"""Prepositions whose noun may be the one who acts ("by the name of", "as")."""


def find_apart(notes: Extract, known: Bearers) -> dict[str, set[str]]:
    """For each form, those that mean somebody else: one clause names both (who does, to whom, with whom), or one
    paragraph does without and then with a given name ("Miss Hale and Miss Ada Hale"), or their ranks differ. `known` says how
    often a form was used before: one long known without a given name is set apart in the same chapter."""
    apart: dict[str, set[str]] = {}
    for one, other in (*_beside(notes), *_alike(notes, known), *_in_one_breath(notes, known), *_unheard(notes, known)):
        apart.setdefault(one, set()).add(other)
        apart.setdefault(other, set()).add(one)
    return apart


def remember_apart(memory: Memory, apart: dict[str, set[str]], of_form: dict[str, int]) -> None:
    """Keep in mind which people of one surname the chapter has set apart."""
    found = {
        pair(of_form[one], of_form[other])
        for one, others in apart.items()
        for other in others
        if one in of_form and other in of_form and of_form[one] != of_form[other]
        and _surname(memory, of_form[one]) == _surname(memory, of_form[other])
    }  # fmt: skip
    for key in sorted(found):
        count(memory.names.apart, key)


def _surname(memory: Memory, key: int) -> str:
    return memory.people[key].surname or memory.people[key].id


def _beside(notes: Extract) -> Iterator[tuple[str, str]]:
    for clause in notes.clauses:
        for one, other in combinations(sorted(set(_forms_in(notes, clause)))[:MOST_NAMED], 2):
            words, more = set(one.split()), set(other.split())
            if not (words < more or more < words) or read_name(one).title == read_name(other).title != "":
                yield one, other


def part_names(memory: Memory, notes: Extract, bearers: Bearers) -> dict[str, int]:
    """Forms that somebody has borne so far and that are another's from now on, with who has borne them: clauses have
    named him by them beside the given name that is his ("Charles and Mr. Hale agreed")."""
    parted: dict[str, int] = {}
    for one, other in _beside(notes):
        key = bearers.get(one)
        if key < 0 or bearers.get(other) != key or _is_joined(memory, key):
            continue
        count(memory.names.beside, (one, other))
        leaving = [text for text in (one, other) if not _is_given(read_name(text))]
        if len(leaving) == 1 and memory.names.beside[one, other] >= TWICE:
            parted[leaving[0]] = key
    for text, key in parted.items():
        del memory.people.change(key).forms[text]
        del bearers[text]
    return parted


def _is_joined(memory: Memory, key: int) -> bool:
    """Whether somebody else has turned out to be this one."""
    return any(person.joined == key for person in memory.people.among([f"is:{key}"]))


def _is_given(form: Form) -> bool:
    return bool(form.given) or form.type in ("given", "nickname")


def _forms_in(notes: Extract, clause: Clause) -> Iterator[str]:
    for index in (*clause.subjects, *clause.objects, *(i for prep, i in clause.preps if prep not in _SAME)):
        note = notes.mentions[index]
        if note.kind == "name" and not note.plural and note.role not in ("voc", "appos"):
            yield squeeze(note.form)


def _alike(notes: Extract, known: Bearers) -> Iterator[tuple[str, str]]:
    """Pairs of titled forms of one surname that cannot be one person's."""
    places: dict[str, set[int]] = {}
    for note in notes.mentions:
        if note.kind == "name" and not note.plural and read_name(form := squeeze(note.form)).title:
            places.setdefault(form, set()).update([note.paragraph] if note.quote < 0 else ())
    for forms in _by_surname(places):  # in the order first used
        for one, other in combinations(forms, 2):
            a, b = read_name(one), read_name(other)
            there, here = places[one], places[other]
            ranked = a.title != b.title and {a.title, b.title} <= RANKS
            given = a.title == b.title and bool(a.given) != bool(b.given)
            bare, full = (one, b) if b.given else (other, a)
            if given and known.has_given(bare, full.given):
                continue  # "Mr. Edmund Hale" is the Mr. Hale who has gone by Edmund
            settled = known.uses(bare) >= LONG_USED
            if ranked or (given and (settled or (b.given and not there.isdisjoint(here)))):
                yield one, other


def _in_one_breath(notes: Extract, known: Bearers) -> Iterator[tuple[str, str]]:
    """ "He danced with Miss Hale, and then with Ada Hale": in one speech these are two, where neither is known."""
    spoken: dict[int, set[str]] = {}
    for note in notes.mentions:
        if note.kind == "name" and not note.plural and note.quote >= 0 and len(note.form.split()) > 1:
            spoken.setdefault(note.quote, set()).add(squeeze(note.form))
    shared = [forms for said in spoken.values() for forms in _by_surname(sorted(said))]
    for one, other in chain.from_iterable(combinations(forms, 2) for forms in shared):
        a, b = read_name(one), read_name(other)
        titles = {a.title, b.title} == {"", "miss"}
        unknown = one not in known and other not in known
        if titles and bool(a.given) != bool(b.given) and unknown:
            yield one, other


def _by_surname(forms: Iterable[str]) -> list[list[str]]:
    """Forms that share a surname, in their order; a register of one name tells nothing of who is whom."""
    found: dict[str, list[str]] = {}
    for form in forms:
        if surname := read_name(form).surname:
            found.setdefault(surname, []).append(form)
    return [shared for shared in found.values() if 1 < len(shared) <= MOST_NAMED]


def _unheard(notes: Extract, known: Bearers) -> Iterator[tuple[str, str]]:
    """A name first told as another's true one is nobody's who has gone by a part of it before; but who asks to be called by
    a part of her own name stays who she is."""
    for reveal in notes.reveals:
        told = squeeze(notes.mentions[reveal.other].form)
        if reveal.one >= 0 and reveal.how not in ("called", NAMED_SO, CALLING) and told not in known:
            yield from ((told, form) for form in known.forms_with(told.split()))


def count_sisters(memory: Memory, notes: Extract) -> None:
    """Remember of which surnames there is more than one Miss: "the elder Miss Hale", "the Miss Hales"."""
    for note in notes.mentions:
        name = read_name(squeeze(note.form)) if note.kind == "name" else None
        if name and name.title == "miss" and name.surname and not name.given and note.definite:
            for surname in (name.surname, name.surname.removesuffix("s")):
                if surname not in memory.names.sisters:
                    memory.names.sisters[surname] = True
