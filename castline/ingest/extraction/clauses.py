"""Clauses: who does what to whom, read off the parse; and loaded words near people."""

from __future__ import annotations

from castline.ingest.annotations import Clause, Evaluation, MentionNote
from castline.ingest.extraction.event_candidates import find_core, is_act, is_core
from castline.ingest.extraction.foreground import find_remoteness, is_main
from castline.ingest.extraction.governors import find_governors
from castline.ingest.language.affect import LOADED, NEGATORS, SELF_REPROACH
from castline.ingest.language.callings import is_person_noun
from castline.ingest.language.lexicon import PLACE_NOUNS, PRONOUNS
from castline.ingest.language.parser import Tokens
from castline.ingest.language.realis import Told

_SUBJECTS = ("nsubj", "nsubjpass")
_OBJECTS = ("dobj", "dative")
_ASKS = frozenset({
    "advise", "allow", "ask", "beg", "bid", "cause", "command", "compel", "enable", "encourage", "entreat", "forbid", "force",
    "help", "implore", "induce", "invite", "leave", "oblige", "order", "permit", "persuade", "press", "request", "teach", "tell",
    "tempt", "urge", "warn",
})  # fmt: skip
"""Verbs whose object is to do what the verb behind it says."""
_PLACE_PREPS = frozenset({"in", "at", "into", "to", "on", "near", "through", "from"})


def find_clauses(
    told: Told, mentions: list[MentionNote], belongs: list[int], heads: list[int], base: int
) -> list[Clause]:
    """The clauses of a piece of a paragraph; `heads` is of `find_mention_heads`. Mention indexes in them count from `base`."""
    tokens, quotes = told.tokens, told.quotes
    if not mentions:
        return []
    clauses = []
    for at, pos in enumerate(tokens.pos):
        if pos == "VERB" or (pos == "AUX" and tokens.dep[at] not in ("aux", "auxpass")):
            clause = _read(tokens, at, heads, base, mentions, quotes)
            if clause.subjects or clause.objects or clause.preps:
                if is_core(tokens, at, clause):
                    clause.act = is_act(clause)
                    clause.pieces = find_core(tokens, at, belongs, base, find_subject(tokens, at))
                    clause.happened = round(told.chance(at), 3)
                clauses.append(clause)
    return clauses


def find_evaluations(
    tokens: Tokens, belongs: list[int], base: int, paragraph: int, quotes: list[int]
) -> list[Evaluation]:
    """Loaded words and the mention each is about: what it modifies, or the subject of its clause (-1: none found)."""
    found = []
    for at, lemma in enumerate(tokens.lemma):
        word = lemma if lemma in LOADED else tokens.lower[at] if tokens.lower[at] in LOADED else ""
        if (
            word
            and (tokens.pos[at] in ("ADJ", "NOUN", "ADV") or word in SELF_REPROACH)
            and not (_is_idle(tokens, at) or is_about(tokens, at))
        ):
            about = _about(tokens, at, belongs)
            negated = any(tokens.lower[i] in NEGATORS for i in range(max(0, at - 3), at))
            start = tokens.start[at]
            found.append(
                Evaluation(word, start, start + len(tokens.text[at]), base + about if about >= 0 else -1, paragraph,
                           quotes[at], negated)
            )  # fmt: skip
    return found


_SENSES = {"kind": "ADJ", "mean": "ADJ", "dear": "ADJ", "vain": "ADJ", "proud": "ADJ", "false": "ADJ", "liberal": "ADJ",
    "sweet": "ADJ"}  # fmt: skip
"""Words that judge in this part of speech only ("a kind of", "by no means", "in vain", "a bag of sweets")."""


def is_about(tokens: Tokens, at: int) -> bool:
    """ "With respect to her", "in regard to him": no feeling, but a word for "about"."""
    if tokens.lower[at] not in ("respect", "regard"):
        return False
    around = (tokens.lower[at - 1] if at else "", *tokens.lower[at + 1 : at + 2])
    return around in {("with", "to"), ("in", "to"), ("in", "of")}


def _is_idle(tokens: Tokens, at: int) -> bool:
    """A word that looks loaded and is not: in another sense, or in a call ("my dear Anna", which is company's to read)."""
    if at and tokens.lower[at] == "vain" and tokens.lower[at - 1] == "in":
        return True
    if tokens.lower[at] == "dear" and at + 1 < len(tokens.text) and tokens.pos[at + 1] in ("PROPN", "NOUN", "PUNCT"):
        return True
    return tokens.pos[at] != _SENSES.get(tokens.lower[at].removesuffix("s"), tokens.pos[at])


