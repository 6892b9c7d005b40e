"""HPD's sessions (Chen et al. 2023) as its files have them, or as `castline export hpd` writes them: read, stripped, filled.

Files of HPD are the user's own copy. A key may be written with capitals, blanks or lines; what is not among the 13 attributes
and 12 relations stays under its own name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from castline.errors import InputError
from castline.query.hpd import ATTRIBUTES, BINARY, LEVELS
from castline.query.hpd_document import THEIR_ATTRIBUTES, hash_texts
from castline.query.view import View

Value = float | None
_ATTRIBUTES = {theirs: ours for ours, theirs in THEIR_ATTRIBUTES.items()} | {"expert": "expertise", "looking": "looks"}
_TEXTS = ("scene", "dialogue", "positive_response", "negative_responses")
"""What pointers stand for."""


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """A session: `right` and `wrong` are candidates for what `who` says after the dialogue; `wrong_by` is "rules" where no person
    chose the wrong ones. Attributes and relations are by name, those of ours under our names."""

    id: str
    position: str
    who: str
    speakers: tuple[str, ...]
    scene: str
    dialogue: tuple[str, ...]
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    wrong_by: str
    attributes: dict[str, dict[str, str]]
    relations: dict[str, dict[str, Value]]


def read_sessions(path: str | Path) -> list[Session]:
    """The sessions of a file. Raises InputError for what is none, and for one whose texts have been stripped."""
    return [_read(path, name, body) for name, body in load_document(path)["sessions"].items()]


def load_document(path: str | Path) -> dict[str, Any]:
    """A file of ours or of HPD's as an object with `sessions` (and `chapters`, in ours). Raises InputError."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise InputError(f"'{path}' is no JSON: {error}. `castline export hpd NAME` writes such files.") from error
    document = found if isinstance(found, dict) and "sessions" in found else {"sessions": found}
    if not isinstance(document["sessions"], dict) or not all(
        isinstance(one, dict) for one in document["sessions"].values()
    ):
        raise InputError(
            f"'{path}' holds no sessions: an object of objects is wanted, as `castline export hpd NAME` writes it."
        )
    return document


def _read(path: str | Path, name: str, body: Mapping[str, Any]) -> Session:
    fields = {_fold(key): value for key, value in body.items()}
    own = next((key for key in body if _fold(key).startswith("relationswith")), "")
    who = re.sub(r"(?i)^relations[\s_-]*with[\s_-]*", "", own)
    try:
        dialogue, right = _list(fields["dialogue"]), _list(fields.get("positiveresponse", ()))
        if not right:
            dialogue, right = _take_last(dialogue, who)
        return Session(
            id=name, position=str(fields.get("position", "")), who=who, speakers=_list(fields.get("speakers", ())),
            scene="\n".join(_list(fields.get("scene", ()))), dialogue=dialogue, right=right,
            wrong=_list(fields.get("negativeresponses", fields.get("negativeresponse", ()))),
            wrong_by=str(fields.get("negativesby", "people")),
            attributes={one: name_attributes(row) for one, row in fields.get("attributes", {}).items()},
            relations={one: name_relations(row) for one, row in body.get(own, {}).items()},
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(
            f"Session '{name}' of '{path}' lacks or garbles {error}. It wants dialogue, scene, attributes and relations; where only "
            "pointers stand, `castline bench hpd fill` puts the texts back."
        ) from error


def _take_last(dialogue: tuple[str, ...], who: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of a training session the right answer is the person's last line."""
    for at in range(len(dialogue) - 1, 0, -1):
        if dialogue[at].startswith(f"{who}:"):
            return dialogue[:at], (dialogue[at].removeprefix(f"{who}:").strip(),)
    raise ValueError(f"a line of '{who}' that follows another")


def _list(value: Any) -> tuple[str, ...]:
    return tuple([value] if isinstance(value, str) else map(str, value))


def _fold(key: str) -> str:
    return re.sub(r"[^a-z]", "", key.lower())


def name_attributes(row: Mapping[str, Any]) -> dict[str, str]:
    """A row of attributes under our names; what is nothing is empty."""
    found = {}
    for key, value in row.items():
        folded = _fold(key)
        name = _ATTRIBUTES.get(folded, folded if folded in ATTRIBUTES else key)
        if name != "name":
            found[name] = "" if str(value).strip().casefold() in ("none", "nan", "null") else str(value).strip()
    return found


def name_relations(row: Mapping[str, Any]) -> dict[str, Value]:
    """A row of relations under our names. Raises ValueError for a cell that is no number."""
    found: dict[str, Value] = {}
    for key, value in row.items():
        folded = _fold(key)
        level = re.fullmatch(r"(his|their)?.*?(affection|familiarity).*", folded)
        name = (
            LEVELS[2 * bool(level[1]) + (level[2] == "familiarity")] if level else folded if folded in BINARY else key
        )
        if name != "name":
            found[name] = None if value in (None, "") else float(value)
    return found


def strip(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document of ours without its texts: what may be passed on where the book may not."""
    bare = {
        name: {key: value for key, value in body.items() if key not in _TEXTS}
        for name, body in document["sessions"].items()
    }
    return {**document, "sessions": bare}


def fill(view: View, document: Mapping[str, Any]) -> dict[str, Any]:
    """A stripped document with its texts out of the user's own copy, as it was ingested. Raises InputError where that differs."""
    ends = {(chapter.book, chapter.ordinal): chapter.end for chapter in view.record.chapters}
    texts = [
        (book, ends[book, n] - len(text), text)
        for book, n, text in view.store.texts(view.record.name)
        if (book, n) in ends
    ]

    def words(book: int, spans: Sequence[Sequence[int]]) -> str:
        held = (
            (base, text, a, b)
            for a, b in spans
            for own, base, text in texts
            if own == book and base <= a < base + len(text)
        )
        return " ".join(" ".join(text[a - base : b - base] for base, text, a, b in held).split())

    try:
        return {**document, "sessions": {name: _fill(name, body, words) for name, body in document["sessions"].items()}}
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"There are no pointers of castline's here ({error}): `castline export hpd` writes them."
        ) from error


def _fill(name: str, body: Mapping[str, Any], words: Any) -> dict[str, Any]:
    points = body["pointers"]
    book = points["book"]
    scene = [words(book, [span]) for span in points["scene"]]
    said = [words(book, spans) for spans in points["dialogue"]]
    right = words(book, points["positive_response"])
    wrong = [words(of, spans) for of, spans in points["negative_responses"]]
    if hash_texts([*scene, *said, right, *wrong]) != points["sha256"]:
        raise InputError(
            f"'{name}' is not in the saga as it was when it was exported. Ingest the same edition, with the same castline."
        )
    dialogue = [f"{who}: {line}" for who, line in zip(points["names"], said, strict=True)]
    texts = {"scene": scene, "dialogue": dialogue, "positive_response": right, "negative_responses": wrong}
    return {**{key: body[key] for key in body if key in ("position", "speakers")}, **texts, **body}
