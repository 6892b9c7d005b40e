"""Answers of somebody who knows better, laid over what has been decided: a model's, imported facts, a person's.

Whoever amends says what he replaces, and the replaced decision stays on record in `overruled`. Any number of sources
may amend one after the other; whoever comes last stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from castline.errors import InputError
from castline.ingest.annotations import Extract
from castline.ingest.decisions import (
    LISTS,
    Decision,
    Decisions,
    Happening,
    Join,
    Known,
    Level,
    Meaning,
    Overruled,
    Part,
    Speech,
    Staging,
    Tie,
    Trait,
)

_PEOPLE = ("person", "speaker", "a", "b", "holder", "toward", "focal", "source")
"""The fields of decisions that are people's keys."""


class Answer(msgspec.Struct):
    """One answer: `decision` stands from now on (None: nothing does) in place of `instead_of` (None: it is new)."""

    by: str
    decision: Decision | None
    instead_of: Decision | None = None
    why: str = ""


def amend(decisions: Decisions, answers: Iterable[Answer]) -> Decisions:
    """The decisions with the answers laid over them; those given stay as they are.

    A mention or a quote of which something has been decided need not be named in `instead_of`. A `Join` lets all that was
    decided about the one be decided about the other. Raises InputError for an answer to what was not decided.
    """
    amended = msgspec.structs.replace(decisions, overruled=list(decisions.overruled))
    for name in LISTS.values():
        setattr(amended, name, list(getattr(decisions, name)))
    for answer in answers:
        _lay(amended, answer)
    return amended


def _lay(amended: Decisions, answer: Answer) -> None:
    made = msgspec.structs.replace(answer.decision, by=answer.by) if answer.decision else None
    old = answer.instead_of or (_find_same(amended, made) if made else None)
    at = None
    if old is not None:
        listed = amended.listed(type(old))
        if old not in listed:
            raise InputError(f"{answer.by} answers what was not decided: {old}. Ask for the chapter's decisions again.")
        at = listed.index(old)
        del listed[at]
        amended.overruled.append(Overruled(old, answer.by, answer.why))
    if made is not None:
        listed = amended.listed(type(made))
        listed.insert(at if at is not None and type(made) is type(old) else len(listed), made)
        if isinstance(made, Join):
            rekey_decisions(amended, made)


def _find_same(amended: Decisions, made: Decision) -> Decision | None:
    """What was decided about the same mention or quote."""
    if isinstance(made, Meaning):
        return next((old for old in amended.meanings if old.mention == made.mention), None)
    if isinstance(made, Speech):
        return next((old for old in amended.speeches if old.quote == made.quote), None)
    return None


def follow_speaker(notes: Extract, decisions: Decisions, said: Speech) -> Iterator[tuple[int, int]]:
    """(mention, person) of the pronouns of a quote that mean somebody else by who says it now: "I" is whoever speaks, and a
    "you" that has come to be the speaker is the only one spoken to (-1: nobody is known)."""
    meant = {one.mention: one.person for one in decisions.meanings}
    listener = said.addressees[0] if len(said.addressees) == 1 else -1
    for index, note in enumerate(notes.mentions):
        if note.quote != said.quote or note.kind != "pronoun" or note.plural:
            continue
        before = meant.get(index, -1)
        now = said.speaker if note.person == 1 else listener if note.person == 2 and before == said.speaker else before
        if now != before:
            yield index, now


def rekey_decisions(decisions: Decisions, join: Join) -> None:
    """Let all that was decided about `gone` be decided about `kept`: presence, knowledge, parts and feelings of both."""
    for name in LISTS.values():
        if name not in ("introductions", "namings", "joins", "partings"):
            renamed = (_rename(one, join) for one in getattr(decisions, name))
            setattr(decisions, name, [one for one in renamed if not _is_of_oneself(one)])
    decisions.in_mind = _merge_minds(decisions.in_mind, join)
    best: dict[tuple[int | None, int, int], Level] = {}
    for level in decisions.levels:
        one = level.scene, level.holder, level.toward
        best[one] = max(best.get(one, level), level, key=lambda known: known.familiarity)
    decisions.overruled += [Overruled(level, join.by, "one of two strands") for level in decisions.levels
                            if best[level.scene, level.holder, level.toward] is not level]  # fmt: skip
    decisions.levels = list(best.values())


def _rename(one: Any, join: Join) -> Any:
    """A decision, or a part of one, with `kept` for `gone`."""
    changed = {name: join.kept for name in _PEOPLE if getattr(one, name, None) == join.gone}
    if isinstance(one, Speech):
        keys = dict.fromkeys(join.kept if key == join.gone else key for key in one.addressees)
        changed["addressees"] = tuple(key for key in keys if key != changed.get("speaker", one.speaker))  # type: ignore[assignment]
    elif isinstance(one, Trait):
        changed["others"] = tuple(dict.fromkeys(join.kept if key == join.gone else key for key in one.others))  # type: ignore[assignment]
    elif isinstance(one, Tie):
        changed["hidden_from"] = tuple(dict.fromkeys(join.kept if key == join.gone else key for key in one.hidden_from))  # type: ignore[assignment]
    elif isinstance(one, Staging):
        present = {key: list(stays) for key, stays in one.present.items() if key != join.gone}
        if join.gone in one.present:
            present[join.kept] = sorted(present.get(join.kept, []) + one.present[join.gone])
        changed["present"] = present  # type: ignore[assignment]
    elif isinstance(one, Happening):
        changed["parts"] = _once([_rename(part, join) for part in one.parts])
        changed["known"] = _once([_rename(known, join) for known in one.known])
    return msgspec.structs.replace(one, **changed) if changed else one


def _once(told: list[Any]) -> Any:
    """Parts or knowledge with one entry a person, the first."""
    found: dict[int, Part | Known] = {}
    for one in told:
        found.setdefault(one.person, one)
    return list(found.values())


def _is_of_oneself(one: Any) -> bool:
    """Whether a tie or a feeling has come to run from somebody to himself."""
    ends = [getattr(one, name) for name in ("a", "b", "holder", "toward") if hasattr(one, name)]
    return len(ends) == 2 and ends[0] == ends[1]


def _merge_minds(in_mind: dict[int, float], join: Join) -> dict[int, float]:
    merged: dict[int, float] = {}
    for key, weight in in_mind.items():
        one = join.kept if key == join.gone else key
        merged[one] = max(weight, merged.get(one, 0.0))
    return merged
