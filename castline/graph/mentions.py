"""What a store keeps of a chapter pressed into blobs: its mentions, which are many, and its text. Few questions read them."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

import msgspec

from castline.graph.facts import Mention, encode
from castline.graph.moments import pack

_read = msgspec.json.Decoder(Mention).decode


def press(mentions: Sequence[Mention]) -> bytes:
    """The mentions of a chapter as a store keeps them."""
    return zlib.compress("\n".join(encode(mention) for mention in mentions).encode(), 6)


def press_text(text: str) -> bytes:
    """A chapter's text as a store keeps it; halves of characters, which a broken file may hold, too."""
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 6)


def unpress_text(body: bytes | None) -> str:
    """The text; an empty one where none was kept."""
    return zlib.decompress(body).decode("utf-8", "surrogatepass") if body else ""


def unpress(body: bytes, bound: int, who: str | None = None) -> Iterator[str]:
    """The lines told by the bound, of the character `who` where one is given."""
    for line in zlib.decompress(body).decode().split("\n"):
        if line and _is_asked(_read(line), bound, who):
            yield line


def _is_asked(mention: Mention, bound: int, who: str | None) -> bool:
    return pack(mention.told) <= bound and who in (None, mention.character)
