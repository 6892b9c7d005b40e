"""Features: what the words of a chapter say that somebody is, has or can, read off the parse before anyone is resolved.

of one's own    "his grey eyes", "Marta's black horse"               how: own
set beside      "Marta, a tall, thin woman of forty, ..."            how: beside
said            "Marta was a Dane", "owned a mill", "spoke French"   how: said
"""

from __future__ import annotations

from collections.abc import Iterator

from castline.ingest.annotations import AGE, BELONGINGS, LOOKS, NATURE, Clause, Feature
from castline.ingest.extraction.attributes.belongings import read_owned
from castline.ingest.extraction.attributes.descriptions import read_person
from castline.ingest.extraction.attributes.looks import is_look, read_part, read_part_said
from castline.ingest.extraction.attributes.natures import read_temper
from castline.ingest.extraction.attributes.noun_phrases import (
    adjectives,
    is_indefinite,
    is_limited,
    is_plain,
    is_real,
    word_at,
)
from castline.ingest.extraction.attributes.predicates import find_complements, read_clause
from castline.ingest.language.lexicon import OF_AGE, TITLES
from castline.ingest.language.parser import Tokens
from castline.ingest.language.realis import Told


def find_features(told: Told, belongs: list[int], base: int, clauses: list[Clause], first: int) -> list[Feature]:
    """The features in a piece of a paragraph. Mentions count from `base`, clauses from `first`."""
    tokens = told.tokens
    found: list[Feature] = []
    at_of = {start: at for at, start in enumerate(tokens.start)}
    for at, pos in enumerate(tokens.pos):
        if pos == "NOUN":
            found += _find_owned(tokens, at, belongs, base)
            found += _find_called(tokens, at, belongs, base)
        elif pos == "PROPN" and belongs[at] >= 0 and belongs[tokens.head[at]] != belongs[at]:
            found += _find_before(tokens, at, base + belongs[at])
        if tokens.dep[at] == "appos" and belongs[tokens.head[at]] >= 0 and belongs[at] != belongs[tokens.head[at]]:
            found += _find_beside(tokens, at, base + belongs[tokens.head[at]])
    for index, clause in enumerate(clauses, first):
        if len(clause.subjects) == 1 and not clause.negated and not _depends(told, at_of[clause.at], clause):
            said = read_clause(tokens, at_of[clause.at], clause)
            found += [
                Feature(kind, value, clause.subjects[0], tokens.start[at], "said", index) for kind, value, at in said
            ]
    return found


def _depends(told: Told, verb: int, clause: Clause) -> bool:
    """Whether the clause completes another; what is said aloud stands for itself, whatever verb of speech it hangs on."""
    head = told.tokens.head[verb]
    return bool(clause.open) and told.quotes[head] == told.quotes[verb]


def _find_owned(tokens: Tokens, noun: int, belongs: list[int], base: int) -> Iterator[Feature]:
    """What is told of a thing or a part of the body in naming its owner."""
    owner = _owner(tokens, noun, belongs)
    if owner < 0 or not is_real(tokens, noun):
        return
    for kind, value in (
        (LOOKS, read_part(tokens, noun)),
        (BELONGINGS, read_owned(tokens, noun)),
        (NATURE, read_temper(tokens, noun)),
    ):
        if value:
            yield Feature(kind, value, base + belongs[owner], tokens.start[noun], "own")
    for value, at in _read_part_of(tokens, noun):
        yield Feature(LOOKS, value, base + belongs[owner], tokens.start[at], "own")


def _owner(tokens: Tokens, noun: int, belongs: list[int]) -> int:
    """The token of whoever a noun phrase says it belongs to, -1 for none; before adjectives the parse may miss it."""
    found = next((c for c in tokens.children[noun] if tokens.dep[c] == "poss" and belongs[c] >= 0), -1)
    if found >= 0:
        between = tokens.tag[found + 2 : noun]
        return found if "POS" not in between else -1  # "her uncle's horse" is none of hers
    at = min([noun, *adjectives(tokens, noun)]) - 1
    marked = at > 0 and tokens.tag[at] == "POS" and belongs[at] < 0 <= belongs[at - 1]
    return at - 1 if marked else -1


def _read_part_of(tokens: Tokens, noun: int) -> Iterator[tuple[str, int]]:
    """ "Her hair was red", "her hair, which was red": (value, token)."""
    said = [tokens.head[noun]] if tokens.dep[noun] == "nsubj" else []
    said += [c for c in tokens.children[noun] if tokens.dep[c] == "relcl" and _is_of_all(tokens, c)]
    for verb in said:
        held = any(tokens.dep[c] in ("neg", "aux", "advmod") for c in tokens.children[verb])
        for at in find_complements(tokens, verb) if tokens.lemma[verb] == "be" and not held else ():
            if is_plain(tokens, at) and (value := read_part_said(tokens, noun, at)):
                yield value, at


def _is_of_all(tokens: Tokens, verb: int) -> bool:
    """Whether a relative clause is one of "which", and so tells of the whole that stands before it."""
    return any(tokens.dep[c] == "nsubj" and tokens.lower[c] == "which" for c in tokens.children[verb])


def _find_called(tokens: Tokens, noun: int, belongs: list[int], base: int) -> Iterator[Feature]:
    """ "A tall woman called Marta"."""
    verbs = [c for c in tokens.children[noun] if tokens.dep[c] == "acl" and tokens.lower[c] in ("named", "called")]
    names = [
        c for verb in verbs for c in tokens.children[verb] if tokens.dep[c] in ("oprd", "dobj", "attr") and c > verb
    ]
    if is_indefinite(tokens, noun):
        for name in names:
            if belongs[name] >= 0:
                for kind, value, at in read_person(tokens, noun):
                    yield Feature(kind, value, base + belongs[name], tokens.start[at], "own")


def _find_before(tokens: Tokens, name: int, mention: int) -> Iterator[Feature]:
    """ "Old Mr. Hale", "fat Mr. Hale"; a name without a title may bear "old" in play."""
    titles = [c for c in tokens.children[name] if tokens.lower[c].rstrip(".") in TITLES and c < name]
    if not titles or any(tokens.dep[c] == "nummod" for c in tokens.children[name]):
        return
    at = min(titles) - 1
    word = word_at(tokens, at) if at >= 0 and not is_limited(tokens, at) else ""
    if word in OF_AGE:
        yield Feature(AGE, OF_AGE[word], mention, tokens.start[at], "own")
    elif is_look(word):
        yield Feature(LOOKS, word, mention, tokens.start[at], "own")


def _find_beside(tokens: Tokens, noun: int, mention: int) -> Iterator[Feature]:
    """ "Marta, a tall woman", "Marta, the widow"."""
    if is_real(tokens, noun) and not any(tokens.dep[c] == "poss" for c in tokens.children[noun]):
        for kind, value, at in read_person(tokens, noun, beside=True):
            yield Feature(kind, value, mention, tokens.start[at], "beside")
