"""Aims: words of feeling together with whom it is for ("fond of her", "his hatred of them", "sneered at him")."""

from __future__ import annotations

from collections.abc import Iterator

from castline.ingest.annotations import Aim
from castline.ingest.extraction.clauses import find_people, find_subject, is_about
from castline.ingest.language.affect import NEGATORS, REGARD, TARGETED, TINTS, TOWARD
from castline.ingest.language.parser import Tokens

_AT = frozenset({"to", "toward", "towards", "for", "against", "of", "with", "at", "by", "on", "upon", "in"})
_OF_WHOM = frozenset(
    {"hatred", "dislike", "jealousy", "envy", "abhorrence", "suspicion", "loathing", "fear", "dread", "distrust"}
)
"""Nouns after which "of" tells whom the feeling is for; "the affection of her sister" may as well be the sister's own."""
_TINTED = frozenset({"feeling", "sentiment", "opinion"})
_INSPIRES = frozenset({"inspire", "excite", "raise", "provoke", "deserve", "win", "gain", "earn", "merit", "create", "awaken",
    "rouse", "arouse", "kindle", "lose", "forfeit", "see", "notice", "observe", "discover", "hide"})  # fmt: skip
"""Verbs whose object is a feeling, and somebody else's than their subject's."""
_AFTER_ADJECTIVES = _AT - {"for"}
""" "Afraid for him" and "good for him" say nothing against or for him; one is only sorry for somebody."""
_AFTER_OWNED_NOUNS = _AT - {"by", "on", "upon", "in"}
_AFTER_NOUNS = _AFTER_OWNED_NOUNS - {"of"}
_OVER = frozenset({"over", "in", "through", "upon", "into", "within"})
_UP = frozenset({"pobj", "prep", "dobj", "attr", "acomp", "oprd", "conj", "dative", "nsubj", "nsubjpass"})
_MUCH = frozenset({"very", "too", "particularly", "exactly", "much", "over", "especially"})
_UNDENIED = frozenset({"help", "but", "only", "doubt"})
_VERBAL = ("VERB", "AUX")


def find_aims(
    tokens: Tokens, belongs: list[int], heads: list[int], base: int, paragraph: int, quotes: list[int]
) -> Iterator[tuple[int, Aim]]:
    """Every feeling whose words tell both who has it and whom it is for, with the token of the verb that it hangs on (-1 for
    none). Mention indexes count from `base`."""
    for at in range(len(tokens.text)):
        word, prep = _read_word(tokens, at)
        if not word:
            continue
        verb, is_subject = _find_verb(tokens, at)
        targets = _find_targets(tokens, at, verb, prep, heads)
        holders = _find_holders(tokens, at, verb, is_subject, heads, belongs) if targets else []
        if not holders:
            continue
        negated, much = _is_denied(tokens, at, verb)
        start = tokens.start[at]
        for holder in holders:
            for toward in targets:
                if holder != toward:
                    yield verb, Aim(word, start, start + len(tokens.text[at]), base + holder, base + toward, paragraph,
                                    quotes[at], negated, much)  # fmt: skip


def _read_word(tokens: Tokens, at: int) -> tuple[str, str]:
    """(the word of feeling at a token or "", the preposition that it takes or "" for any)."""
    lower, lemma, pos = tokens.lower[at], tokens.lemma[at], tokens.pos[at]
    if pos == "NOUN" and lemma in REGARD:
        return ("", "") if is_about(tokens, at) else ("rage" if _is_fit(tokens, at) else lemma, "")
    if pos == "NOUN" and lemma in _TINTED:
        tints = [tokens.lemma[c] for c in tokens.children[at] if tokens.lemma[c] in TINTS]
        return (tints[0], "") if tints else ("", "")
    if lower in TARGETED and (pos == "ADJ" or tokens.tag[at] == "VBN") and tokens.dep[at] != "amod":
        return lower, ""
    if pos == "VERB":
        preps = [tokens.lower[c] for c in tokens.children[at] if tokens.dep[c] in ("prep", "prt")]
        return next(((f"{lemma} {p}", p) for p in preps if f"{lemma} {p}" in TOWARD), ("", ""))
    return "", ""


def _is_fit(tokens: Tokens, at: int) -> bool:
    """ "In a passion with him": a fit of anger, where "her passion for him" is none."""
    over, articles = tokens.lower[tokens.head[at]], (tokens.lower[c] for c in tokens.children[at])
    return tokens.lemma[at] == "passion" and over in ("in", "into") and "a" in articles


