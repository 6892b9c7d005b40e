"""Noun phrases in the parse: their adjectives, articles and complements, and the words to say them in."""

from __future__ import annotations

from collections.abc import Collection

from castline.ingest.language.parser import Tokens

_DEGREES = frozenset({"too", "so", "as", "less", "more", "how", "not", "no", "never", "hardly", "scarcely", "almost", "nearly",
                      "half", "rather", "enough", "least", "most", "such", "neither", "nor", "once"})  # fmt: skip
"""Before an adjective: it is so in part, by comparison, or not at all."""
_INDEFINITE = frozenset({"a", "an", "another"})
_UNREAL = frozenset(
    {"no", "any", "such", "what", "every", "each", "neither", "either", "which", "whatever", "other", "another"}
)

_OF_ONE_MATTER = ("prep", "xcomp", "ccomp", "advcl")
_BEFORE_A_MATTER = frozenset(
    {"of", "to", "with", "at", "about", "in", "on", "for", "that", "-", "enough", "as", "again", "now"}
)


def word_at(tokens: Tokens, at: int) -> str:
    """The word with what hyphens join to it before ("red-haired"), in small letters."""
    word = tokens.lower[at]
    while at >= 2 and tokens.text[at - 1] == "-" and _touches(tokens, at - 2, at):
        at -= 2
        word = f"{tokens.lower[at]}-{word}"
    return word


def _touches(tokens: Tokens, first: int, last: int) -> bool:
    return tokens.start[last] - tokens.start[first] == len(tokens.text[first]) + 1


def adjectives(tokens: Tokens, noun: int) -> list[int]:
    """The adjectives before a noun, in order, those that "and" joins among them; none that is so in part only."""
    first = [c for c in tokens.children[noun] if c < noun and tokens.dep[c] in ("amod", "compound", "nmod")]
    owner = max((c for c in tokens.children[noun] if tokens.dep[c] == "poss"), default=-1)
    found = {other for at in first for other in joined(tokens, at) if owner < other < noun}
    return sorted(at for at in found if not is_limited(tokens, at))


def joined(tokens: Tokens, at: int) -> list[int]:
    """A word, and those that "and" joins to it in the same role."""
    found = [at]
    for child in tokens.children[at]:
        if tokens.dep[child] == "conj" and child > at and not _is_contrast(tokens, at, child):
            found += joined(tokens, child)
    return found


def _is_contrast(tokens: Tokens, first: int, last: int) -> bool:
    """ "Tall or short", "not tall but stout"."""
    return any(tokens.lower[i] in ("or", "nor", "but", "not") for i in range(first + 1, last))


def is_limited(tokens: Tokens, at: int) -> bool:
    """Whether a word is so by comparison, in part or not at all ("too tall", "not tall")."""
    return any(tokens.lower[c] in _DEGREES for c in tokens.children[at]) or (
        at > 0 and tokens.lower[at - 1] in _DEGREES
    )


def is_plain(tokens: Tokens, at: int) -> bool:
    """Whether an adjective that a clause says of its subject stands undenied, in no degree, and of no one matter."""
    after = tokens.children[at]
    if is_limited(tokens, at) or any(tokens.dep[c] in _OF_ONE_MATTER and c > at for c in after):
        return False
    if any(tokens.dep[c] in ("npadvmod", "nummod", "quantmod") and tokens.text[c + 1] != "-" for c in after):
        return False  # "five years old"
    follows = tokens.lower[at + 1] if at + 1 < len(tokens.lower) else "."
    return tokens.tag[at] == "JJ" and follows not in _BEFORE_A_MATTER


def is_real(tokens: Tokens, noun: int) -> bool:
    """Whether a noun phrase names a thing that there is: no "no", "any" or "such" before it."""
    return not any(tokens.lower[c] in _UNREAL or tokens.dep[c] in ("neg", "predet") for c in tokens.children[noun])


def is_indefinite(tokens: Tokens, noun: int) -> bool:
    """Whether "a" stands before it, or a number."""
    return any(tokens.lower[c] in _INDEFINITE or tokens.dep[c] == "nummod" for c in tokens.children[noun])


def behind(tokens: Tokens, noun: int, prepositions: Collection[str]) -> list[int]:
    """The nouns that prepositions put behind a noun ("a man with a beard and grey eyes"), joined ones too."""
    preps = [c for c in tokens.children[noun] if tokens.dep[c] == "prep" and tokens.lower[c] in prepositions]
    found = [c for prep in preps for c in tokens.children[prep] if tokens.dep[c] == "pobj"]
    loose = [c for c in tokens.children[noun] if tokens.dep[c] == "conj" and preps and c > preps[0]]
    return [other for at in [*found, *loose] for other in joined(tokens, at)]


def with_article(words: str, plural: bool = False) -> str:
    """ "black horse" as "a black horse"."""
    if plural:
        return words
    return f"{'an' if words[0] in 'aeiou' and not words.startswith(('uni', 'use', 'one', 'eu')) else 'a'} {words}"


def is_plural(tokens: Tokens, at: int) -> bool:
    """Whether a noun is in the plural."""
    return tokens.tag[at] in ("NNS", "NNPS")
