"""What the words of a chapter are elsewhere in it: a capital alone does not tell a name from a noun.

She liked small dogs. Jonathan Small sat down. Small laughed.      "small" is written small, and is a surname, too
Mrs. Hall was out. Hall had the key.                               no hall
Grace Orme came. He thought of Grace.                              and no grace
A finch sang. He told Finch. Finch nodded.                         things have an article; who has none is somebody
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from castline.ingest.language.callings import is_person_noun
from castline.ingest.language.lexicon import NOT_NAMES, PLACE_WORDS, PRONOUNS, TITLES
from castline.ingest.language.names import is_capital, is_given_name
from castline.ingest.language.parser import Tokens, is_word

STYLES = frozenset({"mr", "mrs", "miss", "ms", "dr"})
"""Titles behind which any word is a name."""
_GIVEN = frozenset({"grace", "will"})
"""Given names that are mostly something else: names where a surname follows them somewhere in the chapter."""
_VIRTUES = frozenset({"charity", "faith", "hope", "mercy", "patience"})
"""Given names that open a sentence as a cry or a virtue more often: "Mercy, how you talk!"."""
_NO_SURNAMES = NOT_NAMES | TITLES
_OWNERS = frozenset({"your", "his", "her", "their", "my", "our", "the", "a", "an"})
_COUNTED = frozenset({"det", "poss", "amod", "nummod", "compound", "nmod"})
"""What stands before a noun of which there are many."""
ACTS = 3
"""Sentences of a chapter that a word must open as who acts, to be a name for that."""
ALONE = 2
"""Uses with a capital inside a sentence, and without an article, that make a name of a word that else always has one."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a chapter (lower case) that are `small` somewhere; those of them, and of the words that are seldom names, that
    are `borne` by somebody: behind a title or a given name, or, of a given name, before a surname, or with a capital where things
    have an article; and those that have a capital `inside` a sentence somewhere, or open several as who acts."""

    small: frozenset[str]
    borne: frozenset[str]
    inside: frozenset[str]


def read_vocabulary(pieces: Iterable[Tokens]) -> Vocabulary:
    """The vocabulary of a chapter, given its parsed pieces."""
    pieces = list(pieces)
    small = frozenset(word for tokens in pieces for word in tokens.text if word.islower())
    borne = frozenset(word for tokens in pieces for word in _find_borne(tokens, small))
    acting = Counter(word for tokens in pieces for word in _find_acting(tokens))
    inside = {word for tokens in pieces for word in _find_inside(tokens)}
    inside |= {word for word, times in acting.items() if times >= ACTS and word not in small}
    return Vocabulary(small, borne | _find_named(pieces, small), frozenset(inside))


def _find_named(pieces: list[Tokens], small: frozenset[str]) -> set[str]:
    """Words that are names where they have a capital, since small they are always one of many: "a finch", and Finch."""
    alone = Counter(word for tokens in pieces for word in _find_alone(tokens) if word in small)
    named = {word for word, times in alone.items() if times >= ALONE}
    return named.difference(word for tokens in pieces for word in _find_uncounted(tokens, named)) if named else named


def _find_alone(tokens: Tokens) -> Iterator[str]:
    """Words with a capital inside a sentence that stand as names do, alone and without an article."""
    for at, word in enumerate(tokens.lower):
        named = tokens.pos[at] == "PROPN" and not _opens(tokens, at) and _is_lone(tokens, at)
        if named and word not in _NO_SURNAMES and not is_person_noun(word):  # "Dad" is no name, nor is "the Colonel"
            yield word


def _find_acting(tokens: Tokens) -> Iterator[str]:
    """Words that open a sentence as its subject, and are taken for names there."""
    for at, word in enumerate(tokens.lower):
        acts = tokens.pos[at] == "PROPN" and tokens.dep[at] in ("nsubj", "nsubjpass")
        if acts and _opens(tokens, at) and _is_lone(tokens, at):
            yield word


def _find_uncounted(tokens: Tokens, words: set[str]) -> Iterator[str]:
    """Those of the words that are small nouns somewhere without anything that parts one of them from the others."""
    for at, word in enumerate(tokens.text):
        if word in words and tokens.tag[at] == "NN" and tokens.dep[at] != "compound" and not _is_counted(tokens, at):
            yield word


def _is_counted(tokens: Tokens, at: int) -> bool:
    return any(tokens.dep[child] in _COUNTED for child in tokens.children[at])


def _is_lone(tokens: Tokens, at: int) -> bool:
    """Whether a word with a capital has no article or owner, and no other such word beside it that may be a part of a name."""
    if not is_capital(tokens.text[at]) or _is_counted(tokens, at):
        return False
    beside = [tokens.text[i] for i in (at - 1, at + 1) if 0 <= i < len(tokens.text)]
    free = stands_first(tokens, at) or not is_capital(beside[0])
    return free and not (at + 1 < len(tokens.text) and is_capital(beside[-1]))


def _find_inside(tokens: Tokens) -> Iterator[str]:
    for at, word in enumerate(tokens.text):
        if word[:1].isupper() and not _opens(tokens, at):
            yield tokens.lower[at]


def _find_borne(tokens: Tokens, small: frozenset[str]) -> Iterator[str]:
    for at, word in enumerate(tokens.lower):
        if not is_capital(tokens.text[at]) or word in PRONOUNS or (word not in NOT_NAMES and word not in small):
            continue
        before = tokens.lower[at - 1].rstrip(".") if at else ""
        given = at > 0 and is_capital(tokens.text[at - 1]) and is_given_name(before) and before not in NOT_NAMES
        surname = before in STYLES or (given and word not in PLACE_WORDS | NOT_NAMES)
        if surname or (word in _GIVEN and before not in _OWNERS and _is_before_surname(tokens, at)):
            yield word


def _is_before_surname(tokens: Tokens, at: int) -> bool:
    """ "Grace Orme"; but not "Will Orme come?"."""
    if at + 1 == len(tokens.text) or {tokens.pos[at], tokens.pos[at + 1]} != {"PROPN"}:
        return False
    return is_capital(tokens.text[at + 1]) and tokens.lower[at + 1].rstrip(".") not in _NO_SURNAMES


def stands_first(tokens: Tokens, at: int) -> bool:
    """Whether a word opens a sentence, or stands behind a mark, where any word may have a capital."""
    return at == 0 or tokens.sentence[at - 1] != tokens.sentence[at] or not tokens.text[at - 1][-1:].isalnum()


def _opens(tokens: Tokens, at: int) -> bool:
    """Whether a word stands where any has a capital: behind a comma only names do."""
    return stands_first(tokens, at) and not (at and tokens.text[at - 1][-1:] in ",;")


def opens_as_word(tokens: Tokens, at: int, words: Vocabulary) -> bool:
    """Whether a word that is seldom a given name opens a sentence, and nothing in the chapter that stands as names do begins with it:
    "Terror seized her."; of its capital nothing follows."""
    word = tokens.lower[at]
    given = is_given_name(word) and word not in _VIRTUES
    known = not _opens(tokens, at) or given or not is_word(word)
    return not known and not any(name.startswith(word) for name in words.inside)


def is_borne(tokens: Tokens, at: int, words: Vocabulary) -> bool:
    """Whether a word that somebody in the chapter bears is meant as a name where it stands: with a capital inside a sentence, and
    neither with an article nor behind a name ("Orme Hall"); or, where it opens one, as its subject."""
    word, before = tokens.lower[at], tokens.lower[at - 1] if at else ""
    if word not in words.borne or before in _OWNERS or tokens.dep[at] in ("amod", "aux"):
        return False
    if stands_first(tokens, at):
        return tokens.pos[at] == "PROPN" or tokens.dep[at] in ("nsubj", "nsubjpass")
    return not is_capital(tokens.text[at - 1])
