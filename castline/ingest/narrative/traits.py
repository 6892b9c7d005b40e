"""What people are: gender, callings, age, looks and nature; moods."""

from __future__ import annotations

import re

from castline.ingest.annotations import CALLING, GENDER, OCCUPATION, Clause, MentionNote
from castline.ingest.decisions import Mood, Trait
from castline.ingest.draft import Draft
from castline.ingest.language.callings import CALLINGS
from castline.ingest.language.lexicon import EMOTION_OF
from castline.ingest.narrative.attributes import decide_attribute, decide_attributes, remember_attribute
from castline.ingest.narrative.certainty import is_sure
from castline.ingest.narrative.kin import fits, is_beside
from castline.ingest.narrative.modality import SUPPOSED, read_modality

_FOR_AN_ACT = re.compile(r"\s+to\s+\w+")
"""Behind a word of feeling: "glad to sit down" is said of the chair."""
_FINITE = re.compile(r"\s+(?:had|was|were|did|could|would|should|\w+ed)\b")

MOODS = {"adjective": 0.88, "adjective-pronoun": 0.71}
"""How often somebody is in a mood: 45 of 51 read, of 9 novels, where it is sure whom the clause means, and 32 of 45 where a
pronoun may mean another. Before what is asked or supposed was left out, and "ready" and "certain", 40 of 63."""
GENDERED = 0.99
"""How often a gender is right: 512 of 519 of PDNC's characters."""


def decide_traits(draft: Draft) -> None:
    """Decide on what the chapter tells of who people are."""
    for index, note in enumerate(draft.notes.mentions):
        if note.kind == "nominal" and not note.plural:
            _read_noun(draft, index, note)
    for reveal in draft.notes.reveals:
        if reveal.how == CALLING:
            _read_calling(draft, reveal.one, reveal.other)
    for clause in draft.notes.clauses:
        _read_mood(draft, clause)
    decide_attributes(draft)
    _settle_genders(draft)


def _read_noun(draft: Draft, index: int, note: MentionNote) -> None:
    """ "Mr. Orrick, a clergyman": a calling."""
    other = note.appos if note.appos >= 0 else next(
        (i for i in (index - 1, index + 1) if 0 <= i < len(draft.notes.mentions) and draft.notes.mentions[i].appos == index), -1
    )  # fmt: skip
    if other < 0 or draft.notes.mentions[other].kind != "name" or draft.notes.mentions[other].role == "voc":
        return  # "his daughter, Anna" is Anna; "She is his daughter, Anna" is said to her
    name, bearer = draft.notes.mentions[other], draft.found.who[other]
    if bearer < 0 or note.head not in CALLINGS or not fits(draft, note, bearer):
        return
    if is_beside(draft.text, note, name) and _is_apposed(draft, note, name):
        decide_attribute(draft, bearer, OCCUPATION, note.head, note.start, "beside")


def _read_calling(draft: Draft, index: int, named: int) -> None:
    """ "Mr. Marsh the lawyer": what whoever is named does in life."""
    noun, bearer = draft.notes.mentions[index], draft.found.who[named]
    if bearer >= 0 and noun.head in CALLINGS and fits(draft, noun, bearer):
        decide_attribute(draft, bearer, OCCUPATION, noun.head, noun.start, "beside")


def _is_apposed(draft: Draft, noun: MentionNote, name: MentionNote) -> bool:
    """ "Mr. Orrick, a clergyman" and "the clergyman, Mr. Orrick"; but not "as a clergyman, Mr. Orrick ...", nor one of a
    row of names."""
    if noun.start < name.start:
        if noun.prep and _FINITE.match(draft.text, name.end):
            return False  # "after a talk with the secretary Orrick left"
        closed = draft.text[name.end : name.end + 1] in (",", ".", ";", ":", ")", "—", "”", '"')
        return draft.text[noun.end : name.start].isspace() or (noun.definite and closed)
    before = draft.text[max(0, name.start - 40) : name.start]
    return not re.search(r"(?:[A-Z]\w+,\s+(?:and\s+)?|\bof\s+|\bas\s+)$", before) and draft.text[noun.start - 1] != "-"


def _read_mood(draft: Draft, clause: Clause) -> None:
    """ "X was angry"; but not "was he angry?", nor "if he was angry"."""
    if len(clause.subjects) != 1 or clause.modal or clause.quote >= 0 or read_modality(draft, clause.at) & SUPPOSED:
        return
    key = draft.found.who[clause.subjects[0]]
    if key < 0 or draft.notes.mentions[clause.subjects[0]].role == "poss":
        return
    rule = "adjective" if is_sure(draft, clause.subjects[0]) else "adjective-pronoun"
    for word, start, end, negated in clause.complements:
        if word in EMOTION_OF and not negated and not _FOR_AN_ACT.match(draft.text, end):
            _add_mood(draft, key, word, start, clause, rule)


def _add_mood(draft: Draft, key: int, word: str, start: int, clause: Clause, rule: str) -> None:
    scene = draft.scene_at(clause.paragraph)
    draft.decide(
        Mood, draft.sentence_of(start), scene, rule, MOODS[rule], person=key, emotion=EMOTION_OF[word], intensity=0.6
    )


def _settle_genders(draft: Draft) -> None:
    """A gender is told when the votes are beyond doubt, at a mention of the person in this chapter."""
    for note, key in zip(draft.notes.mentions, draft.found.who, strict=True):
        if key < 0:
            continue
        person = draft.memory.person(key)
        if person.is_settled and person.gender != person.told_gender:
            value = "male" if person.gender == "m" else "female"
            remember_attribute(draft.memory, key, GENDER, value)
            span, scene = draft.sentence_of(note.start), draft.scene_at(note.paragraph)
            draft.decide(Trait, span, scene, "gender", GENDERED, person=key, attribute=GENDER, value=value)
