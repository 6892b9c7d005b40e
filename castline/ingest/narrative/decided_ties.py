"""What a chapter tells people to be to each other: found by many rules, decided on here.

Kin and marriages that are told go to be weighed with all that hints at them (likely_kin.py); what begins or ends before the
reader's eyes, and ties that are no kin, are decided on as they are found.
"""

from __future__ import annotations

from collections.abc import Iterator

from castline.ingest.decisions import Tie
from castline.ingest.draft import Draft
from castline.ingest.narrative.kin import find_beside, find_called, find_introduced, find_tellers_own
from castline.ingest.narrative.kin_hints import gather_hints, note_told, plain_kind
from castline.ingest.narrative.likely_kin import OUTRIGHT, Told, decide_kin
from castline.ingest.narrative.presence import Attendance
from castline.ingest.narrative.tie_changes import find_changes, find_engagements, find_weddings
from castline.ingest.narrative.ties import find_families, find_hinted, find_namesakes, find_told
from castline.ingest.narrative.unions import may_become
from castline.ingest.resolution.cast.kinship import name_by_marriage, tie

TIES = {
    "beside": 0.78,
    "beside-pronoun": 0.79,
    "beside-said": 0.83,
    "told": 0.8,
    "introduced": 0.89,
    "called": 0.78,
    "called-back": 0.78,
    "surname": 0.89,
    "hinted": 0.8,
    "namesake": 0.86,
    "event": 0.8,
    "engagement": 0.8,
    "wedding": 0.8,
}
"""How often a tie is one, of 5 to 27 novels read: a noun beside a name in narration (39 of 50; where a pronoun leaves in doubt
whose, and it is sure enough, 23 of 29) and in talk where it is sure whose (19 of 23; where not, 11 of 21, and it is left out);
who is brought in as somebody’s kin (32 of 36), or is called so (7 of 9); a clause (16 of 20); a shared surname, "family" (102 of
114: else mostly one person under two names); hints (all 3, too few to say more); whom a noun has meant by their surname alone
(62 of 72 in 29 novels); engaged, married, parted (4 of 5); an engagement that is spoken of (5 of 6, of 6 novels; one was for a
dance)."""
NEWS = frozenset({"event", "engagement", "wedding"})
"""Rules of what begins or ends in this very chapter."""


def decide_ties(draft: Draft, here: Attendance) -> None:
    """Decide on the ties of a chapter. Runs before feelings, since kin start familiar."""
    told = list[Told]()
    for a, b, kind, start, rule in list(_find_ties(draft, here)):
        if kind == "spouse" and rule == "surname" and any({a, b} == {one.a, one.b} for one in told):
            continue  # "Mrs. Hale, the mother of Mr. Hale"
        kind = name_by_marriage(draft.memory, a, b, kind)
        note_told(draft, a, b, kind)
        if plain_kind(kind) and rule not in NEWS:
            told.append(Told(a, b, kind, start, rule, TIES[rule]))
        elif (rule in OUTRIGHT or may_become(draft.memory, a, b, kind)) and tie(draft.memory, a, b, kind):
            span, scene = draft.sentence_of(start), draft.scene_at(draft.paragraph_of(start))
            draft.decide(Tie, span, scene, rule, TIES[rule], a=a, b=b, kind=kind)
    decide_kin(draft, gather_hints(draft), told)


def _find_ties(draft: Draft, here: Attendance) -> Iterator[tuple[int, int, str, int, str]]:
    """All that the rules find and may be believed: (a, b, what a is to b, offset, rule)."""
    yield from find_beside(draft)
    yield from find_called(draft)
    for rule, ties in (
        ("told", find_told(draft)),
        ("introduced", find_introduced(draft)),
        ("called", find_tellers_own(draft)),
        ("surname", find_families(draft, here)),
        ("hinted", find_hinted(draft)),
        ("namesake", find_namesakes(draft)),
        ("event", find_changes(draft)),
        ("engagement", find_engagements(draft)),
        ("wedding", find_weddings(draft)),
    ):
        yield from ((a, b, kind, start, rule) for a, b, kind, start, sure in ties if sure)
