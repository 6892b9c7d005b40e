"""Declarations: feelings and offers put to somebody's face, which are events themselves ("I love you")."""

from __future__ import annotations

import re

from castline.ingest.annotations import Clause
from castline.ingest.decisions import Happening, Known, Part
from castline.ingest.draft import Draft
from castline.ingest.narrative.certainty import is_surely_said
from castline.ingest.narrative.modality import UNREAL, Modality, read_modality
from castline.ingest.narrative.presence import Attendance

_SAID: dict[str, tuple[str, float]] = {
    "love": ("love", 0.9), "adore": ("love", 0.9), "admire": ("admiration", 0.7), "hate": ("hatred", 0.85),
    "detest": ("hatred", 0.85), "despise": ("contempt", 0.8), "forgive": ("forgiveness", 0.8),
}  # fmt: skip
"""Verb -> (what is declared, importance)."""
_OF_YOU = re.compile(r"\byou to\s+$")
"""What makes "ask" a proposal: "I ask you to marry me", not "I meant to ask her"."""
READ_RIGHT = 0.61
"""How often somebody says so to whom it is told: 17 of 28 that were read, of 15 novels; where not, another listens."""
_AS_KIN = re.compile(
    r"\b(?:as|like) (?:my own|my|a|an|your) (?:own )?(?:son|daughter|child|brother|sister|father|mother|friend)\b"
)
"""What makes "I love you" another love."""
_THEIR = {"m": "his", "f": "her", "": "their"}
_THEM = {"m": "him", "f": "her", "": "them"}


def decide_declarations(draft: Draft, here: Attendance) -> None:
    """Decide on an event for each, once per scene and pair."""
    seen: set[tuple[int, str]] = set()
    for clause in draft.notes.clauses:
        if clause.quote < 0 or clause.negated or draft.notes.utterances[clause.quote].kind == "letter":
            continue
        if clause.verb in _SAID and read_modality(draft, clause.at) & UNREAL:
            continue
        said = draft.found.spoken[clause.quote]
        if said.speaker < 0 or len(said.addressees) != 1 or not is_surely_said(said):
            continue
        summary, kind, importance = _read(draft, clause, said.speaker, said.addressees[0])
        scene = draft.scene_at(clause.paragraph)
        if summary and (scene, summary) not in seen and not _is_fancied(draft, clause.quote):
            seen.add((scene, summary))
            _add(draft, here, clause, (said.speaker, said.addressees[0]), summary, kind, importance)


def _is_fancied(draft: Draft, quote: int) -> bool:
    """Whether what leads in to words tells that nobody says them: "she wished that he would say, “I love you”"."""
    start = draft.notes.utterances[quote].parts[0][0]
    return bool(read_modality(draft, start, start - 1) & UNREAL & ~Modality.ASKED)  # up to the mark that opens it


def _read(draft: Draft, clause: Clause, speaker: int, hearer: int) -> tuple[str, str, float]:
    """(summary, kind, importance), with no summary where nothing is declared."""
    subject = {draft.notes.mentions[i].person for i in clause.subjects}
    target = {draft.notes.mentions[i].person for i in clause.objects}
    me, you = draft.name_of(speaker), draft.name_of(hearer)
    gender = draft.memory.person(speaker).gender
    if (
        clause.verb in _SAID
        and subject == {1}
        and target == {2}
        and not clause.past
        and clause.modal in ("", "must", "do")
    ):
        noun, importance = _SAID[clause.verb]
        if noun == "love" and _AS_KIN.search(draft.text[clause.at : draft.sentence_of(clause.at)[1]]):
            noun, importance = "affection", 0.7
        return f"{me} told {you} of {_THEIR[gender]} {noun}.", "declaration", importance
    before = draft.text[max(0, clause.at - 20) : clause.at]
    asked = clause.modal in ("will", "wo") or clause.open == "let" or (clause.open == "ask" and _OF_YOU.search(before))
    if clause.verb == "marry" and target == {1} and subject <= {2} and asked:
        return f"{me} asked {you} to marry {_THEM[gender]}.", "proposal", 0.95
    return "", "", 0.0


def _add(draft: Draft, here: Attendance, clause: Clause, pair: tuple[int, int], summary: str, kind: str, importance: float
         ) -> None:  # fmt: skip
    span, scene = draft.sentence_of(clause.at), draft.scene_at(clause.paragraph)
    told = draft.decide(
        Happening, span, scene, "declaration", READ_RIGHT, summary=summary, kind=kind, place=here.place.get(scene, ""),
        importance=importance,
    )  # fmt: skip
    for key, role in zip(pair, ("speaker", "addressee"), strict=True):
        told.parts.append(Part(key, role, here.talking(scene, key), "declaration", READ_RIGHT))  # type: ignore[arg-type]
        told.known.append(Known(key, "took-part", -1, READ_RIGHT))
