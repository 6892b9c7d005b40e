"""Cores: the part of a clause that stands as a sentence of its own, for those clauses that may become events."""

from __future__ import annotations

from castline.ingest.annotations import Clause
from castline.ingest.language.affect import ATTITUDES, EVENT_OF, TREATMENT
from castline.ingest.language.lexicon import MIND_VERBS, SPEECH_VERBS
from castline.ingest.language.parser import Tokens

LONGEST_CORE, LONGEST_SAID = 26, 14
"""Tokens of a core, and of what somebody is said to know or say within it, beyond which it is no summary."""
_SUBJECTS = ("nsubj", "nsubjpass")
_INSIDE = frozenset({"nsubj", "nsubjpass", "aux", "auxpass", "neg", "prt", "dobj", "dative", "acomp", "attr", "prep", "xcomp",
                     "oprd", "agent", "advmod"})  # fmt: skip
"""What belongs to a clause's core; relative and adverbial clauses do not."""
_OUTSIDE = frozenset({"relcl", "advcl", "conj", "cc", "parataxis", "ccomp", "acl", "appos", "punct"})
_ASIDE = frozenset({
    "so", "yet", "again", "also", "thus", "however", "therefore", "now", "then", "too", "even", "meantime", "meanwhile", "still",
    "indeed", "just", "only", "already", "perhaps", "moreover", "here", "there", "thereupon", "accordingly", "hence", "usually",
})  # fmt: skip
"""Adverbs that tie a clause to the text around it."""
_BACK = frozenset({
    "it", "this", "that", "these", "those", "which", "such", "same", "other", "others", "another", "one", "so",
})  # fmt: skip
"""Words that say nothing without what came before."""
_NONE = frozenset(
    {
        "no",
        "nothing",
        "nobody",
        "none",
        "never",
        "neither",
        "hardly",
        "scarcely",
        "any",
        "anything",
        "such",
        "this",
        "these",
        "those",
    }
)
"""Words by which nothing happens, or that lean on what came before."""
_WITHIN = frozenset({"discovery", "speech", "promise", "reveal"})
"""Kinds of event whose news is in what was found, said or promised."""
_SUFFERED = frozenset({"death", "violence", "crime", "marriage"})
"""Kinds that are news of whoever suffers them, whoever did it."""
_TO_SOMEBODY = frozenset({
    "meeting", "death", "gift", "rescue", "violence", "quarrel", "betrayal", "love", "forgiveness", "marriage", "proposal",
})  # fmt: skip
"""Kinds that happen between two people."""
_DEEP = frozenset({"weep", "faint", "rejoice", "mourn", "despair", "swoon"})
"""Feelings that are news without anybody toward whom they go."""
_ALONE = _DEEP | frozenset({
    "die", "perish", "drown", "marry", "wed", "elope", "escape", "fight", "relent", "repent", "reconcile", "betray", "quarrel",
    "apologise", "apologize",
})  # fmt: skip
"""Verbs of such kinds that need nobody else."""
_COMMON = frozenset({
    "be", "have", "do", "make", "get", "let", "seem", "appear", "become", "keep", "go", "come", "say", "take", "put", "want",
    "try", "use", "cause", "happen", "begin", "continue", "belong", "owe", "need", "mean", "concern", "resemble", "involve",
    "suit", "fit", "await", "contain", "remain", "stay", "live", "look", "turn", "give", "hold", "find", "lead", "set", "listen",
})  # fmt: skip
"""Verbs that tell little by themselves, or of how things stand."""
_LETTERS = frozenset({
    "letter", "note", "telegram", "message", "line", "word", "reply", "answer", "card", "parcel", "packet", "wire", "invitation",
})  # fmt: skip


def is_core(tokens: Tokens, at: int, clause: Clause) -> bool:
    """Whether the clause may become an event: an act that happened, with somebody in it, and news by itself."""
    if tokens.tag[at] == "VBG" or not clause.past or clause.modal or clause.negated:
        return False
    if not (clause.subjects or clause.objects) or (clause.verb in SPEECH_VERBS and clause.verb not in EVENT_OF):
        return False
    if clause.verb in EVENT_OF:
        return _is_news(tokens, at, clause)
    if clause.verb in ATTITUDES or clause.verb in TREATMENT:
        return bool(clause.objects or clause.passive)
    return is_act(clause)


def is_act(clause: Clause) -> bool:
    """Whether a clause whose verb is of no special kind tells what one person did to another, or with them."""
    special = (_COMMON, MIND_VERBS, SPEECH_VERBS, EVENT_OF, ATTITUDES, TREATMENT)
    if clause.passive or any(clause.verb in verbs for verbs in special):
        return False
    return bool(clause.subjects) and (bool(clause.objects) or any(prep in ("with", "to") for prep, _ in clause.preps))


