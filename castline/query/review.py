"""What is worth a person's eye: people who may be one, people who may be two; computed at the cut, most telling first.

Two may be one where a name of each shares the given name (or one has the other's with the ending of a pet name) or the
surname, nothing parts them (gender, title, another given name), and they hardly ever meet: few events have both, and they
hardly speak to each other. One may be two where his names tell two genders or two given names. Others, and slips of spelling,
are found in `suspects`, whoever tells without a name in `tellers`, and what cannot both be so in `contraries`.
What a model was refused comes last. What a finding is worth is how many scenes it touches: of two, those of the rarer, who may be in none
and only be called by a single name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations

from castline.graph.facts import Name, is_by_rules
from castline.graph.nicknames import formal_names
from castline.query.contraries import find_contraries
from castline.query.finding import Finding, say_meetings
from castline.query.suspects import TITLED, find_kin, find_nobodies, find_slips, find_spellings
from castline.query.tellers import find_tellers
from castline.query.view import View, cite

MOST = 20
"""Findings listed where nobody says how many."""
_WOMEN, _MEN = (
    frozenset({"mrs", "miss", "lady", "madame", "aunt"}),
    frozenset({"mr", "sir", "lord", "uncle", "monsieur"}),
)
_KIN = frozenset({"aunt", "uncle"})
SELDOM, FEW = 0.2, 3
"""Meetings of two per scene of the rarer, at most, for them to be taken for one; so few may always be a reader's slips."""
_PARTED = frozenset({"title", "full"})
_PET = ("y", "ie", "ey")
SHORTEST = 3
"""Letters of what is left of a pet name without its ending."""
_BEFORE = _WOMEN | _MEN | TITLED


def review(view: View, most: int = MOST) -> list[Finding]:
    """At most `most` findings as of the view's moment, the most valuable first."""
    scenes = _scenes(view)
    names = {one: _names(view, one) for one in view.cast.known(view.bound)}
    met = _meetings(view)
    found = [*_merges(view, names, scenes), *_splits(view, names, scenes, met), *find_kin(view, names, scenes, met),
             *find_tellers(view, names, scenes), *find_nobodies(view, names, scenes), *find_spellings(view, scenes), *find_slips(view, names, scenes),
             *find_contraries(view, scenes), *_refusals(view)]  # fmt: skip
    return sorted(found, key=lambda finding: (-finding.worth, finding.kind, finding.ids))[:most]


def _refusals(view: View) -> Iterator[Finding]:
    """What a model said and was refused, and what it did not read: the rules' reading stands there."""
    for problem in view.facts(["problem"]):
        if "/" not in problem.by:  # rules and their version are told with the rule
            yield Finding("refused", 0, (), (), problem.message, (cite(problem),))


def _scenes(view: View) -> dict[str, set[str]]:
    """Person -> the scenes he is in."""
    found: dict[str, set[str]] = defaultdict(set)
    for scene in view.facts(["scene"]):
        for one in scene.present:
            found[view.root(one.character)].add(scene.id)
    return found


def _names(view: View, one: str) -> list[Name]:
    return [
        name for member in view.cast.members(one, view.bound)
        for told, name in view.cast.names.get(member, ()) if told <= view.bound
    ]  # fmt: skip


def _splits(
    view: View, names: dict[str, list[Name]], scenes: dict[str, set[str]], met: Counter[frozenset[str]]
) -> Iterator[Finding]:
    by_word: dict[str, set[str]] = defaultdict(set)
    for one, borne in names.items():
        for word in _called(borne):
            for form in _stems(word):
                by_word[form].add(one)
    for one, other in sorted({pair for people in by_word.values() for pair in combinations(sorted(people), 2)}):
        worth = min(len(scenes[one]), len(scenes[other]))
        meetings = met[frozenset((one, other))]
        shown = worth > 0 or any(all(map(_single, names[who])) for who in (one, other))
        why = _why_one(view, one, other, names, meetings) if shown and meetings <= max(FEW, SELDOM * worth) else ""
        if why:
            evidence = tuple(cite(names[who][0]) for who in (one, other))
            yield Finding(
                "split", worth, (view.name(one), view.name(other)), (one, other), why, evidence, ("same", one, other)
            )


def _meetings(view: View) -> Counter[frozenset[str]]:
    """How often two speak to each other, or take part in one event."""
    met: Counter[frozenset[str]] = Counter()
    events: dict[str, set[str]] = defaultdict(set)
    for part in view.facts(["participation"]):
        events[part.event].add(view.root(part.character))
    for people in events.values():
        met.update(map(frozenset, combinations(sorted(people), 2)))
    for said in view.facts(["utterance"]):
        if said.speaker:
            met.update(frozenset((view.root(said.speaker), view.root(one))) for one in said.addressees)
    return met


