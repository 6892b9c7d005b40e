"""Descriptions: what a noun phrase or an adjective says of the person that it stands for.

a tall, proud Danish woman of forty with grey eyes      looks, personality, origin, age
a young surgeon, a fine rider, a rich man               age, occupation, abilities, standing
"""

from __future__ import annotations

from collections.abc import Iterator

from castline.ingest.annotations import ABILITIES, AGE, HOBBY, LOOKS, NATURE, OCCUPATION, ORIGIN, STANDING
from castline.ingest.extraction.attributes.abilities import read_master, read_skill
from castline.ingest.extraction.attributes.ages import read_age
from castline.ingest.extraction.attributes.callings import (
    is_country,
    is_person,
    is_wealth,
    read_calling,
    read_people,
    read_standing,
    read_wealth,
)
from castline.ingest.extraction.attributes.looks import is_look, read_borne, read_build
from castline.ingest.extraction.attributes.natures import is_nature, read_fondness, read_nature
from castline.ingest.extraction.attributes.noun_phrases import adjectives, is_indefinite, is_plain, word_at
from castline.ingest.language.lexicon import OF_AGE
from castline.ingest.language.parser import Tokens

Said = tuple[str, str, int]
"""Kind, value and the token that says it."""
PEOPLE = frozenset({"man", "woman", "gentleman", "lady", "person", "creature", "fellow", "youth", "girl", "boy", "lad", "lass", "being",
                     "figure", "chap", "child", "character", "soul", "personage", "one"})  # fmt: skip
"""Nouns that say nothing of somebody but by their adjectives."""
_YOUNG = frozenset({"girl", "boy", "lad", "lass", "child", "youth", "chap", "fellow", "creature", "soul", "thing"})
"""Of these "young", "old" and "little" are manners of speaking."""


def read_person(tokens: Tokens, noun: int, beside: bool = False) -> Iterator[Said]:
    """What a noun phrase says of the person whom it describes."""
    lemma = tokens.lemma[noun]
    if lemma in PEOPLE:
        yield from _read_described(tokens, noun)
        return
    plain = is_indefinite(tokens, noun)
    for kind, value in (
        (OCCUPATION, read_calling(tokens, noun)),
        (ABILITIES, read_master(tokens, noun) if plain else ""),
        (STANDING, read_standing(tokens, noun) if plain or beside else ""),
    ):
        if value:
            yield kind, value, noun
            yield from _read_about(tokens, noun)
    if plain and is_person(tokens, noun) and (people := read_people(tokens, noun, described=False)):
        yield ORIGIN, people, noun


def read_adjective(tokens: Tokens, verb: int, at: int) -> Iterator[Said]:
    """What an adjective says of the subject of `verb`."""
    word = word_at(tokens, at)
    yield from ((HOBBY, value, place) for value, place in read_fondness(tokens, at))
    yield from ((ABILITIES, value, place) for value, place in read_skill(tokens, at))
    if not is_plain(tokens, at):
        return
    if is_look(word):
        yield LOOKS, word, at
    elif is_nature(tokens, verb, word):
        yield NATURE, word, at
    elif word in OF_AGE:
        yield AGE, OF_AGE[word], at
    elif is_wealth(word):
        yield STANDING, word, at
    elif tokens.text[at][0].isupper() and is_country(word):
        yield ORIGIN, tokens.text[at], at


def _read_described(tokens: Tokens, noun: int) -> Iterator[Said]:
    """ "A tall, thin, proud Danish woman of forty with grey eyes"."""
    young = tokens.lemma[noun] in _YOUNG
    yield from ((LOOKS, value, noun) for value in read_build(tokens, noun, young))
    yield from ((NATURE, value, noun) for value in read_nature(tokens, noun))
    for kind, value in ((STANDING, read_wealth(tokens, noun)), (ORIGIN, read_people(tokens, noun))):
        if value:
            yield kind, value, noun
    yield from _read_about(tokens, noun)


def _read_about(tokens: Tokens, noun: int) -> Iterator[Said]:
    """Age and what is borne: "of forty", "with grey eyes", "a young ..."."""
    yield from ((LOOKS, value, at) for value, at in read_borne(tokens, noun))
    for prep in tokens.children[noun]:
        if tokens.lower[prep] == "of" and (aged := read_age(tokens, prep + 1, "of")):
            yield AGE, aged, prep + 1
            return
    words = [word_at(tokens, at) for at in adjectives(tokens, noun)]
    of_age = next((OF_AGE[word] for word in words if word in OF_AGE), "")
    if of_age and tokens.lemma[noun] not in _YOUNG and (of_age != "old" or tokens.lemma[noun] in PEOPLE):
        yield AGE, of_age, noun
