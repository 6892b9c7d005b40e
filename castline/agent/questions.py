"""What a question is about: its clause, the words of it, and the people it names. "you" is the person asked, "your sister" whoever
is told to be that."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from castline.agent.kindred import Kindred
from castline.graph.honorifics import count_titles
from castline.graph.identity import Cast
from castline.query.sentences import find_terms, split_words, stem

_HEAD = re.compile(r"(.*?)\b(?:when|as|while|that)\b(.+)", re.S | re.I)
_STEMS = """
it you your were was did do does are is there really actually truly honest honestly true right tell me describe feel feelings
feeling felt see saw hear heard witness present moment time what how when as the a of in at to with happened share thoughts
thought experience please us be have been can remember about exactly say said know aware
"""
_RECALL = re.compile(
    r"\W*(?:do|did|can|could)\s+you\s+(?:still\s+|ever\s+|even\s+|not\s+)?(?:remember|recall|recollect)\s+", re.I
)
"""How a question begins that asks whether one remembers: no detail of what is asked about."""
_TALK = re.compile(
    r"\W*(?:would you (?:like|care|mind)|how are you|how do you do|may i|might i|shall (?:we|i)|good (?:morning|day|afternoon|evening|night)"
    r"|hello|hullo|hi|thank you|thanks|please)\b[^.?!]*[.?!]*\s*",
    re.I,
)
"""What is said in passing, and asks nothing of what was told."""
_PLAIN = frozenset(_STEMS.split())
"""Words of a stem ("Were you really there when ..."): a question of nothing else before its clause is about the clause."""
_YOU = re.compile(r"\b(?:you|your|yours|yourself)\b", re.I)
_YOUR = re.compile(r"\byour\b", re.I)
_S = re.compile(r"['’]s?\s")
_NAME = re.compile(
    r"\b(?:[dl]['’])?[A-ZÀ-Þ][\w’'-]*\.?(?:\s+(?:(?:de|du|of|the|la|le|von|van)\s+)?(?:[dl]['’])?[A-ZÀ-Þ][\w’'-]*)*"
)
_LEADING = """
what how who whom whose when where why which did was were is are do does had has have tell describe to from in at on with could
would will a an the your after before as while during i he she it we they my his her its our their this that these those there
"""
_LEADS = frozenset(_LEADING.split())
"""Words that a question may begin with and no name does."""

Person = tuple[str, ...]
"""The ids that a name may mean: more than one where it is not told apart."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. `terms` are those of the clause in their order, names left out; `names` those of the names;
    `people` whom it names, who is asked among them where it says "you". `subject` is the first of them."""

    text: str
    clause: str
    terms: tuple[str, ...]
    names: tuple[str, ...]
    people: tuple[Person, ...]
    unknown: tuple[str, ...]
    """Names that nobody is known by."""
    of_asked: bool
    """Whether the clause speaks of the person asked."""
    meaning: Mapping[str, tuple[Person, ...]]
    """Whom each name in the clause means; nobody where it is unknown."""


def read_question(text: str, asked: str, cast: Cast, bound: int, kin: Kindred) -> Question:
    """Read a question put to `asked` (an id), with the names that are known by a bound, and whom `kin` knows by then."""
    clause = find_clause(text)
    found: list[tuple[int, Person]] = []
    words: set[str] = set()
    meaning: dict[str, tuple[Person, ...]] = {}
    unknown: list[str] = []
    for start, name in find_names(clause):
        pieces = [(name, _find(name, cast, bound))]
        if not pieces[0][1]:
            unknown.append(name)
            pieces = [
                (part, _find(part, cast, bound)) for part in name.split() if not count_titles(part.rstrip(".").lower())
            ]
        people = [person for _, person in pieces if person]
        meaning[name] = tuple(people)
        found += [(start, person) for person in people]
        end = start + len(name)
        if len(people) == 1 == len(people[0]) and (owns := _S.match(clause, end)):
            found.append((end, kin.find(people[0][0], clause[owns.end() :])))
        words.update(word for piece, person in pieces if person for word in split_words(piece))
    you = _YOU.search(clause)
    if you:
        found.append((you.start(), (asked,)))
        found += [(your.end(), kin.find(asked, clause[your.end() :])) for your in _YOUR.finditer(clause)]
    named = {stem(word) for word in words}
    terms = find_terms(clause)
    return Question(
        text, clause, tuple(term for term in terms if term not in named), tuple(dict.fromkeys(t for t in terms if t in named)),
        tuple(dict.fromkeys(people for _, people in sorted(found) if people)), tuple(unknown), you is not None, meaning,
    )  # fmt: skip


def find_clause(text: str) -> str:
    """The question without a stem that is about nothing ("Tell me your feelings when ...", "Do you remember ..."); nothing of what
    is said in passing ("Would you like some tea?")."""
    if is_passing(text):
        return ""
    clause = _RECALL.sub("", text.strip(), count=1) if _RECALL.match(text.strip()) else text.strip()
    while (found := _HEAD.fullmatch(clause)) and len(found[2].split()) > 2 and set(split_words(found[1])) <= _PLAIN:
        clause = found[2].strip()
    return clause


def is_passing(text: str) -> bool:
    """Whether a question asks nothing of what was told: a greeting, an offer, a wish."""
    return _TALK.fullmatch(text) is not None


def find_names(clause: str) -> list[tuple[int, str]]:
    """The names in a clause with where they begin: runs of words with a capital, without what merely begins a sentence."""
    names = []
    for found in _NAME.finditer(clause):
        start, parts = found.start(), found[0].split()
        while parts and parts[0].lower() in _LEADS:
            start += len(parts.pop(0)) + 1
        name = _trim(" ".join(parts))
        if len(name) > 1:
            names.append((start, name))
    return names


def _trim(name: str) -> str:
    """A name without what makes it a possessive, and without the full stop of a sentence that it ends."""
    last = name.split()[-1].rstrip(".") if name else ""
    if name.endswith(".") and len(last) > 1 and not count_titles(last.lower()):
        name = name[:-1]
    return re.sub(r"['’]s?$", "", name)


def _find(name: str, cast: Cast, bound: int) -> Person:
    return tuple(cast.candidates(name, bound))
