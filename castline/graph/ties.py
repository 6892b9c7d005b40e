"""Ties between people: what each is the other way round, which of HPD's eight types it is, and which ends which."""

import re

INVERSE = {
    "parent": "child", "child": "parent", "sibling": "sibling", "spouse": "spouse", "uncle": "nephew", "aunt": "nephew",
    "nephew": "uncle", "niece": "uncle", "cousin": "cousin", "grandparent": "grandchild", "grandchild": "grandparent",
    "sibling-in-law": "sibling-in-law", "child-in-law": "parent-in-law", "parent-in-law": "child-in-law",
    "friend": "friend", "servant": "employer", "employer": "servant", "teacher": "pupil", "pupil": "teacher",
    "enemy": "enemy", "lover": "lover", "betrothed": "betrothed", "family": "family",
    "parted": "parted", "widow": "late spouse", "widower": "late spouse", "late spouse": "widow",
    "half-sibling": "half-sibling", "step-sibling": "step-sibling", "foster-sibling": "foster-sibling",
    "step-parent": "step-child", "step-child": "step-parent", "foster-parent": "foster-child", "foster-child": "foster-parent",
    "godparent": "godchild", "godchild": "godparent", "guardian": "ward", "ward": "guardian",
    "great-aunt": "great-nephew", "great-uncle": "great-nephew", "great-nephew": "great-uncle",
    "great-grandparent": "great-grandchild", "great-grandchild": "great-grandparent",
    "aunt by marriage": "nephew by marriage", "uncle by marriage": "nephew by marriage", "nephew by marriage": "uncle by marriage",
    "orphan": "late parent", "late parent": "orphan", "dismissed": "former employer", "former employer": "dismissed",
}  # fmt: skip
"""Finer kind -> what the other is: if a is parent of b, b is child of a."""
_SEXED = {
    "parent": ("father", "mother"), "child": ("son", "daughter"), "sibling": ("brother", "sister"), "spouse": ("husband", "wife"),
    "uncle": ("uncle", "aunt"), "aunt": ("uncle", "aunt"), "nephew": ("nephew", "niece"), "niece": ("nephew", "niece"),
    "godparent": ("godfather", "godmother"), "godchild": ("godson", "goddaughter"), "grandparent": ("grandfather", "grandmother"),
    "grandchild": ("grandson", "granddaughter"), "widow": ("widower", "widow"), "widower": ("widower", "widow"),
}  # fmt: skip
"""Kind -> the word for a man, and for a woman."""
_SAID = {"parted": "former love", "dismissed": "former servant", "orphan": "child"}
"""Kinds that tell what became of a tie -> the word for somebody of whom they hold."""
_COMPOUND = re.compile(r"((?:half|step|foster|great|late)[- ])?(\w+)(-in-law| by marriage)?")
_GLUED = re.compile(r"^(half|step|foster)(?=\w)")


def name_tie(kind: str, gender: str | None) -> str:
    """The exact word for who is `kind` of somebody, by their gender ("male", "female", or None where none is told): "mother",
    "half-brother", "aunt by marriage"; who is parted from is a "former love". A kind that has no such word is said as it is."""
    kind = _SAID.get(kind, kind)
    found = _COMPOUND.fullmatch(kind)
    if found is None or gender is None or found[2] not in _SEXED:
        return kind
    return (found[1] or "") + _SEXED[found[2]][gender == "female"] + (found[3] or "")


def read_tie_word(word: str) -> str | None:
    """The kind of a word for it, for a man, for a woman or for either: "sibling" of "Sister", "parent-in-law" of "mother-in-law"; None
    where no tie is called so."""
    plain = _GLUED.sub(r"\1-", " ".join(word.casefold().split()))
    if plain in INVERSE:
        return plain
    found = _COMPOUND.fullmatch(plain)
    base = next((kind for kind, words in _SEXED.items() if found and found[2] in words), "")
    kind = f"{found[1] or ''}{base}{found[3] or ''}" if found and base else ""
    return {"relative": "family", "master": "employer", "mistress": "employer", "fiance": "betrothed"}.get(
        plain, kind if kind in INVERSE else None
    )


HPD_TYPE = {
    "friend": "friend", "lover": "lover", "betrothed": "lover", "spouse": "family", "enemy": "enemy",
    "teacher": "teacher", "pupil": "teacher", "servant": "teammate", "employer": "teammate",
    "dismissed": "teammate", "former employer": "teammate",
}  # fmt: skip
"""Finer kind -> one of HPD's eight types; kin kinds, which are not listed, are `family`."""
ENDS = frozenset({"parted", "widow", "widower", "late spouse", "orphan", "late parent", "dismissed", "former employer"})
"""Kinds that are what an ended tie leaves."""
_GROUPS = {
    "union": ("lover", "betrothed", "spouse", "parted", "widow", "widower", "late spouse"),
    "service": ("servant", "employer", "dismissed", "former employer"),
    "terms": ("friend", "enemy"),
    "lessons": ("teacher", "pupil"),
}
_GROUP_OF = {kind: group for group, kinds in _GROUPS.items() for kind in kinds}


BLOOD = frozenset(
    {"parent", "child", "sibling", "half-sibling", "uncle", "aunt", "nephew", "niece", "grandparent", "grandchild"}
)
"""Kinds between whom there is no marriage."""


def group_of(kind: str) -> str:
    """Two people stand in one tie of a group at a time, so that a later one ends the earlier; in several groups at once.

    The groups are union, service, terms, lessons, and blood ("kin", all others).
    """
    return _GROUP_OF.get(kind, "kin")


def begins(standing: str, kind: str) -> bool:
    """Whether a tie of `kind` is news where `standing` ("" for none) holds in its group: the engaged marry and part, a
    friend may become an enemy; but nobody married is engaged again, and blood is only told more exactly, or orphaned."""
    if kind == standing:
        return False
    if not standing or kind in ENDS:
        return standing not in ENDS
    match group_of(kind):
        case "union":
            steps = ("lover", "betrothed", "spouse")
            return standing == "parted" or (standing in steps and steps.index(kind) > steps.index(standing))
        case "kin":
            return standing == "family"
    return True
