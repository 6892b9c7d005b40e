"""What a chapter's decisions, once nobody amends them any more, teach for the chapters to come."""

from __future__ import annotations

from castline.graph.corrections import is_said
from castline.ingest.decisions import Decisions, Tie, Trait
from castline.ingest.language.names import read_name
from castline.ingest.memory.memory import Bond, Carried, Memory
from castline.ingest.memory.people import add_form
from castline.ingest.memory.rekey import rekey, unjoin
from castline.ingest.narrative.attributes import remember_attribute
from castline.ingest.resolution.cast.kinship import deny_tie, set_tie


def learn(memory: Memory, decisions: Decisions, prefix: str) -> Memory:
    """The memory after a chapter; the one given stays as it is. `prefix` is what the ids of people met in it start with."""
    after = memory.fork()
    after.apply(decisions.evidence)
    _learn_people(after, decisions, prefix)
    for join in decisions.joins:
        rekey(after, join.gone, join.kept)
    for parting in decisions.partings:
        unjoin(after, parting.gone, parting.kept)
    for tie in decisions.ties:
        set_tie(after, after.person(tie.a).key, after.person(tie.b).key, tie.kind)
    for trait in decisions.traits:
        remember_attribute(after, trait.person, trait.attribute, trait.value)
    for gone in decisions.overruled:
        if isinstance(gone.decision, Trait):  # said to be wrong once, it is not told again by the rules
            remember_attribute(after, gone.decision.person, gone.decision.attribute, gone.decision.value)
        elif isinstance(gone.decision, Tie):
            deny_tie(after, gone.decision.a, gone.decision.b)
    for level in decisions.levels:
        both = after.person(level.holder).key, after.person(level.toward).key
        after.bonds[both] = Bond(level.affection, level.familiarity, level.warmth, level.grievance)
    after.carried[""] = Carried(decisions.in_mind)
    return after


def _learn_people(after: Memory, decisions: Decisions, prefix: str) -> None:
    """Whom an amendment brought in, and the names that people have come to bear."""
    brought: set[int] = set()
    for met in decisions.introductions:
        if met.person == len(after.people):  # somebody whom an amendment brought in
            after.people.meet(f"{prefix}a{met.person}", met.kind)
            brought.add(met.person)
    for given in decisions.namings:
        person = after.people.change(given.person)
        if given.person in brought and given.type != "description":
            add_form(person, read_name(given.form))
        person.forms.setdefault(given.form, 0)
        if given.leads and not is_said(given.by):  # what a person says is laid anew over each chapter
            person.main = given.form


def learn_people(memory: Memory, decisions: Decisions) -> Memory:
    """A memory of the people as the chapter's decisions stand now."""
    after = memory.fork()
    after.people.apply(decisions.evidence.get("people", {}))
    for met in decisions.introductions:
        if met.person == len(after.people):
            after.people.meet(f"a{met.person}", met.kind)
    for given in decisions.namings:
        after.people.change(given.person).forms.setdefault(given.form, 0)
    for join in decisions.joins:
        if after.people[join.gone].joined < 0 and join.gone != join.kept:
            after.people.change(join.gone).joined = join.kept
    return after
