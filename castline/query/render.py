"""A snapshot in words: `markdown` for a writer, `messages` for a chat model, `json` for programs."""

from __future__ import annotations

import re

import msgspec

from castline.errors import AskError
from castline.graph.moments import Moment
from castline.graph.numerals import NUMERAL, parse_numeral
from castline.graph.store import SagaRecord
from castline.query.entries import Snapshot
from castline.query.page import write_page
from castline.query.persona import write_persona
from castline.query.quoting import WHOLE, quote, squeeze

FORMS = ("json", "markdown", "messages")
_NUMBERED = re.compile(
    rf"(?:(?:chapter|chap\.?|chapitre|kapitel|cap[ií]tulo|capitolo)\s+({NUMERAL})|(\d+|[ivxlcdm]+(?=[.:)\]—-]|$)))(?!\w)[\s.:;,)\]—–-]*",
    re.I,
)
"""The number at the head of a heading; Roman letters alone only where a mark ends them, as "I" is a word."""


def render(snapshot: Snapshot, form: str, place: str = "") -> str:
    """The snapshot in one of FORMS. `place` says its moment in words ("chapter 3, “Green Gloves”")."""
    place = place or f"{snapshot.at}"
    match form:
        case "json":
            return indent(snapshot)
        case "markdown":
            return write_page(snapshot, place)
        case "messages":
            return indent([{"role": "system", "content": write_persona(snapshot, place)}])
    raise AskError(f"'{form}' is no form of a snapshot. Ask for {', '.join(FORMS)}.")


def indent(value: object) -> str:
    """JSON as it is printed: two spaces a level."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()


def say_place(record: SagaRecord, moment: Moment) -> str:
    """The moment in words, with the heading printed there: "chapter 3, “Green Gloves”"."""
    labels = {(c.book, c.ordinal): c.label for c in record.chapters}
    label = say_title(labels.get((moment.book, moment.chapter), ""), moment.chapter)
    chapter = f"chapter {moment.chapter}" + (f", {quote(label, WHOLE)}" if label else "")
    book = f"book {moment.book}, " if len(record.books) > 1 else ""
    return (f"scene {moment.scene} of " if moment.scene else "") + book + chapter


def say_title(label: str, ordinal: int) -> str:
    """A heading without the chapter's number, which is said beside it, where it does not count otherwise, as by parts."""
    plain = squeeze(label).removesuffix(".")
    found = _NUMBERED.match(plain)
    counted = found is not None and parse_numeral(found[1] or found[2]) == ordinal
    return plain[found.end() :] if found and counted else plain
