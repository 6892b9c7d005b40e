"""The people of a correction, found again in the memory of a chapter.

Ids count people as they were met, so a correction may shift those of people met after it, and so may another edition or
castline. Whoever is meant bears the name under which they were first met; the id tells which of several, or at least the
chapter in which they were.
"""

from __future__ import annotations

from castline.graph.corrections import Who
from castline.ingest.memory.memory import Memory
from castline.ingest.memory.people import Person


def find_person(memory: Memory, who: Who) -> int:
    """The key of who is meant, joined or not; -1 where the memory holds nobody, or several others, of the names."""
    for name in dict.fromkeys((who.first, who.name)):
        named = _find_named(memory, name) if name else []
        if same := next((person for person in named if person.id == who.id), None):
            return same.key
        named = [person for person in named if _chapter_of(person.id) == _chapter_of(who.id)] or named
        roots = {memory.person(person.key).key for person in named}
        if len(roots) == 1:
            return min(person.key for person in named)
    if not who.first:
        return next((person.key for person in memory.people if person.id == who.id), -1)
    return -1


def find_root(memory: Memory, who: Who) -> int:
    """The key of whoever they have turned out to be; -1 for nobody."""
    key = find_person(memory, who)
    return memory.person(key).key if key >= 0 else -1


def _chapter_of(one: str) -> str:
    """The chapter in which an id says that somebody was first met."""
    return one.rpartition(":")[0]


def _find_named(memory: Memory, name: str) -> list[Person]:
    return [person for person in memory.people.among({f"form:{name}"}) if name in person.forms]
