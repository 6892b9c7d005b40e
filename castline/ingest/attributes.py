"""What somebody is: looks, nature, age and calling, where the narration says so of somebody it names.

Of what people say of each other, only what they say of themselves is taken, and only calling and age: the rest is
opinion. A pronoun counts where the paragraph has named nobody else whom it could mean.
"""

from __future__ import annotations

import re

from castline.graph.facts import Attribute
from castline.ingest.deeds import VIRTUES
from castline.ingest.draft import Draft
from castline.ingest.extract import Clause
from castline.ingest.lexicon import GENERIC_NOUNS, KIN, PERSON_NOUNS

SURE = 0.84
"""How often an attribute is true: 81 of 97 that were read."""
LOOKS = frozenset(["tall", "handsome", "pretty", "beautiful", "plain", "fair", "dark", "stout", "thin", "slender", "ugly", "bald", "lame", "blind", "grey-haired", "red-haired", "fat", "lean", "freckled", "elegant"])  # fmt: skip
_PASSING = frozenset(["gentleman", "angel", "darling", "beloved", "dear", "fool", "handsome", "beautiful", "lovely", "villain", "wretch", "monster", "rascal", "liar", "traitor", "grateful", "ungrateful"])  # fmt: skip
"""Loaded words that are no lasting nature, or are looks."""
NATURE = frozenset(VIRTUES) - _PASSING
CALLINGS = PERSON_NOUNS - frozenset(KIN) - frozenset(["man", "woman", "gentleman", "lady", "boy", "girl", "fellow", "person", "stranger", "child", "friend", "creature", "youth", "guest", "visitor", "companion", "baby", "wretch", "lover", "rival", "enemy", "orphan", "chap", "guy", "sir", "madam", "god", "villain", "rascal", "parent", "lord", "partner", "beggar", "master", "mistress", "neighbour", "neighbor", "fool", "hero", "heroine", "victim", "witness", "host", "hostess", "prisoner", "traveller", "passenger", "speaker", "listener", "slave", "favourite", "beauty", "angel", "devil", "bride", "bridegroom", "lad", "keeper", "tenant", "duke", "duchess", "prince", "princess", "count", "countess", "heir", "judge", "spy", "widow", "widower", "king", "queen", "maid", "people"])  # fmt: skip
"""Person nouns that say what somebody does in life."""
_NUMBER = (
    r"(?:\d+|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty)"
    r"(?:[- ](?:and[- ])?(?:one|two|three|four|five|six|seven|eight|nine|twenty|thirty|forty|fifty|sixty))?)"
)
_AGE = re.compile(rf"\b({_NUMBER}) years (?:old|of age)\b|\b(?:aged|age of) ({_NUMBER})\b", re.I)
_DENIED = re.compile(
    r"\b(?:not|never|no|nor|neither|hardly|scarcely|less|more|too|so|as|rather than|n[’']t)\s+(?:\w+\s+){0,2}$", re.I
)
_AGAIN = re.compile(r"\b(?:was|were|is|are|be|been|[Ii]|he|she|they|who|which)\b|.{45}", re.S)
"""Between a verb and its complement: another clause begins, or it is too far to be sure."""
_TOWARD = re.compile(r"(?:,\s\w+,)?\s+(?:of|to|with|at|about|in|on|for|that)\b")
"""Behind an adjective: it is said of one matter, not of a nature."""
_BETWEEN = re.compile(
    r"(?:,? who|\s+\w+ly|\s+(?:now|still|always|too|also|himself|herself|indeed|certainly))?\s*", re.I
)
"""What may stand between a subject and its verb."""
_SUPPOSED = re.compile(r"\b(?:if|unless|whether|though|as|till|until|than|when)\s+$", re.I)
_HEARSAY = re.compile(
    r"\b(?:imagin\w+|fanc(?:y|ied)|pretend\w*|dream\w*|dreamt|suppos\w+|thought|hear(?:d|s)?|believed?|seem\w*|said|as if|as though"
    r"|wish\w*|when(?:ever)?|sometimes|at times|often|days|which|perhaps|maybe|rather|costume)\b", re.I)  # fmt: skip
"""Words before a subject by which it is so in somebody's eyes only, or now and then."""
_CALLED = re.compile(
    r"\b(?:an?|the|his|her|my|our|now|only|still|also)\s+(?!(?:\w+\s+)*(?:good|bad|indifferent|capital|excellent|poor|great|plain)\s+$)"
    r"(?:[\w’'-]+\s+){0,3}$", re.I)  # fmt: skip
"""A calling has an article; and "a good sailor" need be none by calling."""


