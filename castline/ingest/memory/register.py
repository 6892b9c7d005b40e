"""Where to look for people: whoever may be meant by a word is found without a look at everybody met.

    "hale"              goes by the word, bears it as a given name or a surname, or a short or full form of it
    "Hale"              has the word in a name, as written
    "w.", "will~"       has a given name that begins so: by its letter, and by its first four
    "form:Mr. Hale"     has borne the name
    "title:colonel", "kind:narrator", "is:12", "hailed", "nameless"

Entries are only ever added, and all forks of a memory share them: who is found may bear the word no more, or only in
another fork. So whoever looks asks again of everybody found.
"""

from __future__ import annotations

from collections.abc import Iterator

from castline.ingest.language.names import formal_names, read_name
from castline.ingest.memory.people import Person

_START = 4
"""Letters of a given name by which its short forms are found ("Alex")."""


class Register(dict[str, dict[int, None]]):
    """Word -> the people who have gone by it, in order of entry."""

    def enter(self, person: Person) -> None:
        """Let somebody be found by what they are now."""
        key = person.key
        for word in _words_of(person):
            if (keys := self.get(word)) is None:
                self[word] = {key: None}
            else:
                keys[key] = None

    def look_up(self, words: set[str]) -> set[int]:
        """The keys of all who may be found by any of the words."""
        return {key for word in words if word in self for key in self[word]}


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


def _words_of(person: Person) -> Iterator[str]:
    yield f"kind:{person.kind}"
    yield from given_words(person.given) if person.given else ()
    yield from (person.surname, *person.surname.split(), *f"{person.given} {person.surname}".casefold().split())
    for form in person.forms:
        yield from (f"form:{form}", *form.split(), read_name(form).single)
    if person.title:
        yield f"title:{person.title}"
    if person.joined >= 0:
        yield f"is:{person.joined}"
    if person.hailed > 0:
        yield "hailed"
    if not person.forms:
        yield "nameless"
