"""Whom a title means that stands alone ("the colonel"), and a dignity ("her ladyship", "his Eminence")."""

from __future__ import annotations

from collections.abc import Mapping

from castline.ingest.annotations import FATE
from castline.ingest.language.lexicon import DIGNITIES
from castline.ingest.language.names import read_name
from castline.ingest.memory.memory import Memory
from castline.ingest.memory.people import Person, count_known
from castline.ingest.resolution.cast.name_matching import COMMON
from castline.ingest.resolution.cast.nominals import title_of
from castline.ingest.resolution.cast.returning import is_of

CALLED_SO = 0.05
"""The part of the uses of somebody's names that say his title from which on the title alone may mean him."""


def find_dignified(
    memory: Memory, dignity: str, gender: str, nouns: Mapping[str, int], in_mind: Mapping[int, float]
) -> int:
    """Who of those of a rank is the most in mind, or else the most met; -1 for none. `nouns` are those known by a noun alone
    ("the king")."""
    found = set[int]()
    for noun in DIGNITIES[dignity].split():
        found |= {nouns[f"the {noun}"]} if f"the {noun}" in nouns else set()
        title = read_name(f"{noun} x").title
        bearers = memory.people.among([f"title:{title}"]) if title else ()
        found |= {one.key for one in bearers if one.title == title and one.joined < 0}
    found = {key for key in found if not is_dead(memory, key)} or found
    fitting = (memory.people[key] for key in sorted(found))
    keys = [one.key for one in fitting if one.gender in ("", gender) or not gender]
    known = {key: count_known(memory.people[key], memory.book) for key in keys}
    return max(keys, key=lambda key: (in_mind.get(key, 0.0), known[key], -key), default=-1)


def find_titled(memory: Memory, title: str, noun: str) -> list[int]:
    """The bearers of a title by now; "Madame" is nobody whom they call Mrs. Whom the narration has named once at most is none,
    but for the only one there is: people speak of many a countess who is not "the countess"; and where somebody nameless goes
    by the noun, who was named once is not even that. Nor is who is hardly ever called by it: "the prince" is not Peter, once
    announced as Prince Peter Orlov. Nor, where others bear it, is the dead, nor who is of an earlier book than they."""
    if not title:
        return []
    nouns = (one for one in memory.people.among(["kind:description"]) if one.kind == "description")
    nameless = any(title_of(form.split()[-1]) == title for one in nouns for form in one.forms)
    keys = [
        person.key for person in memory.people.among([f"title:{title}"])
        if person.title == title and person.joined < 0 and sum(person.forms.values()) > nameless
        and title_share(person) >= CALLED_SO and (title not in COMMON or _is_styled(person, noun))
    ]  # fmt: skip
    keys = [key for key in keys if is_of(memory.people[key], memory.book)] or keys
    living = [key for key in keys if not is_dead(memory, key)]
    return [key for key in living or keys if memory.people[key].narrated > (len(keys) > 1)]


def is_dead(memory: Memory, key: int) -> bool:
    """Whether somebody has been told to be dead."""
    return bool(memory.attributes.get((key, FATE)))


def _is_styled(person: Person, noun: str) -> bool:
    """Whether one of somebody's names says a title in that very word."""
    return any(form.split()[0].lower() == noun for form in person.forms)


def title_share(person: Person) -> float:
    """Of the uses of somebody's names, the part that say his title."""
    titled = sum(uses for form, uses in person.forms.items() if read_name(form).title == person.title)
    return titled / max(1, sum(person.forms.values()))
