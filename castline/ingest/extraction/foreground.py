"""Remoteness: whether a clause tells what goes on, or what had been, is said, or is only mentioned beside something."""

from __future__ import annotations

from castline.ingest.language.parser import Tokens

_STEPS = 8
"""Verbs up to which a clause may hang on another."""
_JOINED = frozenset({"conj", "advcl", "xcomp", "ccomp", "parataxis", "pcomp", "csubj"})
_PERCEPTION = frozenset({"see", "watch", "hear", "notice", "perceive", "observe", "find", "feel", "spy"})
"""What is seen goes on before the eyes of the tale, but not "saw that ..."."""


def find_remoteness(tokens: Tokens, at: int, auxes: list[str]) -> str:
    """ "before", "reported", "aside", or "" for what goes on; `auxes` are the verb's own."""
    if tokens.tag[at] == "VBN" and any(word in ("had", "’d", "'d", "having") for word in auxes):
        return "before"
    for _ in range(_STEPS):
        dep, head = tokens.dep[at], tokens.head[at]
        if dep in ("relcl", "acl"):
            return "aside"
        if dep not in _JOINED or head == at:
            return ""
        if dep == "ccomp" and at > head and not _is_seen(tokens, at, head):
            return "reported"
        if dep in ("conj", "xcomp") and _had(tokens, head):
            return "before"
        at = head
    return ""


def is_main(tokens: Tokens, at: int) -> bool:
    """Whether a verb is its sentence's, or is joined to it by "and"."""
    for _ in range(_STEPS):
        if tokens.dep[at] != "conj" or tokens.head[at] == at:
            break
        at = tokens.head[at]
    return tokens.dep[at] == "ROOT"


def _is_seen(tokens: Tokens, at: int, head: int) -> bool:
    marked = any(tokens.dep[child] == "mark" for child in tokens.children[at])
    return tokens.lemma[head] in _PERCEPTION and not marked


def _had(tokens: Tokens, at: int) -> bool:
    """ "had come and gone": the second verb is as remote as the first."""
    auxes = (tokens.lower[child] for child in tokens.children[at] if tokens.dep[child] == "aux")
    return tokens.tag[at] == "VBN" and any(word in ("had", "’d", "'d") for word in auxes)
