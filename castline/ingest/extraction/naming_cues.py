"""Words that give a name to whoever was a noun so far: read off a chapter's text before anyone knows who is who.

a porter, whose name was Hugh Marsh         his name was Marsh         the name of the old man was Marsh
NOUN      cue            NAME               OWN cue      NAME          cue         NOUN        cue NAME

And nouns that stand beside a name as what its bearer is: "Mr. Marsh the lawyer", "Hugh, the porter,", "the artist Ora".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from castline.ingest.annotations import CALLING, NAMED_SO, Extract, MentionNote, Reveal

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
_ENDS = re.compile(r"(?!\s+(?:of|had|has)\b|[’']s)")
_CLOSES = re.compile(r"\s*(?:[,;:.!?)—–]|--)(?!\s*(?:and|or)\b)")
"""What stands behind a name and a noun that are one's: not what the noun is of, nor what "the cook Ada had brought" tells."""
_ACTS = re.compile(r"\s+(?:had|has|is|was|were|did|could|would|should|\w+ed)\b")
"""Behind a name: its bearer does something."""
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


def find_callings(notes: Extract, text: str) -> Iterator[Reveal]:
    """Every noun with "the", in narration, that the name beside it bears."""
    for index, note in enumerate(notes.mentions):
        plain = note.kind == "nominal" and note.quote < 0 and note.owner < 0 and not note.plural and note.role != "voc"
        if plain and text[note.start : note.start + 4].lower() == "the ":
            other = next((at for at in (index - 1, index + 1) if _stands_beside(notes, text, index, at)), -1)
            if other >= 0:
                yield Reveal(index, other, note.start, CALLING)


def _stands_beside(notes: Extract, text: str, index: int, at: int) -> bool:
    """Whether a name stands right beside a noun, or between commas that nothing else is in: of "Hugh, the porter and Ada" it
    is in doubt how many they are, and "the keeper of the seals" is no keeper."""
    if not 0 <= at < len(notes.mentions):
        return False
    noun, name = notes.mentions[index], notes.mentions[at]
    if name.kind != "name" or name.plural or name.quote >= 0 or name.sentence != noun.sentence or name.role == "poss":
        return False
    first, last = (name, noun) if at < index else (noun, name)
    between = text[first.end : last.start]
    joined = noun.appos == at or name.appos == index
    if _belong_apart(noun, name, text):
        return False
    return (between.isspace() or (joined and between.strip() == ",")) and bool(
        (_ENDS if between.isspace() else _CLOSES).match(text, last.end)
    )


def _belong_apart(noun: MentionNote, name: MentionNote, text: str) -> bool:
    """Whether a name and a noun stand in two clauses: "after the mass the deacon left", "at sight of the porter Marsh rose"."""
    if name.start < noun.start:
        return name.role in ("obj", "pobj", "iobj") and noun.role == "subj"
    return (noun.role == "attr" or bool(noun.prep)) and (name.role == "subj" or bool(_ACTS.match(text, name.end)))


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
    return " ".join(words.replace("_", " ").replace("*", " ").split())
