"""How somebody is known by a noun alone: "the ferryman", "Mother", "the colonel"."""

from __future__ import annotations

from collections.abc import Sequence

from castline.ingest.annotations import MentionNote
from castline.ingest.language.lexicon import GENERIC_NOUNS, KIN, TITLES
from castline.ingest.language.names import read_name
from castline.ingest.resolution.cast.kinship import tie_of

_TITLE_OF = {
    "baronet": "sir", "knight": "sir", "physician": "dr", "surgeon": "dr", "priest": "father", "monk": "brother", "nun": "sister",
    "policeman": "constable",
}  # fmt: skip
"""Nouns for those who bear a title of another name."""


def is_kin_name(note: MentionNote) -> bool:
    """Whether a kin noun is written like a name ("Mother came in", "the Grandmother"): of one person, as a story tells it."""
    return note.kind == "nominal" and note.form[:1].isupper() and note.head in KIN


def is_tellers_own(note: MentionNote) -> bool:
    """Whether narration calls somebody by a noun for parents as by a name: "Mum came in"; where it has a teller, they are his."""
    alone = note.quote < 0 and note.owner < 0 and not note.definite and not note.plural
    return alone and is_kin_name(note) and KIN[note.head] in ("parent", "grandparent")


def is_title_name(note: MentionNote) -> bool:
    """Whether a title is written like a name, and not called out ("said Mademoiselle", "Captain looked up"): its bearer's."""
    return note.kind == "nominal" and note.form[:1].isupper() and note.role != "voc" and title_of(note.head) != ""


def find_kin_noun(mentions: Sequence[MentionNote], meant: Sequence[int], first: int) -> int:
    """The noun by which somebody is kin of somebody known: the `first` that means them, or, since there is one of them, a
    later one for a wife or a husband ("said his lady": it is not known yet who he is). -1 for none."""
    places = [first]
    if tie_of(mentions[first].head) == "spouse":
        same = (index for index in range(first + 1, len(mentions)) if meant[index] == meant[first])
        places += [index for index in same if tie_of(mentions[index].head) == "spouse"]
    for index in places:
        note = mentions[index]
        if note.head in KIN and note.owner >= 0 and meant[note.owner] >= 0:
            return index
    return -1


def keeps_noun(mentions: Sequence[MentionNote], meant: Sequence[int], first: int, index: int) -> bool:
    """Whether whom a mention means was last called there by the noun that brought them in at `first`, or both nouns say no more
    than man or woman: who came in as "my mother" and is then "the lady" may be somebody else, and "a man" always is."""
    said, noun = mentions[index], mentions[first].head
    if said.kind == "nominal" and index != first and not said.definite and said.owner < 0:
        return False
    heads = (
        mentions[at].head for at in range(index, first - 1, -1)
        if meant[at] == meant[index] and mentions[at].kind == "nominal"
    )  # fmt: skip
    last = next(heads, "")
    return last == noun or {last, noun} <= GENERIC_NOUNS


def describing_form(note: MentionNote) -> str:
    """How somebody is known by a noun alone ("the ferryman", "Mother"); "" for a noun that does not describe so."""
    if note.kind != "nominal" or note.plural or note.owner >= 0:
        return ""
    if is_kin_name(note):
        return note.head.capitalize()
    return f"the {note.head}" if note.definite and tie_of(note.head) is None else ""


def title_of(head: str) -> str:
    """The title that a noun is too ("the colonel"), "" for none; kin and "the lady" are none."""
    if head in _TITLE_OF:
        return _TITLE_OF[head]
    rank = head in TITLES and head not in GENERIC_NOUNS and tie_of(head) is None
    return read_name(f"{head} x").title if rank else ""
