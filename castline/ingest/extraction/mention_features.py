"""Signs around a mention: that somebody is called, says who they are, is a person or a place."""

from __future__ import annotations

import re

from castline.ingest.annotations import MentionNote
from castline.ingest.language.lexicon import (
    FIRMS,
    KIN,
    MIND_VERBS,
    NOT_NAMES,
    PERSON_NOUNS,
    PLACE_PREPOSITIONS,
    PLACE_WORDS,
    PRONOUNS,
    SPEECH_FORMS,
    SPEECH_VERBS,
    TITLES,
)
from castline.ingest.language.names import is_given_name
from castline.ingest.language.parser import Tokens, is_word

QUOTE_MARKS = "“”\"‘’'"
_INTRODUCTIONS = (
    ("i", "am"),
    ("i", "'m"),
    ("i", "’m"),
    ("name", "is"),
    ("name", "was"),
    ("name", "'s"),
    ("call", "me"),
)
BESIDE = 3
"""Votes that a noun for what people do, beside a name, is worth: enough to let it in. Kin are told of before they come."""
_OTHERS = frozenset(
    {"other", "others", "latter", "former", "first", "second", "third", "last", "one", "rest", "same", "voice"}
)
_ENDINGS = PLACE_WORDS | FIRMS
"""Words that end the name of what is no person."""
_LEADING = frozenset({
    "rue", "boulevard", "villa", "piazza", "palazzo", "mount", "lake", "port", "fort", "cape", "château", "saint", "new",
})  # fmt: skip
"""Words that open the name of a place: "Port Orme" is none of the Ormes."""
_AGENT = re.compile(r"(?:[eo]r|man|woman|maid|ist|ian|ess)$")
_HUMAN_VERBS = (
    SPEECH_VERBS | MIND_VERBS | frozenset({"marry", "smile", "walk", "sit", "weep", "blush", "kiss", "die", "live"})
)
_BODY = frozenset(
    [
        "arm",
        "brow",
        "cheek",
        "chin",
        "elbow",
        "eye",
        "face",
        "finger",
        "gaze",
        "hair",
        "hand",
        "jaw",
        "knee",
        "lip",
        "mouth",
        "shoulder",
        "throat",
        "voice",
        "wrist",
    ]
)
"""What a person has, and hardly a place."""
_DONE_TO_PEOPLE = frozenset({"marry", "kiss", "thank", "ask", "tell", "hug", "invite", "wed", "forgive"})
"""What is done to people, and hardly to anything else that has a name."""
_BEFORE = frozenset({"the", "a", "an", "my", "our", "your", "his", "her", "their", "thy"})
"""Words that stand before a noun, and seldom before a name: "our Maker", "the Avon"."""
_STATES = frozenset({"be", "have", "seem", "lie", "stand"})
"""What is told of places as well."""


def speaks(tokens: Tokens, at: int) -> bool:
    """ "cried the NOUN" after a quote: whoever it is, it speaks. The tagger takes a rare noun for a name or worse."""
    first = at - 1
    while first > 0 and tokens.pos[first] == "ADJ":
        first -= 1
    named = tokens.pos[at] in ("NOUN", "PROPN") or (tokens.pos[at] == "ADJ" and _AGENT.search(tokens.text[at]))
    follows = tokens.pos[at + 1] if at + 1 < len(tokens.text) else ""
    return (
        first >= 2
        and bool(named)
        and tokens.text[at].islower()
        and tokens.lower[at] not in _OTHERS
        and tokens.lower[first] in ("the", "a", "an")
        and (tokens.lower[first - 1] in SPEECH_FORMS or tokens.lower[first - 1].endswith("ed"))
        and tokens.text[first - 2][-1:] in QUOTE_MARKS
        and follows not in ("NOUN", "PROPN", "ADJ")
    )


