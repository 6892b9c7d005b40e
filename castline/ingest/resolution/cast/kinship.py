"""Kin and other ties: what the text says of them, and whom "her mother" means given what it has said."""

from __future__ import annotations

import re
from collections.abc import Iterable

from castline.graph.ties import INVERSE, begins, group_of
from castline.ingest.annotations import MentionNote
from castline.ingest.language.lexicon import KIN, TIES
from castline.ingest.language.names import read_name, same_given, usual_gender
from castline.ingest.memory.memory import Memory
from castline.ingest.memory.people import Person

SAME = 4
"""Letters that the surname of a brother and a sister have in common in languages that give it two endings."""
DENIED = "denied"
"""The hint that a tie is none."""
_OF_KIND = dict(KIN.items()) | TIES


def tie_of(noun: str) -> str | None:
    """What the bearer of a role noun is to its owner: "father" -> "parent"."""
    return _OF_KIND.get(noun)


_MORE = re.compile(r"\b(half|step|foster|god|great|grand)[- ](?:grand)?\w+$", re.I)
_PREFIXED = {
    "god": {"parent": "godparent", "child": "godchild"}, "grand": {"parent": "grandparent", "child": "grandchild"},
    "great": {"aunt": "great-aunt", "uncle": "great-uncle", "nephew": "great-nephew", "niece": "great-nephew",
              "grandparent": "great-grandparent", "grandchild": "great-grandchild"},
}  # fmt: skip
_NOT_NOW = re.compile(
    r"\b(late|future|intended|former|supposed)\s+(?!(?:his|her|my|our|your|their|the)\b)(?:\w+[- ])?\w+$", re.I
)
_THEN = {
    "late": {kind: kind for kind in INVERSE} | {"spouse": "late spouse", "parent": "late parent"},
    "future": {"spouse": "betrothed"}, "intended": {"spouse": "betrothed"}, "former": {"spouse": "parted"}, "supposed": {},
}  # fmt: skip
"""What is told of kin who are not so now: "his future wife", "my late father"; of other kinds nothing."""
_ONLY_CALLED = re.compile(r"\s+(?:in (?:religion|name|Christ|God|arms|spirit)|of mercy|superior)\b", re.I)


def read_tie(text: str, noun: MentionNote) -> str | None:
    """What the bearer of a role noun is to its owner, in the exact word of the text: "his half-brother", "my sister-in-law".
    None for what is said of no kin ("my sister in religion")."""
    kind = tie_of(noun.head)
    if kind is None or _ONLY_CALLED.match(text, noun.end):
        return None
    if told := _NOT_NOW.search(text[max(0, noun.end - 30) : noun.end]):
        return _THEN[told[1].lower()].get(kind)
    if text.startswith("-in-law", noun.end) and f"{kind}-in-law" in INVERSE:
        return f"{kind}-in-law"  # of several: "brothers-in-law" is parted by the parser
    more = _MORE.search(text[max(0, noun.end - 30) : noun.end])
    if more is None:
        return kind
    before = more[1].lower()
    exact = _PREFIXED[before].get(kind, "") if before in _PREFIXED else f"{before}-{kind}"
    return exact if exact in INVERSE else kind


def tie(memory: Memory, a: int, b: int, kind: str) -> bool:
    """Remember that `a` is `kind` of `b`, and the inverse. True where this is new, or ends what was."""
    if a == b or not begins(standing(memory, b, a, group_of(kind)), kind):
        return False
    set_tie(memory, a, b, kind)
    return True


def set_tie(memory: Memory, a: int, b: int, kind: str) -> None:
    """`a` is `kind` of `b` from now on, in place of what they were of that group; and the inverse."""
    for owner, other, what in ((b, a, kind), (a, b, INVERSE[kind])):
        others = memory.ties.kin.get(owner, {})
        known = tuple(one for one in others.get(other, ()) if group_of(one) != group_of(kind))
        memory.ties.kin[owner] = others | {other: (*known, what)}


def deny_tie(memory: Memory, a: int, b: int) -> None:
    """Remember that somebody who knows better has said that a tie of two that was weighed is none."""
    memory.ties.hints[memory.person(b).key, DENIED, memory.person(a).key] = 1.0


