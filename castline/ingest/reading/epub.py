"""EPUB 2 and 3: the documents of the spine, in reading order, as one text. Nothing is ever written to disk."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from typing import Any
from urllib.parse import unquote, urlsplit

from lxml import etree

from castline.errors import ReadError
from castline.ingest.reading.html import Extractor, Markup, parse_markup, parse_xml
from castline.ingest.reading.problems import Problem

MAX_MEMBERS = 20_000
MAX_TOTAL = 256 * 2**20
MAX_RATIO = 200
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Those of the EPUB standard. Others are unpacked by the block, and a block may be gigabytes."""
_SMALL = 8 * 2**20  # below this an extreme ratio harms nobody
_FONTS_ONLY = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
_MENDED = "Unpack and zip it again, or ask where it came from for another copy."


class Archive:
    """A zip whose members are read only so far as the limits allow, whatever sizes it declares."""

    def __init__(self, file: str, data: bytes) -> None:
        self.file = file
        self._limit = min(MAX_TOTAL, max(_SMALL, MAX_RATIO * len(data)))
        self._read = 0
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            raise ReadError(file, f"a broken zip ({error})", _MENDED) from error
        if len(self._zip.infolist()) > MAX_MEMBERS:
            found = f"a zip of {len(self._zip.infolist())} members (at most {MAX_MEMBERS} are read)"
            raise ReadError(file, found, _MENDED)

    def read(self, name: str) -> bytes | None:
        """A member's bytes, None where there is no such member."""
        try:
            info = self._zip.getinfo(name)
        except KeyError:
            return None
        if info.flag_bits & 1:
            raise ReadError(self.file, f"'{name}' in it is encrypted", "Give castline a copy without a password.")
        if info.compress_type not in _METHODS:
            found = f"'{name}' in it is packed by a method that no EPUB may use ({info.compress_type})"
            raise ReadError(self.file, found, _MENDED)
        pieces: list[bytes] = []
        try:
            with self._zip.open(info) as member:
                while piece := member.read(65536):
                    self._count(len(piece))
                    pieces.append(piece)
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            OSError,
            RuntimeError,
            ValueError,
        ) as error:
            raise ReadError(self.file, f"'{name}' in it is broken ({error})", _MENDED) from error
        return b"".join(pieces)

    def _count(self, size: int) -> None:
        # Counted as they come: the sizes a zip declares are only its word.
        self._read += size
        if self._read > self._limit:
            found = f"its members unpack to more than {self._limit >> 20} MiB, as in a zip bomb"
            raise ReadError(self.file, found, "If it is a true book, take pictures out or save it as text.")


def read_epub(file: str, data: bytes) -> tuple[Markup, list[Problem]]:
    """Raises ReadError when it is broken, locked, or has nothing to read."""
    archive = Archive(file, data)
    package_path = _find_package(archive)
    package = _parse(archive, package_path)
    folder = posixpath.dirname(package_path)
    problems: list[Problem] = []
    items = _list_items(package, folder, problems)
    _refuse_locked(archive, {path for path, _, _ in items.values()})
    extractor = Extractor()
    for path in _order_spine(package, folder, items):
        document = archive.read(path)
        if document is None:
            message = f"'{path}' is in the spine but not in the file"
            problems.append(Problem(message, "Look for a whole copy.", whole=True))
        else:
            extractor.add(document, path, xml=True)
    markup = extractor.finish()
    _add_contents_headings(archive, items, markup)
    return markup, problems


def _find_package(archive: Archive) -> str:
    if archive.read("META-INF/container.xml") is None:
        raise ReadError(archive.file, "a zip without META-INF/container.xml, so no EPUB", "Give its text or EPUB.")
    for node in _parse(archive, "META-INF/container.xml").iter("{*}rootfile"):
        path = _locate("", node.get("full-path") or "")
        if path:
            return path
    raise ReadError(archive.file, "an EPUB whose container names no package", _MENDED)


def _parse(archive: Archive, path: str) -> Any:
    data = archive.read(path)
    if data is None:
        raise ReadError(archive.file, f"an EPUB without its '{path}'", _MENDED)
    try:
        return parse_xml(data)
    except etree.XMLSyntaxError as error:
        raise ReadError(archive.file, f"'{path}' in it is not well-formed XML ({error})", _MENDED) from error


