"""Hints of kin: whose names stand near "her sister", and who is called "Papa" by whom.

One such place tells nothing, but of many the name that is nearly always by is hers. So each name near a kin noun of somebody's
is counted, chapter by chapter; what the counts are worth is weighed in kin_odds.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from castline.graph.ties import INVERSE
from castline.ingest.annotations import MentionNote
from castline.ingest.draft import Draft
from castline.ingest.language.lexicon import KIN
from castline.ingest.memory.memory import Hint, Memory, Pair
from castline.ingest.narrative.certainty import is_plain, is_surely_said, rate_mention
from castline.ingest.resolution.cast.kinship import read_tie

MENTIONS, CHARACTERS = 16, 600
"""How far from a kin noun a name may stand."""
LEAST = 0.1
"""What a noun counts at least, however unsure it is whose kin it tells of."""
GUESSED = 0.5
"""What it counts that somebody is called by a noun, where it is not sure who says it."""

Touched = dict[Pair, int]
"""Owner and other, of whom the chapter has hinted something -> where it did last."""
Found = tuple[int, int, str, Hint, int]
"""Owner, other, sort of kin, what hints at it, and where."""
_PLAIN = {"aunt": "uncle", "niece": "nephew", "ward": "", "guardian": "", "godparent": "", "godchild": ""}
_IN_LAW, _BY_MARRIAGE = "-in-law", " by marriage"


def plain_kind(kind: str) -> str:
    """The sort of kin that a finer kind is of: an aunt by marriage is an "uncle", a half-brother a "sibling", and whoever is
    kin by marriage "in-law"; "" for what is none of these."""
    if kind.endswith(_IN_LAW):
        return "in-law"
    bare = kind.removesuffix(_BY_MARRIAGE).rpartition("-")[2]
    bare = "spouse" if kind in ("betrothed", "late spouse", "widow", "widower", "parted") else bare
    bare = _PLAIN.get(bare, bare)
    return bare if bare in SORTS else ""


SORTS = ("sibling", "parent", "child", "spouse", "uncle", "nephew", "cousin", "grandparent", "grandchild", "in-law")
"""What somebody may be to an owner."""
TURNED = {"in-law": "in-law", **{sort: INVERSE[sort] for sort in SORTS if sort in INVERSE}}
"""What the owner then is to them."""


def gather_hints(draft: Draft) -> Touched:
    """Count what the chapter hints, in the memory; and of whom."""
    touched: Touched = {}
    for owner, other, sort, hint, start in (*_find_all_near(draft), *_find_called(draft)):
        if both := _add(draft.memory, owner, other, sort, hint):
            touched[both] = start
    return touched


def note_told(draft: Draft, a: int, b: int, kind: str) -> None:
    """Count that `a` is told to be `kind` of `b`."""
    if sort := "family" if kind == "family" else plain_kind(kind):
        _add(draft.memory, b, a, sort, Hint(told=1.0))


def _find_all_near(draft: Draft) -> Iterator[Found]:
    """Those named near each kin noun of somebody's."""
    for index, note in enumerate(draft.notes.mentions):
        owner = draft.found.who[note.owner] if note.kind == "nominal" and note.owner >= 0 else -1
        sort = plain_kind(read_tie(draft.text, note) or "") if owner >= 0 and note.head in KIN else ""
        if sort:
            near = _find_near(draft, index, note, draft.memory.person(owner).key)
            yield from ((owner, other, sort, hint, note.start) for other, hint in near)


def _find_near(draft: Draft, index: int, note: MentionNote, owner: int) -> Iterator[tuple[int, Hint]]:
    """Those named near a kin noun who may be it by their gender."""
    notes, who, near = draft.notes.mentions, draft.found.who, dict[int, bool]()
    for at in range(max(0, index - MENTIONS), min(len(notes), index + MENTIONS + 1)):
        other = notes[at]
        if other.kind != "name" or who[at] < 0 or abs(other.start - note.start) > CHARACTERS:
            continue
        person = draft.memory.person(who[at])
        if person.key != owner and (not note.gender or person.gender in ("", note.gender)):
            near[person.key] = near.get(person.key, False) or other.sentence == note.sentence
    weight = 1.0 if is_plain(draft, note.owner) else max(LEAST, rate_mention(draft, note.owner))
    meant = draft.memory.person(who[index]).key if who[index] >= 0 else -1
    for key, same in near.items():
        if note.plural:
            yield key, Hint(plural=round(weight / len(near), 3))
        else:
            apart = same and note.appos < 0 and key != meant
            yield key, Hint(near=round(weight, 3), same=round(weight, 3) if apart else 0.0)


def _find_called(draft: Draft) -> Iterator[Found]:
    """Who is called by a kin noun: who says it, to whom, and what the noun is."""
    for quote, said in zip(draft.notes.utterances, draft.found.spoken, strict=True):
        weight = (1.0 if is_surely_said(said) else GUESSED) / max(1, len(said.addressees))
        for note in (draft.notes.mentions[at] for at in quote.vocatives):
            sort = plain_kind(KIN.get(note.head.lower(), ""))
            if sort and said.speaker >= 0 and not note.plural:
                hint = Hint(called=round(weight, 3))
                yield from ((said.speaker, one, sort, hint, note.start) for one in said.addressees)


def _add(memory: Memory, owner: int, other: int, sort: str, more: Hint) -> Pair | None:
    """Count a hint; of whom, as they are known by now (None: of one person alone)."""
    one, two = memory.person(owner).key, memory.person(other).key
    if one == two:
        return None
    table = memory.ties.near
    row = table.get((one, two), {})
    table[one, two] = row | {sort: row.get(sort, Hint()).add(more)}
    if (two, one) not in table:
        table[two, one] = {}
    return one, two
