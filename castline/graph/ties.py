"""Ties between people: what each is the other way round, and which of HPD's eight types it is."""

from __future__ import annotations

INVERSE = {
    "parent": "child", "child": "parent", "sibling": "sibling", "spouse": "spouse", "uncle": "nephew", "aunt": "nephew",
    "nephew": "uncle", "niece": "uncle", "cousin": "cousin", "grandparent": "grandchild", "grandchild": "grandparent",
    "sibling-in-law": "sibling-in-law", "child-in-law": "parent-in-law", "parent-in-law": "child-in-law",
    "friend": "friend", "servant": "employer", "employer": "servant", "teacher": "pupil", "pupil": "teacher",
    "enemy": "enemy", "lover": "lover", "betrothed": "betrothed", "family": "family",
}  # fmt: skip
"""Finer kind -> what the other is: if a is parent of b, b is child of a."""
HPD_TYPE = {
    "friend": "friend", "lover": "lover", "betrothed": "lover", "spouse": "family", "enemy": "enemy",
    "teacher": "teacher", "pupil": "teacher", "servant": "teammate", "employer": "teammate",
}  # fmt: skip
"""Finer kind -> one of HPD's eight types; kin kinds, which are not listed, are `family`."""
