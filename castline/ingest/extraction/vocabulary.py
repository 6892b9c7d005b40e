"""What the words of a chapter are elsewhere in it: a capital alone does not tell a name from a noun.

She liked small dogs. Jonathan Small sat down. Small laughed.      "small" is written small, and is a surname, too
Mrs. Hall was out. Hall had the key.                               no hall
Grace Orme came. He thought of Grace.                              and no grace
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a chapter (lower case) that are `small` somewhere; those of them, and of the words that are seldom names, that
    are `borne` by somebody: behind a title or a given name, or, of a given name, before a surname; and those that have a capital
    `inside` a sentence somewhere."""

    small: frozenset[str]
    borne: frozenset[str]
    inside: frozenset[str]


def read_vocabulary(pieces: Iterable[Tokens]) -> Vocabulary:
    """The vocabulary of a chapter, given its parsed pieces."""
    pieces = list(pieces)
    small = frozenset(word for tokens in pieces for word in tokens.text if word.islower())
    borne = frozenset(word for tokens in pieces for word in _find_borne(tokens, small))
    return Vocabulary(small, borne, frozenset(word for tokens in pieces for word in _find_inside(tokens)))


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
