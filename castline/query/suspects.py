"""Who is known by too little: somebody's kin without a name, who may be the bearer of one, and who may be nobody at all."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from castline.graph.facts import Name
from castline.query.finding import Finding, say_meetings
from castline.query.view import View, cite

TALKED_OF = 3
"""Names' uses from which on it is worth asking whether who bears it is a person."""

TITLED = frozenset({
    "prince", "princess", "count", "countess", "baron", "baroness", "duke", "duchess", "captain", "colonel", "general", "major",
    "lieutenant", "doctor", "dr", "professor", "reverend", "right", "honourable", "old", "young", "little",
})  # fmt: skip
"""Words before a name that are none of it, and are said of people alone."""
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
