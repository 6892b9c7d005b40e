"""What people are: gender, callings, age, looks and nature; ties between them; moods; and who turns out to be who."""

from __future__ import annotations

from bisect import bisect_left

from castline.graph.facts import Attribute, Identity, Mood, Name, Relation
from castline.graph.ties import HPD_TYPE
from castline.ingest.attributes import CALLINGS, add_attribute, read_attributes
from castline.ingest.draft import Draft
from castline.ingest.extract import Clause, MentionNote
from castline.ingest.families import find_families, find_hinted
from castline.ingest.kinship import tie, tie_of
from castline.ingest.lexicon import EMOTION_OF
from castline.ingest.naming import read_name
from castline.ingest.people import Person
from castline.ingest.presence import Attendance

ABOUT = 20
"""Mentions of somebody that make them somebody of their own."""
_IMAGININGS = frozenset(["imagine", "think", "suppose", "wish", "pretend", "dream", "fancy", "say", "play"])


def record_traits(draft: Draft, here: Attendance) -> None:
    """Add what the chapter tells of who people are. Runs before feelings, since kin start familiar."""
    for index, note in enumerate(draft.notes.mentions):
        if note.kind == "nominal" and not note.plural:
            _read_noun(draft, index, note)
    for clause in draft.notes.clauses:
        _read_mood(draft, clause)
        read_attributes(draft, clause)
        _read_reveal(draft, clause)
    for how, pairs in (("called so", draft.found.unmasked), ("full name", draft.found.naming.joins)):
        for me, other, index in pairs:
            a, b = draft.memory.person(me), draft.memory.person(other)
            _join(draft, a, b, draft.notes.mentions[index].start, draft.notes.mentions[index].paragraph, how)
    for one, owner, kind, start in (*find_families(draft, here), *find_hinted(draft)):
        _record_tie(draft, one, owner, kind, (start, 0.6))
    _settle_genders(draft)


def _read_noun(draft: Draft, index: int, note: MentionNote) -> None:
    """ "his sister, Marta": a tie; "Mr. Orrick, a clergyman": a calling."""
    other = note.appos if note.appos >= 0 else next(
        (i for i in (index - 1, index + 1) if 0 <= i < len(draft.notes.mentions) and draft.notes.mentions[i].appos == index), -1
    )  # fmt: skip
    if other < 0 or draft.notes.mentions[other].kind != "name" or draft.notes.mentions[other].role == "voc":
        return  # "his daughter, Anna" is Anna; "She is his daughter, Anna" is said to her
    bearer = draft.found.who[other]
    owner = draft.found.who[note.owner] if note.owner >= 0 else -1
    if (
        abs(draft.notes.mentions[other].start - note.end) > 40
        and abs(note.start - draft.notes.mentions[other].end) > 40
    ):
        return
    if bearer >= 0 and note.gender and draft.memory.person(bearer).gender not in ("", note.gender):
        return
    if bearer >= 0 and owner >= 0:
        _add_tie(draft, bearer, owner, note.head, note.start)
    elif bearer >= 0 and note.quote < 0 and note.head in CALLINGS:
        add_attribute(draft, bearer, "occupation", note.head, note.start)


def _add_tie(draft: Draft, bearer: int, owner: int, noun: str, start: int) -> None:
    kind = tie_of(noun)
    if kind is not None:
        _record_tie(draft, bearer, owner, kind, (start, 0.75))


def _record_tie(draft: Draft, a: int, b: int, kind: str, told: tuple[int, float]) -> None:
    """Add that `a` is `kind` of `b`, where it is new; `told` is (offset, confidence)."""
    start, sure = told
    if not tie(draft.memory, a, b, kind):
        return
    draft.add(
        Relation, draft.sentence_of(start), draft.scene_at(draft.paragraph_of(start)), "tie", sure, a=draft.person_id(a),
        b=draft.person_id(b), type=HPD_TYPE.get(kind, "family"), subtype=kind,
    )  # fmt: skip


def _read_mood(draft: Draft, clause: Clause) -> None:
    """ "X was angry"."""
    if len(clause.subjects) != 1 or clause.modal or clause.quote >= 0:
        return
    key = draft.found.who[clause.subjects[0]]
    if key < 0 or draft.notes.mentions[clause.subjects[0]].role == "poss":
        return
    for word, start, _, negated in clause.complements:
        if word in EMOTION_OF and not negated:
            _add_mood(draft, key, word, start, clause)


def _add_mood(draft: Draft, key: int, word: str, start: int, clause: Clause) -> None:
    scene = draft.scene_at(clause.paragraph)
    draft.add(
        Mood, draft.sentence_of(start), scene, "adjective", 0.6, character=draft.person_id(key), emotion=EMOTION_OF[word],
        intensity=0.6,
    )  # fmt: skip


