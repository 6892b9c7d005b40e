"""Two halves of one name: a woman known by her given name and a title with a surname, whom a full name joins."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

from castline.ingest.annotations import Extract
from castline.ingest.language.lexicon import NOBLE
from castline.ingest.language.names import Form, read_name, same_given
from castline.ingest.memory.memory import Memory, bearer_of, pair
from castline.ingest.memory.people import Person
from castline.ingest.memory.register import given_words, words_for_given
from castline.ingest.memory.tables import count
from castline.ingest.resolution.cast.kinship import related

OFTEN = 16
"""Uses of both parts of a name, at least, before a full name joins their bearers."""
OFTEN_MISS = 8
"""The same of a Miss: of sisters she is the eldest, and would have a rival."""
FEW = 4
"""The same where nobody else bears the surname."""
LONG = 40
"""The same of a Mrs. who is not known to be married."""
CROWD = 24
"""People of one sentence that are counted together."""
SELDOM = 0.01
"""Of the uses of the rarer part, the share of sentences that name both: one person seldom goes by two names in one."""
SELDOM_MISS = 0.05
"""The same of a Miss: nobody else of the house goes by the bare surname, so a slip of the parser is likelier."""
_WOMENS_TITLES = frozenset({"miss", "mrs", "countess", "princess", "baroness", "marchioness", "duchess"})


def find_joins(memory: Memory, notes: Extract, of_form: dict[str, int], firsts: dict[str, int]
               ) -> list[tuple[int, int, int]]:  # fmt: skip
    """(person, person, mention index): a woman known by a given name and a Miss, Mrs. or Countess known by the surname,
    whom a full name of this chapter or an earlier one links, who are seldom named in one sentence, and have no rival. Of
    men it would not be safe: sons are called by the given name where fathers are called by the surname."""
    _count_together(memory, notes, of_form)
    for text in sorted(of_form, key=firsts.__getitem__):
        form = read_name(text)
        if form.given and form.surname:
            givens, first = memory.names.linked.get(form.surname, ()), form.given.split()[0]
            if first not in givens:
                memory.names.linked[form.surname] = (*givens, first)
                _remember_surname(memory, first, form.surname)
    joins: list[tuple[int, int, int]] = []
    for text, key in sorted(of_form.items(), key=lambda item: firsts[item[0]]):
        one = memory.person(key)
        other = _find_other_half(memory, one, read_name(text))
        if other is not None and one.key not in (key for join in joins for key in join[:2]):
            joins.append((one.key, other.key, firsts[text]))
    return joins


def _count_together(memory: Memory, notes: Extract, of_form: dict[str, int]) -> None:
    """Count the sentences of narration that name both somebody known by a given name and somebody by a surname, and
    the turns of talk that go from the one to the other."""
    named: dict[int, set[int]] = {}
    for note in notes.mentions:
        if note.quote < 0 and (key := bearer_of(memory, of_form, note)) >= 0:
            named.setdefault(note.sentence, set()).add(key)
    tags = (notes.mentions[quote.speaker] for quote in notes.utterances if quote.speaker >= 0)
    turns = pairwise(bearer_of(memory, of_form, tag) for tag in tags)
    beside = ({one, other} - {-1} for one, other in turns)
    for keys in (*named.values(), *beside):
        for one, other in combinations(sorted(keys)[:CROWD], 2):
            if not (memory.people[one].has_given and memory.people[other].has_given):
                count(memory.names.together, pair(one, other))


def _find_other_half(memory: Memory, one: Person, form: Form) -> Person | None:
    """Whoever bears the title and surname of somebody who bears the given name, or None where it is not sure."""
    if (
        not one.given
        or one.kind != "name"
        or one.title in NOBLE
        or not (form.given or form.single)
        or one.gender != "f"
    ):
        return None
    found = [other for other in memory.people.among(_find_surnames(memory, one)) if _is_half(memory, one, other)]
    found = [other for other in found if one.surname in (other.surname, other.given)] or [
        other for other in found if not one.surname or _is_married(memory, one, other)
    ]
    found = [other for other in found if other.title == "miss"] or found  # a Mrs. beside a Miss is the mother
    if len({other.surname or other.given for other in found}) != 1:
        return None
    found.sort(key=lambda other: -sum(other.forms.values()))  # "Madame Berg" and "Countess Berg" come one by one
    both = pair(one.key, found[0].key)
    if (
        len({other.title for other in found}) < len(found)
        or both in memory.names.apart
        or are_tied(memory, one.key, found[0].key)
    ):
        return None
    married = _is_married(memory, one, found[0])
    if not married and _has_rival(memory, one, found[0]):
        return None
    uses = min(sum(one.forms.values()), sum(found[0].forms.values()))
    enough = OFTEN if married else _enough(memory, one, found[0])
    most = max(1, (SELDOM_MISS if found[0].title == "miss" else SELDOM) * uses)
    return found[0] if uses >= enough and memory.names.together.get(both, 0) <= most else None


def _remember_surname(memory: Memory, first: str, surname: str) -> None:
    """Let a surname be found by the given name that a full name has linked it to."""
    surnames = memory.names.surnames
    for word in given_words(first):
        if surname not in surnames.get(word, ()):
            surnames[word] = (*surnames.get(word, ()), surname)


def _find_surnames(memory: Memory, one: Person) -> set[str]:
    """The surnames under which the other half may be known of the bearer of a given name: their own and that of who is
    married to them, or any that full names have given with it."""
    kin = {person.surname for kind in ("spouse", "parent") for person in related(memory, one.key, kind)}
    if one.surname:
        return {one.surname, *kin}
    given = {surname for word in words_for_given(one.given) for surname in memory.names.surnames.get(word, ())}
    return kin | given


def _is_half(memory: Memory, one: Person, other: Person) -> bool:
    """Whether somebody goes by a title and the surname that full names have given to the bearer of a given name, or that she has by
    marriage, or as the one daughter of a house."""
    if other.joined >= 0 or other.kind != "name" or other.key == one.key or other.title not in _WOMENS_TITLES:
        return False
    if other.given and other.surname:
        return False
    linked = memory.names.linked.get(other.surname or other.given, ())
    full = any(same_given(name, one.given) for name in linked)
    return full or _is_wife(memory, one, other) or _is_daughter(memory, one, other)


def _is_wife(memory: Memory, one: Person, other: Person) -> bool:
    """Whether a Mrs. is nobody's wife but of a husband of the one, so far as is told, and is not his mother."""
    if other.title != "mrs":
        return False
    husbands = {person.key for person in related(memory, one.key, "spouse") if person.surname == other.surname}
    hers = {person.key for person in related(memory, other.key, "spouse")}
    return bool(husbands) and hers <= husbands and not any(are_tied(memory, key, other.key) for key in husbands - hers)