def _why_one(view: View, one: str, other: str, names: dict[str, list[Name]], meetings: int) -> str:
    genders = {view.cast.gender(who, view.bound) for who in (one, other)} - {None}
    given = [{_given(name) for name in names[who]} - {""} for who in (one, other)]
    singles = [
        own | {_single(name) for name in names[who]} - {""} for own, who in zip(given, (one, other), strict=True)
    ]
    if len(genders) > 1 or (all(given) and not _list_alike(*given)):
        return ""
    alike = _list_alike(*singles)
    taken = {word for pair in alike for word in pair}  # a lone word may be no surname
    surnames = [{_surname(name) for name in names[who]} - {"", *taken} for who in (one, other)]
    if genders != {"female"} and all(surnames) and surnames[0].isdisjoint(surnames[1]):
        return ""  # a woman may marry
    titles = [{_words(name)[0] for name in names[who] if name.type == "title"} for who in (one, other)]
    if all(titles) and titles[0].isdisjoint(titles[1]):
        return ""
    shared = _called(names[one]) & _called(names[other])
    called = ", ".join(sorted(word.title() for word in shared))
    short = next((f"{a.title()} may be short for {b.title()}" for a, b in sorted(map(_by_length, alike))), "")
    why = f"both are called {called}" if called else short
    return f"{why}; {say_meetings(meetings)}" if why else ""


def _list_alike(ones: set[str], others: set[str]) -> set[tuple[str, str]]:
    """The pairs of names that are one, but for the ending of a pet name."""
    return {(a, b) for a in ones for b in others if not _stems(a).isdisjoint(_stems(b))}


def _by_length(pair: tuple[str, str]) -> tuple[str, str]:
    return (pair[0], pair[1]) if (len(pair[0]), pair[0]) <= (len(pair[1]), pair[1]) else (pair[1], pair[0])


def _stems(word: str) -> set[str]:
    """A name, and what is left of it without the ending of a pet name ("kitty": "kit" and "kitt")."""
    bare = [word.removesuffix(ending) for ending in _PET if word.endswith(ending)]
    single = [stem[:-1] for stem in bare if stem[-1:] == stem[-2:-1]]
    return {word, *(stem for stem in bare + single if len(stem) >= SHORTEST)}


def _called(names: list[Name]) -> set[str]:
    return {part for name in names for part in (_given(name), _surname(name)) if part}


def _merges(view: View, names: dict[str, list[Name]], scenes: dict[str, set[str]]) -> Iterator[Finding]:
    said = {view.root(told.a) for told in view.facts(["identity"]) if not is_by_rules(told.by)}
    for one, borne in names.items():
        if one in said:
            continue  # somebody who has read it has said that they are one
        women = [name for name in borne if _titled([name]) & _WOMEN]
        men = [name for name in borne if _titled([name]) & _MEN]
        full = {_given(name)[:3]: name for name in borne if name.type == "full" and len(_given(name)) > 2}
        pair = (women[0], men[0]) if women and men else next(filter(_are_two, combinations(full.values(), 2)), ())
        if len(pair) == 2 and scenes[one]:
            why = f"goes by both “{pair[0].form}” and “{pair[1].form}”"
            later = max(pair, key=lambda name: (name.book, name.start)).form
            evidence = tuple(cite(name) for name in pair)
            yield Finding("merge", len(scenes[one]), (view.name(one),), (one,), why, evidence, ("apart", one, later))


def _are_two(names: tuple[Name, Name]) -> bool:
    """Whether two full names have given names of which neither is short for the other, nor both for a third."""
    one, other = map(_given, names)
    return formal_names(one).isdisjoint(formal_names(other))


def _words(name: Name) -> list[str]:
    return [word.strip(".,").casefold() for word in name.form.split()]


def _titled(names: list[Name]) -> set[str]:
    return {words[0] for name in names if len(words := _words(name)) > 1 and words[0] in _WOMEN | _MEN}


def _given(name: Name) -> str:
    """The given name in a form, as far as its type tells."""
    words = [word for word in _words(name) if word not in _BEFORE]
    if name.type in ("given", "nickname") and len(words) == 1:
        return words[0]
    return words[0] if name.type == "full" and len(words) > 1 else ""


def _single(name: Name) -> str:
    """The one word that somebody is called by, be it what name it may: "Bess", "Uncle Ned"."""
    words = [word for word in _words(name) if word not in _KIN]
    return words[0] if len(words) == 1 else ""


def _surname(name: Name) -> str:
    words = _words(name)
    return words[-1] if (name.type in _PARTED and len(words) > 1) or name.type == "family" else ""
