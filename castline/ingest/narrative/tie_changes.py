"""Ties that events begin and end: people get engaged, marry, part, die and are dismissed.

Read from clauses that say so of two people: "X married Y", "X was engaged to Y", "X had promised to marry Y", "X accepted
him", "I will marry you", "X broke off the engagement", "X died", "X dismissed Y". What is denied, asked, wished or only possible
changes nothing, and one of the two must be named, or both be surely meant: a pronoun taken for another would marry strangers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import pairwise

from castline.ingest.annotations import Clause, MentionNote
from castline.ingest.draft import Draft
from castline.ingest.language.lexicon import SPEECH_VERBS
from castline.ingest.narrative.certainty import is_plain, rate_mention
from castline.ingest.narrative.modality import UNREAL, Modality, read_modality
from castline.ingest.narrative.unions import may_join
from castline.ingest.resolution.cast.kinship import read_tie, related, standing
from castline.ingest.resolution.confidence import BELIEVED

Found = tuple[int, int, str, int, bool]
"""`a` is `kind` of `b` from now on, told at an offset; and whether it may be believed, as in `families`."""
_JOINS = {"marry": "spouse", "wed": "spouse", "engage": "betrothed", "betroth": "betrothed"}
_STATES = {**_JOINS, "married": "spouse", "wedded": "spouse", "engaged": "betrothed", "betrothed": "betrothed"}
_DONE = ("married", "marries", "wed", "engaged", "betrothed")
_PARTS = frozenset({"divorce", "jilt"})
_KILLS = frozenset({"kill", "murder", "drown", "execute", "hang", "behead", "slay"})
_ENDS = frozenset({"break", "dismiss", "discharge", "die"}) | _PARTS | _KILLS
"""Verbs of what ends a tie."""
_AHEAD = frozenset({"be", "go"})
"""Verbs that put a marriage ahead: "is to marry", "is going to marry"."""
_PLEDGED = re.compile(r"\b(?:promised|agreed|consented|engaged) to (?:be )?\Z", re.I)
"""Words before "marry" by which it is agreed on."""
_WILL = frozenset({"will", "shall", "’ll", "'ll"})
_DANCE = re.compile(r"\b(?:danc\w+|ball|partner|waltz|quadrille)\b", re.I)
"""Words near "she accepted him" by which it is for a dance."""
_IDLE = re.compile(
    r"\b(?:nearly|almost|danc\w+|quadrille|waltz|reel|supper|if)\b|\bengaged (?:the|for|all|in|on|with|by)\b", re.I
)
"""Words that make it no news: "she nearly died", "she was engaged to him for the next dance"."""

_BEFORE = re.compile(r"\bbefore\b", re.I)
"""A word before a verb by which it is so not yet."""
_ENGAGED_TO = re.compile(r"(?:[’']s)?\s+(?:\w+\s+)?engagement\s+(?:to|with)\s+", re.I)
_BETWEEN_TWO = re.compile(r"\bengagement\s+(?:between|of)\s+\Z", re.I)
_AND = re.compile(r"\s+(?:and|to|with)\s+")
"""Behind whose engagement it is; before one of two; between two."""
_TO_BE = re.compile(r"\b(?:be|become|as|make|for)\s+(?:\w+\s+)?\Z", re.I)
"""Words before "his wife" of who is none yet."""
TWICE = 2.0
"""Times that the betrothed are told as husband or wife until they are."""
LIKELY = 0.5
"""How likely both must be meant who are told to be a couple."""
_ENDED = re.compile(
    r"\b(?:br(?:eak|oke|oken|eaking)|end(?:ed)?|former|supposed|rumou?red|pretended|dissol\w+|retract\w*)\b", re.I
)
"""Words by which an engagement is over, or none."""
NEAR, FAR = 40, 400
"""Characters before the words that tell of an engagement, and of a suit, that are looked at."""
_SOME_DAY = re.compile(r"\b(?:when|whenever|hence|(?:some|one) day|in case)\b", re.I)
"""Words by which a couple is married in what is to come, or may: "when I am married to him"."""


def find_changes(draft: Draft) -> Iterator[Found]:
    """The ties that the chapter's events begin and end, in the order of the text."""
    for clause in draft.notes.clauses:
        if _tells_of_two(clause) and (couple := _find_couple(draft, clause)):
            yield *couple, clause.at, True
        if clause.verb not in _ENDS or not _is_news(draft, clause):
            continue
        sure = all(is_plain(draft, i) for i in (*clause.subjects, *clause.objects))
        for a, b, kind in (*_parted(draft, clause), *_bereaved(draft, clause)):
            if a >= 0 and b >= 0 and a != b:
                yield a, b, kind, clause.at, sure


def _tells_of_two(clause: Clause) -> bool:
    """Whether a clause has the words for a couple at all; few have, so that the others need no reading."""
    joins = clause.verb in _JOINS or clause.verb == "accept"
    return joins or any(word in _STATES for word, *_ in clause.complements)


