"""What somebody does in life, where they are from and how they stand: the nouns that say it."""

from __future__ import annotations

from collections.abc import Iterator

from castline.ingest.extraction.attributes.noun_phrases import adjectives, word_at
from castline.ingest.language.callings import CALLINGS, COUNTRIES, PEOPLES, STANDINGS, WEALTH
from castline.ingest.language.lexicon import PERSON_NOUNS, PLACE_WORDS, word_set
from castline.ingest.language.parser import Tokens

_METAPHORS = word_set("regular perfect real veritable sort kind complete true born second mere little good bad great poor capital"
    " excellent indifferent splendid fine would-be amateur future fellow brother famous-looking mock sham false pretended supposed"
    " better best former late future next worse")  # fmt: skip
"""An adjective by which "a sailor" need be none by calling."""


def read_calling(tokens: Tokens, noun: int, article: bool = True) -> str:
    """The calling that a noun phrase tells ("stage manager"), else ""."""
    lemma = tokens.lemma[noun]
    if lemma not in CALLINGS or tokens.tag[noun] != "NN" or (article and not _has_article(tokens, noun)):
        return ""
    found = [word_at(tokens, at) for at in adjectives(tokens, noun)]
    if _METAPHORS.intersection(found):
        return ""
    what = [
        tokens.lower[c] for c in tokens.children[noun]
        if tokens.dep[c] == "compound" and c == noun - 1 and tokens.text[c].islower() and tokens.lower[c] not in PLACE_WORDS
        and tokens.text[c].isalpha()
    ]  # fmt: skip
    return " ".join([*what, word_at(tokens, noun)])


def read_standing(tokens: Tokens, noun: int) -> str:
    """ "A widow", "an heiress": how somebody stands in the world."""
    lemma = tokens.lemma[noun]
    if lemma not in STANDINGS or is_styled(tokens, noun):
        return ""
    return lemma.capitalize() if lemma in ("catholic", "protestant", "jew", "quaker", "methodist") else lemma


def read_people(tokens: Tokens, noun: int, described: bool = True) -> str:
    """ "Frenchman" of "a Frenchman"; "French" of "a young French lady"; "native of Leeds".

    Adjectives count where the noun says nothing else (`described`): an Italian scholar may be no Italian.
    """
    if tokens.lower[noun] == "native":
        places = (c for prep in tokens.children[noun] if tokens.lower[prep] == "of" for c in tokens.children[prep])
        return next((f"native of {name_at(tokens, at)}" for at in places if tokens.pos[at] == "PROPN"), "")
    if tokens.lower[noun] in PEOPLES and not is_styled(tokens, noun):
        return tokens.text[noun].capitalize()
    if not described:
        return ""
    return next(
        (
            tokens.text[at].capitalize()
            for at in adjectives(tokens, noun)
            if word_at(tokens, at) in COUNTRIES | PEOPLES and tokens.text[at][0].isupper()
        ),
        "",
    )


def read_wealth(tokens: Tokens, noun: int) -> str:
    """ "Rich" of "a rich man"."""
    return next((word for at in adjectives(tokens, noun) if (word := word_at(tokens, at)) in WEALTH), "")


def read_birth(tokens: Tokens, verb: int) -> Iterator[tuple[str, int]]:
    """ "Born in Leeds" of "was born in Leeds"."""
    if tokens.lower[verb] == "born":
        for prep in tokens.children[verb]:
            for at in tokens.children[prep]:
                if tokens.lower[prep] in ("in", "at") and tokens.pos[at] == "PROPN" and tokens.dep[at] == "pobj":
                    yield f"born {tokens.lower[prep]} {name_at(tokens, at)}", at


def name_at(tokens: Tokens, at: int) -> str:
    """A name of several words."""
    first = min([at, *(c for c in tokens.children[at] if tokens.dep[c] == "compound")])
    return " ".join(tokens.text[first : at + 1])


def is_person(tokens: Tokens, noun: int) -> bool:
    """Whether a noun stands for a person."""
    return tokens.lemma[noun] in PERSON_NOUNS | CALLINGS | STANDINGS or tokens.lower[noun] in PEOPLES | {"native"}


def is_country(word: str) -> bool:
    """Whether a word (lower case) says of which people somebody is."""
    return word in COUNTRIES


def is_wealth(word: str) -> bool:
    """Whether an adjective that a clause says of a person tells how they stand."""
    return word in WEALTH - {"married"}


def is_styled(tokens: Tokens, noun: int) -> bool:
    """Whether a name follows, of which the noun is a part."""
    return noun + 1 < len(tokens.text) and tokens.text[noun + 1][:1].isupper() and tokens.dep[noun] == "compound"


def _has_article(tokens: Tokens, noun: int) -> bool:
    """ "A captain", or "captain of the Marigold"."""
    return any(tokens.lower[c] in ("a", "an", "the", "of") for c in tokens.children[noun])
