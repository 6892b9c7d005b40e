"""Who is known by too little: somebody's kin without a name, who may be the bearer of one, and who may be nobody at all."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from castline.graph.facts import Mention, Name
from castline.graph.nicknames import formal_names
from castline.query.finding import Finding, say_meetings
from castline.query.view import View, cite

TALKED_OF = 3
"""Names' uses from which on it is worth asking whether who bears it is a person."""

TITLED = frozenset({
    "king", "queen", "emperor", "empress", "prince", "princess", "count", "countess", "baron", "baroness", "duke", "duchess", "captain",
    "colonel", "general", "major", "lieutenant", "doctor", "dr", "professor", "reverend", "right", "honourable", "old", "young", "little",
})  # fmt: skip
"""Words before a name that are none of it, and are said of people alone."""
SPELLED = 6
"""Letters from which on two names that differ in one are more likely one name than two."""
SLIPS, KNOWN = 3, 10
"""Uses of a name that may be a slip of the pen, at most; and of the one that is meant, at least."""
_WORD = re.compile(r"[^\W\d_]+")
Names = dict[str, list[Name]]
Scenes = dict[str, set[str]]


def find_kin(view: View, names: Names, scenes: Scenes, met: Counter[frozenset[str]]) -> Iterator[Finding]:
    """ "Anna’s father" beside the one man of her family who has a name. That they seem to talk tells little: who is taken for
    two is taken to answer himself."""
    families = _families(view)
    for one, borne in names.items():
        owner, _, noun = borne[0].form.rpartition("’s ") if borne else ("", "", "")
        if not owner or not scenes[one]:
            continue
        gender = view.cast.gender(one, view.bound)
        kin = families[one] | {other for near in families[one] for other in families[near]}
        named = [
            other for other in sorted(kin - {one})
            if scenes[other] and _has_name(names.get(other, [])) and gender == view.cast.gender(other, view.bound) is not None
            and not any(form.form == owner for form in names[other])
        ]  # fmt: skip
        if len(named) == 1:
            meetings = met[frozenset((one, named[0]))]
            why = f"{view.name(named[0])} is of {owner}’s family, and may be the {noun}; {say_meetings(meetings)}"
            yield Finding(
                "split", min(len(scenes[one]), len(scenes[named[0]])), (view.name(one), view.name(named[0])), (one, named[0]), why,
                (cite(borne[0]),), ("same", one, named[0]),
            )  # fmt: skip


def find_spellings(view: View, scenes: Scenes) -> Iterator[Finding]:
    """ "Marchfeild" beside "Marchfield": a name that is hardly used, one letter from one that is."""
    uses: Counter[str] = Counter()
    first: dict[str, Mention] = {}
    for mention in view.facts(["mention"]):
        for word in _WORD.findall(mention.form) if mention.type == "name" else ():
            uses[word] += 1
            first.setdefault(word, mention)
    known = [word for word in uses if uses[word] >= KNOWN]
    for word in (one for one in uses if uses[one] <= SLIPS and len(one) >= SPELLED):
        for other in (one for one in known if differ_by_one(word.casefold(), one.casefold())):
            one, two = view.root(first[word].character), view.root(first[other].character)
            if one != two:
                why = f"{word} is written {'once' if uses[word] == 1 else f'{uses[word]} times'}, {other} {uses[other]} times"
                yield Finding(
                    "split", len(scenes[one]), (view.name(one), view.name(two)), (one, two), why,
                    (cite(first[word]), cite(first[other])), ("same", one, two),
                )  # fmt: skip


def find_slips(view: View, names: Names, scenes: Scenes) -> Iterator[Finding]:
    """ "Arthur Hale" once, beside "Albert Hale": one of the surname who is hardly named, with a given name that begins alike."""
    uses, full = _uses(view), {one: dict(_read_full(borne)) for one, borne in names.items()}
    for one in (who for who in names if uses[who] <= SLIPS):
        for other in (who for who in names if uses[who] >= KNOWN and not _are_of_two(view, one, who)):
            for rare, name in full[one].items():
                alike = next((known for known in full[other] if _begin_alike(rare, known)), None)
                if alike and set(full[one]).isdisjoint(full[other]):
                    why = f"{' '.join(rare)} is named {'once' if uses[one] == 1 else f'{uses[one]} times'}, {' '.join(alike)} {uses[other]} times"
                    yield Finding(
                        "split", len(scenes[one]), (view.name(one), view.name(other)), (one, other), why,
                        (cite(name), cite(full[other][alike])), ("same", one, other),
                    )  # fmt: skip


def _read_full(borne: list[Name]) -> Iterator[tuple[tuple[str, str], Name]]:
    """((given name, surname), name) of those told in full."""
    for name in borne:
        words = name.form.split()
        if name.type == "full" and len(words) > 1 and words[-2].isalpha() and words[-2].casefold() not in TITLED:
            yield (words[-2], words[-1]), name


def _begin_alike(rare: tuple[str, str], known: tuple[str, str]) -> bool:
    """Whether two names in full have the surname in common and of the given name the first letter alone."""
    given = [formal_names(name.casefold()) for name, _ in (rare, known)]
    return rare[1] == known[1] and rare[0][0] == known[0][0] and given[0].isdisjoint(given[1])


def _are_of_two(view: View, one: str, other: str) -> bool:
    return len({view.cast.gender(who, view.bound) for who in (one, other)} - {None}) > 1


def differ_by_one(word: str, other: str) -> bool:
    """Whether two words differ in one letter (changed, left out, or two that changed places), the plural left out."""
    short, long = sorted((word, other), key=len)
    if long == short + "s" or short == long:
        return False
    at = next((at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    return short[at + 1 :] == long[at + 1 :] or (
        short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]
    )


def _families(view: View) -> defaultdict[str, set[str]]:
    """Person -> those of the family."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for tie in view.facts(["relation"]):
        if tie.type in ("family", "lover"):
            a, b = view.root(tie.a), view.root(tie.b)
            found[a].add(b)
            found[b].add(a)
    return found


def _has_name(borne: list[Name]) -> bool:
    return any(name.type != "description" for name in borne)


def find_nobodies(view: View, names: Names, scenes: Scenes) -> Iterator[Finding]:
    """Names that are named often, and yet whose bearer never speaks, is spoken to, acts, or is a he or a she: a newspaper, a
    house, a word at the head of a sentence."""
    uses, alive = _uses(view), _alive(view)
    for one, borne in names.items():
        if uses[one] >= TALKED_OF and one not in alive and _is_bare(borne) and not view.cast.gender(one, view.bound):
            why = f"named {uses[one]} times, and never speaks, is spoken to or acts"
            yield Finding(
                "nobody", len(scenes[one]), (view.name(one),), (one,), why, (cite(borne[0]),), ("nobody", one)
            )


def _is_bare(borne: list[Name]) -> bool:
    """Whether there is a name, and no title with it."""
    return _has_name(borne) and not any(name.form.lower().split()[0] in TITLED for name in borne)


def _uses(view: View) -> Counter[str]:
    """How often each is named."""
    return Counter(view.root(one.character) for one in view.facts(["mention"]) if one.type == "name")


def _alive(view: View) -> set[str]:
    """Whoever speaks, is spoken to, acts, feels something said outright, or is somebody's kin or friend."""
    found: set[str] = set()
    for said in view.facts(["utterance"]):
        found.update(view.root(one) for one in (said.speaker, *said.addressees) if one)
    for part in view.facts(["participation"]):
        if part.presence != "mentioned":
            found.add(view.root(part.character))
    for tie in view.facts(["relation"]):
        found.update((view.root(tie.a), view.root(tie.b)))
    return found
