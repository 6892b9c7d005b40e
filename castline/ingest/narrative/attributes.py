"""What somebody is, has and can, where the narration says so of somebody it surely means.

Of what people say of each other, only what they say of themselves is taken: the rest is opinion.
"""

from __future__ import annotations

import re

from castline.ingest.annotations import AGE, GENDER, NATURE, OCCUPATION, TITLE, TOLD, Clause, Feature, MentionNote
from castline.ingest.decisions import Trait
from castline.ingest.draft import Draft
from castline.ingest.language.callings import calling_of, rank_of
from castline.ingest.language.lexicon import OF_AGE, PERSON_NOUNS, RANKS
from castline.ingest.language.names import Form, read_name, squeeze
from castline.ingest.memory.memory import MOST_TOLD, Memory
from castline.ingest.memory.people import Person
from castline.ingest.narrative.certainty import is_sure
from castline.ingest.narrative.modality import UNREAL, Modality, read_modality

SURE = 0.93
"""How often an attribute is true: 124 of 134 that were read, no way of telling it much better than another."""
OFTEN = 2
"""Uses of a name from which on its title is told: kings of history and of plays are named once."""
_BETWEEN = re.compile(
    r"(?:,? who|\s+\w+ly|\s+(?:now|still|always|too|also|himself|herself|indeed|certainly|just|really))?\s*"
    r"(?:(?:could|can|had|has|have|was|were)\s+(?:\w+ly\s+)?)?", re.I
)  # fmt: skip
"""What may stand between a subject and its verb."""
_UNTIL = re.compile(r"\b(?:though|as|till|until|than|when|since|after|before|had)\s+$", re.I)
_AT_TIMES = re.compile(
    r"\b(?:as if|when(?:ever)?|sometimes|at times|often|days|which|rather|costume|former(?:ly)?|once)\b"
    r"|\b(?:spring|summer|autumn|winter|year|month|week|time)\s+(?:that\s+)?$", re.I
)  # fmt: skip
"""Words before a subject by which it is so now and then, or no more ("the winter I was twenty-one")."""
_CLAUSE = re.compile(r"\b(?:was|were|is|are|be|been|[Ii]|he|she|they|who|which)\b|.{120}", re.S)
"""Between a verb and what it says: another clause begins, or it is too far to be sure."""
_ASIDE = re.compile(r"\s*,\s+(?:an?|the)\s[^,.;:!?()“”\"]{3,70},\s+(?:who\s+)?", re.S)
_LIST = re.compile(r"[\w-]+,\s+(?:(?:and|or)\s+)?(?:the\b|an?\b|[A-Z])")
_LISTED = re.compile(r"(?:[A-Z]\w+,\s+(?:and\s+)?|\bas\s+|\blike\s+|\bnot\s+)$")
_MARKS = frozenset('“”"«»')
"""What opens between a name and words that are said, and are no gloss on it: “And then,” said Anna, “the surgeon came.”"""
_KIN_OF = re.compile(r"([\w-]+)\s+of\s+$")


def decide_attributes(draft: Draft) -> None:
    """Decide on what the chapter tells of what people are, have and can."""
    for feature in sorted(draft.notes.features, key=lambda one: one.start):
        if is_sure(draft, feature.mention) and _is_told(draft, feature):
            decide_attribute(
                draft, draft.found.who[feature.mention], feature.kind, feature.value, feature.start, feature.how
            )
    _decide_titles(draft)


def decide_attribute(draft: Draft, key: int, attribute: str, value: str, start: int, rule: str) -> None:
    """Decide on an attribute, where it has not been told of this person before."""
    told = draft.memory.attributes.get((draft.memory.person(key).key, attribute), ())
    words = set(value.split())
    if value in told or any(words < set(known.split()) for known in told):
        return  # "dark eyes", of whom "large dark eyes" has been told
    if attribute == AGE and value in OF_AGE.values() and told:
        return  # in years, or in one such word, it has been told already
    remember_attribute(draft.memory, key, attribute, value)
    span, scene = draft.sentence_of(start), draft.scene_at(draft.paragraph_of(start))
    draft.decide(Trait, span, scene, rule, SURE, person=key, attribute=attribute, value=value)


