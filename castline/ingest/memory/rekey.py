"""One who turns out to be another: every row of the memory that names the one goes over to the other."""

from __future__ import annotations

from castline.ingest.memory.memory import Bond, Memory


def rekey(memory: Memory, gone: int, kept: int) -> None:
    """Let `gone` be `kept` from now on: names, kin and bonds of both are one person's. `kept` was met first."""
    _merge_people(memory, gone, kept)
    _merge_kin(memory, gone, kept)
    _merge_bonds(memory, gone, kept)


def _merge_people(memory: Memory, gone: int, kept: int) -> None:
    later, first = memory.people.change(gone), memory.people.change(kept)
    later.joined = kept
    for form, uses in later.forms.items():
        first.forms[form] = first.forms.get(form, 0) + uses
    first.given, first.surname = first.given or later.given, first.surname or later.surname
    first.male, first.female = first.male + later.male, first.female + later.female
    first.named_narrator |= later.named_narrator


def _merge_kin(memory: Memory, gone: int, kept: int) -> None:
    kin = memory.ties.kin
    own = kin.get(gone, {})
    for owner in (*own, kept):
        others = dict(kin.get(owner, {}))
        if owner != gone and gone in others:
            kinds = others.pop(gone)
            if owner != kept:
                others[kept] = _add_kinds(others.get(kept, ()), kinds)
            kin[owner] = others
    if own:
        merged = dict(kin.get(kept, {}))
        for other, kinds in own.items():
            if other not in (gone, kept):
                merged[other] = _add_kinds(merged.get(other, ()), kinds)
        kin[kept] = merged
        del kin[gone]


def _add_kinds(known: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return (*known, *(kind for kind in more if kind not in known))


def _merge_bonds(memory: Memory, gone: int, kept: int) -> None:
    bonds = memory.bonds
    for both in [both for both in bonds if gone in both]:
        old = bonds[both]
        del bonds[both]
        a, b = (kept if key == gone else key for key in both)
        if a != b:
            bonds[a, b] = _add_up(bonds.get((a, b)), old)


def _add_up(own: Bond | None, other: Bond) -> Bond:
    """Both accounts of two bonds together; the affection follows at the next cue."""
    if own is None:
        return other
    familiarity = max(own.familiarity, other.familiarity)
    return Bond(own.affection, familiarity, own.warmth + other.warmth, own.grievance + other.grievance)


def unjoin(memory: Memory, gone: int, kept: int) -> None:
    """Let two who were taken for one be two again. What was felt and told of the one while they were joined is known of
    neither alone: both go on with it; names go back to who bore them before."""
    one, other = memory.people.change(gone), memory.people.change(kept)
    one.joined = -1
    for form, uses in one.forms.items():
        rest = other.forms.get(form, 0) - uses
        if rest > 0:
            other.forms[form] = rest
        else:
            other.forms.pop(form, None)
    for both in [both for both in memory.bonds if kept in both and gone not in both]:
        a, b = (gone if key == kept else key for key in both)
        memory.bonds[a, b] = memory.bonds[both]