def read_attributes(draft: Draft, clause: Clause) -> None:
    """ "X was a sailor", "X was tall", "X was proud", "X was nine years old"."""
    if clause.verb != "be" or len(clause.subjects) != 1 or clause.modal or clause.negated or clause.open:
        return
    index = clause.subjects[0]
    key = draft.found.who[index]
    if key < 0 or not _is_beside(draft, clause, index):
        return
    if not _is_sure(draft, clause, index) or _is_supposed(draft, clause, index):
        return
    for word, start, _, negated in clause.complements:
        kind = _kind_of(word, clause.quote >= 0 or draft.notes.mentions[index].person == 1)
        if (
            kind
            and not negated
            and _stands(draft, word, start)
            and not _AGAIN.search(draft.text[clause.at + 4 : start])
        ):
            add_attribute(draft, key, kind, word, start)
    aged = _AGE.search(draft.text[clause.at : clause.end + 24])
    if aged and not _is_interrupted(draft, clause.at, clause.at + aged.start()):
        add_attribute(draft, key, "age", (aged.group(1) or aged.group(2)).lower(), clause.at)


def add_attribute(draft: Draft, key: int, attribute: str, value: str, start: int) -> None:
    """Add an attribute that has not been told of this person before."""
    mark = f"{key}|{attribute}|{value}"
    if mark not in draft.memory.attributes:
        draft.memory.attributes.append(mark)
        scene = draft.scene_at(draft.paragraph_of(start))
        draft.add(
            Attribute, draft.sentence_of(start), scene, "noun", SURE, character=draft.person_id(key), attribute=attribute,
            value=value,
        )  # fmt: skip


def _kind_of(word: str, spoken: bool) -> str:
    if word in CALLINGS:
        return "occupation"
    if spoken:
        return ""
    return "looks" if word in LOOKS else "personality" if word in NATURE else ""


def _is_sure(draft: Draft, clause: Clause, index: int) -> bool:
    """Whether the subject is who it seems: named there, or the only one of the gender named in the paragraph so far."""
    note = draft.notes.mentions[index]
    if clause.quote >= 0:
        return (
            note.person == 1
            and not note.plural
            and draft.found.spoken[clause.quote].rule in ("said-name", "names-self")
        )
    if note.role == "poss" or note.plural or (note.kind == "nominal" and note.head in GENERIC_NOUNS):
        return False
    if note.kind != "pronoun" or note.person == 1:
        return True
    key = draft.memory.person(draft.found.who[index]).key
    named = set()
    for other in range(index - 1, -1, -1):
        before = draft.notes.mentions[other]
        if before.paragraph != note.paragraph:
            break
        if (
            before.kind == "nominal"
            and not before.plural
            and before.gender in ("", note.gender)
            and (draft.found.who[other] != key or (before.head in GENERIC_NOUNS and before.appos < 0))
        ):
            return False
        if before.kind == "name" and (before.role != "subj" or note.sentence - before.sentence > 1):
            return False  # only whoever the last sentence is about is sure to be meant
        if before.kind == "name" and (who := draft.found.who[other]) >= 0:
            person = draft.memory.person(who)
            if person.gender in ("", note.gender):
                named.add(person.key)
    return named == {key}


def _is_supposed(draft: Draft, clause: Clause, index: int) -> bool:
    """A question, or something that only might be so."""
    start, end = draft.sentence_of(clause.at)
    note = draft.notes.mentions[index]
    asked = draft.text[start:end].rstrip("”\"’' \n").endswith("?")
    before = draft.text[start : note.start]
    return asked or bool(_SUPPOSED.search(before) or _HEARSAY.search(before))


def _is_beside(draft: Draft, clause: Clause, index: int) -> bool:
    """Whether the verb follows its subject at once."""
    return bool(_BETWEEN.fullmatch(draft.text[draft.notes.mentions[index].end : clause.at]))


def _stands(draft: Draft, word: str, start: int) -> bool:
    """Whether the word stands there as it is (no comparative), undenied, and of nothing in particular."""
    end = start + len(word)
    if draft.text[start:end].lower() != word or draft.text[end : end + 1].isalpha() or draft.text[start - 1] == "-":
        return False
    if word in CALLINGS and not _CALLED.search(draft.text[max(0, start - 40) : start]):
        return False
    if _DENIED.search(draft.text[max(0, start - 30) : start]):
        return False
    return word in CALLINGS or not _TOWARD.match(draft.text, end)


def _is_interrupted(draft: Draft, start: int, end: int) -> bool:
    """Whether somebody else is mentioned in between."""
    return any(start < note.start < end for note in draft.notes.mentions)
