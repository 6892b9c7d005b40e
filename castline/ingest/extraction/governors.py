"""Governors: what a verb hangs on as what is said, thought, wanted or denied, and under which condition it stands.

    I cannot find out that I hate her.               hate: "not find"
    She hardly knew how to suppose that he liked     like: "suppose", "not know to"
    He was too proud to love her.                    love: "too proud to"
    He had not come to kill him.                     kill: "not come to"
    If he loved her and trusted her, ...             trust: "if"

What that makes of it is for `narrative.modality` to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from castline.ingest.language.parser import Tokens

_STEPS = 6
"""Words up to which a verb may hang on others."""
_DENIES = frozenset({"never", "hardly", "scarcely", "nor", "neither", "n't", "not"})
_MORE = frozenset({"so", "more", "better", "such"})
"""Words by which "never" says how much: "never had she so deeply felt that she loved him"."""
_NOBODY = frozenset({"nobody", "none", "neither", "nothing", "few", "no"})
_NO = frozenset({"no", "neither", "little", "any"})
_CONDITIONS = frozenset({"if", "unless", "lest", "whether", "supposing", "provided", "till", "until"})
_TIMES = frozenset({"when", "whenever", "once", "before", "after", "soon"})
_AWAY = frozenset({"of", "from", "without"})
"""Prepositions by which a doing is only thought of, or kept from: "instead of marrying", "prevented from marrying"."""
_PRESENT = ("VBZ", "VBP")
_MODALS = frozenset({"would", "could", "should", "might", "may", "’d", "'d"})
_INVERTED = frozenset({"had", "were", "should"})
_BREAKS = frozenset({";", ":", "“", "”", '"', "?", "!"})
_VERBAL = ("VERB", "AUX")


def find_governors(tokens: Tokens, at: int, quotes: list[int]) -> list[str]:
    """The words above a verb, nearest first: "not " before what is denied, "too " before what is too much, " to" behind what
    an infinitive completes; before them "if", "when" (of what is still to come) or "would" where the verb stands under
    such a one."""
    found = list(_find_conditions(tokens, at))
    for _ in range(_STEPS):
        dep, head = tokens.dep[at], tokens.head[at]
        if head == at or quotes[head] != quotes[at]:
            break
        if dep == "conj":
            found += _share(tokens, at, head)
        elif dep == "pcomp":
            preposition, head = head, tokens.head[head]
            if tokens.lower[preposition] not in _AWAY:
                break
            instead = tokens.lower[preposition - 1] == "instead"
            found.append(f"{'instead' if instead else _name(tokens, head)} {tokens.lower[preposition]}")
        elif dep in ("xcomp", "ccomp", "acl", "advcl", "relcl"):
            if not _is_governed(tokens, at, head, dep):
                break
            found.append(_name(tokens, head) + " to" * ("to" in _helpers(tokens, at)))
        elif dep not in ("acomp", "attr", "dobj", "pobj", "prep", "oprd") or tokens.pos[head] in ("NOUN", "PROPN"):
            break
        at = head
    return found


def _find_conditions(tokens: Tokens, at: int) -> Iterator[str]:
    """The condition or the time to come that a verb's own words name."""
    first = min(_reach(tokens, at))
    words = {tokens.lower[c] for c in tokens.children[at] if c < at and tokens.dep[c] in ("mark", "advmod", "prep")}
    if words & _CONDITIONS or _is_in_case(tokens, at, first) or _is_inverted(tokens, at, first):
        yield "if"
    elif words & _TIMES and tokens.tag[at] in _PRESENT and not _has_past(tokens, at):
        yield "when"


def _reach(tokens: Tokens, at: int) -> list[int]:
    return [at, *(c for c in tokens.children[at] if c < at and tokens.dep[c] != "punct")]


def _is_in_case(tokens: Tokens, at: int, first: int) -> bool:
    return "in case" in " ".join(tokens.lower[max(0, first - 2) : at])