def find_weddings(draft: Draft) -> Iterator[Found]:
    """The betrothed of whom one is twice told as the other's husband or wife, outside talk and as so."""
    notes, who, hints = draft.notes.mentions, draft.found.who, draft.memory.ties.hints
    for index, note in enumerate(notes):
        owner = note.owner if note.kind == "nominal" and note.quote < 0 and not note.plural else -1
        if owner < 0 or min(who[index], who[owner]) < 0 or not _is_meant(draft, owner):
            continue
        engaged = standing(draft.memory, who[owner], who[index], "union") == "betrothed"
        if engaged and read_tie(draft.text, note) == "spouse" and not _is_ahead(draft, note):
            own = who[owner], "spouse", who[index]
            hints[own] = hints.get(own, 0.0) + 1
            if hints[own] >= TWICE:
                yield who[index], who[owner], "spouse", note.start, True


def find_engagements(draft: Draft) -> Iterator[Found]:
    """Those whose engagement is spoken of: "his engagement to Anna Marsh", "the engagement between Anna and Peter"; one must be
    named, and of the other it must be sure who is meant."""
    notes = draft.notes.mentions
    for one, other in pairwise(range(len(notes))):
        between = draft.text[notes[one].end : notes[other].start]
        before = draft.text[max(0, notes[one].start - NEAR) : notes[one].start]
        owned = notes[one].role == "poss" and notes[one].kind != "nominal" and _ENGAGED_TO.fullmatch(between)
        if not (owned or (_BETWEEN_TWO.search(before) and _AND.fullmatch(between))):
            continue
        ended = _ENDED.search(before) or read_modality(draft, notes[one].start) & (UNREAL | Modality.DENIED)
        idle = _IDLE.search(draft.text[slice(*draft.sentence_of(notes[one].start))])
        if not ended and not idle and notes[other].role != "poss" and _are_sure(draft, one, other):
            yield draft.found.who[one], draft.found.who[other], "betrothed", notes[one].start, True


def _are_sure(draft: Draft, *two: int) -> bool:
    """Whether it is sure whom two mentions mean, of which one is a name, and they may be a couple."""
    people = [draft.found.who[at] for at in two]
    named = any(draft.notes.mentions[at].kind == "name" for at in two)
    sure = min(people) >= 0 and all(rate_mention(draft, at) >= BELIEVED for at in two)
    return named and sure and may_join(draft.memory, *people)


def _is_news(draft: Draft, clause: Clause) -> bool:
    tagged = clause.quote >= 0 and clause.open in SPEECH_VERBS  # "Anna is engaged," said Peter
    if clause.negated or clause.modal not in ("", "to") or clause.open not in ("", *_AHEAD, *[clause.open] * tagged):
        return False
    if read_modality(draft, clause.at) & ~(Modality(0) if clause.quote >= 0 else Modality.HEARD):
        return False
    return (clause.modal == "") == (clause.open not in _AHEAD) and not _is_idle(draft, clause)


def _is_idle(draft: Draft, clause: Clause) -> bool:
    start, end = draft.sentence_of(clause.at)
    return bool(_IDLE.search(draft.text[start:end]) or _BEFORE.search(draft.text[start : clause.at]))


def _find_couple(draft: Draft, clause: Clause) -> tuple[int, int, str] | None:
    """Who is from now on married or betrothed to whom, by a clause that says so of two who are surely meant."""
    if _SOME_DAY.search(draft.text[draft.sentence_of(clause.at)[0] : clause.end]):
        return None
    two, kind = _joined(draft, clause) if _is_news(draft, clause) else _pledged(draft, clause)
    people = [draft.found.who[i] for i in two]
    if not kind or len(people) != 2 or min(people) < 0 or math.prod(_rate(draft, i) for i in two) < LIKELY:
        return None
    pronouns = all(draft.notes.mentions[i].kind == "pronoun" for i in two)
    named = any(draft.notes.mentions[i].kind == "name" for i in two)
    return (people[0], people[1], kind) if (named or pronouns) and may_join(draft.memory, *people) else None


def _is_ahead(draft: Draft, noun: MentionNote) -> bool:
    """ "To be his wife", "as her husband", "what would his wife say?": nobody is that yet."""
    told = read_modality(draft, noun.start) & (UNREAL | Modality.DENIED)
    return bool(told or noun.prep == "as" or _TO_BE.search(draft.text[max(0, noun.start - NEAR) : noun.start]))


def _is_meant(draft: Draft, index: int) -> bool:
    """Whether it is sure whom a mention means."""
    return is_plain(draft, index) or rate_mention(draft, index) >= BELIEVED


def _rate(draft: Draft, index: int) -> float:
    """How sure it is whom a mention means; a noun means whom it is said to."""
    return 1.0 if is_plain(draft, index) else rate_mention(draft, index)