def is_denied(memory: Memory, a: int, b: int) -> bool:
    """Whether a tie of two has been said to be none."""
    return any((owner, DENIED, other) in memory.ties.hints for owner, other in ((a, b), (b, a)))


def name_by_marriage(memory: Memory, a: int, b: int, kind: str) -> str:
    """What `a`, called `kind` of `b`, is: who is called a sister may be the sister of one's husband or wife.

    It is so where the text has told of that marriage, or where two who bear the names they were born with bear two names.
    """

    def share(one: int, his: str, other: int, hers: str) -> bool:
        return bool({p.key for p in related(memory, one, his)} & {p.key for p in related(memory, other, hers)})

    match kind:
        case "sibling":
            by_marriage = share(a, "spouse", b, "sibling") or share(b, "spouse", a, "sibling")
            by_marriage = by_marriage or _bear_two_names(memory.person(a), memory.person(b))
        case "child":
            by_marriage = share(a, "spouse", b, "child")
        case "parent":
            by_marriage = share(b, "spouse", a, "child")
        case "aunt" | "uncle":
            return f"{kind} by marriage" if _married_in(memory, a, b) else kind
        case _:
            return kind
    return f"{kind}-in-law" if by_marriage else kind


def _married_in(memory: Memory, a: int, b: int) -> bool:
    """Whether `a` is married to a brother or sister of a parent of `b`."""
    own = {one.key for parent in related(memory, b, "parent") for one in related(memory, parent.key, "sibling")}
    return a not in own and bool(own & {one.key for one in related(memory, a, "spouse")})


def _bear_two_names(one: Person, other: Person) -> bool:
    """Whether two were surely born with two surnames: a woman's may be her husband's."""
    a, b = (person.surname[:SAME] if person.gender == "m" or person.title == "miss" else "" for person in (one, other))
    return bool(a and b) and a != b


def standing(memory: Memory, owner: int, other: int, group: str) -> str:
    """What somebody is to an owner by now in a group of ties, "" for nothing."""
    return next((kind for kind in memory.ties.kin.get(owner, {}).get(other, ()) if group_of(kind) == group), "")


def find_kin(memory: Memory, owner: int, noun: str, gender: str) -> Person | None:
    """The one person whom "OWNER's noun" can mean by now; None where nobody or several would do."""
    kind = tie_of(noun)
    if kind is None:
        return None
    kin = related(memory, owner, kind) or _related_as(memory, owner, kind)
    found = [p for p in kin if not gender or not p.gender or p.gender == gender]
    if not found and kind == "spouse":
        found = related(memory, owner, "betrothed") or _same_surname_spouse(memory, owner)
    if not found and kind == "parent":
        for parent in related(memory, owner, kind):
            found += [p for p in related(memory, parent.key, "spouse") if p.gender == gender]
    if not found and kind == "parent":
        found = _parent_by_surname(memory, owner, gender)
    unique = {person.key: person for person in found}
    return next(iter(unique.values())) if len(unique) == 1 else None


def find_other_kin(memory: Memory, owner: int, noun: str, here: Iterable[int]) -> set[int]:
    """Who cannot be "OWNER's noun", being something else to the owner: her brother is not her husband, nor her father. Cousins
    may marry, and of whom only the family is told may be anything but a spouse's. Of those who are `here`, nobody's wife is a
    Mrs. of another surname, and nobody's parent, child, brother or sister bears another, unless one of the two has it by
    marriage, or it is told of them."""
    kind = tie_of(noun)
    if kind is None or group_of(kind) not in ("kin", "union"):
        return set()
    others = {memory.person(key).key for key, kinds in memory.ties.kin.get(owner, {}).items() if is_other(kinds, kind)}
    if kind == "spouse":
        others |= {key for key in here if key >= 0 and _bears_other_name(memory.people[owner], memory.people[key])}
    if kind in ("parent", "child", "sibling"):
        told = {person.key for person in related(memory, owner, kind)}
        strangers = (key for key in here if key >= 0 and key not in told)
        others |= {key for key in strangers if is_of_other_birth(memory.people[owner], memory.people[key], kind)}
    return others


