"""Tokens: who may do what. Each scope holds those before it.

    read     every question
    write    ... and reading books into the store, and correcting what was read
    admin    ... and the figures and the state of the service itself

`CASTLINE_TOKEN` is an admin's; `CASTLINE_TOKENS` names more of them: `read:TOKEN write:TOKEN`. `reader:SAGA:MOMENT:TOKEN` may read one
saga, which ends for it at a moment.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from castline.errors import AskError

SCOPES = ("read", "write", "admin")
READER = "reader"
SHORTEST = 16
"""Characters that a token must have: a shorter one can be guessed."""
_ADVICE = "Make one: openssl rand -hex 24"


class Reader(NamedTuple):
    """Of which saga somebody may be told, and until which moment: a chapter, or a name that was given to one."""

    saga: str
    until: str


Grant = TypeVar("Grant")


def read_tokens(environ: Mapping[str, str]) -> dict[str, str]:
    """Token -> scope, out of the environment. Raises AskError for one that can be guessed, or of no scope."""
    found = {}
    if own := environ.get("CASTLINE_TOKEN"):
        _check("CASTLINE_TOKEN", own)
        found[own] = "admin"
    for scope, token in _list_entries(environ):
        if scope == READER:
            continue
        if scope not in SCOPES or ":" in token:
            raise AskError(_FORM)
        _check("A token in CASTLINE_TOKENS", token)
        found[token] = scope
    return found


def read_readers(environ: Mapping[str, str]) -> dict[str, Reader]:
    """Token -> what its bearer may be told, out of the environment. Raises AskError as `read_tokens` does."""
    found = {}
    for entry in (rest for scope, rest in _list_entries(environ) if scope == READER):
        parts = entry.split(":")
        if len(parts) != 3 or not all(parts):
            raise AskError(_FORM)
        saga, until, token = parts
        _check("A reader's token in CASTLINE_TOKENS", token)
        found[token] = Reader(saga, until)
    return found


_FORM = (
    "CASTLINE_TOKENS must be written as `read:TOKEN write:TOKEN admin:TOKEN reader:SAGA:MOMENT:TOKEN`, with blanks between. "
    "A token has no colon in it."
)


def _list_entries(environ: Mapping[str, str]) -> list[tuple[str, str]]:
    """(scope, the rest) of each entry."""
    entries = (entry.partition(":") for entry in (environ.get("CASTLINE_TOKENS") or "").split())
    return [(scope, rest) for scope, _, rest in entries]


def _check(what: str, token: str) -> None:
    if len(token) < SHORTEST or not token.isascii() or not token.isprintable():
        raise AskError(f"{what} must have {SHORTEST} ASCII characters at least. {_ADVICE}")


def find_grant(grants: Mapping[str, Grant], authorization: str) -> Grant | None:
    """What is granted to the token that a header brings, or None. Takes as long whatever was brought."""
    given = authorization.encode("latin-1")
    found = None
    for token, own in grants.items():
        if hmac.compare_digest(given, f"Bearer {token}".encode()):
            found = own
    return found


def is_enough(scope: str, needed: str) -> bool:
    """Whether a scope holds another."""
    return SCOPES.index(scope) >= SCOPES.index(needed)