def is_called(tokens: Tokens, at: int, note: MentionNote) -> bool:
    """Set off by commas or marks inside a quote: somebody is spoken to."""
    if note.quote < 0 or note.kind == "pronoun" or note.role in ("poss", "pobj") or note.plural:
        return False
    first = at
    while first > 0 and tokens.start[first] > note.start:
        first -= 1
    while first > 0 and tokens.lower[first - 1] in ("my", "dear", "dearest", "o", "oh", "sweet", "good", "poor"):
        first -= 1
    last = at
    while last + 1 < len(tokens.text) and tokens.start[last + 1] < note.end:
        last += 1
    if tokens.lower[first] == "poor":
        return False  # "Poor Ada!" is mostly said of her, "my poor Ada" to her
    if _is_left_subject(tokens, at):
        return False
    before = tokens.text[first - 1] if first else ","
    after = tokens.text[last + 1] if last + 1 < len(tokens.text) else "."
    if note.role == "subj" and not (after == "," and last + 2 < len(tokens.text) and _is_bidden(tokens, at, last + 2)):
        return False
    if before[-1] in QUOTE_MARKS and last + 2 < len(tokens.text) and tokens.text[last + 2][0] in QUOTE_MARKS:
        return False  # the whole of what is said: more likely a word than a call
    if before == "," and first > 1 and tokens.lower[first - 2] in PLACE_WORDS:
        return False  # "13, Duncan Street, Ware" is where somebody lives
    marks = ",.!?;:—–-“”\"‘’'…--"
    return before[-1] in marks and after[0] in marks and (before[-1] != "." or first != at or after[0] in ",!?")


def _is_bidden(tokens: Tokens, at: int, after: int) -> bool:
    """Whether a name that the parser takes for a subject is called: what is said ends behind it, or goes on with what its bearer
    is to do ("Ada, come here": of Ada it would be "comes")."""
    bare = tokens.tag[after] in ("VB", "VBP") and tokens.head[at] == after
    return tokens.text[after][0] in QUOTE_MARKS or bare


def _is_left_subject(tokens: Tokens, at: int) -> bool:
    """ "Mr. Martin, I suppose, is no reader": a name before a finite verb that has no other subject."""
    verb = tokens.head[at]
    if verb <= at or tokens.dep[at] == "nsubj" or tokens.pos[verb] not in ("VERB", "AUX"):
        return False
    if any(tokens.dep[c] in ("nsubj", "nsubjpass", "expl", "csubj") for c in tokens.children[verb]):
        return False
    return "VBZ" in (
        tokens.tag[verb],
        *(tokens.tag[c] for c in tokens.children[verb] if tokens.dep[c].startswith("aux")),
    )


def is_introduced(tokens: Tokens, at: int, note: MentionNote) -> bool:
    """ "My name is X": the speaker says who they are."""
    first = at
    while first > 0 and tokens.start[first] > note.start:
        first -= 1
    if first < 2 or tuple(tokens.lower[first - 2 : first]) not in _INTRODUCTIONS:
        return False
    return tokens.lower[first - 2] != "name" or (first > 2 and tokens.lower[first - 3] == "my")


def count_votes(tokens: Tokens, at: int, note: MentionNote, quotes: list[int]) -> tuple[int, int]:
    """(for a person, for a place) from the words around."""
    first = note.form.split()[0].lower().rstrip(".")
    human = 3 * bool(note.gender) + 2 * (note.role == "voc" and not _is_exclaimed(tokens, at, note))
    human += 2 * (first in TITLES and first != note.form.lower())
    article = tokens.lower[max(0, at - len(note.form.split()))] in _BEFORE or first in PRONOUNS
    human += note.prep not in PLACE_PREPOSITIONS and not article and is_given_name(first)
    human += 3 * follows_speech(tokens, at - len(note.form.split()) + 1)
    head = tokens.head[at]
    if note.role == "subj" and quotes[head] == quotes[at]:
        human += 1 + 2 * (tokens.lemma[head] in _HUMAN_VERBS or _acts(tokens, at, quotes))
    elif note.role == "iobj":
        human += 1
    elif note.role == "obj" and quotes[head] == quotes[at] and not article and tokens.lemma[head] in _DONE_TO_PEOPLE:
        human += 3
    human += any(tokens.dep[c] == "relcl" and any(tokens.lower[g] == "who" for g in tokens.children[c])
                 for c in tokens.children[at])  # fmt: skip
    if note.role == "attr" and any(tokens.lower[c] in ("i", "he", "she", "you") for c in tokens.children[head]):
        human += 3
    if note.role == "poss":
        human += (tokens.lemma[head] in PERSON_NOUNS) + 2 * (tokens.lemma[head] in _BODY)
    if note.prep in ("to", "with", "by") and tokens.lemma[tokens.head[head]] in SPEECH_VERBS:
        human += 2
    human += BESIDE * _stands_beside_noun(tokens, at, note)
    place = 2 * (note.prep in PLACE_PREPOSITIONS and note.prep not in ("of", "to", "from", "past", "round"))
    place += note.prep in ("from", "to") and tokens.lemma[tokens.head[head]] not in SPEECH_VERBS
    follows = at + 1 < len(tokens.text) and tokens.text[at + 1][:1].isupper() and tokens.lower[at + 1] in PLACE_WORDS
    # the lone "Hall" is somebody's whose name was Hall elsewhere in the chapter, or it would be no mention
    ends = note.form.split()[-1].lower() in _ENDINGS and note.form.lower() not in NOT_NAMES
    leads = first in _LEADING and first != note.form.lower()
    place += 4 * ((follows or ends or leads) and not note.gender)
    beside = tokens.dep[at] == "compound"  # "the Orme estate" is as much his as a place's
    place += 2 * (
        not human and not beside and at > 0 and tokens.lower[at - 1] == "the" and not note.plural and not note.gender
    )
    return human, place


