"""People are found by the words of their names; a chapter writes the rows it has changed, and looks at no others."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pytest

from castline.ingest.annotations import LOOKS, TOLD
from castline.ingest.language.names import read_name, same_given
from castline.ingest.memory.kept import Rows
from castline.ingest.memory.memory import MOST_TOLD, Memory
from castline.ingest.memory.people import OFTEN, STRONG, add_form
from castline.ingest.memory.register import words_for_given
from castline.ingest.memory.rows import MET, open_memory, read_rows, write_rows
from castline.ingest.memory.tables import Groups
from castline.ingest.narrative.attributes import remember_attribute
from castline.ingest.resolution.cast.name_matching import find_person

NAMES = [
    "Edmund Hale", "Miss Ada Hale", "Mrs. Hale", "Colonel Marsh", "Will Orme", "Kitty", "Lady Catherine Dale", "W. Fenn",
    "Alexander", "Peter Ilyich", "Sir John", "Mr. Van der Berg", "Bets", "Countess Anna", "Doctor Quill", "Elizabeth Stone",
]  # fmt: skip
ASKED = [*NAMES, "Hale", "Mr. Hale", "William", "Catherine", "Alex", "William Fenn", "Bess", "Ned", "Peter", "John", "Anna",
         "Halesy", "Haley", "Mr. Berg", "Dr. Quill", "Miss Hale", "Betsy Stone", "Liz", "Marsh", "Captain Marsh", "Nobody"]  # fmt: skip


def crowd() -> Memory:
    memory = Memory()
    for name in NAMES:
        person = memory.people.meet(name, "name")
        add_form(person, read_name(name))
        person.forms[name] = person.count = 5
    return memory


@pytest.mark.parametrize("name", ASKED)
def test_whoever_a_look_at_everybody_finds_is_found(name: str) -> None:
    """Those in hand are all looked at; after a fork, those whom the register tells."""
    memory = crowd()
    fork = memory.fork()
    assert len(memory.people.among(())) == len(NAMES) and fork.people.among(()) == []
    assert find_person(fork, read_name(name)) == find_person(memory, read_name(name))


def many_adas() -> Memory:
    """Many of one given name, each of another surname; one of them is called by it alone, and a man after a title."""
    memory = Memory()
    for name in ["Mr. Ada", *(f"Ada Hale{chr(ord('a') + at)}y" for at in range(26))]:
        add_form(memory.people.meet(name, "name"), read_name(name))
    called = memory.people.change(7)
    add_form(called, read_name("Ada"))
    called.forms["Ada"], called.female = OFTEN, 2 * STRONG
    return memory


@pytest.mark.parametrize(
    ("name", "meant"), [("Ada Brown", "Ada Halegy"), ("Mr. Ada Brown", "Mr. Ada"), ("Ada Halecy", "Ada Halecy")]
)
def test_a_full_name_finds_whoever_may_be_meant_of_another_surname_and_reads_nobody_else(name: str, meant: str) -> None:
    memory, asked = many_adas(), list[str]()
    rows = Rows({name: body for name, body in write_rows(memory).items() if body is not None})

    def recall(names: Collection[str], starts: Collection[str]) -> Mapping[str, bytes]:
        asked.extend(names)
        return rows(names, starts)

    found, whole = find_person(open_memory(recall), read_name(name)), find_person(memory, read_name(name))
    assert found == whole and found is not None and found.id == meant
    assert sum(one.startswith("people/") for one in asked) <= 3


def test_of_what_is_told_in_the_books_own_words_only_the_first_is_kept_in_mind() -> None:
    memory = crowd()
    for at in range(9):
        remember_attribute(memory, 2, TOLD, f"It is told for the {at}th time.")
        remember_attribute(memory, 2, LOOKS, f"grey at {at}")
    assert len(memory.attributes[2, TOLD]) == MOST_TOLD and len(memory.attributes[2, LOOKS]) == 9


def test_given_names_that_may_be_one_find_each_other() -> None:
    people = crowd().fork().people
    for asked in ("will", "w", "kate", "catherine", "alexander", "lizzy", "anna", "x"):
        found = {person.key for person in people.among(words_for_given(asked))}
        assert found >= {one.key for one in people if one.given and same_given(asked, one.given)}, asked


def test_one_who_changes_is_found_by_the_new_word_and_only_in_this_fork() -> None:
    first = crowd().fork()
    one = first.fork()
    add_form(one.people.change(5), read_name("Catherine Thorne"))
    later = one.fork()
    assert [person.id for person in later.people.among(["thorne"])] == ["Kitty"]
    assert find_person(later, read_name("Miss Thorne")) is not None
    assert find_person(first, read_name("Miss Thorne")) is None


def test_of_a_table_of_pairs_only_changed_rows_are_written() -> None:
    memory = Memory()
    for a in range(50):
        for b in range(50):
            memory.talk.calls[a, b] = 1
    kept = read_rows({name: body for name, body in write_rows(memory).items() if body is not None})
    kept.talk.calls[7, 3] = 2
    del kept.talk.calls[8, 1]
    rows = write_rows(kept)
    assert rows.keys() == {MET, "calls/7\t3", "calls/8\t1"} and rows["calls/8\t1"] is None
    assert isinstance(kept.talk.calls, Groups) and len(kept.talk.calls.group(8)) == 49


def test_only_what_is_asked_for_is_read() -> None:
    """Of a memory of thousands of rows, those of a person and of the pairs with them."""
    asked: list[str] = []
    memory = crowd()
    for a in range(30):
        for b in range(30):
            memory.talk.calls[a, b] = 1
    rows = Rows({name: body for name, body in write_rows(memory).items() if body is not None})

    def recall(names: Collection[str], starts: Collection[str]) -> Mapping[str, bytes]:
        found = rows(names, starts)
        asked.extend(found)
        return found

    kept = open_memory(recall)
    assert asked == [MET]
    assert kept.person(5).id and len(kept.talk.calls.group(8)) == 30
    assert len(asked) == 32 and all(name == MET or name.startswith(("people/5", "calls/8\t")) for name in asked)
    kept.person(5)
    kept.talk.calls.group(8)
    assert len(asked) == 32
