"""Where to look for people: whoever may be meant by a word is found without a look at everybody met.

    "hale"              goes by the word, bears it as a given name or a surname, or a short or full form of it
    "Hale"              has the word in a name, as written
    "w.", "will~"       has a given name that begins so: by its letter, and by its first four
    "alone:will"        may be meant by a full name of another surname: the same of the words of a given name, of those whose
                        surname is not known; goes by the word alone; bears it behind a title ("Mr. Edmund")
    "form:Mr. Hale"     has borne the name
    "title:colonel", "kind:narrator", "is:12", "hailed", "nameless"

Entries are only ever added, and all forks of a memory share them: who is found may bear the word no more, or only in
another fork. So whoever looks asks again of everybody found.
"""

from __future__ import annotations

from collections.abc import Iterator

from castline.graph.nicknames import formal_names
from castline.ingest.language.names import read_name
from castline.ingest.memory.kept import Kept
from castline.ingest.memory.people import Person

_START = 4
"""Letters of a given name by which its short forms are found ("Alex")."""


class Register:
    """Word -> the people who have gone by it: those `kept`, and those entered since."""

    def __init__(self, kept: Kept[tuple[str, int], bool] | None = None) -> None:
        self.kept = kept
        self._entered: dict[str, dict[int, None]] = {}

    def enter(self, person: Person) -> None:
        """Let somebody be found by what they are now."""
        for word in words_of(person):
            if (keys := self._entered.get(word)) is None:
                self._entered[word] = {person.key: None}
            else:
                keys[person.key] = None

    def look_up(self, words: set[str]) -> set[int]:
        """The keys of all who may be found by any of the words."""
        found = {key for word in words if word in self._entered for key in self._entered[word]}
        if self.kept is not None:
            self.kept.read((), words)
            found.update(key for word in words for _, key in self.kept.group(word))
        return found


def words_for_given(given: str) -> set[str]:
    """By which words those are found whose given name may be this one (`same_given`)."""
    first = given.split()[0]
    return {f"{first}."} if len(first) == 1 else formal_names(first) | {first[0]}


def words_for_single(word: str) -> set[str]:
    """By which words those are found whom one word alone may mean."""
    return formal_names(word) | {word, word.removesuffix("y"), word.removesuffix("sy"), f"{word[:_START]}~"}


def given_words(given: str) -> set[str]:
    """The words by which the bearer of a given name is found."""
    first = given.split()[0]
    return {given, *given.split(), *formal_names(first), f"{first[0]}.", f"{given[:_START]}~"}


def words_alone(given: str) -> set[str]:
    """By which words those are found whom a full name of this given name may mean, though not by its surname."""
    return {f"alone:{word}" for word in words_for_given(given) | {given.split()[0]}}


def words_of(person: Person) -> Iterator[str]:
    """The words by which somebody is found, as they are now; some more than once."""
    if person.kind != "name":
        yield f"kind:{person.kind}"
    yield from given_words(person.given) if person.given else ()
    yield from (person.surname, *person.surname.split(), *f"{person.given} {person.surname}".casefold().split())
    singles = [read_name(form).single for form in person.forms]
    yield from (f"alone:{word}" for word in (*_words_unnamed(person), *filter(None, singles)))
    yield from singles
    for form in person.forms:
        yield from (f"form:{form}", *form.split())
    if person.title:
        yield f"title:{person.title}"
    if person.joined >= 0:
        yield f"is:{person.joined}"
    if person.hailed > 0:
        yield "hailed"
    if not person.forms:
        yield "nameless"


def _words_unnamed(person: Person) -> set[str]:
    """The words of a name of which one part is not known: a given name, or what may be one behind a title."""
    if person.given:
        return given_words(person.given) if not person.surname else set()
    return {person.surname} if person.surname else set()