def _about(tokens: Tokens, at: int, belongs: list[int]) -> int:
    if belongs[at] >= 0:
        return belongs[at]
    head = tokens.head[at]
    owner = next((belongs[c] for c in tokens.children[at] if tokens.dep[c] == "poss"), -1)
    if owner >= 0:
        return owner
    if tokens.dep[at] in ("amod", "appos", "compound") and belongs[head] >= 0:
        return belongs[head]
    if tokens.dep[at] in ("acomp", "attr", "oprd", "conj", "ROOT", "dobj", "pobj"):
        for _ in range(3):
            for child in tokens.children[head]:
                if tokens.dep[child] in _SUBJECTS and belongs[child] >= 0:
                    return belongs[child]
            head = tokens.head[head]
    return -1


def find_mention_heads(tokens: Tokens, belongs: list[int]) -> list[int]:
    """For each token the mention that it is the head of, or -1."""
    return [
        index if index >= 0 and (belongs[tokens.head[at]] != index or tokens.head[at] == at) else -1
        for at, index in enumerate(belongs)
    ]


def _read(
    tokens: Tokens, at: int, heads: list[int], base: int, mentions: list[MentionNote], quotes: list[int]
) -> Clause:
    children = tokens.children[at]
    deps = [tokens.dep[c] for c in children]
    auxes = [tokens.lower[c] for c, d in zip(children, deps, strict=True) if d in ("aux", "auxpass")]
    subject = find_subject(tokens, at)
    subjects = find_people(tokens, subject, heads, base) if subject >= 0 else []
    subjects = [m for m in subjects if mentions[m - base].role != "voc"]
    objects = [
        m for c, d in zip(children, deps, strict=True) if d in _OBJECTS for m in find_people(tokens, c, heads, base)
    ]
    preps, place, prep_nouns = _prepositions(tokens, children, heads, base)
    opened = tokens.lemma[tokens.head[at]] if tokens.dep[at] in ("xcomp", "ccomp") else ""
    lo = min([at, *children])
    hi = max([at, *children])
    clause = Clause(
        verb=_name_verb(tokens, at),
        start=tokens.start[lo],
        end=tokens.start[hi] + len(tokens.text[hi]),
        at=tokens.start[at],
        paragraph=mentions[0].paragraph,
        sentence=mentions[0].sentence,
        quote=quotes[at],
        subjects=subjects,
        objects=objects,
        preps=preps,
        complements=_complements(tokens, at),
        nouns=[tokens.lemma[c] for c, d in zip(children, deps, strict=True) if d == "dobj" and heads[c] < 0]
        + prep_nouns,
        negated="neg" in deps or any(tokens.lower[c] in NEGATORS for c in children),
        past=tokens.tag[at] == "VBD" or any(a in ("had", "was", "were", "has", "have", "did") for a in auxes),
        modal=_modal(tokens, at, auxes),
        passive="auxpass" in deps or "nsubjpass" in deps,
        open=opened,
        place=place,
        remote=find_remoteness(tokens, at, auxes),
        perfect=any(aux in _HAVE for aux in auxes),
        main=is_main(tokens, at),
        above=find_governors(tokens, at, quotes),
    )
    told = [base + heads[c] for c, d in zip(children, deps, strict=True) if d == "attr" and heads[c] >= 0]
    for index in [*subjects, *objects, *told, *(m for _, m in preps)]:
        if mentions[index - base].clause < 0:
            mentions[index - base].clause = at
    return clause


def _name_verb(tokens: Tokens, at: int) -> str:
    """The verb's lemma: who strikes one as kind seems so, and strikes nobody."""
    if tokens.lemma[at] != "strike":
        return tokens.lemma[at]
    behind = (*range(at + 1, min(at + 5, len(tokens.text))), *tokens.children[at])
    likened = next((other for other in behind if tokens.lower[other] == "as"), -1)
    return "seem" if likened >= 0 and tokens.dep[likened] != "mark" else "strike"


_HAVE = frozenset({"have", "has", "’ve", "'ve"})
_CONDITIONS = frozenset({"if", "unless", "lest", "whether"})
_MODALS = frozenset(
    {"will", "would", "shall", "should", "can", "could", "may", "might", "must", "to", "wo", "ca", "'ll", "’ll"}
)


def _modal(tokens: Tokens, at: int, auxes: list[str]) -> str:
    """The word that makes a clause something other than told: "would", "'d have", or an "if" before it."""
    marks = [tokens.lower[c] for c in tokens.children[at] if tokens.dep[c] in ("mark", "advmod")]
    if any(mark in _CONDITIONS for mark in marks):
        return "if"
    if "have" in auxes and any(a in ("'d", "’d") for a in auxes):
        return "would"
    return next((a for a in auxes if a in _MODALS), "")


