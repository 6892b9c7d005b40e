"""Feelings: cues to levels, pair by pair, scene by scene, on HPD's scales (figures 3 and 4).

A small filter with three rules, each of which a reader can follow:
  saturation   the nearer a level is to its end, the less a cue in that direction moves it;
  habituation  a kind of cue counts half as much at each repetition within a scene, and less if met before;
  first sight  people who first speak together start at familiarity 1 and affection 1 (HPD's first meeting).
Nothing moves without a cue, so every change has its words.
"""

from __future__ import annotations

from castline.graph.facts import Cue, Feeling
from castline.ingest.cues import Felt, find_cues
from castline.ingest.draft import Draft
from castline.ingest.people import Bond
from castline.ingest.presence import Attendance

LEAST_CHANGE = 0.05
KIN_FAMILIARITY, KIN_AFFECTION = 8.0, 4.0
"""Where family starts when the text first tells the tie (HPD: stays together, familiar with each other)."""
TALK_LIMIT = 8.0
"""Talk alone makes people no more familiar than this; the rest takes years or kinship."""
MOST_CUES = 8
MENDING = frozenset({"feels:forgive", "feels:pardon", "done:forgive"})
MENDED = 0.5
"""Forgiveness takes away so much of what there was to forgive, beside what it adds."""


def record_feelings(draft: Draft, here: Attendance) -> None:
    """Move the levels of every pair by the chapter's cues, and add a feeling per pair and scene that changed."""
    by_scene: dict[int, dict[tuple[int, int], list[Felt]]] = {}
    for cue in find_cues(draft, here):
        scene = draft.scene_at(cue.paragraph)
        by_scene.setdefault(scene, {}).setdefault((cue.holder, cue.toward), []).append(cue)
    for scene in sorted(by_scene):
        for (holder, toward), cues in by_scene[scene].items():
            _move(draft, scene, holder, toward, cues)


def bond_of(draft: Draft, holder: int, toward: int) -> Bond:
    """The levels of a pair so far; strangers start at nothing."""
    return draft.memory.bonds.setdefault(f"{holder}>{toward}", Bond())


def start_as_kin(draft: Draft, a: int, b: int) -> None:
    """Family is familiar from the moment the text tells the tie, and fond unless the text says otherwise."""
    for holder, toward in ((a, b), (b, a)):
        bond = bond_of(draft, holder, toward)
        if not bond.familiarity or bond.familiarity < KIN_FAMILIARITY:
            bond.familiarity = KIN_FAMILIARITY
            bond.affection = max(bond.affection, KIN_AFFECTION) if bond.affection >= 0 else bond.affection


def _move(draft: Draft, scene: int, holder: int, toward: int, cues: list[Felt]) -> None:
    bond = bond_of(draft, holder, toward)
    before = (bond.affection, bond.familiarity)
    meets = any(cue.type in ("talks", "listens", "writes", "reads") for cue in cues)
    if meets and bond.familiarity < 1.0:
        bond.familiarity = 1.0
        bond.affection += 1.0 if not bond.seen else 0.0
    here: dict[str, int] = {}
    for cue in cues:
        _apply(bond, cue, here)
    bond.affection, bond.familiarity = round(bond.affection, 3), round(bond.familiarity, 3)
    moved = abs(bond.affection - before[0]) + abs(bond.familiarity - before[1])
    if moved >= LEAST_CHANGE:
        _add(draft, scene, holder, toward, bond, cues)


def _apply(bond: Bond, cue: Felt, here: dict[str, int]) -> None:
    met = bond.seen.get(cue.type, 0)
    repeated = here.get(cue.type, 0)
    weight = cue.weight * 0.5**repeated / (1 + 0.15 * met)
    if cue.type in MENDING and weight > 0 and not repeated:
        weight += MENDED * max(0.0, -bond.affection)
    room = 1 - min(1.0, abs(bond.affection) / 10) if weight * bond.affection > 0 else 1.0
    bond.affection = max(-10.0, min(10.0, bond.affection + weight * room))
    limit = TALK_LIMIT if bond.familiarity < TALK_LIMIT else 10.0
    closeness = cue.closeness * 0.8**repeated * max(0.0, 1 - bond.familiarity / limit)
    bond.familiarity = max(0.0, min(10.0, bond.familiarity + closeness))
    here[cue.type] = repeated + 1
    if cue.weight:
        bond.seen[cue.type] = min(20, met + 1)


def _add(draft: Draft, scene: int, holder: int, toward: int, bond: Bond, cues: list[Felt]) -> None:
    strongest = max(cues, key=lambda cue: (abs(cue.weight), -cue.start))
    shown = sorted(cues, key=lambda cue: -abs(cue.weight))[:MOST_CUES]
    draft.add(
        Feeling, draft.sentence_of(strongest.start), scene, "cues", 0.6, holder=draft.person_id(holder),
        toward=draft.person_id(toward), affection=round(bond.affection, 2), familiarity=round(bond.familiarity, 2),
        cues=tuple(Cue(type=c.type, weight=round(c.weight, 2), start=draft.base + c.start, end=draft.base + c.end)
                   for c in sorted(shown, key=lambda cue: (cue.start, cue.type))),
    )  # fmt: skip