def _read_reveal(draft: Draft, clause: Clause) -> None:
    """ "I am X", "my name is X", "the ferryman was X": somebody turns out to be X."""
    if clause.verb != "be" or clause.negated or clause.modal or len(clause.subjects) != 1:
        return
    subject = draft.notes.mentions[clause.subjects[0]]
    named = _named_in(draft, clause)
    if named < 0 or subject.kind == "name":
        return
    told = draft.notes.mentions[named].introduced and clause.open not in _IMAGININGS
    if subject.kind == "pronoun" and (subject.person != 1 or subject.plural or not told):
        return
    if subject.kind == "nominal" and (
        subject.owner >= 0 or not subject.definite or not _is_description(draft, clause.subjects[0])
    ):
        return
    key, other = draft.found.who[clause.subjects[0]], draft.found.who[named]
    doubtful = subject.kind == "pronoun" and key >= 0 <= other and _acts_here(draft, other)
    if key >= 0 and other >= 0 and not doubtful and not _is_misheard(draft, clause, key, other):
        _join(draft, draft.memory.person(key), draft.memory.person(other), clause.at, clause.paragraph, "told outright")


def _is_misheard(draft: Draft, clause: Clause, key: int, other: int) -> bool:
    """Two who each go by a name are one only where it is sure who says so, and where not both have long gone about
    under their names: else the speaker was taken for another."""
    a, b = draft.memory.people[key], draft.memory.people[other]
    if a.kind != "name" or b.kind != "name":
        return False
    unsure = clause.quote >= 0 and draft.found.spoken[clause.quote].rule != "said-name"
    return unsure or min(a.count, b.count) > ABOUT


def _acts_here(draft: Draft, key: int) -> bool:
    """Whether the chapter's narration tells of doings of somebody by name: then nobody else passes for them in it."""
    return any(
        who == key and note.kind == "name" and note.quote < 0 and note.role == "subj"
        for note, who in zip(draft.notes.mentions, draft.found.who, strict=True)
    )


def _named_in(draft: Draft, clause: Clause) -> int:
    """The name that the clause says its subject is, or -1."""
    low, high = (bisect_left(draft.notes.mentions, at, key=lambda m: m.start) for at in (clause.at, clause.at + 40))
    return next((i for i in range(low, high) if draft.notes.mentions[i].role == "attr"
                 and draft.notes.mentions[i].kind == "name" and draft.notes.mentions[i].sentence == clause.sentence), -1)  # fmt: skip


def _is_description(draft: Draft, index: int) -> bool:
    key = draft.found.who[index]
    return key >= 0 and draft.memory.people[key].kind == "description"


def _join(draft: Draft, a: Person, b: Person, start: int, paragraph: int, how: str) -> None:
    """Record that two are one; the one met first goes on under both names."""
    if a.key == b.key or (a.gender and b.gender and a.gender != b.gender and a.is_settled and b.is_settled):
        return
    first, later = (a, b) if a.key < b.key else (b, a)
    draft.add(
        Identity, draft.sentence_of(start), draft.scene_at(paragraph), "says-so", 0.7, a=draft.person_id(first.key), b=later.id,
        how=how,
    )  # fmt: skip
    later.joined = first.key
    for form, count in later.forms.items():
        first.forms[form] = first.forms.get(form, 0) + count
    first.given, first.surname = first.given or later.given, first.surname or later.surname
    first.male, first.female = first.male + later.male, first.female + later.female


def _settle_genders(draft: Draft) -> None:
    """A gender is told when the votes are beyond doubt, at a mention of the person in this chapter."""
    for note, key in zip(draft.notes.mentions, draft.found.who, strict=True):
        if key < 0:
            continue
        person = draft.memory.person(key)
        if person.is_settled and person.gender != person.told_gender:
            person.told_gender = person.gender
            value = "male" if person.gender == "m" else "female"
            scene = draft.scene_at(note.paragraph)
            draft.add(
                Attribute, draft.sentence_of(note.start), scene, "gender", 0.9, character=draft.person_id(key),
                attribute="gender", value=value,
            )  # fmt: skip


def record_names(draft: Draft) -> None:
    """Add the names that the chapter gives to people new and old."""
    known = {(key, form): index for key, form, index in draft.found.naming.added}
    for (key, form), index in sorted(known.items(), key=lambda item: item[1]):
        _add_name(draft, key, form, index, "name")
    for key, form, index in draft.found.described:
        _add_name(draft, key, form, index, "description")


def _add_name(draft: Draft, key: int, form: str, index: int, kind: str) -> None:
    note = draft.notes.mentions[index]
    scene = draft.scene_at(note.paragraph)
    draft.add(
        Name, (note.start, note.end), scene, kind, 0.85, character=draft.memory.people[key].id, form=form,
        type="description" if kind == "description" else read_name(form).type,
    )  # fmt: skip