def _refuse_locked(archive: Archive, documents: set[str]) -> None:
    """Obfuscated fonts are no lock; encrypted documents or a rights file are."""
    locked = archive.read("META-INF/rights.xml") is not None
    if archive.read("META-INF/encryption.xml") is not None:
        for entry in _parse(archive, "META-INF/encryption.xml").iter("{*}EncryptedData"):
            method = next(entry.iter("{*}EncryptionMethod"), None)
            target = next(entry.iter("{*}CipherReference"), None)
            path = _locate("", target.get("URI") or "") if target is not None else None
            plain = method is not None and method.get("Algorithm") in _FONTS_ONLY
            locked |= not plain and (path is None or path in documents)
    if locked:
        advice = "castline opens no locks: give it a copy without copy protection."
        raise ReadError(archive.file, "an encrypted EPUB (DRM)", advice)


def _locate(folder: str, href: str) -> str | None:
    """The member an href means; None where it points outside the archive (`../`, `/etc`, `http:`)."""
    parts = urlsplit(href)
    path = unquote(parts.path)
    if parts.scheme or parts.netloc or path.startswith("/") or "\\" in path or not path:
        return None
    joined = posixpath.normpath(posixpath.join(folder, path))
    return None if joined.startswith("..") else joined


def _list_items(package: Any, folder: str, problems: list[Problem]) -> dict[str, tuple[str, str, str]]:
    """Manifest id -> (member, media type, properties)."""
    items: dict[str, tuple[str, str, str]] = {}
    for node in package.iter("{*}item"):
        path = _locate(folder, node.get("href") or "")
        if path is None:
            message = f"The manifest names '{node.get('href')}', which lies outside the book"
            problems.append(
                Problem(message, "It was not read. Ask where the file came from for a clean copy.", whole=True)
            )
        else:
            items[node.get("id") or path] = (path, node.get("media-type") or "", node.get("properties") or "")
    return items


def _order_spine(package: Any, folder: str, items: dict[str, tuple[str, str, str]]) -> list[str]:
    """Members in reading order, without the navigation document, the cover and printed contents pages."""
    left_out = {path for path, _, properties in items.values() if "nav" in properties.split()}
    for node in package.iter("{*}reference"):
        if (node.get("type") or "").lower() in ("cover", "toc"):
            path = _locate(folder, node.get("href") or "")
            # Careless books call their first chapter the cover's neighbour by "#": only whole files count.
            left_out |= {path} if path and "#" not in (node.get("href") or "") else set()
    ids = [node.get("idref") for node in package.iter("{*}itemref") if node.get("linear") != "no"]
    paths = [items[i][0] for i in ids if i in items and not items[i][1].startswith("image/")]
    return list(dict.fromkeys(p for p in paths if p not in left_out)) or paths


def _add_contents_headings(archive: Archive, items: dict[str, tuple[str, str, str]], markup: Markup) -> None:
    """Headings that only the book's own contents (nav, or toc.ncx) state, where the text shows those words."""
    stated = {start for start, _, _ in markup.headings}
    for path, kind, properties in items.values():
        if "nav" in properties.split() or kind == "application/x-dtbncx+xml":
            for label, target, depth in _read_contents(archive, path):
                start = markup.anchors.get(target, markup.anchors.get(target.partition("#")[0]))
                if start is None or start in stated:
                    continue
                end = markup.text.find("\n\n", start)
                end = end if end >= 0 else len(markup.text)
                if end - start < 200 and _is_label(markup.text[start:end], label):
                    markup.headings.append((start, end, depth))
                    stated.add(start)
    markup.headings.sort()


def _read_contents(archive: Archive, path: str) -> list[tuple[str, str, int]]:
    """(label, target, depth from 1) of each entry."""
    document = archive.read(path)
    root = parse_markup(document, xml=True) if document else None
    folder = posixpath.dirname(path)
    entries: list[tuple[str, str, int]] = []
    for node in root.iter("{*}navPoint", "{*}a") if root is not None else ():
        content = next(node.iter("{*}content"), node)
        text = next(node.iter("{*}text"), node)
        href = content.get("src") or content.get("href") or ""
        if target := _locate(folder, href):
            fragment = urlsplit(href).fragment
            # In nav every entry stands in a list; in an NCX, the outermost ones in nothing.
            depth = sum(1 for _ in node.iterancestors("{*}ol")) or sum(1 for _ in node.iterancestors("{*}navPoint")) + 1
            label = " ".join("".join(text.itertext()).split())
            entries.append((label, f"{target}#{fragment}" if fragment else target, min(depth, 6)))
    return entries


def _is_label(printed: str, listed: str) -> bool:
    """Contents say "Storm" for "The Storm", or "2. The Storm"; one letter in a sentence is no heading."""
    printed, listed = _squeeze(printed), _squeeze(listed)
    return printed in listed or (listed in printed and 2 * len(listed) > len(printed))


def _squeeze(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold() or "\0"
