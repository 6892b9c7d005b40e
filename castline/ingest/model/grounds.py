"""What an answer is checked against: the words of its passage, the people listed, and whom of them the passage holds."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from castline.ingest.language.names import is_given_name
from castline.ingest.language.parser import is_word
from castline.ingest.model.evidence import find_words
from castline.ingest.model.known import Known, find_spoken_of
from castline.ingest.model.prompts import Prompt
from castline.ingest.model.seen import Seen

_ID = re.compile(r"\b[pn]\d+\b")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_PRONOUNS = {"m": {"he", "He", "him", "his", "His"}, "f": {"she", "She", "her", "Her"}}
_BARE = frozenset(
    {"a", "an", "the", "and", "of", "in", "with", "is", "was", "were", "has", "had", "his", "her", "their"}
)
"""Words of a value that need not stand in the passage."""
_OPENS = re.compile(r"(?:.*[.!?:])?\W*", re.S)
"""What stands before a word that opens a sentence."""
_OPENERS = {
    "a", "an", "the", "he", "she", "they", "it", "his", "her", "their", "its", "someone", "somebody", "nobody",
    "everyone", "everybody", "one", "two", "three", "some", "all", "both", "when", "while", "after", "before", "as", "at",
    "in", "on", "by", "for", "from", "with", "without", "during", "upon", "there", "this", "that", "these", "those",
    "i",
}  # fmt: skip


@dataclass
class Asked:
    """What a passage's answer is checked against."""

    seen: Seen
    prompt: Prompt
    there: frozenset[str] = frozenset()
    """The ids of those whom the answer has there in person."""
    refused: list[str] = field(default_factory=list)
    brought: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)

    def stands(self, words: str) -> bool:
        """Whether the words stand in the passage."""
        passage = self.prompt.passage
        return find_words(words, self.seen.text, passage.start, passage.end) is not None

    def is_known(self, one: str) -> bool:
        """Whether an id is somebody's."""
        return one in self.prompt.people or one in self.brought

    @cached_property
    def words(self) -> set[str]:
        """All words that the passage and the list of people hold, in small letters."""
        listed = self.prompt.text.partition("\n=== ")[0]
        return self.own_words | {word.lower() for word in _WORD.findall(listed)}

    @cached_property
    def own_words(self) -> set[str]:
        """All words of the passage, in small letters."""
        passage = self.prompt.passage
        return {word.lower() for word in _WORD.findall(self.seen.text[passage.start : passage.end])}

    @cached_property
    def held(self) -> set[str]:
        """Those of the people listed whom the passage holds: the rules find them in it, or their kin by a noun of kin, or it has
        a word of their names; or they are said to be there, and it has a pronoun for them: a chapter may call whom it is about "he"
        from end to end."""
        passage, seen = self.prompt.passage, self.seen
        spoken = find_spoken_of(seen, passage)
        own = set(_WORD.findall(seen.text[passage.start : passage.end]))
        said = {sex for sex, words in _PRONOUNS.items() if own & words}
        return {
            name for name, one in self.prompt.people.items()
            if one.key in spoken or not one.forms or any(own & set(_WORD.findall(form)) for form in one.forms)
            or (name in self.there and _find_sex(seen, one) in said)
        }  # fmt: skip

    def find_untold(self, sentence: str) -> str:
        """Names and numbers in a sentence that nothing told so far holds."""
        plain = _ID.sub(" ", sentence)
        for word in _WORD.finditer(plain):
            own = word.group()
            opens = _OPENS.fullmatch(plain, 0, word.start()) is not None
            named = own.isdigit() or (own[0].isupper() and not (opens and _is_common(own.lower())))
            if named and not {own.lower(), own.lower().removesuffix("s")} & self.words:
                return f"{own[:40]!r} is not told in the passage, nor a name in the list of people"
        return ""

    def are_told(self, value: str) -> bool:
        """Whether a value stands in the passage, or each of its words does: "tall and thin, gray eyes", "her eyes were gray" for "gray
        eyes"."""
        own = {word for word in _WORD.findall(value.lower()) if word not in _BARE}
        return self.stands(value) or (bool(own) and own <= self.own_words)


def _is_common(word: str) -> bool:
    """Whether a word (in small letters) that opens a sentence may well be no name."""
    return word in _OPENERS or (is_word(word) and not is_given_name(word))


def _find_sex(seen: Seen, one: Known) -> str:
    people = seen.before.people
    return people[one.key].gender if one.key < len(people) else ""
