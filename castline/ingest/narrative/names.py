"""The names that people go by, as a chapter gives them, each with its type."""

from __future__ import annotations

from castline.graph.facts import NameType
from castline.ingest.decisions import Naming
from castline.ingest.draft import Draft
from castline.ingest.language.names import is_given_name, read_name, squeeze, usual_gender
from castline.ingest.narrative.main_names import choose_main

NAMED, DESCRIBED = 0.97, 0.96
"""How often a name is right (965 of 996 aliases of PDNC's characters), and a description (86 of 90 that were read)."""
LONG_KNOWN = 12
"""Uses of somebody's names after which an odd full name is not their best."""


def decide_names(draft: Draft) -> None:
    """Decide on the names that the chapter gives to people new and old."""
    known = {(key, form): index for key, form, index in draft.found.naming.added}
    for (key, form), index in sorted(known.items(), key=lambda item: item[1]):
        _decide_name(draft, key, form, index, "name")
    for key, form, index in draft.found.described:
        _decide_name(draft, key, form, index, "description")
    _decide_main_names(draft)


def _decide_name(draft: Draft, key: int, form: str, index: int, kind: str) -> None:
    note = draft.notes.mentions[index]
    sure, sort = (NAMED, _type_of(draft, key, form)) if kind == "name" else (DESCRIBED, "description")
    span, scene = (note.start, note.end), draft.scene_at(note.paragraph)
    draft.decide(Naming, span, scene, kind, sure, person=key, form=form, type=sort)


def _decide_main_names(draft: Draft) -> None:
    """Decide which of their names are now the main ones of those whom the chapter names: told where it first uses them, or, of
    a full name that stood in an earlier chapter, where it first uses any of theirs."""
    firsts: dict[str, int] = {}
    for index, note in enumerate(draft.notes.mentions):
        if note.kind == "name" and not note.plural:
            firsts.setdefault(squeeze(note.form), index)
    named: dict[int, int] = {}
    for form, index in firsts.items():
        if form in draft.found.naming.of_form:
            named.setdefault(draft.memory.person(draft.found.naming.of_form[form]).key, index)
    given = {(one.person, one.form): one for one in draft.decisions.namings}
    for key, index in sorted(named.items()):
        person = draft.memory.people[key]
        main = choose_main(person.forms, person.gender, person.main)
        if main in ("", person.main):
            continue
        if (key, main) not in given:
            _decide_name(draft, key, main, firsts.get(main, index), "name")
            given[key, main] = draft.decisions.namings[-1]
        given[key, main].leads = True


def _type_of(draft: Draft, key: int, form: str) -> NameType:
    """The type of a name. A full name that nothing bears out, for somebody long known otherwise, is a byname: "Brave Orme",
    or "Betsey Orme" of a man."""
    name, person = read_name(form), draft.memory.person(key)
    new = any(met in (key, person.key) for met, _ in draft.found.naming.met)
    if name.type != "full" or new or sum(person.forms.values()) < LONG_KNOWN:
        return name.type
    first = name.given.split()[0]
    usual = usual_gender(first)
    known = any(first in (other.single, other.given) for other in map(read_name, person.forms) if other.text != form)
    fits = known or (is_given_name(first) and (not usual or person.gender in ("", usual)))
    return "full" if fits or len(first) == 1 else "nickname"
