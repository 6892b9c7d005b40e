"""Who turns out to be whom: two people of the cast are joined where the text says outright that they are one.

A join is dated by the words that tell it and never taken back, so it is made only where nothing speaks against it: who
have talked with each other, who act side by side, and whose genders differ, are two.
"""

from __future__ import annotations

from bisect import bisect_left

from castline.ingest.annotations import CALLING, NAMED_SO, Clause, MentionNote, Reveal
from castline.ingest.decisions import Join
from castline.ingest.draft import Draft
from castline.ingest.language.lexicon import PASSING
from castline.ingest.memory.memory import Bond
from castline.ingest.memory.people import Person
from castline.ingest.memory.rekey import rekey
from castline.ingest.narrative.kin import find_beside
from castline.ingest.resolution.cast.kinship import tie_of
from castline.ingest.resolution.cast.nominals import keeps_noun

SAID_SO = 0.95
"""How often a join is right: 23 of 24 that were read."""
SURE = {"full name": 0.96, "bears his name": 0.8, "answers to it": 0.89}
"""The same of joins that no words tell: all of 24, and 16 of 18, that were read in 31 novels. A wife by her husband's name
came once in 24, rightly: too seldom to be counted, so it is set below both."""
ABOUT = 20
"""Mentions of somebody that make them somebody of their own."""
MET = 1.0
"""Familiarity from which on two have met, and so are two."""
WELL = 3.0
"""The same where words name the one as the other: a little may come of talk that was given to the wrong one."""
LONGEST_NOUN = 24
"""Characters in which a noun stands with its "my"."""
LIKELY = 0.95
"""The chance from which on whoever the talk makes the speaker is believed."""
BACK = 3
"""Paragraphs back in which somebody was named whose true name is told."""
_IMAGININGS = frozenset(["imagine", "think", "suppose", "wish", "pretend", "dream", "fancy", "say", "play"])


def decide_identities(draft: Draft) -> None:
    """Decide on every identity that the chapter tells."""
    for clause in draft.notes.clauses:
        _read_copula(draft, clause)
    for reveal in draft.notes.reveals:
        if reveal.how != CALLING:
            _read_reveal(draft, reveal)
    for bearer, owner, kind, start, rule in find_beside(draft):
        if rule != "beside-pronoun":
            _read_kin(draft, bearer, owner, kind, start)
    naming = draft.found.naming
    for how, pairs in (
        ("called so", draft.found.unmasked),
        ("full name", naming.joins),
        ("bears his name", naming.wives),
        ("answers to it", naming.answering),
    ):
        for me, other, index in pairs:
            a, b = draft.memory.person(me), draft.memory.person(other)
            _join(draft, a, b, draft.notes.mentions[index].start, draft.notes.mentions[index].paragraph, how)


def _read_copula(draft: Draft, clause: Clause) -> None:
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
    if key >= 0 and other >= 0 and not doubtful and not _is_misheard(draft, subject, key, other):
        _join(draft, draft.memory.person(key), draft.memory.person(other), clause.at, clause.paragraph, "told outright")


def _read_reveal(draft: Draft, reveal: Reveal) -> None:
    """Words that join two mentions, where both mean somebody and nothing speaks against it."""
    told = draft.notes.mentions[reveal.other]
    key = _whose(draft, reveal)
    other = draft.found.who[reveal.other]
    if key < 0 or other < 0:
        return
    one, two = draft.memory.person(key), draft.memory.person(other)
    subject = draft.notes.mentions[reveal.one] if reveal.one >= 0 else told
    if subject.person < 3 and _is_misheard(draft, subject, one.key, two.key):
        return
    loose = _is_loose(draft, reveal, one, two)
    if loose and subject.kind == "nominal" and "true name" not in reveal.how:
        return  # "the lady was no other than Miss Ware": whoever was taken for the lady
    if (reveal.how == "called" or loose) and min(one.count, two.count) > ABOUT:
        return
    if reveal.how == NAMED_SO and not _is_named_now(draft, reveal, one, two):
        return
    if not _have_met(draft, one.key, two.key):
        _join(draft, one, two, reveal.at, told.paragraph, reveal.how)


def _read_kin(draft: Draft, bearer: int, owner: int, kind: str, start: int) -> None:
    """ "My aunt, Miss Marsh": she is the aunt who has had no name so far, if the owner has no other aunt with one."""
    ties, named, owner = draft.memory.ties, draft.memory.person(bearer), draft.memory.person(owner).key
    said = set(draft.text[start : start + LONGEST_NOUN].lower().replace(",", " ").split())
    others = {draft.memory.person(key).key for key, kinds in ties.kin.get(owner, {}).items() if kind in kinds}
    rivals = [one for one in map(draft.memory.person, others - {named.key}) if one.kind == "name"]
    for row in ties.nameless.group(owner):
        one = draft.memory.person(ties.nameless[row])
        if row[1] not in said or tie_of(row[1]) != kind or one.kind != "description" or named.kind != "name":
            continue
        alone = not any(rival.gender in ("", one.gender) for rival in rivals)
        if alone and not _have_met(draft, one.key, named.key, WELL):
            _join(draft, one, named, start, draft.paragraph_of(start), NAMED_SO)


def _is_loose(draft: Draft, reveal: Reveal, one: Person, two: Person) -> bool:
    """Whether two who go by names would be one by a noun or a pronoun, which may mean somebody else: "the lady who has passed here
    as Miss Ware"."""
    named = reveal.one >= 0 and draft.notes.mentions[reveal.one].kind == "name"
    return not named and one.kind == two.kind == "name"


