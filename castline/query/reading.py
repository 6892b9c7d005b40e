"""A reading: a chapter as it is printed, with whom each name, noun and pronoun was taken to mean, and who says what to whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from castline.errors import AskError
from castline.graph.facts import Mention, Utterance, decode
from castline.query.paragraphs import Paragraph, list_paragraphs
from castline.query.quoting import squeeze
from castline.query.view import View


class Meant(msgspec.Struct, frozen=True, gc=False):
    """A mention: where it stands in its book's text (`end` exclusive), whom it means, and how sure that is (0..1)."""

    start: int
    end: int
    text: str
    type: str
    name: str
    id: str
    confidence: float


class Said(msgspec.Struct, frozen=True, gc=False):
    """Words said: where they stand, who says them (None: nobody known), to whom, by which rule, and how sure that is (0..1)."""

    start: int
    end: int
    speaker: str | None
    addressees: tuple[str, ...]
    rule: str
    confidence: float


class Read(msgspec.Struct, frozen=True):
    """A paragraph, with what stands in it, in order; a quote is told of where it begins."""

    at: str
    book: int
    start: int
    end: int
    text: str
    meant: tuple[Meant, ...]
    said: tuple[Said, ...]


def read_chapter(view: View) -> list[Read]:
    """The chapter of the view's moment, up to the end of its scene where the moment names one; people under the names that
    they have by then.

    Raises AskError where the store keeps no text, or no mentions, of it.
    """
    moment = view.moment
    chapter = next((c for c in view.record.chapters if (c.book, c.ordinal) == (moment.book, moment.chapter)), None)
    paragraphs = list_paragraphs(view, chapter) if chapter else []
    found = list(_facts_of(view, moment.book, moment.chapter))
    if paragraphs and not found:
        raise AskError(f"Nobody is mentioned in {view.at}, or its facts were imported without their mentions.")
    return [_read(view, one, found) for one in paragraphs]


def _facts_of(view: View, book: int, chapter: int) -> Iterator[Any]:
    """The mentions and utterances of a chapter. Only its own lines are decoded: a novel has a hundred thousand."""
    place = f'"book":{book},"chapter":{chapter},'
    lines = view.store.facts(view.record.name, ["mention", "utterance"], view.bound)
    return (decode(line) for line in lines if place in line)


def _read(view: View, paragraph: Paragraph, facts: Iterable[Any]) -> Read:
    inside = [one for one in facts if paragraph.start <= one.start < paragraph.end]
    meant = sorted((_meant(view, one) for one in inside if isinstance(one, Mention)), key=lambda one: one.start)
    said = sorted((_said(view, one) for one in inside if isinstance(one, Utterance)), key=lambda one: one.start)
    own = paragraph
    return Read(own.at, own.book, own.start, own.end, own.text, tuple(meant), tuple(said))


def _meant(view: View, one: Mention) -> Meant:
    key = view.root(one.character)
    return Meant(one.start, one.end, one.text, one.type, view.name(key), key, one.confidence)


def _said(view: View, one: Utterance) -> Said:
    speaker = view.name(one.speaker) if one.speaker else None
    heard = tuple(dict.fromkeys(view.name(other) for other in one.addressees))
    return Said(one.start, one.end, speaker, heard, one.rule, one.confidence)


def write_out(found: Iterable[Read]) -> str:
    """The paragraphs as text: behind a mention whom it means, in square brackets, where its own words do not say so, and before
    a quote who says it to whom."""
    return "\n\n".join(_write(one) for one in found) + "\n"


def _write(paragraph: Read) -> str:
    marks = [(one.end, f" [{one.name}]") for one in paragraph.meant if not _says(one)]
    marks += [(max(paragraph.start, one.start - 1), f"[{_tell(one)}] ") for one in paragraph.said]
    pieces, at = [], paragraph.start
    for place, mark in sorted(marks):
        pieces += [paragraph.text[at - paragraph.start : place - paragraph.start], mark]
        at = place
    return squeeze("".join([*pieces, paragraph.text[at - paragraph.start :]]))


def _says(one: Meant) -> bool:
    """Whether a mention's words are some of the name."""
    return set(one.text.split()) <= set(one.name.split())


def _tell(one: Said) -> str:
    """Who says a quote, and to whom; the opening mark stands before it."""
    return (one.speaker or "somebody") + (f" to {', '.join(one.addressees)}" if one.addressees else "") + ":"
