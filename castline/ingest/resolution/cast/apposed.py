"""Whom "the lawyer" means where words beside a name have told somebody to be one: "Mr. Marsh the lawyer".

In a chapter that names him it is he, as long as nobody else has been told to be one.
"""

from __future__ import annotations

from castline.ingest.annotations import CALLING, Extract, MentionNote
from castline.ingest.language.lexicon import GENERIC_NOUNS
from castline.ingest.memory.memory import Memory, bearer_of
from castline.ingest.resolution.cast.kinship import tie_of
from castline.ingest.resolution.cast.nominals import describing_form, title_of


def find_called(memory: Memory, notes: Extract, of_form: dict[str, int]) -> dict[str, int]:
    """Noun as a name ("the lawyer") -> who alone is told to be that by now, of those whom the chapter names."""
    for reveal in notes.reveals:
        noun, key = notes.mentions[reveal.one], bearer_of(memory, of_form, notes.mentions[reveal.other])
        if reveal.how == CALLING and key >= 0 and _is_calling(noun):
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
