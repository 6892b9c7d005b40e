"""Kin by surname: of one family, "her brother" is likely the one man whom his age and name let be it.

    Mr. Hale thought of his daughter.       Anna, if of all of that surname she alone goes by a given name
    Miss Marsh missed her brother.          Mr. John Marsh, if nobody else may be; Mr. Marsh may be her father

A story calls the young by their given names and the old by their titles. And two of one given name: of a chapter's
Edmund Hale and Edmund Marsh, who goes by "Edmund" alone is at most the one whose house he has met.
"""

from __future__ import annotations

from collections.abc import Collection

from castline.ingest.language.names import read_name, same_given
from castline.ingest.memory.memory import Bond, Memory
from castline.ingest.memory.people import Person
from castline.ingest.resolution.cast.kinship import is_born_so, is_other, tie_of

KIN = 1_000.0
"""What kin outweighs in company."""


def list_namesakes(memory: Memory, owner: int, noun: str, gender: str) -> list[Person]:
    """All of a surname whom "OWNER's noun" may mean by age and by all that is told."""
    kind, one = tie_of(noun), memory.people[owner]
    if kind not in ("parent", "child", "sibling") or not one.surname or not gender:
        return []
    bearers = (other for other in memory.people.among([one.surname]) if other.surname == one.surname)
    return [
        other for other in bearers
        if other.joined < 0 and other.key != owner and other.gender == gender and _may_be(memory, one, other, kind)
    ]  # fmt: skip


def _may_be(memory: Memory, one: Person, other: Person, kind: str) -> bool:
    """Whether `other` may be the parent, child, brother or sister of `one`."""
    if is_other(memory.ties.kin.get(one.key, {}).get(other.key, ()), kind):
        return False
    if kind == "parent":
        return is_born_so(one) and not goes_by_title(one) and other.marriage != "single" and not goes_by_given(other)
    if not (is_born_so(other) and (other.given or other.title == "miss")):
        return False
    young = goes_by_given(one) or one.marriage == "single"
    return not young if kind == "child" else is_born_so(one) and (young or not goes_by_given(other))


def goes_by_title(person: Person) -> bool:
    """Whether somebody is mostly called by a title of the grown up: "Captain Hale" is nobody's boy."""
    titled = (uses for form, uses in person.forms.items() if read_name(form).title not in ("", "miss", "master"))
    return 2 * sum(titled) > sum(person.forms.values())


def goes_by_given(person: Person) -> bool:
    """Whether somebody is mostly called by the given name alone."""
    alone = (
        uses for form, uses in person.forms.items() if (word := read_name(form).single) and _is_given(person, word)
    )
    return 2 * sum(alone) > sum(person.forms.values())


def _is_given(person: Person, word: str) -> bool:
    return bool(person.given) and same_given(word, person.given)


def find_strange(memory: Memory, forms: Collection[str]) -> dict[str, int]:
    """Full names that share a given name -> whoever goes by that alone so far, but for the surname of whose bearers he has been
    with most: a chapter with an Edmund Hale and an Edmund Marsh tells of two, and the Edmund who lives with the Hales is no
    Marsh. Where he has met neither house, he is at most the one who is named without a title, as he is."""
    houses: dict[str, dict[str, list[str]]] = {}
    for text in forms:
        form = read_name(text)
        if form.given and form.surname:
            houses.setdefault(form.given.split()[0], {}).setdefault(form.surname, []).append(text)
    strange: dict[str, int] = {}
    for given, surnames in sorted(houses.items()):
        if len(surnames) > 1 and (one := _find_alone(memory, given)):
            near = {surname: _rate_nearness(memory, one, surname) for surname in surnames}
            plain = [surname for surname, texts in surnames.items() if not any(read_name(text).title for text in texts)]
            own = max(near, key=lambda surname: (near[surname], surname in plain, surname))
            known = near[own] > 0 or plain == [own]
            others = [surname for surname in surnames if surname != own or not known]
            strange.update((text, one.key) for surname in others for text in surnames[surname])
    return strange


def _find_alone(memory: Memory, given: str) -> Person | None:
    """Whoever goes by a given name without a surname, where there is one such person."""
    bearers = memory.people.among([given])
    alone = [one for one in bearers if one.given == given and not one.surname and one.joined < 0]
    return alone[0] if len(alone) == 1 else None


def _rate_nearness(memory: Memory, one: Person, surname: str) -> float:
    """How much somebody has been with the bearers of a surname; of whose kin they are, more than of anybody else."""
    bearers = {memory.person(other.key).key for other in memory.people.among([surname]) if other.surname == surname}
    kin = len(bearers & memory.ties.kin.get(one.key, {}).keys())
    return kin * KIN + sum(memory.bonds.get((one.key, key), Bond()).familiarity for key in sorted(bearers))
