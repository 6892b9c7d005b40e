"""Who shares a name and who does not: names that one clause sets apart, and parts of names that one full name joins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from castline.ingest.extract import Clause, Extract
from castline.ingest.lexicon import GIVEN_TITLES, RANKS
from castline.ingest.naming import Form, read_name, same_given, squeeze
from castline.ingest.people import Memory, Person

OFTEN = 16
"""Uses of both parts of a name, at least, before a full name joins their bearers."""
LONG_USED = 10
"""Uses of a form in earlier chapters that make it stand for one person."""
SELDOM = 0.01
"""Of the uses of the rarer part, the share of sentences that name both: one person seldom goes by two names in one."""
_SAME = frozenset({"of", "as", "like", "by"})
"""Prepositions whose noun may be the one who acts ("by the name of", "as")."""


def find_apart(notes: Extract, known: dict[str, int]) -> dict[str, set[str]]:
    """For each form, those that mean somebody else: one clause names both (who does, to whom, with whom), or one
    paragraph does without and then with a given name ("Miss Hale and Miss Ada Hale"), or their ranks differ. `known` is how
    often each form was used before: one long known without a given name is set apart in the same chapter."""
    apart: dict[str, set[str]] = {}
    for one, other in (*_beside(notes), *_alike(notes, known), *_unheard(notes, known)):
        apart.setdefault(one, set()).add(other)
        apart.setdefault(other, set()).add(one)
    return apart


def _beside(notes: Extract) -> Iterator[tuple[str, str]]:
    for clause in notes.clauses:
        for one, other in combinations(sorted(set(_forms_in(notes, clause))), 2):
            words, more = set(one.split()), set(other.split())
            if not (words < more or more < words) or read_name(one).title == read_name(other).title != "":
                yield one, other


def _forms_in(notes: Extract, clause: Clause) -> Iterator[str]:
    for index in (*clause.subjects, *clause.objects, *(i for prep, i in clause.preps if prep not in _SAME)):
        note = notes.mentions[index]
        if note.kind == "name" and not note.plural and note.role not in ("voc", "appos"):
            yield squeeze(note.form)


def _alike(notes: Extract, known: dict[str, int]) -> Iterator[tuple[str, str]]:
    """Pairs of titled forms of one surname that cannot be one person's."""
    places: dict[str, set[int]] = {}
    for note in notes.mentions:
        if note.kind == "name" and not note.plural and read_name(form := squeeze(note.form)).title:
            places.setdefault(form, set()).update([note.paragraph] if note.quote < 0 else ())
    for (one, there), (other, here) in combinations(places.items(), 2):  # in the order first used
        a, b = read_name(one), read_name(other)
        if a.surname and a.surname == b.surname:
            ranked = a.title != b.title and {a.title, b.title} <= RANKS
            given = a.title == b.title and bool(a.given) != bool(b.given)
            settled = known.get(one if b.given else other, 0) >= LONG_USED
            if ranked or (given and (settled or (b.given and not there.isdisjoint(here)))):
                yield one, other


def _unheard(notes: Extract, known: dict[str, int]) -> Iterator[tuple[str, str]]:
    """A name first told as another's true one is nobody's who has gone by a part of it before."""
    for reveal in notes.reveals:
        told = squeeze(notes.mentions[reveal.other].form)
        if reveal.one >= 0 and told not in known:
            yield from ((told, form) for form in known if not set(form.split()).isdisjoint(told.split()))


def count_sisters(memory: Memory, notes: Extract) -> None:
    """Remember of which surnames there is more than one Miss: "the elder Miss Hale", "the Miss Hales"."""
    for note in notes.mentions:
        name = read_name(squeeze(note.form)) if note.kind == "name" else None
        if name and name.title == "miss" and name.surname and not name.given and note.definite:
            for surname in (name.surname, name.surname.removesuffix("s")):
                if surname not in memory.sisters:
                    memory.sisters.append(surname)


def find_joins(memory: Memory, notes: Extract, of_form: dict[str, int], firsts: dict[str, int]
               ) -> list[tuple[int, int, int]]:  # fmt: skip
    """(person, person, mention index): a woman known by a given name and a Miss known by the surname, whom a full name
    of this chapter or an earlier one links, who are seldom named in one sentence, and have no rival. Of men it
    would not be safe: sons are called by the given name where fathers are called by the surname."""
    _count_together(memory, notes, of_form)
    for text in sorted(of_form, key=firsts.__getitem__):
        form = read_name(text)
        if form.given and form.surname:
            givens = memory.linked.setdefault(form.surname, [])
            givens += [form.given.split()[0]] if form.given.split()[0] not in givens else []
    joins: list[tuple[int, int, int]] = []
    for text, key in sorted(of_form.items(), key=lambda item: firsts[item[0]]):
        one = memory.person(key)
        other = _find_other_half(memory, one, read_name(text))
        if other is not None and one.key not in (j for pair in joins for j in pair[:2]):
            joins.append((one.key, other.key, firsts[text]))
    return joins


def _count_together(memory: Memory, notes: Extract, of_form: dict[str, int]) -> None:
    """Count the sentences of narration that name both somebody known by a given name and somebody by a surname."""
    named: dict[int, set[int]] = {}
    for note in notes.mentions:
        if note.kind == "name" and note.quote < 0 and (key := of_form.get(squeeze(note.form), -1)) >= 0:
            named.setdefault(note.sentence, set()).add(memory.person(key).key)
    for keys in named.values():
        for one, other in combinations(sorted(keys), 2):
            if bool(memory.people[one].given) != bool(memory.people[other].given):
                memory.together[f"{one}|{other}"] = memory.together.get(f"{one}|{other}", 0) + 1


def _find_other_half(memory: Memory, one: Person, form: Form) -> Person | None:
    """Whoever bears the title and surname of somebody who bears the given name, or None where it is not sure."""
    if not one.given or one.kind != "name" or one.title in GIVEN_TITLES or (one.title and not form.given):
        return None
    if one.gender != "f" or sum(one.forms.values()) < OFTEN:
        return None
    found = [
        other for other in memory.people
        if other.title == "miss" and not other.given and other.kind == "name" and other.joined < 0
        and any(same_given(given, one.given) for given in memory.linked.get(other.surname, ()))
    ]  # fmt: skip
    if len(found) != 1 or _has_rival(memory, one, found[0]):
        return None
    uses = min(sum(one.forms.values()), sum(found[0].forms.values()))
    first, second = sorted((one.key, found[0].key))
    return found[0] if uses >= OFTEN and memory.together.get(f"{first}|{second}", 0) <= SELDOM * uses else None


def _has_rival(memory: Memory, one: Person, other: Person) -> bool:
    """Whether somebody else of that surname and gender is known by a given name too."""
    return any(
        rival.surname == other.surname and rival.given and rival.gender in ("", one.gender)
        for rival in memory.people
        if rival.joined < 0 and rival.key not in (one.key, other.key)
    )
