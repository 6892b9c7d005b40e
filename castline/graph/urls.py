"""The URLs of stores, and the secrets that may not stand in them."""

from __future__ import annotations

import re
from pathlib import Path

from castline.errors import AskError

_SECRET = re.compile(r"^(?!sqlite:)([\w+.-]+:(?://)?).*@", re.S)
"""Scheme or user, and all up to the last @: a password may hold any sign, a slash too."""


def is_file(url: str) -> bool:
    """Whether a store is a file of this machine, and no server that has to be waited for."""
    return url.startswith("sqlite:") or "://" not in url


def holds_secret(url: str) -> bool:
    """Whether a name and password seem to stand in the URL. A file's path is none: `./a:b@c.db`, `sqlite:///a@b.db`."""
    return bool(_SECRET.match(url)) and not Path(url).exists()


def refuse_secret(url: str) -> None:
    """Raise AskError, which does not repeat it, where a name and password seem to stand in the URL."""
    if holds_secret(url):
        raise AskError(
            f"'{hide_secret(url)}': leave name and password out of the URL. Set NEO4J_USERNAME and NEO4J_PASSWORD instead."
        )


def hide_secret(url: str) -> str:
    """The URL as it may be shown: without what may be a name and password."""
    if not holds_secret(url):
        return url
    scheme, parted, _ = url.partition("://")
    return f"{scheme}{parted}{url.rpartition('@')[2]}" if parted else url.rpartition("@")[2]
