"""HPD's 13 attributes and 12 relations (Chen et al. 2023, section 3.3) as matrices, chapter by chapter.

HPD's attribute   what castline tells that is so         HPD's relation     what somebody is to the one asked for
gender            gender                                 friend             friend
age               age                                    classmate          (nothing tells it)
lineage           origin                                 teacher            teacher, not pupil
talents           (nothing tells it)                     family             spouse and all kin, late ones too
looks             looks                                  lover              lover, betrothed, spouse
achievement       (nothing tells it)                     opponent           (nothing tells it)
title             title, occupation, standing            teammate           (nothing tells it; servants are none)
belongings        belongings                             enemy              enemy
expertise         abilities                              affection          both ways, -10..10
hobby             hobby                                  familiarity        both ways, 0..10
personality       personality
spells            (nothing tells it)
nickname          names of the type nickname

An attribute or tie that is told under HPD's own name counts as that, whoever asserts it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from castline.graph.facts import Attribute, Name, Relation
from castline.graph.moments import pack
from castline.graph.ties import INVERSE
from castline.query.course import course_of, standing
from castline.query.strands import Pair, live_relations
from castline.query.view import View

ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "gender": ("gender",), "age": ("age",), "lineage": ("lineage", "origin"), "talents": ("talents",), "looks": ("looks",),
    "achievement": ("achievement",), "title": ("title", "occupation", "standing"), "belongings": ("belongings",),
    "expertise": ("expertise", "abilities"), "hobby": ("hobby",), "personality": ("personality",), "spells": ("spells",),
    "nickname": ("nickname",),
}  # fmt: skip
"""HPD's attributes -> the kinds that are so here."""
_STRANGERS = frozenset({"friend", "servant", "employer", "teacher", "pupil", "enemy", "lover", "betrothed", "parted", "dismissed", "former employer"})  # fmt: skip
BINARY: dict[str, tuple[str, ...]] = {
    "friend": ("friend",), "classmate": ("classmate",), "teacher": ("teacher",),
    "family": tuple(sorted(INVERSE.keys() - _STRANGERS)), "lover": ("lover", "betrothed", "spouse"),
    "opponent": ("opponent",), "teammate": ("teammate",), "enemy": ("enemy",),
}  # fmt: skip
"""HPD's eight relations that hold or do not -> the finer kinds that are so here: what somebody is to the one asked for."""
LEVELS = ("affection for them", "familiarity with them", "their affection", "their familiarity")
"""HPD's four relations with a level; None where the text has told nothing."""
RELATIONS = (*BINARY, *LEVELS)
UNTOLD = ("talents", "achievement", "spells", "classmate", "opponent", "teammate")
"""Of both, those that neither the rules nor a model's reading tell: they hold what was imported, else nothing."""


class Matrix(msgspec.Struct, frozen=True):
    """A row for each of `people` (ids); the columns are ATTRIBUTES or RELATIONS."""

    people: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


class Standing(msgspec.Struct, frozen=True):
    """A chapter's matrices, as of its end: attributes (values with commas between, "" for none) of whoever stands in a
    relation with the one asked for, who is the first; and the relations. `names` are theirs by then, each a different one."""

    at: str
    names: dict[str, str]
    attributes: Matrix
    relations: Matrix


def trace_standing(view: View, who: str) -> Iterator[Standing]:
    """The matrices of a person (an id), a chapter after the other, from the one that meets them to the view's moment."""
    attributes = [f for f in view.facts(["attribute", "name"]) if not isinstance(f, Name) or f.type == "nickname"]
    relations: list[Relation] = list(view.facts(["relation"]))
    for own in view.by_chapter():
        if own.bound >= view.cast.met[who]:
            yield _stand(own, own.root(who), _cut(attributes, own.bound), _cut(relations, own.bound))


def _cut(facts: Sequence[Any], bound: int) -> list[Any]:
    """Those that hold at a bound."""
    told = [fact for fact in facts if pack(fact.told) <= bound and not (fact.until and pack(fact.until) <= bound)]
    return [msgspec.structs.replace(fact, until=None) if fact.until else fact for fact in told]


def _stand(view: View, who: str, attributes: Sequence[Attribute | Name], relations: Sequence[Relation]) -> Standing:
    ties = _find_ties(view, who, relations)
    levels = standing(course_of(view).levels_by(view.bound), view.cast, view.bound)
    felt: dict[Pair, tuple[float, float]] = {
        pair: (level.affection, level.familiarity) for pair, level in levels.items() if who in pair
    }
    others = sorted(
        {one for pair in felt for one in pair if one != who} | ties.keys(), key=lambda o: (view.cast.met.get(o, 0), o)
    )
    people = (who, *others)
    return Standing(
        f"{view.moment.book}.{view.moment.chapter}", _name(view, people),
        Matrix(people, tuple(_describe(view, one, attributes) for one in people)),
        Matrix(tuple(others), tuple(_relate(who, one, ties.get(one, set()), felt) for one in others)),
    )  # fmt: skip


def _name(view: View, people: Sequence[str]) -> dict[str, str]:
    """Ids -> names; of two of one name the later met is told apart by the id."""
    names: dict[str, str] = {}
    for one in people:
        name = view.name(one)
        names[one] = f"{name} ({one})" if name in names.values() else name
    return names


def _find_ties(view: View, who: str, relations: Sequence[Relation]) -> dict[str, set[str]]:
    """What others are to somebody: id -> kinds."""
    found: dict[str, set[str]] = {}
    for tie in live_relations(view, relations):
        a, b, kind = view.root(tie.a), view.root(tie.b), tie.subtype or tie.type
        if b == who:
            found.setdefault(a, set()).add(kind)
        elif a == who:
            found.setdefault(b, set()).add(INVERSE.get(kind, kind))
    return found


def _relate(who: str, one: str, kinds: set[str], felt: dict[Pair, tuple[float, float]]) -> tuple[Any, ...]:
    forth, back = felt.get((who, one), (None, None)), felt.get((one, who), (None, None))
    return (*(int(bool(kinds.intersection(own))) for own in BINARY.values()), *forth, *back)


def _describe(view: View, who: str, facts: Sequence[Attribute | Name]) -> tuple[str, ...]:
    ids = set(view.cast.members(who, view.bound))
    told: dict[str, list[str]] = {}
    for fact in facts:
        if fact.character in ids:
            kind, value = ("nickname", fact.form) if isinstance(fact, Name) else (fact.attribute, fact.value)
            told.setdefault(kind, []).append(value)
    told["gender"] = [view.cast.gender(who, view.bound) or ""]
    return tuple(
        ", ".join(dict.fromkeys(value for kind in kinds for value in told.get(kind, ())))
        for kinds in ATTRIBUTES.values()
    )
