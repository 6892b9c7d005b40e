"""`castline export hpd`: a person's matrices by chapter, and sessions in the form of HPD's own files (Chen et al. 2023).

{"castline": "hpd 1", "saga", "at", "character", "attributes": [13 names], "relations": [12 names], "untold": [names],
 "chapters": {"Book1-chapter2": {"attributes": {name: [13 values]}, "relations": {name: [12 values]}}},
 "sessions": {"Session-1": {"position", "speakers", "scene", "dialogue", "positive_response", "negative_responses",
                            "negatives_by", "attributes": {name: {...}}, "relations with NAME": {name: {...}}, "pointers"}}}

A session's attributes and relations are those of its chapter's end, of its speakers. `pointers` say where each of its texts
stands, and their checksum: a session without its texts is filled with them from one's own copy.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from castline.query.dialogues import Session, list_sessions
from castline.query.hpd import (
    ATTRIBUTES,
    BINARY,
    RELATIONS,
    UNTOLD,
    Matrix,
    Standing,
    trace_standing,
)
from castline.query.view import View

THEIR_ATTRIBUTES = {"hobby": "hobbies", "personality": "character", "expertise": "export"}
"""Attributes that HPD's files call otherwise than its paper."""
UNKNOWN = "Somebody"
"""The speaker whom the text does not tell."""


def make_document(view: View, character: str) -> dict[str, Any]:
    """The document of a person as of the view's moment. Raises UnknownName, AmbiguousName, and AskError without text."""
    who = view.find(character)
    standings = {standing.at: standing for standing in trace_standing(view, who)}
    views = {f"{own.moment.book}.{own.moment.chapter}": own for own in view.by_chapter()}
    sessions = [session for session in list_sessions(view, who) if session.at in standings]
    return {
        "castline": "hpd 1", "saga": view.record.name, "at": view.at, "character": view.name(who),
        "attributes": list(ATTRIBUTES), "relations": list(RELATIONS), "untold": list(UNTOLD),
        "chapters": {write_position(at): _write_chapter(standing) for at, standing in standings.items()},
        "sessions": {
            f"Session-{n}": _write_session(views[session.at], session, standings[session.at])
            for n, session in enumerate(sessions, 1)
        },
    }  # fmt: skip


def write_position(at: str) -> str:
    """ "1.2" as HPD writes it: "Book1-chapter2"."""
    book, chapter = at.split(".")[:2]
    return f"Book{book}-chapter{chapter}"


def hash_texts(texts: Sequence[str]) -> str:
    """The checksum of a session's texts: the scene's paragraphs, what was said, the answer, the wrong ones."""
    return hashlib.sha256("\n".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


def _write_chapter(standing: Standing) -> dict[str, Any]:
    return {
        part: {standing.names[one]: row for one, row in zip(matrix.people, matrix.rows, strict=True)}
        for part, matrix in (("attributes", standing.attributes), ("relations", standing.relations))
    }


def _write_session(view: View, session: Session, standing: Standing) -> dict[str, Any]:
    """A session; `view` is that of its chapter."""
    lines = (*session.history, session.answer)
    speaking = [view.root(line.speaker) if line.speaker else "" for line in lines]
    names = [standing.names.get(one) or (view.name(one) if one else UNKNOWN) for one in speaking]
    scene = [" ".join(paragraph.text.split()) for paragraph in session.setting]
    wrong = [line.text for line in session.wrong]
    texts = [*scene, *(line.text for line in lines), *wrong]
    return {
        "position": write_position(session.at), "speakers": list(dict.fromkeys(names)), "scene": scene,
        "dialogue": [f"{name}: {line.text}" for name, line in zip(names, session.history, strict=False)],
        "positive_response": session.answer.text, "negative_responses": wrong, "negatives_by": "rules",
        "attributes": {
            name: _name_attributes(name, row) for name, row in _pick(standing, standing.attributes, speaking)
        },
        f"relations with {names[-1]}": {
            name: _name_relations(name, names[-1], row) for name, row in _pick(standing, standing.relations, speaking)
        },
        "pointers": _point(session, names[:-1], hash_texts(texts)),
    }  # fmt: skip


def _pick(standing: Standing, matrix: Matrix, people: Sequence[str]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The rows of some people, by name."""
    return ((standing.names[one], row) for one, row in zip(matrix.people, matrix.rows, strict=True) if one in people)


def _name_attributes(name: str, row: Sequence[str]) -> dict[str, str]:
    return {"name": name} | {THEIR_ATTRIBUTES.get(of, of): value for of, value in zip(ATTRIBUTES, row, strict=True)}


def _name_relations(name: str, own: str, row: Sequence[Any]) -> dict[str, Any]:
    """HPD says "him" of everybody."""
    levels = (f"{own}'s affection to him", f"{own}'s familiarity with him", f"His affection to {own}", f"His familiarity with {own}")  # fmt: skip
    held = [float(value) if at < len(BINARY) else value for at, value in enumerate(row)]
    return {"name": name} | dict(zip((*BINARY, *levels), held, strict=True))


def _point(session: Session, names: Sequence[str], sha256: str) -> dict[str, Any]:
    """Where the texts stand: lists of [start, end] into the text of a book."""
    return {
        "sha256": sha256, "book": session.answer.words.book, "names": names,
        "scene": [[paragraph.start, paragraph.end] for paragraph in session.setting],
        "dialogue": [line.words.spans for line in session.history], "positive_response": session.answer.words.spans,
        "negative_responses": [[line.words.book, line.words.spans] for line in session.wrong],
    }  # fmt: skip