def _is_inverted(tokens: Tokens, at: int, first: int) -> bool:
    """ "Had he loved her, he would have come"."""
    subject = [c for c in tokens.children[at] if tokens.dep[c] in ("nsubj", "nsubjpass")]
    helper = tokens.dep[first] in ("aux", "auxpass") or first == at
    return bool(subject) and tokens.lower[first] in _INVERTED and helper and first < subject[0]


def _has_past(tokens: Tokens, at: int) -> bool:
    return any(tokens.tag[c] in ("VBD", "VBN") for c in tokens.children[at] if tokens.dep[c] in ("aux", "auxpass"))


def _helpers(tokens: Tokens, at: int) -> list[str]:
    return [tokens.lower[c] for c in tokens.children[at] if tokens.dep[c] in ("aux", "auxpass")]


def _share(tokens: Tokens, at: int, head: int) -> Iterator[str]:
    """What a verb has of the one that it is joined to: its condition, and its "would" unless it has a helper or a subject of
    its own."""
    yield from _find_conditions(tokens, head)
    own = any(tokens.dep[c] in ("aux", "auxpass", "nsubj", "nsubjpass") for c in tokens.children[at])
    if not own and tokens.tag[at] in ("VB", "VBN") and _MODALS & {*_helpers(tokens, head)}:
        yield "would"


def _is_governed(tokens: Tokens, at: int, head: int, dep: str) -> bool:
    """Whether a clause is what the word that it hangs on says, wants or denies: it stands behind it, in one breath."""
    if at < head or any(tokens.text[i] in _BREAKS for i in range(head + 1, at)):
        return False
    if dep in ("acl", "relcl", "advcl"):
        words = {tokens.lower[c] for c in tokens.children[at] if tokens.dep[c] in ("aux", "mark")}
        if dep == "advcl" and tokens.pos[head] in _VERBAL and "to" in words:  # "had not come to kill him"
            return _is_denied(tokens, head) and "," not in tokens.text[head:at]
        noun = tokens.pos[head] == "NOUN" and dep != "advcl"
        return (noun and bool(words & {"to", "that"})) or (tokens.pos[head] == "ADJ" and "to" in words)
    own = {tokens.dep[c] for c in tokens.children[at]} & {"nsubj", "nsubjpass", "expl", "mark", "csubj"}
    return tokens.lemma[head] != "have" and (dep == "xcomp" or bool(own) or "to" in _helpers(tokens, at))


def _name(tokens: Tokens, at: int) -> str:
    """A word above, as it bears on what hangs on it; of "it is not true that" the adjective."""
    told = [c for c in tokens.children[at] if tokens.dep[c] in ("acomp", "attr") and tokens.pos[c] in ("ADJ", "NOUN")]
    word = told[0] if tokens.lemma[at] == "be" and told else at
    words = [tokens.lemma[word]]
    if any(tokens.lower[c] == "too" for c in tokens.children[word]):
        words.insert(0, "too")
    if _is_denied(tokens, word):
        words.insert(0, "not")
    return " ".join(words)


def _is_denied(tokens: Tokens, at: int) -> bool:
    """Whether a word above is denied: by a "not" of its own or of its verb, by "no" before it, or by a "nobody" who does it."""
    if tokens.pos[at] == "NOUN" and any(tokens.lower[c] in _NO for c in tokens.children[at]):
        return True
    verb = at if tokens.pos[at] in _VERBAL else tokens.head[at]
    for child in tokens.children[verb]:
        if (tokens.dep[child] == "neg" or tokens.lower[child] in _DENIES) and child < max(verb, at):
            more = {tokens.lower[c] for c in tokens.children[verb]} & _MORE
            return not more and tokens.lower[child + 1 : child + 2] not in (["only"], ["merely"])
        nobody = tokens.lower[child] in _NOBODY or (tokens.lower[child] == "one" and tokens.lower[child - 1] == "no")
        if tokens.dep[child] in ("nsubj", "nsubjpass") and nobody:
            return True
    return False
