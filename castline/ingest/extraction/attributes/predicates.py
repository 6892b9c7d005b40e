"""Predicates: what a clause says that its subject is, has, can or likes."""

from __future__ import annotations

from collections.abc import Iterator

from castline.ingest.annotations import ABILITIES, AGE, BELONGINGS, HOBBY, LOOKS, NATURE, OCCUPATION, ORIGIN, Clause
from castline.ingest.extraction.attributes.abilities import read_doing, read_knowledge, read_talent
from castline.ingest.extraction.attributes.ages import read_age
from castline.ingest.extraction.attributes.belongings import read_had, read_income
from castline.ingest.extraction.attributes.callings import read_birth, read_calling
from castline.ingest.extraction.attributes.descriptions import PEOPLE, Said, read_adjective, read_person
from castline.ingest.extraction.attributes.looks import read_borne, read_part
from castline.ingest.extraction.attributes.natures import read_bent, read_love, read_temper
from castline.ingest.extraction.attributes.noun_phrases import behind, is_indefinite, is_real, joined
from castline.ingest.language.parser import Tokens

_HAVE = frozenset({"have", "own", "possess", "inherit", "keep"})
_WORK = frozenset({"work", "serve", "practise", "practice", "employ"})
_MANY = 6
"""The most complements of one verb that are read."""


def read_clause(tokens: Tokens, verb: int, clause: Clause) -> Iterator[Said]:
    """What a clause says of its subject."""
    if not clause.passive:
        yield from ((ABILITIES, value, at) for value, at in read_doing(tokens, verb, clause.modal))
    if clause.modal:
        return
    if clause.verb in ("be", "become"):
        yield from _read_complements(tokens, verb, clause.verb)
    elif clause.verb in _HAVE and not clause.passive:
        yield from _read_objects(tokens, verb, clause.verb)
    elif clause.verb in _WORK:
        yield from (
            (OCCUPATION, value, at) for at in behind(tokens, verb, ("as",)) if (value := read_calling(tokens, at))
        )
    yield from ((ABILITIES, value, at) for value, at in read_knowledge(tokens, verb))
    yield from ((ORIGIN, value, at) for value, at in read_birth(tokens, verb))
    yield from ((HOBBY, value, at) for value, at in read_love(tokens, verb))


def find_complements(tokens: Tokens, verb: int) -> list[int]:
    """What "be" says of its subject: adjectives and nouns, joined ones too."""
    first = [c for c in tokens.children[verb] if tokens.dep[c] in ("acomp", "attr") and c > verb]
    return [other for at in first for other in joined(tokens, at)][:_MANY]


def _read_complements(tokens: Tokens, verb: int, lemma: str) -> Iterator[Said]:
    helpers = {tokens.lower[c] for c in tokens.children[verb] if tokens.dep[c] == "aux"}
    if lemma == "be" and helpers & {"had", "have", "has", "'d", "’d"}:
        return  # "he had been a sailor": he is no more
    if aged := read_age(tokens, verb + 1, "be") or read_age(tokens, verb + 1, "aged"):
        yield AGE, aged, verb + 1
    yield from ((NATURE, value, at) for at in behind(tokens, verb, ("of",)) if (value := read_temper(tokens, at)))
    complements = find_complements(tokens, verb)
    nouns = [at for at in complements if tokens.pos[at] in ("NOUN", "PROPN")]
    if not nouns or any(tokens.lemma[at] in PEOPLE for at in nouns):  # "was a tall man", "was old, with white hair"
        heads = [verb, *(at for at in complements if at not in nouns)]
        yield from ((LOOKS, value, at) for head in heads for value, at in read_borne(tokens, head))
    for at in complements:
        if tokens.pos[at] not in ("NOUN", "PROPN"):
            yield from read_adjective(tokens, verb, at) if lemma == "be" else ()
        elif is_real(tokens, at):
            yield from read_person(tokens, at)


def _read_objects(tokens: Tokens, verb: int, lemma: str) -> Iterator[Said]:
    """ "Had ten thousand a year", "had red hair and a hot temper"."""
    if income := read_income(tokens, verb + 1):
        yield BELONGINGS, income, verb + 1
    for child in tokens.children[verb]:
        if tokens.dep[child] == "dobj":
            for at in joined(tokens, child):
                yield from _read_had(tokens, at, lemma)


def _read_had(tokens: Tokens, noun: int, verb: str) -> Iterator[Said]:
    """ "Had a fortune of ten thousand pounds", "had red hair", "had a hot temper"."""
    if not is_real(tokens, noun) or any(tokens.dep[c] == "poss" for c in tokens.children[noun]):
        return
    if any(tokens.dep[c] in ("acl", "relcl") and tokens.tag[c] == "VBN" for c in tokens.children[noun]):
        return  # "had a horse saddled"
    if verb == "have":
        for kind, value in (
            (LOOKS, read_part(tokens, noun)),
            (NATURE, read_temper(tokens, noun)),
            (ABILITIES, read_talent(tokens, noun)),
            (HOBBY, read_bent(tokens, noun)),
        ):
            if value:
                yield kind, value, noun
    if is_indefinite(tokens, noun) and (value := read_had(tokens, noun)):
        yield BELONGINGS, value, noun
