"""Words that say one person goes by two names: read off a chapter's text before anyone knows who is who.

Each pattern ends where the told name begins; the other mention is the one named in the pattern, or the last before it.

    Marsh, alias Count Orme        the porter, who was no other than Hugh      he changed his name to Ware
    A      cue   B                 A                  cue         B            A       cue           B
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from castline.ingest.annotations import Extract, MentionNote, Reveal

REACH = 90
"""Characters before a name in which the words that tell it stand."""
NEAR, FAR = 3, 60
"""Characters between the other mention and the words that join it to a name: beside it, or in its sentence."""
TOLD = 3
"""Votes for a person that being told of so is worth."""
_THE = r"(?:the |my |our |old |young |poor |his |her )*$"
_TRUE = r"(?:real|true|right|proper|maiden|baptismal|full) name"
_IN_TRUTH = r"(?:in (?:reality|truth|fact)|really|actually)"
_NAMED = r"(?:assumed |false |feigned |fictitious |new )?(?:name|title) of "
_WHO = r"(?P<who>[Hh]is|[Hh]er|[Mm]y|[Yy]our)"
_CUES: dict[str, tuple[re.Pattern[str], int]] = {
    "no other than": (re.compile(rf"\b(?:no|none) other (?:(?:person|man|woman|one) )?than {_THE}"), FAR),
    "alias": (re.compile(r",? ?_?alias_? $"), NEAR),
    "known as": (
        re.compile(r"(?:, |, who (?:is|was) | )(?:(?:also|better|now|then|once|formerly|commonly|generally|everywhere|otherwise) )*"
                   r"known (?:(?:here|there|to \w+|in \w+) )?(?:as|by the name of) (?:the )?$"), NEAR,
    ),
    "whom they call": (
        re.compile(r"(?:,|—|--)? ?whom (?:[\w’']+ ){1,4}(?:calls?|called|styled?|nicknamed|christened) (?:the )?$"), NEAR,
    ),
    "calls himself": (re.compile(r"\bcall(?:s|ed|ing)? (?P<who>himself|herself|myself) $"), NEAR),
    "changed name": (re.compile(rf"\b(?:chang(?:ed?|ing)|alter(?:ed|ing)?) {_WHO} name to (?:that of )?$"), NEAR),
    "took the name": (re.compile(rf"\b(?:took|taken|taking|assum(?:ed|ing)|adopt(?:ed|ing)) the {_NAMED}$"), FAR),
    "under the name": (
        re.compile(r"\b(?:travell?(?:s|ed|ing)|liv(?:es|ed|ing)|goes|went|going|pass(?:es|ed|ing)|married|hid|hiding|served)"
                   rf" (?:\w+ ){{0,3}}(?:under|by) the {_NAMED}$"), FAR,
    ),
    "passes for": (re.compile(r"\bpass(?:es|ed|ing) (?:(?:here|there|off|everywhere|himself|herself) )*(?:as|for) (?:the )?$"), FAR),
    "true name": (re.compile(rf"\b{_WHO} {_TRUE} (?:is|was|being) (?:really )?$"), NEAR),
    "whose true name": (re.compile(rf",? whose {_TRUE} (?:is|was) $"), NEAR),
    "’s true name": (re.compile(rf"[’']s {_TRUE} (?:is|was) $"), NEAR),
    "in truth": (re.compile(rf"\b(?:is|was|[’']s|am|[’']m) (?:{_IN_TRUTH} {_THE}|(?:indeed )?one and the same (?:person )?(?:as|with) {_THE})"), FAR),
    "formerly": (re.compile(r",? \(?(?:n[ée]e|formerly|once|born|that was|as was) $"), NEAR),
    "now": (re.compile(r",? \(?(?:now|become|afterwards|henceforth|to be) $"), NEAR),
    "called": (re.compile(r"\b(?:call|calls|called|calling|nicknamed?|christened|dubbed) (?P<who>me|you) $"), NEAR),
}  # fmt: skip
"""How -> (the words before the name, how far from them the other mention may stand)."""
_AFTER = re.compile(
    rf"^[—,;:\- ]*(?:that|this|which)?(?:[’']s| is| was) (?:(?P<who>his|her|my|your|the)\b ?)?(?:(?P<noun>\w+)[’']s )?{_TRUE}\b"
)
""" "Ware—that is his true name"."""
_AS_CALLED = re.compile(r"^,?\)? (?:as|so) (?:[\w’']+ ){1,8}?call(?:s|ed)?\b")
""" "Miss Marsh—Ada, as her brother called her": said behind the second of two names."""
_BESIDE = re.compile(r" ?(?:—|--|[,(]|,? or)(?: the)? ?$")
_WIVES_TITLES = frozenset(
    {"mrs", "lady", "countess", "duchess", "princess", "baroness", "marchioness", "madame", "mme"}
)


def find_reveals(notes: Extract, text: str) -> Iterator[Reveal]:
    """Every pair of mentions that the words between or behind them call one person."""
    for index, note in enumerate(notes.mentions):
        if note.kind != "name" or note.plural or note.role == "poss":
            continue
        before = " ".join(f"|{text[max(0, note.start - REACH) : note.start]}|".split())[1:-1]
        for how, (cue, reach) in _CUES.items():
            found = cue.search(before)
            other = _find_other(notes, text, index, found, reach) if found else -1
            if other >= 0 and _fits(notes, text, how, other, note):
                yield Reveal(other, index, note.start, how)
                break
        behind = _AFTER.match(" ".join(text[note.end : note.end + REACH].split()))
        if behind:
            yield Reveal(_owner_behind(notes, index), index, note.start, "true name")
        elif _is_called_so(notes, text, index):
            yield Reveal(index - 1, index, note.start, "as called")


def _is_called_so(notes: Extract, text: str, index: int) -> bool:
    """Whether a name stands beside another by which, the words behind it say, somebody calls its bearer."""
    one, note = notes.mentions[index - 1], notes.mentions[index]
    if not index or one.kind != "name" or one.plural or one.paragraph != note.paragraph:
        return False
    between = " ".join(f"|{text[one.end : note.start]}|".split())[1:-1]
    return bool(_BESIDE.fullmatch(between) and _AS_CALLED.match(" ".join(text[note.end : note.end + REACH].split())))


def _find_other(notes: Extract, text: str, index: int, found: re.Match[str], reach: int) -> int:
    """The mention that the pattern names ("himself", "his"), or the last one before it that is near enough, or -1."""
    named = found.groupdict().get("who")
    back = len(found.string) - found.start()
    for other in range(index - 1, max(-1, index - 8), -1):
        note = notes.mentions[other]
        if named and note.kind == "pronoun" and note.form == named:
            return other
        between = " ".join(text[note.end : notes.mentions[index].start].split())
        if note.paragraph != notes.mentions[index].paragraph or len(between) > back + reach:
            return -1
        if not named and len(between) + 2 >= back - 1 and note.quote == notes.mentions[index].quote:
            return other if not re.search(r"[.!?;:]", between[: -back or None]) else -1
    return -1


def _fits(notes: Extract, text: str, how: str, other: int, note: MentionNote) -> bool:
    """Whether the pair is of the kind that the words speak of."""
    one = notes.mentions[other]
    if how in ("now", "formerly"):
        styled = (one if how == "formerly" else note).form.split()[0].lower().rstrip(".") in _WIVES_TITLES
        return styled and one.kind == "name" and not one.plural
    if _CUES[how][1] == FAR and one.kind == "pronoun" and one.person != 3:
        return False
    return not one.plural and (one.role != "poss" or one.kind == "pronoun" or how == "’s true name")


def _owner_behind(notes: Extract, index: int) -> int:
    """Whose name it is that stands before "that is the gentleman's true name": the mention after it, or -1."""
    follows = index + 1
    near = follows < len(notes.mentions) and notes.mentions[follows].start - notes.mentions[index].end < REACH
    return follows if near and notes.mentions[follows].role == "poss" else -1