def is_of_other_birth(owner: Person, other: Person, kind: str) -> bool:
    """Whether two bear surnames that a parent and a child, or a brother and a sister, would not."""
    younger = {"parent": (owner,), "child": (other,), "sibling": (owner, other)}[kind]
    names = {owner.surname[:SAME], other.surname[:SAME]}
    return len(names) == 2 and all(names) and all(is_born_so(person) for person in younger)


def is_born_so(person: Person) -> bool:
    """Whether somebody bears the surname of their parents, so far as is told."""
    return not (person.gender == "f" and (person.marriage == "married" or person.title == "mrs"))


def _bears_other_name(one: Person, other: Person) -> bool:
    """Whether a Mrs. does not bear the surname of a man, so far as it is told."""
    names = {person.title == "mrs": person.surname[:SAME] for person in (one, other)}
    return len(names) == 2 and all(names.values()) and names[True] != names[False]


def is_other(kinds: tuple[str, ...], wanted: str) -> bool:
    """Whether ties of kin and of marriage speak against one more."""
    known = {one for one in kinds if group_of(one) in ("kin", "union")} - {"family"}
    if group_of(wanted) == "union":
        return any(group_of(one) == "kin" and one != "cousin" for one in known)
    return any(wanted not in one and one != "cousin" for one in known)


def related(memory: Memory, owner: int, kind: str) -> list[Person]:
    """Everybody known to be `kind` of `owner`, in order met."""
    return [memory.person(key) for key, kinds in sorted(memory.ties.kin.get(owner, {}).items()) if kind in kinds]


def _related_as(memory: Memory, owner: int, kind: str) -> list[Person]:
    """Everybody who is called `kind` of `owner`, being it by half or by marriage, in order met."""
    kin = sorted(memory.ties.kin.get(owner, {}).items())
    return [memory.person(key) for key, kinds in kin if kind in map(shorten_kind, kinds)]


def shorten_kind(kind: str) -> str:
    """What kin are called: an aunt by marriage "aunt", a half-brother as a brother is."""
    return kind.partition(" by ")[0].rpartition(" ")[2].rpartition("-")[2]


def _same_surname_spouse(memory: Memory, owner: int) -> list[Person]:
    person = memory.people[owner]
    if not person.surname:
        return []
    bearers = [
        other for other in memory.people.among([person.surname])
        if other.surname == person.surname and other.joined < 0 and other.key != owner
        and other.gender and other.gender != person.gender
    ]  # fmt: skip
    if styled := [other for other in bearers if is_styled_by(person, other)]:
        return styled
    if not (person.title == "mr" or person.marriage == "married"):
        return []
    return [other for other in bearers if other.marriage == "married" or (other.title == "mr" and not other.given)]


def is_styled_by(one: Person, other: Person) -> bool:
    """Whether one of two goes by the other's given name: "Mrs. John Hale" is John Hale's wife."""
    wife, husband = (one, other) if one.title == "mrs" else (other, one)
    style = _find_style(wife)
    return bool(style and husband.given) and same_given(style, husband.given)


def _find_style(wife: Person) -> str:
    """The given name that a Mrs. has of her husband, as she is mostly called: "john" of Mrs. John Hale; "" for none."""
    if wife.title != "mrs" or not wife.forms:
        return ""
    names = [(uses, read_name(form)) for form, uses in wife.forms.items()]
    given = [
        (uses, name.given)
        for uses, name in names
        if name.title == "mrs" and name.given and name.surname and usual_gender(name.given) == "m"
    ]
    plain = sum(uses for uses, name in names if name.title == "mrs" and not name.given)
    return max(given)[1] if given and sum(uses for uses, _ in given) >= plain else ""


def _parent_by_surname(memory: Memory, owner: int, gender: str) -> list[Person]:
    """The Mr. or Mrs. of a surname, where nobody of it bears another title of the grown up: a Sir may be the father of a house in
    which a Mr. is a guest."""
    surname = memory.people[owner].surname
    if not surname:
        return []
    title = {"m": "mr", "f": "mrs"}.get(gender, "")
    bearers = [p for p in memory.people.among([surname]) if p.surname == surname and p.joined < 0 and p.key != owner]
    if any(p.title not in _PLAIN and p.gender == gender for p in bearers):
        return []
    return [p for p in bearers if p.title == title and not p.given and not _find_style(p)]


_PLAIN = frozenset({"", "mr", "mrs", "miss", "master"})