def _is_daughter(memory: Memory, one: Person, other: Person) -> bool:
    """Whether a Miss bears the surname of a parent of the one, who has no sister so far as is told."""
    if other.title != "miss" or one.surname not in ("", other.surname):
        return False
    parents = [person for person in related(memory, one.key, "parent") if person.surname == other.surname]
    family = [*related(memory, one.key, "sibling"), *(kin for p in parents for kin in related(memory, p.key, "child"))]
    return bool(parents) and all(kin.gender == "m" or kin.key in (one.key, other.key) for kin in family)


def _is_married(memory: Memory, one: Person, other: Person) -> bool:
    """Whether a woman is known to be the wife of somebody of that surname."""
    return other.title == "mrs" and any(
        "spouse" in kinds and memory.person(key).surname == other.surname
        for key, kinds in memory.ties.kin.get(one.key, {}).items()
    )


def are_tied(memory: Memory, one: int, other: int) -> bool:
    """Whether the one is known to be something to the other, beside of one family: nobody is their own mother."""
    return any(kind != "family" for kind in memory.ties.kin.get(one, {}).get(other, ()))


def _enough(memory: Memory, one: Person, other: Person) -> float:
    """Uses of both names that make two names one woman's: a Mrs. may be her mother, and where nobody else bears the
    surname, there is nobody to be taken for her."""
    alone = not _has_family(memory, one, other)
    if other.title == "miss":
        return FEW if alone else OFTEN_MISS
    if alone:
        return OFTEN
    return LONG if one.marriage != "single" and other.title == "mrs" else math.inf


def _has_family(memory: Memory, one: Person, other: Person) -> bool:
    """Whether anybody else bears the surname."""
    return any(
        person.surname == (other.surname or other.given)
        and person.joined < 0
        and person.key not in (one.key, other.key)
        for person in memory.people.among([other.surname or other.given])
    )


def _has_rival(memory: Memory, one: Person, other: Person) -> bool:
    """Whether somebody else of that surname and gender, whom nothing sets apart from the bearer of the title, is known by
    a given name too. "Miss Hale" is the eldest, and whoever is called "Miss Ada" is not."""
    rivals = [
        rival for rival in memory.people.among([other.surname or other.given])
        if rival.joined < 0 and rival.key not in (one.key, other.key) and rival.given and rival.gender in ("", one.gender)
        and rival.surname == (other.surname or other.given)
    ]  # fmt: skip
    if other.title != "miss":
        return bool(rivals)
    elder = [
        rival for rival in rivals if not _is_younger(rival) and pair(rival.key, other.key) not in memory.names.apart
    ]
    return bool(elder) or (_is_younger(one) and bool(rivals))


def _is_younger(person: Person) -> bool:
    """Whether somebody is called "Miss Ada"."""
    forms = map(read_name, person.forms)
    return any(form.title == "miss" and form.given for form in forms)
