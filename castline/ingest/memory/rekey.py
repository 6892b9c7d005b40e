"""One who turns out to be another: every row of the memory that names the one goes over to the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from castline.graph.moments import pack
from castline.ingest.language.names import read_name
from castline.ingest.memory.memory import Bond, Hint, Memory, Pair, pair
from castline.ingest.memory.people import return_in
from castline.ingest.memory.tables import Table, count


def rekey(memory: Memory, gone: int, kept: int) -> None:
    """Let `gone` be `kept` from now on: names, kin, bonds, and all that was counted of either, are one person's; but for the
    words that showed what they felt (`merge_shown`). `kept` was met first."""
    _merge_people(memory, gone, kept)
    _merge_kin(memory, gone, kept)
    _merge_kin_hints(memory, gone, kept)
    _merge_bonds(memory, gone, kept)
    for counts in (memory.names.apart, memory.names.together, memory.talk.turns):
        _merge_counts(counts, gone, kept, pair)
    for counts in (memory.talk.calls, memory.talk.answers, memory.talk.heard):
        _merge_counts(counts, gone, kept, _directed)
    _merge_rows(memory, gone, kept)


def _directed(one: int, other: int) -> Pair:
    return one, other


def _merge_counts(counts: Table[Pair, int], gone: int, kept: int, join: Callable[[int, int], Pair]) -> None:
    """Pairs of the one are pairs of the other; what was counted between the two is nobody's."""
    for both in [both for both in counts if gone in both]:
        number = counts[both]
        del counts[both]
        a, b = (kept if key == gone else key for key in both)
        if a != b:
            count(counts, join(a, b), number)


def _merge_rows(memory: Memory, gone: int, kept: int) -> None:
    """Rows of one person each: calls, hints, what has been told, and who tells."""
    if gone in memory.talk.called:
        count(memory.talk.called, kept, memory.talk.called[gone])
        del memory.talk.called[gone]
    hints = memory.ties.hints
    for row in [row for row in hints if gone in (row[0], row[2])]:
        much = hints[row]
        del hints[row]
        owner, other = (kept if key == gone else key for key in (row[0], row[2]))
        if owner != other:
            hints[owner, row[1], other] = round(hints.get((owner, row[1], other), 0.0) + much, 3)
    _merge_nameless(memory.ties.nameless, gone, kept)
    for kind in [kind for key, kind in memory.attributes if key == gone]:
        told = memory.attributes.get((kept, kind), ())
        more = (value for value in memory.attributes[gone, kind] if value not in told)
        memory.attributes[kept, kind] = (*told, *more)
        del memory.attributes[gone, kind]
    for paper in [paper for paper, teller in memory.tellers.items() if teller == gone]:
        memory.tellers[paper] = kept


def _merge_nameless(nameless: Table[tuple[int, str], int], gone: int, kept: int) -> None:
    """Who is known by somebody's noun alone: of two, who was of the one that was met first."""
    for row in [row for row, one in nameless.items() if gone in (row[0], one)]:
        one = nameless[row]
        del nameless[row]
        new = (kept if row[0] == gone else row[0], row[1])
        if new not in nameless:
            nameless[new] = kept if one == gone else one


def _merge_people(memory: Memory, gone: int, kept: int) -> None:
    later, first = memory.people.change(gone), memory.people.change(kept)
    later.joined = kept
    return_in(first, max(later.met, later.book))
    first.told += later.told
    for form, uses in later.forms.items():
        first.forms[form] = first.forms.get(form, 0) + uses
    first.given, first.surname = first.given or later.given, first.surname or later.surname
    if first.kind == "description":  # who had only a noun goes by a name now, and its title
        first.title, first.marriage = first.title or later.title, first.marriage or later.marriage
        first.kind = later.kind
    first.male, first.female = first.male + later.male, first.female + later.female
    first.named_narrator |= later.named_narrator
    first.main = first.main or later.main


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


def _merge_kin_hints(memory: Memory, gone: int, kept: int) -> None:
    """What hints at kin of the one hints at kin of the other; how likely it is, is weighed anew when they are next touched."""
    near, likely = memory.ties.near, memory.ties.likely
    for own in near.group(gone):
        other = own[1]
        for old, new in ((own, (kept, other)), ((other, gone), (other, kept))):
            hints = near.get(old, {})
            if old in near:
                del near[old]
            if other != kept:
                row = near.get(new, {})
                near[new] = row | {sort: row.get(sort, Hint()).add(hint) for sort, hint in hints.items()}
    for own in likely.group(gone):
        for old in (own, (own[1], gone)):
            if old in likely:
                del likely[old]


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


def merge_shown(memory: Memory, gone: int, kept: int) -> None:
    """Of the words that showed what either felt, those that came last are one person's: once all that comes before the join is
    written, which may show no words of somebody who is yet another."""
    shown = memory.shown
    for both in [both for both in shown if gone in both]:
        old = shown[both]
        del shown[both]
        a, b = (kept if key == gone else key for key in both)
        if a != b:
            shown[a, b] = max(shown.get((a, b), old), old, key=lambda one: (pack(one[1].told), one[1].start))


def unjoin(memory: Memory, gone: int, kept: int) -> None:
    """Let two who were taken for one be two again. What was felt and told of the one while they were joined is known of
    neither alone: both go on with it; names go back to who bore them before, a full one with all its uses since."""
    one, other = memory.people.change(gone), memory.people.change(kept)
    one.joined = -1
    for form, uses in list(one.forms.items()):
        rest = other.forms.get(form, 0) - uses
        if rest > 0 and read_name(form).type == "full":
            one.forms[form], rest = uses + rest, 0
        if rest > 0:
            other.forms[form] = rest
        else:
            other.forms.pop(form, None)
    other.main = other.main if other.main in other.forms else ""
    for table in (memory.bonds, memory.shown):
        _share(table, gone, kept)


def _share(table: Table[Pair, Any], gone: int, kept: int) -> None:
    """Whatever stands of one and others stands of another, too."""
    for both in [both for both in table if kept in both and gone not in both]:
        a, b = (gone if key == kept else key for key in both)
        table[a, b] = table[both]