def _joined(draft: Draft, clause: Clause) -> tuple[list[int], str]:
    """The two whom a clause tells to be a couple: "X married Y", "X is engaged to Y", "X is to marry Y", "X accepted him"."""
    kind, to = _JOINS.get(clause.verb, ""), [i for prep, i in clause.preps if prep == "to"]
    for word, _, end, negated in clause.complements:
        if word in _STATES and not negated and clause.open not in _AHEAD:
            kind, to = _STATES[word], _named_after(draft, end)
    if clause.verb == "accept" and _is_suit(draft, clause):
        return [*clause.subjects, *clause.objects], "betrothed"
    done = draft.text[clause.at : clause.end].lower().startswith(_DONE) or clause.complements or clause.open in _AHEAD
    if not kind or not done:
        return [], ""
    subjects = clause.subjects or _named_before(draft, clause.start)
    two = [*subjects, *(to if clause.passive or clause.complements else clause.objects)]
    return two, "betrothed" if clause.open in _AHEAD else kind


def _is_suit(draft: Draft, clause: Clause) -> bool:
    """Whether it is a suitor whom a woman accepts, and no partner for a dance."""
    people = [draft.found.who[i] for i in (*clause.subjects, *clause.objects)]
    genders = [draft.memory.person(key).gender for key in people if key >= 0]
    start, end = draft.sentence_of(clause.at)
    return genders == ["f", "m"] and not clause.passive and not _DANCE.search(draft.text[max(0, start - FAR) : end])


def _pledged(draft: Draft, clause: Clause) -> tuple[list[int], str]:
    """The two who are to marry by their own word: "she had promised to marry him", "I will marry you"."""
    if clause.verb != "marry" or clause.negated or _is_idle(draft, clause):
        return [], ""
    two = [*clause.subjects, *clause.objects]
    start = draft.sentence_of(clause.at)[0]
    if word := _PLEDGED.search(draft.text[start : clause.at]):
        told = read_modality(draft, start + word.start())
        return (two, "betrothed") if not told & ~Modality.HEARD else ([], "")
    own = [draft.notes.mentions[i].person for i in two] == [1, 2] and clause.quote >= 0
    real = own and clause.modal in _WILL and not read_modality(draft, clause.at) & ~Modality.HEARD
    return (two, "betrothed") if real else ([], "")


def _named_before(draft: Draft, start: int) -> list[int]:
    """The mention that ends where a clause starts which the parser gave no subject ("Anna Marsh | was engaged")."""
    return [i for i, note in enumerate(draft.notes.mentions) if 0 <= start - note.end <= 1][-1:]


def _named_after(draft: Draft, end: int) -> list[int]:
    """The mention behind "to" that follows an offset."""
    found = re.match(r"\s+to\s+", draft.text[end : end + 8])
    at = [i for i, note in enumerate(draft.notes.mentions) if found and note.start == end + found.end()][:1]
    return [i for i in at if draft.notes.mentions[i].role != "poss"]  # "engaged to his sister" is not to him


def _may_part(draft: Draft, a: int, b: int) -> bool:
    """Whether two may have been a couple: a friend who walks off has only "jilted" somebody."""
    return a >= 0 and b >= 0 and len({draft.memory.person(key).gender for key in (a, b)} - {""}) == 2


def _parted(draft: Draft, clause: Clause) -> list[tuple[int, int, str]]:
    subjects, objects = ([draft.found.who[i] for i in side] for side in (clause.subjects, clause.objects))
    if clause.verb in _PARTS and len(subjects) == len(objects) == 1 and _may_part(draft, subjects[0], objects[0]):
        return [(subjects[0], objects[0], "parted")]
    if clause.verb == "break" and "engagement" in clause.nouns and subjects and subjects[0] >= 0:
        return [(subjects[0], other.key, "parted") for other in related(draft.memory, subjects[0], "betrothed")]
    if clause.verb in ("dismiss", "discharge") and len(subjects) == len(objects) == 1 and min(*subjects, *objects) >= 0:
        serves = standing(draft.memory, subjects[0], objects[0], "service") == "servant"
        return [(objects[0], subjects[0], "dismissed")] if serves else []
    return []


def _bereaved(draft: Draft, clause: Clause) -> list[tuple[int, int, str]]:
    """Those whom a death leaves: a widow or widower, and children."""
    dies = clause.verb == "die" or (clause.verb in _KILLS and clause.passive)
    if not dies or clause.open or len(clause.subjects) != 1 or not clause.past:
        return []
    dead = draft.found.who[clause.subjects[0]]
    if dead < 0 or draft.notes.mentions[clause.subjects[0]].kind != "name":
        return []  # "the man", "a son" who died may be anybody
    left = [
        (one.key, dead, "widow" if one.gender == "f" else "widower") for one in related(draft.memory, dead, "spouse")
    ]
    return left + [(one.key, dead, "orphan") for one in related(draft.memory, dead, "child")]