def find_subject(tokens: Tokens, at: int) -> int:
    """The token of the subject: the verb's own, or that of the verb it hangs on; of what one is asked to do, whoever is asked."""
    for _ in range(4):
        own = [c for c in tokens.children[at] if tokens.dep[c] in _SUBJECTS and not _is_reflexive(tokens, c)]
        if own:
            if tokens.lower[own[0]] in ("who", "that", "which") and tokens.dep[at] == "relcl":
                head = tokens.head[at]  # "a word of Anna's which struck her": Anna strikes nobody
                return -1 if tokens.lower[own[0]] == "which" and _is_somebody(tokens, head) else head
            return max((c for c in own if c < at), default=own[0])  # the nearest: a name called out may stand before it
        if tokens.dep[at] not in ("conj", "xcomp", "advcl", "ccomp", "pcomp") or tokens.head[at] == at:
            return -1
        if (asked := _find_asked(tokens, at)) >= 0:
            return asked
        at = _find_joined(tokens, at) if tokens.dep[at] != "pcomp" else tokens.head[tokens.head[at]]
        if tokens.pos[at] not in ("VERB", "AUX"):
            return -1
    return -1


def _find_joined(tokens: Tokens, at: int) -> int:
    """The verb that a verb without a subject hangs on; of several that are joined, the last before it whose subject is somebody:
    "He lit one, and she looked up and said"."""
    head = tokens.head[at]
    if tokens.dep[at] != "conj":
        return head
    own = (
        (other, subject) for other in tokens.children[head] if head < other < at and tokens.dep[other] == "conj"
        for subject in tokens.children[other] if tokens.dep[subject] in _SUBJECTS
    )  # fmt: skip
    other, subject = max(own, default=(head, -1))
    return other if subject >= 0 and _is_somebody(tokens, subject) else head


def _is_somebody(tokens: Tokens, at: int) -> bool:
    return tokens.lower[at] in PRONOUNS or tokens.pos[at] == "PROPN" or is_person_noun(tokens.lemma[at])


def _find_asked(tokens: Tokens, at: int) -> int:
    """ "She persuaded him to go": who goes is the object of the verb above; -1 where none is told to do anything."""
    head = tokens.head[at]
    if tokens.dep[at] != "xcomp" or tokens.lemma[head] not in _ASKS:
        return -1
    return max((c for c in tokens.children[head] if tokens.dep[c] in _OBJECTS and head < c < at), default=-1)


def _is_reflexive(tokens: Tokens, at: int) -> bool:
    """ "Anna roused herself to say": it is Anna who says."""
    return tokens.lower[at].endswith(("self", "selves"))


def find_people(tokens: Tokens, at: int, heads: list[int], base: int) -> list[int]:
    """The mention at a token, and those joined to it by "and"."""
    found = [base + heads[at]] if heads[at] >= 0 else []
    for child in tokens.children[at]:
        if tokens.dep[child] == "conj":
            found += find_people(tokens, child, heads, base)
    return found


def _prepositions(tokens: Tokens, children: list[int], heads: list[int], base: int
                  ) -> tuple[list[tuple[str, int]], str, list[str]]:  # fmt: skip
    """(people behind prepositions, the place named behind one, other nouns behind one)."""
    preps: list[tuple[str, int]] = []
    place, nouns = "", []
    for child in children:
        if tokens.dep[child] not in ("prep", "agent", "dative"):
            continue
        for noun in tokens.children[child]:
            if tokens.dep[noun] != "pobj":
                continue
            people = find_people(tokens, noun, heads, base)
            preps += [(tokens.lower[child], person) for person in people]
            if not people:
                nouns.append(tokens.lemma[noun])
            if tokens.lower[child] in _PLACE_PREPS and tokens.lemma[noun] in PLACE_NOUNS:
                place = _phrase(tokens, noun)  # "in Orme Hall" may be a name, too
    return preps, place, nouns


def _phrase(tokens: Tokens, at: int) -> str:
    left = [c for c in tokens.children[at] if c < at and tokens.dep[c] in ("det", "amod", "compound", "poss")]
    return " ".join(tokens.text[i] for i in range(min(left, default=at), at + 1)).lower().replace(" - ", "-")


def _complements(tokens: Tokens, at: int) -> list[tuple[str, int, int, bool]]:
    """Adjectives and nouns said of the subject, with those joined to them."""
    found: list[tuple[str, int, int, bool]] = []
    queue = [c for c in tokens.children[at] if tokens.dep[c] in ("acomp", "attr", "oprd")]
    negated = any(tokens.lower[c] in NEGATORS for c in tokens.children[at])
    for index in queue:
        start = tokens.start[index]
        found.append((tokens.lemma[index], start, start + len(tokens.text[index]), negated))
        queue += [c for c in tokens.children[index] if tokens.dep[c] == "conj" and c > index]
    return found
