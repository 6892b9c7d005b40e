"""The people a passage may speak of, and what was known of them before its chapter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from castline.ingest.annotations import FATE
from castline.ingest.language.lexicon import KIN
from castline.ingest.memory.memory import MOST_TOLD, Memory
from castline.ingest.memory.people import Person
from castline.ingest.model.passages import Passage
from castline.ingest.model.seen import Seen
from castline.ingest.resolution.cast.kinship import related, shorten_kind

USUAL = 16
"""The most used people of the saga so far that are listed though the passage does not seem to speak of them."""
_WORD = re.compile(r"\w+")
MOST_FORMS, MOST_TIES, MOST_TRAITS = 4, 4, MOST_TOLD


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody in a prompt: `key` and `id` in the rules' memory, the forms told so far, and the line that says so."""

    key: int
    id: str
    forms: tuple[str, ...]
    line: str

    @property
    def name(self) -> str:
        """The best name told."""
        return self.forms[0] if self.forms else "the narrator"


def find_known(seen: Seen, passage: Passage) -> dict[str, Known]:
    """Prompt id -> who is known by the end of the passage and may matter in it: whom it speaks of, who
    was met earlier in its chapter, whoever has told of the saga so far, and those most usual."""
    keys = find_spoken_of(seen, passage)
    keys |= {
        one.person
        for one in seen.decisions.meanings
        if one.person >= len(seen.before.people) and one.start < passage.start
    }
    keys |= {seen.before.person(key).key for _, key in seen.before.tellers.items()}
    usual = sorted(seen.before.people, key=lambda one: (-one.count, one.key))[:USUAL]
    keys |= {one.key for one in usual if one.joined < 0 and one.count > 1}
    told = {key: _forms(seen, passage, key) for key in sorted(keys)}
    listed = {key: name_id(key) for key, forms in told.items() if forms or _is_narrator(seen, key)}
    return {
        name: Known(key, seen.after.people[key].id, told[key], _say(seen, key, told[key], listed))
        for key, name in listed.items()
    }


def find_spoken_of(seen: Seen, passage: Passage) -> set[int]:
    """Keys of those whom the rules find in a passage, and of their kin whom it may mean by a noun ("his sisters")."""
    keys = {one.person for one in seen.decisions.meanings if passage.holds(one.start)}
    keys |= {one.speaker for one in seen.decisions.speeches if passage.holds(one.start) and one.speaker >= 0}
    words = _WORD.findall(seen.text[passage.start : passage.end].lower())
    told = {KIN[noun] for word in words if (noun := word.removesuffix("s")) in KIN}
    of = (tie for key in sorted(keys) for tie in _find_kin(seen.before, key))
    return keys | {other for other, kinds in of if told and not told.isdisjoint(_broaden(kinds))}


def _find_kin(memory: Memory, key: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Somebody's kin with what each is to them; the wife of a brother-in-law may be a sister."""
    for other, kinds in memory.ties.kin.get(key, {}).items():
        yield other, kinds
        if "sibling-in-law" in kinds:
            yield from ((spouse.key, ("sibling",)) for spouse in related(memory, other, "spouse"))


def _broaden(kinds: tuple[str, ...]) -> set[str]:
    """The kinds of kin that somebody may be called: who is of the family may be any."""
    return {*kinds, *map(shorten_kind, kinds), *(KIN.values() if "family" in kinds else ())}


def name_id(key: int) -> str:
    """The id that a person has in all prompts: of the order in which the rules have met them."""
    return f"p{key + 1}"


def _is_narrator(seen: Seen, key: int) -> bool:
    return seen.after.people[key].kind == "narrator"


def _forms(seen: Seen, passage: Passage, key: int) -> tuple[str, ...]:
    """The forms told by the passage's end, the best known first."""
    known = _before(seen.before, key)
    forms = dict.fromkeys([known.name, *known.forms]) if known and known.forms else {}
    new = [one.form for one in seen.decisions.namings if one.person == key and one.start < passage.end]
    return tuple(dict.fromkeys([*forms, *(new if forms else sorted(new, key=lambda form: -len(form.split())))]))


def _before(memory: Memory, key: int) -> Person | None:
    return memory.person(key) if key < len(memory.people) else None


def _say(seen: Seen, key: int, forms: tuple[str, ...], listed: dict[int, str]) -> str:
    """One line: id, names, gender, ties and traits as of the chapter before."""
    name = forms[0] if forms else "the narrator"
    parts = [f"{name_id(key)}: {name}"]
    if forms[1:]:
        parts.append("also " + ", ".join(forms[1 : 1 + MOST_FORMS]))
    known = _before(seen.before, key)
    if known is None:
        return "; ".join([*parts, "first met here"])
    if known.gender:
        parts.append(known.gender)
    ties = seen.before.ties.kin.get(known.key, {})
    for other, kinds in [one for one in sorted(ties.items()) if one[0] in listed][:MOST_TIES]:
        parts.append(f"{listed[other]} is their {'/'.join(kinds)}")
    told = (of for of in seen.before.attributes.group(known.key) if of[1] != FATE)
    traits = [value for of in told for value in seen.before.attributes[of]]
    return "; ".join([*parts, *traits[:MOST_TRAITS]])