def _is_named_now(draft: Draft, reveal: Reveal, one: Person, two: Person) -> bool:
    """Whether somebody known by a noun alone is given a name that nobody has gone by for long: whoever the chapter has brought
    in, and calls by that noun still, or whom the noun has meant before."""
    met, notes = dict(draft.found.naming.met), draft.notes.mentions
    if one.kind != "description" or two.kind != "name" or (two.key not in met and two.count > ABOUT):
        return False
    if one.key in met:
        return keeps_noun(notes, draft.found.who, met[one.key], reveal.one)
    said = notes[reveal.one]
    return said.kind == "nominal" and said.definite and _is_called(draft, reveal.one)


def _whose(draft: Draft, reveal: Reveal) -> int:
    """Who the other name belongs to: whom the mention means, or, of a name told to be somebody's true one, who was
    named last, and neither says it nor hears it."""
    key = draft.found.who[reveal.one] if reveal.one >= 0 else -1
    if key == draft.found.who[reveal.other]:
        key = -1  # "Ware: that is his true name" is not news of Ware
    if reveal.how == NAMED_SO:
        return key
    if key >= 0 and draft.notes.mentions[reveal.one].kind == "pronoun" and draft.notes.mentions[reveal.one].person == 3:
        return key if _is_sole(draft, reveal, key) else -1
    if key >= 0 or reveal.how != "true name":
        return key
    told = draft.notes.mentions[reveal.other]
    said = draft.found.spoken[told.quote] if told.quote >= 0 else None
    talking = {said.speaker, *said.addressees} if said else set()
    owner = draft.notes.mentions[reveal.one].gender if reveal.one >= 0 else ""
    for index in range(reveal.other - 1, -1, -1):
        note, who = draft.notes.mentions[index], draft.found.who[index]
        if note.paragraph < told.paragraph - BACK:
            return -1
        if note.kind == "name" and who >= 0 and who not in talking and who != draft.found.who[reveal.other]:
            gender = draft.memory.person(who).gender
            if not (owner and gender and owner != gender):
                return who
    return -1


def _is_sole(draft: Draft, reveal: Reveal, key: int) -> bool:
    """Whether nobody else of that gender has been named in the paragraph, but for who says it, and whom the pronoun
    means has."""
    said = draft.notes.mentions[reveal.one]
    left_out = {draft.found.who[reveal.other], draft.found.spoken[said.quote].speaker if said.quote >= 0 else -1}
    named = set()
    for index in range(reveal.one - 1, -1, -1):
        note, who = draft.notes.mentions[index], draft.found.who[index]
        if note.paragraph != said.paragraph:
            break
        if (
            note.kind == "name"
            and who >= 0
            and who not in left_out
            and draft.memory.person(who).gender in ("", said.gender)
        ):
            named.add(draft.memory.person(who).key)
    return named == {key}


def _is_misheard(draft: Draft, said: MentionNote, key: int, other: int) -> bool:
    """Two who each go by a name are one only where it is sure who says so, and where not both have long gone about
    under their names: else the speaker was taken for another."""
    a, b = draft.memory.people[key], draft.memory.people[other]
    if a.kind != "name" or b.kind != "name":
        return False
    return not _is_sure_who_says(draft, said) or min(a.count, b.count) > ABOUT


def _is_sure_who_says(draft: Draft, said: MentionNote) -> bool:
    """Whether narration says it, or somebody named beside it, or the talk leaves no doubt. A "she" beside it may be
    doubtful however clear it is that she speaks."""
    if said.quote < 0:
        return True
    spoken = draft.found.spoken[said.quote]
    return spoken.rule == "said-name" or (spoken.rule not in ("said-pronoun", "said-role") and spoken.chance >= LIKELY)


def _have_met(draft: Draft, one: int, other: int, familiarity: float = MET) -> bool:
    """Whether two have been in each other's company, and come to know each other so well."""
    bonds = (draft.memory.bonds.get((a, b), Bond()) for a, b in ((one, other), (other, one)))
    return any(bond.familiarity >= familiarity for bond in bonds)


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
    """Whether a mention means somebody known by that noun alone, which has not meant others before."""
    key = draft.found.who[index]
    if key < 0 or draft.memory.people[key].kind != "description" or not _is_called(draft, index):
        return False
    return draft.notes.mentions[index].head not in PASSING or any(key == met for met, _ in draft.found.naming.met)


def _is_called(draft: Draft, index: int) -> bool:
    """Whether the noun is one that its bearer goes by: "the first person whom I saw" was never so called, and may be anybody."""
    head = draft.notes.mentions[index].head
    return any(head == form.split()[-1] for form in draft.memory.people[draft.found.who[index]].forms)


def _join(draft: Draft, a: Person, b: Person, start: int, paragraph: int, how: str) -> None:
    """Record that two are one; the one met first goes on under both names."""
    if a.key == b.key or (a.gender and b.gender and a.gender != b.gender and a.is_settled and b.is_settled):
        return
    if draft.memory.are_said_two(a, b):
        return
    first, later = (a, b) if a.key < b.key else (b, a)
    rule, sure = ("same-name", SURE[how]) if how in SURE else ("says-so", SAID_SO)
    span, scene = draft.sentence_of(start), draft.scene_at(paragraph)
    draft.decide(Join, span, scene, rule, sure, kept=first.key, gone=later.key, how=how)
    rekey(draft.memory, later.key, first.key)
    draft.found.replace(later.key, first.key)