def _acts(tokens: Tokens, at: int, quotes: list[int]) -> bool:
    """Whether a sentence of the narration has a name of two words do something, or any name beside what is said: "“Yes.” Orme
    nodded." """
    verb = tokens.head[at]
    if quotes[at] >= 0 or tokens.dep[verb] != "ROOT" or tokens.tag[verb] != "VBD" or tokens.lemma[verb] in _STATES:
        return False
    if is_word(tokens.lower[at]) or tokens.lower[at - (tokens.dep[at - 1] == "compound")] in PLACE_WORDS:
        return False  # "Steam rose" opens with a word
    first = last = at
    while first > 0 and tokens.sentence[first - 1] == tokens.sentence[at]:
        first -= 1
    while last + 1 < len(tokens.text) and tokens.sentence[last + 1] == tokens.sentence[at]:
        last += 1
    before, after = tokens.text[max(0, first - 1)], tokens.text[min(len(tokens.text) - 1, last + 1)]
    return before[-1] in QUOTE_MARKS or after[0] in QUOTE_MARKS or tokens.dep[at - 1] == "compound"


def _is_exclaimed(tokens: Tokens, at: int, note: MentionNote) -> bool:
    """ "Capital!", "Patience, my friend": whatever word opens a sentence has a capital, and may be no call by a name."""
    opens = at == 0 or tokens.sentence[at - 1] != tokens.sentence[at] or tokens.text[at - 1][-1] in QUOTE_MARKS
    return opens and len(note.form.split()) == 1 and not is_given_name(note.form.lower())


def _stands_beside_noun(tokens: Tokens, at: int, note: MentionNote) -> bool:
    """ "The coachman Martin", "Martin the coachman", "the porter, Martin,": told to be a person by the noun beside."""
    first = at - len(note.form.split()) + 1
    if first and _is_person_noun(tokens, first - 1) and tokens.tag[first - 1] == "NN":
        return True
    if at + 2 < len(tokens.text) and tokens.lower[at + 1] == "the" and _is_person_noun(tokens, at + 2):
        return True
    apposed = [c for c in tokens.children[at] if tokens.dep[c] == "appos"]
    apposed += [tokens.head[at]] if tokens.dep[at] == "appos" else []
    return any(_is_person_noun(tokens, c) and tokens.tag[c] == "NN" for c in apposed)


def _is_person_noun(tokens: Tokens, at: int) -> bool:
    return tokens.lower[at] in PERSON_NOUNS and tokens.lower[at] not in KIN and tokens.text[at].islower()


def follows_speech(tokens: Tokens, at: int) -> bool:
    """ "said Hall" behind a quote."""
    return at >= 2 and tokens.lower[at - 1] in SPEECH_FORMS and tokens.text[at - 2][-1:] in QUOTE_MARKS