def _is_news(tokens: Tokens, at: int, clause: Clause) -> bool:
    """Whether what the verb needs to tell something stands in the clause."""
    kind, verb = EVENT_OF[clause.verb][0], clause.verb
    deps = {tokens.dep[child] for child in tokens.children[at]}
    by_somebody = any(prep == "by" for prep, _ in clause.preps)
    if clause.passive and not by_somebody:
        return (kind in _SUFFERED and verb != "strike") or (
            kind in ("speech", "promise") and bool(deps & {"ccomp", "xcomp"})
        )
    if verb in ("find", "perceive"):
        follows = tokens.lower[at + 1] if at + 1 < len(tokens.lower) else ""
        return follows != "it" and not follows.endswith("self") and (bool(clause.objects) or "ccomp" in deps)
    if kind in _WITHIN:
        return by_somebody or bool(clause.nouns) or bool(deps & {"ccomp", "xcomp"})
    if kind == "letter":
        return bool(_LETTERS & set(clause.nouns)) or (verb in ("send", "write") and _goes_to_somebody(clause))
    if kind == "travel":
        return bool(clause.objects or clause.preps or clause.place)
    if kind == "marriage":  # "when he married" tells of something else
        return clause.main or _goes_to_somebody(clause)
    if kind == "feeling" and verb not in _DEEP:
        return bool(clause.objects) and verb not in SPEECH_VERBS
    people = bool(clause.objects or clause.preps)
    return people or verb in _ALONE or (kind not in _TO_SOMEBODY and "dobj" in deps)


def _goes_to_somebody(clause: Clause) -> bool:
    return bool(clause.objects) or any(prep == "to" for prep, _ in clause.preps)


def find_core(tokens: Tokens, at: int, belongs: list[int], base: int, subject: int) -> list[str | int]:
    """The clause's words in order, people as mention indexes, without what only hangs on; none where it is too long to
    be a summary, or would break off. `subject` is the token of the subject, -1 for none."""
    inside = {at}
    for child in tokens.children[at]:
        if tokens.dep[child] == "ccomp":
            said = _subtree(tokens, child)
            if len(said) > LONGEST_SAID or min(said) < at:
                return []
            inside |= said
        elif tokens.dep[child] in _INSIDE and not (tokens.dep[child] == "advmod" and tokens.lower[child] in _ASIDE):
            inside |= _subtree(tokens, child)
    if subject >= 0:
        inside = _from_subject(tokens, at, inside, subject)
    inside |= {i + 1 for i in inside if i + 2 in inside and tokens.text[i + 1] == "-"}
    if not inside or len(inside) > LONGEST_CORE or _breaks_off(tokens, inside, belongs):
        return []
    pieces: list[str | int] = []
    for index in sorted(inside):
        person = belongs[index]
        if person < 0:
            pieces.append(tokens.text[index])
        elif not pieces or pieces[-1] != base + person:
            pieces.append(base + person)
    return pieces


def _from_subject(tokens: Tokens, at: int, inside: set[int], subject: int) -> set[int]:
    """The core from its subject on ("Ada, who followed him": Ada followed him); nothing where its object comes first."""
    whole = _subtree(tokens, subject)
    own = {child for child in tokens.children[at] if tokens.dep[child] in _SUBJECTS}
    if subject not in own:
        inside = (inside - own) | whole
    first = min(whole)
    if subject > at or any(tokens.dep[child] == "dobj" and child < first for child in tokens.children[at]):
        return inside if subject > at else set()
    return {index for index in inside if index >= first}


def _breaks_off(tokens: Tokens, inside: set[int], belongs: list[int]) -> bool:
    """Whether the words end before their sense does, or lean on what came before."""
    last = max(inside)
    open_end = tokens.tag[last] in ("IN", "DT", "PRP$", "TO", "MD", "CC") or tokens.lemma[last] in ("be", "have", "do")
    return (
        open_end
        or any(tokens.lower[index] in _NONE for index in inside)
        or any(_points_back(tokens, index) for index in inside if belongs[index] < 0)
    )


def _points_back(tokens: Tokens, at: int) -> bool:
    """ "It", "this", "the others": told by what came before."""
    return tokens.lower[at] in _BACK and tokens.dep[at] in ("dobj", "pobj", "dative", "attr")


def _subtree(tokens: Tokens, at: int) -> set[int]:
    found = {at}
    within = tokens.dep[at] in ("xcomp", "pcomp", "ccomp")
    for child in tokens.children[at]:
        joined = tokens.dep[child] in ("conj", "cc") and (within or tokens.pos[at] in ("PROPN", "PRON", "NOUN"))
        if tokens.dep[child] not in _OUTSIDE or joined or (within and tokens.dep[child] == "ccomp"):
            found |= _subtree(tokens, child)
    return found
