"""Text out of HTML and XHTML: one paragraph per block, a blank line between, headings and rules remembered."""

from __future__ import annotations

import html as entities
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

_BLOCKS = re.compile(
    r"address|article|aside|blockquote|body|caption|center|d[dlt]|details|div|fieldset|fig(?:caption|ure)|footer"
    r"|form|h[1-6]|header|hr|li|main|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul"
)
_SKIPPED = re.compile("head|script|style|template|svg|math|nav|noscript|iframe|object|audio|video")
_DOCTYPE = re.compile(rb"<!DOCTYPE[^>\[]{0,1000}(?:\[.{0,60000}?\]\s*)?>", re.S | re.I)
_DOCTYPE_HEAD = re.compile(rb"<!DOCTYPE", re.I)
_HEAD = 20_000
"""Bytes of a page in which its document type is looked for."""
_LONG_TAG = re.compile(rb"""<[a-z](?>[^<>"']|"[^"]*"|'[^']*'){20000,}""", re.I)
"""A tag of thousands of attributes: a parser compares each with all before it. A picture in a tag is one quoted value."""
_PAGE_NUMBER = re.compile(r"(?:^|\s)page-?(?:num(?:ber)?|no|break)s?(?:\s|$)", re.I)


class EndlessTag(Exception):
    """A tag of more attributes than any page has."""


@dataclass(slots=True)
class Markup:
    """What has been taken out of markup so far; `anchors` maps an element's id to the offset of its block."""

    text: str = ""
    headings: list[tuple[int, int, int]] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    anchors: dict[str, int] = field(default_factory=dict)


class Extractor:
    """Collects blocks from one document after another, so that an EPUB's chapters share one text."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._buffer: list[str] = []
        self._level = 0
        self._pre = 0
        self._headings: list[tuple[int, int, int]] = []
        self._breaks: list[int] = []
        self._anchors: dict[str, int] = {}

    def add(self, document: bytes, name: str = "", encoding: str | None = None, xml: bool = False) -> None:
        """Append a document's blocks. `name` prefixes its anchors ("ch1.xhtml#top"; "ch1.xhtml" is its start)."""
        self._anchors[name] = self._next_offset()
        root = parse_markup(document, encoding, xml)
        if root is not None:
            self._walk(root, name)
        self._flush()

    def finish(self) -> Markup:
        return Markup("".join(self._pieces), self._headings, self._breaks, self._anchors)

    def _next_offset(self) -> int:
        return self._length + 2 if self._length else 0

    def _walk(self, root: Any, name: str) -> None:
        # iterwalk keeps its own stack: markup nested a million deep cannot exhaust ours. Over comments side by side it would take
        # the square of their number: the parsers leave them out.
        walker = etree.iterwalk(root, events=("start", "end"))
        for event, node in walker:
            if event == "start":
                if not self._open(node, name):
                    walker.skip_subtree()
            else:
                self._close(node)

    def _open(self, node: Any, name: str) -> bool:
        """False when nothing inside the element is text of the book."""
        tag = _tag(node)
        if _SKIPPED.fullmatch(tag) or _PAGE_NUMBER.search(node.get("class") or ""):
            return False
        if _BLOCKS.fullmatch(tag):
            self._flush()
        if anchor := node.get("id") or (node.get("name") if tag == "a" else None):
            self._anchors.setdefault(f"{name}#{anchor}", self._next_offset())
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self._level = int(tag[1])
        elif tag == "hr":
            self._breaks.append(self._next_offset())
        elif tag == "br":
            self._buffer.append("\0")
        elif tag == "img" and self._level:
            # A heading may be a picture of letters; its alt text is then the only heading there is.
            self._buffer.append(f" {node.get('alt') or ''} ")
        self._pre += tag == "pre"
        self._buffer.append(self._kept(node.text))
        return True

    def _close(self, node: Any) -> None:
        tag = _tag(node)
        if _SKIPPED.fullmatch(tag) or _PAGE_NUMBER.search(node.get("class") or ""):
            self._buffer.append(self._kept(node.tail))
            return
        if _BLOCKS.fullmatch(tag):
            self._flush()
            self._level = 0 if tag.startswith("h") else self._level
        self._pre -= tag == "pre"
        self._buffer.append(self._kept(node.tail))

    def _kept(self, text: str | None) -> str:
        """In <pre> the line ends are the author's; elsewhere they are the typesetter's."""
        return text.replace("\r\n", "\n").replace("\n", "\0") if self._pre and text else text or ""

    def _flush(self) -> None:
        lines = (" ".join(line.split()) for line in "".join(self._buffer).split("\0"))
        block = "\n".join(line for line in lines if line)
        self._buffer.clear()
        if not block:
            return
        start = self._next_offset()
        self._pieces.append("\n\n" + block if start else block)
        self._length = start + len(block)
        if self._level:
            self._headings.append((start, self._length, self._level))


def parse_markup(document: bytes, encoding: str | None = None, xml: bool = False) -> Any:
    """The root element, or None of an empty document. Nothing outside the document is ever fetched. Raises EndlessTag."""
    if xml:
        try:
            return parse_xml(document)
        except etree.XMLSyntaxError:
            pass  # Plenty of books call themselves XHTML and are not; browsers read them, and so do we.
    # An inner subset with entities means nothing to HTML, and its parser would take it for words.
    # It stands at the head; sought anywhere, a page of nothing else would cost its length for each.
    said = _DOCTYPE_HEAD.search(document, 0, _HEAD)
    if said and (whole := _DOCTYPE.match(document, said.start())):
        document = document[: whole.start()] + document[whole.end() :]
    _refuse_endless_tag(document)
    parser = etree.HTMLParser(
        encoding=encoding, no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        return etree.fromstring(document, parser)
    except etree.XMLSyntaxError:
        return None


def parse_xml(document: bytes) -> Any:
    """Strict XML whose entities stay unexpanded: no billion laughs, no file taken in from outside."""
    _refuse_endless_tag(document)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False, remove_comments=True, remove_pis=True
    )
    root = etree.fromstring(document, parser)
    for run in list(_find_runs(root)):
        _spell_out(run)
    return root


def _refuse_endless_tag(document: bytes) -> None:
    if _LONG_TAG.search(document):
        raise EndlessTag


def _find_runs(root: Any) -> Iterator[list[Any]]:
    """Entities with nothing but text between them: put back one by one, each would cost the length of all before it."""
    run: list[Any] = []
    for entity in root.iter(etree.Entity):
        if run and entity.getprevious() is not run[-1]:
            yield run
            run = []
        run.append(entity)
    if run:
        yield run


def _spell_out(run: list[Any]) -> None:
    """Put &nbsp; and its like back as characters; an entity of the document's own stays as it is written."""
    words = "".join(entities.unescape(f"&{entity.name};") + (entity.tail or "") for entity in run)
    parent, before = run[0].getparent(), run[0].getprevious()
    for entity in run:
        entity.tail = None
        parent.remove(entity)
    if before is None:
        parent.text = (parent.text or "") + words
    else:
        before.tail = (before.tail or "") + words


def _tag(node: Any) -> str:
    return str(node.tag).rpartition("}")[2].lower() if isinstance(node.tag, str) else ""
