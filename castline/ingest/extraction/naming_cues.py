"""Words that give a name to whoever was a noun so far: read off a chapter's text before anyone knows who is who.

a porter, whose name was Hugh Marsh         his name was Marsh         the name of the old man was Marsh
NOUN      cue            NAME               OWN cue      NAME          cue         NOUN        cue NAME
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from castline.ingest.annotations import NAMED_SO, Extract, MentionNote, Reveal

BACK = 3
"""Mentions before a name among which the noun is looked for."""
_KIND = r"(?:[Cc]hristian |first |own |real )?"
_NOUN = re.compile(
    rf"(?: of (?:his|hers|mine|theirs|ours|yours))?(?P<told>,? whose {_KIND}name (?:was|is)|, by name|[’']s {_KIND}name (?:was|is)"
    r"|,? (?:who )?(?:is|was|were) (?:called|named|christened)(?: \w+,? or)?|,? (?:named|christened|surnamed)|, called| called)$"
)
_OWN = re.compile(rf" {_KIND}name (?:was|is)$")
_IS = re.compile(r" (?:was|is)$")
_NAME_OF = re.compile(r"\bname of $", re.I)
_INDEFINITE = frozenset({"a", "an", "one", "some", "another"})


def find_namings(notes: Extract, text: str) -> Iterator[Reveal]:
    """Every name that the words before it give to a noun, or to whom "his" or "her" means."""
    for index, note in enumerate(notes.mentions):
        if note.kind == "name" and not note.plural and note.role != "poss":
            one = next(
                (at for at in range(index - 1, max(-1, index - 1 - BACK), -1) if _names(notes, text, at, note)), -1
            )
            if one >= 0:
                yield Reveal(one, index, note.start, NAMED_SO)


def _names(notes: Extract, text: str, at: int, name: MentionNote) -> bool:
    """Whether what stands between a mention and a name gives it that name."""
    one = notes.mentions[at]
    if one.paragraph != name.paragraph or one.quote != name.quote or one.plural:
        return False
    between = f" {_plain(text[one.end : name.start])}".rstrip()
    between = between if text[one.end : one.end + 1].isspace() else between[1:]
    if one.kind == "pronoun":
        return one.person == 3 and one.role == "poss" and bool(_OWN.match(between))
    if one.kind != "nominal":
        return False
    if _IS.match(between):
        return bool(_NAME_OF.search(_plain(text[max(0, one.start - 20) : one.start]) + " "))
    found = _NOUN.match(between)
    bare = found is not None and found["told"] == " called"  # "the porter called Hugh" may be what he cried
    return found is not None and (not bare or text[one.start : one.end].split()[0].lower() in _INDEFINITE)


def _plain(words: str) -> str:
    """Words with single blanks, and without the marks of italics."""
    return " ".join(words.replace("_", " ").split())
