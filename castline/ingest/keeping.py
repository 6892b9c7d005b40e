"""What a store keeps of a chapter so that it can be settled again without its file: how it was cut, and what it says.

cut/1.3      the chapter, without its text, which the store has anyway
notes/1.3    its annotations, for the castline and the parser that made them: parsing is four fifths of an ingest
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import msgspec

from castline.ingest.annotations import Extract
from castline.ingest.pieces import Piece
from castline.version import __version__

CUT, NOTES = "cut/", "notes/"
"""What the rows of the memory start with."""
_read_piece = msgspec.msgpack.Decoder(Piece).decode
_encode_notes = msgspec.msgpack.Encoder().encode
_read_notes = msgspec.msgpack.Decoder(Extract).decode


def keep_chapter(piece: Piece, notes: Extract, model: str | None) -> dict[str, bytes | None]:
    """The rows of a chapter; `model` is the parser's name."""
    body = zlib.compress(_encode_notes(notes))
    return {f"{CUT}{_place(piece)}": pack_piece(piece), f"{NOTES}{_place(piece)}": _tag(model) + body}


def pack_piece(piece: Piece) -> bytes:
    """A chapter without its text, and without what is wrong with its whole file."""
    return zlib.compress(_encode_notes(replace(piece, text="", of_file=())))


def unpack_piece(body: bytes, text: str) -> Piece:
    """The chapter, with its text again."""
    return replace(_read_piece(zlib.decompress(body)), text=text)


def find_notes(rows: Mapping[str, bytes], pieces: Sequence[Piece], model: str | None) -> Iterator[Extract] | None:
    """The annotations of these chapters, in order; None where not all are kept as this castline and this parser make
    them."""
    tag = _tag(model)
    bodies = [rows.get(f"{NOTES}{_place(piece)}", b"") for piece in pieces]
    if not all(body.startswith(tag) for body in bodies):
        return None
    return (_read_notes(zlib.decompress(body.removeprefix(tag))) for body in bodies)


def _tag(model: str | None) -> bytes:
    return f"{__version__} {model}\n".encode()


def _place(piece: Piece) -> str:
    return f"{piece.book.ordinal}.{piece.chapter.ordinal}"