def _find_verb(tokens: Tokens, at: int) -> tuple[int, bool]:
    """The verb that a word hangs on, -1 for none, and whether it does so as (part of) its subject."""
    is_subject = False
    for _ in range(6):
        if tokens.pos[at] in _VERBAL:
            return at, is_subject
        if tokens.dep[at] not in _UP or tokens.head[at] == at:
            return -1, False
        is_subject = is_subject or tokens.dep[at] in ("nsubj", "nsubjpass")
        at = tokens.head[at]
    return -1, False


def _find_targets(tokens: Tokens, at: int, verb: int, prep: str, heads: list[int]) -> list[int]:
    """The people behind a preposition of the word, of the one that it stands behind, or of its verb."""
    preps = _choose_preps(tokens, at, prep)
    over = tokens.head[at]
    for place in dict.fromkeys((at, over if tokens.pos[over] == "ADP" else at, verb)):
        if place >= 0 and (found := _find_behind(tokens, place, preps, heads)):
            return found
    return _find_treated(tokens, at, verb, heads)


def _choose_preps(tokens: Tokens, at: int, prep: str) -> frozenset[str]:
    """The prepositions that aim a word."""
    if prep:
        return frozenset({prep})
    if tokens.pos[at] == "NOUN":
        return _AFTER_OWNED_NOUNS if _find_owners(tokens, at) or tokens.lemma[at] in _OF_WHOM else _AFTER_NOUNS
    return _AFTER_ADJECTIVES if tokens.pos[at] == "ADJ" and tokens.lower[at] != "sorry" else _AT


def _find_behind(tokens: Tokens, place: int, preps: frozenset[str], heads: list[int]) -> list[int]:
    """The people behind a word's prepositions, some of which the parse takes for parts of a verb."""
    found = []
    for child in tokens.children[place]:
        if tokens.dep[child] in ("prep", "dative", "agent", "prt") and tokens.lower[child] in preps:
            nouns = [*tokens.children[child], *(tokens.children[place] if tokens.dep[child] == "prt" else ())]
            for noun in nouns:
                found += find_people(tokens, noun, heads, 0) if tokens.dep[noun] in ("pobj", "dobj") else []
    return found


def _find_treated(tokens: Tokens, at: int, verb: int, heads: list[int]) -> list[int]:
    """Who is treated "with contempt", or given "his affection"."""
    under_with = tokens.pos[at] == "NOUN" and tokens.lower[tokens.head[at]] == "with"
    if verb in (-1, at) or not (under_with or tokens.dep[at] == "dobj"):
        return []
    kinds = ("dobj", "dative") if under_with else ("dative",)
    return [p for c in tokens.children[verb] if tokens.dep[c] in kinds for p in find_people(tokens, c, heads, 0)]


def _find_owners(tokens: Tokens, at: int) -> list[int]:
    """Whose the text says a feeling is ("her dislike")."""
    return [c for c in tokens.children[at] if tokens.dep[c] == "poss"]


def _find_holders(
    tokens: Tokens, at: int, verb: int, is_subject: bool, heads: list[int], belongs: list[int]
) -> list[int]:
    """Whose the feeling is: the owner's, that of whom it comes over, or the subject's."""
    if owners := _find_owners(tokens, at):
        return [belongs[c] for c in owners if belongs[c] >= 0]
    if verb < 0:
        return []
    if is_subject:
        taken = [c for c in tokens.children[verb] if tokens.dep[c] == "dobj"]
        over = [c for c in tokens.children[verb] if tokens.lower[c] in _OVER]
        nouns = [*taken, *(noun for c in over for noun in tokens.children[c] if tokens.dep[noun] == "pobj")]
        return [person for noun in nouns for person in find_people(tokens, noun, heads, 0)]
    if tokens.lemma[verb] in _INSPIRES and verb != at:
        return []
    subject = find_subject(tokens, verb)
    return find_people(tokens, subject, heads, 0) if subject >= 0 else []


def _is_denied(tokens: Tokens, at: int, verb: int) -> tuple[bool, bool]:
    """(whether the words deny the feeling, whether only its strength: "not very fond").

    What a verb denies does not touch a feeling that has an owner ("his love for her did not ..."), nor what one "cannot
    help" feeling.
    """
    near = [i for i in range(max(0, at - 4), at) if tokens.sentence[i] == tokens.sentence[at]]
    if any(tokens.lower[i] in _UNDENIED for i in near):
        return False, False
    negated = any(tokens.lower[i] in NEGATORS for i in near)
    if verb >= 0 and not _find_owners(tokens, at):
        negated = negated or any(tokens.dep[c] == "neg" or tokens.lower[c] == "never" for c in tokens.children[verb])
    return negated, negated and any(tokens.lower[i] in _MUCH for i in near)