def remember_attribute(memory: Memory, key: int, attribute: str, value: str) -> None:
    """Let it have been told that somebody is, has or can something."""
    key = memory.person(key).key
    if attribute == GENDER:
        memory.people.change(key).told_gender = value[0]
        return
    if attribute == TOLD:
        memory.people.change(key).told += 1
    told = memory.attributes.get((key, attribute), ())
    if attribute != TOLD or len(told) < MOST_TOLD:
        memory.attributes[key, attribute] = (*told, value)


def _decide_titles(draft: Draft) -> None:
    """ "Captain Hale" is a captain, where the narration calls him so, or somebody to his face."""
    for note, key in zip(draft.notes.mentions, draft.found.who, strict=True):
        if key < 0 or note.kind != "name" or note.plural or (note.quote >= 0 and note.role != "voc"):
            continue
        form = squeeze(note.form)
        name, person = read_name(form), draft.memory.person(key)
        if person.forms.get(form, 0) < OFTEN or not _fits(name, person):
            continue
        for kind, value in ((OCCUPATION, calling_of(name.title)), (TITLE, rank_of(name.title))):
            if value:
                decide_attribute(draft, key, kind, value, note.start, "title")


def _fits(name: Form, person: Person) -> bool:
    """Whether a title can be this person's: a name that the cast gave to the wrong one of a family is told by it."""
    gender = name.gender or ("m" if name.title in RANKS else "")
    return not gender or person.gender in ("", gender)


def _is_told(draft: Draft, feature: Feature) -> bool:
    match feature.how:
        case "own":
            return True
        case "beside":
            return _is_beside(draft, feature)
        case _:
            return _is_said(draft, feature)


def _is_beside(draft: Draft, feature: Feature) -> bool:
    """ "Mr. Orrick, a clergyman, ..."; but not "as Mr. Orrick, a clergyman", nor one of a row of names."""
    note = draft.notes.mentions[feature.mention]
    before = draft.text[max(0, note.start - 40) : note.start]
    between = draft.text[note.end : feature.start]
    if (
        note.kind != "name"
        or not between.lstrip().startswith((",", "(", "—", "–", "--"))
        or not _MARKS.isdisjoint(between)
        or _is_interrupted(draft, note.end, feature.start)
    ):
        return False
    after = draft.text[feature.start : feature.start + 40]
    kin = _KIN_OF.search(before)
    if kin and kin[1].lower() in PERSON_NOUNS:
        return False  # "a cousin of Mr. Hale, the surgeon": which of them?
    return (
        not _LISTED.search(before) and not _LIST.match(after) and "," not in between.lstrip()[1:].replace(", ", " ", 1)
    )


def _is_said(draft: Draft, feature: Feature) -> bool:
    """Whether the clause tells it as so: beside its subject, with no other clause between, no question and no hearsay."""
    note, clause = draft.notes.mentions[feature.mention], draft.notes.clauses[feature.clause]
    if clause.quote >= 0 and (clause.past or feature.kind == NATURE):
        return False  # "I was a schoolboy then"; and of one's own nature one has but an opinion
    if not _BETWEEN.fullmatch(draft.text[note.end : clause.at]) and not _is_parted(draft, note, clause):
        return False
    return not _CLAUSE.search(draft.text[clause.at + 4 : feature.start]) and not _is_unsure(
        draft, note.start, clause.at
    )


def _is_parted(draft: Draft, note: MentionNote, clause: Clause) -> bool:
    """ "Marta, a widow, was rich": only what is set beside the name stands between."""
    between = draft.text[note.end : clause.at]
    return note.kind == "name" and bool(_ASIDE.fullmatch(between)) and not _is_interrupted(draft, note.end, clause.at)


def _is_unsure(draft: Draft, subject: int, verb: int) -> bool:
    """A question, something that only might be so, or is so now and then."""
    before = draft.text[draft.sentence_of(verb)[0] : subject]
    told = read_modality(draft, verb, subject)
    return bool(
        told & (UNREAL | Modality.THOUGHT | Modality.HEARD) or _UNTIL.search(before) or _AT_TIMES.search(before)
    )


def _is_interrupted(draft: Draft, start: int, end: int) -> bool:
    """Whether somebody else is named in between."""
    named = zip(draft.notes.mentions, draft.found.who, strict=True)
    return any(start < note.start < end and note.kind == "name" and key >= 0 for note, key in named)
