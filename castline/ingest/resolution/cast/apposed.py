"""Whom a noun means that stands beside a name: "his sister, Ada Marsh"; and from then on whom "the lawyer" means, where one has been
told to be it: "Mr. Marsh the lawyer", "the lawyer, Mr. Marsh".

In a chapter that names him it is he, as long as nobody else has been told to be one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from castline.ingest.annotations import CALLING, Extract, MentionNote
from castline.ingest.language.lexicon import GENERIC_NOUNS, KIN
from castline.ingest.memory.memory import Memory, bearer_of
from castline.ingest.resolution.cast.kinship import tie_of
from castline.ingest.resolution.cast.nominals import describing_form, title_of

BLANK, COMMA = len(" "), len(", ")
"""Characters between a noun and the name of its bearer."""


def find_name_behind(notes: Sequence[MentionNote], index: int) -> int:
    """The name that stands right behind a noun as its bearer's ("her cousin Ora", "his sister, Miss Ora Hale"); -1 for none."""
    noun = notes[index]
    behind = noun.appos if noun.appos > index else index + 1
    if noun.plural or behind >= len(notes) or notes[behind].kind != "name":
        return -1
    name = notes[behind]
    apart = name.start - noun.end
    if name.role == "voc" or name.sentence != noun.sentence or apart > COMMA:
        return -1
    joined = behind == noun.appos or index == name.appos or (noun.owner >= 0 and noun.head in KIN)
    if apart > BLANK and (not joined or name.role == "poss" or (name.role == "subj" and noun.role != "subj")):
        return -1  # "angry with her husband, Ora's cup in her hand"
    return behind


def _find_callings(notes: Extract) -> Iterator[tuple[int, int]]:
    """(noun, name) of each that is told to be something."""
    yield from ((reveal.one, reveal.other) for reveal in notes.reveals if reveal.how == CALLING)
    for index, note in enumerate(notes.mentions):
        if note.definite and (behind := find_name_behind(notes.mentions, index)) >= 0:
            yield index, behind


def find_called(memory: Memory, notes: Extract, of_form: dict[str, int]) -> dict[str, int]:
    """Noun as a name ("the lawyer") -> who alone is told to be that by now, of those whom the chapter names."""
    for one, other in _find_callings(notes):
        noun, key = notes.mentions[one], bearer_of(memory, of_form, notes.mentions[other])
        if key >= 0 and _is_calling(noun):
            told = _list_bearers(memory, noun.head)
            memory.names.callings[noun.head] = (*told, *{key}.difference(told))
    named = {bearer_of(memory, of_form, note) for note in notes.mentions}
    heads = {note.head for note in notes.mentions if _is_calling(note)}
    alone = {head: told[0] for head in sorted(heads) if len(told := _list_bearers(memory, head)) == 1}
    return {f"the {head}": key for head, key in alone.items() if key in named}


def _list_bearers(memory: Memory, head: str) -> list[int]:
    """Those told to be that, by whom they have turned out to be."""
    return sorted({memory.person(key).key for key in memory.names.callings.get(head, ())})


def _is_calling(note: MentionNote) -> bool:
    """Whether a noun is one that people are known by, and neither kin nor a title."""
    known = note.head not in GENERIC_NOUNS and tie_of(note.head) is None and not title_of(note.head)
    return known and bool(describing_form(note))
